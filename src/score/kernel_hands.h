/*
 * Part of score/kernel_body.h: the costs of all hands from one start.
 *
 * The trees are those of score/kernel_steiner.h, without bounds.  The cost of joining two cities,
 * or the start and two cities, with each junction is computed once for all hands that contain them.
 * The part that depends on four cities only is computed once for all choices of the fifth.
 */

/* Cards of each group handled at a time; bounds the workspace (330 KB of stack). */
enum { HANDS_CARDS = 8 };

struct hands {
    const struct distances *distances;
    const uint8_t *start;
    const uint8_t *city[GROUPS][HANDS_CARDS]; /* the row of each city */
    uint8_t cards[GROUPS];

    /* The cost of joining the named terminals with each junction. */
    alignas(64) uint8_t start_pair[GROUPS][HANDS_CARDS][DISTANCE_STRIDE];
    alignas(64) uint8_t pair[10][HANDS_CARDS][HANDS_CARDS][DISTANCE_STRIDE];
    alignas(64) uint8_t start_trio[10][HANDS_CARDS][HANDS_CARDS][DISTANCE_STRIDE];
};

/*
 * to[v] = the minimum over u of from[u] + the distance from u to v.  Most u can be skipped because
 * another junction on the way is as cheap.  The cheapest are processed first and rule out most of
 * the others.
 */
INLINE void close_row(const struct distances *distances, const uint8_t *from, uint8_t *to,
                      unsigned width)
{
    vec reached[DISTANCE_STRIDE / VEC_BYTES], least = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        reached[i / VEC_BYTES] = vec_all(255);
        least = vec_min(least, vec_load(from + i));
    }
    const unsigned smallest = vec_smallest(least);
    const unsigned limit[] = {smallest + 2, smallest + 4, 255};
    for (unsigned round = 0; round < 3; round++) {
        const vec limits = vec_all(smaller(limit[round], 255));
        for (unsigned i = 0; i < width; i += VEC_BYTES) {
            const vec below = vec_min(limits, reached[i / VEC_BYTES]);
            for (uint64_t left = vec_below(vec_load(from + i), below) & firsts(distances, i); left;
                 left &= left - 1) {
                const unsigned u = i + (unsigned)__builtin_ctzll(left);
                const uint8_t *row = distances->row[u];
                const vec cost = vec_all(from[u]);
                for (unsigned k = 0; k < width; k += VEC_BYTES)
                    reached[k / VEC_BYTES] =
                        vec_min(reached[k / VEC_BYTES], vec_add(vec_load(row + k), cost));
            }
        }
    }
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(to + i, reached[i / VEC_BYTES]);
}

/* to = the closed row of a + b: the cost of joining both with each junction. */
INLINE void close_pair(const struct distances *distances, const uint8_t *a, const uint8_t *b,
                       uint8_t *to, unsigned width)
{
    alignas(64) uint8_t sum[DISTANCE_STRIDE];
    for (unsigned i = 0; i < width; i += VEC_BYTES)
        vec_store(sum + i, vec_add(vec_load(a + i), vec_load(b + i)));
    close_row(distances, sum, to, width);
}

/* The cheapest way to join a pair and a third terminal, at each junction of a vector. */
INLINE vec open_trio(vec pair_ab, vec pair_ac, vec pair_bc, vec a, vec b, vec c)
{
    return vec_min(vec_min(vec_add(pair_ab, c), vec_add(pair_ac, b)), vec_add(pair_bc, a));
}

INLINE void prepare_hands(struct hands *hands, unsigned width)
{
    const struct distances *distances = hands->distances;
    for (unsigned h = 0; h < GROUPS; h++) {
        for (unsigned k = 0; k < hands->cards[h]; k++)
            close_pair(distances, hands->start, hands->city[h][k], hands->start_pair[h][k], width);
        for (unsigned g = 0; g < h; g++) {
            const unsigned number = pair_number(g, h);
            for (unsigned i = 0; i < hands->cards[g]; i++) {
                for (unsigned k = 0; k < hands->cards[h]; k++) {
                    uint8_t *pair = hands->pair[number][i][k];
                    const uint8_t *a = hands->city[g][i], *b = hands->city[h][k];
                    alignas(64) uint8_t open[DISTANCE_STRIDE];
                    close_pair(distances, a, b, pair, width);
                    for (unsigned v = 0; v < width; v += VEC_BYTES)
                        vec_store(open + v,
                                  open_trio(vec_load(pair + v),
                                            vec_load(hands->start_pair[g][i] + v),
                                            vec_load(hands->start_pair[h][k] + v), vec_load(a + v),
                                            vec_load(b + v), vec_load(hands->start + v)));
                    close_row(distances, open, hands->start_trio[number][i][k], width);
                }
            }
        }
    }
}

/* Four cities, one from each of the first four groups, and the rows that belong to them. */
struct four {
    const uint8_t *city[4];
    const uint8_t *start_pair[4];
    const uint8_t *pair[6], *start_trio[6]; /* by number; 5 - n is the pair of the others */
    /* the rows for the other cards of the last group follow every DISTANCE_STRIDE bytes */
    const uint8_t *last_pair[4];
    const uint8_t *last_start_trio[4];
};

INLINE void four_make(struct four *four, const struct hands *hands, const unsigned card[4])
{
    for (unsigned h = 0; h < 4; h++) {
        const unsigned last = pair_number(h, 4);
        four->city[h] = hands->city[h][card[h]];
        four->start_pair[h] = hands->start_pair[h][card[h]];
        four->last_pair[h] = hands->pair[last][card[h]][0];
        four->last_start_trio[h] = hands->start_trio[last][card[h]][0];
        for (unsigned g = 0; g < h; g++) {
            const unsigned number = pair_number(g, h);
            four->pair[number] = hands->pair[number][card[g]][card[h]];
            four->start_trio[number] = hands->start_trio[number][card[g]][card[h]];
        }
    }
}

