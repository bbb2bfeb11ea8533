/*
 * The kernel for every machine: vectors of 16 bytes in the compiler's portable notation, which is
 * compiled to the target's instructions, down to single bytes.
 */
#include "score/kernel.h"

#include <string.h>

typedef uint8_t vec __attribute__((vector_size(16)));

enum { VEC_BYTES = 16 };

static inline vec vec_load(const uint8_t *from)
{
    vec value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void vec_store(uint8_t *to, vec value)
{
    memcpy(to, &value, sizeof value);
}

static inline vec vec_all(unsigned byte)
{
    return (vec){0} + (uint8_t)byte;
}

static inline vec vec_add(vec a, vec b)
{
    const vec sum = a + b;
    return sum | (vec)(sum < a);
}

static inline vec vec_min(vec a, vec b)
{
    const vec first = (vec)(a < b);
    return (a & first) | (b & ~first);
}

static inline vec vec_max(vec a, vec b)
{
    const vec first = (vec)(a < b);
    return (b & first) | (a & ~first);
}

/* The average of each pair of bytes, rounded up. */
static inline vec vec_half(vec a, vec b)
{
    return (a | b) - ((a ^ b) >> 1);
}

static inline vec vec_swap_halves(vec value)
{
    return __builtin_shufflevector(value, value, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6,
                                   7);
}

/*
 * vec_mix_low() and vec_mix_high() interleave the bytes of the low and the high halves of a and b.
 */
static inline vec vec_mix_low(vec a, vec b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline vec vec_mix_high(vec a, vec b)
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

static inline unsigned vec_smallest(vec value)
{
    unsigned smallest = value[0];
    for (int i = 1; i < VEC_BYTES; i++)
        smallest = value[i] < smallest ? value[i] : smallest;
    return smallest;
}

/* Returns one bit per byte, set where a is below b. */
static inline uint64_t vec_below(vec a, vec b)
{
    const vec bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec bits = (vec)(a < b) & bit;
    uint64_t half[2];
    memcpy(half, &bits, sizeof half);
    return half[0] * UINT64_C(0x0101010101010101) >> 56 |
           half[1] * UINT64_C(0x0101010101010101) >> 56 << 8;
}

/*
 * Looks up the bytes of `index` in a table; they must be below 16, or below 32 for vec_lookup_32().
 */
static inline vec vec_lookup_16(const uint8_t table[16], vec index)
{
    vec found;
    for (int i = 0; i < VEC_BYTES; i++)
        found[i] = table[index[i]];
    return found;
}

static inline vec vec_lookup_32(const uint8_t table[32], vec index)
{
    return vec_lookup_16(table, index);
}

#define KERNEL_ONE_WIDTH
#define KERNEL      kernel_plain
#define KERNEL_NAME "plain"
#include "score/kernel_body.h"
