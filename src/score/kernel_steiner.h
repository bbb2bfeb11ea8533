/*
 * Part of score/kernel_body.h: the cost of the cheapest tree that joins three to six terminals.
 *
 * A tree of six terminals has a middle: a junction where three pairs meet (15 ways), or a path with
 * three terminals on either side (10 ways).  A tree of five has a junction where two pairs and the
 * fifth terminal meet.  A tree of four has one where a pair and the two others meet.  Trees made of
 * trios give an upper bound, which is usually exact.  With it, and with half of round trips as
 * lower bounds, few ways and few junctions remain to be computed.
 *
 * `width` is a constant in all hot loops, so that loops over a row are unrolled.
 */

/* The cheapest tree found; the first one of equal cost. */
struct found {
    uint8_t way;      /* index into the tables, splits of six after the pairings; or WAY_OF_TRIOS */
    uint8_t straight; /* for a split: which terminal of the far trio is joined directly */
    uint8_t middle;   /* the junction where the parts meet */
};

enum { WAY_OF_TRIOS = 255, FIRST_SPLIT = 15 };

struct task {
    const struct distances *distances;
    struct lazy_distances *lazy; /* the same distances if rows are refreshed on demand, else NULL */
    const uint8_t *row[TERMINALS_MAX]; /* the distances from each terminal */
    unsigned best;                     /* the cost of the cheapest tree known */
    struct found found;
    alignas(64) uint8_t pair[16]; /* by number (score/kernel_tables.h): the distance */
    alignas(64) uint8_t trio[32]; /* by number: the cost of joining the three */
};

static inline const uint8_t *row_from(const struct task *task, unsigned junction)
{
    return row_of(task->distances, task->lazy, junction);
}

static inline unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static inline unsigned pair_number(unsigned a, unsigned b)
{
    return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b;
}

/* For a < b < c. */
static inline unsigned trio_number(unsigned a, unsigned b, unsigned c)
{
    return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a;
}

/*
 * Junctions at distance 0 from each other are interchangeable.  Returns one bit for the first of
 * each such group in the vector at `at`; padding lanes have none.
 */
INLINE uint64_t firsts(const struct distances *distances, unsigned at)
{
    return distances->first.word[at / 64] >> at % 64 & ~UINT64_C(0) >> (64 - VEC_BYTES);
}

/*
 * The junctions of the vector at `at` to examine: one per group, with a lower bound below the best
 * cost.
 */
INLINE uint64_t below_best(const struct task *task, vec bound, unsigned at)
{
    return vec_below(bound, vec_all(task->best)) & firsts(task->distances, at);
}

/* Starts with the best tree made of trios; the other trees are compared with it. */
INLINE void start_with_trios(struct task *task, unsigned cost)
{
    task->best = cost;
    task->found.way = WAY_OF_TRIOS;
}

/* Updates the best tree.  If a caller needs only the cost, the compiler removes `found`. */
INLINE void improve(struct task *task, unsigned cost, unsigned way, unsigned straight,
                    unsigned middle)
{
    if (cost < task->best) {
        task->best = cost;
        task->found = (struct found){(uint8_t)way, (uint8_t)straight, (uint8_t)middle};
    }
}

/* Returns the cost of joining three junctions, given their rows. */
INLINE unsigned join_three(const uint8_t *a, const uint8_t *b, const uint8_t *c, unsigned width)
{
    vec best = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        best = vec_min(best, vec_add(vec_add(vec_load(a + i), vec_load(b + i)), vec_load(c + i)));
    return vec_smallest(best);
}

INLINE void task_start(struct task *task, const struct distances *distances,
                       struct lazy_distances *lazy, const uint8_t terminal[], unsigned count,
                       unsigned width)
{
    memset(task->pair, 255, sizeof task->pair);
    memset(task->trio, 255, sizeof task->trio);
    task->distances = distances;
    task->lazy = lazy;
    unsigned pairs = 0, trios = 0;
    for (unsigned c = 0; c < count; c++) {
        const uint8_t *row = task->row[c] = row_of(distances, lazy, terminal[c]);
        for (unsigned b = 0; b < c; b++) {
            task->pair[pairs++] = row[terminal[b]];
            for (unsigned a = 0; a < b; a++)
                task->trio[trios++] = (uint8_t)join_three(row, task->row[b], task->row[a], width);
        }
    }
}

INLINE vec pair_of(const struct task *task, unsigned a, unsigned b)
{
    return vec_all(task->pair[pair_number(a, b)]);
}

