/*
 * A fair queue; see fair_queue.h. The heaps are pairing heaps: insertion is one step, removal costs
 * O(log n) amortised, and a node is three pointers.
 */
#include "server/fair_queue.h"

#include <sodium.h>
#include <string.h>

#include "base/check.h"

_Static_assert((FAIR_BUCKETS & (FAIR_BUCKETS - 1)) == 0 && (FAIR_SETS & (FAIR_SETS - 1)) == 0,
               "hashes are cut by a mask");
_Static_assert(crypto_shorthash_siphash24_KEYBYTES == FAIR_SECRET_SIZE &&
                   crypto_shorthash_siphash24_BYTES == sizeof(uint64_t),
               "the secret is the hash's key");

/* ---- The heap -------------------------------------------------------------------------------- */

static bool is_before(const struct fair_group *a, const struct fair_group *b)
{
    return a->time != b->time ? a->time < b->time : a->turn < b->turn;
}

/* Joins two heaps, either of which may be empty. */
static struct fair_group *heap_join(struct fair_group *a, struct fair_group *b)
{
    if (a == NULL || b == NULL)
        return a != NULL ? a : b;
    if (is_before(b, a)) {
        struct fair_group *other = a;
        a = b;
        b = other;
    }
    b->prev = a;
    b->next = a->child;
    if (a->child != NULL)
        a->child->prev = b;
    a->child = b;
    return a;
}

/*
 * Joins the children of a removed node: first in pairs from the left, then all of them from the
 * right.
 */
static struct fair_group *heap_join_all(struct fair_group *first)
{
    struct fair_group *pairs = NULL, *heap = NULL;
    while (first != NULL) {
        struct fair_group *a = first, *b = a->next;
        first = b != NULL ? b->next : NULL;
        a->next = a->prev = NULL;
        if (b != NULL)
            b->next = b->prev = NULL;
        a = heap_join(a, b);
        a->next = pairs;
        pairs = a;
    }
    while (pairs != NULL) {
        struct fair_group *next = pairs->next;
        pairs->next = NULL;
        heap = heap_join(heap, pairs);
        pairs = next;
    }
    return heap;
}

static void heap_add(struct fair_group **heap, struct fair_group *group)
{
    group->child = group->next = group->prev = NULL;
    *heap = heap_join(*heap, group);
}

static void heap_remove(struct fair_group **heap, struct fair_group *group)
{
    struct fair_group *below = heap_join_all(group->child);
    if (group == *heap) {
        *heap = below;
        return;
    }
    if (group->prev->child == group)
        group->prev->child = group->next;
    else
        group->prev->next = group->next;
    if (group->next != NULL)
        group->next->prev = group->prev;
    *heap = heap_join(*heap, below);
}

/* ---- Waiting keys ---------------------------------------------------------------------------- */

static uint64_t hash_key(const struct fair_queue *queue, uint64_t start, const char *key)
{
    uint8_t bytes[sizeof start + FAIR_KEY_SIZE];
    uint64_t result;
    size_t length = strlen(key);
    CHECK(length < FAIR_KEY_SIZE);
    memcpy(bytes, &start, sizeof start);
    memcpy(bytes + sizeof start, key, length);
    crypto_shorthash_siphash24((uint8_t *)&result, bytes, sizeof start + length, queue->secret);
    return result;
}

static struct fair_group **bucket_for(struct fair_level *level, uint64_t hash)
{
    return &level->bucket[hash & (FAIR_BUCKETS - 1)];
}

static struct fair_group *find_named(const struct fair_queue *queue, uint64_t hash, const char *key)
{
    struct fair_group *group = queue->keys.bucket[hash & (FAIR_BUCKETS - 1)];
    while (group != NULL && (group->item->key_hash != hash || strcmp(group->item->key, key) != 0))
        group = group->chain;
    return group;
}

static struct fair_group *find_key(struct fair_queue *queue, const struct fair_item *item)
{
    return find_named(queue, item->key_hash, item->key);
}

static struct fair_group *find_subkey(struct fair_queue *queue, const struct fair_item *item)
{
    struct fair_group *group = *bucket_for(&queue->subkeys, item->subkey_hash);
    while (group != NULL && (group->item->subkey_hash != item->subkey_hash ||
                             strcmp(group->item->key, item->key) != 0 ||
                             strcmp(group->item->subkey, item->subkey) != 0))
        group = group->chain;
    return group;
}

