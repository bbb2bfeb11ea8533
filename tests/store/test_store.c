/* Every function of the store and every answer it may give, on SQLite and on PostgreSQL alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/notes.h"
#include "store/place.h"
#include "support.h"

/* ---- What is handed out, written down -------------------------------------------------------- */

static void note_game_id(void *context, const struct store_game *game)
{
    note(context, game->id);
}

static void note_host(void *context, const struct store_game *game)
{
    note(context, game->host);
}

/* Compares and forgets. */
static void assert_notes(struct notes *notes, const char *expected)
{
    assert_string_equal(notes->text, expected);
    *notes = (struct notes){0};
}

/* ---- Rows to begin with ---------------------------------------------------------------------- */

static const struct store_game sample_game = {
    .id = "g1",
    .state = STORE_OPEN,
    .listed = true,
    .opened = 1700000000001,
    .changed = 1700000000002,
    .settings = "{\"board\":\"transamerica\"}",
    .secret = "c0ffee",
    .summary = "two seats",
    .host = "ada",
};

static void add_game(struct store *store, const char *id, enum store_state state, bool listed,
                     int64_t changed)
{
    struct store_game game = sample_game;
    game.id = id;
    game.state = state;
    game.listed = listed;
    game.changed = changed;
    assert_int_equal(store_game_add(store, &game), STORE_OK);
}

static struct store_event an_event(const char *game, uint32_t number, const char *body)
{
    return (struct store_event){game, number, 1700000000100 + number, "", body};
}

static enum store_result add_event(struct store *store, const char *game, uint32_t number,
                                   const char *body)
{
    const struct store_event event = an_event(game, number, body);
    return store_event_add(store, &event);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static void the_first_value_of_a_fact_stands(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_put_once(store, "key", "one", note_text, &notes), STORE_OK);
    assert_int_equal(store_put_once(store, "key", "two", note_text, &notes), STORE_OK);
    assert_int_equal(store_put_once(store, "other", "", note_text, &notes), STORE_OK);
    assert_notes(&notes, "one\none\n\n");
    store_close(store);

    store = place_open(*state);
    assert_int_equal(store_put_once(store, "key", "three", note_text, &notes), STORE_OK);
    assert_notes(&notes, "one\n");
    store_close(store);
}

/* ---- People ---------------------------------------------------------------------------------- */

static void a_person_is_added_once_and_found(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p1", 6), STORE_OK);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1||||5\n");
    store_close(store);
}

static void a_person_is_renamed(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_rename(store, "p1", "Ada"), STORE_NONE);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_rename(store, "p1", "Ada"), STORE_OK);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_OK);
    assert_int_equal(store_person_rename(store, "p1", ""), STORE_OK);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1|Ada|||5\np1||||5\n");
    store_close(store);
}

