/*
 * What a browser may call.
 *
 * Plain numbers in and out; there is no memory that both sides own and nothing is imported.  The
 * module is the core, the bots and the boards as they are; nothing here decides a rule.
 */
#include <stdint.h>

#include "board/boards.h"
#include "bots/signature.h"
#include "core/check.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { INTERFACE_VERSION = 1 };

uint32_t railhead_version(void);
uint32_t railhead_boards(void);
uint64_t railhead_signature(uint32_t board, uint32_t variants, uint32_t seats, uint64_t seed,
                            uint32_t games);

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

/* A hash of seeded games on the board of that number, to compare machines: bots/signature.h. */
EXPORT(railhead_signature)
uint64_t railhead_signature(uint32_t board, uint32_t variants, uint32_t seats, uint64_t seed,
                            uint32_t games)
{
    return signature_games(board_builtin_at(board), variants, seats, seed, games);
}

/* Our own bug: the module stops, and the page sees a WebAssembly.RuntimeError. */
_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    (void)condition;
    (void)file;
    (void)line;
    __builtin_trap();
}
