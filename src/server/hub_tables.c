/*
 * Tables of the hub: loading and writing them, delivering their messages, serving waiting clients.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/tables/table_summary.h"

/* ---- Delivering messages --------------------------------------------------------------------- */

static void deliver_item(struct hub_client *client, const struct outgoing_item *item)
{
    if (item->log != NULL)
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
        if (client != NULL && is_unknowing(table, client))
            hub_client_dismiss(client, FAULT_TURNS_TAKEN_BACK);
        else if (client != NULL)
            deliver_item(client, item);
    }
}

/* Disconnects followers that would otherwise miss something unnoticed. */
static void cut_followers(struct hub *hub, const struct live_table *table)
{
    for (unsigned i = 0; i < table->followers; i++) {
        struct hub_client *client = hub_find_client(hub, table->follower[i].client);
        if (client != NULL && client->state != CLIENT_ENDING)
            hub_client_cut(client);
    }
}

void hub_deliver_outgoing(struct hub *hub, const struct live_table *table)
{
    struct outgoing *outgoing = hub_outgoing(hub, table);
    for (unsigned i = 0; i < outgoing->count; i++) {
        const struct outgoing_item *item = &outgoing->item[i];
        struct hub_client *client = item->to != 0 ? hub_find_client(hub, item->to) : NULL;
        if (item->to == 0)
            deliver_to_all(hub, table, item);
        else if (client != NULL)
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
    const struct live_table *last = hub_find_same_table(hub, outgoing->table, outgoing->serial);
    if (last != NULL && (outgoing->count > 0 || outgoing->lost))
        hub_deliver_outgoing(hub, last);
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
    live->list_changed = shown && table == NULL; /* allocation failed: the next tick retries */
    if (table != NULL)
        lobby_put(&hub->lobby, &live->listing, state == STORE_OPEN ? SHELF_OPEN : SHELF_RUNNING,
                  table);
    else if (!shown)
        lobby_remove(&hub->lobby, &live->listing);
}

void hub_count_history(struct hub *hub, struct live_table *table)
{
    const uint64_t bytes = table->history.log != NULL ? event_log_bytes(table->history.log, 0) : 0;
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
    hub_deliver_outgoing(hub, table);
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
    if (table->to_write != NULL)
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
        if (client == NULL)
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
    while (hub->first_ready != NULL) {
        struct live_table *table = hub->first_ready;
        hub_take_from_ready(hub, table);
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
void hub_table_not_loaded(struct hub *hub, struct live_table *table, bool stays,
                          enum error_code code, enum fault_id why)
{
    live_table_reload(table, hub_now(hub));
    if (stays || table->followers > 0)
        hub_refuse_waiting(hub, table, code, why);
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
        hub_table_not_loaded(hub, table, false, CODE_MISSING, FAULT_NO_TABLE);
    } else if (load->job.result == STORE_OK && damage[0] != '\0') {
        /*
         * Not code "store": a proxy would then take the whole server out of service because of one
         * table.
         */
        hub_log(hub, "table %s cannot be read: %s", table->id, damage);
        hub_table_not_loaded(hub, table, false, CODE_MISSING, FAULT_TABLE_DAMAGED);
    } else {
        hub_job_failed(hub, hub->readers, &load->job);
        hub_table_not_loaded(hub, table, live_table_is_read_again(table), CODE_STORE,
                             FAULT_TABLE_UNREADABLE);
    }
}

static void load_done(struct job *job)
{
    struct load *load = (struct load *)job;
    struct hub *hub = load->hub;
    struct live_table *table = hub_find_same_table(hub, load->id, load->serial);
    hub->cause = load->cause;
    if (table != NULL && table->loading == job)
        table->loading = NULL;
    if (table != NULL && job->result == STORE_OK && load->game.damage[0] == '\0') {
        const int64_t now = hub_now(hub);
        live_table_take_over(table, &load->game, hub_is_alone(hub) ? now : hub->cluster.resumed,
                             now, hub_outgoing(hub, table));
        hub_count_history(hub, table);
        hub_flush_table(hub, table);
    } else if (table != NULL) {
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
    struct live_table *table = hub_find_same_table(load->hub, load->id, load->serial);
    metrics_count(&load->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    if (table != NULL)
        hub_drop_table(load->hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    free(load);
}

void hub_stop_loading(struct hub *hub, struct live_table *table)
{
    if (table->loading != NULL && table->waiting.count == 0 && table->followers == 0 &&
        !live_table_is_read_again(table))
        worker_pool_forget(hub->readers, table->loading);
}

/* If allocation fails the table stays doubtful. */
void hub_load(struct hub *hub, struct live_table *table, const struct hub_client *asker)
{
    struct load *load = hub->stopping ? NULL : calloc(1, sizeof *load);
    if (load == NULL) {
        if (!hub->stopping)
            hub_allocation_failed(hub, "reading a table");
        live_table_reload(table, hub_now(hub));
        return;
    }
    load->job = (struct job){.run = load_run, .done = load_done, .forgotten = load_forgotten};
    load->hub = hub;
    load->serial = table->serial;
    memcpy(load->id, table->id, sizeof load->id);
    if (hub->cause != NULL)
        text_copy(load->cause, sizeof load->cause, hub->cause);
    table->state = TABLE_LOADING;
    table->loading = asker != NULL && !live_table_is_read_again(table) && table->followers == 0
                         ? &load->job
                         : NULL;
    if (table->loading != NULL)
        hub_read_in_turn(asker, &load->job);
    else
        hub_read(hub, &load->job, HUB_TABLES, table->id);
    hub_ask_followers(hub, table);
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
    if (client == NULL)
        return;
    const struct message message = {.has_id = write->asker.has_id, .id = write->asker.id};
    if (!kept)
        hub_not_kept(client, &message);
    else if (write->adds_table && client->once)
        client->answered(client, 200,
                         table != NULL ? live_table_table(table, client->identity.person) : NULL);
    else
        hub_send_done(client, &message, write->first + write->count - 1, false);
}

struct live_table *hub_table_written(struct hub *hub, const struct table_write *write, bool kept)
{
    struct live_table *table = hub_find_same_table(hub, write->table, write->serial);
    if (kept)
        count_change(hub, write);
    if (table != NULL) {
        live_table_written(table, write, kept, hub_now(hub), hub_outgoing(hub, table));
        hub_count_history(hub, table);
        hub_deliver_outgoing(hub, table);
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
        struct live_table *table = hub_find_same_table(hub, write->table, write->serial);
        if (table != NULL)
            hub_load(hub, table, NULL);
        hub_end_deleted(hub, write);
        table_write_free(write);
        return;
    }
    if (job->result == STORE_TAKEN && !write->adds_table && !hub_is_alone(hub)) {
        hub_lost_race(hub, hub_find_same_table(hub, write->table, write->serial), &write->asker,
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
    if (table != NULL)
        hub_flush_table(hub, table);
    table_write_free(write);
}

/* ---- Requests of clients --------------------------------------------------------------------- */

struct asker hub_client_asker(const struct hub_client *client, const struct message *message)
{
    struct asker asker = {.client = client->id, .identity = client->identity};
    memcpy(asker.request, client->request, sizeof asker.request);
    if (message != NULL && message->has_id) {
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
    client->names_id = message != NULL && message->has_id;
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
    return table != NULL && hub_must_reload(client, table, message) ? NULL : table;
}

struct live_table *hub_ready_table(struct hub_client *client, const char *id,
                                   const struct message *message)
{
    struct hub *hub = client->hub;
    if (!hub_may_answer(hub)) {
        hub_refuse(client, message, CODE_STORE, FAULT_TABLE_UNREADABLE);
        return NULL;
    }
    if (hub_find_table(hub, id) == NULL && hub_is_table_id(id) &&
        !hub_may_look_up(hub, client->address)) {
        hub_refuse(client, message, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
        return NULL;
    }
    struct live_table *table = hub_open_or_load(hub, id, client);
    if (table != NULL && table->state == TABLE_READY)
        return table;
    if (table == NULL && !hub_is_table_id(id)) {
        hub_refuse(client, message, CODE_MISSING, FAULT_NO_TABLE);
        return NULL;
    }
    const bool doubtful = table != NULL && table->state == TABLE_DOUBTFUL;
    if (!doubtful && table != NULL && wait_for_table(client, table, message))
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
    if (table != NULL)
        memcpy(table->payer, client->address, sizeof table->payer);
    return table;
}

void hub_open_table(struct hub_client *client, const struct match_settings *settings)
{
    struct hub *hub = client->hub;
    uint8_t seed[SEED_SIZE];
    const struct asker asker = hub_client_asker(client, NULL);
    struct live_table *table = hub_new_table(client, settings, seed);
    if (table != NULL && live_table_open(table, settings, seed, NULL, &asker, hub_now(hub))) {
        hub_flush_table(hub, table);
        return;
    }
    if (table != NULL)
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
    hub_cannot_keep(client, NULL, "a new table");
}

void hub_unfollow(struct hub_client *client)
{
    struct hub *hub = client->hub;
    struct live_table *table = client->table[0] != '\0' ? hub_find_table(hub, client->table) : NULL;
    client->table[0] = '\0';
    client->in_lobby = false;
    if (table == NULL)
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
