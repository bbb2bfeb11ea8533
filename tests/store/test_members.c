/* Several servers on one database: members, shards, who is buried, and what is told and heard. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "store/notes.h"
#include "store/place.h"
#include "store/store_members.h"
#include "support.h"

static int64_t join(struct store *store, const char *name)
{
    int64_t number = 0;
    assert_int_equal(store_member_join(store, name, &number), STORE_OK);
    assert_true(number > 0);
    return number;
}

static struct store_times heartbeat(struct store *store, int64_t number, int64_t now)
{
    struct store_times times = {0};
    assert_int_equal(store_member_heartbeat(store, number, now, &times), STORE_OK);
    return times;
}

static void note_member(void *context, const struct store_member *member)
{
    char line[96];
    snprintf(line, sizeof line, "%s %lld", member->name, (long long)member->heartbeat);
    note(context, line);
}

static void assert_members(struct store *store, const char *expected)
{
    struct notes notes = {0};
    assert_int_equal(store_members(store, note_member, &notes), STORE_OK);
    assert_string_equal(notes.text, expected);
}

static void count_shard(void *count, unsigned shard)
{
    assert_true(shard < STORE_SHARDS);
    ++*(unsigned *)count;
}

static unsigned shards_of(struct store *store, int64_t number)
{
    unsigned count = 0;
    assert_int_equal(store_shards_of(store, number, count_shard, &count), STORE_OK);
    return count;
}

static void members_come_beat_and_go(void **state)
{
    struct store *store = place_open(*state);
    const int64_t a = join(store, "a"), b = join(store, "b");
    assert_true(b > a);
    heartbeat(store, b, 1000);
    heartbeat(store, b, 2000);
    assert_members(store, "a 0\nb 2\n");
    assert_int_equal(store_member_leave(store, b), STORE_OK);
    assert_members(store, "a 0\n");
    assert_true(join(store, "c") > b); /* a number is never given again */
    store_close(store);
}

static void who_has_not_beaten_is_buried(void **state)
{
    struct store *store = place_open(*state);
    struct store_times times;
    const int64_t a = join(store, "a"), b = join(store, "b");
    heartbeat(store, b, 1000);
    assert_int_equal(store_shards_take(store, b, 10), STORE_OK);
    assert_int_equal(store_member_expire(store, b, 0), STORE_NONE); /* it has beaten since */
    assert_int_equal(shards_of(store, b), 10);
    assert_int_equal(store_member_expire(store, b, 1), STORE_OK);
    assert_members(store, "a 0\n");
    assert_int_equal(shards_of(store, b), 0);
    assert_int_equal(store_member_heartbeat(store, b, 2000, &times), STORE_NONE);
    assert_int_equal(store_member_expire(store, b, 1), STORE_NONE);
    (void)a;
    store_close(store);
}

static void a_shard_has_one_server(void **state)
{
    struct store *store = place_open(*state);
    const int64_t a = join(store, "a"), b = join(store, "b");
    assert_int_equal(store_shards_take(store, a, 200), STORE_OK);
    assert_int_equal(store_shards_take(store, b, 200), STORE_OK);
    assert_int_equal(shards_of(store, a), 200);
    assert_int_equal(shards_of(store, b), STORE_SHARDS - 200);
    assert_int_equal(store_shard_free(store, b, 0), STORE_OK); /* it is not theirs */
    assert_int_equal(shards_of(store, a), 200);
    assert_int_equal(store_shard_free(store, a, 0), STORE_OK);
    assert_int_equal(store_shards_take(store, b, 200), STORE_OK);
    assert_int_equal(shards_of(store, a), 199);
    assert_int_equal(shards_of(store, b), STORE_SHARDS - 199);
    store_close(store);
}

/* SQLite goes by the time it is told. */
static void a_time_without_servers_is_noted(void **state)
{
    struct store *store = place_open(*state);
    const int64_t a = join(store, "a"), b = join(store, "b");
    assert_int_equal(heartbeat(store, a, 1000000).resumed, 1000000);
    assert_int_equal(heartbeat(store, b, 1004000).resumed, 1000000);
    assert_int_equal(heartbeat(store, a, 1006000).resumed, 1000000);
    assert_int_equal(heartbeat(store, a, 1012000).resumed, 1012000);
    assert_int_equal(heartbeat(store, b, 1013000).resumed, 1012000);
    store_close(store);
}

