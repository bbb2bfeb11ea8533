/* Metrics: names, help texts and the exposition format. */
#include "server/metrics.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"

/* `labels` follows the name in braces. Metrics with the same name must be adjacent. */
struct metric_words {
    const char *name, *labels, *help;
};

static const struct metric_words counter_words[COUNTERS] = {
    [COUNTER_CONNECTIONS] = {"railhead_connections_opened_total", "", "WebSockets opened."},
    [COUNTER_CONNECTIONS_REFUSED] = {"railhead_connections_refused_total", "",
                                     "WebSockets refused: too many, or from another site."},
    [COUNTER_REQUESTS] = {"railhead_http_requests_total", "", "Requests over HTTP."},
    [COUNTER_ANSWERS_2XX] = {"railhead_http_answers_total", "{status=\"2xx\"}",
                             "Answers over HTTP by their status."},
    [COUNTER_ANSWERS_3XX] = {"railhead_http_answers_total", "{status=\"3xx\"}", NULL},
    [COUNTER_ANSWERS_4XX] = {"railhead_http_answers_total", "{status=\"4xx\"}", NULL},
    [COUNTER_ANSWERS_5XX] = {"railhead_http_answers_total", "{status=\"5xx\"}", NULL},
    [COUNTER_PAUSES] = {"railhead_connections_paused_total", "",
                        "Pauses of connections that were told to wait and did not."},
    [COUNTER_MESSAGES] = {"railhead_messages_total", "", "Messages of clients."},
    [COUNTER_MESSAGES_REFUSED] = {"railhead_messages_refused_total", "",
                                  "Messages refused: not of the protocol, or too many."},
    [COUNTER_EVENTS] = {"railhead_events_total", "", "Events kept."},
    [COUNTER_MOVES] = {"railhead_moves_total", "", "Turns of persons and bots kept."},
    [COUNTER_MOVES_REFUSED] = {"railhead_moves_refused_total", "",
                               "Turns refused: stale or not legal."},
    [COUNTER_GAMES_STARTED] = {"railhead_games_started_total", "", "Games started."},
    [COUNTER_GAMES_FINISHED] = {"railhead_games_finished_total", "", "Games finished."},
    [COUNTER_STORE_COMMITS] = {"railhead_store_commits_total", "", "Groups of changes on disk."},
    [COUNTER_STORE_FAILURES] = {"railhead_store_failures_total", "",
                                "Groups of changes that could not be kept."},
    [COUNTER_ALLOCATIONS_FAILED] = {"railhead_allocation_failures_total", "",
                                    "Requests and jobs given up because an allocation failed."},
    [COUNTER_EVENTS_FROM_OTHERS] = {"railhead_events_from_others_total", "",
                                    "Events that other servers wrote, at tables followed here."},
    [COUNTER_RACES_LOST] = {"railhead_races_lost_total", "",
                            "Changes for which another server was quicker."},
    [COUNTER_LOOKUPS] = {"railhead_lookups_total", "",
                         "Questions to the store on behalf of connections and requests."},
    [COUNTER_LOOKUPS_FORGOTTEN] = {"railhead_lookups_forgotten_total", "",
                                   "Such questions dropped because the connection had gone."},
    [COUNTER_LOOKUPS_REFUSED] = {"railhead_lookups_refused_total", "",
                                 "Such questions refused because too many were waiting."},
    [COUNTER_HANDSHAKES] = {"railhead_tls_handshakes_total", "{kind=\"full\"}",
                            "TLS handshakes completed."},
    [COUNTER_HANDSHAKES_RESUMED] = {"railhead_tls_handshakes_total", "{kind=\"resumed\"}", NULL},
    [COUNTER_BYTES_SENT] = {"railhead_sent_bytes_total", "", "Bytes sent over WebSockets."},
};

