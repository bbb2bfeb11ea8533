/*
 * The servers of one database: their membership, the tables each of them owns, and their
 * notifications.
 *
 * A server that joins gets a number that is never reused. It sends heartbeats about once a second;
 * the others watch by their own clocks whether its heartbeats continue, so that clocks of machines
 * need not agree. A server without heartbeats for too long is expired: its row is deleted, and
 * everything it writes under that number fails from then on, including what it had begun. It may
 * join again with another number.
 *
 * Each table belongs to a shard, and each shard to at most one server: that server asks the bots of
 * the table and runs its clocks.
 *
 * All calls but store_listener_read() follow the conventions of store.h: in a group, or each as its
 * own.
 */
#ifndef RAILHEAD_STORE_STORE_MEMBERS_H
#define RAILHEAD_STORE_STORE_MEMBERS_H

#include "store/store.h"

enum { STORE_SHARDS = 256, STORE_NOTIFICATION_SIZE = 7900 };

/* Returns true if the database may have several servers. */
bool store_is_shared(const char *url);

/*
 * Timeouts of a server's connections: late results are useless, and a server that stops in the
 * middle of a heartbeat must not delay the others.
 */
enum store_use { STORE_TO_WRITE, STORE_TO_READ, STORE_TO_HEARTBEAT };
void store_hurry(struct store *store, enum store_use use);

/* A number that was never used before. */
enum store_result store_member_join(struct store *store, const char *name, int64_t *number);

struct store_times {
    int64_t now;     /* by the database's clock */
    int64_t resumed; /* when servers returned after a time without any */
};

/*
 * `now` is the caller's time, for a database without a clock. Returns STORE_NONE if the server has
 * been expired.
 */
enum store_result store_member_heartbeat(struct store *store, int64_t number, int64_t now,
                                         struct store_times *times);

/* The database's clock. */
enum store_result store_time(struct store *store, int64_t *now);

struct store_member {
    int64_t number, heartbeat;
    const char *name;
};
typedef void store_member_found(void *context, const struct store_member *member);

/* In the order of their numbers. */
enum store_result store_members(struct store *store, store_member_found *found, void *context);

/*
 * Expires a server whose heartbeat is still `heartbeat`: deletes it, frees its shards and ends its
 * connections. Returns STORE_NONE if it has sent another, or has gone.
 */
enum store_result store_member_expire(struct store *store, int64_t number, int64_t heartbeat);

/* Leaves voluntarily and frees its shards. */
enum store_result store_member_leave(struct store *store, int64_t number);

/* Takes up to `count` free shards. */
enum store_result store_shards_take(struct store *store, int64_t number, unsigned count);
enum store_result store_shard_free(struct store *store, int64_t number, unsigned shard);
enum store_result store_shards_of(struct store *store, int64_t number,
                                  void (*found)(void *context, unsigned shard), void *context);

struct store_counts {
    int64_t shards; /* shards with an owner */
    int64_t tables; /* running games */
};
enum store_result store_cluster_count(struct store *store, struct store_counts *counts);

/*
 * From now on all groups of the store are written by the server of that number, and fail once it is
 * expired. Groups of STORE_NOBODY always fail; 0 is for a store of a single server.
 */
#define STORE_NOBODY INT64_C(-1)
void store_write_as(struct store *store, int64_t number);

/* Returns true if the store belongs to a member, so that others are notified. */
bool store_notifies(const struct store *store);

/*
 * Inside a group of a member's store: queues a line that all servers receive, in the order of
 * commits, if the group commits. Does nothing without a number. `cause` is the id of the request,
 * "" for none: it is appended after an '@'.
 */
__attribute__((format(printf, 3, 4))) void store_notify(struct store *store, const char *cause,
                                                        const char *format, ...);

/* Sends the group's notifications before its end, for a group that also removes the number. */
enum store_result store_notify_now(struct store *store);

/* ---- Receiving notifications ----------------------------------------------------------------- */

/*
 * A connection that receives the notifications of all servers, including this one. Returns NULL
 * with a sentence on failure, and for a database in a file, which has a single server.
 */
struct store_listener;
struct store_listener *store_listener_open(const char *url, char reason[STORE_REASON_SIZE]);
void store_listener_close(struct store_listener *listener);

enum store_listener_result {
    STORE_LISTENER_MESSAGES,    /* `text` has lines, sent by `from` */
    STORE_LISTENER_NOTHING,     /* nothing arrived in time */
    STORE_LISTENER_RECONNECTED, /* connected, or reconnected: earlier notifications may have been
                                   missed */
    STORE_LISTENER_FAILED,      /* there is no connection; `text` is the reason */
};

/* Waits up to `ms` for notifications; connecting may take longer. */
enum store_listener_result store_listener_read(struct store_listener *listener, int64_t ms,
                                               int64_t *from,
                                               char text[STORE_NOTIFICATION_SIZE + 1]);

/*
 * Returns a descriptor that becomes readable when notifications arrive. It stays the same for the
 * listener's lifetime.
 */
int store_listener_descriptor(const struct store_listener *listener);

/* Drops the connection, if there is one, since an expected notification did not arrive. */
void store_listener_reconnect(struct store_listener *listener);

#endif
