/*
 * A game as reported to an engine: the lines of a growing record, in which cards stay hidden until
 * their round is over.
 *
 * Lines are read by rules/record.h, so everything has been checked by the rules.  At the end of a
 * round the deals are sent again with all cards: they replace the first ones, and the round is read
 * again.
 */
#ifndef RAILHEAD_ENGINE_GROWING_RECORD_H
#define RAILHEAD_ENGINE_GROWING_RECORD_H

#include "rules/record.h"

enum {
    GROWING_RECORD_SIZE = 1 << 16, /* bytes for the lines of a round */
    GROWING_RECORD_DEALS_SIZE = 2048,
};

struct growing_record {
    struct record_reader reader; /* the state reached: position, turn, fault */

    /* Private. */
    struct record_reader before;    /* the reader before the lines below */
    char text[GROWING_RECORD_SIZE]; /* the lines of this round, or of the header before the first */
    size_t used;
    size_t deals_start, deals_end;         /* the deals in the text; equal if there are none */
    char deals[GROWING_RECORD_DEALS_SIZE]; /* the deals with all cards */
    size_t deals_used;
    bool broken; /* a fault was found; nothing more is read */
};

/* Begins a new game; `boards` finds the boards that it may name. */
void growing_record_init(struct growing_record *record, struct record_boards boards);

/* Returns true if a line that begins with this word belongs to a record. */
bool growing_record_takes(struct word key);

/*
 * Appends a line, without its line feed.  Returns false if the round is too long, which is a fault.
 */
bool growing_record_add(struct growing_record *record, const char *line, size_t length);

/*
 * Reads the next event among the lines added: RECORD_END if there is none.  Call it where a record
 * may end: after a turn, after the last deal, after the last closing line of a round.
 */
enum record_event growing_record_next(struct growing_record *record);

#endif
