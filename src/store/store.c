/*
 * A store: one connection, its groups, and the handling of failures. Knows no SQL and no kind of
 * database, which db.h hides; people and games are in store_people.c, store_games.c and
 * store_uploads.c.
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "store/store_internal.h"

/* ---- Open and close -------------------------------------------------------------------------- */

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

const struct db_kind *store_kind_of(const char *url, char reason[STORE_REASON_SIZE])
{
    const char *scheme_end = strstr(url, "://");
    if (starts_with(url, "postgresql://") || starts_with(url, "postgres://"))
        return &postgres_kind;
    if (scheme_end == NULL)
        return &sqlite_kind;
    snprintf(reason, STORE_REASON_SIZE,
             "a database is a file or starts with postgresql://, not with %.*s://",
             (int)(scheme_end - url), url);
    return NULL;
}

struct store *store_open(const char *url, char reason[STORE_REASON_SIZE])
{
    const struct db_kind *kind = store_kind_of(url, reason);
    return kind != NULL ? store_open_as(kind, url, reason) : NULL;
}

struct store *store_open_as(const struct db_kind *kind, const char *url,
                            char reason[STORE_REASON_SIZE])
{
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        snprintf(reason, STORE_REASON_SIZE, "there is no memory left to open the database");
        return NULL;
    }
    store->db = kind->open(kind, url, reason);
    if (store->db != NULL && schema_migrate(store->db))
        return store;
    if (store->db != NULL)
        memcpy(reason, store->db->reason, STORE_REASON_SIZE);
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (store == NULL)
        return;
    CHECK(!store->handing_out);
    if (store->db != NULL) {
        store_rollback(store);
        store->db->kind->close(store->db);
    }
    free(store->news);
    free(store);
}

void store_heed(struct store *store, struct store_claim *claim)
{
    store->claim = claim;
}

const char *store_reason(const struct store *store)
{
    return store->reason;
}

