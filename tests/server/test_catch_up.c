/*
 * Two servers of one database: hubs without threads, whose pools work when the test says so, so
 * that what is a rare race between servers happens every time.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "server/hub_internal.h"
#include "server/still_hub.h"
#include "support.h"

enum { SERVERS = 2 };

struct place {
    char folder[64], file[96];
    struct server {
        struct hub hub;
        struct hub_client client;
    } server[SERVERS];
    char table[TABLE_ID_SIZE];
};

static void say(struct server *server, const char *message)
{
    hub_receive(&server->client, message, strlen(message));
}

static void start(const struct place *place, struct server *server)
{
    char secret[SECRET_SIZE];
    still_start(&server->hub, place->file, true);
    hub_tick(&server->hub);
    still_work(&server->hub);
    assert_true(hub_may_answer(&server->hub));
    identity_new_secret(secret);
    server->client = (struct hub_client){.address = "here", .wake = still_link_wake};
    assert_true(hub_client_open(&server->hub, &server->client, secret));
    still_work(&server->hub);
}

static struct live_table *only_room(const struct hub *hub)
{
    struct live_table *table = hub_next_table(hub, NULL);
    if (!table)
        fail_msg("there is no room");
    return table;
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
    hub_open_table(&place->server[0].client, &settings);
    still_work(&place->server[0].hub);
    memcpy(place->table, only_room(&place->server[0].hub)->id, sizeof place->table);
    snprintf(message, sizeof message, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":0}",
             place->table);
    for (unsigned i = 0; i < SERVERS; i++) {
        say(&place->server[i], message);
        still_work(&place->server[i].hub);
        assert_string_equal(place->server[i].client.table, place->table);
    }
}

static void close_place(struct place *place)
{
    char command[128];
    for (unsigned i = 0; i < SERVERS; i++) {
        hub_client_close(&place->server[i].client);
        hub_stop(&place->server[i].hub);
        hub_release(&place->server[i].hub);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    assert_int_equal(system(command), 0);
}

static uint32_t events_at(const struct place *place, unsigned server)
{
    return hub_find_table(&place->server[server].hub, place->table)->match.state.events;
}

static void hear(struct place *place, unsigned server, const char *line)
{
    hub_take_messages(&place->server[server].hub, place->server[1 - server].hub.cluster.number,
                      line);
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

/* What the store has after the event `after`, in one line; `name` is of whom it names, or NULL. */
struct announcing {
    char line[1024], events[512];
    const char *name;
};

static void note_event(void *context, const struct store_event *row)
{
    struct announcing *announcing = context;
    const size_t used = strlen(announcing->events);
    snprintf(announcing->events + used, sizeof announcing->events - used, "%s\t%s%s", row->body,
             announcing->name ? announcing->name : "", announcing->name ? "\t" : "");
    snprintf(announcing->line, sizeof announcing->line, "events %s %u %lld %s @a-request\n",
             row->game, (unsigned)row->number, (long long)row->at, announcing->events);
}

static void write_line(const struct place *place, uint32_t after, const char *name,
                       struct announcing *announcing)
{
    struct store *store = still_store(place->file);
    *announcing = (struct announcing){.name = name};
    assert_int_equal(store_events(store, place->table, after, note_event, announcing), STORE_OK);
    store_close(store);
}

/* What the metrics have counted, and measured as often. */
static uint64_t commits_of(const struct place *place, unsigned server)
{
    const struct metrics *metrics = &place->server[server].hub.metrics;
    uint64_t measured = 0;
    for (unsigned i = 0; i <= TIMING_BUCKETS; i++)
        measured += metrics->timing[TIMING_STORE].bucket[i];
    assert_int_equal(measured, metrics->counter[COUNTER_STORE_COMMITS]);
    return measured;
}

/* Two who sit at different servers: whoever is to move has moved.  Answers where they sit. */
static unsigned play_a_turn(struct place *place, struct announcing *announcing)
{
    char message[96];
    say_to_both(place, 0, "{\"do\":\"sit\",\"seat\":1}");
    say_to_both(place, 1, "{\"do\":\"sit\",\"seat\":2}");
    say_to_both(place, 0, "{\"do\":\"start\"}");
    const uint32_t before = events_at(place, 0);
    const unsigned mover = only_room(&place->server[0].hub)->match.position.table.to_move;
    snprintf(message, sizeof message, "{\"do\":\"turn\",\"after\":%u,\"turn\":\"@K7\"}",
             (unsigned)before);
    const uint64_t commits = commits_of(place, mover);
    say(&place->server[mover], message);
    still_work(&place->server[mover].hub);
    assert_int_equal(events_at(place, mover), before + 1);
    assert_int_equal(commits_of(place, mover), commits + 1);
    write_line(place, before, NULL, announcing);
    return mover;
}

