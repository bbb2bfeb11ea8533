/*
 * Writers and servers that are killed, writers that race, readers meanwhile: what was acknowledged
 * is there, whole groups only, and a number has one winner.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/place.h"
#include "support.h"

/* ---- Processes that write -------------------------------------------------------------------- */

/* What a writer reports about itself to the test, through a pipe. */
struct writer {
    pid_t pid;
    int reports;
};

static struct writer start_writer(const struct place *place,
                                  void (*write_to)(struct store *store, unsigned task, int reports),
                                  unsigned task)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const struct writer writer = {.pid = fork(), .reports = ends[0]};
    assert_true(writer.pid >= 0);
    if (writer.pid == 0) {
        char reason[STORE_REASON_SIZE];
        struct store *store = store_open(place->url, reason);
        if (!store) {
            fprintf(stderr, "%s\n", reason);
            _exit(1);
        }
        write_to(store, task, ends[1]);
        store_close(store);
        _exit(0);
    }
    close(ends[1]);
    return writer;
}

static void report(int reports, uint32_t number)
{
    if (write(reports, &number, sizeof number) != sizeof number)
        _exit(1);
}

/* False when the writer has closed its end. */
static bool next_report(const struct writer *writer, uint32_t *number)
{
    return read(writer->reports, number, sizeof *number) == sizeof *number;
}

static int end_of(const struct writer *writer)
{
    int status;
    assert_int_equal(waitpid(writer->pid, &status, 0), writer->pid);
    close(writer->reports);
    return status;
}

/* ---- What is there --------------------------------------------------------------------------- */

/* Events as they come: without gaps, each with its own number as body. */
struct tally {
    uint32_t last;
    bool broken;
};

static void count_event(void *context, const struct store_event *event)
{
    struct tally *tally = context;
    char body[16];
    snprintf(body, sizeof body, "%u", (unsigned)event->number);
    tally->broken |= event->number != tally->last + 1 || strcmp(event->body, body) != 0;
    tally->last = event->number;
}

static uint32_t last_event(const struct place *place)
{
    /* PostgreSQL may still be at the last commit of a writer that is gone: wait for it to end. */
    if (place->postgres)
        place_sql(place, "BEGIN; LOCK TABLE event; COMMIT");
    struct store *store = place_open(place);
    struct tally tally = {0};
    assert_int_equal(store_events(store, "g", 0, count_event, &tally), STORE_OK);
    assert_false(tally.broken);
    store_close(store);
    return tally.last;
}

static void add_game(const struct place *place, const char *id)
{
    struct store *store = place_open(place);
    const struct store_game game = {id, STORE_RUNNING, true, 1, 1, "", "", "", "", ""};
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    store_close(store);
}

/* ---- Killed ---------------------------------------------------------------------------------- */

enum { GROUP = 7 };

static enum store_result add_numbered(struct store *store, uint32_t number)
{
    char body[16];
    snprintf(body, sizeof body, "%u", (unsigned)number);
    const struct store_event event = {"g", number, 5, "", body};
    return store_event_add(store, &event);
}

/* Groups without end, from the number after `last` on; the last number of each is reported. */
static void write_groups(struct store *store, unsigned last, int reports)
{
    for (;;) {
        if (store_begin(store) != STORE_OK)
            return;
        for (unsigned i = 1; i <= GROUP; i++)
            if (add_numbered(store, last + i) != STORE_OK)
                return;
        if (store_commit(store) != STORE_OK)
            return;
        last += GROUP;
        report(reports, last);
    }
}

/* One round: something dies while a writer writes.  Then all reported groups are there, and at most
 * one more, which nobody was told about. */
static void kill_amid(const struct place *place, uint64_t *random, bool kill_server)
{
    const uint32_t before = last_event(place);
    const struct writer writer = start_writer(place, write_groups, before);
    uint32_t reported = before, number;
    assert_true(next_report(&writer, &reported));
    place_pause(test_random_below(random, 40));
    if (kill_server)
        place_kill_server();
    else
        kill(writer.pid, SIGKILL);
    while (next_report(&writer, &number))
        reported = number;
    end_of(&writer);
    if (kill_server)
        place_start_server();

    const uint32_t after = last_event(place);
    assert_int_equal(after % GROUP, 0);
    assert_in_range(after, reported, reported + GROUP);
}

