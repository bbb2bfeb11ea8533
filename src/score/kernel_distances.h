/* Part of score/kernel_body.h: computes and updates the matrix of distances. */

/* to[v] = min(to[v], from[v] + step) over a whole row. */
static inline void relax_row(uint8_t *to, const uint8_t *from, unsigned step, unsigned width)
{
    const vec steps = vec_all(step);
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(to + i, vec_min(vec_load(to + i), vec_add(vec_load(from + i), steps)));
}

/* The Floyd-Warshall algorithm, a row at a time. */
static void close_distances(struct distances *distances)
{
    const unsigned junctions = distances->junctions, width = distances->width;
    for (unsigned via = 0; via < junctions; via++) {
        const uint8_t *from = distances->row[via];
        for (unsigned u = 0; u < junctions; u++) {
            if (from[u] < 255)
                relax_row(distances->row[u], from, from[u], width);
        }
    }
}

/*
 * One direction of lower_for_width().  Updates the rows of the junctions in `near`, from which the
 * path over the line is now shorter, but only the vectors with junctions in `far`, to which it
 * leads.  `from_far` is the previous row of the far end; `step` is the cost from each junction over
 * the line to that end.
 */
INLINE void lower_side(struct distances *distances, const uint8_t *from_far, const uint8_t *step,
                       const uint64_t near[], const uint64_t far[], unsigned width)
{
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        for (uint64_t left = near[i / VEC_BYTES]; left; left &= left - 1) {
            const unsigned u = i + (unsigned)__builtin_ctzll(left);
            const vec steps = vec_all(step[u]);
            uint8_t *row = distances->row[u];
            for (unsigned k = 0; k < width; k += VEC_BYTES) {
                const vec way = vec_add(vec_load(from_far + k), steps);
                if (far[k / VEC_BYTES])
                    vec_store(row + k, vec_min(vec_load(row + k), way));
            }
        }
    }
}

/*
 * A path that becomes shorter uses the line exactly once: from a junction nearer to a, over the
 * line, to one nearer to b, or the reverse.  No other distance changes.
 */
INLINE void lower_for_width(struct distances *distances, unsigned a, unsigned b, unsigned cost,
                            unsigned width)
{
    alignas(64) uint8_t from_a[DISTANCE_STRIDE], from_b[DISTANCE_STRIDE];
    alignas(64) uint8_t over_a[DISTANCE_STRIDE], over_b[DISTANCE_STRIDE];
    uint64_t near_a[DISTANCE_STRIDE / VEC_BYTES], near_b[DISTANCE_STRIDE / VEC_BYTES];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        const vec row_a = vec_load(distances->row[a] + i), row_b = vec_load(distances->row[b] + i);
        const vec step_a = vec_add(row_a, vec_all(cost)), step_b = vec_add(row_b, vec_all(cost));
        vec_store(from_a + i, row_a);
        vec_store(from_b + i, row_b);
        vec_store(over_a + i, step_a);
        vec_store(over_b + i, step_b);
        near_a[i / VEC_BYTES] = vec_below(step_a, row_b);
        near_b[i / VEC_BYTES] = vec_below(step_b, row_a);
    }
    lower_side(distances, from_b, over_a, near_a, near_b, width);
    lower_side(distances, from_a, over_b, near_b, near_a, width);
}

static void lower_distances(struct distances *distances, unsigned a, unsigned b, unsigned cost)
{
    FOR_WIDTH(distances->width, lower_for_width, distances, a, b, cost);
}

/* Adds the junctions whose bits are set in the vector that starts at junction `at`. */
INLINE void add_lanes(struct junction_set *set, uint64_t lanes, unsigned at)
{
    set->word[at / 64] |= lanes << at % 64;
}

/* Merges the junctions of the group: only its first one remains in `first`. */
static inline void keep_first_of(struct junction_set *first, const struct junction_set *group)
{
    const unsigned kept = junction_set_next(group, 0);
    for (unsigned word = 0; word < JUNCTION_WORDS; word++)
        first->word[word] &= ~group->word[word];
    if (kept != JUNCTION_NONE)
        junction_set_add(first, kept);
}
