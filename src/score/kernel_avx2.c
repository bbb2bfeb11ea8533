/* The kernel for AVX2: vectors of 32 bytes. */
#include "score/kernel.h"

#if defined(__x86_64__)

#include <immintrin.h>

typedef __m256i vec;

enum { VEC_BYTES = 32 };

static inline vec vec_load(const uint8_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

static inline void vec_store(uint8_t *to, vec value)
{
    _mm256_storeu_si256((__m256i *)to, value);
}

static inline vec vec_all(unsigned byte)
{
    return _mm256_set1_epi8((char)byte);
}

static inline vec vec_add(vec a, vec b)
{
    return _mm256_adds_epu8(a, b);
}

static inline vec vec_min(vec a, vec b)
{
    return _mm256_min_epu8(a, b);
}

static inline vec vec_max(vec a, vec b)
{
    return _mm256_max_epu8(a, b);
}

/* The average of each pair of bytes, rounded up. */
static inline vec vec_half(vec a, vec b)
{
    return _mm256_avg_epu8(a, b);
}

static inline vec vec_swap_halves(vec value)
{
    return _mm256_permute4x64_epi64(value, 0x4e);
}

/*
 * vec_mix_low() and vec_mix_high() interleave the bytes of the low and the high halves of every 16
 * bytes of a and b.
 */
static inline vec vec_mix_low(vec a, vec b)
{
    return _mm256_unpacklo_epi8(a, b);
}

static inline vec vec_mix_high(vec a, vec b)
{
    return _mm256_unpackhi_epi8(a, b);
}

static inline unsigned vec_smallest(vec value)
{
    const __m128i half =
        _mm_min_epu8(_mm256_castsi256_si128(value), _mm256_extracti128_si256(value, 1));
    const __m128i words = _mm_min_epu8(half, _mm_srli_epi16(half, 8));
    return (unsigned)_mm_cvtsi128_si32(_mm_minpos_epu16(words)) & 0xff;
}

/* Returns one bit per byte, set where a is below b. */
static inline uint64_t vec_below(vec a, vec b)
{
    const __m256i not_below = _mm256_cmpeq_epi8(_mm256_max_epu8(a, b), a);
    return ~(uint32_t)_mm256_movemask_epi8(not_below);
}

/*
 * Looks up the bytes of `index` in a table; they must be below 16, or below 32 for vec_lookup_32().
 */
static inline vec vec_lookup_16(const uint8_t table[16], vec index)
{
    const __m128i entries = _mm_loadu_si128((const __m128i *)table);
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(entries), index);
}

static inline vec vec_lookup_32(const uint8_t table[32], vec index)
{
    const vec low = vec_lookup_16(table, index), high = vec_lookup_16(table + 16, index);
    return _mm256_blendv_epi8(low, high, _mm256_slli_epi16(index, 3));
}

#define KERNEL      kernel_avx2
#define KERNEL_NAME "avx2"
#include "score/kernel_body.h"

#endif
