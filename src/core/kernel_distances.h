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

/*
 * The rows of the junctions from which the way over `near` and the line to `far` is shorter than
 * before, in the vectors of junctions that it leads to.  `from_far` is the row of `far` as it was,
 * `step` what it costs to get from each junction over the line to `far`.
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
 * A way that got shorter passes the line once: from the junctions nearer to a, over the line, to
 * those nearer to b, or the other way round.  Everything else stays as it is.
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

/* Adds the junctions of the vector at `at` whose bits are set. */
INLINE void add_lanes(struct junction_set *set, uint64_t lanes, unsigned at)
{
    set->word[at / 64] |= lanes << at % 64;
}

/* For each junction v, the smallest and the largest distance from some junctions to v. */
struct span {
    vec nearest[DISTANCE_STRIDE / VEC_BYTES], farthest[DISTANCE_STRIDE / VEC_BYTES];
};

INLINE void span_widen(struct span *span, const struct distances *distances,
                       const struct junction_set *junctions, unsigned width)
{
    for (unsigned word = 0; word < JUNCTION_WORDS; word++) {
        for (uint64_t left = junctions->word[word]; left; left &= left - 1) {
            const uint8_t *row = distances->row[word * 64 + (unsigned)__builtin_ctzll(left)];
            for (unsigned i = 0; i < width; i += VEC_BYTES) {
                const vec from = vec_load(row + i);
                span->nearest[i / VEC_BYTES] = vec_min(span->nearest[i / VEC_BYTES], from);
                span->farthest[i / VEC_BYTES] = vec_max(span->farthest[i / VEC_BYTES], from);
            }
        }
    }
}

/* The junctions at distance 0 from those of the span. */
INLINE struct junction_set span_zero(const struct span *span, unsigned width)
{
    struct junction_set zero = {{0}};
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        add_lanes(&zero, vec_below(span->nearest[i / VEC_BYTES], vec_all(1)), i);
    return zero;
}

/*
 * Of junctions that are at distance 0 from one another already one is enough, and mostly that is
 * the first of them.  Answers the group that the junctions are to become.
 */
INLINE struct junction_set span_make(struct span *span, const struct distances *distances,
                                     const struct junction_set *junctions, unsigned width)
{
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        span->nearest[i / VEC_BYTES] = vec_all(255);
        span->farthest[i / VEC_BYTES] = vec_all(0);
    }
    struct junction_set some = *junctions;
    for (unsigned word = 0; word < JUNCTION_WORDS; word++)
        some.word[word] &= distances->first.word[word];
    span_widen(span, distances, &some, width);
    const struct junction_set seen = span_zero(span, width);
    if (junction_set_covers(&seen, junctions))
        return seen;
    for (unsigned word = 0; word < JUNCTION_WORDS; word++)
        some.word[word] = junctions->word[word] & ~seen.word[word];
    span_widen(span, distances, &some, width);
    return span_zero(span, width);
}

/* From now on the junctions of the group are one. */
static inline void keep_first_of(struct junction_set *first, const struct junction_set *group)
{
    const unsigned kept = junction_set_next(group, 0);
    for (unsigned word = 0; word < JUNCTION_WORDS; word++)
        first->word[word] &= ~group->word[word];
    if (kept != JUNCTION_NONE)
        junction_set_add(first, kept);
}

/*
 * A way that got shorter leads to the nearest of the joined junctions and on from any other.  From
 * a junction to which all of them are equally near no way gets shorter.
 */
INLINE void join_for_width(struct distances *distances, const struct junction_set *junctions,
                           unsigned width)
{
    struct span span;
    alignas(64) uint8_t step[DISTANCE_STRIDE];
    const struct junction_set group = span_make(&span, distances, junctions, width);
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(step + i, span.nearest[i / VEC_BYTES]);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        uint64_t left = vec_below(span.nearest[i / VEC_BYTES], span.farthest[i / VEC_BYTES]);
        for (; left; left &= left - 1) {
            const unsigned u = i + (unsigned)__builtin_ctzll(left);
            const vec steps = vec_all(step[u]);
            uint8_t *row = distances->row[u];
            for (unsigned k = 0; k < width; k += VEC_BYTES) {
                const vec way = vec_add(span.nearest[k / VEC_BYTES], steps);
                vec_store(row + k, vec_min(vec_load(row + k), way));
            }
        }
    }
    keep_first_of(&distances->first, &group);
}

static void join_distances(struct distances *distances, const struct junction_set *junctions)
{
    FOR_WIDTH(distances->width, join_for_width, distances, junctions);
}

/*
 * Pieces of track that are joined one after the other: for each junction the distance to each of
 * them, over those before it.  Pieces of one junction, or none, are left out.
 */
struct pieces {
    alignas(64) uint8_t step[PIECES_MAX][DISTANCE_STRIDE];
    unsigned count;
};

INLINE void pieces_add(struct pieces *pieces, struct distances *to, const struct distances *from,
                       const struct junction_set *junctions, unsigned width)
{
    struct span span;
    span_make(&span, from, junctions, width);
    for (unsigned k = 0; k < pieces->count; k++) {
        const uint8_t *step = pieces->step[k];
        vec apart = vec_all(255);
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            apart = vec_min(apart, vec_add(vec_load(step + i), span.nearest[i / VEC_BYTES]));
        const vec over = vec_all(vec_smallest(apart));
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            span.nearest[i / VEC_BYTES] =
                vec_min(span.nearest[i / VEC_BYTES], vec_add(vec_load(step + i), over));
    }
    const struct junction_set group = span_zero(&span, width);
    keep_first_of(&to->first, &group);
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(pieces->step[pieces->count] + i, span.nearest[i / VEC_BYTES]);
    pieces->count++;
}

/* One pass over the matrix for all pieces. */
INLINE void copy_joined_for_width(struct distances *to, const struct distances *from,
                                  const struct junction_set piece[], unsigned count, unsigned width)
{
    struct pieces pieces;
    pieces.count = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned one = junction_set_next(&piece[i], 0);
        if (one != JUNCTION_NONE && junction_set_next(&piece[i], one + 1) != JUNCTION_NONE)
            pieces_add(&pieces, to, from, &piece[i], width);
    }
    for (unsigned u = 0; u < from->junctions; u++) {
        vec row[DISTANCE_STRIDE / VEC_BYTES];
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            row[i / VEC_BYTES] = vec_load(from->row[u] + i);
        for (unsigned k = 0; k < pieces.count; k++) {
            const uint8_t *step = pieces.step[k];
            const vec steps = vec_all(step[u]);
            for (unsigned i = 0; i < width; i += VEC_BYTES)
                row[i / VEC_BYTES] =
                    vec_min(row[i / VEC_BYTES], vec_add(vec_load(step + i), steps));
        }
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            vec_store(to->row[u] + i, row[i / VEC_BYTES]);
    }
}

static void copy_joined_distances(struct distances *to, const struct distances *from,
                                  const struct junction_set piece[], unsigned count)
{
    FOR_WIDTH(from->width, copy_joined_for_width, to, from, piece, count);
}
