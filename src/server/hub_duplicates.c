/*
 * Duplicate tables: opening several tables that deal the same cards, who may sit down at them, and
 * finding out that all of them are over.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/hub_internal.h"
#include "server/tables/table_summary.h"

/* When to ask the store again: after a failure, and while other tables are running. */
enum { FAILED_AGAIN_MS = 1000, NOT_OVER_AGAIN_MS = 10 * 60 * 1000 };

/* ---- Opening --------------------------------------------------------------------------------- */

/* New tables that are being written, and the client to answer. */
struct opening {
    struct job job;
    struct hub *hub;
    struct asker asker;
    struct table_write *change[PARTY_TABLES_MAX];
    unsigned tables;
};

/* All in one group: either all tables are stored or none. */
static enum store_result opening_run(struct job *job, struct store *store)
{
    const struct opening *opening = (const struct opening *)job;
    for (unsigned i = 0; i < opening->tables; i++) {
        if (table_write_run(&opening->change[i]->job, store) != STORE_OK)
            return opening->change[i]->asker_deleted ? STORE_TAKEN : STORE_FAILED;
    }
    return STORE_OK;
}

/* Returns NULL if allocation fails: the connection then ends, but the tables exist. */
static struct shared_bytes *opened_tables(struct hub *hub, const struct opening *opening)
{
    struct shared_bytes *table[PARTY_TABLES_MAX], *shared = NULL;
    unsigned count = 0;
    for (; count < opening->tables; count++) {
        const struct live_table *live = hub_find_table(hub, opening->change[count]->table);
        table[count] = live != NULL ? live_table_table(live, opening->asker.identity.person) : NULL;
        if (table[count] == NULL)
            break;
    }
    if (count == opening->tables)
        shared = shared_bytes_of_list(LIST_TABLES, table, count);
    while (count > 0)
        shared_bytes_release(table[--count]);
    return shared;
}

static void not_opened(struct hub *hub, uint64_t asker)
{
    struct hub_client *client = hub_find_client(hub, asker);
    if (client != NULL)
        hub_not_kept(client, NULL);
}

static void opening_done(struct job *job)
{
    struct opening *opening = (struct opening *)job;
    struct hub *hub = opening->hub;
    const bool kept = job->result == STORE_OK;
    const bool asker_deleted = opening->change[0]->asker_deleted;
    if (!kept && !asker_deleted)
        hub_job_failed(hub, hub->writer, job);
    for (unsigned i = 0; i < opening->tables; i++)
        hub_table_written(hub, opening->change[i], kept);
    struct hub_client *client = hub_find_client(hub, opening->asker.client);
    if (asker_deleted)
        hub_end_deleted(hub, opening->change[0]);
    else if (!kept)
        not_opened(hub, opening->asker.client);
    else if (client != NULL)
        client->answered(client, 200, opened_tables(hub, opening));
    for (unsigned i = 0; i < opening->tables; i++) {
        struct live_table *table = hub_find_table(hub, opening->change[i]->table);
        if (table != NULL)
            hub_flush_table(hub, table);
        table_write_free(opening->change[i]);
    }
    free(opening);
}

/* The host sits at the first table; at the others the host's seat is open. */
static void leave_seats_open(struct match_settings *settings)
{
    for (unsigned seat = 0; seat < settings->seats; seat++) {
        if (settings->plan[seat].kind == SEAT_PERSON)
            settings->plan[seat].kind = SEAT_OPEN;
    }
}

/* Returns false if allocation fails. */
static bool add_table(struct opening *opening, struct hub_client *client,
                      const struct duplicate_tables *party, const struct match_settings *settings,
                      const uint8_t seed[SEED_SIZE])
{
    struct hub *hub = opening->hub;
    struct live_table *table = hub_add_table(hub, party->table[opening->tables]);
    if (table == NULL)
        return false;
    table->party = *party;
    memcpy(table->payer, client->address, sizeof table->payer);
    if (!live_table_open(table, settings, seed, NULL, &opening->asker, hub_now(hub))) {
        hub_drop_table(hub, table, CODE_STORE, FAULT_TABLE_UNREADABLE);
        return false;
    }
    opening->change[opening->tables++] = table->to_write;
    table->to_write = NULL;
    return true;
}

static void forget_opening(struct opening *opening)
{
    for (unsigned i = 0; i < opening->tables; i++) {
        hub_drop_table(opening->hub, hub_find_table(opening->hub, opening->change[i]->table),
                       CODE_STORE, FAULT_TABLE_UNREADABLE);
        table_write_free(opening->change[i]);
    }
    free(opening);
}

