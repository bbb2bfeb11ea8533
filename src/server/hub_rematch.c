/*
 * Rematch: the new table and the event that announces it at the old one are written in one group,
 * so that both exist or neither.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"

/* Both are being written, and the client to answer. */
struct rematch {
    struct job job;
    struct hub *hub;
    struct asker asker;
    struct table_write *opened, *told; /* the new table, and the announcement at the old one */
    struct shared_bytes *asked;        /* the message, to be judged again; or NULL */
};

/*
 * The announcement is written first: if another server has written something else, or has deleted
 * the author, nothing is written.
 */
static enum store_result rematch_run(struct job *job, struct store *store)
{
    const struct rematch *rematch = (const struct rematch *)job;
    enum store_result result = table_write_run_person(rematch->opened, store);
    if (result == STORE_OK)
        result = table_write_run(&rematch->told->job, store);
    if (result != STORE_OK)
        return result;
    return table_write_run(&rematch->opened->job, store) == STORE_OK ? STORE_OK : STORE_FAILED;
}

static void answer_rematch(struct hub *hub, const struct rematch *rematch, bool kept)
{
    struct hub_client *client = hub_find_client(hub, rematch->asker.client);
    const struct message message = {.has_id = rematch->asker.has_id, .id = rematch->asker.id};
    if (client != NULL && kept)
        hub_send_done(client, &message, rematch->told->first, false);
    else if (client != NULL)
        hub_not_kept(client, &message);
}

/* The new table exists before anyone is told of it. */
static void rematch_done(struct job *job)
{
    struct rematch *rematch = (struct rematch *)job;
    struct hub *hub = rematch->hub;
    const bool kept = job->result == STORE_OK;
    const bool asker_deleted = rematch->opened->asker_deleted;
    const bool raced = job->result == STORE_TAKEN && !asker_deleted && !hub_is_alone(hub);
    if (!kept && !raced && !asker_deleted)
        hub_job_failed(hub, hub->writer, job);
    struct live_table *opened = hub_table_written(hub, rematch->opened, kept);
    if (opened != NULL && raced) /* nothing was written */
        hub_drop_table(hub, opened, CODE_STORE, FAULT_TABLE_NOT_KEPT);
    else if (opened != NULL)
        hub_flush_table(hub, opened);
    struct live_table *old = hub_table_written(hub, rematch->told, kept);
    if (raced)
        hub_lost_race(hub, old, &rematch->asker, rematch->asked);
    else if (asker_deleted)
        hub_end_deleted(hub, rematch->opened);
    else
        answer_rematch(hub, rematch, kept);
    if (old != NULL && !raced)
        hub_flush_table(hub, old);
    table_write_free(rematch->opened);
    table_write_free(rematch->told);
    shared_bytes_release(rematch->asked);
    free(rematch);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Players keep the names they have at the old table. */
static void name_people(struct live_table *opened, const struct live_table *old,
                        char kept[SEATS_MAX][PERSON_SIZE])
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        const unsigned sat = match_state_seat_of(&old->match.state, kept[seat]);
        if (kept[seat][0] != '\0' && sat != SEAT_NONE)
            memcpy(opened->name[seat], old->name[sat], sizeof opened->name[seat]);
    }
}

/* Returns NULL if allocation fails. */
static struct table_write *open_table(struct hub_client *client, const struct live_table *old,
                                      const struct asker *asker,
                                      const struct match_settings *settings,
                                      char kept[SEATS_MAX][PERSON_SIZE])
{
    struct hub *hub = client->hub;
    uint8_t seed[SEED_SIZE];
    struct live_table *table = hub_new_table(client, settings, seed);
    if (table == NULL)
        return NULL;
    name_people(table, old, kept);
    if (!live_table_open(table, settings, seed, kept, asker, hub_now(hub))) {
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
        return NULL;
    }
    struct table_write *write = table->to_write;
    table->to_write = NULL;
    return write;
}

/* Nothing was written: drops the new table, and reloads the old one if it was changed. */
static void forget_rematch(struct rematch *rematch, struct hub_client *client,
                           const struct message *message)
{
    struct hub *hub = client->hub;
    struct live_table *opened = rematch != NULL && rematch->opened != NULL
                                    ? hub_find_table(hub, rematch->opened->table)
                                    : NULL;
    if (opened != NULL)
        hub_drop_table(hub, opened, CODE_STORE, FAULT_TABLE_UNREADABLE);
    if (rematch != NULL && rematch->opened != NULL)
        table_write_free(rematch->opened);
    free(rematch);
    hub_cannot_keep(client, message, "a rematch");
}

static void begin_rematch(struct hub_client *client, struct live_table *table,
                          const struct message *message, const struct match_settings *settings,
                          char kept[SEATS_MAX][PERSON_SIZE])
{
    struct hub *hub = client->hub;
    struct rematch *rematch = calloc(1, sizeof *rematch);
    struct answer answer;
    if (rematch != NULL) {
        rematch->job = (struct job){.run = rematch_run, .done = rematch_done};
        rematch->hub = hub;
        rematch->asker = hub_client_asker(client, message);
        rematch->opened = open_table(client, table, &rematch->asker, settings, kept);
    }
    if (rematch == NULL || rematch->opened == NULL ||
        live_table_rematch(table, &rematch->asker, rematch->opened->table, hub_now(hub), &answer) !=
            TABLE_CHANGED) {
        forget_rematch(rematch, client, message);
        return;
    }
    rematch->told = table->to_write;
    table->to_write = NULL;
    if (!client->once)
        rematch->asked = shared_bytes_share(client->inbox[0]);
    worker_pool_add(hub->writer, &rematch->job);
}

void hub_rematch(struct hub_client *client, struct live_table *table, const struct message *message)
{
    struct hub *hub = client->hub;
    const struct asker asker = hub_client_asker(client, message);
    struct match_settings settings;
    char kept[SEATS_MAX][PERSON_SIZE];
    struct answer answer;
    switch (live_table_may_rematch(table, &asker, hub_now(hub), &answer)) {
    case TABLE_CHANGED:
        break;
    case TABLE_REPEATED:
        hub_send_done(client, message, answer.number, true);
        return;
    default:
        if (!hub_must_reload(client, table, message))
            hub_send_error(client, message, hub_error_of(answer.objection), &answer.fault);
        return;
    }
    match_state_rematch(&table->match.state,
                        match_state_seat_of(&table->match.state, client->identity.person),
                        &settings, kept);
    if (!hub_pay(client, COST_OPEN))
        hub_refuse(client, message, CODE_SLOW, FAULT_TOO_MANY_MESSAGES);
    else if (!hub_may_open(client, &settings, 1))
        hub_refuse(client, message, CODE_SLOW, FAULT_TOO_MANY_TABLES);
    else
        begin_rematch(client, table, message, &settings, kept);
}
