/*
 * What the server counts and measures, written in the text format of Prometheus.
 *
 * One struct without pointers, all zero at the start, for the thread of the event loop alone.  To
 * add a metric: a name in an enum here, its words in metrics.c, and a place for it in
 * contrib/monitoring/ if a host should look at it.
 */
#ifndef RAILHEAD_SERVER_METRICS_H
#define RAILHEAD_SERVER_METRICS_H

#include <stdint.h>

#include "core/text.h"

/* What only ever grows. */
enum counter {
    COUNTER_CONNECTIONS,         /* WebSockets that were opened */
    COUNTER_CONNECTIONS_REFUSED, /* over a limit, or from another site */
    COUNTER_REQUESTS,            /* over HTTP */
    COUNTER_ANSWERS_2XX,         /* by their status */
    COUNTER_ANSWERS_3XX,
    COUNTER_ANSWERS_4XX,
    COUNTER_ANSWERS_5XX,
    COUNTER_PAUSES,           /* of connections that were refused as `slow` again and again */
    COUNTER_MESSAGES,         /* of clients */
    COUNTER_MESSAGES_REFUSED, /* not of the protocol, or over a limit */
    COUNTER_EVENTS,           /* kept */
    COUNTER_MOVES,            /* turns of persons and bots, kept */
    COUNTER_MOVES_REFUSED,    /* stale or not legal */
    COUNTER_GAMES_STARTED,
    COUNTER_GAMES_FINISHED,
    COUNTER_STORE_COMMITS,
    COUNTER_STORE_FAILURES,
    COUNTER_ALLOCATIONS_FAILED, /* after which a request or a job was given up */
    COUNTER_EVENTS_FROM_OTHERS, /* written by other servers */
    COUNTER_RACES_LOST,         /* changes for which another server was quicker */
    COUNTER_LOOKUPS,            /* that strangers made the readers do, or would have */
    COUNTER_LOOKUPS_FORGOTTEN,  /* of them, whose connection had gone before they began */
    COUNTER_LOOKUPS_REFUSED,    /* that were not queued: too many were waiting */
    COUNTER_HANDSHAKES,         /* of TLS, with a signature, */
    COUNTER_HANDSHAKES_RESUMED, /* or of a session that had been before */
    COUNTER_BYTES_SENT,         /* over WebSockets, before compression and TLS */
    COUNTERS,
};

/* What goes up and down. */
enum gauge {
    GAUGE_TABLES_OPEN,
    GAUGE_TABLES_RUNNING,
    GAUGE_CONNECTIONS,
    GAUGE_BOT_QUEUE,      /* turns that wait for a bot */
    GAUGE_STORE_QUEUE,    /* events that wait for the disk */
    GAUGE_LOOKUP_QUEUE,   /* what else waits for the store */
    GAUGE_BYTES_HELD,     /* for connections: what waits to be sent, what is not complete */
    GAUGE_BYTES_HISTORY,  /* of the events of all tables in memory */
    GAUGE_SERVERS,        /* on the database, with this one */
    GAUGE_SHARDS,         /* of tables that this server minds */
    GAUGE_CLUSTER_SHARDS, /* that any server minds */
    GAUGE_CLUSTER_TABLES, /* with a game, on the database */
    GAUGE_STARTED,        /* when the server did, in seconds since 1970 */
    GAUGE_HEALTHY,        /* whether /healthz says so: 1 or 0 */
    GAUGE_MEMORY,         /* that the process has of the machine's, in bytes */
    GAUGES,
};

/* How long something took. */
enum timing {
    TIMING_MOVE,    /* from a turn's message to its acknowledgement */
    TIMING_STORE,   /* a group of changes, to the disk */
    TIMING_BOT,     /* a bot's turn, without its waiting */
    TIMING_REQUEST, /* of the API, from its head to the last byte of its answer */
    TIMINGS,
};

enum { TIMING_BUCKETS = 14 }; /* besides the last one, which has no limit */

struct histogram {
    uint64_t bucket[TIMING_BUCKETS + 1]; /* each by itself; they are summed when written */
    uint64_t sum_us;
};

/* What happened in the last minute, or until then. */
struct metrics_minute {
    uint64_t moves;
    uint64_t groups;    /* of changes, on the disk */
    uint64_t groups_us; /* and how long that took them all */
};

enum { MINUTE_S = 60 };

struct metrics {
    uint64_t counter[COUNTERS];
    int64_t gauge[GAUGES];
    struct histogram timing[TIMINGS];
    uint64_t cpu_us; /* that the process has computed */

    struct metrics_minute second[MINUTE_S]; /* as it stood at the last seconds: a ring */
    unsigned seconds;                       /* that have passed */
};

static inline void metrics_count(struct metrics *metrics, enum counter counter, uint64_t more)
{
    metrics->counter[counter] += more;
}

static inline void metrics_set(struct metrics *metrics, enum gauge gauge, int64_t value)
{
    metrics->gauge[gauge] = value;
}

void metrics_observe(struct metrics *metrics, enum timing timing, uint64_t microseconds);

/* An answer over HTTP. */
void metrics_count_answer(struct metrics *metrics, int status);

/* Once a second. */
void metrics_tick(struct metrics *metrics);
struct metrics_minute metrics_last_minute(const struct metrics *metrics);

/* Takes down what the system knows of this process. */
void metrics_look_at_process(struct metrics *metrics);

enum { METRICS_TEXT_SIZE = 16384 }; /* room for all of them, with the NUL */
#define METRICS_CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* Which server it is: a name of letters, digits and "-._:", and its version. */
void metrics_write_server(const char *name, const char *version, struct text *text);
void metrics_write(const struct metrics *metrics, struct text *text);

#endif
