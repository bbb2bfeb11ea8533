/*
 * Allocation failures in the terminal: each allocation fails once, and a sentence reports it.
 * Nothing from a server or a file ends the program.
 */
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "remote/wire.h"
#include "terminal/lobby/table_list.h"
#include "terminal/replay/replay.h"
#include "terminal/room.h"
#include "terminal/source/server_source.h"

/* The linker substitutes these: see the Makefile. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

static unsigned until_failure; /* 1: the next allocation fails; 0: none */

static bool fails_now(void)
{
    return until_failure > 0 && --until_failure == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails_now() ? NULL : __real_realloc(block, size);
}

TEST_CASE(a_history_is_as_it_was)
{
    static struct history history;
    static struct table table;
    history_init(&history);
    assert_true(history_reserve(&history, 3));
    for (table.round = 1; history.moments < history.capacity; table.round++)
        history_add_deal(&history, &table);
    const unsigned moments = history.moments;
    until_failure = 1;
    assert_false(history_reserve(&history, 1));
    assert_int_equal(history.moments, moments);
    assert_int_equal(history.moment[moments - 1].table.round, moments);
    assert_true(history_reserve(&history, 1));
    history_add_deal(&history, &table);
    assert_int_equal(history.moment[0].table.round, 1);
    history_release(&history);
}

/* The table stays as it is, and the server's next message is refused with a sentence. */
TEST_CASE(a_server_s_table)
{
    static struct room room;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    room.source.history.capacity =
        room.source.history.moments; /* as if the capacity were used up */
    until_failure = 1;
    assert_false(
        takes_event(&room, 5, "\"kind\": \"turn\", \"seat\": 1, \"after\": 4, \"turn\": \"@K7\""));
    assert_string_equal(room.why, "There is not enough memory to follow the game any longer.");
    assert_int_equal(source_table(&room.source)->round, 1);
    assert_true(
        takes_event(&room, 5, "\"kind\": \"turn\", \"seat\": 1, \"after\": 4, \"turn\": \"@K7\""));
    close_room(&room);
}

TEST_CASE(opening)
{
    char error[200];
    const struct remote_target target = {.url = "http://localhost:1"};
    until_failure = 1;
    assert_null(server_source_open(&target, error, sizeof error));
    assert_string_equal(error, "there is not enough memory for a game");
    for (unsigned i = 1; i <= 2; i++) {
        until_failure = i;
        assert_null(table_list_open(target.url, error, sizeof error));
        assert_string_equal(error, "there is not enough memory for the list of tables");
    }
    until_failure = 1;
    assert_null(wire_open(target.url, "secret", error, sizeof error));
    assert_string_equal(error, "there is not enough memory for a connection");
}

/* Whichever allocation fails, a record that is not read comes with a reason. */
TEST_CASE(a_record)
{
    static const char record[] = "railhead 1\n"
                                 "board transamerica\n"
                                 "rules transamerica\n"
                                 "seats 2\n"
                                 "round 1\n"
                                 "first 1\n"
                                 "deal 1 portland helena omaha new-york dallas\n"
                                 "deal 2 medford chicago st-louis washington memphis\n"
                                 "1 @K7\n";
    static struct replay replay;
    struct fault fault;
    bool read = false;
    for (unsigned i = 1; !read; i++) {
        memset(&replay, 0, sizeof replay);
        until_failure = i;
        read = replay_read(&replay, record, strlen(record), board_builtins, &fault);
        assert_true(read == (until_failure > 0));
        if (!read)
            assert_string_equal(SENTENCE(&fault), "there is not enough memory for this record");
        until_failure = 0;
        replay_release(&replay);
        assert_true(i > 3 || !read); /* the rounds, the turns, the moments */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a history that cannot grow is as it was", a_history_is_as_it_was),
        TEST("a table at a server is not followed without memory, and says so", a_server_s_table),
        TEST("a game, a list and a connection are not opened without memory", opening),
        TEST("a record is not read without memory, and says so", a_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
