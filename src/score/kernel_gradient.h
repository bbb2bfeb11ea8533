/*
 * Part of score/kernel_body.h: the total cost if one line were free, and if one junction were
 * joined to a terminal.
 *
 * cost[S][v] is the cost of joining the terminals of S and the junction v.  If a line from a to b
 * costs nothing, it gives a tree of cost[S][a] + cost[rest][b].  That is below the total only if
 * the line is part of a tree that costs at most the total plus one, because no line costs more than
 * two.  So a junction u matters for S only if the cost of S there plus a lower bound for the rest
 * stays within that limit.  Most sets have few such junctions, many have none.  Entries that do not
 * matter may be too large; they are never too small.
 */

enum { SUBSETS = 1 << TERMINALS_MAX };

/* The subsets of two to five terminals, ordered by size. */
static const uint8_t SUBSETS_BY_SIZE[56] = {
    3,  5,  6,  9,  10, 12, 17, 18, 20, 24, 33, 34, 36, 40, 48, 7,  11, 13, 14,
    19, 21, 22, 25, 26, 28, 35, 37, 38, 41, 42, 44, 49, 50, 52, 56, 15, 23, 27,
    29, 30, 39, 43, 45, 46, 51, 53, 54, 57, 58, 60, 31, 47, 55, 59, 61, 62,
};

struct gradient {
    struct task task;
    unsigned all;                 /* the set of all terminals */
    unsigned limit;               /* the highest cost of a tree that matters */
    const uint8_t *cost[SUBSETS]; /* NULL for a set that matters nowhere */
    alignas(64) uint8_t row[SUBSETS][DISTANCE_STRIDE];
};

static inline unsigned trio_of(const struct task *task, unsigned set)
{
    const unsigned a = (unsigned)__builtin_ctz(set), b = (unsigned)__builtin_ctz(set & (set - 1));
    return task->trio[trio_number(a, b, 31u - (unsigned)__builtin_clz(set))];
}

/* A lower bound for the cost of joining a set of two to four terminals. */
static inline unsigned least_cost(const struct task *task, unsigned set)
{
    const unsigned last = 31u - (unsigned)__builtin_clz(set);
    unsigned least = 0;
    switch (__builtin_popcount(set)) {
    case 2:
        return task->pair[pair_number((unsigned)__builtin_ctz(set), last)];
    case 3:
        return trio_of(task, set);
    default:
        for (unsigned rest = set; rest; rest &= rest - 1) {
            const unsigned trio = trio_of(task, set ^ (rest & -rest));
            least = trio > least ? trio : least;
        }
        return least;
    }
}

/*
 * The larger of two lower bounds: half a round trip through four terminals and v, or the most
 * expensive trio of the four.
 */
struct four_bound {
    uint8_t member[4];
    uint8_t way[6]; /* by pair of members: the shortest path between them through the other two */
    uint8_t trio;
};

static void four_bound_make(struct four_bound *bound, const struct task *task, unsigned set)
{
    for (unsigned i = 0, left = set; i < 4; i++, left &= left - 1)
        bound->member[i] = (uint8_t)__builtin_ctz(left);
    const uint8_t *m = bound->member;
    unsigned pair[6];
    for (unsigned h = 1; h < 4; h++) {
        for (unsigned g = 0; g < h; g++)
            pair[pair_number(g, h)] = task->pair[pair_number(m[g], m[h])];
    }
    for (unsigned h = 1; h < 4; h++) {
        for (unsigned g = 0; g < h; g++) {
            const unsigned x = g == 0 ? (h == 1 ? 2 : 1) : 0, y = 6 - g - h - x;
            const unsigned one = pair[pair_number(g, x)] + pair[pair_number(y, h)];
            const unsigned other = pair[pair_number(g, y)] + pair[pair_number(x, h)];
            const unsigned way = smaller(one, other) + pair[pair_number(x, y)];
            bound->way[pair_number(g, h)] = (uint8_t)smaller(way, 255);
        }
    }
    bound->trio = (uint8_t)least_cost(task, set);
}