/* PostgreSQL by its own clock, whatever ours says. */
static void the_time_is_the_databases(void **state)
{
    struct store *store = place_open(*state);
    const int64_t a = join(store, "a");
    const struct store_times times = heartbeat(store, a, 5);
    assert_true(times.now > INT64_C(1600000000000));
    assert_int_equal(times.resumed, times.now);
    assert_int_equal(heartbeat(store, a, 10).resumed, times.resumed);
    store_close(store);
}

/* ---- Who is buried cannot write -------------------------------------------------------------- */

/* Its connection is being ended: which call finds out is chance, and the next one is anew. */
static enum store_result write_three(struct store *store)
{
    enum store_result result;
    do {
        result = store_begin(store);
        if (result == STORE_OK)
            result = store_person_add(store, "three", 1);
        if (result == STORE_OK)
            result = store_commit(store);
        else
            store_rollback(store);
    } while (result == STORE_FAILED && strstr(store_reason(store), "was lost"));
    return result;
}

static void who_is_buried_cannot_write(void **state)
{
    struct store *store = place_open(*state), *other = place_open(*state);
    const int64_t number = join(store, "a");
    store_write_as(store, number);
    assert_int_equal(store_person_add(store, "one", 1), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_person_add(store, "two", 1), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    assert_int_equal(store_member_expire(other, number, 0), STORE_OK);
    assert_int_equal(write_three(store), STORE_FAILED);
    assert_string_equal(store_reason(store), "the other servers have taken this one for dead");
    assert_int_equal(store_person_by_id(other, "two", note_person, &(struct notes){0}), STORE_OK);
    assert_int_equal(store_person_by_id(other, "three", NULL, NULL), STORE_NONE);
    store_close(other);
    store_close(store);
}

/* It holds its row and an event's number: whoever takes over must not wait for it. */
static void a_group_under_way_ends_with_its_server(void **state)
{
    struct store *store = place_open(*state), *other = place_open(*state);
    const int64_t number = join(store, "a");
    store_write_as(store, number);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK); /* the connection is known by its number */
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_person_add(store, "one", 1), STORE_OK);
    assert_int_equal(store_member_expire(other, number, 0), STORE_OK);
    assert_int_equal(store_person_add(other, "one", 2), STORE_OK);
    assert_int_equal(store_commit(store), STORE_FAILED);
    store_close(other);
    store_close(store);
}

/* ---- What was presumed ----------------------------------------------------------------------- */

static void count_events(void *count, const struct store_event *event)
{
    (void)event;
    ++*(unsigned *)count;
}

static unsigned events_of(struct store *store)
{
    unsigned count = 0;
    assert_int_equal(store_events(store, "g1", 0, count_events, &count), STORE_OK);
    return count;
}

/* A move, as a writer writes it who expects that nobody else has moved. */
static enum store_result move(struct store *store, uint32_t number, bool presumes)
{
    const struct store_event event = {"g1", number, 1, "", "turn"};
    assert_int_equal(store_begin(store), STORE_OK);
    store_presume(store, presumes);
    enum store_result result = store_game_update(store, "g1", STORE_RUNNING, number, "");
    if (result == STORE_OK)
        result = store_event_add(store, &event);
    if (result == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return result;
}

static void what_was_presumed_and_is_not_so_is_undone(void **state)
{
    const struct store_game game = {"g1", STORE_OPEN, true, 1, 1, "", "", "", "", ""};
    struct store *store = place_open(*state), *other = place_open(*state);
    const int64_t number = join(store, "a");
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    store_write_as(store, number);
    assert_int_equal(move(store, 1, true), STORE_OK);
    assert_int_equal(move(other, 2, true), STORE_OK);
    assert_int_equal(move(store, 2, true), STORE_FAILED);
    assert_true(store_may_repeat(store));
    assert_int_equal(move(store, 2, false), STORE_TAKEN);
    assert_int_equal(move(store, 3, true), STORE_OK);
    assert_int_equal(events_of(other), 3);
    place_sql(*state, "DELETE FROM server");
    assert_int_equal(move(store, 4, true), STORE_FAILED);
    assert_false(store_may_repeat(store));
    assert_string_equal(store_reason(store), "the other servers have taken this one for dead");
    assert_int_equal(events_of(other), 3);
    store_close(other);
    store_close(store);
}

/* A question in between finds out too. */
static void what_was_presumed_is_known_to_be_wrong_by_the_next_question(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(store_begin(store), STORE_OK);
    store_presume(store, true);
    assert_int_equal(store_seat_set(store, "nowhere", 1, "ada"), STORE_OK);
    assert_int_equal(store_party_seat(store, "party", "g1", "ada"), STORE_FAILED);
    assert_true(store_may_repeat(store));
    assert_int_equal(store_commit(store), STORE_FAILED);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_seat_set(store, "nowhere", 1, "ada"), STORE_NONE);
    store_close(store);
}

