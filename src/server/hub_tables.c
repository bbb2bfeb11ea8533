/*
 * Tables of the hub: loading and writing them, delivering their messages, serving waiting clients.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/check.h"
#include "protocol/told_event.h"
#include "server/hub_internal.h"
#include "server/tables/table_summary.h"

/* ---- Lookup by id ---------------------------------------------------------------------------- */

struct live_table *hub_find_table(const struct hub *hub, const char *id)
{
    struct hash_entry *entry = hash_table_find(&hub->tables, hub_table_hash(id));
    while (entry && strcmp(((struct live_table *)entry)->id, id) != 0)
        entry = hash_table_find_next(entry);
    return (struct live_table *)entry;
}

struct live_table *hub_next_table(const struct hub *hub, const struct live_table *table)
{
    return (struct live_table *)hash_table_next(&hub->tables, table ? &table->by_id : NULL);
}

/* Returns the table for which a job ran, or NULL if it has been dropped since. */
static struct live_table *find_same_table(const struct hub *hub, const char *id, uint64_t serial)
{
    struct live_table *table = hub_find_table(hub, id);
    return table && table->serial == serial ? table : NULL;
}

struct live_table *hub_add_table(struct hub *hub, const char *id)
{
    struct live_table *table = live_table_new(id, ++hub->last_serial, hub_now(hub));
    if (!table)
        return NULL;
    hash_table_add(&hub->tables, &table->by_id, hub_table_hash(id));
    identity_invitation_key(hub->secret, id, table->key);
    table->elsewhere = !hub_owns(hub, id);
    return table;
}

static bool is_table_id(const char *id)
{
    return strlen(id) == TABLE_ID_SIZE - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == TABLE_ID_SIZE - 1;
}

/* A load queued on behalf of a client moves to the server's own lane. */
static void raise_load_priority(struct hub *hub, struct live_table *table)
{
    if (table->loading && worker_pool_cancel(hub->readers, table->loading))
        hub_read(hub, table->loading, HUB_TABLES, table->id);
    table->loading = NULL;
}

struct live_table *hub_open_or_load(struct hub *hub, const char *id, const struct hub_client *asker)
{
    struct live_table *table = hub_find_table(hub, id);
    if (!table && is_table_id(id)) {
        table = hub_add_table(hub, id);
        if (table)
            hub_load(hub, table, asker);
    } else if (table && table->state == TABLE_DOUBTFUL) {
        hub_load(hub, table, asker);
    } else if (table && !asker) {
        raise_load_priority(hub, table);
    }
    return table;
}

static void take_from_ready(struct hub *hub, struct live_table *table)
{
    if (!table->is_ready)
        return;
    struct live_table **place = &hub->first_ready;
    while (*place != table)
        place = &(*place)->next_ready;
    *place = table->next_ready;
    if (!*place)
        hub->last_ready = place;
    table->is_ready = false;
}

static void resume_waiting(struct hub *hub, struct live_table *table, enum error_code code,
                           enum fault_id why)
{
    uint64_t id;
    unsigned count = table->waiting.count; /* snapshot: callbacks may enqueue new waiters */
    while (count-- > 0 && live_table_next_waiting(table, &id)) {
        struct hub_client *client = hub_find_client(hub, id);
        if (!client)
            continue;
        client->awaited[0] = '\0';
        client->give_up(client, code, why);
    }
}

/* The table is removed first, then its clients are told: their next request creates another one. */
void hub_drop_table(struct hub *hub, struct live_table *table, enum error_code code,
                    enum fault_id why)
{
    hash_table_remove(&hub->tables, &table->by_id);
    hub->history_bytes -= table->counted_bytes;
    take_from_ready(hub, table);
    lobby_remove(&hub->lobby, &table->listing);
    hub_announce_no_followers(hub, table);
    for (unsigned i = 0; i < table->followers; i++) {
        struct hub_client *client = hub_find_client(hub, table->follower[i].client);
        if (client)
            client->table[0] = '\0';
    }
    resume_waiting(hub, table, code, why);
    live_table_free(table);
}

