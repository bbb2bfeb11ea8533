/* Every call fails once: see sweep.h. */
#include "simulate/sweep.h"

#include <stdio.h>
#include <string.h>

#include "simulate/inspect.h"
#include "simulate/player.h"

enum { HOST, GUEST, WATCHER, PEOPLE, TRIES = 8, RETRY_MS = 1500, BOTS = 60 };

/* ---- People try again ------------------------------------------------------------------------ */

static void calm_down(struct world *world)
{
    for (unsigned i = 0; i < 2; i++) {
        world_drain(world, BOTS);
        for (unsigned j = 0; j < world->clients; j++)
            client_read(&world->client[j], UINT32_MAX);
    }
    inspect_glance(world);
}

static void wait_a_little(struct world *world)
{
    world_tick(world, RETRY_MS);
    calm_down(world);
}

/* Once the answer is anything but that of a store that failed; its status. */
static int ask(struct client *client, enum http_method method, const char *path, const char *body)
{
    for (unsigned i = 0; i < TRIES; i++) {
        client_ask(client, method, path, body);
        calm_down(client->world);
        const int status = client->request[0] ? client->request[0]->request.status : 503;
        const bool answered = client->request[0] && client->request[0]->request.answer;
        const bool log = client->request[0] && client->request[0]->request.log;
        if (client->request[0] && status == 0)
            world_fail(client->world, "%s is not answered", path);
        client_finish(client, 0);
        if (status != 503 && (answered || log))
            return status;
        wait_a_little(client->world);
    }
    world_fail(client->world, "%s never works", path);
}

static bool is_at(const struct client *client, const char *table)
{
    return client_is_there(client) && strcmp(client->websocket->client.table, table) == 0;
}

static void go_to(struct client *client, const char *table)
{
    for (unsigned i = 0; i < TRIES && !is_at(client, table); i++) {
        if (i > 0)
            wait_a_little(client->world);
        if (!client->websocket)
            client_connect(client);
        calm_down(client->world);
        if (client_is_there(client))
            client_follow(client, table, client->seen);
        calm_down(client->world);
    }
    if (!is_at(client, table))
        world_fail(client->world, "client %u never gets to table %s", client->number, table);
}

/* Until it is done, or refused since it had been done the first time. */
static void say(struct client *client, const char *table, const char *fields)
{
    for (unsigned i = 0; i < TRIES; i++) {
        go_to(client, table);
        client->answer[0] = '\0';
        client_say(client, "%s", fields);
        calm_down(client->world);
        if (strcmp(client->answer, "done") == 0 ||
            (i > 0 && client->answer[0] != '\0' && strcmp(client->answer, "store") != 0))
            return;
        if (client->answer[0] != '\0' && strcmp(client->answer, "store") != 0)
            world_fail(client->world, "%s is refused: %s", fields, client->answer);
        wait_a_little(client->world);
    }
    world_fail(client->world, "%s never works", fields);
}

/* ---- The story ------------------------------------------------------------------------------- */

/* Turns of whoever is to move; bots make theirs as everything calms down. */
static void play(struct world *world, const char *table, unsigned turns)
{
    for (unsigned i = 0; i < turns; i++) {
        char text[TURN_TEXT_SIZE], fields[128];
        calm_down(world);
        const struct live_table *live = world_find_table(world, table);
        for (unsigned wait = 0; wait < TRIES && (!live || live->state != TABLE_READY ||
                                                 match_bot_to_move(&live->match));
             wait++) {
            wait_a_little(world);
            live = world_find_table(world, table);
        }
        if (!live || live->state != TABLE_READY)
            world_fail(world, "table %s does not become ready", table);
        if (live->match.state.phase == MATCH_PAUSE) {
            world_tick(world, 130 * 1000);
            continue;
        }
        for (unsigned j = 0; j < PEOPLE; j++) {
            struct client *client = &world->client[j];
            struct identity identity;
            identity_of_secret(&identity, client->secret);
            const unsigned seat = match_state_seat_of(&live->match.state, identity.person);
            if (seat == SEAT_NONE || seat != live->match.position.table.to_move ||
                !player_turn_text(client, &live->match, text))
                continue;
            go_to(client, table);
            snprintf(fields, sizeof fields, "\"turn\",\"after\":%u,\"turn\":\"%s\"",
                     (unsigned)client->seen, text);
            say(client, table, fields);
            break;
        }
    }
}

