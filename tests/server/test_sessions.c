/*
 * Sessions that end while somebody is being looked up: a hub without threads, whose crews work when
 * the test says so, so that what is a rare race at a server happens every time.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/hub.h"
#include "support.h"

enum { NOW = 1000000 };

static const char person[] = "abcdefghijkmnpqr";

struct place {
    char folder[64], file[96];
    struct hub hub;
    struct store *store; /* beside the hub's own */
    struct link link;
    char secret[SECRET_SIZE];
    struct identity own; /* what the secret itself stands for */
};

static void quiet_log(void *context, bool is_trouble, const char *line)
{
    (void)context;
    (void)is_trouble;
    (void)line;
}

static void no_wake(void *context)
{
    (void)context;
}

static void no_link_wake(struct link *link)
{
    (void)link;
}

static int64_t fixed_now(void *context)
{
    (void)context;
    return NOW;
}

static struct store *open_store(const struct place *place)
{
    char reason[STORE_REASON_SIZE] = "";
    struct store *store = store_open(place->file, reason);
    if (!store)
        fail_msg("%s", reason);
    return store;
}

static void work(struct place *place)
{
    do
        hub_collect(&place->hub);
    while (hub_step(&place->hub, HUB_WRITER) || hub_step(&place->hub, HUB_READER));
}

/* A server where the account of `person` has one session, with the secret of the place. */
static void open_place(struct place *place)
{
    char reason[STORE_REASON_SIZE] = "";
    memset(place, 0, sizeof *place);
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-sessions-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    place->store = open_store(place);
    const struct hub_options options = {.connections_per_address = 100,
                                        .messages_per_second = 100,
                                        .version = "test",
                                        .log = quiet_log,
                                        .wake = no_wake,
                                        .now = fixed_now};
    const struct hub_stores stores = {.writing = open_store(place), .reading = open_store(place)};
    assert_true(hub_start(&place->hub, &options, stores, reason));
    secret_new(place->secret);
    identity_of_secret(&place->own, place->secret);
    assert_int_equal(store_person_add(place->store, person, NOW), STORE_OK);
    assert_int_equal(store_person_account(place->store, person, "ada", "hash"), STORE_OK);
    assert_int_equal(store_session_add(place->store, place->own.session, person, "", 1), STORE_OK);
    work(place);
}

static void close_place(struct place *place)
{
    char command[128];
    hub_link_close(&place->link);
    hub_stop(&place->hub);
    hub_release(&place->hub);
    store_close(place->store);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static void come_in(struct place *place)
{
    place->link = (struct link){.address = "here", .wake = no_link_wake};
    assert_true(hub_link_open(&place->hub, &place->link, place->secret));
    assert_int_equal(place->link.state, LINK_ASKING);
}

static void end_all(struct place *place)
{
    assert_int_equal(store_sessions_remove_others(place->store, person, ""), STORE_OK);
    hub_end_person(&place->hub, person, "");
}

static void who_is_being_looked_up_when_sessions_end_does_not_come_in(void **state)
{
    (void)state;
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER)); /* has found the session */
    end_all(&place);
    work(&place);
    assert_int_equal(place.link.state, LINK_READY);
    assert_string_equal(place.link.identity.person, place.own.person);
    assert_string_equal(place.link.identity.login, "");
    close_place(&place);
}

static void so_also_when_very_many_sessions_end(void **state)
{
    (void)state;
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER));
    end_all(&place);
    for (unsigned i = 0; i < 3 * CHANGED_MAX; i++)
        hub_end_person(&place.hub, "somebodyelse1234", "");
    work(&place);
    assert_int_equal(place.link.state, LINK_READY);
    assert_string_equal(place.link.identity.person, place.own.person);
    close_place(&place);
}

static void the_end_of_others_sessions_is_no_reason_to_ask_again(void **state)
{
    (void)state;
    struct place place;
    open_place(&place);
    come_in(&place);
    assert_true(hub_step(&place.hub, HUB_READER));
    hub_end_person(&place.hub, "somebodyelse1234", "");
    hub_collect(&place.hub);
    assert_int_equal(place.link.state, LINK_READY);
    assert_string_equal(place.link.identity.person, person);
    close_place(&place);
}

static void seen_of(void *context, const struct store_session *session)
{
    *(int64_t *)context = session->seen;
}

static void a_session_that_comes_in_is_seen(void **state)
{
    (void)state;
    struct place place;
    int64_t seen = 0;
    open_place(&place);
    come_in(&place);
    work(&place);
    assert_string_equal(place.link.identity.person, person);
    assert_int_equal(store_sessions_of(place.store, person, seen_of, &seen), STORE_OK);
    assert_int_equal(seen, NOW);
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
        TEST("a session that comes in is seen", a_session_that_comes_in_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