INLINE vec four_bound_at(const struct four_bound *bound, const struct task *task, unsigned at)
{
    vec row[4], least = vec_all(255);
    for (unsigned h = 0; h < 4; h++) {
        row[h] = vec_load(task->row[bound->member[h]] + at);
        for (unsigned g = 0; g < h; g++)
            least = vec_min(
                least, vec_half(vec_add(row[g], row[h]), vec_all(bound->way[pair_number(g, h)])));
    }
    return vec_max(least, vec_all(bound->trio));
}

/* rest[v] = a lower bound for the cost of joining the terminals of `set` and v. */
INLINE void bound_rest(const struct gradient *gradient, unsigned set, uint8_t *rest, unsigned width)
{
    const struct task *task = &gradient->task;
    const unsigned a = (unsigned)__builtin_ctz(set), b = (unsigned)__builtin_ctz(set & (set - 1));
    const unsigned c = 31u - (unsigned)__builtin_clz(set);
    const uint8_t three[3] = {(uint8_t)a, (uint8_t)b, (uint8_t)c};
    struct four_bound four;
    switch (__builtin_popcount(set)) {
    case 2:
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            vec_store(rest + i, half_round(task, a, b, i));
        return;
    case 3:
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            vec_store(rest + i, vec_max(half_round_of_three(task, three, i),
                                        vec_all(task->trio[trio_number(a, b, c)])));
        return;
    default:
        four_bound_make(&four, task, set);
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            vec_store(rest + i, four_bound_at(&four, task, i));
    }
}

/* The junctions of the vector at `at` that matter: one per group, within the limit. */
INLINE uint64_t within_limit(const struct gradient *gradient, vec sum, unsigned at)
{
    return ~vec_below(vec_all(gradient->limit), sum) & firsts(gradient->task.distances, at);
}

/*
 * The ways to split a set into two parts that both matter.  One spare entry is used as scratch
 * space.
 */
struct splits {
    const uint8_t *one[SUBSETS / 2], *other[SUBSETS / 2];
    unsigned count;
};

static inline void splits_find(struct splits *splits, const struct gradient *gradient, unsigned set)
{
    unsigned count = 0;
    for (unsigned part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set) {
        const uint8_t *one = gradient->cost[part], *other = gradient->cost[set ^ part];
        splits->one[count] = one;
        splits->other[count] = other;
        count += one != NULL && other != NULL;
    }
    splits->count = count;
}

/*
 * reached[v] = the minimum of the cost at u plus the distance from u to v, over all u that matter.
 * Returns false if none does.
 */
INLINE bool reach_from_useful(const struct gradient *gradient, const struct splits *splits,
                              const uint8_t *rest, vec reached[], unsigned width)
{
    alignas(64) uint8_t open[DISTANCE_STRIDE];
    uint64_t any = 0;
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        reached[i / VEC_BYTES] = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        vec cost = vec_all(255);
        for (unsigned k = 0; k < splits->count; k++)
            cost = vec_min(cost,
                           vec_add(vec_load(splits->one[k] + i), vec_load(splits->other[k] + i)));
        vec_store(open + i, cost);
        uint64_t left = within_limit(gradient, vec_add(cost, vec_load(rest + i)), i);
        for (any |= left; left; left &= left - 1) {
            const unsigned u = i + (unsigned)__builtin_ctzll(left);
            const uint8_t *from = row_from(&gradient->task, u);
            const vec here = vec_all(open[u]);
            for (unsigned k = 0; k < width; k += VEC_BYTES)
                reached[k / VEC_BYTES] =
                    vec_min(reached[k / VEC_BYTES], vec_add(vec_load(from + k), here));
        }
    }
    return any != 0;
}

/*
 * Fills the row of a set if it matters.  Sets are filled in order of size.  `filled` is true if the
 * complement was processed before.
 */
INLINE_UNLESS_ONE void fill_set(struct gradient *gradient, unsigned set, bool filled,
                                unsigned width)
{
    const unsigned others = gradient->all ^ set;
    const uint8_t *rest = gradient->cost[others];
    if (filled ? !rest
               : least_cost(&gradient->task, set) + least_cost(&gradient->task, others) >
                     gradient->limit)
        return;
    struct splits splits;
    splits_find(&splits, gradient, set);
    if (splits.count == 0)
        return;
    alignas(64) uint8_t bound[DISTANCE_STRIDE];
    if (!filled) {
        bound_rest(gradient, others, bound, width);
        rest = bound;
    }
    vec reached[DISTANCE_STRIDE / VEC_BYTES];
    if (!reach_from_useful(gradient, &splits, rest, reached, width))
        return;
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(gradient->row[set] + i, reached[i / VEC_BYTES]);
    gradient->cost[set] = gradient->row[set];
}

