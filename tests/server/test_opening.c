/*
 * Tables that are opened while the store fails: a hub without threads, on a database whose calls
 * fail, or are made and not answered, when the test says so.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "server/still_hub.h"
#include "store/faulty.h"
#include "support.h"

enum { TABLES = 2, READ_AGAIN_MS = 2000 };

struct place {
    char folder[64], file[96];
    struct faults faults;
    struct faulty kind;
    struct hub hub;
    struct hub_client client;
    int64_t now;
};

static struct store *open_store(struct place *place)
{
    char reason[STORE_REASON_SIZE] = "";
    struct store *store = store_open_as(&place->kind.kind, place->file, reason);
    if (!store)
        fail_msg("%s", reason);
    return store;
}

static void open_place(struct place *place)
{
    char secret[SECRET_SIZE];
    memset(place, 0, sizeof *place);
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-opening-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    faulty_init(&place->kind, &sqlite_kind, &place->faults);
    place->now = STILL_NOW;
    const struct hub_stores stores = {.writing = open_store(place), .reading = {open_store(place)}};
    still_start_on(&place->hub, stores, &place->now);
    identity_new_secret(secret);
    place->client = (struct hub_client){.address = "here", .wake = still_link_wake};
    assert_true(hub_client_open(&place->hub, &place->client, secret));
    still_work(&place->hub);
}

static void close_place(struct place *place)
{
    char command[128];
    hub_client_close(&place->client);
    hub_stop(&place->hub);
    hub_release(&place->hub);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

/* Commits fail from now on; with `kept` they take place all the same. */
static void commits_fail(struct place *place, bool kept)
{
    place->faults = (struct faults){
        .call = FAULTY_COMMIT, .number = 1, .unheard_per_million = kept ? FAULTY_ALWAYS : 0};
}

static void open_tables(struct place *place, unsigned tables)
{
    const struct match_settings settings = {
        .board = board_builtin_at(0),
        .seats = 2,
        .listed = true,
        .plan = {{.kind = SEAT_PERSON}, {.kind = SEAT_BOT, .bot = "easy"}}};
    if (tables > 1)
        hub_open_duplicates(&place->client, &settings, tables);
    else
        hub_open_table(&place->client, &settings);
    still_work(&place->hub);
}

static void let_time_pass(struct place *place)
{
    place->now += READ_AGAIN_MS;
    hub_tick(&place->hub);
    still_work(&place->hub);
}

/* Any table of that phase that is ready, or NULL; counts them. */
static struct live_table *find_ready(const struct hub *hub, enum match_phase phase, unsigned *count)
{
    struct live_table *found = NULL;
    *count = 0;
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table));)
        if (table->state == TABLE_READY && table->match.state.phase == phase) {
            found = table;
            ++*count;
        }
    return found;
}

static unsigned ready_in(const struct hub *hub, enum match_phase phase)
{
    unsigned count;
    find_ready(hub, phase, &count);
    return count;
}

TEST_CASE(tables_whose_commit_was_not_answered_are_found)
{
    for (unsigned tables = 1; tables <= TABLES; tables++) {
        struct place place;
        open_place(&place);
        commits_fail(&place, true);
        open_tables(&place, tables);
        assert_int_equal(ready_in(&place.hub, MATCH_OPEN), 0);
        let_time_pass(&place);
        assert_int_equal(ready_in(&place.hub, MATCH_OPEN), tables);
        close_place(&place);
    }
}

static void say(struct place *place, const char *message)
{
    hub_receive(&place->client, message, strlen(message));
    still_work(&place->hub);
}

/* The host follows the only table, starts the game and leaves it to the bots. */
static struct live_table *finish_game(struct place *place)
{
    enum { PATIENCE = 10000 };
    char message[128];
    unsigned count;
    struct live_table *table = find_ready(&place->hub, MATCH_OPEN, &count);
    snprintf(message, sizeof message, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":0}",
             table->id);
    say(place, message);
    say(place, "{\"do\":\"start\"}");
    say(place, "{\"do\":\"leave\"}");
    for (unsigned i = 0; i < PATIENCE && !match_state_is_over(&table->match.state); i++)
        if (!hub_step(&place->hub, HUB_BOT))
            let_time_pass(place);
        else
            still_work(&place->hub);
    assert_true(match_state_is_over(&table->match.state));
    return table;
}

TEST_CASE(a_rematch_whose_commit_was_not_answered_is_played)
{
    struct place place;
    open_place(&place);
    open_tables(&place, 1);
    finish_game(&place);
    commits_fail(&place, true);
    say(&place, "{\"do\":\"rematch\"}");
    assert_int_equal(place.faults.unheard, 1);
    let_time_pass(&place);
    assert_int_equal(ready_in(&place.hub, MATCH_PLAYING), 1);
    close_place(&place);
}

TEST_CASE(a_table_is_looked_for_until_the_store_answers)
{
    enum { TIMES = 5 };
    struct place place;
    open_place(&place);
    commits_fail(&place, true);
    open_tables(&place, 1);
    place.faults.per_million = FAULTY_ALWAYS;
    for (unsigned i = 0; i < TIMES; i++)
        let_time_pass(&place);
    assert_int_equal(place.hub.tables.count, 1);
    place.faults.per_million = 0;
    for (unsigned i = 0; i < TIMES; i++)
        let_time_pass(&place);
    assert_int_equal(ready_in(&place.hub, MATCH_OPEN), 1);
    close_place(&place);
}

TEST_CASE(a_table_that_was_not_kept_is_forgotten)
{
    for (unsigned tables = 1; tables <= TABLES; tables++) {
        struct place place;
        open_place(&place);
        commits_fail(&place, false);
        open_tables(&place, tables);
        assert_int_equal(place.faults.failed[FAULTY_COMMIT], 1);
        let_time_pass(&place);
        assert_int_equal(place.hub.tables.count, 0);
        close_place(&place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("tables whose commit was not answered are found",
             tables_whose_commit_was_not_answered_are_found),
        TEST("a rematch whose commit was not answered is played",
             a_rematch_whose_commit_was_not_answered_is_played),
        TEST("a table is looked for until the store answers",
             a_table_is_looked_for_until_the_store_answers),
        TEST("a table that was not kept is forgotten", a_table_that_was_not_kept_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
