/*
 * Sets of junctions (256 bits) and sets of lines (768 bits), as plain values.
 *
 * All reachability and legality is computed on these sets, never on lists.
 *
 *                      word[0]         word[1]         word[2]         word[3]
 *     junction_set    |0 ......... 63|64 ....... 127|128 ...... 191|192 ...... 255|
 *                           ^ junction 17 is bit 17 & 63 of word[17 >> 6]
 *
 *     line_set         the same with 12 words, for lines 0 to 764
 */
#ifndef RAILHEAD_BOARD_SETS_H
#define RAILHEAD_BOARD_SETS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    JUNCTIONS_MAX = 255, /* so that an index fits into a byte and 255 can mean none */
    LINES_MAX = 765,     /* a triangular lattice has at most three lines per junction */
    JUNCTION_WORDS = 4,
    LINE_WORDS = 12,
    JUNCTION_NONE = 255,
    LINE_NONE = 0xffff,
};

struct junction_set {
    uint64_t word[JUNCTION_WORDS];
};

struct line_set {
    uint64_t word[LINE_WORDS];
};

static inline bool junction_set_has(const struct junction_set *set, unsigned junction)
{
    return set->word[junction >> 6] >> (junction & 63) & 1;
}

static inline void junction_set_add(struct junction_set *set, unsigned junction)
{
    set->word[junction >> 6] |= UINT64_C(1) << (junction & 63);
}

static inline void junction_set_remove(struct junction_set *set, unsigned junction)
{
    set->word[junction >> 6] &= ~(UINT64_C(1) << (junction & 63));
}

/* Returns the set of junctions 0 to count - 1. */
static inline struct junction_set junction_set_first(unsigned count)
{
    struct junction_set set = {{0}};
    for (unsigned i = 0; i < count >> 6; i++)
        set.word[i] = ~UINT64_C(0);
    if (count & 63)
        set.word[count >> 6] = (UINT64_C(1) << (count & 63)) - 1;
    return set;
}

static inline void junction_set_unite(struct junction_set *set, const struct junction_set *more)
{
    for (int i = 0; i < JUNCTION_WORDS; i++)
        set->word[i] |= more->word[i];
}

/* Returns true if `whole` contains every junction of `part`. */
static inline bool junction_set_covers(const struct junction_set *whole,
                                       const struct junction_set *part)
{
    for (int i = 0; i < JUNCTION_WORDS; i++) {
        if (part->word[i] & ~whole->word[i])
            return false;
    }
    return true;
}

static inline unsigned junction_set_count(const struct junction_set *set)
{
    unsigned count = 0;
    for (int i = 0; i < JUNCTION_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

/* Returns the smallest member that is at least `from`, or JUNCTION_NONE. */
static inline unsigned junction_set_next(const struct junction_set *set, unsigned from)
{
    for (unsigned i = from >> 6; i < JUNCTION_WORDS; i++) {
        uint64_t word = set->word[i];
        if (i == from >> 6)
            word &= ~UINT64_C(0) << (from & 63);
        if (word)
            return i * 64 + (unsigned)__builtin_ctzll(word);
    }
    return JUNCTION_NONE;
}

static inline bool line_set_has(const struct line_set *set, unsigned line)
{
    return set->word[line >> 6] >> (line & 63) & 1;
}

static inline void line_set_add(struct line_set *set, unsigned line)
{
    set->word[line >> 6] |= UINT64_C(1) << (line & 63);
}

static inline void line_set_remove(struct line_set *set, unsigned line)
{
    set->word[line >> 6] &= ~(UINT64_C(1) << (line & 63));
}

static inline void line_set_unite(struct line_set *set, const struct line_set *more)
{
    for (int i = 0; i < LINE_WORDS; i++)
        set->word[i] |= more->word[i];
}

static inline void line_set_intersect(struct line_set *set, const struct line_set *other)
{
    for (int i = 0; i < LINE_WORDS; i++)
        set->word[i] &= other->word[i];
}

static inline bool line_set_is_empty(const struct line_set *set)
{
    uint64_t any = 0;
    for (int i = 0; i < LINE_WORDS; i++)
        any |= set->word[i];
    return any == 0;
}

static inline unsigned line_set_count(const struct line_set *set)
{
    unsigned count = 0;
    for (int i = 0; i < LINE_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

/* Returns the smallest member that is at least `from`, or LINE_NONE.  `from` may be LINES_MAX. */
static inline unsigned line_set_next(const struct line_set *set, unsigned from)
{
    for (unsigned i = from >> 6; i < LINE_WORDS; i++) {
        uint64_t word = set->word[i];
        if (i == from >> 6)
            word &= ~UINT64_C(0) << (from & 63);
        if (word)
            return i * 64 + (unsigned)__builtin_ctzll(word);
    }
    return LINE_NONE;
}

#endif
