/* SPDX-License-Identifier: MIT */
/* Array operations, four elements at a time. */
#include "have_avxifma.h"
#include "kernels.h"

#if defined(P256_HAVE_AVXIFMA)

#include <immintrin.h>

#if defined(P256_FIELD_AVXIFMA_BY_AVX512)
#define IFMA_TARGET      __attribute__((target("avx2,avx512f,avx512vl,avx512ifma")))
#define v_madlo(t, a, b) _mm256_madd52lo_epu64(t, a, b)
#define v_madhi(t, a, b) _mm256_madd52hi_epu64(t, a, b)
#else
#define IFMA_TARGET      __attribute__((target("avx2,avxifma")))
#define v_madlo(t, a, b) _mm256_madd52lo_avx_epu64(t, a, b)
#define v_madhi(t, a, b) _mm256_madd52hi_avx_epu64(t, a, b)
#endif
#define IFMA_INLINE     IFMA_TARGET static inline __attribute__((always_inline))
#define IFMA_NAME(slot) p256_##slot##_avxifma

enum { LANES = 4 };
typedef __m256i vec;

#define v_set1(x)         _mm256_set1_epi64x((long long)(x))
#define v_add(a, b)       _mm256_add_epi64(a, b)
#define v_sub(a, b)       _mm256_sub_epi64(a, b)
#define v_and(a, b)       _mm256_and_si256(a, b)
#define v_or(a, b)        _mm256_or_si256(a, b)
#define v_andnot(a, b)    _mm256_andnot_si256(a, b) /* ~a & b */
#define v_ornot(a, b)     v_or(v_andnot(a, v_set1(UINT64_MAX)), b)
#define v_sll(a, n)       _mm256_slli_epi64(a, n)
#define v_srl(a, n)       _mm256_srli_epi64(a, n)
#define v_sign(a)         _mm256_cmpgt_epi64(_mm256_setzero_si256(), a) /* all ones if a < 0 */
#define v_select(m, a, b) v_or(v_and(m, a), v_andnot(m, b))
#define v_shrd(lo, hi, n) v_or(v_srl(lo, n), v_sll(hi, 64 - (n)))
/* The carry of s = a + b + (a carry), from the top bits. */
#define v_carry(a, b, s)    v_srl(v_or(v_and(a, b), v_andnot(s, v_or(a, b))), 63)
#define v_load(address)     _mm256_loadu_si256((const __m256i *)(const void *)(address))
#define v_store(address, a) _mm256_storeu_si256((__m256i *)(void *)(address), a)

IFMA_INLINE vec v_reverse_bytes(vec a)
{
    /* Within each lane. A shuffle takes positions in its half of 128 bits. */
    const vec order = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607, 0x08090a0b0c0d0e0f,
                                        0x0001020304050607);
    return _mm256_shuffle_epi8(a, order);
}

/* Between four elements and their limbs. */
IFMA_INLINE void transpose(vec x[4], vec e0, vec e1, vec e2, vec e3)
{
    vec even01 = _mm256_permute2x128_si256(e0, e2, 0x20);
    vec odd01 = _mm256_permute2x128_si256(e1, e3, 0x20);
    vec even23 = _mm256_permute2x128_si256(e0, e2, 0x31);
    vec odd23 = _mm256_permute2x128_si256(e1, e3, 0x31);
    x[0] = _mm256_unpacklo_epi64(even01, odd01);
    x[1] = _mm256_unpackhi_epi64(even01, odd01);
    x[2] = _mm256_unpacklo_epi64(even23, odd23);
    x[3] = _mm256_unpackhi_epi64(even23, odd23);
}

IFMA_INLINE void load(vec x[4], const void *a)
{
    const uint8_t *bytes = a;
    transpose(x, v_load(bytes), v_load(bytes + 32), v_load(bytes + 64), v_load(bytes + 96));
}

/* n < 4 */
IFMA_INLINE void load_first(vec x[4], const void *a, size_t n)
{
    const uint8_t *bytes = a;
    const vec zero = v_set1(0);
    transpose(x, n > 0 ? v_load(bytes) : zero, n > 1 ? v_load(bytes + 32) : zero,
              n > 2 ? v_load(bytes + 64) : zero, zero);
}

IFMA_INLINE void store(void *r, const vec x[4])
{
    uint8_t *bytes = r;
    vec e[4];
    transpose(e, x[0], x[1], x[2], x[3]);
    v_store(bytes, e[0]);
    v_store(bytes + 32, e[1]);
    v_store(bytes + 64, e[2]);
    v_store(bytes + 96, e[3]);
}

/* n < 4 */
IFMA_INLINE void store_first(void *r, const vec x[4], size_t n)
{
    uint8_t *bytes = r;
    vec e[4];
    transpose(e, x[0], x[1], x[2], x[3]);
    if (n > 0)
        v_store(bytes, e[0]);
    if (n > 1)
        v_store(bytes + 32, e[1]);
    if (n > 2)
        v_store(bytes + 64, e[2]);
}

#include "ifma_arrays.h"

#endif
