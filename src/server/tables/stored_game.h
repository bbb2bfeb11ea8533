/*
 * A game read from the store and replayed, from which a table is loaded or a record is written.
 * Runs on a reader's thread; knows no live table and no client.
 */
#ifndef RAILHEAD_SERVER_TABLES_STORED_GAME_H
#define RAILHEAD_SERVER_TABLES_STORED_GAME_H

#include "match/match.h"
#include "server/tables/duplicate_tables.h"
#include "server/tables/table_history.h"
#include "store/store.h"

struct stored_game {
    struct match match;
    enum store_state state;
    int64_t opened, changed;
    struct duplicate_tables party; /* as it was when the row was read, or slightly later */
    char name[SEATS_MAX][NAME_SIZE];
    char damage[FAULT_SENTENCE_SIZE]; /* why the game cannot be replayed, or "" */
    bool short_of_memory;             /* an allocation failed: the game could not be read */

    struct table_history history;

    /* Called for each replayed event; or NULL. */
    void (*replayed)(void *context, const struct stored_game *game, const struct event *event);
    void *context;
};

/* Returns STORE_OK even for a damaged game: check `damage`. */
enum store_result stored_game_read(struct stored_game *game, struct store *store, const char *id);
void stored_game_release(struct stored_game *game);

/* A store_person_found: copies the name into a text of NAME_SIZE. */
void stored_game_name_found(void *name, const struct store_person *person);

#endif
