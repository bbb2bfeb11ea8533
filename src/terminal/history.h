/*
 * A game from its beginning to now, as everybody at the table has seen it: one table after each
 * deal and each turn, so that a reader can go back and forth.
 */
#ifndef RAILHEAD_TERMINAL_HISTORY_H
#define RAILHEAD_TERMINAL_HISTORY_H

#include "core/table.h"
#include "core/turn.h"

struct moment {
    struct table table; /* after it */
    struct turn turn;   /* the turn that led here */
    uint8_t seat;       /* whose turn that was; SEAT_NONE for a deal */
};

struct chronicle {
    struct moment *moment; /* owned */
    unsigned moments;
    unsigned room;
};

void chronicle_init(struct chronicle *chronicle);
void chronicle_release(struct chronicle *chronicle);

/* A round has been dealt, or `seat` has played `turn`; `table` is what lies there now. */
void chronicle_deal(struct chronicle *chronicle, const struct table *table);
void chronicle_turn(struct chronicle *chronicle, const struct table *table, unsigned seat,
                    const struct turn *turn);

/* The lines that were laid up to a moment since the seat's own turn before; of the last turn alone
 * where `seat` is SEAT_NONE. */
void chronicle_lit(const struct chronicle *chronicle, unsigned moment, unsigned seat,
                   struct line_set *lit);

#endif
