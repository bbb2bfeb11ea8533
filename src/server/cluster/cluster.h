/*
 * A server among others on one database: its number, which tables it minds, and the others.
 *
 * All zero for a server that is alone, and minds everything.  The beat goes on a crew of its own
 * with a connection of its own, about once a second; hub_cluster.c says what follows from it.
 *
 *      no number  --joins-->  a member  --its beats are answered in time-->  minds its shards
 *          ^                     |
 *          '---- is buried ------'  not in time: minds nothing, and answers for no table
 */
#ifndef RAILHEAD_SERVER_CLUSTER_CLUSTER_H
#define RAILHEAD_SERVER_CLUSTER_CLUSTER_H

#include "server/worker_pool.h"
#include "store/store_members.h"

enum { MEMBERS_MAX = 1024 };

/* Another server, and since when its beat has been the same. */
struct member {
    int64_t number, heartbeat, since;
};

struct cluster {
    struct worker_pool *pool;          /* NULL: we are alone */
    struct cluster_listener *listener; /* or NULL, where somebody else calls hub_take_messages() */
    int64_t number;                    /* ours; 0 while we are none of them */
    int64_t named;                     /* as whom the writer writes */
    bool naming_is_out;
    int64_t held;    /* when the last beat began that was answered */
    bool is_out;     /* a beat is under way */
    bool is_urgent;  /* another is to follow at once */
    int64_t next;    /* when the next one is due */
    bool was_lost;   /* beats have not been answered in time */
    int64_t resumed; /* clocks run from then on at the earliest */

    bool owned[STORE_SHARDS], freed[STORE_SHARDS];
    unsigned shards; /* that are mine */

    struct member member[MEMBERS_MAX]; /* the others */
    unsigned members;

    int64_t heard;            /* when we last heard ourselves */
    bool is_not_listening;    /* and nothing since, as far as we know */
    bool announces_followers; /* who is here at all tables is to be told */
    bool asks_followers;      /* who is there at all tables, at the other servers */
    bool list_changed, list_is_out;
    int64_t list_next;
    bool reads_running; /* tables of new shards are to be read */

    struct store_counts counts; /* of all servers together, for the metrics, */
    bool count_is_out;          /* which are being counted, */
    int64_t count_next;         /* or will be */
};

#endif
