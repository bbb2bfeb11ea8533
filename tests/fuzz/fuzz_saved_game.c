/*
 * Fuzzing saved games: whatever is loaded can be looked at from its beginning to its end, can have
 * its last turn taken back, and is saved as a text that loads as the same game.
 *
 * The first byte says whether a server tells the game.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "game/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_SIZE = 1 << 18 };

static bool load(struct game *game, const char *text, size_t size)
{
    static const struct game_listener nobody;
    struct game_saved saved;
    struct fault fault;
    struct game_terms terms = {.boards = board_builtins};
    if (game_saved_read(&saved, text, size)) {
        terms.seed = saved.seed;
        terms.other_deals = saved.other_deals;
    }
    if (game_load(game, &terms, text, size, &nobody, &fault))
        return true;
    CHECK(fault.line > 0 && fault.rule[0] != '\0' && fault.id != FAULT_NONE);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct game game;
    static char record[TEXT_SIZE], first[TEXT_SIZE], second[TEXT_SIZE];
    static const struct game_listener nobody;
    struct text text, again;
    if (size == 0 || size > TEXT_SIZE / 4)
        return 0;
    game_init(&game, (struct game_record){.start = record, .size = sizeof record});
    if (!load(&game, (const char *)data, size))
        return 0;
    CHECK(game_keeps_record(&game));
    text_init(&text, first, sizeof first);
    game_write_saved(&game, &text);
    const struct position position = game.position;
    CHECK(load(&game, first, text.used));
    CHECK(memcmp(&game.position, &position, sizeof position) == 0);
    text_init(&again, second, sizeof second);
    game_write_saved(&game, &again);
    CHECK(again.used == text.used && memcmp(first, second, text.used) == 0);
    if (position.table.phase == PHASE_DEALING)
        return 0; /* nothing to look at */
    game_seek(&game, 1, &nobody);
    game_seek(&game, UINT32_MAX, &nobody);
    CHECK(memcmp(&game.position, &position, sizeof position) == 0);
    text_init(&again, second, sizeof second);
    game_write_record(&game, 0, &again);
    game_take_back(&game);
    return 0;
}
