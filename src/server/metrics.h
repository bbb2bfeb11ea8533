/*
 * What the server counts and measures, written in the text format of Prometheus.
 *
 * One struct without pointers, all zero at the start, for the thread of the event loop alone.  To
 * add a metric: a name in an enum here, and its words in metrics.c.
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
    COUNTER_MESSAGES,            /* of clients */
    COUNTER_MESSAGES_REFUSED,    /* not of the protocol, or over a limit */
    COUNTER_EVENTS,              /* kept */
    COUNTER_MOVES,               /* turns of persons and bots, kept */
    COUNTER_MOVES_REFUSED,       /* stale or not legal */
    COUNTER_GAMES_STARTED,
    COUNTER_GAMES_FINISHED,
    COUNTER_STORE_COMMITS,
    COUNTER_STORE_FAILURES,
    COUNTER_EVENTS_FROM_OTHERS, /* written by other servers */
    COUNTER_RACES_LOST,         /* changes for which another server was quicker */
    COUNTER_BYTES_SENT,         /* over WebSockets, before compression and TLS */
    COUNTERS,
};

/* What goes up and down. */
enum gauge {
    GAUGE_TABLES_OPEN,
    GAUGE_TABLES_RUNNING,
    GAUGE_CONNECTIONS,
    GAUGE_BOT_QUEUE,     /* turns that wait for a bot */
    GAUGE_STORE_QUEUE,   /* events that wait for the disk */
    GAUGE_BYTES_HELD,    /* for connections: what waits to be sent, what is not complete */
    GAUGE_BYTES_HISTORY, /* of the events of all tables in memory */
    GAUGE_SERVERS,       /* on the database, with this one */
    GAUGE_SHARDS,        /* of tables that this server minds */
    GAUGE_STARTED,       /* when the server did, in seconds since 1970 */
    GAUGES,
};

/* How long something took. */
enum timing {
    TIMING_MOVE,  /* from a turn's message to its acknowledgement */
    TIMING_STORE, /* a group of changes, to the disk */
    TIMING_BOT,   /* a bot's turn, without its waiting */
    TIMINGS,
};

enum { TIMING_BUCKETS = 14 }; /* besides the last one, which has no limit */

struct histogram {
    uint64_t bucket[TIMING_BUCKETS + 1]; /* each by itself; they are summed when written */
    uint64_t sum_us;
};

struct metrics {
    uint64_t counter[COUNTERS];
    int64_t gauge[GAUGES];
    struct histogram timing[TIMINGS];
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

enum { METRICS_TEXT_SIZE = 8192 }; /* room for all of them, with the NUL */
#define METRICS_CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"

void metrics_write(const struct metrics *metrics, struct text *text);

#endif