static void chain_add(struct fair_group **first, struct fair_group *group)
{
    group->chain = *first;
    *first = group;
}

static void chain_remove(struct fair_group **first, const struct fair_group *group)
{
    while (*first != group)
        first = &(*first)->chain;
    *first = group->chain;
}

/* ---- Remembered keys ------------------------------------------------------------------------- */

static struct fair_memory *find_memory(struct fair_level *level, uint64_t hash)
{
    struct fair_memory *set = level->memory[hash & (FAIR_SETS - 1)];
    for (unsigned way = 0; way < FAIR_WAYS; way++) {
        if (set[way].turn && set[way].hash == hash)
            return &set[way];
    }
    return NULL;
}

/* Replaces the oldest remembered key. */
static void remember_cost(struct fair_queue *queue, struct fair_level *level, uint64_t hash,
                          const struct fair_group *group)
{
    struct fair_memory *set = level->memory[hash & (FAIR_SETS - 1)], *place = set;
    for (unsigned way = 1; way < FAIR_WAYS; way++) {
        if (set[way].turn < place->turn)
            place = &set[way];
    }
    *place = (struct fair_memory){
        .hash = hash, .time = group->time, .inner = group->inner, .turn = ++queue->turns};
}

/* Returns the time at which a key resumes: `now` if it is not remembered or its time has passed. */
static uint64_t recall_cost(struct fair_memory *memory, uint64_t now)
{
    if (memory == NULL)
        return now;
    memory->turn = 0;
    return memory->time > now ? memory->time : now;
}

/* ---- Adding and taking ----------------------------------------------------------------------- */

void fair_queue_init(struct fair_queue *queue, const uint8_t secret[FAIR_SECRET_SIZE])
{
    memset(queue, 0, sizeof *queue);
    memcpy(queue->secret, secret, sizeof queue->secret);
}

static struct fair_group *start_key(struct fair_queue *queue, struct fair_item *item)
{
    struct fair_memory *memory = find_memory(&queue->keys, item->key_hash);
    /*
     * The subkeys may be remembered even if the key is not. No subkey was ahead of `latest_inner`.
     */
    item->as_key =
        (struct fair_group){.item = item,
                            .inner = memory != NULL ? memory->inner : queue->latest_inner,
                            .turn = ++queue->turns};
    item->as_key.time = recall_cost(memory, queue->time);
    chain_add(bucket_for(&queue->keys, item->key_hash), &item->as_key);
    heap_add(&queue->heap, &item->as_key);
    return &item->as_key;
}

static void start_subkey(struct fair_queue *queue, struct fair_group *key, struct fair_item *item)
{
    struct fair_memory *memory = find_memory(&queue->subkeys, item->subkey_hash);
    item->as_subkey = (struct fair_group){.item = item,
                                          .last = item,
                                          .time = recall_cost(memory, key->inner),
                                          .turn = ++queue->turns};
    chain_add(bucket_for(&queue->subkeys, item->subkey_hash), &item->as_subkey);
    heap_add(&key->subkeys, &item->as_subkey);
}

void fair_queue_add(struct fair_queue *queue, struct fair_item *item)
{
    item->key_hash = hash_key(queue, 0, item->key);
    item->subkey_hash = hash_key(queue, item->key_hash, item->subkey);
    item->next = item->prev = NULL;
    queue->count++;
    struct fair_group *subkey = find_subkey(queue, item), *key = find_key(queue, item);
    if (key == NULL)
        key = start_key(queue, item);
    key->count++;
    if (subkey == NULL) {
        start_subkey(queue, key, item);
        return;
    }
    item->prev = subkey->last;
    subkey->last->next = item;
    subkey->last = item;
}

/*
 * Removes a subkey's first item. The subkey moves to its next item or, if there is none, is
 * remembered.
 */
