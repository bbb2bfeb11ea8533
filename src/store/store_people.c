/*
 * People, their accounts and sessions, and single values about the server. An account is a row of
 * its own, so that a login is claimed by an INSERT that does nothing on a conflict: an error would
 * roll back the caller's whole group on PostgreSQL.
 */
#include "base/check.h"
#include "store/store_internal.h"

/* ---- Single values --------------------------------------------------------------------------- */

static const struct db_query fact_add = {
    DB_FACT_ADD, 2, "INSERT INTO fact (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"};
static const struct db_query fact_by_key = {DB_FACT, 1, "SELECT value FROM fact WHERE key = $1"};

enum store_result store_put_once(struct store *store, const char *key, const char *value,
                                 void (*found)(void *context, const char *value), void *context)
{
    /* A value never changes, so the two statements need no group. */
    if (store_change(store, &fact_add, VALUES(text_value(key), text_value(value))) == STORE_FAILED)
        return STORE_FAILED;
    return store_ask_text(store, &fact_by_key, VALUES(text_value(key)), found, context);
}

/* ---- People ---------------------------------------------------------------------------------- */

#define PERSON_COLUMNS                                                                             \
    "SELECT p.id, p.name, coalesce(a.login, ''), coalesce(a.password, ''), p.since, p.gone"        \
    " FROM person p LEFT JOIN account a ON a.person = p.id "

/*
 * Updates an existing row, if only to itself: it affects no row of a deleted person, and on
 * PostgreSQL nobody can be deleted before this group has ended.
 */
static const struct db_query person_add = {
    DB_PERSON_ADD, 2,
    "INSERT INTO person (id, name, since) VALUES ($1, '', $2)"
    " ON CONFLICT (id) DO UPDATE SET gone = 0 WHERE person.gone = 0"};
static const struct db_query person_by_id = {DB_PERSON_BY_ID, 1,
                                             PERSON_COLUMNS "WHERE p.id = $1 AND p.gone = 0"};
static const struct db_query person_ever = {DB_PERSON_EVER, 1, PERSON_COLUMNS "WHERE p.id = $1"};
static const struct db_query person_by_login = {DB_PERSON_BY_LOGIN, 1,
                                                PERSON_COLUMNS "WHERE a.login = $1"};
static const struct db_query person_by_session = {
    DB_PERSON_BY_SESSION, 1,
    PERSON_COLUMNS "JOIN session s ON s.person = p.id WHERE s.hash = $1 AND p.gone = 0"};
/* Tells whether the person exists, and on PostgreSQL locks them for this group. */
static const struct db_query person_lock = {DB_PERSON_LOCK, 1,
                                            "UPDATE person SET name = name"
                                            " WHERE id = $1 AND gone = 0"};
static const struct db_query person_rename = {
    DB_PERSON_RENAME, 2, "UPDATE person SET name = $1 WHERE id = $2 AND gone = 0"};

struct person_taker {
    store_person_found *found;
    void *context;
};

static void hand_out_person(void *context, const struct db_value *columns)
{
    const struct person_taker *taker = context;
    const struct store_person person = {
        .id = columns[0].text,
        .name = columns[1].text,
        .login = columns[2].text,
        .password = columns[3].text,
        .since = columns[4].number,
        .gone = columns[5].number != 0,
    };
    taker->found(taker->context, &person);
}

static enum store_result ask_person(struct store *store, const struct db_query *query,
                                    const char *key, store_person_found *found, void *context)
{
    struct person_taker taker = {found, context};
    return store_ask(store, query, VALUES(text_value(key)), hand_out_person, &taker);
}

enum store_result store_person_add(struct store *store, const char *id, int64_t now)
{
    return store_change(store, &person_add, VALUES(text_value(id), number_value(now)));
}

enum store_result store_person_by_id(struct store *store, const char *id, store_person_found *found,
                                     void *context)
{
    return ask_person(store, &person_by_id, id, found, context);
}

enum store_result store_person_ever(struct store *store, const char *id, store_person_found *found,
                                    void *context)
{
    return ask_person(store, &person_ever, id, found, context);
}

enum store_result store_person_by_login(struct store *store, const char *login,
                                        store_person_found *found, void *context)
{
    return ask_person(store, &person_by_login, login, found, context);
}

enum store_result store_person_rename(struct store *store, const char *id, const char *name)
{
    return store_change(store, &person_rename, VALUES(text_value(name), text_value(id)));
}

/* ---- Accounts -------------------------------------------------------------------------------- */

static const struct db_query account_password = {
    DB_ACCOUNT_PASSWORD, 3, "UPDATE account SET password = $1 WHERE person = $2 AND login = $3"};
static const struct db_query account_add = {DB_ACCOUNT_ADD, 3,
                                            "INSERT INTO account (login, person, password)"
                                            " VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"};
static const struct db_query account_remove_others = {
    DB_ACCOUNT_REMOVE_OTHERS, 2, "DELETE FROM account WHERE person = $1 AND login <> $2"};

static enum store_result set_account(struct store *store, const char *id, const char *login,
                                     const char *password)
{
    enum store_result result = store_change(store, &person_lock, VALUES(text_value(id)));
    if (result != STORE_OK)
        return result;
    result = store_change(store, &account_password,
                          VALUES(text_value(password), text_value(id), text_value(login)));
    if (result != STORE_NONE)
        return result;
    result = store_change(store, &account_add,
                          VALUES(text_value(login), text_value(id), text_value(password)));
    if (result != STORE_OK)
        return store_none_is_taken(result);
    return store_none_is_ok(
        store_change(store, &account_remove_others, VALUES(text_value(id), text_value(login))));
}