static void a_killed_writer_loses_nothing_it_acknowledged(void **state)
{
    uint64_t random = test_seed();
    add_game(*state, "g");
    for (unsigned rounds = test_count(60); rounds > 0; rounds--)
        kill_amid(*state, &random, false);
}

static void a_killed_server_loses_nothing_it_acknowledged(void **state)
{
    uint64_t random = test_seed();
    add_game(*state, "g");
    for (unsigned rounds = test_count(20); rounds > 0; rounds--)
        kill_amid(*state, &random, true);
}

static void write_half_a_group(struct store *store, unsigned task, int reports)
{
    (void)task;
    if (store_begin(store) != STORE_OK || add_numbered(store, 1) != STORE_OK)
        return;
    report(reports, 1);
    for (;;)
        pause();
}

static void a_group_of_a_killed_writer_leaves_nothing(void **state)
{
    add_game(*state, "g");
    const struct writer writer = start_writer(*state, write_half_a_group, 0);
    uint32_t number;
    assert_true(next_report(&writer, &number));
    kill(writer.pid, SIGKILL);
    end_of(&writer);

    /* Nor does it stand in the way of the next. */
    struct store *store = place_open(*state);
    assert_int_equal(add_numbered(store, 1), STORE_OK);
    store_close(store);
    assert_int_equal(last_event(*state), 1);
}

/* ---- Racing ---------------------------------------------------------------------------------- */

enum { RACERS = 3, RACE_GAMES = 4, RACE_NUMBERS = 50 };

static const char *const race_games[RACE_GAMES] = {"a", "b", "c", "d"};

/* One group: the next number of two games.  What was won counts only once it is committed. */
static bool race_group(struct store *store, unsigned racer, uint64_t *random,
                       uint32_t next[RACE_GAMES], uint32_t *won)
{
    char body[2] = {(char)('A' + racer), '\0'};
    uint32_t ahead[RACE_GAMES], wins = 0;
    memcpy(ahead, next, sizeof ahead);
    if (store_begin(store) != STORE_OK)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned game = test_random_below(random, RACE_GAMES);
        if (ahead[game] > RACE_NUMBERS)
            continue;
        const struct store_event event = {race_games[game], ahead[game], 5, "", body};
        const enum store_result result = store_event_add(store, &event);
        if (result == STORE_FAILED)
            break;
        wins += result == STORE_OK;
        ahead[game]++;
    }
    if (store_commit(store) != STORE_OK)
        return false;
    memcpy(next, ahead, sizeof ahead);
    *won += wins;
    return true;
}

/* Reports how many numbers it won; a group that failed, as by a deadlock, is repeated. */
static void race(struct store *store, unsigned racer, int reports)
{
    uint32_t next[RACE_GAMES] = {1, 1, 1, 1}, won = 0;
    uint64_t random = racer;
    report(reports, 0); /* ready */
    for (unsigned open = RACE_GAMES; open > 0;) {
        race_group(store, racer, &random, next, &won);
        open = 0;
        for (unsigned i = 0; i < RACE_GAMES; i++)
            open += next[i] <= RACE_NUMBERS;
    }
    report(reports, won);
}

struct winners {
    uint32_t last, by[RACERS];
    bool broken;
};

static void count_winner(void *context, const struct store_event *event)
{
    struct winners *winners = context;
    winners->broken |= event->number != winners->last + 1;
    winners->last = event->number;
    winners->by[event->body[0] - 'A']++;
}

