/* Aligned memory for players. */
#include "engine/player_memory.h"

#include <stdlib.h>

#include "bots/bot.h"

/* The size for aligned_alloc() must be a multiple of the alignment, and is never 0. */
void *player_memory_new(size_t size)
{
    const size_t blocks = size / PLAYER_ALIGNMENT + 1;
    return aligned_alloc(PLAYER_ALIGNMENT, blocks * PLAYER_ALIGNMENT);
}
