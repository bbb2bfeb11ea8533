/*
 * What a game in plain text tells its players, in sentences and small tables.
 *
 * Sees tables, and the hand of the seat it speaks to; all hands only once they lie open on the
 * table.  Changes nothing.
 */
#ifndef RAILHEAD_CLI_PLAY_TALK_H
#define RAILHEAD_CLI_PLAY_TALK_H

#include "cli/play_options.h"
#include "core/fault.h"
#include "core/view.h"

enum {
    TALK_NAME_SIZE = PLAYER_NAME_SIZE + 16, /* "greedy (seat 2)" */
    TALK_TURN_SIZE = 400,                   /* a turn in words */
};

struct talk {
    struct screen *screen;
    const struct board *board;
    const struct play_seat *player; /* by seat */
};

/* "greedy (seat 2)" */
const char *talk_name(const struct talk *talk, unsigned seat, char buffer[TALK_NAME_SIZE]);

/* "greedy (seat 2): K7-L7 L7-M7, reaching Kansas City", from the tables before and after it. */
void talk_turn(const struct talk *talk, const struct table *before, const struct table *after,
               const struct turn *turn, char buffer[TALK_TURN_SIZE]);

/* The same without the name. */
void talk_add_turn(struct text *text, const struct talk *talk, const struct table *before,
                   const struct table *after, const struct turn *turn);

/* A city's name as this screen can show it. */
const char *talk_city(const struct talk *talk, unsigned city);

/* Why something that was typed is no turn, or not a legal one. */
void talk_fault(const struct talk *talk, const struct fault *fault);
void talk_refusal(const struct talk *talk, enum refusal refusal);

/* Five cities, one a line, and which of them the seat's network has; or all in a row. */
void talk_hand(const struct talk *talk, const struct table *table, unsigned seat,
               const struct hand *hand);
void talk_hand_row(const struct talk *talk, const char *title, const struct table *table,
                   unsigned seat, const struct hand *hand);

/* V1: everybody's cards, where they lie open. */
void talk_open_hands(const struct talk *talk, const struct table *table);

/* Every city of the board by group. */
void talk_cities(const struct talk *talk, const struct table *table);

/* What the reader still misses, with the lines (P1). */
void talk_missing(const struct talk *talk, const struct view *view);

/* What may come next after what has been entered of a turn. */
void talk_choices(const struct talk *talk, const struct draft *draft);

/* Everybody's points on their track, with the barrier. */
void talk_points(const struct talk *talk, const struct table *table);

/* A round that is over: why, all hands, what is missing, the points. */
void talk_round_end(const struct talk *talk, const struct table *table);

/* Who has won. */
void talk_winners(const struct talk *talk, const struct table *table);

#endif
