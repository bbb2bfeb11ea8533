/*
 * Counters, gauges and histograms of the server, in the text format of Prometheus.
 *
 * One struct without pointers, zero-initialised, for the event loop's thread only. To add a metric:
 * a name in an enum here, its help text in metrics.c, and a panel in contrib/monitoring/ if hosts
 * need it.
 */
#ifndef RAILHEAD_SERVER_METRICS_H
#define RAILHEAD_SERVER_METRICS_H

#include <stdint.h>

#include "text/text.h"

/* Counters, which only increase. */
enum counter {
    COUNTER_CONNECTIONS,         /* WebSockets opened */
    COUNTER_CONNECTIONS_REFUSED, /* over a limit, or from another site */
    COUNTER_REQUESTS,            /* HTTP requests */
    COUNTER_ANSWERS_2XX,         /* responses by status class */
    COUNTER_ANSWERS_3XX,
    COUNTER_ANSWERS_4XX,
    COUNTER_ANSWERS_5XX,
    COUNTER_PAUSES,           /* of connections that were refused as `slow` repeatedly */
    COUNTER_MESSAGES,         /* from clients */
    COUNTER_MESSAGES_REFUSED, /* malformed, or over a limit */
    COUNTER_EVENTS,           /* stored */
    COUNTER_MOVES,            /* turns of players and bots, stored */
    COUNTER_MOVES_REFUSED,    /* stale or illegal */
    COUNTER_GAMES_STARTED,
    COUNTER_GAMES_FINISHED,
    COUNTER_STORE_COMMITS,
    COUNTER_STORE_FAILURES,
    COUNTER_ALLOCATIONS_FAILED, /* each gave up a request or a job */
    COUNTER_EVENTS_FROM_OTHERS, /* written by other servers */
    COUNTER_RACES_LOST,         /* writes that lost a race against another server */
    COUNTER_LOOKUPS,            /* store lookups queued on behalf of clients */
    COUNTER_LOOKUPS_FORGOTTEN,  /* abandoned since their connection had gone */
    COUNTER_LOOKUPS_REFUSED,    /* not queued: the queue was full */
    COUNTER_HANDSHAKES,         /* full TLS handshakes, with a signature */
    COUNTER_HANDSHAKES_RESUMED, /* resumed TLS sessions */
    COUNTER_BYTES_SENT,         /* over WebSockets, before TLS */
    COUNTERS,
};

/* Gauges, which go up and down. */
enum gauge {
    GAUGE_TABLES_OPEN,
    GAUGE_TABLES_RUNNING,
    GAUGE_CONNECTIONS,
    GAUGE_BOT_QUEUE,      /* turns waiting for a bot */
    GAUGE_STORE_QUEUE,    /* events waiting for the disk */
    GAUGE_LOOKUP_QUEUE,   /* other jobs waiting for the store */
    GAUGE_BYTES_HELD,     /* memory quota in use: outboxes, incomplete input */
    GAUGE_BYTES_HISTORY,  /* events of all tables in memory */
    GAUGE_SERVERS,        /* on the database, including this one */
    GAUGE_SHARDS,         /* of tables, owned by this server */
    GAUGE_CLUSTER_SHARDS, /* owned by any server */
    GAUGE_CLUSTER_TABLES, /* running, on the database */
    GAUGE_STARTED,        /* start of the server, in seconds since 1970 */
    GAUGE_HEALTHY,        /* whether /healthz reports healthy: 1 or 0 */
    GAUGE_MEMORY,         /* resident memory of the process, in bytes */
    GAUGES,
};

/* Durations. */
enum timing {
    TIMING_MOVE,    /* from a turn's message to its acknowledgement */
    TIMING_STORE,   /* commit of a group of writes */
    TIMING_BOT,     /* computing time of a bot's turn, without queueing */
    TIMING_REQUEST, /* API request, from its head to the last byte of the response */
    TIMINGS,
};

enum { TIMING_BUCKETS = 14 }; /* plus one without an upper bound */

struct histogram {
    uint64_t bucket[TIMING_BUCKETS + 1]; /* not cumulative; they are summed up when written */
    uint64_t sum_us;
};

/* Totals of the last minute, or a snapshot of them. */
struct metrics_minute {
    uint64_t moves;
    uint64_t groups;    /* of writes, committed */
    uint64_t groups_us; /* total duration of those commits */
};

enum { MINUTE_S = 60 };

struct metrics {
    uint64_t counter[COUNTERS];
    int64_t gauge[GAUGES];
    struct histogram timing[TIMINGS];
    uint64_t cpu_us; /* CPU time of the process */

    struct metrics_minute second[MINUTE_S]; /* ring of snapshots, one per second */
    unsigned seconds;                       /* seconds elapsed */
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

/* Counts an HTTP response. */
void metrics_count_answer(struct metrics *metrics, int status);

/* Call once a second. */
void metrics_tick(struct metrics *metrics);
struct metrics_minute metrics_last_minute(const struct metrics *metrics);

/* Reads CPU time and memory of the process. */
void metrics_look_at_process(struct metrics *metrics);

enum { METRICS_TEXT_SIZE = 16384 }; /* capacity for all metrics, with the NUL */
#define METRICS_CONTENT_TYPE "text/plain; version=0.0.4; charset=utf-8"

/* Writes the server's name (letters, digits and "-._:") and version. */
void metrics_write_server(const char *name, const char *version, struct text *text);
void metrics_write(const struct metrics *metrics, struct text *text);

#endif
