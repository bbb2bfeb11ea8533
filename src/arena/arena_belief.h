/*
 * How well the hands can be read: what a belief (bots/belief.h) in every seat thinks of the others'
 * true hands when a round ends.
 */
#ifndef RAILHEAD_ARENA_ARENA_BELIEF_H
#define RAILHEAD_ARENA_ARENA_BELIEF_H

#include "bots/belief.h"
#include "core/position.h"

/* Natural logarithms of the chances that were given to true hands, summed. */
struct arena_guess {
    double believed;
    double uniform;      /* by somebody who knows only their own cards */
    uint32_t hands;      /* how many there are in the sums */
    uint32_t impossible; /* of them thought to be so: below the floor, and counted as at it */
};

/* One chance in a billion, about e^-20.7. */
extern const double arena_guess_floor;

struct arena_readers {
    struct belief *belief; /* owned: one for each seat, or NULL */
};

/* False when memory runs out. */
bool arena_readers_init(struct arena_readers *readers);
void arena_readers_release(struct arena_readers *readers);

/* A round as bots are told it. */
void arena_readers_begin_round(struct arena_readers *readers, const struct board *board,
                               const struct position *position);
void arena_readers_see(struct arena_readers *readers, const struct board *board,
                       const struct table *before, const struct turn *turn);

/*
 * The round is over.  Its last turn must not have been told: it shows who was connected, and this
 * is what could be thought when it was to be played.
 */
void arena_readers_guess(const struct arena_readers *readers, const struct board *board,
                         const struct position *position, struct arena_guess *guess);

#endif
