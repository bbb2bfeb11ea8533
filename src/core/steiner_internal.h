/* What the parts of the exact score share among themselves. */
#ifndef RAILHEAD_CORE_STEINER_INTERNAL_H
#define RAILHEAD_CORE_STEINER_INTERNAL_H

#include "core/steiner.h"

/* Keeps one of each set of terminals at distance 0, in their order; returns how many are left. */
unsigned steiner_merge(const struct distances *distances, const uint8_t terminal[], unsigned count,
                       uint8_t merged[TERMINALS_MAX]);

#endif
