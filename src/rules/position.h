/*
 * The position: the complete state of a game, with all hands and the seed.
 *
 * One of the three kinds of knowledge (table, position, view).  Only a server, a replay, a search
 * that invents hands, or a test has one.  It is a plain value without pointers or padding.  Board,
 * rules, seed and turns determine everything that follows.
 */
#ifndef RAILHEAD_RULES_POSITION_H
#define RAILHEAD_RULES_POSITION_H

#include "rules/deal.h"
#include "rules/draft.h"

struct position {
    struct table table;
    /* the junctions of each hand's cities; bit 255 for a hidden card */
    struct junction_set wanted[SEATS_MAX];
    struct hand hand[SEATS_MAX];
    uint8_t seed[SEED_SIZE];
    uint8_t zero[2];
};

/* Initialises a new game; nothing has been dealt yet. */
void position_init(struct position *position, const struct board *board, unsigned seats,
                   unsigned variants, const uint8_t seed[SEED_SIZE]);

/*
 * Deals the next round from the seed (S4, S5, B6, V1).  Only in PHASE_DEALING or PHASE_ROUND_OVER.
 */
void position_deal(struct position *position, const struct board *board);

/* The same with given cards and starting player, for replays and searches. */
void position_begin_round(struct position *position, const struct board *board,
                          const struct hand hand[SEATS_MAX], unsigned first);

/*
 * Plays a complete turn of the seat to move and returns ACCEPTED, or refuses it and leaves the
 * position unchanged.  A turn may end the round, which is then scored, and the game.
 */
enum refusal position_play(struct position *position, const struct board *board,
                           const struct turn *turn);

/*
 * V2: the marker does not move in a turn that ends the round, but a player who does not see all
 * hands cannot know that.  Removes the marker move from such a turn.  Callers that play for people
 * or bots call this before position_play().
 */
void position_settle(const struct position *position, const struct board *board, struct turn *turn);

/*
 * Returns the seats that are connected on a table (R1), one bit each.  Seats with hidden cards
 * never are.
 */
unsigned position_connected(const struct position *position, const struct table *table);

/*
 * Returns true if the round ends with `table`, which follows from this position by a turn of the
 * seat to move (R2, R4, R5, R7).  `passes` must include that turn.
 */
bool position_ends(const struct position *position, const struct table *table);

/*
 * The effects of the turn are on the position's table already.  Returns true if the round is over;
 * otherwise the turn passes to the next seat (T1).  Does not score the round.
 */
bool position_turn_over(struct position *position, bool passed);

/* The same, and scores the round if it is over. */
void position_end_turn(struct position *position, const struct board *board, bool passed);

#endif
