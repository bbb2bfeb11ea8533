/*
 * Fills a database: a finished game that is in it is copied many times, event by event, so that a
 * server can be measured on a store that has years behind it.
 *
 *     build/fill DATABASE GAME COUNT
 *
 * DATABASE is as for store_open(), and no server may be running on a file.  It knows the store and
 * nothing of games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "core/check.h"
#include "store/store.h"

enum {
    EVENTS_MAX = 4096,
    ID_SIZE = 32,
    GAMES_IN_A_GROUP = 100,
    COPIES_MAX = 10000000,
};

struct original {
    struct store_game game; /* with texts of its own */
    struct store_event event[EVENTS_MAX];
    size_t events;
};

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "fill: %s:%d: check failed: %s\n", file, line, condition);
    abort();
}

static const char *keep(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    CHECK(copy != NULL);
    return memcpy(copy, text, size);
}

static void keep_game(void *context, const struct store_game *game)
{
    struct original *original = context;
    original->game = *game;
    original->game.settings = keep(game->settings);
    original->game.secret = keep(game->secret);
    original->game.summary = keep(game->summary);
    original->game.host = keep(game->host);
}

static void keep_event(void *context, const struct store_event *event)
{
    struct original *original = context;
    CHECK(original->events < EVENTS_MAX);
    struct store_event *copy = &original->event[original->events++];
    *copy = *event;
    copy->author = keep(event->author);
    copy->body = keep(event->body);
}

static enum store_result copy_game(struct store *store, struct original *original, uint64_t number)
{
    char id[ID_SIZE];
    bool added[EVENTS_MAX];
    snprintf(id, sizeof id, "copy%012llu", (unsigned long long)number);
    original->game.id = id;
    original->game.changed++;
    for (size_t i = 0; i < original->events; i++)
        original->event[i].game = id;
    enum store_result result = store_game_add(store, &original->game);
    if (result == STORE_OK)
        result = store_events_add(store, original->event, original->events, added);
    return result;
}

static enum store_result fill(struct store *store, struct original *original, uint64_t count)
{
    enum store_result result = STORE_OK;
    for (uint64_t done = 0; done < count && result == STORE_OK;) {
        result = store_begin(store);
        for (unsigned i = 0; i < GAMES_IN_A_GROUP && done < count && result == STORE_OK; i++)
            result = copy_game(store, original, done++);
        if (result == STORE_OK)
            result = store_commit(store);
    }
    return result;
}

int main(int argc, char **argv)
{
    char reason[STORE_REASON_SIZE];
    static struct original original;
    uint64_t count;
    if (argc != 4 || !options_number(argv[3], 1, COPIES_MAX, &count)) {
        fputs("Usage: fill DATABASE GAME COUNT\n", stderr);
        return 2;
    }
    struct store *store = store_open(argv[1], reason);
    if (store == NULL) {
        fprintf(stderr, "fill: %s\n", reason);
        return 2;
    }
    enum store_result result = store_game_by_id(store, argv[2], keep_game, &original);
    if (result == STORE_OK)
        result = store_events(store, argv[2], 0, keep_event, &original);
    if (result == STORE_OK)
        result = fill(store, &original, count);
    if (result != STORE_OK)
        fprintf(stderr, "fill: %s\n",
                result == STORE_FAILED ? store_reason(store) : "no such game, or copied before");
    store_close(store);
    return result == STORE_OK ? 0 : 1;
}