/* ---- Delivering messages --------------------------------------------------------------------- */

static void deliver_item(struct hub_client *client, const struct outgoing_item *item)
{
    if (item->log)
        hub_client_send_log(client, item->log, item->after);
    else
        hub_client_send(client, item->shared);
}

/* Clients that do not understand turns that were taken back, and would play on from them. */
static bool is_unknowing(const struct live_table *table, const struct hub_client *client)
{
    return table->state == TABLE_READY && live_table_has_undone(table) && !client->knows_undo;
}

static void deliver_to_all(struct hub *hub, const struct live_table *table,
                           const struct outgoing_item *item)
{
    for (unsigned i = 0; i < table->followers; i++) {
        const struct follower *follower = &table->follower[i];
        if (item->person[0] != '\0' && strcmp(item->person, follower->person) != 0)
            continue;
        struct hub_client *client = hub_find_client(hub, follower->client);
        if (client && is_unknowing(table, client))
            hub_client_dismiss(client, FAULT_TURNS_TAKEN_BACK);
        else if (client)
            deliver_item(client, item);
    }
}

/* Disconnects followers that would otherwise miss something unnoticed. */
static void cut_followers(struct hub *hub, const struct live_table *table)
{
    for (unsigned i = 0; i < table->followers; i++) {
        struct hub_client *client = hub_find_client(hub, table->follower[i].client);
        if (client && client->state != CLIENT_ENDING)
            hub_client_cut(client);
    }
}

static void deliver_outgoing(struct hub *hub, const struct live_table *table)
{
    struct outgoing *outgoing = hub_outgoing(hub, table);
    for (unsigned i = 0; i < outgoing->count; i++) {
        const struct outgoing_item *item = &outgoing->item[i];
        struct hub_client *client = item->to != 0 ? hub_find_client(hub, item->to) : NULL;
        if (item->to == 0)
            deliver_to_all(hub, table, item);
        else if (client)
            deliver_item(client, item);
    }
    if (outgoing->lost)
        cut_followers(hub, table);
    outgoing_clear(outgoing);
}

struct outgoing *hub_outgoing(struct hub *hub, const struct live_table *table)
{
    struct outgoing *outgoing = &hub->outgoing;
    if (outgoing->serial == table->serial)
        return outgoing;
    const struct live_table *last = find_same_table(hub, outgoing->table, outgoing->serial);
    if (last && (outgoing->count > 0 || outgoing->lost))
        deliver_outgoing(hub, last);
    outgoing_clear(outgoing);
    memcpy(outgoing->table, table->id, sizeof outgoing->table);
    outgoing->serial = table->serial;
    return outgoing;
}

/* ---- After each call of a table -------------------------------------------------------------- */

static void update_lobby(struct hub *hub, struct live_table *live)
{
    const enum store_state state = table_summary_store_state(&live->match);
    const bool shown = hub_is_alone(hub) && live->kept && live->match.state.settings.listed &&
                       (state == STORE_OPEN || state == STORE_RUNNING);
    struct shared_bytes *table = shown ? live_table_listing(live) : NULL;
    live->list_changed = shown && !table; /* allocation failed: the next tick retries */
    if (table)
        lobby_put(&hub->lobby, &live->listing, state == STORE_OPEN ? SHELF_OPEN : SHELF_RUNNING,
                  table);
    else if (!shown)
        lobby_remove(&hub->lobby, &live->listing);
}

static void count_history(struct hub *hub, struct live_table *table)
{
    const uint64_t bytes = table->history.log ? event_log_bytes(table->history.log, 0) : 0;
    hub->history_bytes += bytes - table->counted_bytes;
    table->counted_bytes = bytes;
}

static void table_write_done(struct job *job);

static void submit_write(struct hub *hub, struct live_table *table)
{
    struct table_write *write = table->to_write;
    table->to_write = NULL;
    write->job = (struct job){.run = table_write_run, .done = table_write_done};
    write->owner = hub;
    worker_pool_add(hub->writer, &write->job);
}

