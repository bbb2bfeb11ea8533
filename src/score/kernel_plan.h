/*
 * Part of score/kernel_body.h: one cheapest tree, as the lines still to be laid.
 *
 * The score describes its tree as stars of three and paths between junctions.  Each star has a
 * centre, so the tree consists of at most nine paths.  Each path is walked along the distances:
 * every step takes a line that shortens the remaining distance by the full cost of the line.  Ties
 * are broken by the order of junctions and lines, so that the result does not depend on the vector
 * width.
 */

enum { WAYS_MAX = 9 };

struct tree {
    const struct plan_order *order;
    unsigned ways;
    uint8_t end[WAYS_MAX][2];
};

static inline const uint8_t *ordered_row(const struct plan_order *order, unsigned junction)
{
    return row_of(order->distances, order->lazy, junction);
}

static inline void tree_add_way(struct tree *tree, unsigned one, unsigned other)
{
    tree->end[tree->ways][0] = (uint8_t)one;
    tree->end[tree->ways][1] = (uint8_t)other;
    tree->ways++;
}

INLINE void star_for_width(struct tree *tree, unsigned a, unsigned b, unsigned c,
                           unsigned *least_cost, unsigned width)
{
    const uint8_t *row_a = ordered_row(tree->order, a);
    const uint8_t *row_b = ordered_row(tree->order, b);
    const uint8_t *row_c = ordered_row(tree->order, c);
    vec sum[DISTANCE_STRIDE / VEC_BYTES], least = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec two = vec_add(vec_load(row_a + i), vec_load(row_b + i));
        sum[i / VEC_BYTES] = vec_add(two, vec_load(row_c + i));
        least = vec_min(least, sum[i / VEC_BYTES]);
    }
    const unsigned cost = vec_smallest(least);
    unsigned at = 0;
    uint64_t lanes;
    while ((lanes = vec_below(sum[at / VEC_BYTES], vec_all(cost + 1))) == 0)
        at += VEC_BYTES;
    const unsigned centre = at + (unsigned)__builtin_ctzll(lanes);
    tree_add_way(tree, a, centre);
    tree_add_way(tree, b, centre);
    tree_add_way(tree, c, centre);
    *least_cost = cost;
}

/*
 * Adds the cheapest star that joins three junctions, with the first possible centre.  Returns its
 * cost.
 */
static __attribute__((noinline)) unsigned tree_add_star(struct tree *tree, unsigned a, unsigned b,
                                                        unsigned c)
{
    unsigned cost;
    FOR_WIDTH(tree->order->distances->width, star_for_width, tree, a, b, c, &cost);
    return cost;
}

/* Adds the star of three terminals. */
static void tree_add_trio(struct tree *tree, const uint8_t terminal[], unsigned trio)
{
    const uint8_t *three = TRIO[trio];
    tree_add_star(tree, terminal[three[0]], terminal[three[1]], terminal[three[2]]);
}

static inline void tree_add_pair(struct tree *tree, const uint8_t terminal[], unsigned pair)
{
    unsigned last = 1;
    while (pair_number(0, last + 1) <= pair)
        last++;
    tree_add_way(tree, terminal[pair - pair_number(0, last)], terminal[last]);
}

/* Adds a trio, and the path from the fourth terminal to the nearest one of the trio. */
static void tree_of_trio_and_one(struct tree *tree, const struct task *task,
                                 const uint8_t terminal[])
{
    unsigned fourth = 0, other = 0;
    while (nearest_of_four(task, fourth) + task->trio[3 - fourth] != task->best)
        fourth++;
    while (other == fourth ||
           task->pair[pair_number(fourth, other)] != nearest_of_four(task, fourth))
        other++;
    tree_add_trio(tree, terminal, 3 - fourth);
    tree_add_pair(tree, terminal, pair_number(fourth, other));
}

/* Adds two trios that share a terminal. */
static void tree_of_two_trios(struct tree *tree, const struct task *task, const uint8_t terminal[])
{
    unsigned number = 0;
    while (task->trio[FIVE_FIRST_TRIO[number]] + task->trio[FIVE_SECOND_TRIO[number]] != task->best)
        number++;
    tree_add_trio(tree, terminal, FIVE_FIRST_TRIO[number]);
    tree_add_trio(tree, terminal, FIVE_SECOND_TRIO[number]);
}

/* Adds two trios and a link. */
static void tree_of_chain(struct tree *tree, const struct task *task, const uint8_t terminal[])
{
    alignas(64) uint8_t price[VEC_BYTES];
    price_links(task, price);
    unsigned at = 0;
    uint64_t lanes;
    while ((lanes = vec_below(price_chains(task, price, at), vec_all(task->best + 1))) == 0)
        at += VEC_BYTES;
    const unsigned number = at + (unsigned)__builtin_ctzll(lanes);
    const unsigned kind = CHAIN_LINK[number];
    unsigned link = kind;
    while (task->pair[LINK_PAIRS[link]] != price[kind])
        link += 16;
    tree_add_trio(tree, terminal, CHAIN_ONE[number]);
    tree_add_trio(tree, terminal, CHAIN_OTHER[number]);
    tree_add_pair(tree, terminal, LINK_PAIRS[link]);
}

