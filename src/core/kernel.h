/*
 * One compiled variant of the inner loops: the same source (core/kernel_body.h) for each width of
 * vector a machine may have.
 *
 * Only core/distances.c, core/steiner*.c and the tests look in here; everybody else calls those.
 */
#ifndef RAILHEAD_CORE_KERNEL_H
#define RAILHEAD_CORE_KERNEL_H

#include "core/distances.h"
#include "core/steiner.h"

/* One entry of struct steps. */
static inline void steps_around(const struct board *board, unsigned junction,
                                uint32_t around[DIRECTIONS])
{
    const struct incidence *incidence = &board->incidence[junction];
    const unsigned some = incidence->word[0] * 64U + (unsigned)__builtin_ctzll(incidence->mask[0]);
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        const unsigned line = board->line_at[junction][direction];
        around[direction] = line == LINE_NONE
                                ? some << 8 | junction
                                : line << 8 | line_other_end(&board->line[line], junction);
    }
}

/* What a plan is made from. */
struct plan_order {
    const struct distances *distances;
    struct lazy_distances *lazy; /* the same, where rows are to be brought up to date; or NULL */
    const struct steps *steps;   /* of the board; or NULL, and then */
    const struct board *board;
    const uint8_t *cost;        /* of each line: steiner_plan() */
    const uint8_t *avoid;       /* the same, or NULL */
    struct junction_set joined; /* the junctions at distance 0 from another */
    unsigned limit;             /* no plan for a tree that costs as much */
};

struct kernel {
    const char *name;

    /* From the costs of single lines (255 where there is none) to distances. */
    void (*close)(struct distances *distances);

    /* distances_lower(). */
    void (*lower)(struct distances *distances, unsigned a, unsigned b, unsigned cost);

    /* The junctions at distance 0 from another. */
    struct junction_set (*joined)(const struct distances *distances);

    /* lazy_refresh(), lazy_join() with room for another, lazy_lower() to a cost above 0. */
    void (*refresh)(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);
    void (*lazy_join)(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);
    void (*lazy_lower)(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost);

    /* steiner_cost() for 3 to 6 terminals, no two of them at distance 0. */
    unsigned (*cost)(const struct distances *distances, const uint8_t terminal[], unsigned count);

    /*
     * steiner_plan() for 2 to 6 terminals, no two of them at distance 0: the tree's lines are added
     * to the plan if they cost less than the limit.
     */
    unsigned (*plan)(const struct plan_order *order, const uint8_t terminal[], unsigned count,
                     struct line_set *plan);

    /* steiner_gradient() for 2 to 6 terminals, no two of them at distance 0. */
    unsigned (*gradient)(const struct distances *distances, const struct board *board,
                         const uint8_t terminal[], unsigned count, uint8_t cost_after[LINES_MAX]);

    /*
     * steiner_branches() for 2 to 6 terminals, no two of them at distance 0, with the last one as
     * `from`; `lazy` may be NULL.
     */
    unsigned (*branches)(const struct distances *distances, struct lazy_distances *lazy,
                         const uint8_t terminal[], unsigned count, uint8_t *cost_with);

    /* steiner_all_hands(). */
    void (*all_hands)(const struct distances *distances, unsigned start,
                      const uint8_t junction[GROUPS][GROUP_CARDS_MAX], const uint8_t count[GROUPS],
                      uint8_t *cost);
};

enum { KERNELS_MAX = 4 };

/* The kernels this machine can run, the fastest first; the plain one is always the last. */
unsigned kernel_list(const struct kernel *list[KERNELS_MAX]);

/* The fastest of them. */
const struct kernel *kernel_best(void);

/* "avx512", "avx2", "simd128" or "plain"; a null pointer for a name this machine cannot run. */
const struct kernel *kernel_by_name(const char *name);

/* The variants, each where its compiler flags allow it. */
extern const struct kernel kernel_plain;
#if defined(__x86_64__)
extern const struct kernel kernel_avx2, kernel_avx512;
#elif defined(__wasm_simd128__)
extern const struct kernel kernel_simd128;
#endif

#endif
