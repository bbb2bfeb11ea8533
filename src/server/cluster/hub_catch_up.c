/* What other servers have written: events that are applied to tables in memory, and lost races. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "protocol/told_event.h"
#include "server/hub_internal.h"

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
    catch_up->failed = arrival == NULL || row->number != catch_up->after + catch_up->arrivals + 1 ||
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
        hub_deliver_outgoing(hub, table); /* of the events before the one that failed */
        hub_load(hub, table, NULL);
        return;
    }
    hub_count_history(hub, table);
    hub_flush_table(hub, table);
}

/* Reads the text up to the next tab; false at the end. */
static bool next_announced(const char **rest, size_t *left, const char **told, size_t *length)
{
    const char *tab = memchr(*rest, '\t', *left);
    if (tab == NULL)
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
    if (arrival == NULL || !next_announced(rest, left, &part, &length) ||
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
    struct live_table *table = hub_find_same_table(hub, catch_up->id, catch_up->serial);
    hub->cause = catch_up->cause;
    if (table != NULL && job->result == STORE_OK && catch_up->failed) {
        hub_load(hub, table, NULL);
    } else if (table != NULL && job->result == STORE_OK) {
        caught_up(hub, table, catch_up->arrival, catch_up->arrivals);
    } else if (table != NULL) {
        hub_job_failed(hub, hub->readers, job);
        hub_table_not_loaded(hub, table, live_table_is_read_again(table), CODE_STORE,
                             FAULT_TABLE_UNREADABLE);
    }
    hub->cause = NULL;
    release_arrivals(catch_up);
    free(catch_up);
}

/* If allocation fails the whole table is loaded. */
void hub_catch_up(struct hub *hub, struct live_table *table)
{
    struct catch_up *catch_up = calloc(1, sizeof *catch_up);
    if (catch_up == NULL) {
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
    if (asked == NULL || strcmp(client->table, table->id) != 0 || client->inbox_count > INBOX_MAX)
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
    if (table != NULL)
        hub_load(hub, table, NULL);
    if (client == NULL || client->state == CLIENT_ENDING)
        return;
    if (table == NULL || (!client->once && !ask_again(client, table, asker, asked))) {
        const struct message message = {.has_id = asker->has_id, .id = asker->id};
        hub_not_kept(client, &message);
    } else if (client->once || client->state == CLIENT_READY) {
        client->resume(client);
    }
}
