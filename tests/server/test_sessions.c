/*
 * Sessions that end while somebody is being looked up: a hub without threads, whose pools work when
 * the test says so, so that what is a rare race at a server happens every time.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "server/still_hub.h"
#include "support.h"

static const char person[] = "abcdefghijkmnpqr";

struct place {
    char folder[64], file[96];
    struct hub hub;
    struct store *store; /* beside the hub's own */
    struct hub_client client;
    char secret[SECRET_SIZE];
    struct identity own; /* what the secret itself stands for */
};

/* A server where the account of `person` has one session, with the secret of the place. */
static void open_place(struct place *place)
{
    memset(place, 0, sizeof *place);
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-sessions-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    place->store = still_store(place->file);
    still_start(&place->hub, place->file, false);
    identity_new_secret(place->secret);
    identity_of_secret(&place->own, place->secret);
    assert_int_equal(store_person_add(place->store, person, STILL_NOW), STORE_OK);
    assert_int_equal(store_person_account(place->store, person, "ada", "hash"), STORE_OK);
    assert_int_equal(store_session_add(place->store, place->own.session, person, "", 1), STORE_OK);
    still_work(&place->hub);
}

static void close_place(struct place *place)
{
    char command[128];
    hub_client_close(&place->client);
    hub_stop(&place->hub);
    hub_release(&place->hub);
    store_close(place->store);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static void come_in(struct place *place)
{
    place->client = (struct hub_client){.address = "here", .wake = still_link_wake};
    assert_true(hub_client_open(&place->hub, &place->client, place->secret));
    assert_int_equal(place->client.state, CLIENT_ASKING);
}

static void end_all(struct place *place)
{
    assert_int_equal(store_sessions_remove_others(place->store, person, ""), STORE_OK);
    hub_end_person(&place->hub, person, "");
}

TEST_CASE(who_is_being_looked_up_when_sessions_end_does_not_come_in)
{
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER)); /* has found the session */
    end_all(&place);
    still_work(&place.hub);
    assert_int_equal(place.client.state, CLIENT_READY);
    assert_string_equal(place.client.identity.person, place.own.person);
    assert_string_equal(place.client.identity.login, "");
    close_place(&place);
}

TEST_CASE(so_also_when_very_many_sessions_end)
{
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER));
    end_all(&place);
    for (unsigned i = 0; i < 3 * CHANGED_MAX; i++)
        hub_end_person(&place.hub, "somebodyelse1234", "");
    still_work(&place.hub);
    assert_int_equal(place.client.state, CLIENT_READY);
    assert_string_equal(place.client.identity.person, place.own.person);
    close_place(&place);
}

TEST_CASE(the_end_of_others_sessions_is_no_reason_to_ask_again)
{
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER));
    hub_end_person(&place.hub, "somebodyelse1234", "");
    hub_collect(&place.hub);
    assert_int_equal(place.client.state, CLIENT_READY);
    assert_string_equal(place.client.identity.person, person);
    close_place(&place);
}

/* What this server was told, or what it knows of a client, does not matter: the store says it. */
TEST_CASE(who_was_deleted_elsewhere_writes_nothing_and_goes)
{
    struct place place;
    static const char open[] = "{\"do\":\"chat\",\"text\":\"hello\"}";
    char follow[128];
    open_place(&place);
    come_in(&place);
    still_work(&place.hub);
    const struct match_settings settings = {
        .board = board_builtin_at(0), .seats = 2, .plan = {{.kind = SEAT_OPEN}}, .chat = true};
    hub_open_table(&place.client, &settings);
    still_work(&place.hub);
    const struct live_table *table = hub_next_table(&place.hub, NULL);
    assert_non_null(table);
    snprintf(follow, sizeof follow, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":0}", table->id);
    hub_receive(&place.client, follow, strlen(follow));
    const uint32_t before = table->match.state.events;
    assert_int_equal(store_person_delete(place.store, person, ""), STORE_OK);
    hub_receive(&place.client, open, strlen(open));
    still_work(&place.hub);
    assert_int_equal(place.client.state, CLIENT_ENDING);
    assert_int_equal(table->match.state.events, before);
    assert_int_equal(place.hub.failed_at, 0);
    close_place(&place);
}

TEST_CASE(the_first_secret_of_a_deleted_account_is_nobody)
{
    struct place place;
    open_place(&place);
    assert_int_equal(store_person_add(place.store, place.own.person, STILL_NOW), STORE_OK);
    assert_int_equal(store_person_account(place.store, place.own.person, "bob", "h"), STORE_OK);
    assert_int_equal(store_session_remove(place.store, place.own.session), STORE_OK);
    for (unsigned deleted = 0; deleted < 2; deleted++) {
        come_in(&place);
        still_work(&place.hub);
        assert_string_equal(place.client.identity.person, "");
        hub_client_close(&place.client);
        if (deleted == 0)
            assert_int_equal(store_person_delete(place.store, place.own.person, ""), STORE_OK);
    }
    come_in(&place);
    close_place(&place);
}

static void seen_of(void *context, const struct store_session *session)
{
    *(int64_t *)context = session->seen;
}

TEST_CASE(a_session_that_comes_in_is_seen)
{
    struct place place;
    int64_t seen = 0;
    open_place(&place);
    come_in(&place);
    still_work(&place.hub);
    assert_string_equal(place.client.identity.person, person);
    assert_int_equal(store_sessions_of(place.store, person, seen_of, &seen), STORE_OK);
    assert_int_equal(seen, STILL_NOW);
    close_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("who is being looked up when their sessions end does not come in",
             who_is_being_looked_up_when_sessions_end_does_not_come_in),
        TEST("so also when very many sessions end", so_also_when_very_many_sessions_end),
        TEST("the end of others' sessions is no reason to ask again",
             the_end_of_others_sessions_is_no_reason_to_ask_again),
        TEST("who was deleted elsewhere writes nothing, and goes",
             who_was_deleted_elsewhere_writes_nothing_and_goes),
        TEST("the first secret of a deleted account is nobody",
             the_first_secret_of_a_deleted_account_is_nobody),
        TEST("a session that comes in is seen", a_session_that_comes_in_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
