/*
 * A connection to a table at a server, as a user or as a program of the user.
 *
 * The common part of the terminal (terminal/source/server_source.h) and of the bot client
 * (remote/robot.h): finds the table, connects, follows it, and sends messages.
 */
#ifndef RAILHEAD_REMOTE_VISIT_H
#define RAILHEAD_REMOTE_VISIT_H

#include "follow/follow.h"
#include "protocol/message.h"
#include "remote/remote_find.h"
#include "remote/wire.h"

struct visit {
    struct remote_place place;
    struct wire *wire; /* NULL if not connected */
};

/*
 * Connects as the user, or as the user's program of that name if `program` is not NULL.  The table
 * is not followed yet.  Returns false with a message in `error`.  End it with visit_end().
 */
bool visit_begin(struct visit *visit, const struct remote_target *target, const char *program,
                 char error[], size_t error_size);
void visit_end(struct visit *visit);

/* Sends a message.  Returns false if there is no connection. */
bool visit_say(const struct visit *visit, const struct message *message);

/* Requests the table's events after those in `follow`, or the lobby if no table is known. */
void visit_follow(const struct visit *visit, const struct follow *follow, int64_t id);

/* Plays a turn in record notation.  Returns false if there is no connection. */
bool visit_play(const struct visit *visit, const char *turn, uint32_t after, int64_t id);

#endif