static void a_login_belongs_to_one_person(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_account(store, "p1", "ada", "hash"), STORE_NONE);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p2", 6), STORE_OK);
    assert_int_equal(store_person_account(store, "p1", "ada", "hash1"), STORE_OK);
    assert_int_equal(store_person_account(store, "p2", "ada", "hash2"), STORE_TAKEN);
    assert_int_equal(store_person_by_login(store, "ada", note_person, &notes), STORE_OK);
    assert_int_equal(store_person_by_login(store, "Ada", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_by_login(store, "", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_by_id(store, "p2", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1||ada|hash1|5\np2||||6\n");
    store_close(store);
}

static void an_account_changes_its_password_and_its_login(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p2", 6), STORE_OK);
    assert_int_equal(store_person_account(store, "p1", "ada", "one"), STORE_OK);
    assert_int_equal(store_person_account(store, "p1", "ada", "two"), STORE_OK);
    assert_int_equal(store_person_by_login(store, "ada", note_person, &notes), STORE_OK);
    assert_int_equal(store_person_account(store, "p1", "countess", "three"), STORE_OK);
    assert_int_equal(store_person_by_login(store, "ada", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1||ada|two|5\np1||countess|three|5\n");

    assert_int_equal(store_person_account(store, "p2", "ada", "four"), STORE_OK);
    assert_int_equal(store_person_account(store, "p2", "countess", "five"), STORE_TAKEN);
    assert_int_equal(store_person_by_id(store, "p2", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p2||ada|four|6\n");
    store_close(store);
}

static void a_session_leads_to_its_person(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_session_add(store, "h1", "p1", "", 7), STORE_NONE);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p2", 6), STORE_OK);
    assert_int_equal(store_session_add(store, "h1", "p1", "", 7), STORE_OK);
    assert_int_equal(store_session_add(store, "h2", "p1", "", 8), STORE_OK);
    assert_int_equal(store_session_add(store, "h1", "p2", "", 9), STORE_TAKEN);
    assert_int_equal(store_session_find(store, "h1", note_person, &notes), STORE_OK);
    assert_int_equal(store_session_find(store, "h3", note_person, &notes), STORE_NONE);
    assert_notes(&notes, "p1||||5\n");
    assert_int_equal(store_session_remove(store, "h1"), STORE_OK);
    assert_int_equal(store_session_remove(store, "h1"), STORE_NONE);
    assert_int_equal(store_session_find(store, "h1", note_person, &notes), STORE_NONE);
    assert_int_equal(store_session_find(store, "h2", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1||||5\n");
    store_close(store);
}

static void the_sessions_of_a_person_come_newest_first(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p2", 5), STORE_OK);
    assert_int_equal(store_session_add(store, "h1", "p1", "a phone", 20), STORE_OK);
    assert_int_equal(store_session_add(store, "h2", "p1", "", 30), STORE_OK);
    assert_int_equal(store_session_add(store, "h3", "p1", "a terminal", 10), STORE_OK);
    assert_int_equal(store_session_add(store, "h4", "p2", "", 40), STORE_OK);
    assert_int_equal(store_session_seen(store, "h3", 50), STORE_OK);
    assert_int_equal(store_session_seen(store, "h5", 50), STORE_NONE);
    assert_int_equal(store_sessions_of(store, "p1", note_session, &notes), STORE_OK);
    assert_notes(&notes, "h2||30|30\nh1|a phone|20|20\nh3|a terminal|10|50\n");
    assert_int_equal(store_sessions_of(store, "p3", note_session, &notes), STORE_OK);
    assert_notes(&notes, "");
    store_close(store);
}

static void count_session(void *context, const struct store_session *session)
{
    unsigned *count = context;
    assert_int_equal(session->since, 1000 - (int64_t)(*count)++);
}

static void no_more_than_the_newest_sessions_are_listed(void **state)
{
    struct store *store = place_open(*state);
    unsigned count = 0;
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    for (int i = 0; i < STORE_SESSIONS_MAX + 5; i++) {
        char hash[16];
        snprintf(hash, sizeof hash, "h%d", i);
        assert_int_equal(store_session_add(store, hash, "p1", "", 1000 - i), STORE_OK);
    }
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(store_sessions_of(store, "p1", count_session, &count), STORE_OK);
    assert_int_equal(count, STORE_SESSIONS_MAX);
    store_close(store);
}

static void a_person_ends_their_own_sessions_only(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_add(store, "p2", 5), STORE_OK);
    for (unsigned i = 1; i <= 6; i++) {
        const char hash[] = {'h', (char)('0' + i), '\0'};
        assert_int_equal(store_session_add(store, hash, i < 6 ? "p1" : "p2", "", i), STORE_OK);
    }
    assert_int_equal(store_session_remove_of(store, "p2", "h1"), STORE_NONE);
    assert_int_equal(store_session_remove_of(store, "p1", "h6"), STORE_NONE);
    assert_int_equal(store_session_remove_of(store, "p1", "h1"), STORE_OK);
    assert_int_equal(store_session_remove_of(store, "p1", "h1"), STORE_NONE);
    assert_int_equal(store_sessions_remove_others(store, "p1", "h4"), STORE_OK);
    assert_int_equal(store_sessions_of(store, "p1", note_session, &notes), STORE_OK);
    assert_notes(&notes, "h4||4|4\n");
    assert_int_equal(store_sessions_remove_others(store, "p1", ""), STORE_OK);
    assert_int_equal(store_sessions_remove_others(store, "p1", ""), STORE_OK);
    assert_int_equal(store_sessions_of(store, "p1", note_session, &notes), STORE_OK);
    assert_int_equal(store_sessions_of(store, "p2", note_session, &notes), STORE_OK);
    assert_notes(&notes, "h6||6|6\n");
    store_close(store);
}

/* Two people with the same things each, so that it is seen whether the other's are left alone. */
static void move_in(struct store *store, const char *person, const char *hash, const char *login,
                    unsigned seat)
{
    assert_int_equal(store_person_add(store, person, 5), STORE_OK);
    assert_int_equal(store_person_account(store, person, login, "secret"), STORE_OK);
    assert_int_equal(store_session_add(store, hash, person, "a phone", 7), STORE_OK);
    assert_int_equal(store_seat_set(store, "g1", seat, person), STORE_OK);
    assert_int_equal(store_record_add(store, login, person, 8, "RAIL"), STORE_OK);
    const struct store_event event = {"g1", seat + 1, 9, person, "hello"};
    assert_int_equal(store_event_add(store, &event), STORE_OK);
}

static void a_person_is_taken_out_of_every_table(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    move_in(store, "p1", "h1", "ada", 0);
    move_in(store, "p2", "h2", "bob", 1);
    assert_int_equal(add_event(store, "g1", 3, "a turn"), STORE_OK);

    assert_int_equal(store_person_delete(store, "p1", "gone"), STORE_OK);
    assert_int_equal(store_person_delete(store, "p1", "gone"), STORE_NONE);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_NONE);
    assert_int_equal(store_person_by_login(store, "ada", note_person, &notes), STORE_NONE);
    assert_int_equal(store_session_find(store, "h1", note_person, &notes), STORE_NONE);
    assert_int_equal(store_record_by_id(store, "ada", note_text, &notes), STORE_NONE);
    assert_int_equal(store_games_of(store, "p1", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "");
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1|9||gone\ng1|2|9|p2|hello\ng1|3|1700000000103||a turn\n");

    assert_int_equal(store_session_find(store, "h2", note_person, &notes), STORE_OK);
    assert_int_equal(store_record_by_id(store, "bob", note_text, &notes), STORE_OK);
    assert_int_equal(store_games_of(store, "p2", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "p2||bob|secret|5\nRAIL\ng1\n");
    store_close(store);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void a_game_is_found_as_it_was_added(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_by_id(store, "g1", note_game, &notes), STORE_NONE);
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(store_game_by_id(store, "g1", note_game, &notes), STORE_OK);
    assert_notes(&notes, "g1|0|1|1700000000001|1700000000002|{\"board\":\"transamerica\"}|c0ffee|"
                         "two seats||ada\n");
    struct store_game other = sample_game;
    other.secret = "other";
    assert_int_equal(store_game_add(store, &other), STORE_TAKEN);
    assert_int_equal(store_game_by_id(store, "g1", note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "g1\n");
    store_close(store);
}

static void a_game_changes_its_state_and_summary_only(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_update(store, "g1", STORE_RUNNING, 3, "full"), STORE_NONE);
    add_game(store, "g1", STORE_OPEN, false, 2);
    assert_int_equal(store_game_update(store, "g1", STORE_FINISHED, 3, "over"), STORE_OK);
    assert_int_equal(store_game_by_id(store, "g1", note_game, &notes), STORE_OK);
    assert_notes(&notes, "g1|2|0|1700000000001|3|{\"board\":\"transamerica\"}|c0ffee|over||ada\n");
    store_close(store);
}

static void listed_games_come_newest_first_and_in_pages(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    add_game(store, "a", STORE_RUNNING, true, 10);
    add_game(store, "b", STORE_RUNNING, true, 30);
    add_game(store, "c", STORE_RUNNING, false, 40);
    add_game(store, "d", STORE_FINISHED, true, 50);
    add_game(store, "e", STORE_RUNNING, true, 20);
    assert_int_equal(store_games_listed(store, STORE_RUNNING, INT64_MAX, 2, note_game_id, &notes),
                     STORE_OK);
    assert_notes(&notes, "b\ne\n");
    assert_int_equal(store_games_listed(store, STORE_RUNNING, 20, 2, note_game_id, &notes),
                     STORE_OK);
    assert_notes(&notes, "a\n");
    assert_int_equal(store_games_listed(store, STORE_FINISHED, INT64_MAX, 2, note_game_id, &notes),
                     STORE_OK);
    assert_notes(&notes, "d\n");
    assert_int_equal(store_games_listed(store, STORE_OPEN, INT64_MAX, 2, note_game_id, &notes),
                     STORE_OK);
    assert_notes(&notes, "");
    store_close(store);
}

static void running_games_are_found_listed_or_not(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_games_running(store, note_text, &notes), STORE_OK);
    assert_notes(&notes, "");
    add_game(store, "a", STORE_OPEN, true, 10);
    add_game(store, "b", STORE_RUNNING, false, 10);
    add_game(store, "c", STORE_FINISHED, true, 10);
    add_game(store, "d", STORE_CLOSED, true, 10);
    assert_int_equal(store_games_running(store, note_text, &notes), STORE_OK);
    assert_notes(&notes, "b\n");
    assert_int_equal(store_game_update(store, "a", STORE_RUNNING, 11, ""), STORE_OK);
    assert_int_equal(store_game_update(store, "b", STORE_FINISHED, 11, ""), STORE_OK);
    assert_int_equal(store_games_running(store, note_text, &notes), STORE_OK);
    assert_notes(&notes, "a\n");
    store_close(store);
}

static void the_games_of_a_person_are_those_where_they_sit(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_seat_set(store, "a", 0, "p1"), STORE_NONE);
    add_game(store, "a", STORE_FINISHED, false, 10);
    add_game(store, "b", STORE_RUNNING, true, 30);
    add_game(store, "c", STORE_OPEN, true, 20);
    assert_int_equal(store_seat_set(store, "a", 0, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "a", 1, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "b", 2, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "c", 0, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "c", 1, "p2"), STORE_OK);
    assert_int_equal(store_games_of(store, "p1", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "b\nc\na\n");
    assert_int_equal(store_games_of(store, "p1", 30, 1, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "c\n");

    /* Only of one that runs are the events newer than the row. */
    const struct store_event latest[] = {
        {"a", 1, 90, "", "{}"}, {"b", 1, 90, "", "{}"}, {"b", 2, 15, "", "{}"}};
    for (size_t i = 0; i < sizeof latest / sizeof latest[0]; i++)
        assert_int_equal(store_event_add(store, &latest[i]), STORE_OK);
    assert_int_equal(store_games_of(store, "p1", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "c\nb\na\n");
    assert_int_equal(store_games_of(store, "p1", 15, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "a\n");

    assert_int_equal(store_seat_set(store, "c", 0, ""), STORE_OK);
    assert_int_equal(store_seat_set(store, "b", 2, "p2"), STORE_OK);
    assert_int_equal(store_games_of(store, "p1", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "a\n");
    assert_int_equal(store_games_of(store, "p2", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "c\nb\n");
    assert_int_equal(store_games_of(store, "", INT64_MAX, 9, note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "");
    store_close(store);
}

static void write_in(struct store *store, const char *game, uint32_t number, const char *author)
{
    const struct store_event event = {game, number, 1, author, "hello"};
    assert_int_equal(store_event_add(store, &event), STORE_OK);
}

static void games_with_a_person_are_where_they_sit_or_wrote(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    add_game(store, "sits", STORE_FINISHED, false, 10);
    add_game(store, "wrote", STORE_RUNNING, true, 30);
    add_game(store, "both", STORE_OPEN, true, 20);
    add_game(store, "others", STORE_OPEN, true, 40);
    assert_int_equal(store_seat_set(store, "sits", 0, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "sits", 1, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "both", 0, "p1"), STORE_OK);
    assert_int_equal(store_seat_set(store, "others", 0, "p2"), STORE_OK);
    assert_int_equal(store_seat_set(store, "others", 1, ""), STORE_OK);
    write_in(store, "both", 1, "p1");
    write_in(store, "wrote", 1, "p1");
    write_in(store, "wrote", 2, "p1");
    write_in(store, "others", 1, "p2");
    write_in(store, "others", 2, "");
    assert_int_equal(store_games_with(store, "p1", 9, note_text, &notes), STORE_OK);
    assert_notes(&notes, "wrote\nboth\nsits\n");
    assert_int_equal(store_games_with(store, "p1", 2, note_text, &notes), STORE_OK);
    assert_notes(&notes, "wrote\nboth\n");
    assert_int_equal(store_games_with(store, "", 9, note_text, &notes), STORE_OK);
    assert_int_equal(store_games_with(store, "p3", 9, note_text, &notes), STORE_OK);
    assert_notes(&notes, "");
    store_close(store);
}

static void games_of_a_party_are_found_together(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    struct store_game game = sample_game;
    add_game(store, "alone", STORE_OPEN, true, 1);
    for (unsigned i = 0; i < 4; i++) {
        const char id[] = {(char)('d' - i), '\0'};
        game.id = id;
        game.party = i == 2 ? "other" : "party";
        assert_int_equal(store_game_add(store, &game), STORE_OK);
    }
    assert_int_equal(store_games_of_party(store, "party", note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "d\nc\na\n");
    assert_int_equal(store_games_of_party(store, "", note_game_id, &notes), STORE_OK);
    assert_int_equal(store_games_of_party(store, "nowhere", note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "");
    assert_int_equal(store_games_of_party(store, "other", note_game, &notes), STORE_OK);
    assert_notes(&notes, "b|0|1|1700000000001|1700000000002|{\"board\":\"transamerica\"}|c0ffee|"
                         "two seats|other|ada\n");
    store_close(store);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void events_come_back_in_order_from_any_number_on(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    add_game(store, "g2", STORE_RUNNING, true, 1);
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "");
    assert_int_equal(add_event(store, "g1", 2, "two"), STORE_OK);
    assert_int_equal(add_event(store, "g1", 10, "ten"), STORE_OK);
    assert_int_equal(add_event(store, "g2", 3, "other"), STORE_OK);
    const struct store_event first = {"g1", 1, 77, "p1", "one"};
    assert_int_equal(store_event_add(store, &first), STORE_OK);
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1|77|p1|one\ng1|2|1700000000102||two\ng1|10|1700000000110||ten\n");
    assert_int_equal(store_events(store, "g1", 2, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|10|1700000000110||ten\n");
    assert_int_equal(store_events(store, "g1", UINT32_MAX, note_event, &notes), STORE_OK);
    assert_int_equal(store_events(store, "nowhere", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "");
    assert_int_equal(store_events_before(store, "g1", UINT32_MAX, 2, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|10|1700000000110||ten\ng1|2|1700000000102||two\n");
    assert_int_equal(store_events_before(store, "g1", 2, 9, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1|77|p1|one\n");
    assert_int_equal(store_events_before(store, "g1", 1, 9, note_event, &notes), STORE_OK);
    assert_int_equal(store_events_before(store, "nowhere", 9, 9, note_event, &notes), STORE_OK);
    assert_notes(&notes, "");
    store_close(store);
}

static void a_number_is_given_to_one_event(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(add_event(store, "g1", 1, "early"), STORE_NONE);
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(add_event(store, "g1", 1, "one"), STORE_OK);
    assert_int_equal(add_event(store, "g1", 1, "again"), STORE_TAKEN);
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1|1700000000101||one\n");
    store_close(store);
}

static void a_taken_number_leaves_the_group_as_it_was(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(add_event(store, "g1", 2, "two"), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_event(store, "g1", 1, "one"), STORE_OK);
    assert_int_equal(add_event(store, "g1", 2, "again"), STORE_TAKEN);
    assert_int_equal(store_game_add(store, &sample_game), STORE_TAKEN);
    assert_int_equal(add_event(store, "g1", 3, "three"), STORE_OK);
    assert_int_equal(store_events(store, "g1", 2, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|3|1700000000103||three\n");
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1|1700000000101||one\ng1|2|1700000000102||two\n"
                         "g1|3|1700000000103||three\n");
    store_close(store);
}

static void many_events_are_added_at_once(void **state)
{
    enum { MANY = 700 };
    static struct store_event events[MANY];
    static bool added[MANY];
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    for (unsigned i = 0; i < MANY; i++)
        events[i] = an_event("g1", i + 1, "many");
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_events_add(store, events, MANY, added), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    for (unsigned i = 0; i < MANY; i++)
        assert_true(added[i]);
    assert_int_equal(store_events(store, "g1", MANY - 2, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|699|1700000000799||many\ng1|700|1700000000800||many\n");

    /* 300 is taken, 500 has no game; the others are new. */
    for (unsigned i = 0; i < MANY; i++)
        events[i].number += MANY;
    events[299].number = 1;
    events[499].game = "nowhere";
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_events_add(store, events, 0, added), STORE_OK);
    assert_int_equal(store_events_add(store, events, MANY, added), STORE_TAKEN);
    assert_int_equal(store_commit(store), STORE_OK);
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(added[i], i != 299 && i != 499);
    assert_int_equal(store_events(store, "g1", 2 * MANY - 1, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g1|1400|1700000000800||many\n");
    store_close(store);
}

/* ---- Uploads --------------------------------------------------------------------------------- */

static void an_uploaded_record_is_found_by_its_id(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_record_by_id(store, "r1", note_text, &notes), STORE_NONE);
    assert_int_equal(store_record_add(store, "r1", "", 5, "one"), STORE_OK);
    assert_int_equal(store_record_add(store, "r1", "", 6, "two"), STORE_TAKEN);
    assert_int_equal(store_record_by_id(store, "r1", note_text, &notes), STORE_OK);
    assert_notes(&notes, "one\n");
    store_close(store);
}

static void the_bytes_of_all_uploads_are_known(void **state)
{
    struct store *store = place_open(*state);
    int64_t bytes = -1;
    assert_int_equal(store_uploads_bytes(store, &bytes), STORE_OK);
    assert_int_equal(bytes, 0);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_record_add(store, "r1", "p1", 5, "Łódź"), STORE_OK);
    assert_int_equal(store_record_add(store, "r2", "", 5, "four"), STORE_OK);
    assert_int_equal(store_record_add(store, "r2", "", 5, "taken"), STORE_TAKEN);
    assert_int_equal(store_uploads_bytes(store, &bytes), STORE_OK);
    assert_int_equal(bytes, 7 + 4);
    assert_int_equal(store_person_delete(store, "p1", ""), STORE_OK);
    assert_int_equal(store_uploads_bytes(store, &bytes), STORE_OK);
    assert_int_equal(bytes, 4);
    store_close(store);
}

/* ---- The database itself --------------------------------------------------------------------- */

static void a_ping_is_answered(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(store_ping(store), STORE_OK);
    place_sql(*state, "DROP TABLE schema");
    assert_int_equal(store_ping(store), STORE_FAILED);
    store_close(store);
}

/* Times are the caller's: a clock that is set back makes no row wrong, lost or refused. */
static void a_clock_that_is_set_back_does_no_harm(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    const struct store_event events[] = {
        {"g", 1, 9000, "", "one"}, {"g", 2, 50, "", "two"}, {"g", 3, -7, "", "three"}};
    assert_int_equal(store_person_add(store, "p1", 9000), STORE_OK);
    assert_int_equal(store_session_add(store, "h1", "p1", "", 9000), STORE_OK);
    add_game(store, "g", STORE_RUNNING, true, 9000);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(store_event_add(store, &events[i]), STORE_OK);
    assert_int_equal(store_events(store, "g", 1, note_event, &notes), STORE_OK);
    assert_notes(&notes, "g|2|50||two\ng|3|-7||three\n");
    assert_int_equal(store_game_update(store, "g", STORE_RUNNING, 50, "later"), STORE_OK);
    assert_int_equal(store_session_seen(store, "h1", 50), STORE_OK);
    assert_int_equal(store_session_add(store, "h2", "p1", "", 50), STORE_OK);
    assert_int_equal(store_session_find(store, "h1", note_person, &notes), STORE_OK);
    assert_int_equal(store_sessions_of(store, "p1", note_session, &notes), STORE_OK);
    assert_int_equal(store_games_listed(store, STORE_RUNNING, INT64_MAX, 9, note_game_id, &notes),
                     STORE_OK);
    assert_notes(&notes, "p1||||9000\nh1||9000|50\nh2||50|50\ng\n");
    store_close(store);
}

/* Version 1 is what later versions have added taken away again. */
static void the_tables_of_the_first_version_are_brought_up_to_date(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    int64_t bytes;
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_session_add(store, "h1", "p1", "a phone", 7), STORE_OK);
    assert_int_equal(store_record_add(store, "r1", "p1", 5, "Łódź"), STORE_OK);
    store_close(store);
    place_sql(*state, "DROP INDEX game_party; DROP INDEX upload_bytes;"
                      "ALTER TABLE session DROP COLUMN seen;"
                      "ALTER TABLE session DROP COLUMN label;"
                      "ALTER TABLE game DROP COLUMN party;"
                      "ALTER TABLE upload DROP COLUMN bytes;"
                      "ALTER TABLE game DROP COLUMN host;"
                      "DROP TABLE server; DROP TABLE shard; DROP TABLE cluster;"
                      "ALTER TABLE schema DROP COLUMN least;"
                      "ALTER TABLE person DROP COLUMN gone;"
                      "DELETE FROM schema WHERE version > 1");
    store = place_open(*state);
    assert_int_equal(store_sessions_of(store, "p1", note_session, &notes), STORE_OK);
    assert_notes(&notes, "h1||7|0\n");
    assert_int_equal(store_game_by_id(store, "g1", note_game, &notes), STORE_OK);
    assert_notes(&notes, "g1|0|1|1700000000001|1700000000002|{\"board\":\"transamerica\"}|c0ffee|"
                         "two seats||\n");
    assert_int_equal(store_uploads_bytes(store, &bytes), STORE_OK);
    assert_int_equal(bytes, 7);
    store_close(store);
}

/* The host was the first thing in a summary of version 2, and in most of them. */
static void hosts_are_taken_from_where_they_were(void **state)
{
    static const char *const summaries[] = {"{\"host\":\"k3v8k3v8k3v8k3v8\",\"seats\":[]}",
                                            "{\"host\":\"\"}", "{\"host\":\"ada", "", "two seats"};
    static const char *const hosts[] = {"k3v8k3v8k3v8k3v8", "", "", "", ""};
    struct store *store = place_open(*state);
    char id[] = "g0";
    for (unsigned i = 0; i < 5; i++, id[1]++) {
        struct store_game game = sample_game;
        game.id = id;
        game.summary = summaries[i];
        assert_int_equal(store_game_add(store, &game), STORE_OK);
    }
    store_close(store);
    place_sql(*state, "DROP TABLE server; DROP TABLE shard; DROP TABLE cluster;"
                      "ALTER TABLE schema DROP COLUMN least;"
                      "ALTER TABLE person DROP COLUMN gone;"
                      "ALTER TABLE game DROP COLUMN host; DELETE FROM schema WHERE version > 2");
    store = place_open(*state);
    id[1] = '0';
    for (unsigned i = 0; i < 5; i++, id[1]++) {
        struct notes notes = {0};
        char expected[64];
        snprintf(expected, sizeof expected, "%s\n", hosts[i]);
        assert_int_equal(store_game_by_id(store, id, note_host, &notes), STORE_OK);
        assert_notes(&notes, expected);
    }
    store_close(store);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static void a_group_is_seen_by_others_once_it_is_committed(void **state)
{
    struct store *store = place_open(*state), *other = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(store_game_by_id(store, "g1", note_game_id, &notes), STORE_OK);
    assert_int_equal(store_game_by_id(other, "g1", note_game_id, &notes), STORE_NONE);
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(store_game_by_id(other, "g1", note_game_id, &notes), STORE_OK);
    assert_notes(&notes, "g1\ng1\n");
    store_close(store);
    store_close(other);
}

static void a_group_that_is_rolled_back_or_closed_leaves_nothing(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_game_add(store, &sample_game), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_event(store, "g1", 1, "one"), STORE_OK);
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    store_rollback(store);
    store_rollback(store);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_event(store, "g1", 2, "two"), STORE_OK);
    store_close(store);

    store = place_open(*state);
    assert_int_equal(store_events(store, "g1", 0, note_event, &notes), STORE_OK);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_NONE);
    assert_notes(&notes, "");
    store_close(store);
}

static void deleting_a_person_can_be_rolled_back(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0};
    assert_int_equal(store_person_add(store, "p1", 5), STORE_OK);
    assert_int_equal(store_person_account(store, "p1", "ada", "hash"), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_person_delete(store, "p1", ""), STORE_OK);
    assert_int_equal(store_person_by_id(store, "p1", note_person, &notes), STORE_NONE);
    store_rollback(store);
    assert_int_equal(store_person_by_login(store, "ada", note_person, &notes), STORE_OK);
    assert_notes(&notes, "p1||ada|hash|5\n");
    store_close(store);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static const char odd_text[] = "'; DROP TABLE game; -- \"\\ $1 ?1 %s\t\r\n Zürich Łódź 東京 🚂 \x01";

static void any_text_comes_back_as_it_was(void **state)
{
    struct store *store = place_open(*state);
    struct notes notes = {0}, expected = {0};
    struct store_game game = sample_game;
    game.id = game.settings = game.secret = game.summary = game.party = game.host = odd_text;
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    assert_int_equal(store_game_by_id(store, odd_text, note_game, &notes), STORE_OK);
    note_game(&expected, &game);
    const struct store_event event = {odd_text, 1, INT64_MIN, odd_text, odd_text};
    assert_int_equal(store_event_add(store, &event), STORE_OK);
    assert_int_equal(store_events(store, odd_text, 0, note_event, &notes), STORE_OK);
    note_event(&expected, &event);
    assert_int_equal(store_put_once(store, odd_text, odd_text, note_text, &notes), STORE_OK);
    note_text(&expected, odd_text);
    assert_notes(&notes, expected.text);
    store_close(store);
}

/* Finds the text that the context is. */
static void is_the_text(void *context, const char *text)
{
    assert_true(strcmp(context, text) == 0);
}

static void a_text_of_four_megabytes_comes_back_whole(void **state)
{
    enum { LENGTH = 4 << 20 };
    struct store *store = place_open(*state);
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (char)('a' + i % 26);
    text[LENGTH] = '\0';
    assert_int_equal(store_record_add(store, "long", "p1", 5, text), STORE_OK);
    assert_int_equal(store_record_by_id(store, "long", is_the_text, text), STORE_OK);
    free(text);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("the first value of a fact stands", the_first_value_of_a_fact_stands),
        TEST_ON_BOTH("a person is added once and found", a_person_is_added_once_and_found),
        TEST_ON_BOTH("a person is renamed", a_person_is_renamed),
        TEST_ON_BOTH("a login belongs to one person", a_login_belongs_to_one_person),
        TEST_ON_BOTH("an account changes its password and its login",
                     an_account_changes_its_password_and_its_login),
        TEST_ON_BOTH("a session leads to its person", a_session_leads_to_its_person),
        TEST_ON_BOTH("the sessions of a person come newest first",
                     the_sessions_of_a_person_come_newest_first),
        TEST_ON_BOTH("no more than the newest sessions are listed",
                     no_more_than_the_newest_sessions_are_listed),
        TEST_ON_BOTH("a person ends their own sessions only",
                     a_person_ends_their_own_sessions_only),
        TEST_ON_BOTH("a person is taken out of every table, and nobody else",
                     a_person_is_taken_out_of_every_table),
        TEST_ON_BOTH("a game is found as it was added", a_game_is_found_as_it_was_added),
        TEST_ON_BOTH("a game changes its state and summary only",
                     a_game_changes_its_state_and_summary_only),
        TEST_ON_BOTH("listed games come newest first and in pages",
                     listed_games_come_newest_first_and_in_pages),
        TEST_ON_BOTH("running games are found, listed or not",
                     running_games_are_found_listed_or_not),
        TEST_ON_BOTH("the games of a person are those where they sit",
                     the_games_of_a_person_are_those_where_they_sit),
        TEST_ON_BOTH("games with a person are where they sit or wrote",
                     games_with_a_person_are_where_they_sit_or_wrote),
        TEST_ON_BOTH("games of a party are found together", games_of_a_party_are_found_together),
        TEST_ON_BOTH("events come back in order, from any number on",
                     events_come_back_in_order_from_any_number_on),
        TEST_ON_BOTH("a number is given to one event", a_number_is_given_to_one_event),
        TEST_ON_BOTH("a taken number leaves the group as it was",
                     a_taken_number_leaves_the_group_as_it_was),
        TEST_ON_BOTH("many events are added at once, and it is said which were not",
                     many_events_are_added_at_once),
        TEST_ON_BOTH("an uploaded record is found by its id",
                     an_uploaded_record_is_found_by_its_id),
        TEST_ON_BOTH("the bytes of all uploads are known", the_bytes_of_all_uploads_are_known),
        TEST_ON_BOTH("a ping is answered", a_ping_is_answered),
        TEST_ON_BOTH("a clock that is set back does no harm",
                     a_clock_that_is_set_back_does_no_harm),
        TEST_ON_BOTH("the tables of the first version are brought up to date",
                     the_tables_of_the_first_version_are_brought_up_to_date),
        TEST_ON_BOTH("the host of a game is taken from its summary, where older versions had it",
                     hosts_are_taken_from_where_they_were),
        TEST_ON_BOTH("a group is seen by others once it is committed",
                     a_group_is_seen_by_others_once_it_is_committed),
        TEST_ON_BOTH("a group that is rolled back or closed leaves nothing",
                     a_group_that_is_rolled_back_or_closed_leaves_nothing),
        TEST_ON_BOTH("deleting a person can be rolled back", deleting_a_person_can_be_rolled_back),
        TEST_ON_BOTH("any text comes back as it was", any_text_comes_back_as_it_was),
        TEST_ON_BOTH("a text of four megabytes comes back whole",
                     a_text_of_four_megabytes_comes_back_whole),
        TEST_ON_PARTS("the first value of a fact stands", the_first_value_of_a_fact_stands),
        TEST_ON_PARTS("a person is added once and found", a_person_is_added_once_and_found),
        TEST_ON_PARTS("a person is renamed", a_person_is_renamed),
        TEST_ON_PARTS("a login belongs to one person", a_login_belongs_to_one_person),
        TEST_ON_PARTS("an account changes its password and its login",
                      an_account_changes_its_password_and_its_login),
        TEST_ON_PARTS("a session leads to its person", a_session_leads_to_its_person),
        TEST_ON_PARTS("the sessions of a person come newest first",
                      the_sessions_of_a_person_come_newest_first),
        TEST_ON_PARTS("no more than the newest sessions are listed",
                      no_more_than_the_newest_sessions_are_listed),
        TEST_ON_PARTS("a person ends their own sessions only",
                      a_person_ends_their_own_sessions_only),
        TEST_ON_PARTS("a person is taken out of every table, and nobody else",
                      a_person_is_taken_out_of_every_table),
        TEST_ON_PARTS("a game is found as it was added", a_game_is_found_as_it_was_added),
        TEST_ON_PARTS("a game changes its state and summary only",
                      a_game_changes_its_state_and_summary_only),
        TEST_ON_PARTS("listed games come newest first and in pages",
                      listed_games_come_newest_first_and_in_pages),
        TEST_ON_PARTS("running games are found, listed or not",
                      running_games_are_found_listed_or_not),
        TEST_ON_PARTS("the games of a person are those where they sit",
                      the_games_of_a_person_are_those_where_they_sit),
        TEST_ON_PARTS("games with a person are where they sit or wrote",
                      games_with_a_person_are_where_they_sit_or_wrote),
        TEST_ON_PARTS("games of a party are found together", games_of_a_party_are_found_together),
        TEST_ON_PARTS("events come back in order, from any number on",
                      events_come_back_in_order_from_any_number_on),
        TEST_ON_PARTS("a number is given to one event", a_number_is_given_to_one_event),
        TEST_ON_PARTS("a taken number leaves the group as it was",
                      a_taken_number_leaves_the_group_as_it_was),
        TEST_ON_PARTS("many events are added at once, and it is said which were not",
                      many_events_are_added_at_once),
        TEST_ON_PARTS("an uploaded record is found by its id",
                      an_uploaded_record_is_found_by_its_id),
        TEST_ON_PARTS("the bytes of all uploads are known", the_bytes_of_all_uploads_are_known),
        TEST_ON_PARTS("a ping is answered", a_ping_is_answered),
        TEST_ON_PARTS("a clock that is set back does no harm",
                      a_clock_that_is_set_back_does_no_harm),
        TEST_ON_PARTS("a group is seen by others once it is committed",
                      a_group_is_seen_by_others_once_it_is_committed),
        TEST_ON_PARTS("a group that is rolled back or closed leaves nothing",
                      a_group_that_is_rolled_back_or_closed_leaves_nothing),
        TEST_ON_PARTS("deleting a person can be rolled back", deleting_a_person_can_be_rolled_back),
        TEST_ON_PARTS("any text comes back as it was", any_text_comes_back_as_it_was),
        TEST_ON_PARTS("a text of four megabytes comes back whole",
                      a_text_of_four_megabytes_comes_back_whole),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
