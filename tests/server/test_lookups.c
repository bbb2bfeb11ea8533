/*
 * What strangers may make the store do: a request pays before it is looked up, who has gone is not
 * looked up, the queue has a bound and is fair to addresses, and the server's own questions go
 * before it.  A hub without threads, whose pools work when the test says so.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/http/api.h"
#include "server/hub_internal.h"
#include "server/still_hub.h"
#include "support.h"

enum { ADDRESS_MESSAGES = 200, ADDRESS_LOOKUPS = 50, WAITING_MAX = 4096 };

struct place {
    char folder[64], file[96];
    struct hub hub;
};

static void open_place(struct place *place)
{
    memset(place, 0, sizeof *place);
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-lookups-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    still_start(&place->hub, place->file, false);
    still_work(&place->hub);
}

static void close_place(struct place *place)
{
    char command[128];
    hub_stop(&place->hub);
    hub_release(&place->hub);
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static uint64_t counted(const struct place *place, enum counter counter)
{
    return place->hub.metrics.counter[counter];
}

static void is_ready(struct api_request *request)
{
    (void)request;
}

static struct api_request *ask_with(struct place *place, const char *address, const char *path,
                                    const char *secret)
{
    struct api_request *request = calloc(1, sizeof *request);
    request->method = HTTP_GET;
    request->ready = is_ready;
    snprintf(request->path, sizeof request->path, "%s", path);
    snprintf(request->client.address, sizeof request->client.address, "%s", address);
    assert_true(api_begin(&place->hub, request, secret));
    return request;
}

/* Somebody new. */
static struct api_request *ask(struct place *place, const char *address, const char *path)
{
    char secret[SECRET_SIZE];
    identity_new_secret(secret);
    return ask_with(place, address, path, secret);
}

static void leave(struct api_request *request)
{
    api_end(request);
    free(request);
}

static const char me[] = "/api/v1/me";

/* ---- Paying ---------------------------------------------------------------------------------- */

TEST_CASE(a_request_that_is_refused_is_not_looked_up)
{
    struct place place;
    open_place(&place);
    for (unsigned i = 0; i < ADDRESS_MESSAGES; i++) {
        struct api_request *request = ask(&place, "10.0.0.1", me);
        assert_int_equal(request->status, 0);
        still_work(&place.hub);
        assert_int_equal(request->status, 200);
        leave(request);
    }
    assert_int_equal(counted(&place, COUNTER_LOOKUPS), ADDRESS_MESSAGES);
    for (unsigned i = 0; i < ADDRESS_MESSAGES; i++) {
        struct api_request *request = ask(&place, "10.0.0.1", me);
        assert_int_equal(request->status, 429);
        leave(request);
    }
    assert_int_equal(counted(&place, COUNTER_LOOKUPS), ADDRESS_MESSAGES);
    assert_int_equal(worker_pool_load(place.hub.readers), 0);
    close_place(&place);
}

/* Somebody's share is known when it is known who they are. */
TEST_CASE(a_person_pays_wherever_they_come_from)
{
    struct place place;
    char secret[SECRET_SIZE], address[ADDRESS_SIZE];
    unsigned good = 0, slow = 0;
    open_place(&place);
    identity_new_secret(secret);
    for (unsigned i = 0; i < ADDRESS_MESSAGES; i++) {
        snprintf(address, sizeof address, "10.0.1.%u", i);
        struct api_request *request = ask_with(&place, address, me, secret);
        still_work(&place.hub);
        good += request->status == 200;
        slow += request->status == 429;
        leave(request);
    }
    assert_int_equal(good, ADDRESS_MESSAGES / 2); /* five times twenty at once */
    assert_int_equal(slow, ADDRESS_MESSAGES / 2);
    close_place(&place);
}

TEST_CASE(nobody_is_looked_up_for_what_everybody_may_see)
{
    static const char *const paths[] = {"/healthz",        "/metrics",     "/status",
                                        "/api/v1/address", "/api/v1/none", "/api/v1/tables"};
    struct place place;
    open_place(&place);
    place.hub.options.name = "test";
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct api_request *request = ask(&place, "10.0.0.1", paths[i]);
        assert_int_not_equal(request->status, 0);
        leave(request);
    }
    assert_int_equal(counted(&place, COUNTER_LOOKUPS), 0);
    close_place(&place);
}

