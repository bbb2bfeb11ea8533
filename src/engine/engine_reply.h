/*
 * What an engine says, taken apart: one line in, its kind and its parts out.
 *
 * Text alone: no process, no clock, nothing kept.  Anything at all may stand in a line; what is not
 * of the protocol is ENGINE_REPLY_UNKNOWN.  docs/engine-protocol.md has the words.
 */
#ifndef RAILHEAD_ENGINE_ENGINE_REPLY_H
#define RAILHEAD_ENGINE_ENGINE_REPLY_H

#include "bots/thoughts.h"
#include "core/notation.h"

enum engine_reply_kind {
    ENGINE_REPLY_UNKNOWN,
    ENGINE_REPLY_NAME,       /* `rest` is the name */
    ENGINE_REPLY_AUTHOR,     /* `rest` is the author */
    ENGINE_REPLY_OPTION,     /* `rest` is a name, a type, a default and limits */
    ENGINE_REPLY_WANT_BOARD, /* every board is to be sent */
    ENGINE_REPLY_READY,      /* `number` is that of the protocol */
    ENGINE_REPLY_PONG,
    ENGINE_REPLY_LEGAL, /* asks for the legal turns */
    ENGINE_REPLY_INFO,  /* `rest` is what it says */
    ENGINE_REPLY_TURN,  /* `number` is that of its `go`, `rest` the turn */
    ENGINE_REPLY_NONE,  /* the same without a turn */
};

struct engine_reply {
    enum engine_reply_kind kind;
    uint64_t number;
    struct words rest;
};

void engine_reply_read(struct engine_reply *reply, const char *line, size_t length);

/*
 * Adds what an information line says to the thoughts: a turn that was weighed, a belief, the work
 * done.  False when it says nothing of these that can be understood.
 */
bool engine_reply_read_info(const struct engine_reply *reply, const struct board *board,
                            const struct table *table, struct thoughts *thoughts);

/* The other way: what a bot thought, as information lines, each ended by a line feed. */
void engine_reply_write_idea(struct text *text, const struct board *board, const struct idea *idea);
void engine_reply_write_belief(struct text *text, const struct board *board,
                               const struct thoughts *thoughts, unsigned seat);

#endif
