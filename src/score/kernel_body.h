/*
 * The inner loops, written once for every vector width.
 *
 * The including file defines `vec`, VEC_BYTES, the vec_*() functions, KERNEL and KERNEL_NAME.  All
 * additions saturate at 255, so padding lanes (255) and sums that are too large never win a
 * minimum.
 */
#include <stdalign.h>
#include <string.h>

#include "base/check.h"

/*
 * Forces inlining, so that a constant width stays constant inside a function.  Sanitizers
 * instrument every access of every copy, so their builds define KERNEL_SMALL: each loop exists once
 * and compiles in a third of the time.
 */
#ifdef KERNEL_SMALL
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/*
 * Calls a function with the row width as its last argument.  The width is a constant, so that the
 * few steps over a row are unrolled.  With narrow vectors there are many steps, and one loop for
 * all widths is enough.
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

/*
 * For large functions used twice: inlined once per width, or not inlined where one loop is enough.
 */
#if defined KERNEL_ONE_WIDTH || defined KERNEL_SMALL
#define INLINE_UNLESS_ONE static __attribute__((noinline))
#else
#define INLINE_UNLESS_ONE INLINE
#endif

/* In this order, because each part uses those before it. */
#include "score/kernel_distances.h"

#include "score/kernel_lazy.h"

#include "score/kernel_tables.h"

#include "score/kernel_steiner.h"

#include "score/kernel_plan.h"

#include "score/kernel_gradient.h"

#include "score/kernel_hands.h"

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
