/* The kernel for WebAssembly with SIMD: vectors of 16 bytes. */
#include "score/kernel.h"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

typedef v128_t vec;

enum { VEC_BYTES = 16 };

static inline vec vec_load(const uint8_t *from)
{
    return wasm_v128_load(from);
}

static inline void vec_store(uint8_t *to, vec value)
{
    wasm_v128_store(to, value);
}

static inline vec vec_all(unsigned byte)
{
    return wasm_u8x16_splat((uint8_t)byte);
}

static inline vec vec_add(vec a, vec b)
{
    return wasm_u8x16_add_sat(a, b);
}

static inline vec vec_min(vec a, vec b)
{
    return wasm_u8x16_min(a, b);
}

static inline vec vec_max(vec a, vec b)
{
    return wasm_u8x16_max(a, b);
}

/* The average of each pair of bytes, rounded up. */
static inline vec vec_half(vec a, vec b)
{
    return wasm_u8x16_avgr(a, b);
}

static inline vec vec_swap_halves(vec value)
{
    return wasm_i64x2_shuffle(value, value, 1, 0);
}

/*
 * vec_mix_low() and vec_mix_high() interleave the bytes of the low and the high halves of a and b.
 */
static inline vec vec_mix_low(vec a, vec b)
{
    return wasm_i8x16_shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline vec vec_mix_high(vec a, vec b)
{
    return wasm_i8x16_shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

static inline unsigned vec_smallest(vec value)
{
    value = wasm_u8x16_min(value, wasm_i64x2_shuffle(value, value, 1, 0));
    value = wasm_u8x16_min(value, wasm_u64x2_shr(value, 32));
    value = wasm_u8x16_min(value, wasm_u64x2_shr(value, 16));
    value = wasm_u8x16_min(value, wasm_u64x2_shr(value, 8));
    return wasm_u8x16_extract_lane(value, 0);
}

/* Returns one bit per byte, set where a is below b. */
static inline uint64_t vec_below(vec a, vec b)
{
    return wasm_i8x16_bitmask(wasm_u8x16_lt(a, b));
}

/*
 * Looks up the bytes of `index` in a table; they must be below 16, or below 32 for vec_lookup_32().
 */
static inline vec vec_lookup_16(const uint8_t table[16], vec index)
{
    return wasm_i8x16_swizzle(vec_load(table), index);
}

static inline vec vec_lookup_32(const uint8_t table[32], vec index)
{
    /* an index out of range gives 0 */
    return wasm_v128_or(vec_lookup_16(table, index),
                        vec_lookup_16(table + 16, wasm_i8x16_sub(index, vec_all(16))));
}

#define KERNEL_ONE_WIDTH
#define KERNEL      kernel_simd128
#define KERNEL_NAME "simd128"
#include "score/kernel_body.h"

#endif