/*
 * The cost of the remaining terminals at each junction of a vector, if the last city is joined
 * alone, in a pair with the start, in a pair with each other city, or in a trio with the start and
 * each other city.
 */
struct rest {
    vec alone, start_pair, pair[4], start_trio[4];
};

/* The three cities other than z. */
static const uint8_t OTHERS[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};

INLINE void rest_make(struct rest *rest, const struct four *four, unsigned at)
{
    vec pair[6], start_trio[6], city[4], start_pair[4];
    for (unsigned n = 0; n < 6; n++) {
        pair[n] = vec_load(four->pair[n] + at);
        start_trio[n] = vec_load(four->start_trio[n] + at);
    }
    for (unsigned z = 0; z < 4; z++) {
        city[z] = vec_load(four->city[z] + at);
        start_pair[z] = vec_load(four->start_pair[z] + at);
    }
    rest->alone = vec_add(pair[0], start_trio[5]);
    for (unsigned n = 1; n < 6; n++)
        rest->alone = vec_min(rest->alone, vec_add(pair[n], start_trio[5 - n]));
    rest->start_pair = vec_add(pair[0], pair[5]);
    for (unsigned n = 1; n < 3; n++)
        rest->start_pair = vec_min(rest->start_pair, vec_add(pair[n], pair[5 - n]));
    for (unsigned z = 0; z < 4; z++) {
        rest->pair[z] = rest->start_trio[z] = vec_all(255);
        for (unsigned k = 0; k < 3; k++) {
            const unsigned x = OTHERS[z][k];
            const unsigned yu = pair_number(OTHERS[z][(k + 1) % 3], OTHERS[z][(k + 2) % 3]);
            rest->pair[z] = vec_min(rest->pair[z], vec_add(start_pair[x], pair[yu]));
            rest->pair[z] = vec_min(rest->pair[z], vec_add(city[x], start_trio[yu]));
            rest->start_trio[z] = vec_min(rest->start_trio[z], vec_add(city[x], pair[yu]));
        }
    }
}

/* Computes the costs of four cities with each choice of the last city. */
INLINE void cost_of_last(const struct hands *hands, const struct four *four, uint8_t *cost,
                         unsigned width)
{
    vec best[HANDS_CARDS];
    for (unsigned e = 0; e < HANDS_CARDS; e++)
        best[e] = vec_all(255);
    for (unsigned i = 0; i < width; i += VEC_BYTES) {
        struct rest rest;
        rest_make(&rest, four, i);
        for (unsigned e = 0; e < hands->cards[4]; e++) {
            vec least = vec_add(rest.alone, vec_load(hands->city[4][e] + i));
            least = vec_min(least, vec_add(rest.start_pair, vec_load(hands->start_pair[4][e] + i)));
            for (unsigned z = 0; z < 4; z++) {
                const unsigned at = e * DISTANCE_STRIDE + i;
                const vec pair = vec_load(four->last_pair[z] + at);
                const vec start_trio = vec_load(four->last_start_trio[z] + at);
                least = vec_min(least, vec_add(rest.pair[z], pair));
                least = vec_min(least, vec_add(rest.start_trio[z], start_trio));
            }
            best[e] = vec_min(best[e], least);
        }
    }
    for (unsigned e = 0; e < hands->cards[4]; e++)
        cost[e] = (uint8_t)vec_smallest(best[e]);
}

INLINE void hands_for_width(struct hands *hands, const uint8_t first[GROUPS],
                            const uint8_t count[GROUPS], uint8_t *cost, unsigned width)
{
    prepare_hands(hands, width);
    unsigned card[4];
    for (card[0] = 0; card[0] < hands->cards[0]; card[0]++) {
        for (card[1] = 0; card[1] < hands->cards[1]; card[1]++) {
            for (card[2] = 0; card[2] < hands->cards[2]; card[2]++) {
                for (card[3] = 0; card[3] < hands->cards[3]; card[3]++) {
                    size_t index = first[0] + card[0];
                    for (unsigned g = 1; g < 4; g++)
                        index = index * count[g] + first[g] + card[g];
                    struct four four;
                    four_make(&four, hands, card);
                    cost_of_last(hands, &four, cost + index * count[4] + first[4], width);
                }
            }
        }
    }
}

static void cost_of_some_hands(struct hands *hands, const uint8_t first[GROUPS],
                               const uint8_t count[GROUPS], uint8_t *cost)
{
    FOR_WIDTH(hands->distances->width, hands_for_width, hands, first, count, cost);
}

static void cost_of_all_hands(const struct distances *distances, unsigned start,
                              const uint8_t junction[GROUPS][GROUP_CARDS_MAX],
                              const uint8_t count[GROUPS], uint8_t *cost)
{
    struct hands hands;
    hands.distances = distances;
    hands.start = distances->row[start];
    for (unsigned part = 0; part < 1u << GROUPS; part++) {
        uint8_t first[GROUPS];
        bool any = true;
        for (unsigned g = 0; g < GROUPS; g++) {
            first[g] = part >> g & 1 ? HANDS_CARDS : 0;
            any &= first[g] < count[g];
            hands.cards[g] = (uint8_t)smaller(count[g] - first[g], HANDS_CARDS);
        }
        if (!any)
            continue;
        for (unsigned g = 0; g < GROUPS; g++) {
            for (unsigned i = 0; i < hands.cards[g]; i++)
                hands.city[g][i] = distances->row[junction[g][first[g] + i]];
        }
        cost_of_some_hands(&hands, first, count, cost);
    }
}
