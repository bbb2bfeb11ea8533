/*
 * A visit to a server: somebody who is known there by a secret goes to a table.
 *
 * What everybody does who plays at a server, a person's screen (terminal/remote.h) and a program
 * (remote/robot.h): find the table, connect, follow it, and say something.
 */
#ifndef RAILHEAD_REMOTE_VISIT_H
#define RAILHEAD_REMOTE_VISIT_H

#include "follow/follow.h"
#include "protocol/message.h"
#include "remote/remote_find.h"
#include "remote/wire.h"

struct visit {
    struct remote_place place;
    struct wire *wire; /* NULL where there is none any more */
};

/*
 * Connects, as the person of this machine or as their program that is called so; the table is not
 * followed yet.  False with a sentence in `error`.
 */
bool visit_begin(struct visit *visit, const struct remote_target *target, const char *program,
                 char error[], size_t error_size);
void visit_end(struct visit *visit);

/* False when there is no connection. */
bool visit_say(const struct visit *visit, const struct message *message);

/* Follows the table of the place from where `follow` ends; asks for a list where none is known. */
void visit_follow(const struct visit *visit, const struct follow *follow, int64_t id);

/* Plays a turn, written as in a record. */
bool visit_play(const struct visit *visit, const char *turn, uint32_t after, int64_t id);

#endif
