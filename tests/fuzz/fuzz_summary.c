/*
 * Fuzzing what a database keeps of a game: its settings and its summary, split by a NUL.  Whatever
 * stands there, a host is found that fits or none, and a table can be made of it and be sent, or
 * not.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/table_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SUMMARY_SIZE_MAX = 8192 };

static void make_table(const struct store_game *game)
{
    json_t *table = table_json(game, json_loads(game->summary, 0, NULL));
    if (table == NULL)
        return;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        table_json_set_name(table, seat, "Ada");
    char *text = json_dumps(table, JSON_COMPACT);
    CHECK(text != NULL && json_is_object(table));
    free(text);
    json_decref(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char texts[SUMMARY_SIZE_MAX + 2], host[PERSON_SIZE];
    if (size > SUMMARY_SIZE_MAX)
        return 0;
    memcpy(texts, data, size);
    texts[size] = texts[size + 1] = '\0';
    const struct store_game game = {.id = "id",
                                    .state = STORE_RUNNING,
                                    .opened = 1,
                                    .changed = 2,
                                    .settings = texts,
                                    .summary = texts + strlen(texts) + 1};
    if (game.summary > texts + size + 1)
        return 0;
    summary_host(game.summary, host);
    CHECK(memchr(host, '\0', sizeof host) != NULL);
    make_table(&game);
    return 0;
}
