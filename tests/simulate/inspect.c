/* What must always be true of a simulated world: see inspect.h. */
#include "simulate/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "server/tables/stored_game.h"
#include "server/tables/table_summary.h"
#include "support.h"

/* ---- After every step ------------------------------------------------------------------------ */

/* Whoever waits for a table is known there. */
static void check_waiting(struct world *world, const struct hub_client *client)
{
    const struct live_table *table = hub_find_table(client->hub, client->awaited);
    unsigned times = 0;
    for (unsigned i = 0; table && i < table->waiting.count; i++)
        times += table->waiting.client[(table->waiting.first + i) % table->waiting.capacity] ==
                 client->id;
    if (times != 1)
        world_fail(world, "client %llu waits for table %s, which knows that %u times",
                   (unsigned long long)client->id, client->awaited, times);
}

static void glance(struct world *world, const struct hub *hub)
{
    size_t held = 0;
    unsigned clients = 0;
    for (const struct hub_client *client = hub->clients; client; client = client->next, clients++) {
        held += client->outbox_bytes;
        if (client->outbox_count > OUTBOX_MAX)
            world_fail(world, "client %llu has %u messages to send", (unsigned long long)client->id,
                       client->outbox_count);
        if (client->outbox_bytes > OUTBOX_BYTES && client->outbox_count > 1 &&
            client->outbox_bytes > 2 * OUTBOX_BYTES)
            world_fail(world, "client %llu has %zu bytes to send", (unsigned long long)client->id,
                       client->outbox_bytes);
        if (client->inbox_count > INBOX_MAX + 1 || (client->once && client->outbox_count > 0))
            world_fail(world, "client %llu holds too much", (unsigned long long)client->id);
        if (client->state == CLIENT_WAITING)
            check_waiting(world, client);
    }
    if (clients != hub->clients_by_id.count)
        world_fail(world, "%zu clients are counted, and there are %u", hub->clients_by_id.count,
                   clients);
    if (held != memory_quota_total(&hub->quota))
        world_fail(world, "%zu bytes are counted as held, and clients hold %zu",
                   memory_quota_total(&hub->quota), held);
    if (hub->outgoing.count != 0 || hub->outgoing.lost)
        world_fail(world, "messages were not delivered");
}

void inspect_glance(struct world *world)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up)
            glance(world, &world->server[i].hub);
}

/* ---- Clients --------------------------------------------------------------------------------- */

static unsigned times_followed(const struct live_table *table, uint64_t client)
{
    unsigned times = 0;
    for (unsigned i = 0; i < table->followers; i++)
        times += table->follower[i].client == client;
    return times;
}

static void check_client(struct world *world, const struct hub_client *client)
{
    const unsigned long long id = client->id;
    const struct live_table *table =
        client->table[0] ? hub_find_table(client->hub, client->table) : NULL;
    if (hub_find_client(client->hub, client->id) != client)
        world_fail(world, "client %llu is not found by its id", id);
    if (client->state == CLIENT_ASKING || client->state == CLIENT_WAITING)
        world_fail(world, "client %llu still waits%s%s", id, client->awaited[0] ? " for " : "",
                   client->awaited);
    if (client->state == CLIENT_READY && client->inbox_count > 0)
        world_fail(world, "client %llu has messages that nobody reads", id);
    if (client->table[0] && !table)
        world_fail(world, "client %llu follows table %s, which is not there", id, client->table);
    if (table && times_followed(table, client->id) != 1)
        world_fail(world, "client %llu is %u times a follower of %s", id,
                   times_followed(table, client->id), client->table);
    if (table && client->in_lobby)
        world_fail(world, "client %llu follows a table and the list", id);
}

/* Who a client is, by the store of now. */
static void person_found(void *context, const struct store_person *person)
{
    struct identity *identity = context;
    struct text text;
    text_init(&text, identity->person, sizeof identity->person);
    text_add(&text, person->id);
    text_init(&text, identity->name, sizeof identity->name);
    text_add(&text, person->name);
    text_init(&text, identity->login, sizeof identity->login);
    text_add(&text, person->login);
}

static void gone_found(void *context, const struct store_person *person)
{
    *(bool *)context = person->gone;
}

/* Whoever was deleted, by what they were told or by the store, is not there any more. */
static void check_deleted(struct world *world, const struct hub_client *client)
{
    bool gone = false;
    if (store_person_ever(world->truth, client->identity.person, gone_found, &gone) == STORE_FAILED)
        world_fail(world, "%s", store_reason(world->truth));
    if (gone || world_is_gone(world, client->identity.person))
        world_fail(world, "client %llu is %s, who was deleted", (unsigned long long)client->id,
                   client->identity.person);
}

