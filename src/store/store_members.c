/*
 * The servers of one database; see store_members.h. Notifications are sent by the statement that
 * also verifies the server's row and locks it until the commit: a server that expires another waits
 * for that commit, or ends it.
 */
#include "store/store_members.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "store/store_internal.h"

/* After this long without any heartbeat no server was running, and clocks of tables stood still. */
#define NOBODY_MS "5000"

static struct db_query query_in(const struct store *store, enum db_slot slot, unsigned values,
                                const dialects sql)
{
    return (struct db_query){slot, values, sql[store->db->kind->dialect]};
}

bool store_is_shared(const char *url)
{
    char reason[STORE_REASON_SIZE];
    return store_kind_of(url, reason) == &postgres_kind;
}

void store_hurry(struct store *store, enum store_use use)
{
    if (store->db->kind != &postgres_kind)
        return;
    switch (use) {
    case STORE_TO_WRITE:
        postgres_limit(store->db, DB_WRITING_MS, DB_WRITING_MS, DB_IDLE_MS);
        break;
    case STORE_TO_READ:
        postgres_limit(store->db, DB_READING_MS, DB_READING_MS / 2, DB_IDLE_MS);
        break;
    case STORE_TO_HEARTBEAT:
        postgres_limit(store->db, DB_BRIEF_MS, DB_BRIEF_MS / 2, DB_BRIEF_MS / 2);
        break;
    }
}

/* ---- Members --------------------------------------------------------------------------------- */

static void take_number(void *number, const struct db_value *columns)
{
    *(int64_t *)number = columns[0].number;
}

enum store_result store_member_join(struct store *store, const char *name, int64_t *number)
{
    static const struct db_query join = {
        DB_MEMBER_JOIN, 1, "INSERT INTO server (name, beat) VALUES ($1, 0) RETURNING number"};
    return store_ask(store, &join, VALUES(text_value(name)), take_number, number);
}

static void take_times(void *context, const struct db_value *columns)
{
    struct store_times *times = context;
    times->now = columns[0].number;
    times->resumed = columns[1].number;
}

/* One row for all: the first heartbeat after such a time records it for all servers. */
enum store_result store_member_heartbeat(struct store *store, int64_t number, int64_t now,
                                         struct store_times *times)
{
    static const struct db_query heartbeat = {
        DB_MEMBER_HEARTBEAT, 1, "UPDATE server SET beat = beat + 1 WHERE number = $1"};
    static const dialects together_sql = {
        "UPDATE cluster SET beaten = $1,"
        " resumed = CASE WHEN $1 - beaten > " NOBODY_MS " THEN $1 ELSE resumed END",
        "UPDATE cluster SET beaten = t.now,"
        " resumed = CASE WHEN t.now - beaten > " NOBODY_MS " THEN t.now ELSE resumed END"
        " FROM (SELECT $1::bigint * 0 + (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        " AS now) t"};
    static const struct db_query times_now = {DB_CLUSTER_TIMES, 0,
                                              "SELECT beaten, resumed FROM cluster"};
    const struct db_query together = query_in(store, DB_CLUSTER_HEARTBEAT, 1, together_sql);
    bool begun;
    enum store_result result = store_join(store, &begun);
    if (result == STORE_OK)
        result = store_change(store, &heartbeat, VALUES(number_value(number)));
    if (result == STORE_OK)
        result = store_change(store, &together, VALUES(number_value(now)));
    if (result == STORE_OK)
        result = store_ask(store, &times_now, NULL, take_times, times);
    return store_leave(store, begun, result);
}

enum store_result store_time(struct store *store, int64_t *now)
{
    static const dialects time_sql = {
        "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"};
    const struct db_query time = query_in(store, DB_TIME, 0, time_sql);
    return store_ask(store, &time, NULL, take_number, now);
}

struct member_taker {
    store_member_found *found;
    void *context;
};

static void hand_out_member(void *context, const struct db_value *columns)
{
    const struct member_taker *taker = context;
    const struct store_member member = {
        .number = columns[0].number, .heartbeat = columns[1].number, .name = columns[2].text};
    taker->found(taker->context, &member);
}

enum store_result store_members(struct store *store, store_member_found *found, void *context)
{
    static const struct db_query members = {
        DB_MEMBERS, 0, "SELECT number, beat, name FROM server ORDER BY number"};
    struct member_taker taker = {found, context};
    return store_none_is_ok(store_ask(store, &members, NULL, hand_out_member, &taker));
}

