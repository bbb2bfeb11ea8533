/* What cannot be opened, what was lost and comes back: sentences, and no restart. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/place.h"
#include "support.h"

static void assert_reason(const char *reason, const char *part)
{
    if (!strstr(reason, part) || strchr(reason, '\n'))
        fail_msg("the reason is '%s' and not one line with '%s'", reason, part);
}

static void assert_refused(const char *url, const char *part)
{
    char reason[STORE_REASON_SIZE] = "";
    struct store *store = store_open(url, reason);
    assert_null(store);
    assert_reason(reason, part);
}

/* Of the temporary folder; valid until the next call. */
static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", place_folder(), name);
    return path;
}

static enum store_result add_game(struct store *store, const char *id)
{
    const struct store_game game = {id, STORE_RUNNING, true, 1, 1, "", "", "", "", ""};
    return store_game_add(store, &game);
}

static void ignore_game(void *context, const struct store_game *game)
{
    (void)context, (void)game;
}

static enum store_result find_game(struct store *store, const char *id)
{
    return store_game_by_id(store, id, ignore_game, NULL);
}

/* ---- Opening --------------------------------------------------------------------------------- */

TEST_CASE(a_file_that_is_no_database_is_refused_and_left_alone)
{
    char path[256], text[64] = "";
    snprintf(path, sizeof path, "%s", path_of("letter.txt"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (unsigned i = 0; i < 100; i++)
        fprintf(file, "Dear reader, this is line %u of a letter.\n", i);
    fclose(file);
    assert_refused(path, "it is not an SQLite database");
    assert_refused(path, "letter.txt");
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "Dear reader, this is line 0 of a letter.\n");
    fclose(file);
}

static void the_database_of_another_program_is_refused(void **state)
{
    place_sql(*state, "CREATE TABLE moz_places (id INTEGER)");
    const struct place *place = *state;
    assert_refused(place->url, "belongs to another program");
}

TEST_CASE(what_cannot_be_a_file_is_refused)
{
    assert_refused(path_of("nowhere/store"), "cannot be made: No such file or directory");
    assert_refused(place_folder(), "the database /tmp/");
    assert_refused("", "the database '' is not a file");
    assert_refused(":memory:", "the database ':memory:' is not a file");
    assert_refused("mysql://host/name", "not with mysql://");
}

static void a_new_file_is_for_its_owner_only(void **state)
{
    const struct place *place = *state;
    struct store *store = place_open(place);
    assert_int_equal(add_game(store, "g"), STORE_OK);
    struct stat about;
    char log[PLACE_URL_SIZE + 8];
    assert_int_equal(stat(place->url, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    snprintf(log, sizeof log, "%s-wal", place->url);
    assert_int_equal(stat(log, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    store_close(store);
}

static void a_database_of_a_newer_program_is_refused_and_left_alone(void **state)
{
    const struct place *place = *state;
    store_close(place_open(place));
    place_sql(place, "INSERT INTO schema (version, least) VALUES (7, 7)");
    assert_refused(place->url, "made by a newer Railhead: its tables are of version 7");
    place_sql(place, "DELETE FROM schema WHERE version = 7");
    store_close(place_open(place));
    place_sql(place, "UPDATE schema SET version = -7");
    assert_refused(place->url, "version below 0");
}

/* As while servers are brought up to date one after the other. */
static void what_a_newer_program_only_added_to_is_still_ours(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    place_sql(*state, "ALTER TABLE game ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;"
                      "CREATE TABLE rating (person TEXT NOT NULL);"
                      "INSERT INTO schema (version) VALUES (5)");
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    store_close(store);
    store = place_open(*state);
    assert_int_equal(add_game(store, "g3"), STORE_OK);
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    store_close(store);
}

TEST_CASE(a_server_that_is_not_there_is_told)
{
    assert_refused("postgresql://u:sesame@localhost:1/name", "the database cannot be reached");
    assert_refused("postgres://u:sesame@/name?host=/nowhere", "the database cannot be reached");
}

TEST_CASE(no_reason_repeats_a_password)
{
    static const char *const urls[] = {
        "postgresql://u:sesame@localhost:1/name",
        "postgresql://u:sesame@[::1/name",
        "postgresql://u:p@sesame@localhost/name",
        "postgresql://u:p/sesame@localhost/name",
        "postgresql://u:sesame/@localhost/name",
        "postgresql://u:p?sesame=1@localhost/name",
        "postgresql://u:p#sesame@localhost/name",
        "postgresql://u:sesame@localhost:port/name",
        "postgresql://u:sesame%@localhost/name",
        "postgresql://u@localhost:1/name?password=sesame",
        "postgresql://u@localhost:1/name?password=sesame&nonsense=1",
    };
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        char reason[STORE_REASON_SIZE] = "";
        assert_null(store_open(urls[i], reason));
        assert_reason(reason, "database");
        if (strstr(reason, "sesame"))
            fail_msg("%s", reason);
    }
}

/* ---- Groups that fail ------------------------------------------------------------------------ */

static void after_a_failure_all_of_the_group_fails_and_nothing_stays(void **state)
{
    struct store *store = place_open(*state);
    place_sql(*state, "DROP TABLE upload");
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    assert_int_equal(store_record_add(store, "r", "", 1, "text"), STORE_FAILED);
    assert_reason(store_reason(store), "upload");
    assert_int_equal(add_game(store, "g2"), STORE_FAILED);
    assert_int_equal(find_game(store, "g1"), STORE_FAILED);
    assert_int_equal(store_person_delete(store, "p", ""), STORE_FAILED);
    assert_int_equal(store_commit(store), STORE_FAILED);
    assert_reason(store_reason(store), "upload");

    assert_int_equal(find_game(store, "g1"), STORE_NONE);
    assert_int_equal(find_game(store, "g2"), STORE_NONE);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_record_add(store, "r", "", 1, "text"), STORE_FAILED);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g3"), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(find_game(store, "g3"), STORE_OK);
    store_close(store);
}

static void many_events_that_fail_undo_the_group(void **state)
{
    enum { MANY = 20 };
    struct store_event events[MANY];
    bool added[MANY];
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    place_sql(*state, "ALTER TABLE event RENAME TO elsewhere");
    for (uint32_t i = 0; i < MANY; i++)
        events[i] = (struct store_event){"g1", i + 1, 1, "", "body"};
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    assert_int_equal(store_events_add(store, events, MANY, added), STORE_FAILED);
    assert_reason(store_reason(store), "event");
    assert_int_equal(store_events_add(store, events, MANY, added), STORE_FAILED);
    store_rollback(store);
    assert_int_equal(find_game(store, "g2"), STORE_NONE);

    place_sql(*state, "ALTER TABLE elsewhere RENAME TO event");
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_events_add(store, events, MANY, added), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static void a_text_that_is_not_utf8_fails_alone(void **state)
{
    struct store *store = place_open(*state);
    struct store_event events[] = {
        {"g1", 1, 1, "", "good"}, {"g1", 2, 1, "", "\xff"}, {"g1", 3, 1, "", "good"}};
    bool added[3];
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_events_add(store, events, 3, added), STORE_FAILED);
    assert_reason(store_reason(store), "the database refused: invalid byte sequence");
    assert_int_equal(store_commit(store), STORE_FAILED);
    events[1].body = "good";
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_events_add(store, events, 3, added), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

/* SQLite waits for the right to write, PostgreSQL for the row that the other is writing. */
static void a_writer_that_waits_too_long_for_another_is_told(void **state)
{
    const struct place *place = *state;
    struct store *store = place_open(place), *other = place_open(place);
    assert_int_equal(store_begin(other), STORE_OK);
    assert_int_equal(add_game(other, "g1"), STORE_OK);
    assert_int_equal(find_game(store, "g1"), STORE_NONE); /* reading does not wait */
    if (place->postgres) {
        assert_int_equal(store_begin(store), STORE_OK);
        assert_int_equal(add_game(store, "g1"), STORE_FAILED);
        assert_reason(store_reason(store), "lock timeout");
    } else {
        assert_int_equal(store_begin(store), STORE_FAILED);
        assert_reason(store_reason(store), "another process keeps it locked");
    }
    assert_int_equal(store_commit(other), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g1"), STORE_TAKEN);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
    store_close(other);
}

/* ---- A server that goes and comes back ------------------------------------------------------- */

static void restart_server(void)
{
    place_kill_server();
    place_start_server();
}

static void a_restart_between_calls_is_not_noticed(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    restart_server();
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    restart_server();
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    restart_server();
    assert_int_equal(add_game(store, "g3"), STORE_OK);
    assert_int_equal(find_game(store, "g2"), STORE_OK);
    store_close(store);
}

static void a_connection_that_the_server_ends_is_made_anew(void **state)
{
    static const char end_all[] = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                                  " WHERE application_name LIKE 'railhead %'";
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    place_sql(*state, end_all);
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    place_sql(*state, end_all);
    assert_int_equal(add_game(store, "g2"), STORE_FAILED);
    assert_reason(store_reason(store), "terminating connection due to administrator command");
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static void without_its_server_a_store_fails_until_it_is_back(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    place_kill_server();
    assert_int_equal(find_game(store, "g1"), STORE_FAILED);
    assert_reason(store_reason(store), "the database cannot be reached: ");
    assert_int_equal(store_begin(store), STORE_FAILED);
    assert_int_equal(store_begin(store), STORE_FAILED);
    assert_int_equal(add_game(store, "g2"), STORE_FAILED);
    place_start_server();
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    assert_int_equal(find_game(store, "g2"), STORE_NONE);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    store_close(store);
}

static void a_group_that_loses_its_server_fails_and_leaves_nothing(void **state)
{
    const struct store_event event = {"g1", 1, 1, "", "body"};
    bool added;
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    for (unsigned kind = 0; kind < 4; kind++) {
        assert_int_equal(store_begin(store), STORE_OK);
        assert_int_equal(add_game(store, "g2"), STORE_OK);
        restart_server();
        if (kind == 1)
            assert_int_equal(store_event_add(store, &event), STORE_FAILED);
        if (kind == 2)
            assert_int_equal(store_events_add(store, &event, 1, &added), STORE_FAILED);
        if (kind == 3)
            assert_int_equal(find_game(store, "g1"), STORE_FAILED);
        assert_int_equal(store_commit(store), STORE_FAILED);
        assert_reason(store_reason(store), "the connection to the database was lost: ");
        assert_int_equal(find_game(store, "g2"), STORE_NONE);
    }
    assert_int_equal(store_begin(store), STORE_OK);
    restart_server();
    store_rollback(store);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_event_add(store, &event), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static void a_newer_program_may_have_been_there_meanwhile(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    restart_server();
    place_sql(*state, "INSERT INTO schema (version, least) VALUES (7, 7)");
    assert_int_equal(store_begin(store), STORE_FAILED);
    assert_reason(store_reason(store), "made by a newer Railhead");
    assert_int_equal(find_game(store, "g1"), STORE_FAILED);
    place_sql(*state, "DELETE FROM schema WHERE version = 7");
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    store_close(store);
}

/* ---- A standby that is waited for ------------------------------------------------------------ */

struct writing {
    struct store *store;
    atomic_bool stops, failed;
};

static void *write_on(void *context)
{
    struct writing *writing = context;
    for (uint32_t number = 1; !atomic_load(&writing->stops); number++) {
        const struct store_event event = {"g1", number, 1, "", "turn"};
        if (store_begin(writing->store) != STORE_OK ||
            store_event_add(writing->store, &event) != STORE_OK ||
            store_commit(writing->store) != STORE_OK)
            atomic_store(&writing->failed, true);
    }
    return NULL;
}

/* Until somebody waits for a standby whose statement is like that; and cancels it, or not. */
static void find_waiting(const struct place *place, const char *statement, const char *then)
{
    char sql[1024];
    snprintf(sql, sizeof sql,
             "DO $$ DECLARE found integer; BEGIN FOR i IN 1..6000 LOOP"
             " PERFORM pg_stat_clear_snapshot();"
             " SELECT pid INTO found FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
             " AND query LIKE '%s'; IF found IS NOT NULL THEN %s RETURN; END IF;"
             " PERFORM pg_sleep(0.01); END LOOP; RAISE 'nobody waits'; END $$",
             statement, then);
    place_sql(place, sql);
}

static void a_wait_for_the_standby_that_is_cut_short_is_made_up_for(void **state)
{
    struct writing writing = {.store = place_open(*state)};
    pthread_t thread;
    assert_int_equal(add_game(writing.store, "g1"), STORE_OK);
    place_sql(*state, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    place_sql(*state, "SELECT pg_reload_conf()");
    assert_int_equal(pthread_create(&thread, NULL, write_on, &writing), 0);
    find_waiting(*state, "COMMIT%", "PERFORM pg_cancel_backend(found);");
    find_waiting(*state, "SELECT pg_logical_emit_message%", "");
    atomic_store(&writing.stops, true);
    place_sql(*state, "ALTER SYSTEM RESET synchronous_standby_names");
    place_sql(*state, "SELECT pg_reload_conf()");
    pthread_join(thread, NULL);
    assert_false(atomic_load(&writing.failed));
    store_close(writing.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a file that is no database is refused and left alone",
             a_file_that_is_no_database_is_refused_and_left_alone),
        TEST_ON_SQLITE("the database of another program is refused",
                       the_database_of_another_program_is_refused),
        TEST("what cannot be a file is refused", what_cannot_be_a_file_is_refused),
        TEST_ON_SQLITE("a new file is for its owner only", a_new_file_is_for_its_owner_only),
        TEST_ON_BOTH("a database of a newer program is refused and left alone",
                     a_database_of_a_newer_program_is_refused_and_left_alone),
        TEST_ON_BOTH("what a newer program only added to is still ours",
                     what_a_newer_program_only_added_to_is_still_ours),
        TEST("a server that is not there is told", a_server_that_is_not_there_is_told),
        TEST("no reason repeats a password", no_reason_repeats_a_password),
        TEST_ON_BOTH("after a failure all of the group fails and nothing stays",
                     after_a_failure_all_of_the_group_fails_and_nothing_stays),
        TEST_ON_BOTH("many events that fail undo the group", many_events_that_fail_undo_the_group),
        TEST_ON_POSTGRES("a text that is not UTF-8 undoes its group only",
                         a_text_that_is_not_utf8_fails_alone),
        TEST_ON_BOTH("a writer that waits too long for another is told",
                     a_writer_that_waits_too_long_for_another_is_told),
        TEST_ON_POSTGRES("a restart between calls is not noticed",
                         a_restart_between_calls_is_not_noticed),
        TEST_ON_POSTGRES("a connection that the server ends is made anew",
                         a_connection_that_the_server_ends_is_made_anew),
        TEST_ON_POSTGRES("without its server a store fails until it is back",
                         without_its_server_a_store_fails_until_it_is_back),
        TEST_ON_POSTGRES("a group that loses its server fails and leaves nothing",
                         a_group_that_loses_its_server_fails_and_leaves_nothing),
        TEST_ON_POSTGRES("a newer program may have been there meanwhile",
                         a_newer_program_may_have_been_there_meanwhile),
        TEST_ON_POSTGRES("a wait for the standby that is cut short is made up for",
                         a_wait_for_the_standby_that_is_cut_short_is_made_up_for),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
