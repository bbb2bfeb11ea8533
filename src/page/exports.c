/*
 * The functions that the browser may call, besides those of exports_game.c and exports_follow.c.
 *
 * Arguments and results are numbers, and texts in two shared buffers (exchange.h).  The module
 * imports nothing.  It contains the folders that only compute, unchanged; this folder decides no
 * rules.  A page plays a game by the functions of exports_game.c, and follows a table by those of
 * exports_follow.c.
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

/*
 * Returns a number that is increased whenever a function changes its meaning, so that a page can
 * recognise an old module.
 */
EXPORT(railhead_version) uint32_t railhead_version(void)
{
    return INTERFACE_VERSION;
}

/* Returns the number of boards that are compiled in. */
EXPORT(railhead_boards) uint32_t railhead_boards(void)
{
    return board_builtin_count();
}

/*
 * Returns a hash of seeded games on a board, to compare machines: see bots/behaviour_hash.h.
 * Returns 0 if the board or such a game does not exist, or if players use the memory.
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

/* Returns the number of bots.  They are numbered from 0. */
EXPORT(railhead_bots) uint32_t railhead_bots(void)
{
    return bot_count();
}

/*
 * Writes the bot's name, or a line about it, to railhead_output().  Returns its length, or 0 if
 * there is no such bot.
 */
EXPORT(railhead_bot_name) uint32_t railhead_bot_name(uint32_t bot)
{
    return answer(bot < bot_count() ? bot_at(bot)->name : "");
}

EXPORT(railhead_bot_about) uint32_t railhead_bot_about(uint32_t bot)
{
    return answer(bot < bot_count() ? bot_at(bot)->about : "");
}

/* Returns the bot's default work per turn: 0 if it does not search or does not exist. */
EXPORT(railhead_bot_work) uint64_t railhead_bot_work(uint32_t bot)
{
    return bot < bot_count() ? bot_at(bot)->work : 0;
}

/* A bug of ours: stops the module.  The page gets a WebAssembly.RuntimeError. */
_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}
