/* Random turns: for tests, for measuring speed, and as the weakest opponent there is. */
#include "bots/random.h"

#include "core/check.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The lowest `rank` bits that are set taken away, the number of the next one. */
ALWAYS_INLINE unsigned select_bit(uint64_t word, unsigned rank)
{
    while (rank-- > 0)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
}

/*
 * Counting and choosing bits is most of a random player's work.  The oldest x86-64 has no
 * instructions for it, so the same lines are compiled twice there and the machine is asked.
 */
#if defined(__x86_64__)
#define WITH_BIT_INSTRUCTIONS __attribute__((target("popcnt,bmi,bmi2")))
WITH_BIT_INSTRUCTIONS ALWAYS_INLINE unsigned select_bit_fast(uint64_t word, unsigned rank)
{
    return (unsigned)__builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << rank, word));
}
static bool has_bit_instructions(void)
{
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2");
}
#else
#define WITH_BIT_INSTRUCTIONS
#define select_bit_fast select_bit
static bool has_bit_instructions(void)
{
    return true;
}
#endif

enum { BLOCK_WORDS = 4, BLOCKS_MAX = LINE_WORDS / BLOCK_WORDS };

/* A word of the sets' intersection, and how many bits a block of such words has. */
ALWAYS_INLINE uint64_t common(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                              unsigned i)
{
    return one[i] & two[i] & three[i];
}

ALWAYS_INLINE unsigned count_block(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                   unsigned block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        count += (unsigned)__builtin_popcountll(common(one, two, three, block * BLOCK_WORDS + i));
    return count;
}

/*
 * One of the bits that are set in all three, each equally likely; `blocks` * 256 when there is
 * none.  Where it is is added up rather than branched on: nobody can predict a random branch.
 */
ALWAYS_INLINE unsigned pick_bit(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                unsigned blocks, struct rng *rng,
                                unsigned (*select)(uint64_t word, unsigned rank))
{
    unsigned until[BLOCKS_MAX], total = 0;
    for (unsigned block = 0; block < blocks; block++)
        until[block] = total += count_block(one, two, three, block);
    if (total == 0)
        return blocks * BLOCK_WORDS * 64;
    unsigned rank = rng_below(rng, total);
    unsigned block = 0, before = 0;
    for (unsigned i = 0; i + 1 < blocks; i++) {
        block += until[i] <= rank;
        before = until[i] <= rank ? until[i] : before;
    }
    rank -= before;
    unsigned at = block * BLOCK_WORDS, sum = 0;
    before = 0;
    for (unsigned i = 0; i + 1 < BLOCK_WORDS; i++) {
        sum += (unsigned)__builtin_popcountll(common(one, two, three, block * BLOCK_WORDS + i));
        at += sum <= rank;
        before = sum <= rank ? sum : before;
    }
    return at * 64 + select(common(one, two, three, at), rank - before);
}

WITH_BIT_INSTRUCTIONS static unsigned pick_fast(const uint64_t *one, const uint64_t *two,
                                                const uint64_t *three, unsigned blocks,
                                                struct rng *rng)
{
    /* Lines or junctions: a constant to the compiler either way. */
    return blocks == BLOCKS_MAX ? pick_bit(one, two, three, BLOCKS_MAX, rng, select_bit_fast)
                                : pick_bit(one, two, three, 1, rng, select_bit_fast);
}

static unsigned pick_anywhere(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                              unsigned blocks, struct rng *rng)
{
    return pick_bit(one, two, three, blocks, rng, select_bit);
}

static unsigned random_bit(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                           unsigned blocks, struct rng *rng)
{
    return has_bit_instructions() ? pick_fast(one, two, three, blocks, rng)
                                  : pick_anywhere(one, two, three, blocks, rng);
}

unsigned random_line(const struct line_set *lines, struct rng *rng)
{
    const uint64_t *words = lines->word;
    const unsigned line = random_bit(words, words, words, BLOCKS_MAX, rng);
    CHECK(line < LINE_WORDS * 64);
    return line;
}

unsigned random_junction(const struct junction_set *junctions, struct rng *rng)
{
    const uint64_t *words = junctions->word;
    const unsigned junction = random_bit(words, words, words, JUNCTION_WORDS / BLOCK_WORDS, rng);
    CHECK(junction < JUNCTION_WORDS * 64);
    return junction;
}