static void again(struct world *world, bool in_order)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (in_order)
            server_stop(&world->server[i]);
        else
            server_kill(&world->server[i]);
    if (!ledger_is_kept(&world->ledger, world->truth))
        world_fail(world, "%s", world->ledger.fault);
    for (unsigned i = 0; i < world->servers; i++) {
        struct server *server = &world->server[i];
        for (unsigned tries = 0; tries < TRIES && !server->is_up; tries++)
            server_start(server);
        if (!server->is_up)
            world_fail(world, "server %u never starts again", i);
    }
    calm_down(world);
}

static void evening(struct world *world, char table[TABLE_ID_SIZE])
{
    struct client *host = &world->client[HOST], *guest = &world->client[GUEST];
    ask(host, HTTP_POST, "/api/v1/tables",
        "{\"board\":\"transamerica\",\"seats\":[\"me\",\"open\",\"easy\"],\"public\":true}");
    memcpy(table, world->ledger.table[world->ledger.count - 1].id, TABLE_ID_SIZE);
    go_to(host, table);
    ask(&world->client[WATCHER], HTTP_GET, "/api/v1/tables", NULL);
    say(guest, table, "\"sit\",\"seat\":2");
    say(host, table, "\"chat\",\"text\":\"welcome\"");
    say(host, table, "\"start\"");
    play(world, table, 6);
    ask(guest, HTTP_POST, "/api/v1/me", "{\"name\":\"Bob\"}");
    say(guest, table, "\"chat\",\"text\":\"hm\"");
    go_to(&world->client[WATCHER], table);
}

static void morning(struct world *world, const char *table)
{
    struct client *host = &world->client[HOST], *guest = &world->client[GUEST];
    char path[HTTP_PATH_SIZE];
    play(world, table, 4);
    snprintf(path, sizeof path, "/api/v1/tables/%s/events", table);
    ask(host, HTTP_GET, path, NULL);
    ask(host, HTTP_GET, "/api/v1/games", NULL);
    ask(host, HTTP_POST, "/api/v1/account", "{\"login\":\"host\",\"password\":\"password\"}");
    ask(host, HTTP_GET, "/api/v1/sessions", NULL);
    ask(&world->client[WATCHER], HTTP_POST, "/api/v1/login",
        "{\"login\":\"host\",\"password\":\"password\"}");
    ask(&world->client[WATCHER], HTTP_POST, "/api/v1/logout", "{}");
    world->ledger.deletions = true;
    ask(guest, HTTP_DELETE, "/api/v1/me", NULL);
    client_change_device(guest);
    ask(guest, HTTP_GET, "/api/v1/me", NULL);
    say(host, table, "\"leave\"");
    calm_down(world);
}

static void next_day(struct world *world)
{
    struct client *host = &world->client[HOST];
    char table[TABLE_ID_SIZE];
    const unsigned known = world->ledger.count;
    ask(host, HTTP_POST, "/api/v1/tables",
        "{\"board\":\"transeuropa\",\"seats\":[\"me\",\"invited\"],\"public\":true}");
    if (world->ledger.count == known)
        world_fail(world, "no table was opened");
    memcpy(table, world->ledger.table[world->ledger.count - 1].id, TABLE_ID_SIZE);
    say(host, table, "\"seat\",\"seat\":2,\"as\":\"easy\"");
    say(host, table, "\"close\"");
}

static void arm(struct world *world, enum sweep_kind kind, uint64_t number)
{
    if (kind == SWEEP_MEMORY) {
        allocation.number = allocation.asked + number;
        return;
    }
    world->faults.call = FAULTY_ANY;
    world->faults.number = world->faults.calls[FAULTY_ANY] + number;
    world->faults.unheard_per_million = kind == SWEEP_UNHEARD ? FAULTY_ALWAYS : 0;
}

bool sweep_story(struct world *world, enum sweep_kind kind, uint64_t number)
{
    char table[TABLE_ID_SIZE];
    const uint64_t failed = world->faults.failed[FAULTY_ANY] + allocation.failed;
    world->clients = PEOPLE;
    for (unsigned i = 0; i < PEOPLE; i++)
        world->client[i].is_hostile = world->client[i].never_reads = false;
    arm(world, kind, number);
    evening(world, table);
    again(world, true);
    morning(world, table);
    again(world, false);
    next_day(world);
    inspect_quiet(world);
    return world->faults.failed[FAULTY_ANY] + allocation.failed > failed;
}