static const struct metric_words gauge_words[GAUGES] = {
    [GAUGE_TABLES_OPEN] = {"railhead_tables", "{state=\"open\"}",
                           "Tables in memory by state, each at the server that minds it."},
    [GAUGE_TABLES_RUNNING] = {"railhead_tables", "{state=\"running\"}", NULL},
    [GAUGE_CONNECTIONS] = {"railhead_connections", "", "WebSockets open now."},
    [GAUGE_BOT_QUEUE] = {"railhead_bot_queue", "", "Turns that wait for a bot."},
    [GAUGE_STORE_QUEUE] = {"railhead_store_queue", "", "Events that wait for the disk."},
    [GAUGE_LOOKUP_QUEUE] = {"railhead_lookup_queue", "", "Lookups that wait for the store."},
    [GAUGE_BYTES_HELD] = {"railhead_held_bytes", "",
                          "Bytes held for connections: not sent yet, or not complete."},
    [GAUGE_BYTES_HISTORY] = {"railhead_history_bytes", "", "Events of tables in memory."},
    [GAUGE_SERVERS] = {"railhead_servers", "", "Servers on the database, with this one."},
    [GAUGE_SHARDS] = {"railhead_shards", "", "Shards of tables that this server minds."},
    [GAUGE_CLUSTER_SHARDS] = {"railhead_cluster_shards", "",
                              "Shards of tables that any server on the database minds."},
    [GAUGE_CLUSTER_TABLES] = {"railhead_cluster_tables", "{state=\"running\"}",
                              "Tables on the database by state, whoever minds them."},
    [GAUGE_STARTED] = {"railhead_start_time_seconds", "", "When the server started."},
    [GAUGE_HEALTHY] = {"railhead_healthy", "",
                       "1 while the store answers and the server does not stop, else 0."},
    [GAUGE_MEMORY] = {"process_resident_memory_bytes", "", "Memory that the process has."},
};

static const struct metric_words timing_words[TIMINGS] = {
    [TIMING_MOVE] = {"railhead_move_seconds", "", "From a turn's message to its acknowledgement."},
    [TIMING_STORE] = {"railhead_store_commit_seconds", "", "A group of changes, to the disk."},
    [TIMING_BOT] = {"railhead_bot_turn_seconds", "", "A bot's turn, without its waiting."},
    [TIMING_REQUEST] = {"railhead_request_seconds", "",
                        "A request of the API, to the last byte of its answer."},
};

/* Upper bounds of the buckets, as numbers and as text. */
static const struct {
    uint64_t most_us;
    const char *seconds;
} buckets[TIMING_BUCKETS] = {
    {500, "0.0005"},  {1000, "0.001"},  {2500, "0.0025"}, {5000, "0.005"},  {10000, "0.01"},
    {25000, "0.025"}, {50000, "0.05"},  {100000, "0.1"},  {250000, "0.25"}, {500000, "0.5"},
    {1000000, "1"},   {2500000, "2.5"}, {5000000, "5"},   {10000000, "10"},
};

void metrics_observe(struct metrics *metrics, enum timing timing, uint64_t microseconds)
{
    struct histogram *histogram = &metrics->timing[timing];
    unsigned bucket = 0;
    while (bucket < TIMING_BUCKETS && microseconds > buckets[bucket].most_us)
        bucket++;
    histogram->bucket[bucket]++;
    histogram->sum_us += microseconds;
}

void metrics_count_answer(struct metrics *metrics, int status)
{
    if (status >= 200 && status < 600)
        metrics_count(metrics, COUNTER_ANSWERS_2XX + (unsigned)status / 100 - 2, 1);
}

/* ---- The last minute ------------------------------------------------------------------------- */

static struct metrics_minute all_until_now(const struct metrics *metrics)
{
    return (struct metrics_minute){.moves = metrics->counter[COUNTER_MOVES],
                                   .groups = metrics->counter[COUNTER_STORE_COMMITS],
                                   .groups_us = metrics->timing[TIMING_STORE].sum_us};
}

void metrics_tick(struct metrics *metrics)
{
    metrics->second[metrics->seconds++ % MINUTE_S] = all_until_now(metrics);
}

struct metrics_minute metrics_last_minute(const struct metrics *metrics)
{
    struct metrics_minute minute = all_until_now(metrics);
    if (metrics->seconds < MINUTE_S)
        return minute;
    const struct metrics_minute *before = &metrics->second[metrics->seconds % MINUTE_S];
    minute.moves -= before->moves;
    minute.groups -= before->groups;
    minute.groups_us -= before->groups_us;
    return minute;
}

/* ---- The process ----------------------------------------------------------------------------- */

