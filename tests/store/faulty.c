/* A database that fails when it is told to: see faulty.h. */
#include "store/faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "support.h"

enum { NEWS_MAX = 16, NEWS_SIZE = 8192 };

struct faulty_db {
    struct db db; /* first */
    struct db *inner;
    struct faults *faults;
    const struct faulty *outer;
    char news[NEWS_MAX][NEWS_SIZE]; /* of the group that is open: no memory can be short for them */
    unsigned news_count;
};

enum verdict { WELL, UNDONE, UNHEARD };

static bool happens(struct faults *faults, unsigned per_million)
{
    return per_million > 0 && test_random_below(&faults->random, 1000000) < per_million;
}

/* What becomes of the call that is made now. */
static enum verdict judge(struct faults *faults, enum faulty_call call)
{
    faults->calls[call]++;
    faults->calls[FAULTY_ANY]++;
    const bool told = faults->call == call || faults->call == FAULTY_ANY;
    const bool now = told && faults->number > 0 && faults->calls[faults->call] == faults->number;
    if (!now && !happens(faults, faults->per_million))
        return WELL;
    faults->failed[call]++;
    faults->failed[FAULTY_ANY]++;
    if (!happens(faults, faults->unheard_per_million))
        return UNDONE;
    faults->unheard++;
    return UNHEARD;
}

/* What a call has to say, `done` being the answer of the database inside. */
static bool answer(struct faulty_db *faulty, enum verdict verdict, bool done)
{
    if (verdict == WELL && !done) {
        memcpy(faulty->db.reason, faulty->inner->reason, sizeof faulty->db.reason);
        faulty->db.may_repeat = faulty->inner->may_repeat;
        faulty->db.in_vain = faulty->inner->in_vain;
    }
    if (verdict != WELL)
        snprintf(faulty->db.reason, sizeof faulty->db.reason, "%s", FAULTY_REASON);
    return verdict == WELL && done;
}

static struct faulty_db *faulty_of(struct db *db)
{
    return (struct faulty_db *)db;
}

static bool faulty_revive(struct db *db, bool *anew)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_REVIVE);
    const bool done = verdict != UNDONE && faulty->inner->kind->revive(faulty->inner, anew);
    return answer(faulty, verdict, done);
}

static void forget_news(struct faulty_db *faulty)
{
    faulty->news_count = 0;
}

static void keep_news(struct faulty_db *faulty, const char *text)
{
    if (!faulty->outer->told)
        return;
    assert_true(faulty->news_count < NEWS_MAX && strlen(text) < NEWS_SIZE);
    memcpy(faulty->news[faulty->news_count++], text, strlen(text) + 1);
}

static void tell_news(struct faulty_db *faulty)
{
    for (unsigned i = 0; i < faulty->news_count; i++)
        faulty->outer->told(faulty->outer->context, faulty->news[i]);
    forget_news(faulty);
}

static bool faulty_begin(struct db *db)
{
    struct faulty_db *faulty = faulty_of(db);
    forget_news(faulty);
    const enum verdict verdict = judge(faulty->faults, FAULTY_BEGIN);
    const bool done = verdict != UNDONE && faulty->inner->kind->begin(faulty->inner);
    if (verdict == UNHEARD && done && faulty->faults->rolls_back)
        faulty->inner->kind->rollback(faulty->inner);
    return answer(faulty, verdict, done);
}

static bool faulty_commit(struct db *db)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_COMMIT);
    const bool done = verdict != UNDONE && faulty->inner->kind->commit(faulty->inner);
    if (done)
        tell_news(faulty);
    return answer(faulty, verdict, done);
}

static void faulty_rollback(struct db *db)
{
    struct faulty_db *faulty = faulty_of(db);
    forget_news(faulty);
    if (judge(faulty->faults, FAULTY_ROLLBACK) != UNDONE || faulty->faults->rolls_back)
        faulty->inner->kind->rollback(faulty->inner);
}

static bool faulty_run(struct db *db, const struct db_query *query, const struct db_value *values,
                       db_row *row, void *context, int64_t *rows)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_RUN);
    const bool done = verdict != UNDONE &&
                      faulty->inner->kind->run(faulty->inner, query, values, row, context, rows);
    if (done && query->slot == DB_NOTIFY && *rows > 0)
        keep_news(faulty, values[0].text);
    return answer(faulty, verdict, done);
}

static bool faulty_run_many(struct db *db, const struct db_query *query,
                            const struct db_value *values, unsigned count, bool *changed)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_RUN_MANY);
    const bool done = verdict != UNDONE &&
                      faulty->inner->kind->run_many(faulty->inner, query, values, count, changed);
    return answer(faulty, verdict, done);
}

static bool faulty_later(struct db *db, const struct db_query *query, const struct db_value *values,
                         bool must)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_RUN);
    const bool done =
        verdict != UNDONE && faulty->inner->kind->later(faulty->inner, query, values, must);
    return answer(faulty, verdict, done);
}

static bool faulty_script(struct db *db, const char *sql)
{
    struct faulty_db *faulty = faulty_of(db);
    const enum verdict verdict = judge(faulty->faults, FAULTY_SCRIPT);
    const bool done = verdict != UNDONE && faulty->inner->kind->script(faulty->inner, sql);
    return answer(faulty, verdict, done);
}

static void faulty_close(struct db *db)
{
    struct faulty_db *faulty = faulty_of(db);
    faulty->inner->kind->close(faulty->inner);
    forget_news(faulty);
    free(faulty);
}

static struct db *faulty_open(const struct db_kind *kind, const char *url,
                              char reason[STORE_REASON_SIZE])
{
    const struct faulty *outer = (const struct faulty *)kind;
    const enum verdict verdict = judge(outer->faults, FAULTY_OPEN);
    struct db *inner = verdict == UNDONE ? NULL : outer->inner->open(outer->inner, url, reason);
    if (verdict == UNHEARD && inner)
        outer->inner->close(inner);
    if (verdict != WELL)
        snprintf(reason, STORE_REASON_SIZE, "%s", FAULTY_REASON);
    if (verdict != WELL || !inner)
        return NULL;
    struct faulty_db *faulty = calloc(1, sizeof *faulty);
    assert_non_null(faulty);
    faulty->db.kind = kind;
    faulty->inner = inner;
    faulty->faults = outer->faults;
    faulty->outer = outer;
    return &faulty->db;
}

void faulty_init(struct faulty *faulty, const struct db_kind *inner, struct faults *faults)
{
    faulty->kind = (struct db_kind){
        .dialect = inner->dialect,
        .open = faulty_open,
        .close = faulty_close,
        .revive = faulty_revive,
        .begin = faulty_begin,
        .commit = faulty_commit,
        .rollback = faulty_rollback,
        .run = faulty_run,
        .run_many = faulty_run_many,
        .later = inner->later ? faulty_later : NULL,
        .script = faulty_script,
    };
    faulty->inner = inner;
    faulty->faults = faults;
    faulty->told = NULL;
}