/*
 * Adds the near side of a split whose far side meets at `middle`: the first end where the near trio
 * and the path to the middle cost exactly the remaining `cost`.
 */
INLINE void near_side_for_width(struct tree *tree, const struct task *task,
                                const uint8_t terminal[], const uint8_t near[3], unsigned middle,
                                unsigned cost, unsigned width)
{
    const uint8_t *const *row = task->row;
    const uint8_t *from_middle = ordered_row(tree->order, middle);
    for (unsigned c = 0; c < 3; c++) {
        const unsigned a = near[(c + 1) % 3], b = near[(c + 2) % 3];
        const uint8_t *straight = row[near[c]];
        for (unsigned i = 0; i < width; i += VEC_BYTES) {
            const vec joined = vec_add(half_round(task, a, b, i), vec_load(straight + i));
            const vec bound = vec_add(joined, vec_load(from_middle + i));
            uint64_t left = vec_below(bound, vec_all(cost + 1)) & firsts(task->distances, i);
            for (; left; left &= left - 1) {
                const unsigned u = i + (unsigned)__builtin_ctzll(left);
                const unsigned pair = join_three(row[a], row[b], row_from(task, u), width);
                if (pair + straight[u] + from_middle[u] != cost)
                    continue;
                tree_add_star(tree, terminal[a], terminal[b], u);
                tree_add_way(tree, terminal[near[c]], u);
                tree_add_way(tree, u, middle);
                return;
            }
        }
    }
    CHECK(!"the near side of a split that was found");
}

static void tree_of_split(struct tree *tree, const struct task *task, const uint8_t terminal[])
{
    const unsigned split = task->found.way - FIRST_SPLIT, middle = task->found.middle;
    const uint8_t *far = TRIO[19 - split];
    const unsigned d = far[task->found.straight];
    const unsigned e = far[(task->found.straight + 1u) % 3],
                   f = far[(task->found.straight + 2u) % 3];
    const unsigned pair = tree_add_star(tree, terminal[e], terminal[f], middle);
    tree_add_way(tree, terminal[d], middle);
    const unsigned rest = task->best - pair - task->row[d][middle];
    FOR_WIDTH(task->distances->width, near_side_for_width, tree, task, terminal, TRIO[split],
              middle, rest);
}

/* Adds pairs of terminals, each forming a star with the middle, and single paths to it. */
static void tree_around_middle(struct tree *tree, const struct task *task, const uint8_t terminal[],
                               const uint8_t way[], unsigned pairs, unsigned count)
{
    const unsigned middle = task->found.middle;
    for (unsigned i = 0; i < pairs; i++)
        tree_add_star(tree, terminal[way[2 * i]], terminal[way[2 * i + 1]], middle);
    for (unsigned i = 2 * pairs; i < count; i++)
        tree_add_way(tree, terminal[way[i]], middle);
}

/* Adds the tree that task_solve() found. */
static void tree_of_task(struct tree *tree, const struct task *task, const uint8_t terminal[],
                         unsigned count)
{
    const unsigned way = task->found.way;
    if (count == 4 && way == WAY_OF_TRIOS)
        tree_of_trio_and_one(tree, task, terminal);
    else if (count == 4)
        tree_around_middle(tree, task, terminal, PAIR_AND_TWO[way], 1, 4);
    else if (count == 5 && way == WAY_OF_TRIOS)
        tree_of_two_trios(tree, task, terminal);
    else if (count == 5)
        tree_around_middle(tree, task, terminal, TWO_PAIRS[way], 2, 5);
    else if (way == WAY_OF_TRIOS)
        tree_of_chain(tree, task, terminal);
    else if (way < FIRST_SPLIT)
        tree_around_middle(tree, task, terminal, PAIRING[way], 3, 6);
    else
        tree_of_split(tree, task, terminal);
}

/*
 * Makes a tree of two to six terminals and returns its cost.  If that is not below the limit,
 * `tree` is incomplete.
 */
static unsigned tree_make(struct tree *tree, const uint8_t terminal[], unsigned count)
{
    const struct plan_order *order = tree->order;
    struct task task;
    tree->ways = 0;
    if (count == 2) {
        tree_add_way(tree, terminal[0], terminal[1]);
        return ordered_row(order, terminal[0])[terminal[1]];
    }
    if (count == 3)
        return tree_add_star(tree, terminal[0], terminal[1], terminal[2]);
    const unsigned cost = task_solve(&task, order->distances, order->lazy, terminal, count);
    if (cost < order->limit)
        tree_of_task(tree, &task, terminal, count);
    return cost;
}

