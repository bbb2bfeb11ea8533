/*
 * The load generator: tables of people who play as fast as a server allows, or at a given rate, in
 * one thread over real WebSockets.
 *
 *     build/load --port 1869 [--tables 1000] [--seats 4] [--seconds 20] [--rate MOVES] [--pid PID]
 *                       [--from ADDRESS --addresses N] [--patient] [--echo]
 *
 * Connects everybody, opens the tables and lets all sit down (with --pid, tells what that costs the
 * server in memory), then plays.  A move counts when its player has received it as an event, so it
 * has been acknowledged and is on disk; latency is the time from sending it to that.
 * bench/server.mjs runs a server and this for docs/performance.md; bench/floods.mjs has people play
 * through floods, asks for a report of each phase with SIGUSR1 and ends it with SIGTERM.
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/rng.h"
#include "cli/program.h"
#include "load_table.h"

enum {
    TABLES_AT_ONCE = 16, /* that are being connected and opened */
    EVENTS_AT_ONCE = 256,
    SAMPLES_MAX = 1 << 25,
    SECOND_MS = 1000,
    SETTLE_MS = 1000,     /* before the memory of idle connections is read */
    AGAIN_MS = 100,       /* how often patient people look whether to try again */
    PATIENCE_MS = 120000, /* for everybody to sit down */
    GAME_TURNS = 54,      /* of a game between random players, about */
};

#define SECOND_NS INT64_C(1000000000)
#define MS_NS     INT64_C(1000000)

struct plan {
    uint64_t port, servers, tables, seats, seconds, warm_up, rate, pid, addresses;
    const char *from;
    bool patient, echo, json, tls;
};

struct run {
    struct load load; /* first, so that a load leads to its run */
    const struct plan *plan;

    /* Latencies in microseconds, while it is measured. */
    bool measuring;
    uint32_t *sample;
    size_t samples;

    /* With a rate: the tables that think, a heap by the time when each moves. */
    struct load_table **heap;
    size_t thinking;
    struct rng rng;

    long memory_before, memory_idle; /* of the server, in kilobytes; 0 unknown */
    double connect_seconds;

    /* A phase that is reported by itself. */
    int signals; /* to be read: what was asked for from outside */
    bool is_over;
    int64_t phase_since, looked_again;
    double seconds;
    double server_cpu, own_cpu; /* seconds of processor time: its start, then what it took */
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "load: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

/* ---- What tables ask for -----------------------------------------------------------------------
 */

static void think(struct run *run, struct load_table *table, int64_t until)
{
    size_t at = run->thinking++;
    table->thinks = true;
    table->due = until;
    for (; at > 0 && run->heap[(at - 1) / 2]->due > until; at = (at - 1) / 2)
        run->heap[at] = run->heap[(at - 1) / 2];
    run->heap[at] = table;
}

static struct load_table *first_due(struct run *run)
{
    struct load_table *first = run->heap[0], *last = run->heap[--run->thinking];
    size_t at = 0;
    for (size_t next = 1; next < run->thinking; next = 2 * at + 1) {
        if (next + 1 < run->thinking && run->heap[next + 1]->due < run->heap[next]->due)
            next++;
        if (run->heap[next]->due >= last->due)
            break;
        run->heap[at] = run->heap[next];
        at = next;
    }
    run->heap[at] = last;
    first->thinks = false;
    return first;
}

/* From nothing to twice as long as the rate leaves to each table on average. */
static int64_t time_to_think(struct run *run)
{
    const double each = SECOND_NS * (double)run->load.tables / (double)run->plan->rate;
    return (int64_t)(rng_unit(&run->rng) * 2 * each);
}

/* Games that begin together would end together, and so would those after them. */
static int64_t time_to_begin(struct run *run)
{
    const double game = GAME_TURNS * (double)run->load.tables / (double)run->plan->rate;
    const double warm_up = (double)run->plan->warm_up;
    return (int64_t)(rng_unit(&run->rng) * SECOND_NS * (game < warm_up ? game : warm_up));
}

static void may_move(struct load *load, struct load_table *table)
{
    struct run *run = (struct run *)load;
    if (run->plan->rate == 0)
        load_table_move(table);
    else if (!table->thinks)
        think(run, table,
              load_clock() + (table->due == 0 ? time_to_begin(run) : time_to_think(run)));
}

static void pace(struct run *run)
{
    const int64_t now = load_clock();
    while (run->thinking > 0 && run->heap[0]->due <= now)
        load_table_move(first_due(run));
}

static void moved(struct load *load, int64_t nanoseconds)
{
    struct run *run = (struct run *)load;
    if (run->measuring && run->samples < SAMPLES_MAX)
        run->sample[run->samples++] = (uint32_t)(nanoseconds / 1000);
}

/* ---- Measuring ---------------------------------------------------------------------------------
 */

/* The resident memory of a process in kilobytes, 0 where it cannot be read. */
static long memory_of(uint64_t pid)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%" PRIu64 "/status", pid);
    FILE *file = pid != 0 ? fopen(path, "r") : NULL;
    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    fclose(file);
    return kilobytes;
}

