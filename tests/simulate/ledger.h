/*
 * What anybody was ever told had happened: every event that was sent, by table and number, and
 * every number that was acknowledged.  The store must have all of it, with the same bytes, for ever
 * after.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_LEDGER_H
#define RAILHEAD_TESTS_SIMULATE_LEDGER_H

#include "server/people/identity.h"
#include "store/store.h"

struct ledger_event {
    char *bytes; /* NULL: not seen yet */
    unsigned length;
};

struct ledger_table {
    char id[TABLE_ID_SIZE];
    char key[KEY_SIZE]; /* of the invitation, once its host was told */
    struct ledger_event *event;
    uint32_t capacity;
    uint32_t seen;  /* the highest number that was sent */
    uint32_t acked; /* the highest number that somebody was told is kept */
    bool listed;    /* somebody was shown it in a list, or opened it: it must be there */
};

struct ledger {
    struct ledger_table *table;
    unsigned count, capacity;
    bool deletions;  /* somebody has asked to be forgotten: words may have gone since */
    char fault[512]; /* what is wrong, for whoever reports it */
};

void ledger_release(struct ledger *ledger);

/* The table of that id, noted as one that there is; NULL for what is no id. */
struct ledger_table *ledger_table(struct ledger *ledger, const char *id);

/* An event that was sent.  False with a sentence in `fault` when it was another before. */
bool ledger_note(struct ledger *ledger, const char *table, uint32_t number, const char *bytes,
                 unsigned length);

void ledger_acknowledge(struct ledger *ledger, const char *table, uint32_t number);

/* A table that somebody is shown in a list.  False with a sentence when it is not kept by then:
 * that its writing may still fail is too rare to wait for. */
bool ledger_list(struct ledger *ledger, const char *table, struct store *store);

/* Whether the store has all of it. */
bool ledger_is_kept(struct ledger *ledger, struct store *store);

#endif
