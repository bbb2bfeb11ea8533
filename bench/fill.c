/*
 * Fills a database: a finished game that is in it is copied many times, event by event, so that a
 * server can be measured on a store that has years behind it.  The events of some hundred copies
 * lie mixed, as those of games that were played at the same time.
 *
 *     build/bench/fill DATABASE GAME COUNT [FIRST]
 *
 * DATABASE is as for store_open(), and no server may be running on a file.  It knows the store and
 * nothing of games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/options.h"
#include "store/store.h"

enum {
    EVENTS_MAX = 4096,
    ID_SIZE = 32,
    GAMES_IN_A_GROUP = 500,
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
    original->game.party = keep(game->party);
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

static void name_copy(char id[ID_SIZE], uint64_t number)
{
    snprintf(id, ID_SIZE, "copy%012llu", (unsigned long long)number);
}

static enum store_result add_games(struct store *store, struct original *original,
                                   char (*ids)[ID_SIZE], size_t count)
{
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < count && result == STORE_OK; i++) {
        original->game.id = ids[i];
        original->game.changed++;
        result = store_game_add(store, &original->game);
    }
    return result;
}

/* One event of each game in turn. */
static enum store_result add_events(struct store *store, const struct original *original,
                                    char (*ids)[ID_SIZE], size_t count)
{
    static struct store_event event[GAMES_IN_A_GROUP];
    static bool added[GAMES_IN_A_GROUP];
    enum store_result result = STORE_OK;
    for (size_t number = 0; number < original->events && result == STORE_OK; number++) {
        for (size_t i = 0; i < count; i++) {
            event[i] = original->event[number];
            event[i].game = ids[i];
        }
        result = store_events_add(store, event, count, added);
    }
    return result;
}

static enum store_result copy_group(struct store *store, struct original *original, uint64_t first,
                                    size_t count)
{
    static char ids[GAMES_IN_A_GROUP][ID_SIZE];
    for (size_t i = 0; i < count; i++)
        name_copy(ids[i], first + i);
    enum store_result result = store_begin(store);
    if (result == STORE_OK)
        result = add_games(store, original, ids, count);
    if (result == STORE_OK)
        result = add_events(store, original, ids, count);
    return result == STORE_OK ? store_commit(store) : result;
}

static enum store_result fill(struct store *store, struct original *original, uint64_t first,
                              uint64_t count)
{
    const uint64_t end = first + count;
    enum store_result result = STORE_OK;
    while (first < end && result == STORE_OK) {
        const size_t some = end - first < GAMES_IN_A_GROUP ? end - first : GAMES_IN_A_GROUP;
        result = copy_group(store, original, first, some);
        first += some;
    }
    return result;
}

int main(int argc, char **argv)
{
    char reason[STORE_REASON_SIZE];
    static struct original original;
    uint64_t count, first = 0;
    if (argc < 4 || argc > 5 || !options_number(argv[3], 1, COPIES_MAX, &count) ||
        (argc == 5 && !options_number(argv[4], 0, COPIES_MAX, &first))) {
        fputs("Usage: fill DATABASE GAME COUNT [FIRST]\n", stderr);
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
        result = fill(store, &original, first, count);
    if (result != STORE_OK)
        fprintf(stderr, "fill: %s\n",
                result == STORE_FAILED ? store_reason(store) : "no such game, or copied before");
    store_close(store);
    return result == STORE_OK ? 0 : 1;
}