/* The second number of the file is the resident size, in pages. */
static int64_t memory_in_use(void)
{
    char buffer[128];
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t length = file >= 0 ? read(file, buffer, sizeof buffer - 1) : 0;
    if (file >= 0)
        close(file);
    if (length <= 0)
        return 0;
    buffer[length] = '\0';
    const char *second = strchr(buffer, ' ');
    return second != NULL ? strtoll(second, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
}

static uint64_t microseconds_of(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_usec;
}

void metrics_look_at_process(struct metrics *metrics)
{
    struct rusage usage;
    metrics_set(metrics, GAUGE_MEMORY, memory_in_use());
    if (getrusage(RUSAGE_SELF, &usage) == 0)
        metrics->cpu_us = microseconds_of(usage.ru_utime) + microseconds_of(usage.ru_stime);
}

/* ---- The text -------------------------------------------------------------------------------- */

static void add_opening(struct text *text, const struct metric_words *words, const char *type)
{
    if (words->help == NULL)
        return; /* continues the metric before */
    text_add(text, "# HELP ");
    text_add(text, words->name);
    text_add_char(text, ' ');
    text_add(text, words->help);
    text_add(text, "\n# TYPE ");
    text_add(text, words->name);
    text_add_char(text, ' ');
    text_add(text, type);
    text_add_char(text, '\n');
}

static void add_sample(struct text *text, const struct metric_words *words, int64_t value)
{
    text_add(text, words->name);
    text_add(text, words->labels);
    text_add_char(text, ' ');
    text_add_number(text, (long)value);
    text_add_char(text, '\n');
}

static void add_bucket(struct text *text, const char *name, const char *limit, uint64_t count)
{
    text_add(text, name);
    text_add(text, "_bucket{le=\"");
    text_add(text, limit);
    text_add(text, "\"} ");
    text_add_number(text, (long)count);
    text_add_char(text, '\n');
}

/* Writes microseconds as seconds. */
static void add_seconds(struct text *text, uint64_t microseconds)
{
    text_add_number(text, (long)(microseconds / 1000000));
    text_add_char(text, '.');
    for (uint64_t unit = 100000; unit > 0; unit /= 10)
        text_add_char(text, (char)('0' + microseconds / unit % 10));
}

static void add_histogram(struct text *text, const char *name, const struct histogram *histogram)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < TIMING_BUCKETS; i++) {
        count += histogram->bucket[i];
        add_bucket(text, name, buckets[i].seconds, count);
    }
    count += histogram->bucket[TIMING_BUCKETS];
    add_bucket(text, name, "+Inf", count);
    text_add(text, name);
    text_add(text, "_sum ");
    add_seconds(text, histogram->sum_us);
    text_add_char(text, '\n');
    text_add(text, name);
    text_add(text, "_count ");
    text_add_number(text, (long)count);
    text_add_char(text, '\n');
}

void metrics_write_server(const char *name, const char *version, struct text *text)
{
    static const struct metric_words words = {"railhead_server_info", "", "Which server this is."};
    add_opening(text, &words, "gauge");
    text_add(text, words.name);
    text_add(text, "{server=\"");
    text_add(text, name);
    text_add(text, "\",version=\"");
    text_add(text, version);
    text_add(text, "\"} 1\n");
}

static void add_cpu(struct text *text, uint64_t microseconds)
{
    static const struct metric_words words = {"process_cpu_seconds_total", "",
                                              "Time that the process has computed."};
    add_opening(text, &words, "counter");
    text_add(text, words.name);
    text_add_char(text, ' ');
    add_seconds(text, microseconds);
    text_add_char(text, '\n');
}

void metrics_write(const struct metrics *metrics, struct text *text)
{
    add_cpu(text, metrics->cpu_us);
    for (unsigned i = 0; i < COUNTERS; i++) {
        add_opening(text, &counter_words[i], "counter");
        add_sample(text, &counter_words[i], (int64_t)metrics->counter[i]);
    }
    for (unsigned i = 0; i < GAUGES; i++) {
        add_opening(text, &gauge_words[i], "gauge");
        add_sample(text, &gauge_words[i], metrics->gauge[i]);
    }
    for (unsigned i = 0; i < TIMINGS; i++) {
        add_opening(text, &timing_words[i], "histogram");
        add_histogram(text, timing_words[i].name, &metrics->timing[i]);
    }
    CHECK(!text->cut);
}