enum { LANES = VEC_BYTES / 2 };

/*
 * Up to LANES sets that matter, transposed so that the costs of a junction are adjacent: those of
 * the sets in the first half of its vector, those of their complements in the second.
 */
struct turned {
    alignas(64) uint8_t at[DISTANCE_STRIDE][VEC_BYTES];
    const uint8_t *row[VEC_BYTES];
};

/*
 * Transposes eight rows at as many junctions as a vector has bytes.  Three rounds of interleaving
 * two rows place the eight bytes of each junction side by side.
 */
static inline void turn_block(struct turned *turned, unsigned lane, unsigned at)
{
    vec row[8], next[8];
    for (unsigned i = 0; i < 8; i++)
        row[i] = vec_load(turned->row[lane + i] + at);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 4; i++) {
            next[2 * i] = vec_mix_low(row[i], row[i + 4]);
            next[2 * i + 1] = vec_mix_high(row[i], row[i + 4]);
        }
        memcpy(row, next, sizeof row);
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned byte = 0; byte < VEC_BYTES; byte += 8) {
            const unsigned junction = at + byte / 16 * 16 + 2 * i + byte / 8 % 2;
            memcpy(&turned->at[junction][lane], (const uint8_t *)&row[i] + byte, 8);
        }
    }
}

/*
 * The lines that can make a tree cheaper.  Such a line is part of a tree within the limit, because
 * it costs at most two.  So at both of its ends some set and its complement are within the limit.
 */
INLINE void find_useful_lines(const struct gradient *gradient, const struct splits *splits,
                              const struct board *board, struct line_set *lines, unsigned width)
{
    struct line_set one_end = {{0}}, both_ends = {{0}};
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        vec least = vec_all(255);
        for (unsigned k = 0; k < splits->count; k++)
            least = vec_min(least,
                            vec_add(vec_load(splits->one[k] + i), vec_load(splits->other[k] + i)));
        uint64_t useful =
            ~vec_below(vec_all(gradient->limit), least) & ~UINT64_C(0) >> (64 - VEC_BYTES);
        for (; useful; useful &= useful - 1) {
            const unsigned junction = i + (unsigned)__builtin_ctzll(useful);
            if (junction >= board->junctions)
                break;
            board_pair_lines_at(board, junction, &one_end, &both_ends);
        }
    }
    *lines = both_ends;
}

/* cost_after[i] = min(cost_after[i], the cheapest tree with line i for the transposed sets). */
static void lower_by_lines(const struct turned *turned, const struct board *board,
                           const struct line_set *lines, uint8_t cost_after[LINES_MAX])
{
    for (unsigned word = 0; word < LINE_WORDS; word++) {
        for (uint64_t left = lines->word[word]; left; left &= left - 1) {
            const unsigned i = word * 64 + (unsigned)__builtin_ctzll(left);
            const vec a = vec_load(turned->at[board->line[i].a]);
            const vec b = vec_load(turned->at[board->line[i].b]);
            const unsigned cost = vec_smallest(vec_add(a, vec_swap_halves(b)));
            cost_after[i] = (uint8_t)smaller(cost_after[i], cost);
        }
    }
}

/* Tries the splits of all terminals, LANES at a time. */
INLINE void try_lines(const struct gradient *gradient, const struct board *board,
                      uint8_t cost_after[LINES_MAX], unsigned width)
{
    alignas(64) uint8_t none[DISTANCE_STRIDE];
    struct turned turned;
    struct splits splits;
    struct line_set lines;
    splits_find(&splits, gradient, gradient->all);
    find_useful_lines(gradient, &splits, board, &lines, width);
    memset(none, 255, sizeof none);
    memset(turned.at, 255, width * sizeof turned.at[0]);
    for (unsigned done = 0; done < splits.count; done += LANES) {
        const unsigned count = smaller(splits.count - done, LANES);
        const unsigned lanes = (count + 7) / 8 * 8;
        for (unsigned lane = 0; lane < lanes; lane++) {
            turned.row[lane] = lane < count ? splits.one[done + lane] : none;
            turned.row[LANES + lane] = lane < count ? splits.other[done + lane] : none;
        }
        for (unsigned lane = 0; lane < lanes; lane += 8) {
            for (unsigned i = 0; i < width; i += VEC_BYTES) {
                turn_block(&turned, lane, i);
                turn_block(&turned, LANES + lane, i);
            }
        }
        lower_by_lines(&turned, board, &lines, cost_after);
    }
}

