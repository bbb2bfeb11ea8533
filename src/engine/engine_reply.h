/*
 * Parses lines from an engine into a kind and its parts.
 *
 * It handles only text: no process, no clock, no state.  A line may contain anything; what the
 * protocol does not define is ENGINE_REPLY_UNKNOWN.  docs/engine-protocol.md defines the words.
 */
#ifndef RAILHEAD_ENGINE_ENGINE_REPLY_H
#define RAILHEAD_ENGINE_ENGINE_REPLY_H

#include "bots/thoughts.h"
#include "rules/notation.h"

enum engine_reply_kind {
    ENGINE_REPLY_UNKNOWN,
    ENGINE_REPLY_NAME,       /* `rest` is the name */
    ENGINE_REPLY_AUTHOR,     /* `rest` is the author */
    ENGINE_REPLY_OPTION,     /* `rest` is a name, a type, a default and limits */
    ENGINE_REPLY_WANT_BOARD, /* request to send every board */
    ENGINE_REPLY_READY,      /* `number` is the protocol version */
    ENGINE_REPLY_PONG,
    ENGINE_REPLY_LEGAL, /* request for the legal turns */
    ENGINE_REPLY_INFO,  /* `rest` is the information */
    ENGINE_REPLY_TURN,  /* `number` is that of the `go`, `rest` is the turn */
    ENGINE_REPLY_NONE,  /* the same if there is no turn */
};

struct engine_reply {
    enum engine_reply_kind kind;
    uint64_t number;
    struct words rest;
};

void engine_reply_read(struct engine_reply *reply, const char *line, size_t length);

/*
 * Adds the contents of an information line to the thoughts: a turn considered, a belief, or the
 * work done.  Returns false if it contains nothing known.
 */
bool engine_reply_read_info(const struct engine_reply *reply, const struct board *board,
                            const struct table *table, struct thoughts *thoughts);

/* The reverse: write a bot's thoughts as information lines, each with a line feed. */
void engine_reply_write_idea(struct text *text, const struct board *board, const struct idea *idea);
void engine_reply_write_belief(struct text *text, const struct board *board,
                               const struct thoughts *thoughts, unsigned seat);

#endif
