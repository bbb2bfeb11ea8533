/*
 * A game from its beginning to now, as everyone at the table has seen it: a table for each deal
 * and each turn, so that a reader can go back and forth.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_HISTORY_H
#define RAILHEAD_TERMINAL_SOURCE_HISTORY_H

#include "rules/table.h"
#include "rules/turn.h"

struct moment {
    struct table table; /* afterwards */
    struct turn turn;   /* the turn that led here */
    uint8_t seat;       /* who played that turn; SEAT_NONE for a deal */
};

struct history {
    struct moment *moment; /* owned */
    unsigned moments;
    unsigned fewest; /* the minimum number of moments since the last history_stands() */
    size_t capacity;
};

void history_init(struct history *history);
void history_release(struct history *history);

/*
 * Ensures capacity for `more` further moments.  Returns false, without a change, if allocation
 * fails.
 */
bool history_reserve(struct history *history, unsigned more);

/*
 * Adds a moment after a deal, or after `seat` has played `turn`; `table` is the result.  There
 * must be capacity for it.
 */
void history_add_deal(struct history *history, const struct table *table);
void history_add_turn(struct history *history, const struct table *table, unsigned seat,
                      const struct turn *turn);

/* Removes the last moments; at least one must remain. */
void history_take_back(struct history *history, unsigned moments);

/* Returns how many moments are unchanged since the last call; those after them were replaced. */
unsigned history_stands(struct history *history);

/*
 * Computes the lines laid up to a moment since the seat's own previous turn, or in the last turn
 * only if `seat` is SEAT_NONE.
 */
void history_lit(const struct history *history, unsigned moment, unsigned seat,
                 struct line_set *lit);

#endif