/* Draws the seed once; the same duplicate tables cannot be opened again. */
static void new_party(struct duplicate_tables *party, unsigned tables)
{
    *party = (struct duplicate_tables){.tables = tables};
    identity_new_id(party->id, TABLE_ID_SIZE - 1);
    for (unsigned i = 0; i < tables; i++)
        identity_new_id(party->table[i], TABLE_ID_SIZE - 1);
}

void hub_open_duplicates(struct hub_client *client, const struct match_settings *wanted,
                         unsigned tables)
{
    struct hub *hub = client->hub;
    struct opening *opening = calloc(1, sizeof *opening);
    struct match_settings settings = *wanted;
    struct duplicate_tables party;
    uint8_t seed[SEED_SIZE];
    CHECK(tables > 1 && tables <= PARTY_TABLES_MAX);
    if (opening == NULL) {
        hub_cannot_keep(client, NULL, "new tables");
        return;
    }
    opening->job = (struct job){.run = opening_run, .done = opening_done};
    opening->hub = hub;
    opening->asker = hub_client_asker(client, NULL);
    settings.party = true;
    new_party(&party, tables);
    identity_table_seed(hub->secret, party.id, &settings, seed);
    while (opening->tables < tables) {
        if (!add_table(opening, client, &party, &settings, seed)) {
            forget_opening(opening);
            hub_cannot_keep(client, NULL, "new tables");
            return;
        }
        leave_seats_open(&settings);
    }
    worker_pool_add(hub->writer, &opening->job);
}

/* ---- Sitting down ---------------------------------------------------------------------------- */

/*
 * Returns another table of the party whose seats are certain; NULL if the client waits or was
 * refused.
 */
static struct live_table *certain_table(struct hub_client *client, const char *id,
                                        const struct message *message)
{
    struct live_table *table = hub_find_table(client->hub, id);
    if (table != NULL && table->state == TABLE_BUSY && table->kept &&
        table->match.state.phase != MATCH_OPEN)
        return table; /* its seats are fixed, even while something is being written */
    return hub_ready_table(client, id, message);
}

bool hub_may_sit(struct hub_client *client, const struct live_table *table,
                 const struct message *message)
{
    const struct duplicate_tables *party = &table->party;
    for (unsigned i = 0; i < party->tables; i++) {
        if (strcmp(party->table[i], table->id) == 0)
            continue;
        const struct live_table *other = certain_table(client, party->table[i], message);
        if (other == NULL)
            return false;
        if (other->match.state.phase == MATCH_CLOSED ||
            match_state_seat_of(&other->match.state, client->identity.person) == SEAT_NONE)
            continue;
        hub_refuse(client, message, CODE_FORBIDDEN, FAULT_OTHER_TABLE_OF_PARTY);
        return false;
    }
    return true;
}

/* ---- The end of all tables ------------------------------------------------------------------- */

/* A question to the store. The table is looked up again when the answer arrives. */
struct duplicate_tables_question {
    struct job job;
    struct hub *hub;
    char capacity[TABLE_ID_SIZE];
    struct duplicate_tables party;
};

static enum store_result question_run(struct job *job, struct store *store)
{
    return duplicate_tables_read(&((struct duplicate_tables_question *)job)->party, store);
}

/*
 * Tables that are not over are loaded too: one that has been open for a day is closed only in
 * memory.
 */
static void question_answered(struct hub *hub, const struct duplicate_tables *party)
{
    for (unsigned i = 0; i < party->tables; i++) {
        struct live_table *table = hub_open_or_load(hub, party->table[i], NULL);
        if (table == NULL || !party->is_over)
            continue;
        table->party.is_over = true; /* also of a table that is about to be reloaded */
        if (table->state == TABLE_READY)
            hub_flush_table(hub, table);
    }
}

static void question_done(struct job *job)
{
    struct duplicate_tables_question *question = (struct duplicate_tables_question *)job;
    struct hub *hub = question->hub;
    struct live_table *table = hub_find_table(hub, question->capacity);
    if (job->result == STORE_OK && !hub->stopping) {
        question_answered(hub, &question->party);
    } else if (job->result != STORE_OK) {
        hub_job_failed(hub, hub->readers, job);
        if (table != NULL)
            table->check_party_at = hub_now(hub) + FAILED_AGAIN_MS;
    }
    free(question);
}

/* If allocation fails it is asked again later. */
void hub_check_duplicates(struct hub *hub, struct live_table *table)
{
    struct duplicate_tables_question *question = calloc(1, sizeof *question);
    table->check_party_at = hub_now(hub) + (question != NULL ? NOT_OVER_AGAIN_MS : FAILED_AGAIN_MS);
    if (question == NULL)
        return;
    question->job = (struct job){.run = question_run, .done = question_done};
    question->hub = hub;
    question->party = table->party;
    memcpy(question->capacity, table->id, sizeof question->capacity);
    hub_read(hub, &question->job, "", "");
}
