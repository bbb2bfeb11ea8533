/* Which server and which table are meant: addresses, links and lobbies, without a connection. */
#include <string.h>

#include "remote/remote_find.h"
#include "remote/request.h"
#include "support.h"

static bool find(struct remote_place *place, const char *link)
{
    char error[200] = "";
    const struct remote_target target = {.url = "http://localhost", .link = link};
    const bool found = remote_find(place, &target, "", error, sizeof error);
    assert_int_equal(found, error[0] == '\0');
    return found;
}

static void a_table_is_named_by_its_id_or_a_link(void **unused)
{
    struct remote_place place;
    (void)unused;
    assert_true(find(&place, NULL)); /* any will do */
    assert_string_equal(place.table, "");
    static const char *const links[] = {"q7m2x9kd4wpz", "/t/q7m2x9kd4wpz",
                                        "https://example.org/t/q7m2x9kd4wpz"};
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        assert_true(find(&place, links[i]));
        assert_string_equal(place.table, "q7m2x9kd4wpz");
        assert_string_equal(place.key, "");
    }
    assert_true(find(&place, "https://example.org/t/q7m2x9kd4wpz#Ab-9_"));
    assert_string_equal(place.table, "q7m2x9kd4wpz");
    assert_string_equal(place.key, "Ab-9_");
}

static void what_is_no_link_is_refused_with_a_sentence(void **unused)
{
    struct remote_place place;
    (void)unused;
    assert_false(find(&place, ""));
    assert_false(find(&place, "/t/"));
    assert_false(find(&place, "q7m2 x9kd"));
    assert_false(find(&place, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    assert_false(find(&place, "a#bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"));
}

static bool pick(struct remote_place *place, const char *lobby)
{
    static struct told told; /* large */
    struct complaint complaint;
    memset(place, 0, sizeof *place);
    return told_read(&told, NULL, lobby, strlen(lobby), &complaint) && told.kind == TOLD_LOBBY &&
           remote_pick(place, told.as.lobby);
}

#define TABLE(id, state, first)                                                                    \
    "{\"id\": \"" id "\", \"state\": \"" state "\", \"settings\": {\"board\": \"transamerica\", "  \
    "\"seats\": [\"open\", \"easy\"]}, \"opened\": 1, \"changed\": 1, \"host\": \"ada\", "         \
    "\"seats\": [" first ", {\"kind\": \"bot\", \"bot\": \"easy\"}], \"round\": 0, "               \
    "\"points\": [], \"winners\": []}"
#define FREE "{\"kind\": \"open\"}"

static void the_first_table_with_a_free_seat_is_picked(void **unused)
{
    struct remote_place place;
    (void)unused;
    assert_true(pick(
        &place,
        "{\"is\": \"lobby\", \"tables\": [" TABLE(
            "full", "open",
            "{\"kind\": \"person\", \"who\": \"ada\"}") "," TABLE("begun", "running",
                                                                  FREE) "," TABLE("\\u001b[2J",
                                                                                  "open",
                                                                                  FREE) "," TABLE("free",
                                                                                                  "open",
                                                                                                  FREE) "]}"));
    assert_string_equal(place.table, "free");
    assert_false(pick(&place, "{\"is\": \"lobby\", \"tables\": []}"));
    assert_false(pick(&place, "{\"is\": \"lobby\", \"tables\": 7}"));
    assert_false(pick(&place, "{\"is\": \"lobby\"}"));
}

static void an_address_has_a_host_and_a_port(void **unused)
{
    struct address address;
    char error[200];
    (void)unused;
    assert_true(address_read(&address, "http://localhost:8080", error, sizeof error));
    assert_string_equal(address.host, "localhost");
    assert_int_equal(address.port, 8080);
    assert_false(address.secure);
    assert_true(address_read(&address, "https://example.org/", error, sizeof error));
    assert_string_equal(address.host, "example.org");
    assert_int_equal(address.port, 443);
    assert_true(address.secure);
    static const char *const wrong[] = {"",        "localhost",          "ftp://localhost",
                                        "http://", "http://localhost:0", "http://localhost:70000"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error[0] = '\0';
        assert_false(address_read(&address, wrong[i], error, sizeof error));
        assert_true(error[0] != '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a table is named by its id or a link", a_table_is_named_by_its_id_or_a_link),
        TEST("what is no link is refused with a sentence",
             what_is_no_link_is_refused_with_a_sentence),
        TEST("the first table with a free seat is picked",
             the_first_table_with_a_free_seat_is_picked),
        TEST("an address has a host and a port", an_address_has_a_host_and_a_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
