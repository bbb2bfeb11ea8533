/* A table in memory: its lifetime, followers and waiting clients; see live_table.h. */
#include "server/tables/live_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "server/tables/live_table_internal.h"

#define IDLE_MS           (10 * 60 * INT64_C(1000))
#define IDLE_WHEN_OVER_MS (60 * INT64_C(1000))
#define IDLE_ELSEWHERE_MS (10 * INT64_C(1000))

enum { RETRY_MS = 1000, RETRY_DOUBLINGS = 3, CROWD = 32, FOLLOWERS_EVERY_MS = 1000 };

/* ---- Lifetime -------------------------------------------------------------------------------- */

struct live_table *live_table_new(const char *id, uint64_t serial, int64_t now)
{
    struct live_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    CHECK(strlen(id) < TABLE_ID_SIZE);
    text_copy(table->id, sizeof table->id, id);
    table->serial = serial;
    table->state = TABLE_LOADING;
    table->due = MATCH_NEVER;
    table->idle_since = now;
    return table;
}

static void forget_remote_followers(struct live_table *table)
{
    while (table->remote_followers != NULL) {
        struct remote_followers *remote = table->remote_followers;
        table->remote_followers = remote->next;
        free(remote);
    }
}

void live_table_free(struct live_table *table)
{
    forget_remote_followers(table);
    if (table->to_write != NULL)
        table_write_free(table->to_write);
    shared_bytes_release(table->people);
    table_history_release(&table->history);
    free(table->follower);
    free(table->waiting.client);
    free(table);
}

void live_table_take_over(struct live_table *table, struct stored_game *game, int64_t resumed,
                          int64_t now, struct outgoing *outgoing)
{
    const uint32_t seen = table_history_events(&table->history);
    table_history_release(&table->history);
    table->match = game->match;
    table->opened = game->opened;
    table->changed = game->changed;
    const bool duplicate_tables_is_over =
        table->party.is_over; /* may be newer than what was read */
    table->party = game->party;
    table->party.is_over |= duplicate_tables_is_over;
    memcpy(table->name, game->name, sizeof table->name);
    if (table->payer[0] == '\0')
        memcpy(table->payer, game->match.state.host, sizeof game->match.state.host);
    table->history = game->history;
    memset(&game->history, 0, sizeof game->history);
    table->bot_asked = 0;
    table->bot_ready = false;
    if (resumed >= now || table->match.state.since < resumed)
        match_state_resume(&table->match.state, resumed);
    table->state = TABLE_READY;
    table->kept = true;
    table->perhaps_kept = false;
    table->failures = 0;
    table->list_changed = true;
    table->here_changed |= table->followers > 0; /* the table may know other persons now */
    for (unsigned i = 0; i < table->followers; i++) {
        outgoing_log(outgoing, table->follower[i].client, table->history.log, seen);
        if (seen < table_history_events(&table->history))
            live_table_send_hand(table, &table->follower[i], outgoing);
    }
    live_table_send_people(table, now, outgoing);
}

void live_table_reload(struct live_table *table, int64_t now)
{
    const unsigned doublings =
        table->failures < RETRY_DOUBLINGS ? table->failures : RETRY_DOUBLINGS;
    table->state = TABLE_DOUBTFUL;
    table->failures++;
    table->retry_at = now + ((int64_t)RETRY_MS << doublings);
}

/* Returns true if nothing happens without new followers; listed tables wait for those. */
static bool is_quiet(const struct live_table *table)
{
    if (table->elsewhere)
        return true;
    if (table->remote_followers != NULL)
        return false;
    const bool waits =
        table->match.state.phase == MATCH_OPEN && !table->match.state.settings.listed;
    return table->bot_asked == 0 && match_bot_to_move(&table->match) == NULL &&
           (table->due == MATCH_NEVER || waits);
}

bool live_table_is_idle(const struct live_table *table, int64_t now, bool memory_is_short)
{
    if (table->followers > 0 || table->waiting.count > 0)
        return false;
    if (table->state == TABLE_DOUBTFUL)
        return !live_table_is_read_again(table);
    const int64_t patience = memory_is_short                            ? 0
                             : table->elsewhere                         ? IDLE_ELSEWHERE_MS
                             : match_state_is_over(&table->match.state) ? IDLE_WHEN_OVER_MS
                                                                        : IDLE_MS;
    return table->state == TABLE_READY && table->idle_since != 0 &&
           now - table->idle_since >= patience && is_quiet(table);
}

