/*
 * A game as an engine is told of it: the lines of a record that grows, with cards that stay hidden
 * until their round is over.
 *
 * The reading is that of core/record.h, so whatever the journal holds has been played by the rules.
 * At the end of a round its deals are told a second time, with all cards: the journal puts them in
 * the place of the first ones and reads the round again.
 */
#ifndef RAILHEAD_ENGINE_GROWING_RECORD_H
#define RAILHEAD_ENGINE_GROWING_RECORD_H

#include "core/record.h"

enum {
    JOURNAL_SIZE = 1 << 16, /* room for the lines of a round */
    JOURNAL_DEALS_SIZE = 2048,
};

struct journal {
    struct record_reader reader; /* what has been read: the position, the turn, the fault */

    /* Its own. */
    struct record_reader before; /* as the reader was before the lines below */
    char text[JOURNAL_SIZE];     /* the lines of this round; of the header, before the first */
    size_t used;
    size_t deals_start, deals_end;  /* the deals in the text; equal where there are none */
    char deals[JOURNAL_DEALS_SIZE]; /* those with all cards */
    size_t deals_used;
    bool broken; /* a fault was found; nothing more is read */
};

/* A new game; the boards are those that it may name. */
void journal_init(struct journal *journal, struct record_boards boards);

/* Whether a line that begins with this word is one of a record. */
bool journal_takes(struct word key);

/* Adds a line, without its line feed.  False when the round is too long, which is a fault. */
bool journal_add(struct journal *journal, const char *line, size_t length);

/*
 * Reads up to the next event of what has been added and not been read: RECORD_END when there is no
 * more.  To be called where a record may stop: after a turn, after the last deal, after a round's
 * last closing line.
 */
enum record_event journal_next(struct journal *journal);

#endif