static void leave_subkey(struct fair_queue *queue, struct fair_group *key, struct fair_item *item,
                         uint32_t cost)
{
    struct fair_group *subkey = &item->as_subkey, **chain;
    chain = bucket_for(&queue->subkeys, item->subkey_hash);
    chain_remove(chain, subkey);
    heap_remove(&key->subkeys, subkey);
    subkey->time += cost;
    if (subkey->time > queue->latest_inner)
        queue->latest_inner = subkey->time;
    if (item->next == NULL) {
        remember_cost(queue, &queue->subkeys, item->subkey_hash, subkey);
        return;
    }
    struct fair_group *moved = &item->next->as_subkey;
    *moved = *subkey;
    moved->item = item->next;
    moved->item->prev = NULL;
    chain_add(chain, moved);
    heap_add(&key->subkeys, moved);
}

/* Moves the key to one of its other items, such as the next, or remembers it if none is left. */
static void leave_key(struct fair_queue *queue, struct fair_group *key, uint32_t cost)
{
    uint64_t hash = key->item->key_hash;
    chain_remove(bucket_for(&queue->keys, hash), key);
    heap_remove(&queue->heap, key);
    key->time += cost;
    key->count--;
    if (key->subkeys == NULL) {
        remember_cost(queue, &queue->keys, hash, key);
        return;
    }
    struct fair_item *next = key->subkeys->item;
    if (key != &next->as_key)
        next->as_key = *key;
    next->as_key.item = next;
    chain_add(bucket_for(&queue->keys, hash), &next->as_key);
    heap_add(&queue->heap, &next->as_key);
}

static uint32_t cost_of(const struct fair_item *item)
{
    return item->cost > 0 ? item->cost : 1;
}

struct fair_item *fair_queue_take(struct fair_queue *queue)
{
    struct fair_group *key = queue->heap;
    if (key == NULL)
        return NULL;
    struct fair_item *item = key->subkeys->item;
    queue->time = key->time;
    key->inner = key->subkeys->time;
    queue->count--;
    leave_subkey(queue, key, item, cost_of(item));
    leave_key(queue, key, cost_of(item));
    return item;
}

void fair_queue_remove(struct fair_queue *queue, struct fair_item *item)
{
    struct fair_group *key = find_key(queue, item);
    queue->count--;
    if (item->prev == NULL) {
        leave_subkey(queue, key, item, 0);
    } else {
        item->prev->next = item->next;
        if (item->next != NULL)
            item->next->prev = item->prev;
        else
            find_subkey(queue, item)->last = item->prev;
    }
    leave_key(queue, key, 0); /* it may live in this item */
}

unsigned fair_queue_count(const struct fair_queue *queue, const char *key)
{
    const struct fair_group *group = find_named(queue, hash_key(queue, 0, key), key);
    return group != NULL ? group->count : 0;
}

/* ---- Correcting costs ------------------------------------------------------------------------ */

/* Never returns a time before `now`, so that a refund does not put a key ahead of newcomers. */
static uint64_t corrected_time(uint64_t time, uint64_t now, uint64_t cost, uint64_t used)
{
    if (time < now)
        time = now;
    if (used >= cost)
        return time + (used - cost);
    return time - now > cost - used ? time - (cost - used) : now;
}

/* Returns the corrected time of the group. */
static uint64_t correct_group(struct fair_group **heap, struct fair_group *group,
                              struct fair_memory *memory, uint64_t now, uint64_t cost,
                              uint64_t used)
{
    if (group != NULL) {
        heap_remove(heap, group);
        group->time = corrected_time(group->time, now, cost, used);
        heap_add(heap, group);
        return group->time;
    }
    return memory != NULL ? memory->time = corrected_time(memory->time, now, cost, used) : 0;
}

void fair_queue_correct(struct fair_queue *queue, const struct fair_item *item, uint64_t used)
{
    uint64_t cost = cost_of(item);
    struct fair_group *key = find_key(queue, item), *subkey = find_subkey(queue, item);
    struct fair_memory *key_memory = find_memory(&queue->keys, item->key_hash);
    struct fair_memory *memory = find_memory(&queue->subkeys, item->subkey_hash);
    if (used == 0)
        used = 1;
    correct_group(&queue->heap, key, key_memory, queue->time, cost, used);
    if (key == NULL && key_memory == NULL)
        return; /* forgotten, together with what its subkeys have used */
    uint64_t inner = key != NULL ? key->inner : key_memory->inner;
    uint64_t time =
        correct_group(key != NULL ? &key->subkeys : NULL, subkey, memory, inner, cost, used);
    if (time > queue->latest_inner)
        queue->latest_inner = time;
}
