/*
 * A database that stands still: calls fail in their time, and work again when it goes on.
 *
 * Nothing here looks at a clock: a call that waits for ever is a test that does not end.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/place.h"
#include "store/postgres_wait.h"
#include "store/store_internal.h"
#include "store/store_members.h"
#include "support.h"

enum { HURRY_MS = 200, LONG = 8 << 20, MANY = 200 };

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

static void assert_late(struct store *store, enum store_result result)
{
    assert_int_equal(result, STORE_FAILED);
    if (strcmp(store_reason(store), "the database did not answer within 0.2 seconds") != 0)
        fail_msg("%s", store_reason(store));
}

/* With a store that is in a hurry only while the database stands still. */
static void stand_still(struct store *store)
{
    place_stop_server();
    postgres_hurry(store->db, HURRY_MS);
}

static void go_on(struct store *store)
{
    place_continue_server();
    postgres_hurry(store->db, DB_CALL_MS);
}

static void a_call_to_a_database_that_stands_still_fails(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    stand_still(store);
    assert_late(store, find_game(store, "g1"));
    assert_late(store, find_game(store, "g1")); /* it cannot connect either */
    assert_late(store, store_begin(store));
    assert_late(store, store_ping(store));
    go_on(store);
    assert_int_equal(find_game(store, "g1"), STORE_OK);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static enum store_result add_long(struct store *store)
{
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, 'a', LONG);
    text[LONG] = '\0';
    const enum store_result result = store_record_add(store, "long", "", 1, text);
    free(text);
    return result;
}

static enum store_result add_many(struct store *store, const char *body)
{
    static struct store_event events[MANY];
    static bool added[MANY];
    for (uint32_t i = 0; i < MANY; i++)
        events[i] = (struct store_event){"g1", i + 1, 1, "", body};
    return store_events_add(store, events, MANY, added);
}

/* More than fits between the two processes: it is not sent whole before the time is over. */
static enum store_result add_many_long(struct store *store)
{
    static char body[20000];
    memset(body, 'b', sizeof body - 1);
    return add_many(store, body);
}

static enum store_result add_many_short(struct store *store)
{
    return add_many(store, "turn");
}

static enum store_result find(struct store *store)
{
    return find_game(store, "g1");
}