/* ---- Two who wait for each other ------------------------------------------------------------- */

struct crossing {
    struct store *store;
    const char *first, *second;
    pthread_barrier_t *meet;
    enum store_result result;
    bool may_repeat;
};

static void *cross(void *context)
{
    struct crossing *crossing = context;
    struct store *store = crossing->store;
    enum store_result result = store_begin(store);
    if (result == STORE_OK)
        result = store_person_rename(store, crossing->first, "one");
    pthread_barrier_wait(crossing->meet);
    if (result == STORE_OK)
        result = store_person_rename(store, crossing->second, "two");
    crossing->result = result == STORE_OK ? store_commit(store) : result;
    crossing->may_repeat = store_may_repeat(store);
    store_rollback(store);
    return NULL;
}

static void of_two_who_wait_for_each_other_one_repeats(void **state)
{
    struct store *store = place_open(*state), *other = place_open(*state);
    pthread_barrier_t meet;
    pthread_t thread;
    struct crossing one = {.store = store, .first = "ada", .second = "bob", .meet = &meet};
    struct crossing two = {.store = other, .first = "bob", .second = "ada", .meet = &meet};
    assert_int_equal(store_person_add(store, "ada", 1), STORE_OK);
    assert_int_equal(store_person_add(store, "bob", 1), STORE_OK);
    pthread_barrier_init(&meet, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, cross, &two), 0);
    cross(&one);
    pthread_join(thread, NULL);
    const struct crossing *lost = one.result == STORE_OK ? &two : &one;
    assert_int_equal((one.result == STORE_OK) + (two.result == STORE_OK), 1);
    assert_int_equal(lost->result, STORE_FAILED);
    assert_true(lost->may_repeat);
    assert_int_equal(store_begin(lost->store), STORE_OK);
    assert_int_equal(store_person_rename(lost->store, lost->first, "again"), STORE_OK);
    assert_int_equal(store_commit(lost->store), STORE_OK);
    assert_false(store_may_repeat(lost->store));
    pthread_barrier_destroy(&meet);
    store_close(other);
    store_close(store);
}

/* ---- Telling and hearing --------------------------------------------------------------------- */

static enum store_listener_result hear(struct store_listener *listener, int64_t *from, char *text)
{
    enum store_listener_result heard;
    for (unsigned tries = 0; tries < 100; tries++)
        if ((heard = store_listener_read(listener, 100, from, text)) != STORE_LISTENER_NOTHING)
            return heard;
    return STORE_LISTENER_NOTHING;
}

static struct store_listener *listen_at(const struct place *place)
{
    char reason[STORE_REASON_SIZE], text[STORE_NOTIFICATION_SIZE + 1];
    int64_t from;
    struct store_listener *listener = store_listener_open(place->url, reason);
    assert_non_null(listener);
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_RECONNECTED);
    return listener;
}

static void a_file_has_nothing_to_hear(void **state)
{
    const struct place *place = *state;
    char reason[STORE_REASON_SIZE];
    assert_null(store_listener_open(place->url, reason));
    assert_string_equal(reason, "a database in a file has one server");
}