static void writers_that_race_never_both_win(void **state)
{
    for (unsigned i = 0; i < RACE_GAMES; i++)
        add_game(*state, race_games[i]);
    struct writer racers[RACERS];
    uint32_t won[RACERS] = {0};
    for (unsigned i = 0; i < RACERS; i++)
        racers[i] = start_writer(*state, race, i);
    for (unsigned i = 0; i < RACERS; i++) {
        while (next_report(&racers[i], &won[i]))
            ;
        assert_int_equal(end_of(&racers[i]), 0);
    }

    struct store *store = place_open(*state);
    struct winners winners = {0};
    for (unsigned i = 0; i < RACE_GAMES; i++) {
        winners.last = 0;
        assert_int_equal(store_events(store, race_games[i], 0, count_winner, &winners), STORE_OK);
        assert_int_equal(winners.last, RACE_NUMBERS);
    }
    assert_false(winners.broken);
    for (unsigned i = 0; i < RACERS; i++)
        assert_int_equal(winners.by[i], won[i]);
    store_close(store);
}

/* ---- Reading meanwhile ----------------------------------------------------------------------- */

enum { GROUPS_READ = 50 };

struct scribe {
    struct store *store;
    atomic_bool has_ended;
};

/* In a thread, with a connection of its own. */
static void *write_in_thread(void *context)
{
    struct scribe *scribe = context;
    bool good = true;
    for (uint32_t last = 0; good && last < GROUP * GROUPS_READ; last += GROUP) {
        good = store_begin(scribe->store) == STORE_OK;
        for (uint32_t i = 1; good && i <= GROUP; i++)
            good = add_numbered(scribe->store, last + i) == STORE_OK;
        good = good && store_commit(scribe->store) == STORE_OK;
    }
    scribe->has_ended = true;
    return NULL;
}

static void a_reader_in_another_thread_sees_whole_groups(void **state)
{
    add_game(*state, "g");
    struct scribe scribe = {.store = place_open(*state)};
    struct store *reader = place_open(*state);
    pthread_t thread;
    struct tally tally = {0};
    bool has_ended;
    assert_int_equal(pthread_create(&thread, NULL, write_in_thread, &scribe), 0);
    do {
        const uint32_t before = tally.last;
        has_ended = scribe.has_ended;
        tally.last = 0;
        assert_int_equal(store_events(reader, "g", 0, count_event, &tally), STORE_OK);
        assert_false(tally.broken);
        assert_int_equal(tally.last % GROUP, 0);
        assert_true(tally.last >= before);
    } while (!has_ended);
    assert_int_equal(tally.last, GROUP * GROUPS_READ);
    assert_int_equal(pthread_join(thread, NULL), 0);
    store_close(scribe.store);
    store_close(reader);
}

/* ---- Opening at once ------------------------------------------------------------------------- */

static void do_nothing(struct store *store, unsigned task, int reports)
{
    (void)store, (void)task, (void)reports;
}

static void programs_that_open_a_new_database_at_once_all_do(void **state)
{
    enum { OPENERS = 6 };
    struct place *place = *state;
    for (unsigned rounds = test_count(20); rounds > 0; rounds--) {
        struct writer openers[OPENERS];
        place_empty(state);
        for (unsigned i = 0; i < OPENERS; i++)
            openers[i] = start_writer(place, do_nothing, i);
        for (unsigned i = 0; i < OPENERS; i++)
            assert_int_equal(end_of(&openers[i]), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("a killed writer loses nothing it acknowledged",
                     a_killed_writer_loses_nothing_it_acknowledged),
        TEST_ON_BOTH("a group of a killed writer leaves nothing",
                     a_group_of_a_killed_writer_leaves_nothing),
        TEST_ON_POSTGRES("a killed server loses nothing it acknowledged",
                         a_killed_server_loses_nothing_it_acknowledged),
        TEST_ON_BOTH("writers that race never both win", writers_that_race_never_both_win),
        TEST_ON_BOTH("a reader in another thread sees whole groups",
                     a_reader_in_another_thread_sees_whole_groups),
        TEST_ON_BOTH("programs that open a new database at once all do",
                     programs_that_open_a_new_database_at_once_all_do),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
