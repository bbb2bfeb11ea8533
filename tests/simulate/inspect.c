/* What must always be true of a simulated world: see inspect.h. */
#include "simulate/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "server/tables/stored_game.h"
#include "server/tables/table_told.h"
#include "support.h"

/* ---- After every step ------------------------------------------------------------------------ */

/* Whoever waits for a table is known there. */
static void check_waiting(struct world *world, const struct link *link)
{
    const struct room *room = hub_find_room(link->hub, link->awaited);
    unsigned times = 0;
    for (unsigned i = 0; room && i < room->waiting.count; i++)
        times += room->waiting.link[(room->waiting.first + i) % room->waiting.room] == link->id;
    if (times != 1)
        world_fail(world, "link %llu waits for table %s, which knows that %u times",
                   (unsigned long long)link->id, link->awaited, times);
}

static void glance(struct world *world, const struct hub *hub)
{
    size_t held = 0;
    unsigned links = 0;
    for (const struct link *link = hub->links; link; link = link->next, links++) {
        held += link->outbox_bytes;
        if (link->outbox_count > OUTBOX_MAX)
            world_fail(world, "link %llu has %u packets to send", (unsigned long long)link->id,
                       link->outbox_count);
        if (link->outbox_bytes > OUTBOX_BYTES && link->outbox_count > 1 &&
            link->outbox_bytes > 2 * OUTBOX_BYTES)
            world_fail(world, "link %llu has %zu bytes to send", (unsigned long long)link->id,
                       link->outbox_bytes);
        if (link->inbox_count > INBOX_MAX + 1 || (link->once && link->outbox_count > 0))
            world_fail(world, "link %llu holds too much", (unsigned long long)link->id);
        if (link->state == LINK_WAITING)
            check_waiting(world, link);
    }
    if (links != hub->links_by_id.count)
        world_fail(world, "%zu links are counted, and there are %u", hub->links_by_id.count, links);
    if (held != holding_total(&hub->holding))
        world_fail(world, "%zu bytes are counted as held, and links hold %zu",
                   holding_total(&hub->holding), held);
    if (hub->mail.count != 0 || hub->mail.lost)
        world_fail(world, "letters were not delivered");
}

void inspect_glance(struct world *world)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up)
            glance(world, &world->server[i].hub);
}

/* ---- Links ----------------------------------------------------------------------------------- */

static unsigned times_followed(const struct room *room, uint64_t link)
{
    unsigned times = 0;
    for (unsigned i = 0; i < room->followers; i++)
        times += room->follower[i].link == link;
    return times;
}

static void check_link(struct world *world, const struct link *link)
{
    const unsigned long long id = link->id;
    const struct room *room = link->table[0] ? hub_find_room(link->hub, link->table) : NULL;
    if (hub_find_link(link->hub, link->id) != link)
        world_fail(world, "link %llu is not found by its id", id);
    if (link->state == LINK_ASKING || link->state == LINK_WAITING)
        world_fail(world, "link %llu still waits%s%s", id, link->awaited[0] ? " for " : "",
                   link->awaited);
    if (link->state == LINK_READY && link->inbox_count > 0)
        world_fail(world, "link %llu has messages that nobody reads", id);
    if (link->table[0] && !room)
        world_fail(world, "link %llu follows table %s, which is not there", id, link->table);
    if (room && times_followed(room, link->id) != 1)
        world_fail(world, "link %llu is %u times a follower of %s", id,
                   times_followed(room, link->id), link->table);
    if (room && link->in_lobby)
        world_fail(world, "link %llu follows a table and the list", id);
}

/* Who a link is, by the store of now. */
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
static void check_deleted(struct world *world, const struct link *link)
{
    bool gone = false;
    if (store_person_ever(world->truth, link->identity.person, gone_found, &gone) == STORE_FAILED)
        world_fail(world, "%s", store_reason(world->truth));
    if (gone || world_is_gone(world, link->identity.person))
        world_fail(world, "link %llu is %s, who was deleted", (unsigned long long)link->id,
                   link->identity.person);
}