static void make_ready(struct hub *hub, struct live_table *table)
{
    if (table->is_ready || table->waiting.count == 0)
        return;
    table->is_ready = true;
    table->next_ready = NULL;
    *hub->last_ready = table;
    hub->last_ready = &table->next_ready;
}

void hub_flush_table(struct hub *hub, struct live_table *table)
{
    table->rests_until = 0;
    deliver_outgoing(hub, table);
    if (table->list_changed)
        update_lobby(hub, table);
    if (table->state == TABLE_READY && !hub->stopping)
        live_table_release_seat(table, hub_now(hub));
    if (table->state == TABLE_READY && table->outdated && !hub->stopping) {
        table->outdated = false;
        hub_load(hub, table, NULL);
    }
    if (table->state == TABLE_READY && table->announced > table->match.state.events &&
        !hub->stopping)
        hub_catch_up(hub, table);
    if (table->state == TABLE_READY && !hub->stopping) {
        if (table->bot_ready)
            live_table_bot_turn(table, table->bot_changed, &table->bot_turn, hub_now(hub));
        if (live_table_wants_bot(table))
            hub_ask_bot(hub, table);
        if (live_table_must_check_party(table, hub_now(hub)))
            hub_check_duplicates(hub, table);
        if (live_table_can_reveal(table))
            live_table_reveal(table, hub_now(hub));
    }
    if (table->to_write)
        submit_write(hub, table);
    if (table->state == TABLE_READY || table->state == TABLE_DOUBTFUL)
        make_ready(hub, table);
}

/* As long as the table stays ready; a doubtful table is loaded again by the next request. */
static void serve_waiting(struct hub *hub, struct live_table *table)
{
    uint64_t id;
    while ((table->state == TABLE_READY || table->state == TABLE_DOUBTFUL) &&
           live_table_next_waiting(table, &id)) {
        struct hub_client *client = hub_find_client(hub, id);
        if (!client)
            continue;
        client->awaited[0] = '\0';
        client->resume(client);
    }
}

void hub_run(struct hub *hub)
{
    if (hub->running)
        return;
    hub->running = true;
    while (hub->first_ready) {
        struct live_table *table = hub->first_ready;
        take_from_ready(hub, table);
        serve_waiting(hub, table);
    }
    hub->running = false;
}

/* ---- Loading --------------------------------------------------------------------------------- */

struct load {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    uint64_t serial;
    char cause[REQUEST_ID_SIZE];
    struct stored_game game;
};

static enum store_result load_run(struct job *job, struct store *store)
{
    struct load *load = (struct load *)job;
    const enum store_result result = stored_game_read(&load->game, store, load->id);
    return load->game.short_of_memory ? job_allocation_failed(job, "a table") : result;
}

/* A table that stays in memory is loaded again later; waiting clients are refused. */
static void not_loaded(struct hub *hub, struct live_table *table, bool stays, enum error_code code,
                       enum fault_id why)
{
    live_table_reload(table, hub_now(hub));
    if (stays || table->followers > 0)
        resume_waiting(hub, table, code, why);
    else
        hub_drop_table(hub, table, code, why);
}

/*
 * A stored table stays in memory without followers; unknown ids must not, or anyone could fill
 * memory by guessing ids.
 */
static void load_failed(struct hub *hub, struct live_table *table, const struct load *load)
{
    const char *damage = load->game.damage;
    if (load->job.result == STORE_NONE) {
        not_loaded(hub, table, false, CODE_MISSING, FAULT_NO_TABLE);
    } else if (load->job.result == STORE_OK && damage[0] != '\0') {
        /*
         * Not code "store": a proxy would then take the whole server out of service because of one
         * table.
         */
        hub_log(hub, "table %s cannot be read: %s", table->id, damage);
        not_loaded(hub, table, false, CODE_MISSING, FAULT_TABLE_DAMAGED);
    } else {
        hub_job_failed(hub, hub->readers, &load->job);
        not_loaded(hub, table, live_table_is_read_again(table), CODE_STORE, FAULT_TABLE_UNREADABLE);
    }
}

