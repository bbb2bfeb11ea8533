/*
 * Two servers of one database: hubs without threads, whose crews work when the test says so, so
 * that what is a rare race between servers happens every time.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "server/hub_internal.h"
#include "server/still_hub.h"
#include "support.h"

enum { SERVERS = 2 };

struct place {
    char folder[64], file[96];
    struct server {
        struct hub hub;
        struct link link;
    } server[SERVERS];
    char table[TABLE_ID_SIZE];
};

static void say(struct server *server, const char *message)
{
    hub_receive(&server->link, message, strlen(message));
}

static void start(const struct place *place, struct server *server)
{
    char secret[SECRET_SIZE];
    still_start(&server->hub, place->file, true);
    hub_tick(&server->hub);
    still_work(&server->hub);
    assert_true(hub_may_answer(&server->hub));
    secret_new(secret);
    server->link = (struct link){.address = "here", .wake = still_link_wake};
    assert_true(hub_link_open(&server->hub, &server->link, secret));
    still_work(&server->hub);
}

static struct room *only_room(const struct hub *hub)
{
    for (unsigned i = 0; i < hub->buckets; i++)
        if (hub->bucket[i])
            return hub->bucket[i];
    fail_msg("there is no room");
    return NULL;
}

/* A table that somebody follows at each of two servers. */
static void open_place(struct place *place)
{
    const struct match_settings settings = {.board = board_builtin_at(0),
                                            .seats = 2,
                                            .plan = {{.kind = SEAT_OPEN}, {.kind = SEAT_OPEN}},
                                            .chat = true};
    char message[128];
    memset(place, 0, sizeof *place);
    assert_true(sodium_init() >= 0);
    snprintf(place->folder, sizeof place->folder, "/tmp/railhead-catch-up-XXXXXX");
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/railhead.db", place->folder);
    for (unsigned i = 0; i < SERVERS; i++)
        start(place, &place->server[i]);
    hub_open_table(&place->server[0].link, &settings);
    still_work(&place->server[0].hub);
    memcpy(place->table, only_room(&place->server[0].hub)->id, sizeof place->table);
    snprintf(message, sizeof message, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":0}",
             place->table);
    for (unsigned i = 0; i < SERVERS; i++) {
        say(&place->server[i], message);
        still_work(&place->server[i].hub);
        assert_string_equal(place->server[i].link.table, place->table);
    }
}

static void close_place(struct place *place)
{
    char command[128];
    for (unsigned i = 0; i < SERVERS; i++) {
        hub_link_close(&place->server[i].link);
        hub_stop(&place->server[i].hub);
        hub_release(&place->server[i].hub);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static uint32_t events_at(const struct place *place, unsigned server)
{
    return hub_find_room(&place->server[server].hub, place->table)->match.state.events;
}

static void hear(struct place *place, unsigned server, const char *line)
{
    hub_hear(&place->server[server].hub, place->server[1 - server].hub.cluster.number, line);
}

/* What one server has written is told to the other. */
static void tell_to(struct place *place, unsigned server)
{
    char line[64];
    snprintf(line, sizeof line, "table %s %u\n", place->table,
             (unsigned)events_at(place, 1 - server));
    hear(place, server, line);
}

static void tell(struct place *place)
{
    tell_to(place, 1);
}

/* Somebody says something at a server, and the other one reads it. */
static void say_to_both(struct place *place, unsigned server, const char *message)
{
    const uint32_t before = events_at(place, server);
    say(&place->server[server], message);
    still_work(&place->server[server].hub);
    assert_true(events_at(place, server) > before);
    tell_to(place, 1 - server);
    still_work(&place->server[1 - server].hub);
    assert_int_equal(events_at(place, 0), events_at(place, 1));
}

static void note_event(void *context, const struct store_event *row)
{
    char *line = context;
    snprintf(line, 512, "turn %s %u %lld %s @a-request\n", row->game, (unsigned)row->number,
             (long long)row->at, row->body);
}

/* Two who sit at different servers: whoever is to move has moved.  Answers where they sit. */
static unsigned play_a_turn(struct place *place, char line[512])
{
    char message[96];
    say_to_both(place, 0, "{\"do\":\"sit\",\"seat\":1}");
    say_to_both(place, 1, "{\"do\":\"sit\",\"seat\":2}");
    say_to_both(place, 0, "{\"do\":\"start\"}");
    const uint32_t before = events_at(place, 0);
    const unsigned mover = only_room(&place->server[0].hub)->match.position.table.to_move;
    snprintf(message, sizeof message, "{\"do\":\"turn\",\"after\":%u,\"turn\":\"@K7\"}",
             (unsigned)before);
    say(&place->server[mover], message);
    still_work(&place->server[mover].hub);
    assert_int_equal(events_at(place, mover), before + 1);
    struct store *store = still_store(place->file);
    assert_int_equal(store_events(store, place->table, before, note_event, line), STORE_OK);
    store_close(store);
    return mover;
}

static void a_turn_is_taken_as_it_is_told(void **state)
{
    (void)state;
    struct place place;
    char line[512];
    open_place(&place);
    const unsigned other = 1 - play_a_turn(&place, line);
    hear(&place, other, line); /* nothing is read: no thread has worked */
    assert_int_equal(events_at(&place, other), events_at(&place, 1 - other));
    hear(&place, other, line);
    still_work(&place.server[other].hub);
    assert_int_equal(events_at(&place, other), events_at(&place, 1 - other));
    close_place(&place);
}

static void a_turn_that_is_told_badly_is_read(void **state)
{
    static const char *const bodies[] = {"", "{", "{}", "} }", "{\"kind\":\"turn\",\"seat\":9}"};
    (void)state;
    for (unsigned i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct place place;
        char line[512];
        open_place(&place);
        const unsigned other = 1 - play_a_turn(&place, line);
        const uint32_t events = events_at(&place, 1 - other);
        snprintf(line, sizeof line, "turn %s %u 1 %s\n", place.table, (unsigned)events, bodies[i]);
        hear(&place, other, line);
        assert_int_equal(events_at(&place, other), events - 1);
        still_work(&place.server[other].hub);
        tell_to(&place, other); /* a line that is none at all is passed over */
        still_work(&place.server[other].hub);
        assert_int_equal(events_at(&place, other), events);
        close_place(&place);
    }
}

static void what_another_server_tells_is_read(void **state)
{
    (void)state;
    struct place place;
    open_place(&place);
    say(&place.server[0], "{\"do\":\"chat\",\"text\":\"hello\"}");
    still_work(&place.server[0].hub);
    tell(&place);
    still_work(&place.server[1].hub);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0));
    close_place(&place);
}

static void what_is_told_while_nothing_new_is_read_is_read_after_it(void **state)
{
    (void)state;
    struct place place;
    open_place(&place);
    const uint32_t before = events_at(&place, 0);
    hub_hear_missed(&place.server[1].hub);
    assert_true(hub_step(&place.server[1].hub, HUB_READER)); /* has found nothing */
    say(&place.server[0], "{\"do\":\"chat\",\"text\":\"hello\"}");
    still_work(&place.server[0].hub);
    assert_int_equal(events_at(&place, 0), before + 1);
    tell(&place);
    still_work(&place.server[1].hub);
    assert_int_equal(events_at(&place, 1), before + 1);
    close_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what another server tells is read", what_another_server_tells_is_read),
        TEST("a turn is taken as it is told, once", a_turn_is_taken_as_it_is_told),
        TEST("a turn that is told badly is read", a_turn_that_is_told_badly_is_read),
        TEST("what is told while nothing new is read is read after it",
             what_is_told_while_nothing_new_is_read_is_read_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