/* The name of its connections, for the server that expires it. */
#define NAME_OF_WRITER                                                                             \
    "'railhead ' || hashtext(coalesce(current_schema(), '')) || ' ' || $1::bigint"

static enum store_result free_shards(struct store *store, int64_t number)
{
    static const struct db_query shards_free = {DB_SHARDS_FREE, 1,
                                                "UPDATE shard SET server = 0 WHERE server = $1"};
    return store_none_is_ok(store_change(store, &shards_free, VALUES(number_value(number))));
}

/*
 * A server that stands still inside a group holds its row, and with it events that nobody else can
 * write: its connection is terminated first.
 */
enum store_result store_member_expire(struct store *store, int64_t number, int64_t heartbeat)
{
    static const dialects cut_sql = {
        "SELECT $1",
        "SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity a JOIN server s"
        " ON s.number = $1 WHERE a.datname = current_database() AND a.usename = current_user"
        " AND a.application_name = " NAME_OF_WRITER " AND s.beat = $2"};
    static const struct db_query expire_members = {
        DB_MEMBER_EXPIRE, 2, "DELETE FROM server WHERE number = $1 AND beat = $2"};
    const bool on_postgres = store->db->kind->dialect == DB_POSTGRES;
    const struct db_query cut = query_in(store, DB_MEMBER_CUT, on_postgres ? 2 : 1, cut_sql);
    const struct db_value *values = VALUES(number_value(number), number_value(heartbeat));
    bool begun;
    enum store_result result = store_join(store, &begun);
    if (result == STORE_OK)
        result = store_none_is_ok(store_ask(store, &cut, values, NULL, NULL));
    if (result == STORE_OK)
        result = store_change(store, &expire_members, values);
    if (result == STORE_OK)
        result = free_shards(store, number);
    return store_leave(store, begun, result);
}

enum store_result store_member_leave(struct store *store, int64_t number)
{
    static const struct db_query leave = {DB_MEMBER_LEAVE, 1,
                                          "DELETE FROM server WHERE number = $1"};
    bool begun;
    enum store_result result = store_join(store, &begun);
    if (result == STORE_OK)
        result = free_shards(store, number);
    if (result == STORE_OK)
        result = store_none_is_ok(store_change(store, &leave, VALUES(number_value(number))));
    return store_leave(store, begun, result);
}

/* ---- Shards ---------------------------------------------------------------------------------- */

/* Of two servers that choose the same shard, the second finds it taken and gets fewer. */
enum store_result store_shards_take(struct store *store, int64_t number, unsigned count)
{
    static const struct db_query take = {
        DB_SHARDS_TAKE, 2,
        "UPDATE shard SET server = $1 WHERE server = 0 AND shard IN"
        " (SELECT shard FROM shard WHERE server = 0 ORDER BY shard LIMIT $2)"};
    return store_none_is_ok(
        store_change(store, &take, VALUES(number_value(number), number_value(count))));
}

enum store_result store_shard_free(struct store *store, int64_t number, unsigned shard)
{
    static const struct db_query shard_free = {
        DB_SHARD_FREE, 2, "UPDATE shard SET server = 0 WHERE server = $1 AND shard = $2"};
    return store_none_is_ok(
        store_change(store, &shard_free, VALUES(number_value(number), number_value(shard))));
}

struct shard_taker {
    void (*found)(void *context, unsigned shard);
    void *context;
};

static void hand_out_shard(void *context, const struct db_value *columns)
{
    const struct shard_taker *taker = context;
    if (columns[0].number >= 0 && columns[0].number < STORE_SHARDS)
        taker->found(taker->context, (unsigned)columns[0].number);
}

enum store_result store_shards_of(struct store *store, int64_t number,
                                  void (*found)(void *context, unsigned shard), void *context)
{
    static const struct db_query shards_of = {DB_SHARDS_OF, 1,
                                              "SELECT shard FROM shard WHERE server = $1"};
    struct shard_taker taker = {found, context};
    return store_none_is_ok(
        store_ask(store, &shards_of, VALUES(number_value(number)), hand_out_shard, &taker));
}

static void take_counts(void *context, const struct db_value *columns)
{
    struct store_counts *counts = context;
    counts->shards = columns[0].number;
    counts->tables = columns[1].number;
}

