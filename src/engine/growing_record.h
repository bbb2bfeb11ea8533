/*
 * A game as an engine is told of it: the lines of a record that grows, with cards that stay hidden
 * until their round is over.
 *
 * The reading is that of core/record.h, so whatever is held here has been played by the rules.
 * At the end of a round its deals are told a second time, with all cards: those take
 * the place of the first ones, and the round is read again.
 */
#ifndef RAILHEAD_ENGINE_GROWING_RECORD_H
#define RAILHEAD_ENGINE_GROWING_RECORD_H

#include "core/record.h"

enum {
    GROWING_RECORD_SIZE = 1 << 16, /* room for the lines of a round */
    GROWING_RECORD_DEALS_SIZE = 2048,
};

struct growing_record {
    struct record_reader reader; /* what has been read: the position, the turn, the fault */

    /* Its own. */
    struct record_reader before;    /* as the reader was before the lines below */
    char text[GROWING_RECORD_SIZE]; /* the lines of this round; of the header, before the first */
    size_t used;
    size_t deals_start, deals_end;         /* the deals in the text; equal where there are none */
    char deals[GROWING_RECORD_DEALS_SIZE]; /* those with all cards */
    size_t deals_used;
    bool broken; /* a fault was found; nothing more is read */
};

/* A new game; the boards are those that it may name. */
void growing_record_init(struct growing_record *record, struct record_boards boards);

/* Whether a line that begins with this word is one of a record. */
bool growing_record_takes(struct word key);

/* Adds a line, without its line feed.  False when the round is too long, which is a fault. */
bool growing_record_add(struct growing_record *record, const char *line, size_t length);

/*
 * Reads up to the next event of what has been added and not been read: RECORD_END when there is no
 * more.  To be called where a record may stop: after a turn, after the last deal, after a round's
 * last closing line.
 */
enum record_event growing_record_next(struct growing_record *record);

#endif