TEST_CASE(a_turn_is_taken_as_it_is_told)
{
    struct place place;
    struct announcing announcing;
    open_place(&place);
    const unsigned other = 1 - play_a_turn(&place, &announcing);
    hear(&place, other, announcing.line); /* nothing is read: no thread has worked */
    assert_int_equal(events_at(&place, other), events_at(&place, 1 - other));
    hear(&place, other, announcing.line);
    still_work(&place.server[other].hub);
    assert_int_equal(events_at(&place, other), events_at(&place, 1 - other));
    close_place(&place);
}

TEST_CASE(several_events_are_taken_as_they_are_told)
{
    struct place place;
    struct announcing announcing;
    open_place(&place);
    say_to_both(&place, 0, "{\"do\":\"sit\",\"seat\":1}");
    say_to_both(&place, 1, "{\"do\":\"sit\",\"seat\":2}");
    const uint32_t before = events_at(&place, 0);
    say(&place.server[0], "{\"do\":\"start\"}");
    still_work(&place.server[0].hub);
    assert_true(events_at(&place, 0) > before + 1);
    write_line(&place, before, NULL, &announcing);
    hear(&place, 1, announcing.line);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0));
    close_place(&place);
}

/* Somebody sits down at the first server; the second hears that they are Ann. */
static const char *hear_of_ann(struct place *place)
{
    struct announcing announcing;
    const uint32_t before = events_at(place, 0);
    say(&place->server[0], "{\"do\":\"sit\",\"seat\":1}");
    still_work(&place->server[0].hub);
    write_line(place, before, "Ann } @ Smith", &announcing);
    hear(place, 1, announcing.line);
    return only_room(&place->server[1].hub)->name[0];
}

/* How many of the messages that wait for a client contain that text; takes them. */
static unsigned take_packets_with(struct hub_client *client, const char *part)
{
    unsigned count = 0;
    for (struct shared_bytes *shared; (shared = hub_client_take(client)) != NULL;
         shared_bytes_release(shared))
        count += strstr(shared_bytes_text(shared), part) != NULL;
    return count;
}

/* Another table at that server, which a second client follows. */
static void follow_another(struct server *server, struct hub_client *client)
{
    const struct match_settings settings = {
        .board = board_builtin_at(0), .seats = 2, .plan = {{.kind = SEAT_OPEN}}, .chat = true};
    char secret[SECRET_SIZE], message[128], first[TABLE_ID_SIZE];
    memcpy(first, only_room(&server->hub)->id, sizeof first);
    identity_new_secret(secret);
    *client = (struct hub_client){.address = "there", .wake = still_link_wake};
    assert_true(hub_client_open(&server->hub, client, secret));
    still_work(&server->hub);
    hub_open_table(client, &settings);
    still_work(&server->hub);
    for (struct live_table *table = NULL; (table = hub_next_table(&server->hub, table));)
        if (strcmp(table->id, first) != 0)
            snprintf(message, sizeof message, "{\"do\":\"follow\",\"table\":\"%s\",\"after\":0}",
                     table->id);
    hub_receive(client, message, strlen(message));
    still_work(&server->hub);
    assert_true(client->table[0] != '\0' && strcmp(client->table, first) != 0);
}

/* The first event is a turn; the second, the same turn again, cannot follow it. */
static void tell_of_a_turn_twice(struct place *place, unsigned other,
                                 const struct announcing *announcing)
{
    char line[1200];
    const uint32_t after = events_at(place, other);
    snprintf(line, sizeof line, "events %s %u %lld %s%s @a-request\n", place->table,
             (unsigned)after + 2, (long long)STILL_NOW, announcing->events, announcing->events);
    hear(place, other, line);
}

TEST_CASE(events_before_one_that_cannot_be_taken_reach_their_own_table)
{
    struct place place;
    struct announcing announcing;
    struct hub_client stranger;
    open_place(&place);
    const unsigned other = 1 - play_a_turn(&place, &announcing);
    struct server *server = &place.server[other];
    follow_another(server, &stranger);
    take_packets_with(&server->client, "");
    take_packets_with(&stranger, "");
    tell_of_a_turn_twice(&place, other, &announcing);
    assert_int_equal(server->hub.outgoing.count, 0);
    const char chat[] = "{\"do\":\"chat\",\"text\":\"hello\"}";
    hub_receive(&stranger, chat, strlen(chat));
    still_work(&server->hub);
    assert_int_equal(take_packets_with(&stranger, "@K7"), 0);
    assert_int_equal(take_packets_with(&server->client, "@K7"), 1);
    assert_int_equal(events_at(&place, other), events_at(&place, 1 - other));
    hub_client_close(&stranger);
    close_place(&place);
}

