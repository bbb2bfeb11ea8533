/*
 * This server among others on one database: its number, the tables it owns, and the other servers.
 *
 * All zero for a server that is alone and owns everything. Heartbeats run on a worker pool and a
 * connection of their own, about once a second; hub_cluster.c acts on their results.
 *
 *      no number  --joins-->  a member  --its heartbeats are answered in time-->  owns its shards
 *          ^                     |
 *          '----- expires -------'  not in time: owns nothing, and answers for no table
 */
#ifndef RAILHEAD_SERVER_CLUSTER_CLUSTER_H
#define RAILHEAD_SERVER_CLUSTER_CLUSTER_H

#include "server/worker_pool.h"
#include "store/store_members.h"

enum { MEMBERS_MAX = 1024 };

/* Another server, and since when its heartbeat has been the same. */
struct member {
    int64_t number, heartbeat, since;
};

struct cluster {
    struct worker_pool *pool;          /* NULL: this server is alone */
    struct cluster_listener *listener; /* or NULL if the caller calls hub_take_messages() */
    int64_t number;                    /* our number; 0 while we are not a member */
    int64_t named;                     /* number under which the writer writes */
    bool naming_is_out;
    int64_t held;    /* start of the last heartbeat that was answered */
    bool is_out;     /* a heartbeat is under way */
    bool is_urgent;  /* another one should follow at once */
    int64_t next;    /* when the next one is due */
    bool was_lost;   /* heartbeats have not been answered in time */
    int64_t resumed; /* clocks run from this time on at the earliest */

    bool owned[STORE_SHARDS], freed[STORE_SHARDS];
    unsigned shards; /* number of owned shards */

    struct member member[MEMBERS_MAX]; /* the other servers */
    unsigned members;

    int64_t heard;            /* when we last received our own notification */
    bool is_not_listening;    /* the listener has failed since then */
    bool announces_followers; /* the followers of all tables here must be announced again */
    bool asks_followers;      /* the followers at the other servers must be asked for */
    bool list_changed, list_is_out;
    int64_t list_next;
    bool reads_running; /* tables of new shards must be loaded */

    struct store_counts counts; /* totals of all servers, for the metrics */
    bool count_is_out;          /* a count is under way */
    int64_t count_next;         /* when the next one is due */
};

#endif
