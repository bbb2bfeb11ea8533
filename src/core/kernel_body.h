/*
 * The inner loops, once, for every width of vector.
 *
 * The file that includes this defines `vec`, VEC_BYTES, the vec_*() functions, KERNEL and
 * KERNEL_NAME.  All additions saturate, so a lane past the last junction (255) and a sum that is
 * too large stay at 255 and never win a minimum.
 */
#include <stdalign.h>
#include <string.h>

#include "core/check.h"

/*
 * A width that is a constant of the caller must be one in here too.  Sanitizers, which watch every
 * access of every copy, ask for KERNEL_SMALL: each loop once, compiled in a third of the time.
 */
#ifdef KERNEL_SMALL
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/*
 * Calls a function with the width of a row as its last argument: a constant, so that the few steps
 * over a row unroll.  Where vectors are narrow the steps are many, and one loop does.
 */
#if defined KERNEL_ONE_WIDTH || defined KERNEL_SMALL
#define FOR_WIDTH(width, function, ...) function(__VA_ARGS__, width)
#else
#define FOR_WIDTH(width, function, ...)                                                            \
    do {                                                                                           \
        if ((width) == DISTANCE_NARROW)                                                            \
            function(__VA_ARGS__, DISTANCE_NARROW);                                                \
        else                                                                                       \
            function(__VA_ARGS__, DISTANCE_STRIDE);                                                \
    } while (0)
#endif

/* What is large and used twice: once for each width, or once in all where one loop does. */
#if defined KERNEL_ONE_WIDTH || defined KERNEL_SMALL
#define INLINE_UNLESS_ONE static __attribute__((noinline))
#else
#define INLINE_UNLESS_ONE INLINE
#endif

/* In this order: each part uses those before it. */
#include "core/kernel_distances.h"

#include "core/kernel_lazy.h"

#include "core/kernel_tables.h"

#include "core/kernel_steiner.h"

#include "core/kernel_plan.h"

#include "core/kernel_gradient.h"

#include "core/kernel_hands.h"

const struct kernel KERNEL = {
    .name = KERNEL_NAME,
    .close = close_distances,
    .lower = lower_distances,
    .joined = joined_junctions,
    .refresh = refresh_rows,
    .lazy_join = join_lazily,
    .lazy_lower = lower_lazily,
    .cost = cost_of_tree,
    .plan = plan_of_tree,
    .gradient = gradient_of_lines,
    .branches = branches_of_tree,
    .all_hands = cost_of_all_hands,
};
