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

/* A key or subkey of which something waits: in a heap by time, and in a hash table. */
struct fair_group {
    struct fair_group *child, *next, *prev; /* the heap; `prev` is the parent of a first child */
    uint64_t time;                          /* of its next item: what it has used, as it were */
    uint64_t turn;                          /* before the others of the same time */
    struct fair_group *chain;
    struct fair_item *item;     /* in which it lives; of a subkey the first */
    struct fair_item *last;     /* of a subkey */
    struct fair_group *subkeys; /* of a key: their heap */
    unsigned count;             /* of a key: its items that wait */
    uint64_t inner;             /* of a key: the time among its subkeys */
};

/* Something that waits; its owner keeps it and its keys where they are until it is out. */
struct fair_item {
    const char *key, *subkey; /* shorter than FAIR_KEY_SIZE */
    uint32_t cost;            /* what it is expected to use, in any unit; 0 counts as 1 */

    /* The queue's own. */
    uint64_t key_hash, subkey_hash;
    struct fair_item *next, *prev; /* in the subkey */
    struct fair_group as_key, as_subkey;
};

/* A key or subkey of which nothing waits. */
struct fair_memory {
    uint64_t hash;
    uint64_t time, inner;
    uint64_t turn; /* when it went; 0: nothing is here */
};

struct fair_level {
    struct fair_group *bucket[FAIR_BUCKETS];
    struct fair_memory memory[FAIR_SETS][FAIR_WAYS];
};

/* Some 160 KB. */
struct fair_queue {
    struct fair_group *heap; /* of keys */
    uint64_t time;           /* of the key that was taken from last */
    uint64_t latest_inner;   /* no subkey is further */
    uint64_t turns;
    unsigned count; /* of what waits */
    uint8_t secret[FAIR_SECRET_SIZE];
    struct fair_level keys, subkeys;
};

/* The secret keeps others from choosing keys that collide; nothing else follows from it. */
void fair_queue_init(struct fair_queue *queue, const uint8_t secret[FAIR_SECRET_SIZE]);

void fair_queue_add(struct fair_queue *queue, struct fair_item *item);

/* The next item, whose cost is its key's now; NULL when nothing waits. */
struct fair_item *fair_queue_take(struct fair_queue *queue);

/* An item that waits goes without having cost anything. */
void fair_queue_remove(struct fair_queue *queue, struct fair_item *item);

/* How many items of a key wait. */
unsigned fair_queue_count(const struct fair_queue *queue, const char *key);

/* An item that was taken has used so much, not its cost.  Once for each. */
void fair_queue_correct(struct fair_queue *queue, const struct fair_item *item, uint64_t used);

#endif
