/*
 * One compiled variant of the inner loops: the same source (score/kernel_body.h) compiled for each
 * vector width that a machine may have.
 *
 * Only score/distances.c, score/steiner*.c and the tests use this header directly.
 */
#ifndef RAILHEAD_SCORE_KERNEL_H
#define RAILHEAD_SCORE_KERNEL_H

#include "score/distances.h"
#include "score/steiner.h"

/* Computes one entry of struct steps. */
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

/* The input of a plan. */
struct plan_order {
    const struct distances *distances;
    struct lazy_distances *lazy; /* the same distances if rows are refreshed on demand, else NULL */
    const struct steps *steps;   /* steps of the board; if NULL, `board` is used */
    const struct board *board;
    const uint8_t *cost;        /* of each line, as for steiner_plan() */
    const uint8_t *avoid;       /* of each line, as for steiner_plan(); may be NULL */
    struct junction_set joined; /* junctions at distance 0 from another one */
    unsigned limit;             /* no plan is made for trees that cost this or more */
};

struct kernel {
    const char *name;

    /* Computes all distances from the costs of single lines (255 where there is no line). */
    void (*close)(struct distances *distances);

    /* Implements distances_lower(). */
    void (*lower)(struct distances *distances, unsigned a, unsigned b, unsigned cost);

    /* Returns the junctions at distance 0 from another one. */
    struct junction_set (*joined)(const struct distances *distances);

    /*
     * Implement lazy_refresh(), lazy_join() when there is space for another group, and lazy_lower()
     * to a cost above 0.
     */
    void (*refresh)(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);
    void (*lazy_join)(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);
    void (*lazy_lower)(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost);

    /* Implements steiner_cost() for 3 to 6 terminals, no two of them at distance 0. */
    unsigned (*cost)(const struct distances *distances, const uint8_t terminal[], unsigned count);

    /*
     * Implements steiner_plan() for 2 to 6 terminals, no two of them at distance 0: adds the lines
     * of the tree to the plan if it costs less than the limit.
     */
    unsigned (*plan)(const struct plan_order *order, const uint8_t terminal[], unsigned count,
                     struct line_set *plan);

    /* Implements steiner_gradient() for 2 to 6 terminals, no two of them at distance 0. */
    unsigned (*gradient)(const struct distances *distances, const struct board *board,
                         const uint8_t terminal[], unsigned count, uint8_t cost_after[LINES_MAX]);

    /*
     * Implements steiner_branches() for 2 to 6 terminals, no two of them at distance 0, with the
     * last one as `from`.  `lazy` may be NULL.
     */
    unsigned (*branches)(const struct distances *distances, struct lazy_distances *lazy,
                         const uint8_t terminal[], unsigned count, uint8_t *cost_with);

    /* Implements steiner_all_hands(). */
    void (*all_hands)(const struct distances *distances, unsigned start,
                      const uint8_t junction[GROUPS][GROUP_CARDS_MAX], const uint8_t count[GROUPS],
                      uint8_t *cost);
};

enum { KERNELS_MAX = 4 };

/*
 * Lists the kernels that this machine can run and returns their number.  The fastest is first, the
 * plain one always last.
 */
unsigned kernel_list(const struct kernel *list[KERNELS_MAX]);

/* Returns the first kernel of that list. */
const struct kernel *kernel_best(void);

/*
 * Finds "avx512", "avx2", "simd128" or "plain".  Returns NULL for a name that this machine cannot
 * run.
 */
const struct kernel *kernel_by_name(const char *name);

/* The variants, each where the target supports it. */
extern const struct kernel kernel_plain;
#if defined(__x86_64__)
extern const struct kernel kernel_avx2, kernel_avx512;
#elif defined(__wasm_simd128__)
extern const struct kernel kernel_simd128;
#endif

#endif
