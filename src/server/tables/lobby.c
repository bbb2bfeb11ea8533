/* The list of public tables; see lobby.h. */
#include "server/tables/lobby.h"

#include <string.h>

static void forget_list(struct lobby *lobby)
{
    shared_bytes_release(lobby->list);
    lobby->list = NULL;
    lobby->changed = true;
}

static void unlink_entry(struct lobby *lobby, struct lobby_entry *entry)
{
    if (entry->previous != NULL)
        entry->previous->next = entry->next;
    else
        lobby->first[entry->shelf] = entry->next;
    if (entry->next != NULL)
        entry->next->previous = entry->previous;
    entry->next = entry->previous = NULL;
}

void lobby_put(struct lobby *lobby, struct lobby_entry *entry, enum lobby_shelf shelf,
               struct shared_bytes *table)
{
    const bool is_listed = entry->table != NULL;
    forget_list(lobby);
    shared_bytes_release(entry->table);
    entry->table = table;
    if (is_listed && entry->shelf == shelf)
        return;
    if (is_listed)
        unlink_entry(lobby, entry);
    entry->shelf = shelf;
    entry->next = lobby->first[shelf];
    if (entry->next != NULL)
        entry->next->previous = entry;
    lobby->first[shelf] = entry;
}

void lobby_remove(struct lobby *lobby, struct lobby_entry *entry)
{
    if (entry->table == NULL)
        return;
    forget_list(lobby);
    unlink_entry(lobby, entry);
    shared_bytes_release(entry->table);
    entry->table = NULL;
}

void lobby_set(struct lobby *lobby, struct shared_bytes *list)
{
    forget_list(lobby);
    lobby->list = list;
}

struct shared_bytes *lobby_list(struct lobby *lobby)
{
    struct shared_bytes *shown[LOBBY_MAX];
    unsigned count = 0;
    if (lobby->list != NULL)
        return shared_bytes_share(lobby->list);
    for (unsigned shelf = 0; shelf < SHELVES; shelf++) {
        for (const struct lobby_entry *entry = lobby->first[shelf];
             entry != NULL && count < LOBBY_MAX; entry = entry->next)
            shown[count++] = entry->table;
    }
    lobby->list = shared_bytes_of_list(LIST_TABLES, shown, count);
    return shared_bytes_share(lobby->list);
}

/* The list with a different beginning. */
struct shared_bytes *lobby_message(struct lobby *lobby, const int64_t *re)
{
    char start[LIST_BRACKETS_SIZE], old_start[LIST_BRACKETS_SIZE];
    struct shared_bytes *list = lobby_list(lobby), *shared = NULL;
    struct text message, words;
    if (list == NULL)
        return NULL;
    text_init(&message, start, sizeof start);
    lobby_begin(re, &message);
    text_init(&words, old_start, sizeof old_start);
    list_begin(LIST_TABLES, &words);
    const size_t rest = list->length - words.used;
    shared = shared_bytes_new(NULL, message.used + rest);
    if (shared != NULL) {
        memcpy(shared_bytes_text(shared), start, message.used);
        memcpy(shared_bytes_text(shared) + message.used, shared_bytes_text(list) + words.used,
               rest);
    }
    shared_bytes_release(list);
    return shared;
}

void lobby_release(struct lobby *lobby)
{
    shared_bytes_release(lobby->list);
    lobby->list = NULL;
}
