/*
 * The position: the whole truth, with all hands and the seed.
 *
 * One of the three kinds of knowledge (table, position, view).  Only a server, a replay, a search
 * that imagines hands, or a test holds one.  A plain value without pointers or padding.
 * Board, rules, seed and turns decide everything that follows.
 */
#ifndef RAILHEAD_CORE_POSITION_H
#define RAILHEAD_CORE_POSITION_H

#include "core/deal.h"
#include "core/draft.h"

struct position {
    struct table table;
    struct junction_set wanted[SEATS_MAX]; /* the cities of each hand; bit 255 for a hidden card */
    struct hand hand[SEATS_MAX];
    uint8_t seed[SEED_SIZE];
    uint8_t zero[2];
};

/* A new game: nothing is dealt yet. */
void position_init(struct position *position, const struct board *board, unsigned seats,
                   unsigned variants, const uint8_t seed[SEED_SIZE]);

/* The next round by the seed (S4, S5, B6, V1); only while dealing or after a round. */
void position_deal(struct position *position, const struct board *board);

/* The same with the cards and the starting player given: a replay, or a search. */
void position_begin_round(struct position *position, const struct board *board,
                          const struct hand hand[SEATS_MAX], unsigned first);

/*
 * Plays a whole turn of the seat to move.  A refused turn leaves the position as it was.
 * An accepted one may end the round, which then is scored, and the game.
 */
enum refusal position_play(struct position *position, const struct board *board,
                           const struct turn *turn);

/*
 * V2: the marker does not move in a turn that ends the round, which a mover who does not see all
 * hands cannot know.  Takes the marker move off such a turn; whoever plays for people or bots
 * calls this before position_play().
 */
void position_settle(const struct position *position, const struct board *board, struct turn *turn);

/*
 * The seats that are connected on a table (R1), one bit each.  Seats whose cards are not all
 * known are not.
 */
unsigned position_connected(const struct position *position, const struct table *table);

/*
 * Whether a table that follows from this position by a turn of the seat to move ends the round
 * (R2, R4, R5, R7); `passes` counts that turn.
 */
bool position_ends(const struct position *position, const struct table *table);

/*
 * What the turn did lies on the position's own table already: answers whether the round is over,
 * and hands the turn on if it is not (T1).  The round is not scored.
 */
bool position_turn_over(struct position *position, bool passed);

/* The same, and scores a round that is over. */
void position_end_turn(struct position *position, const struct board *board, bool passed);

#endif