bool store_may_repeat(const struct store *store)
{
    return store->may_repeat;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Returns true if something presumed by the group was wrong. */
static bool was_presumed(enum db_slot in_vain)
{
    return in_vain != DB_SLOTS && in_vain != DB_NOTIFY;
}

/* Rolls back the group, and refuses further calls in it by a caller that continues. */
static enum store_result store_failed(struct store *store)
{
    memcpy(store->reason, store->db->reason, sizeof store->reason);
    if (store->group == GROUP_OPEN) {
        store->may_repeat = store->db->may_repeat || was_presumed(store->db->in_vain);
        if (store->db->in_vain == DB_NOTIFY)
            snprintf(store->reason, sizeof store->reason, "%s", STORE_IS_EXPIRED);
        store->db->kind->rollback(store->db);
        store->group = GROUP_BROKEN;
        store->is_named = false;
    }
    return STORE_FAILED;
}

/* A server that is no longer this database's server must neither write nor answer from it. */
static bool is_ours(struct store *store)
{
    return store->claim == NULL || store_claim_holds(store->claim, store->db->reason);
}

/* A newer program may have updated the database while it was away. */
static enum store_result revive_driver(struct store *store)
{
    bool again = false;
    if (!is_ours(store))
        return store_failed(store);
    const bool there = store->db->kind->revive(store->db, &again);
    store->unknown |= again;
    store->is_named &= !again;
    if (!there)
        return store_failed(store);
    if (store->unknown && !schema_is_ours(store->db))
        return store_failed(store);
    store->unknown = false;
    return STORE_OK;
}

enum store_result store_begin(struct store *store)
{
    CHECK(store->group != GROUP_OPEN && !store->handing_out);
    store->group = GROUP_NONE;
    store->may_repeat = store->db->may_repeat = store->presumes = false;
    store->db->in_vain = DB_SLOTS;
    store_drop_notifications(store);
    if (revive_driver(store) != STORE_OK)
        return STORE_FAILED;
    if (!store->db->kind->begin(store->db))
        return store_failed(store);
    store->group = GROUP_OPEN;
    return STORE_OK;
}

enum store_result store_commit(struct store *store)
{
    CHECK(store->group != GROUP_NONE && !store->handing_out);
    enum store_result result = STORE_FAILED;
    if (store->group == GROUP_OPEN && store->writes_as != 0 && store_notify_all(store) != STORE_OK)
        store_failed(store);
    if (store->group == GROUP_OPEN)
        result =
            is_ours(store) && store->db->kind->commit(store->db) ? STORE_OK : store_failed(store);
    store->group = GROUP_NONE;
    return result;
}

void store_presume(struct store *store, bool presumes)
{
    store->presumes = presumes && store->group == GROUP_OPEN && store->db->kind->later != NULL;
}

void store_rollback(struct store *store)
{
    CHECK(!store->handing_out);
    if (store->group == GROUP_OPEN)
        store->db->kind->rollback(store->db);
    store->group = GROUP_NONE;
    store->is_named = false; /* lost with the connection */
}

enum store_result store_join(struct store *store, bool *begun)
{
    *begun = store->group == GROUP_NONE;
    return *begun ? store_begin(store) : STORE_OK;
}

enum store_result store_leave(struct store *store, bool begun, enum store_result result)
{
    if (!begun)
        return result;
    if (result == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return result;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static enum store_result make_ready(struct store *store)
{
    CHECK(!store->handing_out);
    switch (store->group) {
    case GROUP_NONE:
        return revive_driver(store);
    case GROUP_OPEN:
        return STORE_OK;
    case GROUP_BROKEN:
        return STORE_FAILED;
    }
    CHECK(!"a group is none, open or broken");
}

static enum store_result run_query(struct store *store, const struct db_query *query,
                                   const struct db_value *values, db_row *row, void *context)
{
    if (make_ready(store) != STORE_OK)
        return STORE_FAILED;
    int64_t rows = 0;
    store->handing_out = true;
    const bool done = store->db->kind->run(store->db, query, values, row, context, &rows);
    store->handing_out = false;
    if (!done)
        return store_failed(store);
    return rows > 0 ? STORE_OK : STORE_NONE;
}

static enum store_result run_later(struct store *store, const struct db_query *query,
                                   const struct db_value *values, bool must)
{
    if (make_ready(store) != STORE_OK)
        return STORE_FAILED;
    return store->db->kind->later(store->db, query, values, must) ? STORE_OK : store_failed(store);
}

enum store_result store_change(struct store *store, const struct db_query *query,
                               const struct db_value *values)
{
    return store->presumes ? run_later(store, query, values, true)
                           : run_query(store, query, values, NULL, NULL);
}

enum store_result store_change_if_any(struct store *store, const struct db_query *query,
                                      const struct db_value *values)
{
    return store->presumes ? run_later(store, query, values, false)
                           : store_none_is_ok(run_query(store, query, values, NULL, NULL));
}

enum store_result store_find_later(struct store *store, const struct db_query *query,
                                   const struct db_value *values)
{
    return store->db->kind->later != NULL ? run_later(store, query, values, true)
                                          : run_query(store, query, values, NULL, NULL);
}

enum store_result store_ask(struct store *store, const struct db_query *query,
                            const struct db_value *values, db_row *row, void *context)
{
    return run_query(store, query, values, row, context);
}

struct text_taker {
    void (*found)(void *context, const char *text);
    void *context;
};

static void hand_out_text(void *context, const struct db_value *columns)
{
    const struct text_taker *taker = context;
    taker->found(taker->context, columns[0].text);
}

enum store_result store_ask_text(struct store *store, const struct db_query *query,
                                 const struct db_value *values,
                                 void (*found)(void *context, const char *text), void *context)
{
    struct text_taker taker = {found, context};
    return run_query(store, query, values, hand_out_text, &taker);
}

/* Reads the table of migrations, which has rows and is in the file, unlike SELECT 1. */
enum store_result store_ping(struct store *store)
{
    static const struct db_query ping = {DB_PING, 0, "SELECT max(version) FROM schema"};
    CHECK(store->group != GROUP_OPEN);
    return run_query(store, &ping, NULL, NULL, NULL);
}

enum store_result store_change_many(struct store *store, const struct db_query *query,
                                    const struct db_value *values, unsigned count, bool *changed)
{
    if (make_ready(store) != STORE_OK)
        return STORE_FAILED;
    CHECK(store->group == GROUP_OPEN);
    for (unsigned i = 0; i < count && store->presumes; i++) {
        changed[i] = true;
        if (run_later(store, query, &values[i * query->values], true) != STORE_OK)
            return STORE_FAILED;
    }
    if (store->presumes)
        return STORE_OK;
    if (!store->db->kind->run_many(store->db, query, values, count, changed))
        return store_failed(store);
    enum store_result result = STORE_OK;
    for (unsigned i = 0; i < count; i++) {
        if (!changed[i])
            result = STORE_TAKEN;
    }
    return result;
}