/* Computes what depends on the terminals alone.  Returns the cost of joining them. */
INLINE_UNLESS_ONE unsigned gradient_start(struct gradient *gradient,
                                          const struct distances *distances,
                                          struct lazy_distances *lazy, const uint8_t terminal[],
                                          unsigned count, unsigned width)
{
    task_start(&gradient->task, distances, lazy, terminal, count, width);
    const unsigned total = cost_of_task(&gradient->task, count, width);
    gradient->all = (1u << count) - 1;
    gradient->limit = smaller(total + 1, 255);
    memset(gradient->cost, 0, sizeof gradient->cost);
    for (unsigned i = 0; i < count; i++)
        gradient->cost[1u << i] = gradient->task.row[i];
    return total;
}

/* Returns true if a set comes after its complement in SUBSETS_BY_SIZE. */
static inline bool is_later_half(unsigned all, unsigned set)
{
    const unsigned others = all ^ set;
    const int size = __builtin_popcount(set), size_of_others = __builtin_popcount(others);
    return size_of_others < size || (size_of_others == size && others < set);
}

INLINE void gradient_for_width(const struct distances *distances, const struct board *board,
                               const uint8_t terminal[], unsigned count, unsigned *total,
                               uint8_t cost_after[LINES_MAX], unsigned width)
{
    struct gradient gradient;
    *total = gradient_start(&gradient, distances, NULL, terminal, count, width);
    memset(cost_after, (int)*total, board->lines);
    for (unsigned i = 0; i < 56; i++) {
        const unsigned set = SUBSETS_BY_SIZE[i];
        if (set < gradient.all)
            fill_set(&gradient, set, is_later_half(gradient.all, set), width);
    }
    try_lines(&gradient, board, cost_after, width);
}

static unsigned gradient_of_lines(const struct distances *distances, const struct board *board,
                                  const uint8_t terminal[], unsigned count,
                                  uint8_t cost_after[LINES_MAX])
{
    unsigned total;
    FOR_WIDTH(distances->width, gradient_for_width, distances, board, terminal, count, &total,
              cost_after);
    return total;
}

/*
 * If a junction v is joined to the last terminal m, some of the other terminals connect to v and
 * the rest to m: cost[S][v] + cost[rest][m], where both sets exclude m.  Sets with m are not
 * needed, and the costs at m are the same for all v.
 */
INLINE void branches_for_width(const struct distances *distances, struct lazy_distances *lazy,
                               const uint8_t terminal[], unsigned count, unsigned *total,
                               uint8_t *cost_with, unsigned width)
{
    struct gradient gradient;
    *total = gradient_start(&gradient, distances, lazy, terminal, count, width);
    const unsigned others = gradient.all >> 1, last = terminal[count - 1];
    for (unsigned i = 0; i < 56; i++) {
        const unsigned set = SUBSETS_BY_SIZE[i];
        if (set <= others)
            fill_set(&gradient, set, set == others, width);
    }
    vec best[DISTANCE_STRIDE / VEC_BYTES];
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        best[i / VEC_BYTES] = vec_all((uint8_t)*total);
    for (unsigned set = 1; set <= others; set++) {
        const uint8_t *at = gradient.cost[set], *rest = gradient.cost[others ^ set];
        if (at == NULL || (set != others && rest == NULL))
            continue;
        const vec here = vec_all(set == others ? 0 : rest[last]);
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            best[i / VEC_BYTES] = vec_min(best[i / VEC_BYTES], vec_add(vec_load(at + i), here));
    }
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(cost_with + i, best[i / VEC_BYTES]);
}

static unsigned branches_of_tree(const struct distances *distances, struct lazy_distances *lazy,
                                 const uint8_t terminal[], unsigned count, uint8_t *cost_with)
{
    unsigned total;
    FOR_WIDTH(distances->width, branches_for_width, distances, lazy, terminal, count, &total,
              cost_with);
    return total;
}
