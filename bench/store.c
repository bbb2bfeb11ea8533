/*
 * How fast the store is: build/bench/store DATABASE [FINISHED-GAMES]
 *
 * Fills the database with finished games of 60 events, then measures opening it and finding the
 * running games, reading a game, adding events in groups of 1 to 1,000, each group spread over
 * 1,000 running games, and a lone move as a server writes it.  Every group is committed, and so on
 * the disk, before the next begins.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "store/store_members.h"

enum { EVENTS = 60, RUNNING = 1000, GROUP_MAX = 1000, ID_SIZE = 24, AT_ONCE = 500 };

static const char body[] =
    "{\"kind\":\"turn\",\"seat\":3,\"text\":\"K7-L7 L7-M7\",\"clock\":178250}";

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Of this process: on a busy machine the number to compare. */
static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void must(struct store *store, enum store_result result)
{
    if (result == STORE_OK)
        return;
    fprintf(stderr, "%s\n", result == STORE_FAILED ? store_reason(store) : "not as expected");
    exit(1);
}

static struct store *open_store(const char *url)
{
    char reason[STORE_REASON_SIZE];
    struct store *store = store_open(url, reason);
    if (!store) {
        fprintf(stderr, "%s\n", reason);
        exit(1);
    }
    return store;
}

/* Ids as random as real ones, and the same for the same number. */
static void id_of(char id[ID_SIZE], const char *kind, unsigned number)
{
    uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    snprintf(id, ID_SIZE, "%s%016llx", kind, (unsigned long long)(mixed ^ mixed >> 31));
}

static void add_game(struct store *store, const char *id, enum store_state state)
{
    const struct store_game game = {
        .id = id,
        .state = state,
        .listed = true,
        .opened = 1700000000000,
        .changed = 1700000000000,
        .settings = "{\"board\":\"transamerica\",\"seats\":4,\"rules\":\"standard\"}",
        .secret = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        .summary = "{\"seats\":[\"Ada\",\"Bob\",\"bot:expert\",\"bot:hard\"]}",
    };
    must(store, store_game_add(store, &game));
}

/* ---- Many finished games --------------------------------------------------------------------- */

/* As they would come: some hundred at the same time, an event of each in turn. */
static void fill_some(struct store *store, unsigned first, unsigned count)
{
    static char ids[AT_ONCE][ID_SIZE];
    static struct store_event events[AT_ONCE];
    static bool added[AT_ONCE];
    must(store, store_begin(store));
    for (unsigned i = 0; i < count; i++) {
        id_of(ids[i], "f", first + i);
        add_game(store, ids[i], STORE_FINISHED);
    }
    for (uint32_t number = 1; number <= EVENTS; number++) {
        for (unsigned i = 0; i < count; i++)
            events[i] = (struct store_event){ids[i], number, 1700000000000 + number, "", body};
        must(store, store_events_add(store, events, count, added));
    }
    must(store, store_commit(store));
}

static void fill(const char *url, unsigned games)
{
    struct store *store = open_store(url);
    const double start = seconds();
    for (unsigned first = 0; first < games; first += AT_ONCE)
        fill_some(store, first, games - first < AT_ONCE ? games - first : AT_ONCE);
    printf("%u finished games of %d events added in %.1f s\n", games, EVENTS, seconds() - start);
    store_close(store);
}

/* ---- Opening and reading --------------------------------------------------------------------- */

static void count_id(void *context, const char *id)
{
    (void)id;
    ++*(unsigned *)context;
}

static void measure_opening(const char *url)
{
    const double start = seconds();
    struct store *store = open_store(url);
    unsigned running = 0;
    must(store, store_games_running(store, count_id, &running));
    printf("open, and find %u running games: %.1f ms\n", running, (seconds() - start) * 1e3);
    store_close(store);
}

static void count_event(void *context, const struct store_event *event)
{
    *(unsigned *)context += event->number > 0;
}

