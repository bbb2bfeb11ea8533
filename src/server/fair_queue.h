/*
 * A queue that is fair to keys: next comes not what arrived first, but what belongs to the key that
 * has used the least; within a key, to the subkey that has used the least; within a subkey, what
 * arrived first.
 *
 * Start-time fair queueing, on two levels.  Every key has a time of its own that moves on by the
 * cost of each item taken; the queue takes from the key whose time is the earliest.  A key that
 * comes (again) starts where the others are, or where it left if that is later: it gains nothing by
 * having been away.  So of two keys that always have something waiting neither gets ahead of the
 * other by more than one item of each.
 *
 * It allocates nothing.  What waits is linked through the items; a key lives in one of its waiting
 * items and moves to another when that leaves.  Every call takes O(log n) for n keys or subkeys
 * that wait, over many calls.  A fixed number of those that went is remembered, the latest.
 *
 * Pure logic: it knows no threads and no clock, and follows from the calls alone.
 *
 *      queue.heap: keys by time
 *          |
 *          v
 *        key 10.0.0.7, time 40 ................. key 10.0.0.9, time 55
 *          | subkeys: a heap by time                | subkeys
 *          v                                        v
 *        subkey q7m2, time 12 ... subkey x9kd, 15  subkey 4wpz, time 31
 *          | item          | last                   | item, last
 *          v               v                        v
 *        item <-> item <-> item                    item
 *
 * Taken next is the first item of q7m2.  A subkey is the `as_subkey` of its first item, a key the
 * `as_key` of the first item of one of its subkeys; hash tables (`bucket`, `chain`) find both.
 */
#ifndef RAILHEAD_SERVER_FAIR_QUEUE_H
#define RAILHEAD_SERVER_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FAIR_KEY_SIZE = 48,
    FAIR_BUCKETS = 2048,
    FAIR_WAYS = 4,
    FAIR_SETS = 512,
    FAIR_SECRET_SIZE = 16,
};

/* A key or subkey with waiting items: a node of a heap ordered by time, and of a hash table. */
struct fair_group {
    struct fair_group *child, *next, *prev; /* heap links; `prev` is the parent of a first child */
    uint64_t time; /* virtual time of its next item: what it has used so far */
    uint64_t turn; /* tie-breaker between equal times: the lower goes first */
    struct fair_group *chain;
    struct fair_item *item;     /* the item that holds this node; for a subkey its first item */
    struct fair_item *last;     /* of a subkey: its last item */
    struct fair_group *subkeys; /* of a key: the heap of its subkeys */
    unsigned count;             /* of a key: number of waiting items */
    uint64_t inner;             /* of a key: current virtual time among its subkeys */
};

/* A waiting item. The owner must not move or free it or its keys until it is out of the queue. */
struct fair_item {
    const char *key, *subkey; /* shorter than FAIR_KEY_SIZE */
    uint32_t cost;            /* expected cost, in any unit; 0 counts as 1 */

    /* Private to the queue. */
    uint64_t key_hash, subkey_hash;
    struct fair_item *next, *prev; /* items of the same subkey */
    struct fair_group as_key, as_subkey;
};

/* A key or subkey without waiting items. */
struct fair_memory {
    uint64_t hash;
    uint64_t time, inner;
    uint64_t turn; /* when it left; 0: unused entry */
};

struct fair_level {
    struct fair_group *bucket[FAIR_BUCKETS];
    struct fair_memory memory[FAIR_SETS][FAIR_WAYS];
};

/* About 160 KB. */
struct fair_queue {
    struct fair_group *heap; /* keys by virtual time */
    uint64_t time;           /* virtual time of the key that was taken last */
    uint64_t latest_inner;   /* the latest time of any subkey */
    uint64_t turns;
    unsigned count; /* number of waiting items */
    uint8_t secret[FAIR_SECRET_SIZE];
    struct fair_level keys, subkeys;
};

/* The secret keys the hash, so that nobody can choose colliding keys. It affects nothing else. */
void fair_queue_init(struct fair_queue *queue, const uint8_t secret[FAIR_SECRET_SIZE]);

void fair_queue_add(struct fair_queue *queue, struct fair_item *item);

/* Returns the next item and charges its cost to its key; NULL if the queue is empty. */
struct fair_item *fair_queue_take(struct fair_queue *queue);

/* Removes a waiting item without charging its key. */
void fair_queue_remove(struct fair_queue *queue, struct fair_item *item);

/* Returns the number of waiting items of a key. */
unsigned fair_queue_count(const struct fair_queue *queue, const char *key);

/*
 * Corrects the charge for an item that was taken: it used `used` instead of its cost. Call at most
 * once per item.
 */
void fair_queue_correct(struct fair_queue *queue, const struct fair_item *item, uint64_t used);

#endif