/* ---- Who has gone ---------------------------------------------------------------------------- */

TEST_CASE(who_has_gone_is_not_looked_up)
{
    struct place place;
    char secret[SECRET_SIZE];
    open_place(&place);
    struct api_request *request = ask(&place, "10.0.0.1", me);
    struct hub_client client = {.address = "10.0.0.1", .wake = still_link_wake};
    identity_new_secret(secret);
    assert_true(hub_client_open(&place.hub, &client, secret));
    assert_int_equal(worker_pool_waiting(place.hub.readers), 2);
    leave(request);
    hub_client_close(&client);
    assert_int_equal(worker_pool_load(place.hub.readers), 0);
    assert_int_equal(counted(&place, COUNTER_LOOKUPS_FORGOTTEN), 2);
    assert_false(hub_step(&place.hub, HUB_READER));
    close_place(&place);
}

TEST_CASE(so_is_who_goes_while_games_or_a_table_are_read)
{
    static const char *const paths[] = {"/api/v1/games", "/api/v1/tables/abcdefgh01234567",
                                        "/api/v1/tables/abcdefgh01234567/record"};
    struct place place;
    open_place(&place);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct api_request *request = ask(&place, "10.0.0.1", paths[i]);
        assert_true(hub_step(&place.hub, HUB_READER)); /* who it is */
        hub_collect(&place.hub);
        assert_int_equal(worker_pool_waiting(place.hub.readers), 1);
        leave(request);
        assert_int_equal(worker_pool_load(place.hub.readers), 0);
        assert_int_equal(counted(&place, COUNTER_LOOKUPS_FORGOTTEN), i + 1);
    }
    assert_int_equal(place.hub.tables.count, 0);
    close_place(&place);
}

/* The others are not told that there is none before it was read. */
TEST_CASE(a_table_is_read_as_long_as_one_waits_for_it)
{
    static const char path[] = "/api/v1/tables/abcdefgh01234567";
    struct place place;
    open_place(&place);
    struct api_request *one = ask(&place, "10.0.0.1", path), *two = ask(&place, "10.0.0.2", path);
    while (place.hub.tables.count == 0 || worker_pool_load(place.hub.readers) > 1) {
        assert_true(hub_step(&place.hub, HUB_READER));
        hub_collect(&place.hub);
    }
    leave(one);
    assert_int_equal(worker_pool_waiting(place.hub.readers), 1);
    still_work(&place.hub);
    assert_int_equal(two->status, 404);
    leave(two);
    assert_int_equal(place.hub.tables.count, 0);
    close_place(&place);
}

/* ---- The queue ------------------------------------------------------------------------------- */

struct throng {
    struct api_request *request[2 * WAITING_MAX];
    unsigned count, refused;
};

/* From so many addresses, so many requests each. */
static void come(struct place *place, struct throng *throng, unsigned addresses, unsigned requests)
{
    char address[ADDRESS_SIZE];
    for (unsigned i = 0; i < addresses; i++)
        for (unsigned j = 0; j < requests; j++) {
            snprintf(address, sizeof address, "10.1.%u.%u", i / 256, i % 256);
            struct api_request *request = ask(place, address, me);
            throng->refused += request->status == 429;
            assert_true(request->status == 0 || request->status == 429);
            throng->request[throng->count++] = request;
        }
}

static void go(struct throng *throng)
{
    while (throng->count > 0)
        leave(throng->request[--throng->count]);
    free(throng);
}

TEST_CASE(the_queue_has_a_bound_and_room_for_who_asks_little)
{
    struct place place;
    struct throng *throng = calloc(1, sizeof *throng);
    open_place(&place);
    come(&place, throng, 100, ADDRESS_LOOKUPS);
    assert_int_equal(throng->count, 100 * ADDRESS_LOOKUPS);
    assert_int_equal(worker_pool_waiting(place.hub.readers) + throng->refused, throng->count);
    assert_in_range(worker_pool_waiting(place.hub.readers), WAITING_MAX / 2, 3 * WAITING_MAX / 4);
    assert_int_equal(counted(&place, COUNTER_LOOKUPS_REFUSED), throng->refused);
    struct api_request *newcomer = ask(&place, "10.2.0.1", me);
    assert_int_equal(newcomer->status, 0);
    leave(newcomer);
    go(throng);
    close_place(&place);
}

