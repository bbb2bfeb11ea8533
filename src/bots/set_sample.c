/* Uniform sampling of bits, with and without special instructions. */
#include "bots/set_sample.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The index of the set bit number `rank`, counted from 0 from the low end. */
ALWAYS_INLINE unsigned select_bit(uint64_t word, unsigned rank)
{
    while (rank-- > 0)
        word &= word - 1;
    return (unsigned)__builtin_ctzll(word);
}

/*
 * Counting and selecting bits dominates the speed of random play.  Baseline x86-64 has no
 * instructions for it, so the code is compiled for both and the CPU is asked at run time.
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

/* One word of the intersection of three sets. */
ALWAYS_INLINE uint64_t common_word(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                   unsigned i)
{
    return one[i] & two[i] & three[i];
}

ALWAYS_INLINE unsigned count_block(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                   unsigned block)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        count +=
            (unsigned)__builtin_popcountll(common_word(one, two, three, block * BLOCK_WORDS + i));
    return count;
}

/*
 * Samples a bit that is set in all three sets, each equally likely.  Returns `blocks` * 256 if
 * there is none.  If `none` is 1, that value is one more outcome, as likely as each bit.  Positions
 * are computed without branches, since the CPU cannot predict a random branch.
 */
ALWAYS_INLINE unsigned sample_bit(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                  unsigned blocks, unsigned none, struct rng *rng,
                                  unsigned (*select)(uint64_t word, unsigned rank))
{
    unsigned until[BLOCKS_MAX], total = 0;
    for (unsigned block = 0; block < blocks; block++)
        until[block] = total += count_block(one, two, three, block);
    if (total == 0)
        return blocks * BLOCK_WORDS * 64;
    unsigned rank = rng_below(rng, total + none);
    if (rank == total)
        return blocks * BLOCK_WORDS * 64;
    unsigned block = 0, before = 0;
    for (unsigned i = 0; i + 1 < blocks; i++) {
        block += until[i] <= rank;
        before = until[i] <= rank ? until[i] : before;
    }
    rank -= before;
    unsigned at = block * BLOCK_WORDS, sum = 0;
    before = 0;
    for (unsigned i = 0; i + 1 < BLOCK_WORDS; i++) {
        sum +=
            (unsigned)__builtin_popcountll(common_word(one, two, three, block * BLOCK_WORDS + i));
        at += sum <= rank;
        before = sum <= rank ? sum : before;
    }
    return at * 64 + select(common_word(one, two, three, at), rank - before);
}

WITH_BIT_INSTRUCTIONS static unsigned sample_bit_fast(const uint64_t *one, const uint64_t *two,
                                                      const uint64_t *three, unsigned blocks,
                                                      unsigned none, struct rng *rng)
{
    /* Constant arguments let the compiler unroll the loops. */
    switch (blocks) {
    case 1:
        return sample_bit(one, two, three, 1, none, rng, select_bit_fast);
    case 2:
        return sample_bit(one, two, three, 2, none, rng, select_bit_fast);
    default:
        return sample_bit(one, two, three, BLOCKS_MAX, none, rng, select_bit_fast);
    }
}

static unsigned sample_bit_portable(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                                    unsigned blocks, unsigned none, struct rng *rng)
{
    return sample_bit(one, two, three, blocks, none, rng, select_bit);
}

static unsigned sample_any_bit(const uint64_t *one, const uint64_t *two, const uint64_t *three,
                               unsigned blocks, unsigned none, struct rng *rng)
{
    return has_bit_instructions() ? sample_bit_fast(one, two, three, blocks, none, rng)
                                  : sample_bit_portable(one, two, three, blocks, none, rng);
}

ALWAYS_INLINE unsigned sample_common_line(const struct line_set *one, const struct line_set *two,
                                          const struct line_set *three, unsigned lines,
                                          unsigned none, struct rng *rng)
{
    const unsigned blocks = (lines + BLOCK_WORDS * 64 - 1) / (BLOCK_WORDS * 64);
    const unsigned line = sample_any_bit(one->word, two->word, three->word, blocks, none, rng);
    return line < blocks * BLOCK_WORDS * 64 ? line : (unsigned)LINE_NONE;
}

unsigned set_sample_common_line(const struct line_set *one, const struct line_set *two,
                                const struct line_set *three, unsigned lines, struct rng *rng)
{
    return sample_common_line(one, two, three, lines, 0, rng);
}

unsigned set_sample_common_line_or_none(const struct line_set *one, const struct line_set *two,
                                        const struct line_set *three, unsigned lines,
                                        struct rng *rng)
{
    return sample_common_line(one, two, three, lines, 1, rng);
}

unsigned set_sample_line(const struct line_set *lines, struct rng *rng)
{
    return set_sample_common_line(lines, lines, lines, LINES_MAX, rng);
}

unsigned set_sample_junction(const struct junction_set *junctions, struct rng *rng)
{
    const uint64_t *words = junctions->word;
    const unsigned junction =
        sample_any_bit(words, words, words, JUNCTION_WORDS / BLOCK_WORDS, 0, rng);
    return junction < JUNCTION_WORDS * 64 ? junction : (unsigned)JUNCTION_NONE;
}

ALWAYS_INLINE unsigned count_lines(const struct line_set *lines)
{
    unsigned count = 0;
    for (unsigned block = 0; block < BLOCKS_MAX; block++)
        count += count_block(lines->word, lines->word, lines->word, block);
    return count;
}

WITH_BIT_INSTRUCTIONS static unsigned count_lines_fast(const struct line_set *lines)
{
    return count_lines(lines);
}

unsigned set_sample_count(const struct line_set *lines)
{
    return has_bit_instructions() ? count_lines_fast(lines) : count_lines(lines);
}
