/* Every function of the store, in steps that can be repeated: see scenario.h. */
#include "store/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/notes.h"
#include "support.h"

/* ---- People ---------------------------------------------------------------------------------- */

static enum store_result put_once(struct store *store)
{
    struct notes notes = {0};
    return store_put_once(store, "key", "value", note_text, &notes);
}

static enum store_result add_ada(struct store *store)
{
    return store_person_add(store, "ada", 1);
}

static enum store_result add_bob(struct store *store)
{
    return store_person_add(store, "bob", 2);
}

static enum store_result rename_ada(struct store *store)
{
    return store_person_rename(store, "ada", "Ada");
}

static enum store_result make_account(struct store *store)
{
    return store_person_account(store, "ada", "ada", "one");
}

static enum store_result make_bobs_account(struct store *store)
{
    return store_person_account(store, "bob", "bob", "one");
}

static enum store_result table_write_account(struct store *store)
{
    return store_person_account(store, "ada", "countess", "two");
}

static enum store_result find_people(struct store *store)
{
    struct notes notes = {0};
    enum store_result result = store_person_by_id(store, "ada", note_person, &notes);
    if (result == STORE_OK)
        result = store_person_by_login(store, "countess", note_person, &notes);
    return result;
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static enum store_result begin_first(struct store *store)
{
    return store_session_add(store, "first", "ada", "a phone", 10);
}

static enum store_result begin_second(struct store *store)
{
    return store_session_add(store, "second", "ada", "", 11);
}

static enum store_result begin_third(struct store *store)
{
    return store_session_add(store, "third", "ada", "", 12);
}

static enum store_result begin_fourth(struct store *store)
{
    return store_session_add(store, "fourth", "ada", "", 13);
}

static enum store_result begin_bobs(struct store *store)
{
    return store_session_add(store, "bobs", "bob", "", 14);
}

static enum store_result see_first(struct store *store)
{
    return store_session_seen(store, "first", 20);
}

static enum store_result find_sessions(struct store *store)
{
    struct notes notes = {0};
    enum store_result result = store_session_find(store, "first", note_person, &notes);
    if (result == STORE_OK)
        result = store_sessions_of(store, "ada", note_session, &notes);
    return result;
}

static enum store_result end_second(struct store *store)
{
    return store_session_remove(store, "second");
}

static enum store_result end_third(struct store *store)
{
    return store_session_remove_of(store, "ada", "third");
}

static enum store_result end_others(struct store *store)
{
    return store_sessions_remove_others(store, "ada", "first");
}

/* ---- Games ----------------------------------------------------------------------------------- */

static enum store_result add_game(struct store *store, const char *id)
{
    const struct store_game game = {id, STORE_OPEN, true, 1, 1, "{}", "", "open", "party", "host"};
    return store_game_add(store, &game);
}

static enum store_result open_alone(struct store *store)
{
    return add_game(store, "alone");
}

static enum store_result start_alone(struct store *store)
{
    return store_game_update(store, "alone", STORE_RUNNING, 5, "running");
}

static enum store_result sit_down(struct store *store)
{
    return store_seat_set(store, "alone", 0, "bob");
}

static enum store_result speak(struct store *store)
{
    const struct store_event event = {"alone", 1, 1, "bob", "hello"};
    return store_event_add(store, &event);
}

/* The functions that find games, and what runs. */
static enum store_result find_games(struct store *store)
{
    struct notes notes = {0};
    enum store_result results[] = {
        store_game_by_id(store, "alone", note_game, &notes),
        store_games_listed(store, STORE_RUNNING, INT64_MAX, 9, note_game, &notes),
        store_games_of(store, "bob", INT64_MAX, 9, note_game, &notes),
        store_games_with(store, "bob", 9, note_text, &notes),
        store_games_of_party(store, "party", note_game, &notes),
        store_games_running(store, note_text, &notes),
        store_events(store, "alone", 0, note_event, &notes),
        store_events_before(store, "alone", UINT32_MAX, 9, note_event, &notes),
    };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (results[i] != STORE_OK)
            return results[i];
    return STORE_OK;
}

enum { TOGETHER = 3 };

static enum store_result fill_group(struct store *store)
{
    struct store_event events[TOGETHER];
    bool added[TOGETHER];
    for (uint32_t i = 0; i < TOGETHER; i++)
        events[i] = (struct store_event){"group", i + 1, 1, "", "turn"};
    enum store_result result = add_game(store, "group");
    if (result == STORE_OK)
        result = store_events_add(store, events, TOGETHER, added);
    if (result == STORE_OK)
        result = store_seat_set(store, "group", 0, "ada");
    return result;
}

static enum store_result write_group(struct store *store)
{
    if (store_begin(store) != STORE_OK)
        return STORE_FAILED;
    const enum store_result result = fill_group(store);
    if (result == STORE_OK)
        return store_commit(store);
    if (result != STORE_FAILED)
        store_rollback(store);
    return result;
}

static enum store_result table_write_their_mind(struct store *store)
{
    if (store_begin(store) != STORE_OK)
        return STORE_FAILED;
    const enum store_result result = add_game(store, "never");
    if (result != STORE_FAILED)
        store_rollback(store);
    return result;
}

/* ---- The rest -------------------------------------------------------------------------------- */

static enum store_result upload(struct store *store)
{
    return store_record_add(store, "record", "ada", 30, "RAIL");
}

static enum store_result upload_bobs(struct store *store)
{
    return store_record_add(store, "bobs", "bob", 30, "RAILS");
}

static enum store_result find_uploads(struct store *store)
{
    struct notes notes = {0};
    int64_t bytes;
    const enum store_result result = store_record_by_id(store, "record", note_text, &notes);
    return result == STORE_OK ? store_uploads_bytes(store, &bytes) : result;
}

static enum store_result forget_bob(struct store *store)
{
    return store_person_delete(store, "bob", "gone");
}

const struct scenario_step scenario[] = {
    {"store_put_once", put_once, STORE_OK},
    {"store_person_add", add_ada, STORE_OK},
    {"store_person_add of another", add_bob, STORE_OK},
    {"store_person_rename", rename_ada, STORE_OK},
    {"store_person_account", make_account, STORE_OK},
    {"store_person_account of another", make_bobs_account, STORE_OK},
    {"store_person_account once more", table_write_account, STORE_OK},
    {"store_person_by_id, store_person_by_login", find_people, STORE_OK},
    {"store_session_add", begin_first, STORE_TAKEN},
    {"store_session_add, the second", begin_second, STORE_TAKEN},
    {"store_session_add, the third", begin_third, STORE_TAKEN},
    {"store_session_add, the fourth", begin_fourth, STORE_TAKEN},
    {"store_session_add of another", begin_bobs, STORE_TAKEN},
    {"store_session_seen", see_first, STORE_OK},
    {"store_session_find, store_sessions_of", find_sessions, STORE_OK},
    {"store_session_remove", end_second, STORE_NONE},
    {"store_session_remove_of", end_third, STORE_NONE},
    {"store_sessions_remove_others", end_others, STORE_OK},
    {"store_game_add", open_alone, STORE_TAKEN},
    {"store_game_update", start_alone, STORE_OK},
    {"store_seat_set", sit_down, STORE_OK},
    {"store_event_add", speak, STORE_TAKEN},
    {"a group", write_group, STORE_TAKEN},
    {"a group that is rolled back", table_write_their_mind, STORE_OK},
    {"store_games_*, store_events", find_games, STORE_OK},
    {"store_record_add", upload, STORE_TAKEN},
    {"store_record_add of another", upload_bobs, STORE_TAKEN},
    {"store_record_by_id, store_uploads_bytes", find_uploads, STORE_OK},
    {"store_ping", store_ping, STORE_OK},
    {"store_person_delete", forget_bob, STORE_NONE},
};
const size_t scenario_steps = sizeof scenario / sizeof scenario[0];

/* ---- What is there --------------------------------------------------------------------------- */

/* For a store that does not fail. */
static void note_people(struct store *store, struct notes *notes)
{
    static const char *const people[] = {"ada", "bob"};
    for (size_t i = 0; i < 2; i++) {
        assert_int_not_equal(store_person_by_id(store, people[i], note_person, notes),
                             STORE_FAILED);
        assert_int_equal(store_sessions_of(store, people[i], note_session, notes), STORE_OK);
        assert_int_equal(store_games_with(store, people[i], 9, note_text, notes), STORE_OK);
    }
    assert_int_not_equal(store_person_by_login(store, "ada", note_person, notes), STORE_FAILED);
}

static void note_games(struct store *store, struct notes *notes)
{
    static const char *const games[] = {"alone", "group", "never"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_not_equal(store_game_by_id(store, games[i], note_game, notes), STORE_FAILED);
        assert_int_equal(store_events(store, games[i], 0, note_event, notes), STORE_OK);
    }
    assert_int_equal(store_games_of(store, "ada", INT64_MAX, 9, note_game, notes), STORE_OK);
}

char *scenario_tables(struct store *store)
{
    struct notes *notes = calloc(1, sizeof *notes);
    char bytes_line[32];
    int64_t bytes;
    assert_non_null(notes);
    assert_int_equal(store_put_once(store, "key", "other", note_text, notes), STORE_OK);
    note_people(store, notes);
    note_games(store, notes);
    assert_int_not_equal(store_record_by_id(store, "record", note_text, notes), STORE_FAILED);
    assert_int_equal(store_uploads_bytes(store, &bytes), STORE_OK);
    snprintf(bytes_line, sizeof bytes_line, "%lld bytes", (long long)bytes);
    note(notes, bytes_line);
    char *text = strdup(notes->text);
    assert_non_null(text);
    free(notes);
    return text;
}

static unsigned is_there(enum store_result result)
{
    assert_int_not_equal(result, STORE_FAILED);
    return result == STORE_OK;
}

/* A person that is gone has left nothing. */
static void assert_bob_is_whole(struct store *store)
{
    struct notes notes = {0};
    if (is_there(store_person_by_id(store, "bob", note_person, &notes)))
        return;
    notes = (struct notes){0};
    assert_false(is_there(store_person_by_login(store, "bob", note_person, &notes)));
    assert_int_equal(store_sessions_of(store, "bob", note_session, &notes), STORE_OK);
    assert_int_equal(store_games_with(store, "bob", 9, note_text, &notes), STORE_OK);
    assert_false(is_there(store_record_by_id(store, "bobs", note_text, &notes)));
    assert_string_equal(notes.text, "");
}

void scenario_assert_whole(struct store *store)
{
    struct notes notes = {0}, events = {0}, seats = {0};
    const unsigned there = is_there(store_game_by_id(store, "group", note_game, &notes));
    assert_int_equal(store_events(store, "group", 0, note_event, &events), STORE_OK);
    assert_int_equal(store_games_of(store, "ada", INT64_MAX, 9, note_game, &seats), STORE_OK);
    assert_int_equal(events.rows, there * TOGETHER);
    assert_int_equal(seats.rows, there);
    assert_false(is_there(store_game_by_id(store, "never", note_game, &notes)));
    /* One account, old or new: a person has not two, nor none between them. */
    notes = (struct notes){0};
    const unsigned logins = is_there(store_person_by_login(store, "ada", note_person, &notes)) +
                            is_there(store_person_by_login(store, "countess", note_person, &notes));
    assert_true(logins <= 1);
    assert_bob_is_whole(store);
}