/* There is an index of the running games. */
enum store_result store_cluster_count(struct store *store, struct store_counts *counts)
{
    static const struct db_query count = {DB_CLUSTER_COUNT, 0,
                                          "SELECT (SELECT count(*) FROM shard WHERE server <> 0),"
                                          " (SELECT count(*) FROM game WHERE state = 1)"};
    return store_ask(store, &count, NULL, take_counts, counts);
}

/* ---- Sending notifications ------------------------------------------------------------------- */

void store_write_as(struct store *store, int64_t number)
{
    store->writes_as = number;
    store->is_named = false;
}

void store_drop_notifications(struct store *store)
{
    store->news_length = 0;
    store->news_lost = false;
}

static void add_news(struct store *store, const char *words)
{
    const size_t length = strlen(words);
    memcpy(store->news + store->news_length, words, length);
    store->news_length += length;
}

bool store_notifies(const struct store *store)
{
    return store->writes_as != 0;
}

void store_notify(struct store *store, const char *cause, const char *format, ...)
{
    if (!store_notifies(store))
        return;
    char line[STORE_NOTIFICATION_SIZE / 2] TO_BE_FILLED;
    va_list arguments;
    CHECK(store->group != GROUP_NONE);
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    CHECK(length > 0 && (size_t)length < sizeof line && strlen(cause) < sizeof line);
    const size_t needed = store->news_length + (size_t)length + strlen(" @\n") + strlen(cause) + 1;
    if (!ARRAY_GROW(store->news, store->news_capacity, needed)) {
        store->news_lost = true;
        return;
    }
    add_news(store, line);
    add_news(store, *cause ? " @" : "");
    add_news(store, cause);
    add_news(store, "\n");
}

/* The connection is named after the number; the name is lost on a reconnect. */
static enum store_result name_connection(struct store *store)
{
    static const dialects name_sql = {
        "SELECT $1", "SELECT set_config('application_name', " NAME_OF_WRITER ", false)"};
    const struct db_query name = query_in(store, DB_WRITE_AS, 1, name_sql);
    if (store->is_named)
        return STORE_OK;
    const enum store_result result =
        store_ask(store, &name, VALUES(number_value(store->writes_as)), NULL, NULL);
    store->is_named = result == STORE_OK;
    return result;
}

/* Sends "NUMBER\nLINES": the sender, and the notifications. */
static enum store_result notify_part(struct store *store, const char *lines, size_t length)
{
    static const dialects notify_sql = {
        "SELECT $1 FROM server WHERE number = $2",
        "SELECT pg_notify('railhead_' || current_schema(), $1)::text FROM server"
        " WHERE number = $2 FOR KEY SHARE"};
    const struct db_query tell = query_in(store, DB_NOTIFY, 2, notify_sql);
    char text[STORE_NOTIFICATION_SIZE + 32] TO_BE_FILLED;
    snprintf(text, sizeof text, "%lld\n%.*s", (long long)store->writes_as, (int)length, lines);
    const enum store_result result =
        store_find_later(store, &tell, VALUES(text_value(text), number_value(store->writes_as)));
    if (result != STORE_NONE)
        return result;
    snprintf(store->db->reason, sizeof store->db->reason, "%s", STORE_IS_EXPIRED);
    return STORE_FAILED;
}

/* Returns the length of as many whole lines as fit into one notification. */
static size_t part_of(const char *lines, size_t length)
{
    if (length <= STORE_NOTIFICATION_SIZE)
        return length;
    size_t part = STORE_NOTIFICATION_SIZE;
    while (lines[part - 1] != '\n')
        part--;
    return part;
}

enum store_result store_notify_all(struct store *store)
{
    static const char all[] = "all\n";
    enum store_result result = name_connection(store);
    if (store->news_lost && result == STORE_OK)
        return notify_part(store, all, sizeof all - 1);
    const char *lines = store->news != NULL ? store->news : "";
    size_t left = store->news_length;
    do {
        const size_t part = part_of(lines, left);
        if (result == STORE_OK)
            result = notify_part(store, lines, part);
        lines += part;
        left -= part;
    } while (left > 0 && result == STORE_OK);
    return result;
}

enum store_result store_notify_now(struct store *store)
{
    CHECK(store->group != GROUP_NONE);
    const enum store_result result = store->writes_as != 0 ? store_notify_all(store) : STORE_OK;
    store_drop_notifications(store);
    return result;
}