static void a_group_fails_whole_wherever_the_database_stops(void **state)
{
    static enum store_result (*const last[])(struct store *) = {find, add_long, add_many_short,
                                                                add_many_long};
    struct store *store = place_open(*state);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        assert_int_equal(store_begin(store), STORE_OK);
        assert_int_equal(add_game(store, "g2"), STORE_OK);
        stand_still(store);
        assert_late(store, last[i](store));
        assert_int_equal(add_game(store, "g3"), STORE_FAILED);
        assert_int_equal(store_commit(store), STORE_FAILED);
        go_on(store);
        assert_int_equal(find_game(store, "g2"), STORE_NONE);
        assert_int_equal(find_game(store, "g1"), STORE_OK);
    }
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_many_long(store), STORE_OK);
    assert_int_equal(add_long(store), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static void rolling_back_does_not_wait_for_ever(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    stand_still(store);
    store_rollback(store);
    assert_late(store, find_game(store, "g1"));
    go_on(store);
    assert_int_equal(find_game(store, "g1"), STORE_NONE);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    store_close(store);
}

static void a_commit_without_an_answer_is_whole_or_nothing(void **state)
{
    struct store *store = place_open(*state);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    assert_int_equal(add_game(store, "g2"), STORE_OK);
    stand_still(store);
    assert_late(store, store_commit(store));
    go_on(store);
    /* Who repeats it waits for the one that may still be on its way. */
    assert_int_equal(store_begin(store), STORE_OK);
    const enum store_result first = add_game(store, "g1"), second = add_game(store, "g2");
    assert_int_equal(first, second);
    assert_true(first == STORE_OK || first == STORE_TAKEN);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

/* All of it goes with the commit, so that nothing before that has to be answered. */
static void what_is_presumed_waits_once(void **state)
{
    struct store *store = place_open(*state);
    int64_t number;
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    assert_int_equal(store_member_join(store, "a", &number), STORE_OK);
    store_write_as(store, number);
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(store_commit(store), STORE_OK); /* the connection is known by its number */
    stand_still(store);
    assert_int_equal(store_begin(store), STORE_OK);
    store_presume(store, true);
    assert_int_equal(add_many_short(store), STORE_OK);
    assert_int_equal(store_game_update(store, "g1", STORE_FINISHED, 2, ""), STORE_OK);
    assert_int_equal(store_seat_set(store, "g1", 1, "ada"), STORE_OK);
    assert_int_equal(store_person_add(store, "ada", 1), STORE_OK);
    store_notify(store, "", "table g1 1");
    go_on(store);
    assert_int_equal(store_commit(store), STORE_OK);
    store_close(store);
}

static const char *endless(bool postgres)
{
    return postgres ? "SELECT count(*) FROM pg_sleep(3600)"
                    : "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
                      " SELECT count(*) FROM n";
}

static void hurry(const struct place *place, struct store *store, int milliseconds)
{
    if (place->postgres)
        postgres_hurry(store->db, milliseconds);
    else
        sqlite_hurry(store->db, milliseconds);
}

static void a_statement_that_does_not_end_is_given_up(void **state)
{
    const struct place *place = *state;
    struct store *store = place_open(place);
    const struct db_query query = {DB_PING, 0, endless(place->postgres)};
    assert_int_equal(store_begin(store), STORE_OK);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    hurry(place, store, HURRY_MS);
    assert_int_equal(store_ask(store, &query, NULL, NULL, NULL), STORE_FAILED);
    assert_non_null(strstr(store_reason(store), "did not answer "));
    assert_int_equal(store_commit(store), STORE_FAILED);
    hurry(place, store, DB_CALL_MS); /* the server lets go of it after a moment */
    assert_int_equal(find_game(store, "g1"), STORE_NONE);
    assert_int_equal(add_game(store, "g1"), STORE_OK);
    store_close(store);
}

/* ---- A machine that has gone without a word ----------------------------------------------------
 */

/* Takes connections, and says nothing. */
static int listen_silently(unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    const int silent = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(silent, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(silent, 1), 0);
    assert_int_equal(getsockname(silent, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return silent;
}

static int option_of(const PGconn *connection, int level, int option)
{
    int value = -1;
    socklen_t size = sizeof value;
    assert_int_equal(getsockopt(PQsocket(connection), level, option, &value, &size), 0);
    return value;
}

/* What is lost on the way cannot be tried without taking a network apart: that is the system's. */
TEST_CASE(the_system_is_told_when_to_give_up)
{
    static const char *const more[] = {"", "&tcp_user_timeout=7000"};
    static const int user_timeout[] = {4000, 7000};
    unsigned port;
    const int silent = listen_silently(&port);
    for (unsigned i = 0; i < 2; i++) {
        char url[128];
        PGconn *connection;
        snprintf(url, sizeof url, "postgresql://nobody@127.0.0.1:%u/none?sslmode=disable%s", port,
                 more[i]);
        assert_false(wait_for_connection(url, "test", clock_ms(), &connection));
        assert_int_equal(option_of(connection, IPPROTO_TCP, TCP_USER_TIMEOUT), user_timeout[i]);
        assert_int_equal(option_of(connection, SOL_SOCKET, SO_KEEPALIVE), 1);
        assert_int_equal(option_of(connection, IPPROTO_TCP, TCP_KEEPIDLE), 2);
        assert_int_equal(option_of(connection, IPPROTO_TCP, TCP_KEEPINTVL), 1);
        assert_int_equal(option_of(connection, IPPROTO_TCP, TCP_KEEPCNT), 3);
        PQfinish(connection);
    }
    close(silent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_POSTGRES("a call to a database that stands still fails, and works when it goes on",
                         a_call_to_a_database_that_stands_still_fails),
        TEST_ON_POSTGRES("a group fails whole wherever the database stops",
                         a_group_fails_whole_wherever_the_database_stops),
        TEST_ON_POSTGRES("rolling back does not wait for ever",
                         rolling_back_does_not_wait_for_ever),
        TEST_ON_POSTGRES("a commit without an answer is whole or nothing",
                         a_commit_without_an_answer_is_whole_or_nothing),
        TEST_ON_POSTGRES("what is presumed waits for the database once, with the commit",
                         what_is_presumed_waits_once),
        TEST("the system is told when to give up a machine that has gone",
             the_system_is_told_when_to_give_up),
        TEST_ON_BOTH("a statement that does not end is given up",
                     a_statement_that_does_not_end_is_given_up),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
