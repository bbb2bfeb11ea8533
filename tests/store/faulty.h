/*
 * A kind of database around another one, whose calls fail when they are told to.
 *
 *     struct faults faults = {.call = FAULTY_COMMIT, .number = 3};
 *     struct faulty faulty;
 *     faulty_init(&faulty, &sqlite_kind, &faults);
 *     struct store *store = store_open_as(&faulty.kind, path, reason);
 *
 * The faults may be changed at any time between calls, and several databases may share them on one
 * thread; they and the struct faulty outlive the store.  Nothing here knows what is kept.
 */
#ifndef RAILHEAD_TESTS_STORE_FAULTY_H
#define RAILHEAD_TESTS_STORE_FAULTY_H

#include "store/db.h"

/* The calls of struct db_kind that can fail.  A rollback that fails is not done: it cannot say so.
 */
enum faulty_call {
    FAULTY_OPEN,
    FAULTY_REVIVE,
    FAULTY_BEGIN,
    FAULTY_COMMIT,
    FAULTY_ROLLBACK,
    FAULTY_RUN,
    FAULTY_RUN_MANY,
    FAULTY_SCRIPT,
    FAULTY_ANY, /* in struct faults: all of them */
    FAULTY_CALLS,
};

/* Why a call failed that was told to. */
#define FAULTY_REASON "the database failed as it was told to"

enum { FAULTY_ALWAYS = 1000000 };

struct faults {
    /* Fails this call for the `number`-th time that it is made, counted from 1; 0 for never. */
    enum faulty_call call;
    uint64_t number;

    /* Fails every call with this probability in a million; `random` is the seed. */
    unsigned per_million;
    uint64_t random;

    /*
     * With this probability in a million a call that fails has been made all the same, and only its
     * answer was lost: FAULTY_ALWAYS for always.
     */
    unsigned unheard_per_million;

    bool rolls_back; /* always: where several connections would wait for each other's locks */

    /* What came of it; may be set to 0 at any time, to count anew. */
    uint64_t calls[FAULTY_CALLS];
    uint64_t failed[FAULTY_CALLS];
    uint64_t unheard;
};

struct faulty {
    struct db_kind kind; /* first: the kind that a database is opened with is a struct faulty */
    const struct db_kind *inner;
    struct faults *faults;

    /* What a group has told (store_members.h) when it has been committed; or NULL. */
    void (*told)(void *context, const char *text);
    void *context;
};

void faulty_init(struct faulty *faulty, const struct db_kind *inner, struct faults *faults);

#endif
