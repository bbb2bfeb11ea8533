/*
 * A room: a table in memory, with whoever follows it.
 *
 * Everything that happens at a table goes through one door: it is applied to the match, written as
 * one job of the store, and sent to the followers when that is on disk.  While it is being written
 * the room is busy and whoever wants something of it waits, so there is never more than one change
 * on its way.  When a write fails nobody knows whether it took place: the room is then in doubt and
 * read from the store again before anything else.
 */
#ifndef RAILHEAD_SERVER_ROOM_H
#define RAILHEAD_SERVER_ROOM_H

#include <jansson.h>

#include "match/match.h"
#include "server/history.h"
#include "server/link.h"
#include "server/message.h"
#include "store/store.h"

enum { TABLE_ID_SIZE = 17 }; /* 16 characters and the NUL */

enum room_state {
    ROOM_LOADING,
    ROOM_READY,
    ROOM_BUSY,     /* a change is being written */
    ROOM_DOUBTFUL, /* a write failed; to be read again */
};

struct change;

struct room {
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    enum room_state state;
    struct room *next_in_bucket;

    struct match match;
    int64_t opened, changed;
    char name[SEATS_MAX][NAME_SIZE]; /* of the persons who sit */

    struct history history; /* its events are those on disk */

    /* The bot that thinks, and its turn when the room was busy as it came. */
    bool bot_asked, bot_ready;
    const void *bot_job;
    uint32_t bot_changed;
    struct turn bot_turn;

    struct link *links;   /* followers */
    struct link *waiting; /* for the room to be ready, in order of arrival */
    struct presence presence;
    int64_t due;        /* when match_tick() is to be called */
    int64_t idle_since; /* nobody follows; 0: somebody does */
    int64_t retry_at;   /* in doubt: when the store is asked again */
    struct change *change;
    bool outdated; /* to be read again as soon as it is ready */
};

/* A room of settings that somebody has just sent, its host's first event on its way to disk. */
struct room *room_open(struct hub *hub, const struct match_settings *settings, struct link *host);

/* A room that is about to be read from the store. */
struct room *room_new(struct hub *hub, const char *id);
void room_load(struct room *room);
void room_release(struct room *room);

/* Hands the link its table and all events after those it has seen; it follows from now on. */
void room_follow(struct room *room, struct link *link, const struct message *message);
void room_unfollow(struct link *link);

/* A message that asks for something to happen; the room is ready. */
void room_ask(struct room *room, struct link *link, const struct message *message);

/* Whoever waited for the room goes on, as far as it stays ready. */
void room_serve(struct room *room);

/* A person has another name, or none any more. */
void room_rename(struct room *room, const char *person, const char *name);

/*
 * Somebody has deleted everything about himself: a bot plays on for him, and what he wrote is read
 * from the store again.
 */
void room_forget(struct room *room, const char *person);

/* Time passes: clocks, pauses, tables in doubt.  `now` is in milliseconds since 1970. */
void room_tick(struct room *room, int64_t now);

/* A bot has chosen; `changed` is the match's number for which it was asked. */
void room_bot_turn(struct room *room, uint32_t changed, const struct turn *turn);

/* TABLE for everybody; a new reference. */
json_t *room_public_json(const struct room *room);

#endif
