/* Allocates the memory of bots, where there is a heap. */
#ifndef RAILHEAD_ENGINE_PLAYER_MEMORY_H
#define RAILHEAD_ENGINE_PLAYER_MEMORY_H

#include <stddef.h>

/*
 * Allocates `size` bytes with the alignment that player_init() requires.  Returns NULL if
 * allocation fails.  Free it with free().
 */
void *player_memory_new(size_t size);

#endif