/* A session that has ended has no client any more, and a name that was changed is known to all. */
static void check_identity(struct world *world, const struct hub_client *client)
{
    const struct identity *identity = &client->identity;
    struct identity kept = {0};
    if (client->once || client->state == CLIENT_ENDING || identity->person[0] == '\0')
        return;
    check_deleted(world, client);
    enum store_result result =
        store_session_find(world->truth, identity->session, person_found, &kept);
    if (result == STORE_NONE) {
        result = store_person_by_id(world->truth, identity->person, person_found, &kept);
        if (result == STORE_OK && kept.login[0] != '\0')
            world_fail(world, "client %llu is %s without a session of theirs",
                       (unsigned long long)client->id, identity->person);
    } else if (result == STORE_OK && strcmp(kept.person, identity->person) != 0) {
        world_fail(world, "client %llu is %s and its session is of %s",
                   (unsigned long long)client->id, identity->person, kept.person);
    }
    if (result == STORE_FAILED)
        world_fail(world, "%s", store_reason(world->truth));
    if (result == STORE_OK && strcmp(kept.name, identity->name) != 0)
        world_fail(world, "client %llu is called '%s' and its person '%s'",
                   (unsigned long long)client->id, identity->name, kept.name);
}

static void check_clients(struct world *world, const struct hub *hub)
{
    for (const struct hub_client *client = hub->clients; client; client = client->next) {
        check_client(world, client);
        check_identity(world, client);
    }
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

static bool follows_anywhere(const struct world *world, const char *table, const char *person)
{
    for (unsigned i = 0; i < world->servers; i++) {
        const struct hub *hub = &world->server[i].hub;
        for (const struct hub_client *client = hub->clients; client; client = client->next)
            if (strcmp(client->table, table) == 0 && strcmp(client->identity.person, person) == 0)
                return true;
    }
    return false;
}

/* Whoever sits is here or not, at whichever server they are. */
static void check_presence(struct world *world, const struct live_table *table)
{
    for (unsigned seat = 0; seat < table->match.state.settings.seats; seat++) {
        const struct match_seat *taken = &table->match.state.seat[seat];
        if (taken->kind != SEAT_PERSON)
            continue;
        const bool here = table->presence.gone_since[seat] == 0;
        if (here != follows_anywhere(world, table->id, taken->person))
            world_fail(world, "table %s takes seat %u for %s%s", table->id, seat + 1,
                       here ? "present" : "absent",
                       table->remote_followers ? ", others are there" : "");
    }
}

static void check_people(struct world *world, const struct hub *hub, const struct live_table *table)
{
    for (unsigned i = 0; i < table->followers; i++) {
        const struct hub_client *client = hub_find_client(hub, table->follower[i].client);
        if (!client || strcmp(client->table, table->id) != 0)
            world_fail(world, "table %s is followed by a client that does not", table->id);
        if (strcmp(client->identity.person, table->follower[i].person) != 0)
            world_fail(world, "table %s takes a follower for another", table->id);
    }
    for (unsigned i = 0; i < table->waiting.count; i++) {
        const uint64_t id =
            table->waiting.client[(table->waiting.first + i) % table->waiting.capacity];
        if (id != 0)
            world_fail(world, "client %llu waits for table %s, which is ready",
                       (unsigned long long)id, table->id);
    }
}

static bool same_seat(const struct match_seat *a, const struct match_seat *b)
{
    return a->kind == b->kind && strcmp(a->person, b->person) == 0 && strcmp(a->bot, b->bot) == 0 &&
           a->away == b->away && a->ready == b->ready && a->bank == b->bank &&
           a->turn_after == b->turn_after && a->turn_number == b->turn_number &&
           memcmp(&a->turn, &b->turn, sizeof a->turn) == 0;
}

static const char *match_difference(const struct match *one, const struct match *other)
{
    const struct match_state *a = &one->state, *b = &other->state;
    if (a->phase != b->phase)
        return "phase";
    if (a->events != b->events || a->changed != b->changed)
        return "number of events";
    for (unsigned seat = 0; seat < a->settings.seats; seat++)
        if (!same_seat(&a->seat[seat], &b->seat[seat]))
            return "seat";
    if (memcmp(&one->position, &other->position, sizeof one->position) != 0)
        return "position";
    if (strcmp(a->host, b->host) != 0)
        return "host";
    if (a->muted_count != b->muted_count ||
        memcmp(a->muted, b->muted, a->muted_count * PERSON_SIZE))
        return "list of the muted";
    return NULL;
}

static const char *history_difference(const struct table_history *a, const struct table_history *b)
{
    if (table_history_events(a) != table_history_events(b))
        return "number of messages";
    for (uint32_t i = 0; i < table_history_events(a); i++) {
        struct shared_bytes *x = a->log->entry[i].shared, *y = b->log->entry[i].shared;
        if (x->length != y->length ||
            memcmp(shared_bytes_text(x), shared_bytes_text(y), x->length) != 0)
            return "message";
    }
    if (a->turns != b->turns ||
        (a->turns > 0 && memcmp(a->turn, b->turn, a->turns * sizeof a->turn[0]) != 0))
        return "turn since the round began";
    if (a->authors != b->authors)
        return "number of authors";
    for (unsigned i = 0; i < a->authors; i++)
        if (strcmp(a->author[i].person, b->author[i].person) != 0 ||
            strcmp(a->author[i].name, b->author[i].name) != 0)
            return "author";
    return a->comings != b->comings || a->talk_bytes != b->talk_bytes ? "count of what was said"
                                                                      : NULL;
}

/* What is in memory is what anybody would read from the store. */
static void check_memory(struct world *world, const struct live_table *table)
{
    struct stored_game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    if (stored_game_read(game, world->truth, table->id) != STORE_OK || game->damage[0] != '\0')
        world_fail(world, "table %s cannot be read: %s", table->id, game->damage);
    const char *what = match_difference(&table->match, &game->match);
    if (!what)
        what = history_difference(&table->history, &game->history);
    for (unsigned seat = 0; seat < SEATS_MAX && !what; seat++)
        if (strcmp(table->name[seat], game->name[seat]) != 0)
            what = "name";
    if (!what && table_summary_store_state(&game->match) != game->state)
        what = "state";
    if (what)
        world_fail(world, "table %s has another %s in memory than in the store", table->id, what);
    stored_game_release(game);
    free(game);
}

static void check_listing(struct world *world, const struct live_table *live)
{
    const enum store_state state = table_summary_store_state(&live->match);
    const bool shown = live->kept && live->match.state.settings.listed &&
                       (state == STORE_OPEN || state == STORE_RUNNING);
    if (shown != (live->listing.table != NULL))
        world_fail(world, "table %s is %s", live->id, shown ? "not listed" : "listed");
    if (shown && live->listing.shelf != (state == STORE_OPEN ? SHELF_OPEN : SHELF_RUNNING))
        world_fail(world, "table %s is listed on another shelf", live->id);
    if (!shown)
        return;
    struct shared_bytes *table = live_table_table(live, "");
    assert_non_null(table);
    const char *now = shared_bytes_text(table), *then = shared_bytes_text(live->listing.table);
    const char *end = strstr(now, "\"changed\":"); /* which a turn alone need not bring */
    if (!end || strncmp(now, then, (size_t)(end - now)) != 0)
        world_fail(world, "table %s is listed as %s, and is %s", live->id, then, now);
    shared_bytes_release(table);
}

static void check_live_table(struct world *world, const struct hub *hub,
                             const struct live_table *table)
{
    if (table->state != TABLE_READY)
        world_fail(world, "table %s is not ready but in state %d", table->id, (int)table->state);
    if (!table->kept || table->to_write || table->is_ready)
        world_fail(world, "table %s has something to do", table->id);
    if (match_bot_to_move(&table->match) && !table->elsewhere &&
        (table->bot_asked == 0 || worker_pool_load(hub->bots) == 0))
        world_fail(world, "table %s waits for a bot that nobody has asked", table->id);
    check_people(world, hub, table);
    check_presence(world, table);
    if (world->servers == 1)
        check_listing(world, table);
    check_memory(world, table);
}

static void check_live_tables(struct world *world, const struct hub *hub)
{
    uint64_t bytes = 0;
    unsigned tables = 0, listed = 0;
    for (const struct live_table *table = NULL; (table = hub_next_table(hub, table));) {
        check_live_table(world, hub, table);
        bytes += table->history.log ? event_log_bytes(table->history.log, 0) : 0;
        listed += table->listing.table != NULL;
        tables++;
    }
    for (unsigned shelf = 0; shelf < SHELVES; shelf++)
        for (const struct lobby_entry *entry = hub->lobby.first[shelf]; entry; entry = entry->next)
            listed--;
    if (listed != 0)
        world_fail(world, "the list of tables holds what is no table");
    if (tables != hub->tables.count || bytes != hub->history_bytes)
        world_fail(world, "%zu tables with %llu bytes are counted, and there are %u with %llu",
                   hub->tables.count, (unsigned long long)hub->history_bytes, tables,
                   (unsigned long long)bytes);
    if (hub->first_ready)
        world_fail(world, "somebody is to be served and is not");
}

/* ---- Games that run -------------------------------------------------------------------------- */

enum { RUNNING_MAX = 512 };

struct running {
    char id[RUNNING_MAX][TABLE_ID_SIZE];
    unsigned count;
};

static void running_found(void *context, const char *id)
{
    struct running *running = context;
    assert_true(running->count < RUNNING_MAX);
    memcpy(running->id[running->count++], id, TABLE_ID_SIZE);
}

/* Whether something happens there though everybody has gone: a clock runs out, a bot plays. */
static bool goes_on(struct world *world, const char *id)
{
    struct stored_game *game = calloc(1, sizeof *game);
    struct presence nobody;
    assert_non_null(game);
    if (stored_game_read(game, world->truth, id) != STORE_OK || game->damage[0] != '\0')
        world_fail(world, "table %s cannot be read: %s", id, game->damage);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        nobody.gone_since[seat] = world->now;
    const bool goes =
        match_bot_to_move(&game->match) || match_due(&game->match, &nobody) != MATCH_NEVER;
    stored_game_release(game);
    free(game);
    return goes;
}

/* In the memory of the server that owns it. */
static bool is_minded(const struct world *world, const char *table)
{
    for (unsigned i = 0; i < world->servers; i++) {
        const struct hub *hub = &world->server[i].hub;
        const struct live_table *live = world->server[i].is_up ? hub_find_table(hub, table) : NULL;
        if (live && !live->elsewhere)
            return true;
    }
    return false;
}

/* They are in memory, also when nobody looks. */
static void check_running(struct world *world)
{
    struct running running = {.count = 0};
    if (store_games_running(world->truth, running_found, &running) == STORE_FAILED)
        world_fail(world, "%s", store_reason(world->truth));
    for (unsigned i = 0; i < running.count; i++)
        if (!is_minded(world, running.id[i]) && goes_on(world, running.id[i]))
            world_fail(world, "table %s runs and stands still: it is not in memory", running.id[i]);
}

/* ---- Quiet ----------------------------------------------------------------------------------- */

static void read_all(struct world *world)
{
    for (unsigned i = 0; i < world->clients; i++)
        if (!world->client[i].never_reads)
            client_read(&world->client[i], UINT32_MAX);
}

static bool is_upload(const struct api_request *request)
{
    return strcmp(request->path, "/api/v1/records") == 0;
}

static bool bots_think(const struct world *world)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up && worker_pool_load(world->server[i].hub.bots) > 0)
            return true;
    return false;
}