/* A lower bound for joining the terminals a and b to v, for each v: half the round trip. */
INLINE vec half_round(const struct task *task, unsigned a, unsigned b, unsigned at)
{
    const vec there = vec_add(vec_load(task->row[a] + at), vec_load(task->row[b] + at));
    return vec_half(there, pair_of(task, a, b));
}

/* The same for three terminals: half the round trip through a, b, c and v in the best order. */
INLINE vec half_round_of_three(const struct task *task, const uint8_t s[3], unsigned at)
{
    const vec a = vec_add(vec_load(task->row[s[0]] + at), pair_of(task, s[1], s[2]));
    const vec b = vec_add(vec_load(task->row[s[1]] + at), pair_of(task, s[0], s[2]));
    const vec c = vec_add(vec_load(task->row[s[2]] + at), pair_of(task, s[0], s[1]));
    return vec_half(vec_min(vec_min(a, b), c), vec_max(vec_max(a, b), c));
}

/* Tries the trees in which a pair and the other two terminals meet at one junction. */
INLINE void try_four(struct task *task, unsigned way, unsigned width)
{
    const uint8_t *const *row = task->row;
    const unsigned a = PAIR_AND_TWO[way][0], b = PAIR_AND_TWO[way][1];
    const unsigned c = PAIR_AND_TWO[way][2], d = PAIR_AND_TWO[way][3];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec rest = vec_add(vec_load(row[c] + i), vec_load(row[d] + i));
        const vec bound = vec_add(half_round(task, a, b, i), rest);
        for (uint64_t left = below_best(task, bound, i); left; left &= left - 1) {
            const unsigned v = i + (unsigned)__builtin_ctzll(left);
            const unsigned pair = join_three(row[a], row[b], row_from(task, v), width);
            improve(task, pair + row[c][v] + row[d][v], way, 0, v);
        }
    }
}

/* Returns the distance from one of the first four terminals to the nearest other one. */
INLINE unsigned nearest_of_four(const struct task *task, unsigned terminal)
{
    unsigned nearest = 255;
    for (unsigned i = 0; i < 4; i++)
        nearest = i == terminal ? nearest : smaller(nearest, task->pair[pair_number(terminal, i)]);
    return nearest;
}

INLINE unsigned cost_of_four(struct task *task, unsigned width)
{
    unsigned best = 255;
    for (unsigned i = 0; i < 4; i++)
        best = smaller(best, nearest_of_four(task, i) + task->trio[3 - i]);
    start_with_trios(task, best);
    for (unsigned way = 0; way < 3; way++)
        try_four(task, way, width);
    return task->best;
}

/* Tries the trees in which two pairs and a fifth terminal meet at one junction. */
INLINE void try_two_pairs(struct task *task, unsigned number, unsigned width)
{
    const uint8_t *const *row = task->row;
    const uint8_t *way = TWO_PAIRS[number];
    const uint8_t *fifth = row[way[4]];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec pairs =
            vec_add(half_round(task, way[0], way[1], i), half_round(task, way[2], way[3], i));
        const vec bound = vec_add(pairs, vec_load(fifth + i));
        for (uint64_t left = below_best(task, bound, i); left; left &= left - 1) {
            const unsigned v = i + (unsigned)__builtin_ctzll(left);
            const uint8_t *from = row_from(task, v);
            const unsigned sum = fifth[v] + join_three(row[way[0]], row[way[1]], from, width) +
                                 join_three(row[way[2]], row[way[3]], from, width);
            improve(task, sum, number, 0, v);
        }
    }
}

INLINE unsigned cost_of_five(struct task *task, unsigned width)
{
    const vec one = vec_lookup_32(task->trio, vec_load(FIVE_FIRST_TRIO));
    const vec other = vec_lookup_32(task->trio, vec_load(FIVE_SECOND_TRIO));
    const vec first = vec_lookup_16(task->pair, vec_load(FIVE_FIRST_PAIR));
    const vec second = vec_lookup_16(task->pair, vec_load(FIVE_SECOND_PAIR));
    const vec bound = vec_max(vec_add(one, second), vec_add(other, first));
    start_with_trios(task, vec_smallest(vec_add(one, other)));
    for (uint64_t left = vec_below(bound, vec_all(task->best)); left; left &= left - 1)
        try_two_pairs(task, (unsigned)__builtin_ctzll(left), width);
    return task->best;
}

