/*
 * The servers of one database: who they are, which tables each of them minds, and what they tell
 * each other.
 *
 * A server that joins gets a number that no other ever had or will have.  It beats, about once a
 * second; the others see whether its beats go on, by their own clocks, so that no two machines have
 * to agree on the time.  One that has not beaten for too long is buried: its row goes, and what it
 * writes under that number from then on fails, also what it had begun.  It may join again, as
 * another.
 *
 * Tables belong to shards, and each shard to at most one server: that one asks the bots there, and
 * sees to the clocks.
 *
 * All calls but store_listener_read() are made as those of store.h are: in a group, or each a group
 * by itself.
 */
#ifndef RAILHEAD_STORE_STORE_MEMBERS_H
#define RAILHEAD_STORE_STORE_MEMBERS_H

#include "store/store.h"

enum { STORE_SHARDS = 256, STORE_NOTIFICATION_SIZE = 7900 };

/* Whether a database may have several servers. */
bool store_is_shared(const char *url);

/*
 * For a server: what is late is of no use, and who stands still in the middle of a beat must not
 * hold up the others.
 */
enum store_use { STORE_TO_WRITE, STORE_TO_READ, STORE_TO_HEARTBEAT };
void store_hurry(struct store *store, enum store_use use);

/* A number that was never given before. */
enum store_result store_member_join(struct store *store, const char *name, int64_t *number);

struct store_times {
    int64_t now;     /* by the database's clock */
    int64_t resumed; /* when servers came back after a time without any */
};

/* `now` is the caller's time, for a database that has no clock.  STORE_NONE for one that is buried.
 */
enum store_result store_member_heartbeat(struct store *store, int64_t number, int64_t now,
                                         struct store_times *times);

/* What the database's clock says. */
enum store_result store_time(struct store *store, int64_t *now);

struct store_member {
    int64_t number, heartbeat;
    const char *name;
};
typedef void store_member_found(void *context, const struct store_member *member);

/* In the order of their numbers. */
enum store_result store_members(struct store *store, store_member_found *found, void *context);

/*
 * A server that has not beaten since `beat`: it is none any more, its shards are nobody's, and its
 * connections are ended.  STORE_NONE when it has beaten, or has gone.
 */
enum store_result store_member_expire(struct store *store, int64_t number, int64_t heartbeat);

/* It goes by itself; its shards are nobody's. */
enum store_result store_member_leave(struct store *store, int64_t number);

/* Takes at most so many shards that are nobody's. */
enum store_result store_shards_take(struct store *store, int64_t number, unsigned count);
enum store_result store_shard_free(struct store *store, int64_t number, unsigned shard);
enum store_result store_shards_of(struct store *store, int64_t number,
                                  void (*found)(void *context, unsigned shard), void *context);

struct store_counts {
    int64_t shards; /* that are somebody's */
    int64_t tables; /* with a game that runs, whoever minds them */
};
enum store_result store_cluster_count(struct store *store, struct store_counts *counts);

/*
 * From now on all groups of the store are written by the server of that number, and fail when it is
 * buried.  Those of STORE_NOBODY always do; 0 for a store that is not written by one of several.
 */
#define STORE_NOBODY INT64_C(-1)
void store_write_as(struct store *store, int64_t number);

/* Whether it is written as one of them: then the others are told. */
bool store_notifies(const struct store *store);

/*
 * In a group of a store that is written as a server: a line that all servers hear, in the order of
 * commits, if the group is committed.  Nothing where there is no such number.  `cause` is the id of
 * the request that it comes from, "" for none: the last word of the line, after an '@'.
 */
__attribute__((format(printf, 3, 4))) void store_notify(struct store *store, const char *cause,
                                                        const char *format, ...);

/* Tells what the group has to tell before its end, as when the number goes with it. */
enum store_result store_notify_now(struct store *store);

/* ---- Hearing --------------------------------------------------------------------------------- */

/*
 * A connection of its own, that hears what all servers tell, this one too.  NULL with a sentence
 * when there is none to be had: a database in a file has one server, and nothing to hear.
 */
struct store_listener;
struct store_listener *store_listener_open(const char *url, char reason[STORE_REASON_SIZE]);
void store_listener_close(struct store_listener *listener);

enum store_listener_result {
    STORE_LISTENER_MESSAGES,    /* `text` has lines, and `from` is who told them */
    STORE_LISTENER_NOTHING,     /* for so long */
    STORE_LISTENER_RECONNECTED, /* it is connected, or again: what was told before may have been
                                   missed */
    STORE_LISTENER_FAILED,      /* there is no connection; `text` is the reason */
};

/* Waits at most so long for news; it may take longer to connect. */
enum store_listener_result store_listener_read(struct store_listener *listener, int64_t ms,
                                               int64_t *from,
                                               char text[STORE_NOTIFICATION_SIZE + 1]);

/* Can be read when there is something to hear, for as long as there is an ear. */
int store_listener_descriptor(const struct store_listener *listener);

/* Gives the connection up, if there is one: whoever should have heard something and did not. */
void store_listener_reconnect(struct store_listener *listener);

#endif