/*
 * A step encoded as a number, the smallest being the best: the line's weight in `avoid`, then the
 * line's number, then the junction that it leads to.
 */
enum { LINE_COST_MAX = 2, STEP_NONE = 0x7fffffff, STEP_AVOID = 18, STEP_LINE = 8 };

static inline unsigned step_line(unsigned step)
{
    return step >> STEP_LINE & ((1u << (STEP_AVOID - STEP_LINE)) - 1);
}

static inline unsigned step_far(unsigned step)
{
    return step & ((1u << STEP_LINE) - 1);
}

static inline unsigned step_wanted(const struct plan_order *order, unsigned step)
{
    return (unsigned)order->avoid[step_line(step)] << STEP_AVOID | step;
}

/*
 * Returns the steps from a junction along its lines.  They are written to `room` unless they are
 * precomputed.
 */
static inline const uint32_t *around(const struct plan_order *order, unsigned junction,
                                     uint32_t room[DIRECTIONS])
{
    if (order->steps)
        return order->steps->around[junction];
    steps_around(order->board, junction, room);
    return room;
}

/*
 * Returns the best step from `here` towards the junction of the row `to`.  `here` has no track, so
 * all of its lines cost something.  Comparing all six without branches is faster, because the
 * result cannot be predicted.
 */
static inline unsigned step_from(const struct plan_order *order, unsigned here, const uint8_t *to)
{
    uint32_t room[DIRECTIONS];
    const uint32_t *steps = around(order, here, room);
    unsigned best = STEP_NONE;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const unsigned step = steps[i];
        const bool leads_on = order->cost[step_line(step)] + to[step_far(step)] == to[here];
        best = smaller(best, leads_on ? step_wanted(order, step) : (unsigned)STEP_NONE);
    }
    return best;
}

/* Returns the best step to `gate` from a junction at distance 0 in `from`. */
static inline unsigned step_through(const struct plan_order *order, const uint8_t *from,
                                    unsigned gate, const uint8_t *to)
{
    uint32_t room[DIRECTIONS];
    const uint32_t *steps = around(order, gate, room);
    unsigned best = STEP_NONE;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const unsigned line = step_line(steps[i]), near = step_far(steps[i]);
        const bool leads_on = from[near] == 0 && order->cost[line] + to[gate] == to[near];
        const unsigned step = step_wanted(order, line << STEP_LINE | gate);
        best = smaller(best, leads_on ? step : (unsigned)STEP_NONE);
    }
    return best;
}

/*
 * Finds the best step from any junction in the network of `here`, which may be large.  Examines the
 * junctions outside that are on a shortest path and at most one line away.
 */
INLINE void network_step_for_width(const struct plan_order *order, unsigned here, const uint8_t *to,
                                   unsigned *best_step, unsigned width)
{
    const uint8_t *from = ordered_row(order, here);
    unsigned best = STEP_NONE;
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec near = vec_load(from + i);
        uint64_t left = vec_below(vec_add(near, vec_load(to + i)), vec_all(to[here] + 1u)) &
                        vec_below(near, vec_all(LINE_COST_MAX + 1)) & ~vec_below(near, vec_all(1));
        for (; left; left &= left - 1)
            best =
                smaller(best, step_through(order, from, i + (unsigned)__builtin_ctzll(left), to));
    }
    *best_step = best;
}

static unsigned step_from_network(const struct plan_order *order, unsigned here, const uint8_t *to)
{
    unsigned step;
    FOR_WIDTH(order->distances->width, network_step_for_width, order, here, to, &step);
    return step;
}

/* Adds the lines of a path.  Paths of a cheapest tree never share a line that costs something. */
static void walk_way(const struct plan_order *order, unsigned here, unsigned end,
                     struct line_set *plan)
{
    const uint8_t *to = ordered_row(order, end);
    while (to[here] > 0) {
        const unsigned step = junction_set_has(&order->joined, here)
                                  ? step_from_network(order, here, to)
                                  : step_from(order, here, to);
        const unsigned line = step_line(step);
        CHECK(step != STEP_NONE && !line_set_has(plan, line));
        line_set_add(plan, line);
        here = step_far(step);
    }
}

static unsigned plan_of_tree(const struct plan_order *order, const uint8_t terminal[],
                             unsigned count, struct line_set *plan)
{
    struct tree tree = {.order = order};
    const unsigned cost = tree_make(&tree, terminal, count);
    if (cost < order->limit) {
        for (unsigned i = 0; i < tree.ways; i++)
            walk_way(order, tree.end[i][0], tree.end[i][1], plan);
    }
    return cost;
}
