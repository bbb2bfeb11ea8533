/*
 * A hash of seeded games between all bots, to compare builds.  Every machine and compiler must
 * produce the same value.
 */
#ifndef RAILHEAD_BOTS_BEHAVIOUR_HASH_H
#define RAILHEAD_BOTS_BEHAVIOUR_HASH_H

#include "board/board.h"

/*
 * Plays `games` whole games between all bots, with a small search budget, and returns a hash of
 * every turn and every byte of the table after it.  `memory` belongs to the caller:
 * behaviour_hash_memory() bytes, aligned to PLAYER_ALIGNMENT.
 */
uint64_t behaviour_hash_games(const struct board *board, unsigned variants, unsigned seats,
                              uint64_t seed, unsigned games, void *memory);
size_t behaviour_hash_memory(void);

#endif
