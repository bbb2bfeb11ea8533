/*
 * What an engine says, taken apart: one line in, its kind and its parts out.
 *
 * Text alone: no process, no clock, nothing kept.  Anything at all may stand in a line; what is not
 * of the protocol is ANSWER_UNKNOWN.  docs/engine-protocol.md has the words.
 */
#ifndef RAILHEAD_ENGINE_ENGINE_REPLY_H
#define RAILHEAD_ENGINE_ENGINE_REPLY_H

#include "bots/thoughts.h"
#include "core/notation.h"

enum answer_kind {
    ANSWER_UNKNOWN,
    ANSWER_NAME,       /* `rest` is the name */
    ANSWER_AUTHOR,     /* `rest` is the author */
    ANSWER_OPTION,     /* `rest` is a name, a type, a default and limits */
    ANSWER_WANT_BOARD, /* every board is to be sent */
    ANSWER_READY,      /* `number` is that of the protocol */
    ANSWER_PONG,
    ANSWER_LEGAL, /* asks for the legal turns */
    ANSWER_INFO,  /* `rest` is what it says */
    ANSWER_TURN,  /* `number` is that of its `go`, `rest` the turn */
    ANSWER_NONE,  /* the same without a turn */
};

struct answer {
    enum answer_kind kind;
    uint64_t number;
    struct words rest;
};

void answer_read(struct answer *answer, const char *line, size_t length);

/*
 * Adds what an information line says to the thoughts: a turn that was weighed, a belief, the work
 * done.  False when it says nothing of these that can be understood.
 */
bool answer_read_info(const struct answer *answer, const struct board *board,
                      const struct table *table, struct thoughts *thoughts);

/* The other way: what a bot thought, as information lines, each ended by a line feed. */
void answer_write_idea(struct text *text, const struct board *board, const struct idea *idea);
void answer_write_belief(struct text *text, const struct board *board,
                         const struct thoughts *thoughts, unsigned seat);

#endif