/* ---- Followers ------------------------------------------------------------------------------- */

bool live_table_has(const struct live_table *table, const char *person)
{
    for (unsigned i = 0; i < table->followers; i++)
        if (strcmp(table->follower[i].person, person) == 0)
            return true;
    for (const struct remote_followers *remote = table->remote_followers; remote != NULL;
         remote = remote->next)
        for (unsigned i = 0; i < remote->people; i++)
            if (strcmp(remote->person[i], person) == 0)
                return true;
    return false;
}

void live_table_note_presence(struct live_table *table, int64_t now)
{
    for (unsigned seat = 0; seat < table->match.state.settings.seats; seat++) {
        const struct match_seat *taken = &table->match.state.seat[seat];
        int64_t *gone = &table->presence.gone_since[seat];
        if (taken->kind != SEAT_PERSON || live_table_has(table, taken->person))
            *gone = 0;
        else if (*gone == 0)
            *gone = now;
    }
    if (table->followers > 0)
        table->idle_since = 0;
    else if (table->idle_since == 0)
        table->idle_since = now;
    table->due = match_due(&table->match, &table->presence);
}

void live_table_send_people(struct live_table *table, int64_t now, struct outgoing *outgoing)
{
    live_table_note_presence(table, now);
    table->people_changed = false;
    table->people_sent = now;
    shared_bytes_release(table->people);
    table->people = NULL;
    if (table->followers == 0)
        return;
    table->people = live_table_people(table);
    outgoing_to_all(outgoing, shared_bytes_share(table->people));
}

/*
 * With many followers, someone comes or goes all the time: they are informed at most once a second.
 */
static void people_came_or_went(struct live_table *table, int64_t now, struct outgoing *outgoing)
{
    if (table->followers <= CROWD || table->people == NULL ||
        now - table->people_sent >= FOLLOWERS_EVERY_MS) {
        live_table_send_people(table, now, outgoing);
    } else {
        live_table_note_presence(table, now);
        table->people_changed = true;
    }
}

static struct remote_followers *new_remote_followers(int64_t server, unsigned watching,
                                                     char (*person)[PERSON_SIZE], unsigned people)
{
    struct remote_followers *remote = malloc(sizeof *remote + people * sizeof person[0]);
    if (remote == NULL)
        return NULL;
    *remote = (struct remote_followers){.server = server, .watching = watching, .people = people};
    if (people > 0)
        memcpy(remote->person, person, people * sizeof person[0]);
    return remote;
}

bool live_table_set_remote_followers(struct live_table *table, int64_t server, unsigned watching,
                                     char (*person)[PERSON_SIZE], unsigned people, int64_t now,
                                     struct outgoing *outgoing)
{
    struct remote_followers **place = &table->remote_followers;
    while (*place != NULL && (*place)->server != server)
        place = &(*place)->next;
    struct remote_followers *old = *place;
    const bool is_any = watching > 0 || people > 0;
    if (old == NULL && !is_any)
        return true;
    if (old != NULL)
        *place = old->next;
    free(old);
    struct remote_followers *remote =
        is_any ? new_remote_followers(server, watching, person, people) : NULL;
    if (remote != NULL) {
        remote->next = table->remote_followers;
        table->remote_followers = remote;
    }
    if (table->kept && table->state != TABLE_LOADING)
        people_came_or_went(table, now, outgoing);
    return remote != NULL || !is_any;
}

static bool add_follower(struct live_table *table, const struct asker *asker)
{
    if (!ARRAY_GROW(table->follower, table->follower_capacity, table->followers + 1))
        return false;
    struct follower *added = &table->follower[table->followers++];
    added->client = asker->client;
    memcpy(added->person, asker->identity.person, sizeof added->person);
    return true;
}

bool live_table_follow(struct live_table *table, const struct asker *asker, uint32_t after,
                       int64_t now, struct outgoing *outgoing)
{
    CHECK(table->state == TABLE_READY);
    if (!add_follower(table, asker))
        return false;
    const struct follower *follower = &table->follower[table->followers - 1];
    const uint32_t seen = after > table_history_events(&table->history) ? 0 : after;
    outgoing_to_client(outgoing, asker->client, live_table_greeting(table, asker));
    outgoing_log(outgoing, asker->client, table->history.log, seen);
    live_table_send_hand(table, follower, outgoing);
    table->here_changed = true;
    people_came_or_went(table, now, outgoing);
    if (table->people_changed) /* they are informed together with all current followers */
        outgoing_to_client(outgoing, asker->client, shared_bytes_share(table->people));
    return true;
}

