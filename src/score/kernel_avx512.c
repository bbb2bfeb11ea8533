/* The kernel for AVX-512 with byte instructions: vectors of 64 bytes. */
#include "score/kernel.h"

#if defined(__x86_64__)

#include <immintrin.h>

typedef __m512i vec;

enum { VEC_BYTES = 64 };

static inline vec vec_load(const uint8_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline void vec_store(uint8_t *to, vec value)
{
    _mm512_storeu_si512(to, value);
}

static inline vec vec_all(unsigned byte)
{
    return _mm512_set1_epi8((char)byte);
}

static inline vec vec_add(vec a, vec b)
{
    return _mm512_adds_epu8(a, b);
}

static inline vec vec_min(vec a, vec b)
{
    return _mm512_min_epu8(a, b);
}

static inline vec vec_max(vec a, vec b)
{
    return _mm512_max_epu8(a, b);
}

/* The average of each pair of bytes, rounded up. */
static inline vec vec_half(vec a, vec b)
{
    return _mm512_avg_epu8(a, b);
}

static inline vec vec_swap_halves(vec value)
{
    return _mm512_shuffle_i64x2(value, value, 0x4e);
}

/*
 * vec_mix_low() and vec_mix_high() interleave the bytes of the low and the high halves of every 16
 * bytes of a and b.
 */
static inline vec vec_mix_low(vec a, vec b)
{
    return _mm512_unpacklo_epi8(a, b);
}

static inline vec vec_mix_high(vec a, vec b)
{
    return _mm512_unpackhi_epi8(a, b);
}

static inline unsigned vec_smallest(vec value)
{
    const __m256i half =
        _mm256_min_epu8(_mm512_castsi512_si256(value), _mm512_extracti64x4_epi64(value, 1));
    const __m128i quarter =
        _mm_min_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    const __m128i words = _mm_min_epu8(quarter, _mm_srli_epi16(quarter, 8));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(words)) & 0xff;
}

/* Returns one bit per byte, set where a is below b. */
static inline uint64_t vec_below(vec a, vec b)
{
    return _mm512_cmplt_epu8_mask(a, b);
}

/*
 * Looks up the bytes of `index` in a table; they must be below 16, or below 32 for vec_lookup_32().
 */
static inline vec vec_lookup_16(const uint8_t table[16], vec index)
{
    const __m128i entries = _mm_loadu_si128((const __m128i *)table);
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(entries), index);
}

static inline vec vec_lookup_32(const uint8_t table[32], vec index)
{
    const vec low = vec_lookup_16(table, index), high = vec_lookup_16(table + 16, index);
    return _mm512_mask_blend_epi8(_mm512_test_epi8_mask(index, vec_all(16)), low, high);
}

#define KERNEL      kernel_avx512
#define KERNEL_NAME "avx512"
#include "score/kernel_body.h"

#endif
