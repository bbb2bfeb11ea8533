/*
 * Players: a view in, a turn out.
 *
 * A bot sees what a person in its seat would see and nothing else.  Its choices follow from the
 * view and the random numbers it is given, so the same seed plays the same game everywhere.
 */
#ifndef RAILHEAD_BOTS_BOT_H
#define RAILHEAD_BOTS_BOT_H

#include "bots/rng.h"
#include "core/view.h"

struct bot {
    const char *name;
    const char *about; /* one line for people */
    void (*turn)(const struct board *board, const struct view *view, struct rng *rng,
                 struct turn *turn);
};

unsigned bot_count(void);
const struct bot *bot_at(unsigned number);

/* By name, or NULL. */
const struct bot *bot_find(const char *name, size_t length);

/* The random numbers of one bot in the game of a seed: its own, apart from those of the deals. */
void bot_rng(struct rng *rng, const uint8_t seed[SEED_SIZE], unsigned number);

/*
 * A legal turn for the seat of the view, which must be the seat to move.  Under blocking it may
 * move the marker in a turn that turns out to end the round: see position_settle().
 */
void bot_turn(const struct bot *bot, const struct board *board, const struct view *view,
              struct rng *rng, struct turn *turn);

#endif