static void what_is_committed_is_heard_in_order(void **state)
{
    struct store *store = place_open(*state);
    struct store_listener *listener = listen_at(*state);
    char text[STORE_NOTIFICATION_SIZE + 1];
    int64_t from = 0;
    const int64_t number = join(store, "a");
    assert_int_equal(store_begin(store), STORE_OK);
    store_notify(store, "", "nobody hears %s", "who is no server");
    assert_int_equal(store_commit(store), STORE_OK);
    store_write_as(store, number);
    assert_int_equal(store_begin(store), STORE_OK);
    store_notify(store, "", "undone");
    store_rollback(store);
    for (int i = 1; i <= 2; i++) {
        assert_int_equal(store_begin(store), STORE_OK);
        store_notify(store, "request-1", "table %d", i);
        store_notify(store, "", "lobby");
        assert_int_equal(store_commit(store), STORE_OK);
    }
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_MESSAGES);
    assert_int_equal(from, number);
    assert_string_equal(text, "table 1 @request-1\nlobby\n");
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_MESSAGES);
    assert_string_equal(text, "table 2 @request-1\nlobby\n");
    store_listener_close(listener);
    store_close(store);
}

static void much_is_told_in_parts(void **state)
{
    enum { LINES = 2000 };
    struct store *store = place_open(*state);
    struct store_listener *listener = listen_at(*state);
    char text[STORE_NOTIFICATION_SIZE + 1];
    int64_t from;
    unsigned lines = 0;
    store_write_as(store, join(store, "a"));
    assert_int_equal(store_begin(store), STORE_OK);
    for (int i = 0; i < LINES; i++)
        store_notify(store, "", "table %d", i);
    assert_int_equal(store_commit(store), STORE_OK);
    while (lines < LINES) {
        assert_int_equal(hear(listener, &from, text), STORE_LISTENER_MESSAGES);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
            char expected[32];
            snprintf(expected, sizeof expected, "table %u", lines++);
            assert_string_equal(line, expected);
        }
    }
    store_listener_close(listener);
    store_close(store);
}

static void an_ear_that_was_cut_says_so(void **state)
{
    struct store_listener *listener = listen_at(*state);
    char text[STORE_NOTIFICATION_SIZE + 1];
    int64_t from;
    place_sql(*state, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                      " WHERE application_name = 'railhead ear'");
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_FAILED);
    assert_non_null(strstr(text, "the connection to the database was lost: "));
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_RECONNECTED);
    store_listener_reconnect(listener);
    assert_int_equal(hear(listener, &from, text), STORE_LISTENER_RECONNECTED);
    store_listener_close(listener);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("members come, beat and go", members_come_beat_and_go),
        TEST_ON_BOTH("who has not beaten is buried", who_has_not_beaten_is_buried),
        TEST_ON_BOTH("a shard has one server", a_shard_has_one_server),
        TEST_ON_SQLITE("a time without servers is noted", a_time_without_servers_is_noted),
        TEST_ON_POSTGRES("the time is the database's", the_time_is_the_databases),
        TEST_ON_BOTH("who is buried cannot write", who_is_buried_cannot_write),
        TEST_ON_POSTGRES("a group under way ends with its server",
                         a_group_under_way_ends_with_its_server),
        TEST_ON_POSTGRES("what was presumed and is not so is undone",
                         what_was_presumed_and_is_not_so_is_undone),
        TEST_ON_POSTGRES("what was presumed is known to be wrong by the next question",
                         what_was_presumed_is_known_to_be_wrong_by_the_next_question),
        TEST_ON_POSTGRES("of two who wait for each other one repeats",
                         of_two_who_wait_for_each_other_one_repeats),
        TEST_ON_SQLITE("a file has nothing to hear", a_file_has_nothing_to_hear),
        TEST_ON_POSTGRES("what is committed is heard in order",
                         what_is_committed_is_heard_in_order),
        TEST_ON_POSTGRES("much is told in parts", much_is_told_in_parts),
        TEST_ON_POSTGRES("an ear that was cut says so", an_ear_that_was_cut_says_so),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
