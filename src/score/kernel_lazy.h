/* Part of score/kernel_body.h: distances of which only the requested rows are kept up to date. */

/*
 * Computes the junctions at distance 0 from another one: every junction that is not the first of
 * its group leads to its group.
 */
INLINE void joined_for_width(const struct distances *distances, struct junction_set *joined,
                             unsigned width)
{
    const struct junction_set all = junction_set_first(distances->junctions);
    *joined = (struct junction_set){{0}};
    for (unsigned word = 0; word < JUNCTION_WORDS; word++) {
        uint64_t left;
        while ((left = all.word[word] & ~distances->first.word[word] & ~joined->word[word]) != 0) {
            const uint8_t *row = distances->row[word * 64 + (unsigned)__builtin_ctzll(left)];
            for (unsigned i = 0; i < width; i += VEC_BYTES)
                add_lanes(joined, vec_below(vec_load(row + i), vec_all(1)), i);
        }
    }
}

static struct junction_set joined_junctions(const struct distances *distances)
{
    struct junction_set joined;
    FOR_WIDTH(distances->width, joined_for_width, distances, &joined);
    return joined;
}

/*
 * Applies all stored changes, including those that the row already has: applying a change twice is
 * harmless, and checking costs more.
 */
INLINE void bring_up_to_date_for_width(struct lazy_distances *lazy, unsigned junction,
                                       unsigned width)
{
    uint8_t *to = lazy->now.row[junction];
    const uint8_t *was = lazy->known[junction] == 0 ? lazy->from->row[junction] : to;
    vec row[DISTANCE_STRIDE / VEC_BYTES];
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        row[i / VEC_BYTES] = vec_load(was + i);
    for (unsigned k = 0; k < lazy->joins; k++) {
        const vec steps = vec_all(lazy->join[k][junction]);
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            row[i / VEC_BYTES] =
                vec_min(row[i / VEC_BYTES], vec_add(vec_load(lazy->join[k] + i), steps));
    }
    for (unsigned k = 0; k < 2 * lazy->lowered; k++) {
        const vec steps = vec_all(lazy->lower[k / 2][k % 2][junction]);
        const uint8_t *on = lazy->lower[k / 2][1 - k % 2];
        for (unsigned i = 0; i < width; i += VEC_BYTES)
            row[i / VEC_BYTES] = vec_min(row[i / VEC_BYTES], vec_add(vec_load(on + i), steps));
    }
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(to + i, row[i / VEC_BYTES]);
    lazy->known[junction] = (uint16_t)lazy->clock;
}

/* Not inlined: rows are requested in many places, and small code stays in the instruction cache. */
static __attribute__((noinline)) void bring_up_to_date(struct lazy_distances *lazy,
                                                       unsigned junction)
{
    FOR_WIDTH(lazy->now.width, bring_up_to_date_for_width, lazy, junction);
}

static inline void refresh_row(struct lazy_distances *lazy, unsigned junction)
{
    if (lazy->known[junction] != lazy->clock)
        bring_up_to_date(lazy, junction);
}

/* Returns the row of a junction, refreshed first if the distances are lazy. */
static inline const uint8_t *row_of(const struct distances *distances, struct lazy_distances *lazy,
                                    unsigned junction)
{
    if (lazy)
        refresh_row(lazy, junction);
    return distances->row[junction];
}

static void refresh_rows(struct lazy_distances *lazy, const uint8_t junction[], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        refresh_row(lazy, junction[i]);
}

/*
 * Drops stored groups that are part of the new one: a path through such a group is at least as long
 * as one through the new group.
 */
static inline void forget_parts(struct lazy_distances *lazy, const struct junction_set *group)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < lazy->joins; k++) {
        if (junction_set_has(group, lazy->member[k]))
            continue;
        if (kept != k) {
            lazy->member[kept] = lazy->member[k];
            memcpy(lazy->join[kept], lazy->join[k], DISTANCE_STRIDE);
        }
        kept++;
    }
    lazy->joins = kept;
}

/*
 * Returns the row of a junction for reading: the initial row, without a copy, while nothing has
 * changed.
 */
static inline const uint8_t *row_to_join(struct lazy_distances *lazy, unsigned junction)
{
    if (lazy->joins == 0 && lazy->lowered == 0 && lazy->known[junction] == 0)
        return lazy->from->row[junction];
    refresh_row(lazy, junction);
    return lazy->now.row[junction];
}

INLINE void join_lazily_for_width(struct lazy_distances *lazy, const uint8_t junction[],
                                  unsigned count, unsigned width)
{
    alignas(64) uint8_t step[DISTANCE_STRIDE];
    memcpy(step, row_to_join(lazy, junction[0]), width);
    bool changed = false;
    for (unsigned k = 1; k < count; k++) {
        if (step[junction[k]] == 0)
            continue;
        relax_row(step, row_to_join(lazy, junction[k]), 0, width);
        changed = true;
    }
    if (!changed)
        return;
    struct junction_set group = {{0}};
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        add_lanes(&group, vec_below(vec_load(step + i), vec_all(1)), i);
    keep_first_of(&lazy->now.first, &group);
    junction_set_unite(&lazy->joined, &group);
    forget_parts(lazy, &group);
    memcpy(lazy->join[lazy->joins], step, width);
    lazy->member[lazy->joins++] = junction[0];
    lazy->clock++;
}

static void join_lazily(struct lazy_distances *lazy, const uint8_t junction[], unsigned count)
{
    FOR_WIDTH(lazy->now.width, join_lazily_for_width, lazy, junction, count);
}

INLINE void lower_lazily_for_width(struct lazy_distances *lazy, unsigned a, unsigned b,
                                   unsigned cost, unsigned width)
{
    uint8_t(*end)[DISTANCE_STRIDE] = lazy->lower[lazy->lowered++];
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        vec_store(end[0] + i, vec_load(lazy->now.row[a] + i));
        vec_store(end[1] + i, vec_add(vec_load(lazy->now.row[b] + i), vec_all(cost)));
    }
    lazy->clock++;
}

static void lower_lazily(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost)
{
    FOR_WIDTH(lazy->now.width, lower_lazily_for_width, lazy, a, b, cost);
}