void live_table_unfollow(struct live_table *table, uint64_t client, int64_t now,
                         struct outgoing *outgoing)
{
    for (unsigned i = 0; i < table->followers; i++) {
        if (table->follower[i].client == client) {
            table->follower[i] = table->follower[--table->followers];
            table->here_changed = true;
            if (table->kept && table->state != TABLE_LOADING)
                people_came_or_went(table, now, outgoing);
            return;
        }
    }
}

static void put_name(char kept[NAME_SIZE], const char *name)
{
    text_copy(kept, NAME_SIZE, name);
}

void live_table_rename(struct live_table *table, const char *person, const char *name, int64_t now,
                       struct outgoing *outgoing)
{
    if (table->state == TABLE_LOADING) {
        table->outdated = true;
        return;
    }
    const unsigned seat = match_state_place_of(&table->match.state, person);
    struct author *author = table_history_author(&table->history, person);
    if (seat == SEAT_NONE && author == NULL)
        return;
    if (seat != SEAT_NONE)
        put_name(table->name[seat], name);
    if (author != NULL)
        put_name(author->name, name);
    table->list_changed = true;
    live_table_send_people(table, now, outgoing);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

bool live_table_wait(struct live_table *table, uint64_t client)
{
    struct waiting *waiting = &table->waiting;
    if (waiting->count == waiting->capacity) {
        const unsigned more = waiting->capacity ? 2 * waiting->capacity : 8;
        uint64_t *ring = calloc(more, sizeof *ring);
        if (ring == NULL)
            return false;
        for (unsigned i = 0; i < waiting->count; i++)
            ring[i] = waiting->client[(waiting->first + i) % waiting->capacity];
        free(waiting->client);
        *waiting = (struct waiting){.client = ring, .count = waiting->count, .capacity = more};
    }
    waiting->client[(waiting->first + waiting->count++) % waiting->capacity] = client;
    return true;
}

bool live_table_next_waiting(struct live_table *table, uint64_t *client)
{
    struct waiting *waiting = &table->waiting;
    if (waiting->count == 0)
        return false;
    *client = waiting->client[waiting->first];
    waiting->first = (waiting->first + 1) % waiting->capacity;
    waiting->count--;
    return true;
}

static bool waits_at(const struct waiting *waiting, unsigned place)
{
    return waiting->client[(waiting->first + place) % waiting->capacity] != 0;
}

/* Replaces the entry by 0, which is no client's id and is skipped. */
void live_table_stop_waiting(struct live_table *table, uint64_t client)
{
    struct waiting *waiting = &table->waiting;
    for (unsigned i = 0; i < waiting->count; i++) {
        uint64_t *place = &waiting->client[(waiting->first + i) % waiting->capacity];
        if (*place == client)
            *place = 0;
    }
    while (waiting->count > 0 && !waits_at(waiting, waiting->count - 1))
        waiting->count--;
    while (waiting->count > 0 && !waits_at(waiting, 0)) {
        waiting->first = (waiting->first + 1) % waiting->capacity;
        waiting->count--;
    }
}

/* ---- Time ------------------------------------------------------------------------------------ */

void live_table_tick(struct live_table *table, int64_t now, struct outgoing *outgoing)
{
    if (table->state != TABLE_READY)
        return;
    if (table->people_changed && now - table->people_sent >= FOLLOWERS_EVERY_MS)
        live_table_send_people(table, now, outgoing);
    if (now >= table->due && !table->elsewhere)
        live_table_expire_clocks(table, now);
}

/* Everything else that depends on time can wait this long. */
enum { REST_MS = 1000 };

int64_t live_table_next_tick(const struct live_table *table, int64_t now)
{
    int64_t next = now + REST_MS;
    if (table->people_changed && table->people_sent + FOLLOWERS_EVERY_MS < next)
        next = table->people_sent + FOLLOWERS_EVERY_MS;
    if (!table->elsewhere && table->due < next)
        next = table->due;
    return next;
}