enum store_result store_person_account(struct store *store, const char *id, const char *login,
                                       const char *password)
{
    CHECK(*login);
    bool begun;
    if (store_join(store, &begun) != STORE_OK)
        return STORE_FAILED;
    return store_leave(store, begun, set_account(store, id, login, password));
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static const struct db_query session_add = {
    DB_SESSION_ADD, 5,
    "INSERT INTO session (hash, person, label, since, seen) SELECT $1, $2, $3, $4, $5"
    " FROM person WHERE id = $2 AND gone = 0 ON CONFLICT DO NOTHING"};
static const struct db_query session_seen = {DB_SESSION_SEEN, 2,
                                             "UPDATE session SET seen = $1 WHERE hash = $2"};
static const struct db_query sessions_of = {
    DB_SESSIONS_OF, 2,
    "SELECT hash, label, since, seen FROM session"
    " WHERE person = $1 ORDER BY since DESC, hash LIMIT $2"};
static const struct db_query session_remove = {DB_SESSION_REMOVE, 1,
                                               "DELETE FROM session WHERE hash = $1"};
static const struct db_query session_remove_of = {
    DB_SESSION_REMOVE_OF, 2, "DELETE FROM session WHERE hash = $1 AND person = $2"};
static const struct db_query sessions_remove_others = {
    DB_SESSIONS_REMOVE_OTHERS, 2, "DELETE FROM session WHERE person = $1 AND hash <> $2"};

enum store_result store_session_add(struct store *store, const char *hash, const char *person,
                                    const char *label, int64_t now)
{
    const enum store_result result =
        store_change(store, &session_add,
                     VALUES(text_value(hash), text_value(person), text_value(label),
                            number_value(now), number_value(now)));
    if (result != STORE_NONE)
        return result;
    /* No row was added: there is no such person, or the hash is in use. */
    const enum store_result there = store_change(store, &person_lock, VALUES(text_value(person)));
    return there == STORE_OK ? STORE_TAKEN : there;
}

enum store_result store_session_find(struct store *store, const char *hash,
                                     store_person_found *found, void *context)
{
    return ask_person(store, &person_by_session, hash, found, context);
}

enum store_result store_session_remove(struct store *store, const char *hash)
{
    return store_change(store, &session_remove, VALUES(text_value(hash)));
}

enum store_result store_session_seen(struct store *store, const char *hash, int64_t now)
{
    return store_change(store, &session_seen, VALUES(number_value(now), text_value(hash)));
}

struct session_taker {
    store_session_found *found;
    void *context;
};

static void hand_out_session(void *context, const struct db_value *columns)
{
    const struct session_taker *taker = context;
    const struct store_session session = {
        .hash = columns[0].text,
        .label = columns[1].text,
        .since = columns[2].number,
        .seen = columns[3].number,
    };
    taker->found(taker->context, &session);
}

enum store_result store_sessions_of(struct store *store, const char *person,
                                    store_session_found *found, void *context)
{
    struct session_taker taker = {found, context};
    return store_none_is_ok(store_ask(store, &sessions_of,
                                      VALUES(text_value(person), number_value(STORE_SESSIONS_MAX)),
                                      hand_out_session, &taker));
}

enum store_result store_session_remove_of(struct store *store, const char *person, const char *hash)
{
    return store_change(store, &session_remove_of, VALUES(text_value(hash), text_value(person)));
}

enum store_result store_sessions_remove_others(struct store *store, const char *person,
                                               const char *except_hash)
{
    return store_none_is_ok(store_change(store, &sessions_remove_others,
                                         VALUES(text_value(person), text_value(except_hash))));
}

/* ---- Deleting a person ----------------------------------------------------------------------- */

/* What a person leaves behind, in the order of deletion; $1 is the person, $2 the new body. */
static const struct db_query leave[] = {
    {DB_LEAVE_SESSIONS, 1, "DELETE FROM session WHERE person = $1"},
    {DB_LEAVE_ACCOUNTS, 1, "DELETE FROM account WHERE person = $1"},
    {DB_LEAVE_UPLOADS, 1, "DELETE FROM upload WHERE person = $1 AND person <> ''"},
    {DB_LEAVE_SEATS, 1, "UPDATE seat SET person = '' WHERE person = $1 AND person <> ''"},
};
/* Also for persons without any data: another server may be about to store some. */
static const struct db_query person_gone = {
    DB_PERSON_GONE, 1,
    "INSERT INTO person (id, name, since, gone) VALUES ($1, '', 0, 1)"
    " ON CONFLICT (id) DO UPDATE SET name = '', since = 0, gone = 1 WHERE person.gone = 0"};
static const struct db_query leave_events = {
    DB_LEAVE_EVENTS, 2,
    "UPDATE event SET body = $1, author = '' WHERE author = $2 AND author <> ''"};

static enum store_result forget_rows(struct store *store, const char *id, const char *body)
{
    const enum store_result there = store_change(store, &person_gone, VALUES(text_value(id)));
    if (there != STORE_OK)
        return there;
    for (size_t i = 0; i < sizeof leave / sizeof leave[0]; i++) {
        if (store_change(store, &leave[i], VALUES(text_value(id))) == STORE_FAILED)
            return STORE_FAILED;
    }
    return store_none_is_ok(
        store_change(store, &leave_events, VALUES(text_value(body), text_value(id))));
}

enum store_result store_person_delete(struct store *store, const char *id, const char *body)
{
    bool begun;
    if (store_join(store, &begun) != STORE_OK)
        return STORE_FAILED;
    return store_leave(store, begun, forget_rows(store, id, body));
}