static void load_done(struct job *job)
{
    struct load *load = (struct load *)job;
    struct hub *hub = load->hub;
    struct live_table *table = find_same_table(hub, load->id, load->serial);
    hub->cause = load->cause;
    if (table && table->loading == job)
        table->loading = NULL;
    if (table && job->result == STORE_OK && load->game.damage[0] == '\0') {
        const int64_t now = hub_now(hub);
        live_table_take_over(table, &load->game, hub_is_alone(hub) ? now : hub->cluster.resumed,
                             now, hub_outgoing(hub, table));
        count_history(hub, table);
        hub_flush_table(hub, table);
    } else if (table) {
        load_failed(hub, table, load);
    }
    hub->cause = NULL;
    stored_game_release(&load->game);
    free(load);
}

/* The table does not exist as far as is known, or the next request loads it. */
static void load_forgotten(struct job *job)
{
    struct load *load = (struct load *)job;
    struct live_table *table = find_same_table(load->hub, load->id, load->serial);
    metrics_count(&load->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    if (table)
        hub_drop_table(load->hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    free(load);
}

void hub_stop_loading(struct hub *hub, struct live_table *table)
{
    if (table->loading && table->waiting.count == 0 && table->followers == 0 &&
        !live_table_is_read_again(table))
        worker_pool_forget(hub->readers, table->loading);
}

/* If allocation fails the table stays doubtful. */
void hub_load(struct hub *hub, struct live_table *table, const struct hub_client *asker)
{
    struct load *load = hub->stopping ? NULL : calloc(1, sizeof *load);
    if (!load) {
        if (!hub->stopping)
            hub_allocation_failed(hub, "reading a table");
        live_table_reload(table, hub_now(hub));
        return;
    }
    load->job = (struct job){.run = load_run, .done = load_done, .forgotten = load_forgotten};
    load->hub = hub;
    load->serial = table->serial;
    memcpy(load->id, table->id, sizeof load->id);
    if (hub->cause)
        text_copy(load->cause, sizeof load->cause, hub->cause);
    table->state = TABLE_LOADING;
    table->loading =
        asker && !live_table_is_read_again(table) && table->followers == 0 ? &load->job : NULL;
    if (table->loading)
        hub_read_in_turn(asker, &load->job);
    else
        hub_read(hub, &load->job, HUB_TABLES, table->id);
    hub_ask_followers(hub, table);
}

/* ---- Catching up with other servers ---------------------------------------------------------- */

struct catch_up {
    struct job job;
    struct hub *hub;
    char id[TABLE_ID_SIZE];
    uint64_t serial;
    char cause[REQUEST_ID_SIZE];
    uint32_t after;
    struct match_settings settings;
    struct arrival *arrival;
    unsigned arrivals;
    size_t capacity;
    bool failed; /* stale, or allocation failed: load the whole table */
};

static struct arrival *add_arrival(struct catch_up *catch_up)
{
    if (!ARRAY_GROW(catch_up->arrival, catch_up->capacity, catch_up->arrivals + 1))
        return NULL;
    struct arrival *arrival = &catch_up->arrival[catch_up->arrivals];
    memset(arrival, 0, sizeof *arrival);
    return arrival;
}

/* Returns false if it is not a valid event, or if allocation fails. */
static bool read_arrival(struct arrival *arrival, const struct match_settings *settings,
                         uint32_t number, int64_t at, const char *body, size_t length)
{
    struct complaint complaint;
    if (!event_body_read(&arrival->event, settings, at, body, length, &complaint))
        return false;
    arrival->shared = shared_bytes_of_event(number, at, body, length);
    return arrival->shared != NULL;
}

static void arrival_found(void *context, const struct store_event *row)
{
    struct catch_up *catch_up = context;
    struct arrival *arrival = catch_up->failed ? NULL : add_arrival(catch_up);
    catch_up->failed = !arrival || row->number != catch_up->after + catch_up->arrivals + 1 ||
                       !read_arrival(arrival, &catch_up->settings, row->number, row->at, row->body,
                                     strlen(row->body));
    catch_up->arrivals += !catch_up->failed;
}

static enum store_result catch_up_run(struct job *job, struct store *store)
{
    struct catch_up *catch_up = (struct catch_up *)job;
    enum store_result result =
        store_events(store, catch_up->id, catch_up->after, arrival_found, catch_up);
    for (unsigned i = 0; i < catch_up->arrivals && result == STORE_OK; i++) {
        struct arrival *arrival = &catch_up->arrival[i];
        if (event_names_person(arrival->event.kind) &&
            store_person_by_id(store, arrival->event.person, stored_game_name_found,
                               arrival->name) == STORE_FAILED)
            result = STORE_FAILED;
    }
    return result;
}

static void caught_up(struct hub *hub, struct live_table *table, const struct arrival arrival[],
                      unsigned arrivals)
{
    metrics_count(&hub->metrics, COUNTER_EVENTS_FROM_OTHERS, arrivals);
    if (!live_table_catch_up(table, arrival, arrivals, hub_now(hub), hub_outgoing(hub, table))) {
        deliver_outgoing(hub, table); /* of the events before the one that failed */
        hub_load(hub, table, NULL);
        return;
    }
    count_history(hub, table);
    hub_flush_table(hub, table);
}

/* Reads the text up to the next tab; false at the end. */
static bool next_announced(const char **rest, size_t *left, const char **told, size_t *length)
{
    const char *tab = memchr(*rest, '\t', *left);
    if (!tab)
        return false;
    *told = *rest;
    *length = (size_t)(tab - *rest);
    *rest += *length + 1;
    *left -= *length + 1;
    return true;
}

/* Events about a person who was renamed meanwhile are read from the store instead. */
static bool read_announced(const struct hub *hub, const struct live_table *table, int64_t at,
                           const char **rest, size_t *left, struct catch_up *told)
{
    const char *part;
    size_t length;
    struct arrival *arrival = add_arrival(told);
    if (!arrival || !next_announced(rest, left, &part, &length) ||
        !read_arrival(arrival, &table->match.state.settings,
                      table->match.state.events + told->arrivals + 1, at, part, length))
        return false;
    told->arrivals++;
    if (!event_names_person(arrival->event.kind))
        return true;
    if (!next_announced(rest, left, &part, &length) || length >= NAME_SIZE ||
        hub_has_changed(hub, arrival->event.person))
        return false;
    memcpy(arrival->name, part, length);
    return true;
}

static void release_arrivals(struct catch_up *catch_up)
{
    for (unsigned i = 0; i < catch_up->arrivals; i++)
        shared_bytes_release(catch_up->arrival[i].shared);
    free(catch_up->arrival);
}

bool hub_take_events(struct hub *hub, struct live_table *table, int64_t at, const char *events,
                     size_t length)
{
    struct catch_up told = {.arrivals = 0};
    bool good = true;
    CHECK(table->state == TABLE_READY);
    while (good && length > 0)
        good = read_announced(hub, table, at, &events, &length, &told);
    good &= table->announced == table->match.state.events + told.arrivals;
    if (good) {
        table->state = TABLE_LOADING;
        caught_up(hub, table, told.arrival, told.arrivals);
    }
    release_arrivals(&told);
    return good;
}

static void catch_up_done(struct job *job)
{
    struct catch_up *catch_up = (struct catch_up *)job;
    struct hub *hub = catch_up->hub;
    struct live_table *table = find_same_table(hub, catch_up->id, catch_up->serial);
    hub->cause = catch_up->cause;
    if (table && job->result == STORE_OK && catch_up->failed) {
        hub_load(hub, table, NULL);
    } else if (table && job->result == STORE_OK) {
        caught_up(hub, table, catch_up->arrival, catch_up->arrivals);
    } else if (table) {
        hub_job_failed(hub, hub->readers, job);
        not_loaded(hub, table, live_table_is_read_again(table), CODE_STORE, FAULT_TABLE_UNREADABLE);
    }
    hub->cause = NULL;
    release_arrivals(catch_up);
    free(catch_up);
}

/* If allocation fails the whole table is loaded. */
void hub_catch_up(struct hub *hub, struct live_table *table)
{
    struct catch_up *catch_up = calloc(1, sizeof *catch_up);
    if (!catch_up) {
        hub_load(hub, table, NULL);
        return;
    }
    catch_up->job = (struct job){.run = catch_up_run, .done = catch_up_done};
    catch_up->hub = hub;
    catch_up->serial = table->serial;
    memcpy(catch_up->id, table->id, sizeof catch_up->id);
    memcpy(catch_up->cause, table->announced_by, sizeof catch_up->cause);
    memset(table->announced_by, 0, sizeof table->announced_by);
    catch_up->after = table->match.state.events;
    table->announced = catch_up->after; /* later notifications may be newer than what is read */
    catch_up->settings = table->match.state.settings;
    table->state = TABLE_LOADING;
    hub_read(hub, &catch_up->job, HUB_TABLES, table->id);
}

/* Puts the message back as the first of the inbox, unless the client has moved to another table. */
static bool ask_again(struct hub_client *client, const struct live_table *table,
                      const struct asker *asker, struct shared_bytes *asked)
{
    if (!asked || strcmp(client->table, table->id) != 0 || client->inbox_count > INBOX_MAX)
        return false;
    memmove(&client->inbox[1], &client->inbox[0], client->inbox_count * sizeof client->inbox[0]);
    client->inbox[0] = shared_bytes_share(asked);
    client->inbox_count++;
    client->has_paid = client->reloaded = true;
    client->names_id = asker->has_id; /* a later message may be waiting already */
    client->its_id = asker->id;
    return true;
}

void hub_lost_race(struct hub *hub, struct live_table *table, const struct asker *asker,
                   struct shared_bytes *asked)
{
    struct hub_client *client = hub_find_client(hub, asker->client);
    metrics_count(&hub->metrics, COUNTER_RACES_LOST, 1);
    if (table)
        hub_load(hub, table, NULL);
    if (!client || client->state == CLIENT_ENDING)
        return;
    if (!table || (!client->once && !ask_again(client, table, asker, asked))) {
        const struct message message = {.has_id = asker->has_id, .id = asker->id};
        hub_not_kept(client, &message);
    } else if (client->once || client->state == CLIENT_READY) {
        client->resume(client);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void count_change(struct hub *hub, const struct table_write *write)
{
    metrics_count(&hub->metrics, COUNTER_EVENTS, write->count);
    metrics_count(&hub->metrics, COUNTER_MOVES, write->turns);
    metrics_count(&hub->metrics, COUNTER_GAMES_STARTED, write->starts);
    metrics_count(&hub->metrics, COUNTER_GAMES_FINISHED, write->finishes);
}

void hub_not_kept(struct hub_client *client, const struct message *message)
{
    hub_refuse(client, message, CODE_STORE, FAULT_NOT_KEPT);
}

void hub_cannot_keep(struct hub_client *client, const struct message *message, const char *what)
{
    hub_allocation_failed(client->hub, what);
    hub_not_kept(client, message);
}

static void answer_change(struct hub *hub, const struct table_write *write,
                          const struct live_table *table, bool kept)
{
    struct hub_client *client = hub_find_client(hub, write->asker.client);
    if (!client)
        return;
    const struct message message = {.has_id = write->asker.has_id, .id = write->asker.id};
    if (!kept)
        hub_not_kept(client, &message);
    else if (write->adds_table && client->once)
        client->answered(client, 200,
                         table ? live_table_table(table, client->identity.person) : NULL);
    else
        hub_send_done(client, &message, write->first + write->count - 1, false);
}

struct live_table *hub_table_written(struct hub *hub, const struct table_write *write, bool kept)
{
    struct live_table *table = find_same_table(hub, write->table, write->serial);
    if (kept)
        count_change(hub, write);
    if (table) {
        live_table_written(table, write, kept, hub_now(hub), hub_outgoing(hub, table));
        count_history(hub, table);
        deliver_outgoing(hub, table);
    }
    return table;
}

/*
 * Followers get the events first, then the asker gets its answer. If writing a new table fails the
 * store may have it all the same: it is loaded, as any doubtful table, until that is known.
 */
static void table_write_done(struct job *job)
{
    struct table_write *write = (struct table_write *)job;
    struct hub *hub = write->owner;
    const bool kept = job->result == STORE_OK;
    if (write->turns > 0)
        metrics_observe(&hub->metrics, TIMING_MOVE, (uint64_t)job->micros);
    if (write->asker_deleted) {
        struct live_table *table = find_same_table(hub, write->table, write->serial);
        if (table)
            hub_load(hub, table, NULL);
        hub_end_deleted(hub, write);
        table_write_free(write);
        return;
    }
    if (job->result == STORE_TAKEN && !write->adds_table && !hub_is_alone(hub)) {
        hub_lost_race(hub, find_same_table(hub, write->table, write->serial), &write->asker,
                      write->asked);
        table_write_free(write);
        return;
    }
    if (!kept) {
        hub->cause = write->asker.request;
        hub_job_failed(hub, hub->writer, job);
        hub->cause = NULL;
    }
    struct live_table *table = hub_table_written(hub, write, kept);
    answer_change(hub, write, table, kept);
    if (table)
        hub_flush_table(hub, table);
    table_write_free(write);
}

/* ---- Requests of clients --------------------------------------------------------------------- */

struct asker hub_client_asker(const struct hub_client *client, const struct message *message)
{
    struct asker asker = {.client = client->id, .identity = client->identity};
    memcpy(asker.request, client->request, sizeof asker.request);
    if (message && message->has_id) {
        asker.has_id = true;
        asker.id = message->id;
    }
    return asker;
}

/* Queues the client at a table that is not ready. Returns false if allocation fails. */
static bool wait_for_table(struct hub_client *client, struct live_table *table,
                           const struct message *message)
{
    if (!live_table_wait(table, client->id))
        return false;
    memcpy(client->awaited, table->id, sizeof client->awaited);
    client->state = CLIENT_WAITING;
    client->names_id = message && message->has_id;
    client->its_id = client->names_id ? message->id : 0;
    return true;
}

bool hub_must_reload(struct hub_client *client, struct live_table *table,
                     const struct message *message)
{
    if (hub_is_alone(client->hub) || client->reloaded || table->state != TABLE_READY ||
        !wait_for_table(client, table, message))
        return false;
    client->reloaded = true;
    hub_catch_up(client->hub, table);
    return true;
}

struct live_table *hub_current_table(struct hub_client *client, const char *id,
                                     const struct message *message)
{
    struct live_table *table = hub_ready_table(client, id, message);
    return table && hub_must_reload(client, table, message) ? NULL : table;
}

struct live_table *hub_ready_table(struct hub_client *client, const char *id,
                                   const struct message *message)
{
    struct hub *hub = client->hub;
    if (!hub_may_answer(hub)) {
        hub_refuse(client, message, CODE_STORE, FAULT_TABLE_UNREADABLE);
        return NULL;
    }
    if (!hub_find_table(hub, id) && is_table_id(id) && !hub_may_look_up(hub, client->address)) {
        hub_refuse(client, message, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
        return NULL;
    }
    struct live_table *table = hub_open_or_load(hub, id, client);
    if (table && table->state == TABLE_READY)
        return table;
    if (!table && !is_table_id(id)) {
        hub_refuse(client, message, CODE_MISSING, FAULT_NO_TABLE);
        return NULL;
    }
    const bool doubtful = table && table->state == TABLE_DOUBTFUL;
    if (!doubtful && table && wait_for_table(client, table, message))
        return NULL;
    if (!doubtful)
        hub_allocation_failed(hub, "reading a table");
    hub_refuse(client, message, CODE_STORE, FAULT_TABLE_UNREADABLE);
    return NULL;
}

bool hub_may_open(struct hub_client *client, const struct match_settings *settings, unsigned tables)
{
    struct hub *hub = client->hub;
    const int64_t now = hub_now(hub);
    return rate_limit_take(&hub->limit[LIMIT_OPENINGS], client->address, now, tables) &&
           (!settings->listed ||
            rate_limit_take(&hub->limit[LIMIT_LISTINGS], client->address, now, tables));
}

struct live_table *hub_new_table(struct hub_client *client, const struct match_settings *settings,
                                 uint8_t seed[SEED_SIZE])
{
    char id[TABLE_ID_SIZE];
    identity_new_id(id, TABLE_ID_SIZE - 1);
    identity_table_seed(client->hub->secret, id, settings, seed);
    struct live_table *table = hub_add_table(client->hub, id);
    if (table)
        memcpy(table->payer, client->address, sizeof table->payer);
    return table;
}

void hub_open_table(struct hub_client *client, const struct match_settings *settings)
{
    struct hub *hub = client->hub;
    uint8_t seed[SEED_SIZE];
    const struct asker asker = hub_client_asker(client, NULL);
    struct live_table *table = hub_new_table(client, settings, seed);
    if (table && live_table_open(table, settings, seed, NULL, &asker, hub_now(hub))) {
        hub_flush_table(hub, table);
        return;
    }
    if (table)
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    hub_cannot_keep(client, NULL, "a new table");
}

void hub_unfollow(struct hub_client *client)
{
    struct hub *hub = client->hub;
    struct live_table *table = client->table[0] != '\0' ? hub_find_table(hub, client->table) : NULL;
    client->table[0] = '\0';
    client->in_lobby = false;
    if (!table)
        return;
    live_table_unfollow(table, client->id, hub_now(hub), hub_outgoing(hub, table));
    hub_flush_table(hub, table);
}

void hub_follow(struct hub_client *client, struct live_table *table, const struct message *message)
{
    struct hub *hub = client->hub;
    const struct asker asker = hub_client_asker(client, message);
    if (message->after > table->match.state.events && hub_must_reload(client, table, message))
        return;
    if (live_table_has_undone(table) && !message->undo) {
        hub_refuse(client, message, CODE_STATE, FAULT_TURNS_TAKEN_BACK);
        return;
    }
    hub_unfollow(client);
    client->knows_undo = message->undo;
    if (table->state != TABLE_READY) { /* leaving made a bot's turn due */
        hub_ready_table(client, table->id, message);
        return;
    }
    if (!live_table_follow(table, &asker, message->after, hub_now(hub), hub_outgoing(hub, table))) {
        outgoing_clear(hub_outgoing(hub, table));
        hub_allocation_failed(hub, "a follower of a table");
        hub_refuse(client, message, CODE_STORE, FAULT_TABLE_FULL);
        return;
    }
    memcpy(client->table, table->id, sizeof client->table);
    hub_flush_table(hub, table);
}

void hub_ask(struct hub_client *client, struct live_table *table, const struct message *message)
{
    struct hub *hub = client->hub;
    const struct asker asker = hub_client_asker(client, message);
    struct answer answer;
    if (message->kind == MESSAGE_SIT && !hub_may_sit(client, table, message))
        return;
    if (message->kind == MESSAGE_REMATCH) {
        hub_rematch(client, table, message);
        return;
    }
    switch (live_table_ask(table, &asker, message, hub_now(hub), &answer)) {
    case TABLE_CHANGED:
        if (!client->once && !hub_is_alone(hub))
            table->to_write->asked = shared_bytes_share(client->inbox[0]);
        break;
    case TABLE_REPEATED:
        hub_send_done(client, message, answer.number, true);
        break;
    case TABLE_REFUSED:
        if (hub_must_reload(client, table, message))
            return;
        if (message->kind == MESSAGE_TURN)
            metrics_count(&hub->metrics, COUNTER_MOVES_REFUSED, 1);
        hub_send_error(client, message, hub_error_of(answer.objection), &answer.fault);
        break;
    case TABLE_FAILED:
        hub_cannot_keep(client, message, "a change of a table");
        break;
    }
    hub_flush_table(hub, table);
}
