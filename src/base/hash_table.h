/*
 * A hash table of objects that hold its links.  It owns no object, and knows no key: the caller
 * compares keys among the entries of a hash.
 *
 *      bucket[]  by the low bits of the hash
 *        |
 *        '--> entry --next--> entry
 *
 * Adding cannot fail: if allocation for more buckets fails, chains become longer.
 */
#ifndef RAILHEAD_BASE_HASH_TABLE_H
#define RAILHEAD_BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first member of an object, so that a pointer to one is a pointer to the other. */
struct hash_entry {
    struct hash_entry *next; /* in its bucket */
    uint64_t hash;
};

struct hash_table {
    struct hash_entry **bucket;
    size_t buckets; /* a power of two */
    size_t count;   /* entries */
};

/* An empty table; false if allocation fails, and then it may be released nonetheless. */
bool hash_table_init(struct hash_table *table);

/* Frees the table, not its entries. */
void hash_table_release(struct hash_table *table);

void hash_table_add(struct hash_table *table, struct hash_entry *entry, uint64_t hash);
void hash_table_remove(struct hash_table *table, const struct hash_entry *entry);

/* The first entry with a hash, and the next one with the same hash; NULL if there is none. */
struct hash_entry *hash_table_find(const struct hash_table *table, uint64_t hash);
struct hash_entry *hash_table_find_next(const struct hash_entry *entry);

/* The entry after `entry`, in no particular order; the first one for NULL, and NULL at the end. */
struct hash_entry *hash_table_next(const struct hash_table *table, const struct hash_entry *entry);

#endif