/* The usual case: only black track can be laid, so no set needs to be put together. */
static bool random_black_track(const struct table *table, const struct board *board,
                               const struct hand *hand, const struct turn *turn, struct rng *rng,
                               struct track *track)
{
    struct legal_lines legal;
    turn_legal_lines(table, board, hand, turn, &legal);
    const unsigned line =
        random_bit(legal.touched->word, legal.open->word, legal.kinds->word, BLOCKS_MAX, rng);
    *track = (struct track){.line = (uint16_t)line, .own = 0, .zero = 0};
    return line < LINE_WORDS * 64;
}

/* One of the legal tracks, each equally likely; false when there is none. */
static bool random_track(const struct table *table, const struct board *board,
                         const struct hand *hand, const struct turn *turn, struct rng *rng,
                         struct track *track)
{
    if (table->supply > 0 && table->coloured[table->to_move] == 0)
        return random_black_track(table, board, hand, turn, rng, track);
    struct line_set black, coloured;
    turn_lines(table, board, hand, turn, &black, &coloured);
    const unsigned blacks = line_set_count(&black);
    const unsigned total = blacks + line_set_count(&coloured);
    if (total == 0)
        return false;
    const bool own = rng_below(rng, total) >= blacks;
    *track = (struct track){
        .line = (uint16_t)random_line(own ? &coloured : &black, rng), .own = own, .zero = 0};
    return true;
}

/* Lays one more random track on the draft, if one is legal. */
static bool add_random_track(struct draft *draft, const struct board *board, struct rng *rng)
{
    struct track track;
    if (!random_track(&draft->table, board, &draft->hand, &draft->turn, rng, &track))
        return false;
    const enum refusal refusal = draft_lay(draft, board, track.line, track.own);
    CHECK(refusal == ACCEPTED);
    return true;
}

void random_bot_turn(const struct board *board, const struct view *view, struct rng *rng,
                     struct turn *turn)
{
    enum { SECOND_TRACK_OF_4 = 3, MARKER_MOVE_OF_4 = 1 }; /* how often, out of four */
    struct draft draft;
    struct choices choices;
    draft_begin(&draft, &view->table, &view->hand);
    turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
    if (junction_set_count(&choices.places) > 0) {
        draft_place(&draft, board, random_junction(&choices.places, rng));
    } else if (!add_random_track(&draft, board, rng)) {
        draft_pass(&draft, board);
    } else {
        if (rng_below(rng, 4) < SECOND_TRACK_OF_4)
            add_random_track(&draft, board, rng);
        turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
        if (junction_set_count(&choices.places) > 0 && rng_below(rng, 4) < MARKER_MOVE_OF_4)
            draft_move(&draft, board, random_junction(&choices.places, rng));
    }
    *turn = draft.turn;
}

/* One random turn on the position's own table; whether it was a pass. */
static bool play_random_turn(struct position *position, const struct board *board, struct rng *rng)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    struct turn turn = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    if (table->marker[seat] == JUNCTION_NONE) {
        unsigned junction;
        do
            junction = rng_below(rng, board->junctions);
        while (table_has_marker(table, junction, SEAT_NONE)); /* T2 */
        table_place_marker(table, board, seat, junction);
        return false;
    }
    while (turn.tracks < TURN_TRACKS_MAX) {
        struct track *track = &turn.track[turn.tracks];
        if (!random_track(table, board, &position->hand[seat], &turn, rng, track))
            break;
        table_lay(table, board, seat, track->line, track->own);
        turn.tracks++;
    }
    return turn.tracks == 0;
}

unsigned random_rest_of_round(struct position *position, const struct board *board, struct rng *rng)
{
    struct table *table = &position->table;
    CHECK(table->phase == PHASE_PLAYING);
    for (;;) {
        const bool passed = play_random_turn(position, board, rng);
        table->passes = (uint8_t)(passed ? table->passes + 1 : 0);
        if (position_ends(position, table))
            return position_connected(position, table);
        table->to_move = (uint8_t)((table->to_move + 1U) % table->seats);
    }
}
