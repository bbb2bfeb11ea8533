/*
 * A game from its beginning to now, as everybody at the table has seen it: one table after each
 * deal and each turn, so that a reader can go back and forth.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_HISTORY_H
#define RAILHEAD_TERMINAL_SOURCE_HISTORY_H

#include "core/table.h"
#include "core/turn.h"

struct moment {
    struct table table; /* after it */
    struct turn turn;   /* the turn that led here */
    uint8_t seat;       /* whose turn that was; SEAT_NONE for a deal */
};

struct history {
    struct moment *moment; /* owned */
    unsigned moments;
    unsigned fewest; /* there were since history_stands() was asked */
    unsigned room;
};

void history_init(struct history *history);
void history_release(struct history *history);

/* Room for so many more moments; false when there is no memory, and then nothing has changed. */
bool history_reserve(struct history *history, unsigned more);

/* A round has been dealt, or `seat` has played `turn`; `table` is what lies there now.  There must
 * be room for it. */
void history_add_deal(struct history *history, const struct table *table);
void history_add_turn(struct history *history, const struct table *table, unsigned seat,
                      const struct turn *turn);

/* The last moments are gone; at least one stays. */
void history_take_back(struct history *history, unsigned moments);

/* How many moments have stood since this was last asked: those behind them are others now. */
unsigned history_stands(struct history *history);

/* The lines that were laid up to a moment since the seat's own turn before; of the last turn alone
 * where `seat` is SEAT_NONE. */
void history_lit(const struct history *history, unsigned moment, unsigned seat,
                 struct line_set *lit);

#endif
