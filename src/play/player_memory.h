/*
 * What bots remember, on the heap: wherever there is one, the memory of a player comes from here.
 */
#ifndef RAILHEAD_PLAY_PLAYER_MEMORY_H
#define RAILHEAD_PLAY_PLAYER_MEMORY_H

#include <stddef.h>

/* So many bytes, as player_init() wants them; to be freed with free().  NULL when there is no
 * memory. */
void *player_memory_new(size_t size);

#endif
