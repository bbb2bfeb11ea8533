/*
 * The inner loops, once, for every width of vector.
 *
 * The file that includes this defines `vec`, VEC_BYTES, the vec_*() functions, KERNEL and
 * KERNEL_NAME.  All additions saturate, so a lane past the last junction (255) and a sum that is
 * too large stay at 255 and never win a minimum.
 */
#include <stdalign.h>
#include <string.h>

/* A width that is a constant of the caller must be one in here too. */
#define INLINE static inline __attribute__((always_inline))

/* Calls a function with the width of a row as its last argument, a constant. */
#define FOR_WIDTH(width, function, ...)                                                            \
    do {                                                                                           \
        switch (width) {                                                                           \
        case 64:                                                                                   \
            function(__VA_ARGS__, 64);                                                             \
            break;                                                                                 \
        case 128:                                                                                  \
            function(__VA_ARGS__, 128);                                                            \
            break;                                                                                 \
        case 192:                                                                                  \
            function(__VA_ARGS__, 192);                                                            \
            break;                                                                                 \
        default:                                                                                   \
            function(__VA_ARGS__, 256);                                                            \
        }                                                                                          \
    } while (0)

/* In this order: each part uses those before it. */
#include "core/kernel_distances.h"

#include "core/kernel_tables.h"

#include "core/kernel_steiner.h"

#include "core/kernel_gradient.h"

#include "core/kernel_hands.h"

const struct kernel KERNEL = {
    .name = KERNEL_NAME,
    .close = close_distances,
    .lower = lower_distances,
    .cost = cost_of_tree,
    .gradient = gradient_of_lines,
    .all_hands = cost_of_all_hands,
};