/* Tries the trees in which three pairs meet at one junction. */
INLINE void try_three_pairs(struct task *task, unsigned number, unsigned width)
{
    const uint8_t *const *row = task->row;
    const uint8_t *way = PAIRING[number];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec two =
            vec_add(half_round(task, way[0], way[1], i), half_round(task, way[2], way[3], i));
        const vec bound = vec_add(two, half_round(task, way[4], way[5], i));
        for (uint64_t left = below_best(task, bound, i); left; left &= left - 1) {
            const unsigned v = i + (unsigned)__builtin_ctzll(left);
            const uint8_t *from = row_from(task, v);
            const unsigned sum = join_three(row[way[0]], row[way[1]], from, width) +
                                 join_three(row[way[2]], row[way[3]], from, width) +
                                 join_three(row[way[4]], row[way[5]], from, width);
            improve(task, sum, number, 0, v);
        }
    }
}

INLINE unsigned smallest_star(const struct task *task, unsigned width)
{
    vec best = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        vec sum = vec_load(task->row[0] + i);
        for (unsigned k = 1; k < TERMINALS_MAX; k++)
            sum = vec_add(sum, vec_load(task->row[k] + i));
        best = vec_min(best, sum);
    }
    return vec_smallest(best);
}

/*
 * Twice the cost of a tree of three pairs is at least the cost of the pairs plus that of the star
 * around its middle.
 */
INLINE void try_all_pairings(struct task *task, unsigned width)
{
    const unsigned star = smallest_star(task, width);
    if (star >= 2 * task->best)
        return;
    const vec limit = vec_all(smaller(2 * task->best - star, 255));
    vec pairs = vec_lookup_16(task->pair, vec_load(PAIRING_PAIRS));
    pairs = vec_add(pairs, vec_lookup_16(task->pair, vec_load(PAIRING_PAIRS + 16)));
    pairs = vec_add(pairs, vec_lookup_16(task->pair, vec_load(PAIRING_PAIRS + 32)));
    for (uint64_t left = vec_below(pairs, limit) & 0x7fff; left; left &= left - 1)
        try_three_pairs(task, (unsigned)__builtin_ctzll(left), width);
}

/*
 * Trees with a middle path from u, where the three terminals `near` are joined, to w, where the
 * three terminals `far` are.  At either end one of the three is joined directly and the others as a
 * pair.
 *
 * reach[v] = the cost of joining `near` and v, over the ends u that may be part of a better tree.
 * Returns false if there are none.
 */
INLINE bool reach_from_near(const struct task *task, const uint8_t near[3], const uint8_t far[3],
                            unsigned trio_near, unsigned trio_far, uint8_t *reach, unsigned width)
{
    const uint8_t *const *row = task->row;
    vec reached[DISTANCE_STRIDE / VEC_BYTES];
    uint64_t any = 0;
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        reached[i / VEC_BYTES] = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec rest = vec_max(vec_all(trio_far), half_round_of_three(task, far, i));
        for (unsigned c = 0; c < 3; c++) {
            const unsigned a = near[(c + 1) % 3], b = near[(c + 2) % 3];
            const uint8_t *straight = row[near[c]];
            const vec joined = vec_add(half_round(task, a, b, i), vec_load(straight + i));
            const vec bound = vec_add(vec_max(joined, vec_all(trio_near)), rest);
            uint64_t left = below_best(task, bound, i);
            for (any |= left; left; left &= left - 1) {
                const unsigned u = i + (unsigned)__builtin_ctzll(left);
                const uint8_t *from = row_from(task, u);
                const unsigned pair = join_three(row[a], row[b], from, width);
                const vec cost = vec_all(smaller(straight[u] + pair, 255));
                for (unsigned k = 0; k < width; k += VEC_BYTES)
                    reached[k / VEC_BYTES] =
                        vec_min(reached[k / VEC_BYTES], vec_add(vec_load(from + k), cost));
            }
        }
    }
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(reach + i, reached[i / VEC_BYTES]);
    return any != 0;
}

