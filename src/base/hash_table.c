/* A hash table with chains. */
#include "base/hash_table.h"

#include <stdlib.h>

enum { BUCKETS_MIN = 1024 };

static struct hash_entry **bucket_of(const struct hash_table *table, uint64_t hash)
{
    return &table->bucket[hash & (table->buckets - 1)];
}

bool hash_table_init(struct hash_table *table)
{
    table->bucket = calloc(BUCKETS_MIN, sizeof *table->bucket);
    table->buckets = table->bucket != NULL ? BUCKETS_MIN : 0;
    table->count = 0;
    return table->bucket != NULL;
}

void hash_table_release(struct hash_table *table)
{
    free(table->bucket);
    *table = (struct hash_table){.bucket = NULL};
}

static void put(struct hash_table *table, struct hash_entry *entry)
{
    struct hash_entry **first = bucket_of(table, entry->hash);
    entry->next = *first;
    *first = entry;
}

static void grow(struct hash_table *table)
{
    const struct hash_table old = *table;
    struct hash_entry **bucket = calloc(2 * old.buckets, sizeof *bucket);
    if (bucket == NULL)
        return;
    table->bucket = bucket;
    table->buckets = 2 * old.buckets;
    for (size_t i = 0; i < old.buckets; i++) {
        struct hash_entry *next;
        for (struct hash_entry *entry = old.bucket[i]; entry != NULL; entry = next) {
            next = entry->next;
            put(table, entry);
        }
    }
    free(old.bucket);
}

void hash_table_add(struct hash_table *table, struct hash_entry *entry, uint64_t hash)
{
    if (table->count >= table->buckets)
        grow(table);
    entry->hash = hash;
    put(table, entry);
    table->count++;
}

void hash_table_remove(struct hash_table *table, const struct hash_entry *entry)
{
    struct hash_entry **place = bucket_of(table, entry->hash);
    while (*place != entry)
        place = &(*place)->next;
    *place = entry->next;
    table->count--;
}

static struct hash_entry *same_hash(struct hash_entry *entry, uint64_t hash)
{
    while (entry != NULL && entry->hash != hash)
        entry = entry->next;
    return entry;
}

struct hash_entry *hash_table_find(const struct hash_table *table, uint64_t hash)
{
    return same_hash(*bucket_of(table, hash), hash);
}

struct hash_entry *hash_table_find_next(const struct hash_entry *entry)
{
    return same_hash(entry->next, entry->hash);
}

struct hash_entry *hash_table_next(const struct hash_table *table, const struct hash_entry *entry)
{
    if (entry != NULL && entry->next != NULL)
        return entry->next;
    for (size_t i = entry != NULL ? (entry->hash & (table->buckets - 1)) + 1 : 0;
         i < table->buckets; i++) {
        if (table->bucket[i] != NULL)
            return table->bucket[i];
    }
    return NULL;
}
