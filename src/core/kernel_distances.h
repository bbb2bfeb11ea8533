/* Part of core/kernel_body.h: making the matrix of distances and keeping it. */

/* to[v] = min(to[v], from[v] + step) over a whole row. */
static inline void relax_row(uint8_t *to, const uint8_t *from, unsigned step, unsigned width)
{
    const vec steps = vec_all(step);
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(to + i, vec_min(vec_load(to + i), vec_add(vec_load(from + i), steps)));
}

/* Floyd and Warshall, a row at a time. */
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

/* The rows of the junctions for which the way over `near` and the line to `far` is shorter. */
static inline void lower_side(struct distances *distances, const uint8_t *near, const uint8_t *far,
                              unsigned cost)
{
    const unsigned width = distances->width;
    const vec costs = vec_all(cost);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        uint64_t shorter = vec_below(vec_add(vec_load(near + i), costs), vec_load(far + i));
        for (; shorter; shorter &= shorter - 1) {
            const unsigned u = i + (unsigned)__builtin_ctzll(shorter);
            relax_row(distances->row[u], far, near[u] + cost, width);
        }
    }
}

/*
 * A way that got shorter passes the line once: from the junctions nearer to a, over the line, to
 * those nearer to b, or the other way round.  Everybody else's row stays as it is.
 */
static void lower_distances(struct distances *distances, unsigned a, unsigned b, unsigned cost)
{
    const unsigned width = distances->width;
    alignas(64) uint8_t from_a[DISTANCE_STRIDE], from_b[DISTANCE_STRIDE];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        vec_store(from_a + i, vec_load(distances->row[a] + i));
        vec_store(from_b + i, vec_load(distances->row[b] + i));
    }
    lower_side(distances, from_a, from_b, cost);
    lower_side(distances, from_b, from_a, cost);
}