TEST_CASE(a_newcomer_is_looked_up_before_the_rest_of_a_crowd)
{
    enum { ADDRESSES = 30 };
    struct place place;
    struct throng *throng = calloc(1, sizeof *throng);
    unsigned steps = 0;
    open_place(&place);
    come(&place, throng, ADDRESSES, ADDRESS_LOOKUPS);
    struct api_request *newcomer = ask(&place, "10.2.0.1", me);
    while (newcomer->status == 0) {
        assert_true(hub_step(&place.hub, HUB_READER));
        hub_collect(&place.hub);
        steps++;
    }
    assert_in_range(steps, 1, ADDRESSES + 1);
    leave(newcomer);
    go(throng);
    close_place(&place);
}

TEST_CASE(the_pulse_goes_before_whoever_waits)
{
    struct place place;
    struct throng *throng = calloc(1, sizeof *throng);
    open_place(&place);
    come(&place, throng, 100, ADDRESS_LOOKUPS);
    place.hub.reading.answered = place.hub.writing.answered = STILL_NOW - 5000;
    assert_false(hub_is_healthy(&place.hub));
    hub_tick(&place.hub);
    assert_true(hub_step(&place.hub, HUB_READER));
    assert_true(hub_step(&place.hub, HUB_WRITER));
    hub_collect(&place.hub);
    assert_true(hub_is_healthy(&place.hub));
    struct api_request *health = ask(&place, "10.1.0.1", "/healthz");
    assert_int_equal(health->status, 200);
    leave(health);
    go(throng);
    close_place(&place);
}

/* What the server has to know goes on in its own turn. */
TEST_CASE(a_table_that_the_server_needs_does_not_wait_for_strangers)
{
    static const char id[] = "abcdefgh01234567", path[] = "/api/v1/tables/abcdefgh01234567/hand";
    struct place place;
    struct throng *throng = calloc(1, sizeof *throng);
    open_place(&place);
    struct api_request *asker = ask(&place, "10.0.0.1", path);
    assert_true(hub_step(&place.hub, HUB_READER));
    hub_collect(&place.hub);
    come(&place, throng, 10, ADDRESS_LOOKUPS);
    struct live_table *table = hub_find_table(&place.hub, id);
    assert_non_null(table);
    assert_ptr_equal(hub_open_or_load(&place.hub, id, NULL), table);
    leave(asker);
    assert_ptr_equal(hub_find_table(&place.hub, id), table);
    assert_true(hub_step(&place.hub, HUB_READER));
    hub_collect(&place.hub);
    assert_null(hub_find_table(&place.hub, id));
    go(throng);
    close_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a request that is refused is not looked up",
             a_request_that_is_refused_is_not_looked_up),
        TEST("a person pays wherever they come from", a_person_pays_wherever_they_come_from),
        TEST("nobody is looked up for what everybody may see",
             nobody_is_looked_up_for_what_everybody_may_see),
        TEST("who has gone is not looked up", who_has_gone_is_not_looked_up),
        TEST("nor is anything read for who has gone",
             so_is_who_goes_while_games_or_a_table_are_read),
        TEST("a table is read as long as one waits for it",
             a_table_is_read_as_long_as_one_waits_for_it),
        TEST("the queue has a bound, and room for who asks little",
             the_queue_has_a_bound_and_room_for_who_asks_little),
        TEST("a newcomer is looked up before the rest of a crowd",
             a_newcomer_is_looked_up_before_the_rest_of_a_crowd),
        TEST("the pulse goes before whoever waits", the_pulse_goes_before_whoever_waits),
        TEST("a table that the server needs does not wait for strangers",
             a_table_that_the_server_needs_does_not_wait_for_strangers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
