/* The list of public tables: kept, changed, bounded, shared. */
#include <stdio.h>
#include <string.h>

#include "server/tables/lobby.h"
#include "support.h"

static struct shared_bytes *table(unsigned number)
{
    char text[32];
    const int length = snprintf(text, sizeof text, "{\"id\":\"t%u\"}", number);
    return shared_bytes_new(text, (size_t)length);
}

static void assert_list(struct lobby *lobby, const char *expected)
{
    struct shared_bytes *list = lobby_list(lobby);
    assert_non_null(list);
    assert_string_equal(shared_bytes_text(list), expected);
    shared_bytes_release(list);
}

TEST_CASE(open_tables_come_first_and_the_newest_of_them)
{
    struct lobby lobby = {0};
    struct lobby_entry entry[4] = {0};
    assert_list(&lobby, "{\"tables\":[]}");
    lobby_put(&lobby, &entry[0], SHELF_OPEN, table(0));
    lobby_put(&lobby, &entry[1], SHELF_RUNNING, table(1));
    lobby_put(&lobby, &entry[2], SHELF_OPEN, table(2));
    assert_list(&lobby, "{\"tables\":[{\"id\":\"t2\"},{\"id\":\"t0\"},{\"id\":\"t1\"}]}");
    lobby_put(&lobby, &entry[2], SHELF_RUNNING, table(3)); /* it has started */
    assert_list(&lobby, "{\"tables\":[{\"id\":\"t0\"},{\"id\":\"t3\"},{\"id\":\"t1\"}]}");
    lobby_put(&lobby, &entry[2], SHELF_RUNNING, table(4)); /* and goes on */
    assert_list(&lobby, "{\"tables\":[{\"id\":\"t0\"},{\"id\":\"t4\"},{\"id\":\"t1\"}]}");
    lobby_remove(&lobby, &entry[3]); /* was never there */
    lobby_remove(&lobby, &entry[0]);
    lobby_remove(&lobby, &entry[1]);
    assert_list(&lobby, "{\"tables\":[{\"id\":\"t4\"}]}");
    lobby_remove(&lobby, &entry[2]);
    assert_list(&lobby, "{\"tables\":[]}");
    lobby_release(&lobby);
}

TEST_CASE(the_list_is_made_once_until_it_changes)
{
    struct lobby lobby = {0};
    struct lobby_entry entry = {0};
    lobby_put(&lobby, &entry, SHELF_OPEN, table(7));
    struct shared_bytes *one = lobby_list(&lobby), *two = lobby_list(&lobby);
    assert_ptr_equal(one, two);
    assert_true(lobby.changed);
    lobby_remove(&lobby, &entry);
    struct shared_bytes *three = lobby_list(&lobby);
    assert_ptr_not_equal(one, three);
    assert_string_equal(shared_bytes_text(one), "{\"tables\":[{\"id\":\"t7\"}]}");
    shared_bytes_release(one);
    shared_bytes_release(two);
    shared_bytes_release(three);
    lobby_release(&lobby);
}

TEST_CASE(the_list_shows_a_bounded_number)
{
    static struct lobby_entry entry[3 * LOBBY_MAX];
    struct lobby lobby = {0};
    for (unsigned i = 0; i < 3 * LOBBY_MAX; i++)
        lobby_put(&lobby, &entry[i], i % 2 ? SHELF_OPEN : SHELF_RUNNING, table(i));
    struct shared_bytes *list = lobby_list(&lobby);
    unsigned shown = 0;
    for (const char *at = shared_bytes_text(list); (at = strstr(at, "\"id\"")); at++)
        shown++;
    assert_int_equal(shown, LOBBY_MAX);
    shared_bytes_release(list);
    for (unsigned i = 0; i < 3 * LOBBY_MAX; i++)
        lobby_remove(&lobby, &entry[i]);
    assert_list(&lobby, "{\"tables\":[]}");
    lobby_release(&lobby);
}

TEST_CASE(a_message_names_the_question)
{
    struct lobby lobby = {0};
    struct lobby_entry entry = {0};
    const int64_t id = 9007199254740991;
    lobby_put(&lobby, &entry, SHELF_OPEN, table(1));
    struct shared_bytes *plain = lobby_message(&lobby, NULL), *answer = lobby_message(&lobby, &id);
    assert_string_equal(shared_bytes_text(plain),
                        "{\"is\":\"lobby\",\"tables\":[{\"id\":\"t1\"}]}");
    assert_string_equal(shared_bytes_text(answer), "{\"is\":\"lobby\",\"re\":9007199254740991,"
                                                   "\"tables\":[{\"id\":\"t1\"}]}");
    assert_int_equal(answer->length, strlen(shared_bytes_text(answer)));
    shared_bytes_release(plain);
    shared_bytes_release(answer);
    lobby_remove(&lobby, &entry);
    lobby_release(&lobby);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("open tables come first, and the newest of them",
             open_tables_come_first_and_the_newest_of_them),
        TEST("the list is made once, until it changes", the_list_is_made_once_until_it_changes),
        TEST("the list shows a bounded number of tables", the_list_shows_a_bounded_number),
        TEST("a message names the question it answers", a_message_names_the_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
