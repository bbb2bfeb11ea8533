/* Aligned memory for players. */
#include "play/player_memory.h"

#include <stdlib.h>

#include "bots/bot.h"

/* aligned_alloc() wants a multiple of the alignment, and a bot without memory gets one too. */
void *player_memory_new(size_t size)
{
    const size_t blocks = size / PLAYER_ALIGNMENT + 1;
    return aligned_alloc(PLAYER_ALIGNMENT, blocks * PLAYER_ALIGNMENT);
}