/* A session that has ended has no link any more, and a name that was changed is known to all. */
static void check_identity(struct world *world, const struct link *link)
{
    const struct identity *identity = &link->identity;
    struct identity kept = {0};
    if (link->once || link->state == LINK_ENDING || identity->person[0] == '\0')
        return;
    check_deleted(world, link);
    enum store_result result =
        store_session_find(world->truth, identity->session, person_found, &kept);
    if (result == STORE_NONE) {
        result = store_person_by_id(world->truth, identity->person, person_found, &kept);
        if (result == STORE_OK && kept.login[0] != '\0')
            world_fail(world, "link %llu is %s without a session of theirs",
                       (unsigned long long)link->id, identity->person);
    } else if (result == STORE_OK && strcmp(kept.person, identity->person) != 0) {
        world_fail(world, "link %llu is %s and its session is of %s", (unsigned long long)link->id,
                   identity->person, kept.person);
    }
    if (result == STORE_FAILED)
        world_fail(world, "%s", store_reason(world->truth));
    if (result == STORE_OK && strcmp(kept.name, identity->name) != 0)
        world_fail(world, "link %llu is called '%s' and its person '%s'",
                   (unsigned long long)link->id, identity->name, kept.name);
}

static void check_links(struct world *world, const struct hub *hub)
{
    for (const struct link *link = hub->links; link; link = link->next) {
        check_link(world, link);
        check_identity(world, link);
    }
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

static bool follows_anywhere(const struct world *world, const char *table, const char *person)
{
    for (unsigned i = 0; i < world->servers; i++) {
        const struct hub *hub = &world->server[i].hub;
        for (const struct link *link = hub->links; link; link = link->next)
            if (strcmp(link->table, table) == 0 && strcmp(link->identity.person, person) == 0)
                return true;
    }
    return false;
}

/* Whoever sits is here or not, at whichever server they are. */
static void check_presence(struct world *world, const struct room *room)
{
    for (unsigned seat = 0; seat < room->match.state.settings.seats; seat++) {
        const struct match_seat *taken = &room->match.state.seat[seat];
        if (taken->kind != SEAT_PERSON)
            continue;
        const bool here = room->presence.gone_since[seat] == 0;
        if (here != follows_anywhere(world, room->id, taken->person))
            world_fail(world, "table %s takes seat %u for %s%s", room->id, seat + 1,
                       here ? "present" : "absent", room->crowds ? ", others are there" : "");
    }
}

static void check_people(struct world *world, const struct hub *hub, const struct room *room)
{
    for (unsigned i = 0; i < room->followers; i++) {
        const struct link *link = hub_find_link(hub, room->follower[i].link);
        if (!link || strcmp(link->table, room->id) != 0)
            world_fail(world, "table %s is followed by a link that does not", room->id);
        if (strcmp(link->identity.person, room->follower[i].person) != 0)
            world_fail(world, "table %s takes a follower for another", room->id);
    }
    for (unsigned i = 0; i < room->waiting.count; i++) {
        const uint64_t id = room->waiting.link[(room->waiting.first + i) % room->waiting.room];
        if (id != 0)
            world_fail(world, "link %llu waits for table %s, which is ready",
                       (unsigned long long)id, room->id);
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
        struct packet *x = a->log->entry[i].packet, *y = b->log->entry[i].packet;
        if (x->length != y->length || memcmp(packet_text(x), packet_text(y), x->length) != 0)
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
static void check_memory(struct world *world, const struct room *room)
{
    struct stored_game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    if (stored_game_read(game, world->truth, room->id) != STORE_OK || game->damage[0] != '\0')
        world_fail(world, "table %s cannot be read: %s", room->id, game->damage);
    const char *what = match_difference(&room->match, &game->match);
    if (!what)
        what = history_difference(&room->history, &game->history);
    for (unsigned seat = 0; seat < SEATS_MAX && !what; seat++)
        if (strcmp(room->name[seat], game->name[seat]) != 0)
            what = "name";
    if (!what && match_store_state(&game->match) != game->state)
        what = "state";
    if (what)
        world_fail(world, "table %s has another %s in memory than in the store", room->id, what);
    stored_game_release(game);
    free(game);
}

static void check_listing(struct world *world, const struct room *room)
{
    const enum store_state state = match_store_state(&room->match);
    const bool shown = room->kept && room->match.state.settings.listed &&
                       (state == STORE_OPEN || state == STORE_RUNNING);
    if (shown != (room->listing.table != NULL))
        world_fail(world, "table %s is %s", room->id, shown ? "not listed" : "listed");
    if (shown && room->listing.shelf != (state == STORE_OPEN ? SHELF_OPEN : SHELF_RUNNING))
        world_fail(world, "table %s is listed on another shelf", room->id);
    if (!shown)
        return;
    struct packet *table = room_table(room, "");
    assert_non_null(table);
    const char *now = packet_text(table), *then = packet_text(room->listing.table);
    const char *end = strstr(now, "\"changed\":"); /* which a turn alone need not bring */
    if (!end || strncmp(now, then, (size_t)(end - now)) != 0)
        world_fail(world, "table %s is listed as %s, and is %s", room->id, then, now);
    packet_release(table);
}

static void check_room(struct world *world, const struct hub *hub, const struct room *room)
{
    if (room->state != ROOM_READY)
        world_fail(world, "table %s is not ready but in state %d", room->id, (int)room->state);
    if (!room->kept || room->to_write || room->is_ready)
        world_fail(world, "table %s has something to do", room->id);
    if (match_bot_to_move(&room->match) && !room->elsewhere &&
        (room->bot_asked == 0 || crew_load(hub->bots) == 0))
        world_fail(world, "table %s waits for a bot that nobody has asked", room->id);
    check_people(world, hub, room);
    check_presence(world, room);
    if (world->servers == 1)
        check_listing(world, room);
    check_memory(world, room);
}

static void check_rooms(struct world *world, const struct hub *hub)
{
    uint64_t bytes = 0;
    unsigned rooms = 0, listed = 0;
    for (const struct room *room = NULL; (room = hub_next_room(hub, room));) {
        check_room(world, hub, room);
        bytes += room->history.log ? event_log_bytes(room->history.log, 0) : 0;
        listed += room->listing.table != NULL;
        rooms++;
    }
    for (unsigned shelf = 0; shelf < SHELVES; shelf++)
        for (const struct lobby_entry *entry = hub->lobby.first[shelf]; entry; entry = entry->next)
            listed--;
    if (listed != 0)
        world_fail(world, "the list of tables holds what is no table");
    if (rooms != hub->rooms.count || bytes != hub->history_bytes)
        world_fail(world, "%zu rooms with %llu bytes are counted, and there are %u with %llu",
                   hub->rooms.count, (unsigned long long)hub->history_bytes, rooms,
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

/* In the memory of the server that minds it. */
static bool is_minded(const struct world *world, const char *table)
{
    for (unsigned i = 0; i < world->servers; i++) {
        const struct hub *hub = &world->server[i].hub;
        const struct room *room = world->server[i].is_up ? hub_find_room(hub, table) : NULL;
        if (room && !room->elsewhere)
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

static bool is_upload(const struct request *request)
{
    return strcmp(request->path, "/api/v1/records") == 0;
}

static bool bots_think(const struct world *world)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up && crew_load(world->server[i].hub.bots) > 0)
            return true;
    return false;
}

static void check_answers(struct world *world)
{
    for (unsigned i = 0; i < world->clients; i++) {
        const struct client *client = &world->client[i];
        const struct socket *socket = client->socket;
        if (socket && !client->is_hostile && socket->pendings > socket->unnamed)
            world_fail(world, "client %u has no answer to message %lld", i,
                       (long long)socket->pending[0].id);
        for (unsigned j = 0; j < REQUESTS_MAX; j++)
            if (client->exchange[j] && client->exchange[j]->request.status == 0 &&
                !(is_upload(&client->exchange[j]->request) && bots_think(world)))
                world_fail(world, "client %u has no answer to %s", i,
                           client->exchange[j]->request.path);
    }
}

/* Every shard is one server's. */
static void check_shards(struct world *world)
{
    unsigned minds[STORE_SHARDS] = {0}, up = 0;
    for (unsigned i = 0; i < world->servers; i++) {
        const struct cluster *cluster = &world->server[i].hub.cluster;
        up += world->server[i].is_up;
        for (unsigned shard = 0; world->server[i].is_up && shard < STORE_SHARDS; shard++)
            minds[shard] += cluster->mine[shard];
    }
    for (unsigned shard = 0; world->servers > 1 && up > 0 && shard < STORE_SHARDS; shard++)
        if (minds[shard] != 1)
            world_fail(world, "shard %u is minded by %u servers", shard, minds[shard]);
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
            check_links(world, &world->server[i].hub);
            check_rooms(world, &world->server[i].hub);
        }
    check_shards(world);
    check_answers(world);
    check_running(world);
    if (!ledger_is_kept(&world->ledger, world->truth))
        world_fail(world, "%s", world->ledger.fault);
    world->tally->quiet_points++;
}
