/*
 * A hash of seeded games: the same on every machine and for every compiler, or something is wrong.
 */
#ifndef RAILHEAD_BOTS_BEHAVIOUR_HASH_H
#define RAILHEAD_BOTS_BEHAVIOUR_HASH_H

#include "core/board.h"

/*
 * Plays `games` whole games between all the bots, those that search with little work, and hashes
 * every turn and every byte of the table after it.  `memory` is the caller's:
 * behaviour_hash_memory() bytes, aligned to PLAYER_ALIGNMENT.
 */
uint64_t behaviour_hash_games(const struct board *board, unsigned variants, unsigned seats,
                              uint64_t seed, unsigned games, void *memory);
size_t behaviour_hash_memory(void);

#endif