TEST_CASE(who_sits_down_is_told_with_their_name)
{
    struct place place;
    open_place(&place);
    const char *name = hear_of_ann(&place);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0));
    assert_string_equal(name, "Ann } @ Smith");
    close_place(&place);
}

TEST_CASE(a_name_that_may_be_old_is_read)
{
    struct place place;
    open_place(&place);
    hub_rename_person(&place.server[1].hub, place.server[0].client.identity.person, "");
    const char *name = hear_of_ann(&place);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0) - 1);
    still_work(&place.server[1].hub);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0));
    assert_string_equal(name, "");
    close_place(&place);
}

TEST_CASE(a_turn_that_is_told_badly_is_read)
{
    static const char *const bodies[] = {"",
                                         "\t",
                                         "{\t",
                                         "{}\t",
                                         "} }",
                                         "{}",
                                         "{\"kind\":\"turn\",\"seat\":9}\t",
                                         "{\"kind\":\"chat\",\"person\":\"x\",\"text\":\"x\"}\t"};
    for (unsigned i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct place place;
        struct announcing announcing;
        char line[512];
        open_place(&place);
        const unsigned other = 1 - play_a_turn(&place, &announcing);
        const uint32_t events = events_at(&place, 1 - other);
        snprintf(line, sizeof line, "events %s %u 1 %s\n", place.table, (unsigned)events,
                 bodies[i]);
        hear(&place, other, line);
        assert_int_equal(events_at(&place, other), events - 1);
        still_work(&place.server[other].hub);
        tell_to(&place, other); /* a line that is none at all is passed over */
        still_work(&place.server[other].hub);
        assert_int_equal(events_at(&place, other), events);
        close_place(&place);
    }
}

TEST_CASE(what_another_server_tells_is_read)
{
    struct place place;
    open_place(&place);
    say(&place.server[0], "{\"do\":\"chat\",\"text\":\"hello\"}");
    still_work(&place.server[0].hub);
    tell(&place);
    still_work(&place.server[1].hub);
    assert_int_equal(events_at(&place, 1), events_at(&place, 0));
    close_place(&place);
}

TEST_CASE(what_is_told_while_nothing_new_is_read_is_read_after_it)
{
    struct place place;
    open_place(&place);
    const uint32_t before = events_at(&place, 0);
    hub_messages_missed(&place.server[1].hub);
    assert_true(hub_step(&place.server[1].hub, HUB_READER)); /* has found nothing */
    say(&place.server[0], "{\"do\":\"chat\",\"text\":\"hello\"}");
    still_work(&place.server[0].hub);
    assert_int_equal(events_at(&place, 0), before + 1);
    tell(&place);
    still_work(&place.server[1].hub);
    assert_int_equal(events_at(&place, 1), before + 1);
    close_place(&place);
}

/* Another server may have asked who is here, and would wait for the answer for ever. */
TEST_CASE(who_has_missed_something_tells_again_who_is_there)
{
    struct place place;
    open_place(&place);
    struct hub *hub = &place.server[0].hub;
    hub->cluster.announces_followers = false;
    hub_messages_missed(hub);
    assert_true(hub->cluster.announces_followers);
    close_place(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what another server tells is read", what_another_server_tells_is_read),
        TEST("a turn is taken as it is told, once", a_turn_is_taken_as_it_is_told),
        TEST("several events are taken as they are told",
             several_events_are_taken_as_they_are_told),
        TEST("events before one that cannot be taken reach their own table alone",
             events_before_one_that_cannot_be_taken_reach_their_own_table),
        TEST("who sits down is told with their name", who_sits_down_is_told_with_their_name),
        TEST("a name that may be old is read", a_name_that_may_be_old_is_read),
        TEST("a turn that is told badly is read", a_turn_that_is_told_badly_is_read),
        TEST("who has missed something tells again who is there",
             who_has_missed_something_tells_again_who_is_there),
        TEST("what is told while nothing new is read is read after it",
             what_is_told_while_nothing_new_is_read_is_read_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