static void check_answers(struct world *world)
{
    for (unsigned i = 0; i < world->clients; i++) {
        const struct client *client = &world->client[i];
        const struct websocket *websocket = client->websocket;
        if (websocket && !client->is_hostile && websocket->pendings > websocket->unnamed)
            world_fail(world, "client %u has no answer to message %lld", i,
                       (long long)websocket->pending[0].id);
        for (unsigned j = 0; j < REQUESTS_MAX; j++)
            if (client->request[j] && client->request[j]->request.status == 0 &&
                !(is_upload(&client->request[j]->request) && bots_think(world)))
                world_fail(world, "client %u has no answer to %s", i,
                           client->request[j]->request.path);
    }
}

/* Every shard is one server's. */
static void check_shards(struct world *world)
{
    unsigned owns[STORE_SHARDS] = {0}, up = 0;
    for (unsigned i = 0; i < world->servers; i++) {
        const struct cluster *cluster = &world->server[i].hub.cluster;
        up += world->server[i].is_up;
        for (unsigned shard = 0; world->server[i].is_up && shard < STORE_SHARDS; shard++)
            owns[shard] += cluster->owned[shard];
    }
    for (unsigned shard = 0; world->servers > 1 && up > 0 && shard < STORE_SHARDS; shard++)
        if (owns[shard] != 1)
            world_fail(world, "shard %u is minded by %u servers", shard, owns[shard]);
}

/* Time goes on in small steps, so that servers hear from each other in time. */
static void let_pass(struct world *world, int64_t milliseconds)
{
    enum { STEP_MS = 500 };
    if (world->servers == 1) {
        world_tick(world, milliseconds);
        return;
    }
    for (int64_t i = 0; i < milliseconds / STEP_MS; i++) {
        world_tick(world, STEP_MS);
        world_drain(world, 30);
        read_all(world);
    }
}

void inspect_quiet(struct world *world)
{
    enum { LONGEST_RETRY_MS = 9000, TIMES = 3 };
    world_did(world, "all is quiet");
    world_heal(world);
    for (unsigned i = 0; i < TIMES; i++) {
        world_drain(world, 30);
        read_all(world);
        let_pass(world, LONGEST_RETRY_MS);
    }
    world_drain(world, 30);
    read_all(world);
    inspect_glance(world);
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up) {
            check_clients(world, &world->server[i].hub);
            check_live_tables(world, &world->server[i].hub);
        }
    check_shards(world);
    check_answers(world);
    check_running(world);
    if (!ledger_is_kept(&world->ledger, world->truth))
        world_fail(world, "%s", world->ledger.fault);
    world->tally->quiet_points++;
}