static void measure_reading(const char *url, unsigned games)
{
    enum { TIMES = 1000 };
    struct store *store = open_store(url);
    unsigned found = 0;
    const double start = seconds();
    for (unsigned i = 0; i < TIMES; i++) {
        char id[ID_SIZE];
        id_of(id, "f", (unsigned)(i * 7919ull % games));
        must(store, store_events(store, id, 0, count_event, &found));
    }
    CHECK(found == TIMES * EVENTS);
    printf("read a game of %d events: %.0f us\n", EVENTS, (seconds() - start) / TIMES * 1e6);
    store_close(store);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

struct run {
    char ids[RUNNING][ID_SIZE];
    uint32_t last[RUNNING];
    unsigned turn; /* whose the next event is */
};

static void add_group(struct store *store, struct run *run, unsigned size)
{
    static struct store_event events[GROUP_MAX];
    static bool added[GROUP_MAX];
    for (unsigned i = 0; i < size; i++) {
        const unsigned game = run->turn++ % RUNNING;
        events[i] =
            (struct store_event){run->ids[game], ++run->last[game], 1700000000000, "", body};
    }
    must(store, store_begin(store));
    must(store, store_events_add(store, events, size, added));
    must(store, store_commit(store));
}

static void measure_adding(struct store *store, struct run *run, unsigned size)
{
    const double start = seconds(), cpu_start = cpu_seconds();
    double now = start;
    unsigned groups = 0;
    for (; now - start < 3; groups++) {
        add_group(store, run, size);
        now = seconds();
    }
    const double events = groups * (double)size;
    printf("groups of %4u: %8.0f events/s, %7.2f ms a group, %5.1f us of CPU an event\n", size,
           events / (now - start), (now - start) / groups * 1e3,
           (cpu_seconds() - cpu_start) / events * 1e6);
}

/* An event, what the lists show of its table, who writes it, and the news of it. */
static void add_move(struct store *store, struct run *run)
{
    const unsigned game = run->turn++ % RUNNING;
    const struct store_event event = {run->ids[game], ++run->last[game], 1700000000000, "", body};
    bool added;
    must(store, store_begin(store));
    store_presume(store, true);
    must(store, store_events_add(store, &event, 1, &added));
    must(store, store_game_update(store, event.game, STORE_RUNNING, event.at, "{}"));
    store_notify(store, "", "table %s %u", event.game, (unsigned)event.number);
    must(store, store_commit(store));
}

static int by_size(const void *a, const void *b)
{
    const double one = *(const double *)a, two = *(const double *)b;
    return (one > two) - (one < two);
}

/* Each begins when the one before it is on the disk. */
static void measure_moves(const char *url, struct store *store, struct run *run)
{
    enum { MOVES = 2000 };
    static double took[MOVES];
    int64_t number;
    if (store_is_shared(url)) {
        must(store, store_member_join(store, "bench", &number));
        store_write_as(store, number);
    }
    const double cpu_start = cpu_seconds();
    for (unsigned i = 0; i < MOVES; i++) {
        const double start = seconds();
        add_move(store, run);
        took[i] = seconds() - start;
    }
    const double cpu = (cpu_seconds() - cpu_start) / MOVES;
    qsort(took, MOVES, sizeof took[0], by_size);
    printf("a lone move: %.0f us, 99th percentile %.0f us, %.0f us of CPU\n", took[MOVES / 2] * 1e6,
           took[MOVES / 100 * 99] * 1e6, cpu * 1e6);
}

static void measure_all_adding(const char *url)
{
    static struct run run;
    struct store *store = open_store(url);
    must(store, store_begin(store));
    for (unsigned i = 0; i < RUNNING; i++) {
        id_of(run.ids[i], "r", i + (unsigned)time(NULL) * RUNNING);
        add_game(store, run.ids[i], STORE_RUNNING);
    }
    must(store, store_commit(store));
    for (unsigned size = 1; size <= GROUP_MAX; size *= 10)
        measure_adding(store, &run, size);
    measure_moves(url, store, &run);
    store_close(store);
}

int main(int count, char **arguments)
{
    const long games = count == 3 ? strtol(arguments[2], NULL, 10) : 1000;
    if (count < 2 || count > 3 || games < 1 || games > 10000000) {
        fprintf(stderr, "usage: %s DATABASE [FINISHED-GAMES]   with a new database\n",
                arguments[0]);
        return 2;
    }
    fill(arguments[1], (unsigned)games);
    measure_opening(arguments[1]);
    measure_reading(arguments[1], (unsigned)games);
    measure_all_adding(arguments[1]);
    measure_opening(arguments[1]);
    return 0;
}
