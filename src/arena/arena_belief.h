/*
 * Measures how well hands can be guessed: what a belief (bots/belief.h) in every seat thinks of the
 * others' true hands when a round ends.
 */
#ifndef RAILHEAD_ARENA_ARENA_BELIEF_H
#define RAILHEAD_ARENA_ARENA_BELIEF_H

#include "bots/belief.h"
#include "rules/position.h"

/* Sums of the natural logarithms of the chances given to true hands. */
struct arena_guess {
    double believed;
    double uniform;      /* for a guess that uses only one's own cards */
    uint32_t hands;      /* number of hands in the sums */
    uint32_t impossible; /* hands with a chance below the floor, counted as at the floor */
};

/* A chance of one in a billion, about e^-20.7. */
extern const double arena_guess_floor;

struct arena_readers {
    struct belief *belief; /* owned: one per seat; or NULL */
};

/* Returns false if allocation fails. */
bool arena_readers_init(struct arena_readers *readers);
void arena_readers_release(struct arena_readers *readers);

/* Report a round as to a bot. */
void arena_readers_begin_round(struct arena_readers *readers, const struct board *board,
                               const struct position *position);
void arena_readers_see(struct arena_readers *readers, const struct board *board,
                       const struct table *before, const struct turn *turn);

/*
 * Evaluates the beliefs at the end of a round.  Its last turn must not have been reported, as it
 * reveals who was connected: the beliefs are those before that turn.
 */
void arena_readers_guess(const struct arena_readers *readers, const struct board *board,
                         const struct position *position, struct arena_guess *guess);

#endif
