/*
 * What a browser may call.
 *
 * Numbers, and text in two buffers of the module's memory (exchange.h); nothing is imported.  The
 * module is the core, the bots and the boards as they are; nothing here decides a rule.  A page
 * plays a game with what exports_game.c has, and follows a table with exports_follow.c.
 */
#include <stdint.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/behaviour_hash.h"
#include "bots/bot.h"
#include "page/exchange.h"

enum { INTERFACE_VERSION = 7 };

uint32_t railhead_version(void);
uint32_t railhead_boards(void);
uint64_t railhead_signature(uint32_t board, uint32_t variants, uint32_t seats, uint64_t seed,
                            uint32_t games);
uint32_t railhead_bots(void);
uint32_t railhead_bot_name(uint32_t bot);
uint32_t railhead_bot_about(uint32_t bot);
uint64_t railhead_bot_work(uint32_t bot);

/* Counts up when a function changes its meaning, so that a page can tell an old module. */
EXPORT(railhead_version) uint32_t railhead_version(void)
{
    return INTERFACE_VERSION;
}

/* How many boards are compiled in. */
EXPORT(railhead_boards) uint32_t railhead_boards(void)
{
    return board_builtin_count();
}

/*
 * A hash of seeded games on the board of that number, to compare machines: bots/behaviour_hash.h. 0
 * where there is no such board, or no such game on it, or where players have the memory.
 */
EXPORT(railhead_signature)
uint64_t railhead_signature(uint32_t board, uint32_t variants, uint32_t seats, uint64_t seed,
                            uint32_t games)
{
    CHECK(behaviour_hash_memory() <= PLAYER_PLACES * PLAYER_MEMORY);
    void *memory = exchange_whole_memory();
    if (memory == NULL || board >= board_builtin_count() || seats < SEATS_MIN ||
        seats > SEATS_MAX || (variants & ~(uint32_t)VARIANTS_ALL) != 0)
        return 0;
    return behaviour_hash_games(board_builtin_at(board), variants, seats, seed, games, memory);
}

/* ---- Bots -------------------------------------------------------------------------------- */

static uint32_t answer(const char *words)
{
    struct text text;
    exchange_begin(&text);
    text_add(&text, words);
    return exchange_end(&text);
}

/* How many bots there are; each by its number from 0 on. */
EXPORT(railhead_bots) uint32_t railhead_bots(void)
{
    return bot_count();
}

/* Its name, and a line about it, at railhead_output(): their length, 0 where there is no such bot.
 */
EXPORT(railhead_bot_name) uint32_t railhead_bot_name(uint32_t bot)
{
    return answer(bot < bot_count() ? bot_at(bot)->name : "");
}

EXPORT(railhead_bot_about) uint32_t railhead_bot_about(uint32_t bot)
{
    return answer(bot < bot_count() ? bot_at(bot)->about : "");
}

/* Its usual work for a turn: 0 for a bot that does not search, or does not exist. */
EXPORT(railhead_bot_work) uint64_t railhead_bot_work(uint32_t bot)
{
    return bot < bot_count() ? bot_at(bot)->work : 0;
}

/* Our own bug: the module stops, and the page sees a WebAssembly.RuntimeError. */
_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}