/* Tries split `number` of ten, identified by the trio without terminal 5. */
INLINE void try_split(struct task *task, unsigned number, unsigned width)
{
    const uint8_t *const *row = task->row;
    const uint8_t *near = TRIO[number], *far = TRIO[19 - number];
    const unsigned trio_near = task->trio[number], trio_far = task->trio[19 - number];
    alignas(64) uint8_t reach[DISTANCE_STRIDE];
    if (!reach_from_near(task, near, far, trio_near, trio_far, reach, width))
        return;
    for (unsigned d = 0; d < 3; d++) {
        const unsigned e = far[(d + 1) % 3], f = far[(d + 2) % 3];
        const uint8_t *straight = row[far[d]];
        for (unsigned i = 0; i < width; i += VEC_BYTES) {
            const vec joined = vec_add(half_round(task, e, f, i), vec_load(straight + i));
            const vec bound = vec_add(vec_max(joined, vec_all(trio_far)), vec_load(reach + i));
            for (uint64_t left = below_best(task, bound, i); left; left &= left - 1) {
                const unsigned w = i + (unsigned)__builtin_ctzll(left);
                const unsigned pair = join_three(row[e], row[f], row_from(task, w), width);
                improve(task, (unsigned)reach[w] + straight[w] + pair, FIRST_SPLIT + number, d, w);
            }
        }
    }
}

INLINE void try_all_splits(struct task *task, unsigned width)
{
    for (unsigned i = 0; i < 10; i++) {
        if (task->trio[i] + task->trio[19 - i] < task->best)
            try_split(task, i, width);
    }
}

/* Computes the cost of each kind of link. */
INLINE void price_links(const struct task *task, uint8_t link[VEC_BYTES])
{
    vec links = vec_lookup_16(task->pair, vec_load(LINK_PAIRS));
    for (unsigned i = 1; i < 9; i++)
        links = vec_min(links, vec_lookup_16(task->pair, vec_load(LINK_PAIRS + 16 * i)));
    vec_store(link, links);
}

/* The costs of the trees of two trios and a link that are in the tables at `at`. */
INLINE vec price_chains(const struct task *task, const uint8_t link[VEC_BYTES], unsigned at)
{
    const vec one = vec_lookup_32(task->trio, vec_load(CHAIN_ONE + at));
    const vec other = vec_lookup_32(task->trio, vec_load(CHAIN_OTHER + at));
    return vec_add(vec_add(one, other), vec_lookup_16(link, vec_load(CHAIN_LINK + at)));
}

/* Returns the cost of the cheapest tree of two trios and a link. */
INLINE unsigned cheapest_chain(const struct task *task)
{
    alignas(64) uint8_t link[VEC_BYTES];
    price_links(task, link);
    vec best = vec_all(255);
    for (unsigned i = 0; i < CHAINS; i += VEC_BYTES)
        best = vec_min(best, price_chains(task, link, i));
    return vec_smallest(best);
}

INLINE unsigned cost_of_six(struct task *task, unsigned width)
{
    start_with_trios(task, cheapest_chain(task));
    try_all_pairings(task, width);
    try_all_splits(task, width);
    return task->best;
}

/* Returns the cost of joining two to six terminals. */
INLINE unsigned cost_of_task(struct task *task, unsigned count, unsigned width)
{
    switch (count) {
    case 2:
        return task->pair[0];
    case 3:
        return task->trio[0];
    case 4:
        return cost_of_four(task, width);
    case 5:
        return cost_of_five(task, width);
    default:
        return cost_of_six(task, width);
    }
}

/* With a constant count, task_start() is unrolled. */
INLINE void solve_for_width(struct task *task, const struct distances *distances,
                            struct lazy_distances *lazy, const uint8_t terminal[], unsigned count,
                            unsigned width)
{
    switch (count) {
    case 4:
        task_start(task, distances, lazy, terminal, 4, width);
        cost_of_four(task, width);
        break;
    case 5:
        task_start(task, distances, lazy, terminal, 5, width);
        cost_of_five(task, width);
        break;
    default:
        task_start(task, distances, lazy, terminal, 6, width);
        cost_of_six(task, width);
    }
}

/*
 * Solves a task of four to six terminals.  Not inlined: small code stays in the instruction cache.
 */
static __attribute__((noinline)) unsigned task_solve(struct task *task,
                                                     const struct distances *distances,
                                                     struct lazy_distances *lazy,
                                                     const uint8_t terminal[], unsigned count)
{
    FOR_WIDTH(distances->width, solve_for_width, task, distances, lazy, terminal, count);
    return task->best;
}

INLINE void three_for_width(const struct distances *distances, const uint8_t terminal[],
                            unsigned *cost, unsigned width)
{
    *cost = join_three(distances->row[terminal[0]], distances->row[terminal[1]],
                       distances->row[terminal[2]], width);
}

static unsigned cost_of_tree(const struct distances *distances, const uint8_t terminal[],
                             unsigned count)
{
    struct task task;
    unsigned cost;
    if (count > 3)
        return task_solve(&task, distances, NULL, terminal, count);
    FOR_WIDTH(distances->width, three_for_width, distances, terminal, &cost);
    return cost;
}