/* Processor time of a process in seconds, of all its threads; 0 where it cannot be read. */
static double cpu_of(uint64_t pid)
{
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%" PRIu64 "/stat", pid);
    FILE *file = pid != 0 ? fopen(path, "r") : NULL;
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) != NULL) {
        /* The name may hold anything; what follows it is in order. */
        const char *rest = strrchr(line, ')');
        if (rest == NULL || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                                   &user, &system) != 2)
            user = system = 0;
    }
    fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static int compare_samples(const void *one, const void *other)
{
    const uint32_t a = *(const uint32_t *)one;
    const uint32_t b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* In milliseconds; the samples are sorted. */
static double percentile(const struct run *run, double share)
{
    if (run->samples == 0)
        return 0;
    return run->sample[(size_t)(share * (double)(run->samples - 1))] / 1000.0;
}

static void report(struct run *run)
{
    const double connections = (double)run->load.tables * run->load.seats;
    const double each = (double)(run->memory_idle - run->memory_before) / connections;
    const double moves = (double)run->samples / run->seconds;
    const double micros = 1e6 / (double)(run->samples > 0 ? run->samples : 1);
    qsort(run->sample, run->samples, sizeof *run->sample, compare_samples);
    if (run->plan->json) {
        printf(
            "{\"tables\":%u,\"connections\":%.0f,\"rate\":%" PRIu64 ",\"moves_a_second\":%.0f,"
            "\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f,\"games\":%" PRIu64
            ",\"connect_s\":%.2f,\"kb_a_connection\":%.2f,\"server_cpu_us_a_move\":%.1f,"
            "\"load_cpu_us_a_move\":%.1f,\"server_cpu_s\":%.2f,\"moves\":%zu,\"refused\":%" PRIu64
            ",\"disconnects\":%" PRIu64 "}\n",
            run->load.tables, connections, run->plan->rate, moves, percentile(run, 0.5),
            percentile(run, 0.99), percentile(run, 1), run->load.games, run->connect_seconds, each,
            micros * run->server_cpu, micros * run->own_cpu, run->server_cpu, run->samples,
            run->load.refused, run->load.disconnects);
        return;
    }
    printf("%u tables, %.0f connections; all sat after %.2f s\n", run->load.tables, connections,
           run->connect_seconds);
    if (run->memory_idle != 0)
        printf(
            "%.1f KB of the server's memory for each idle connection with its share of a table\n",
            each);
    printf("%.0f moves acknowledged a second over %.1f s, %" PRIu64 " games finished\n", moves,
           run->seconds, run->load.games);
    printf("latency %.2f ms (median), %.2f ms (99th percentile), %.2f ms (longest)\n",
           percentile(run, 0.5), percentile(run, 0.99), percentile(run, 1));
    printf(
        "processor time for a move: %.1f us of the server (with --pid), %.1f us of this program\n",
        micros * run->server_cpu, micros * run->own_cpu);
    if (run->load.patient)
        printf("%" PRIu64 " messages refused, %" PRIu64 " connections lost\n", run->load.refused,
               run->load.disconnects);
}

/* A move that is still on its way has taken that long at least. */
static void count_pending(struct run *run)
{
    for (unsigned i = 0; i < run->load.tables; i++)
        for (unsigned seat = 0; seat < run->load.seats; seat++)
            if (run->load.table[i].seat[seat].sent_number != 0)
                moved(&run->load, load_clock() - run->load.table[i].seat[seat].sent_at);
}

static void begin_phase(struct run *run)
{
    run->samples = 0;
    run->load.refused = run->load.disconnects = 0;
    run->phase_since = load_clock();
    run->server_cpu = cpu_of(run->plan->pid);
    run->own_cpu = cpu_of((uint64_t)getpid());
    run->measuring = true;
}

static void end_phase(struct run *run)
{
    if (run->load.patient)
        count_pending(run);
    run->measuring = false;
    run->seconds = (double)(load_clock() - run->phase_since) / SECOND_NS;
    run->server_cpu = cpu_of(run->plan->pid) - run->server_cpu;
    run->own_cpu = cpu_of((uint64_t)getpid()) - run->own_cpu;
    report(run);
    fflush(stdout);
}

/* SIGUSR1 ends a phase and begins the next, SIGTERM ends the last one. */
static void heed_signals(struct run *run)
{
    struct signalfd_siginfo info;
    if (read(run->signals, &info, sizeof info) != sizeof info)
        return;
    if (info.ssi_signo == SIGUSR1 && run->measuring) {
        end_phase(run);
        begin_phase(run);
    }
    run->is_over |= info.ssi_signo != SIGUSR1;
}

/* ---- The loop ----------------------------------------------------------------------------------
 */

/* Handles what comes for at most that long. */
static void turn_around(struct run *run, int wait_ms)
{
    struct epoll_event event[EVENTS_AT_ONCE];
    int count = epoll_wait(run->load.epoll, event, EVENTS_AT_ONCE, wait_ms);
    for (int i = 0; i < count; i++) {
        struct wire *wire = event[i].data.ptr;
        if (wire->fd >= 0)
            wire_handle(wire, event[i].events);
    }
    if (run->plan->rate != 0 && run->load.playing)
        pace(run);
    if (run->load.patient && load_clock() - run->looked_again >= MS_NS * AGAIN_MS) {
        run->looked_again = load_clock();
        for (unsigned i = 0; run->load.playing && i < run->load.tables; i++)
            load_table_try_again(&run->load.table[i]);
    }
}

static void go_on_for(struct run *run, int64_t milliseconds)
{
    const int64_t end = load_clock() + MS_NS * milliseconds;
    while (load_clock() < end && run->load.complaints == 0 && !run->is_over) {
        turn_around(run, 1);
        heed_signals(run);
    }
}

/* A few tables at a time, until all people sit at all of them. */
static void sit_down_everywhere(struct run *run)
{
    struct load *load = &run->load;
    const int64_t start = load_clock();
    unsigned begun = 0;
    run->memory_before = memory_of(run->plan->pid);
    while (load->seated < load->tables && load->complaints == 0) {
        while (begun < load->tables && begun - load->seated < TABLES_AT_ONCE) {
            load_table_begin(&load->table[begun], load, begun);
            begun++;
        }
        turn_around(run, 1);
        if (load_clock() - start > MS_NS * PATIENCE_MS) {
            snprintf(load->complaint, sizeof load->complaint, "only %u of %u tables are full",
                     load->seated, load->tables);
            load->complaints++;
        }
    }
    run->connect_seconds = (double)(load_clock() - start) / SECOND_NS;
    go_on_for(run, SETTLE_MS);
    run->memory_idle = memory_of(run->plan->pid);
}

static void play(struct run *run)
{
    struct load *load = &run->load;
    load->playing = true;
    for (unsigned i = 0; i < load->tables; i++)
        load_table_start(&load->table[i]);
    go_on_for(run, SECOND_MS * (int64_t)run->plan->warm_up);
    begin_phase(run);
    if (run->plan->json && load->patient) {
        printf("{\"table\":\"%s\"}\n", load->table[0].id); /* one of those that are played at */
        fflush(stdout);
    }
    go_on_for(run, SECOND_MS * (int64_t)run->plan->seconds);
}

/* ---- The command -------------------------------------------------------------------------------
 */

static const struct option options[] = {
    OPT_NUMBER("port", "PORT", struct plan, port, 1, 65535,
               "of a server on this machine, with limits that let all of this in", .needed = true),
    OPT_NUMBER("servers", "N", struct plan, servers, 1, 64,
               "at ports that follow each other: the people of a table sit at all of them",
               .otherwise = "1"),
    OPT_NUMBER("tables", "N", struct plan, tables, 1, 100000, "tables at once",
               .otherwise = "1000"),
    OPT_NUMBER("seats", "N", struct plan, seats, SEATS_MIN, SEATS_MAX, "people at each",
               .otherwise = "4"),
    OPT_NUMBER("seconds", "N", struct plan, seconds, 1, 3600, "how long to measure",
               .otherwise = "20"),
    OPT_NUMBER("warm-up", "N", struct plan, warm_up, 0, 3600, "seconds of play before",
               .otherwise = "3"),
    OPT_NUMBER("rate", "N", struct plan, rate, 1, 1000000, "moves a second over all tables",
               .usually = "as many as the server takes"),
    OPT_NUMBER("pid", "PID", struct plan, pid, 1, 1 << 30,
               "the server's process, to read its memory"),
    OPT_TEXT("from", "ADDRESS", struct plan, from, "the first address that people come from",
             .usually = "any"),
    OPT_NUMBER("addresses", "N", struct plan, addresses, 1, 60000,
               "how many there are from that one on", .otherwise = "1"),
    OPT_FLAG("patient", struct plan, patient,
             "counts what is refused or lost, and tries again, instead of giving up"),
    OPT_FLAG("echo", struct plan, echo,
             "the server is build/bench/floor: moves of a game's length, and no game"),
    OPT_FLAG("tls", struct plan, tls, "over TLS, whatever the certificate is"),
    OPT_FLAG("json", struct plan, json, "one JSON object instead of lines"),
    OPT_END,
};

static const struct command command = {
    .name = "load",
    .usage = "--port PORT [OPTION]...",
    .tells = "People at many tables of a server, who play as fast as it lets them.",
    .options = options,
};

static int watch_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Where people come from; false when that is no address. */
static bool set_source(struct load *load, const struct plan *plan)
{
    if (plan->from == NULL)
        return true;
    load->from.sin_family = AF_INET;
    load->addresses = (unsigned)plan->addresses;
    return inet_pton(AF_INET, plan->from, &load->from.sin_addr) == 1;
}

static void prepare(struct run *run)
{
    struct load *load = &run->load;
    run->signals = watch_signals();
    load->patient = run->plan->patient;
    load->echo = run->plan->echo;
    program_allow_connections();
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    load->address = (struct sockaddr_in){.sin_family = AF_INET,
                                         .sin_port = htons((uint16_t)run->plan->port),
                                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    snprintf(load->host, sizeof load->host, "127.0.0.1:%" PRIu64, run->plan->port);
    load->servers = (unsigned)run->plan->servers;
    load->board = board_builtin_at(0);
    load->seats = (unsigned)run->plan->seats;
    load->tables = (unsigned)run->plan->tables;
    load->table = calloc(load->tables, sizeof *load->table);
    load->may_move = may_move;
    load->moved = moved;
    run->sample = malloc(SAMPLES_MAX * sizeof *run->sample);
    run->heap = calloc(load->tables, sizeof *run->heap);
    CHECK(load->epoll >= 0 && load->table != NULL && run->sample != NULL && run->heap != NULL);
}

int main(int argc, char **argv)
{
    struct plan plan = {.port = 0};
    static struct run run;
    int status;
    if (!program_read(&command, argc, argv, &plan, &status))
        return status;
    if (sodium_init() < 0 || !set_source(&run.load, &plan)) {
        fputs("load: --from is no address\n", stderr);
        return 2;
    }
    run.plan = &plan;
    if (plan.tls)
        wire_use_tls();
    prepare(&run);
    sit_down_everywhere(&run);
    if (run.load.complaints == 0)
        play(&run);
    if (run.load.complaints == 0)
        end_phase(&run);
    for (unsigned i = 0; i < run.load.tables; i++)
        load_table_release(&run.load.table[i]);
    if (run.load.complaints != 0) {
        fprintf(stderr, "load: %s\n", run.load.complaint);
        return 1;
    }
    return 0;
}
