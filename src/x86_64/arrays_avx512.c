/* SPDX-License-Identifier: MIT */
/* Array operations, eight elements at a time. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include <immintrin.h>

#define IFMA_TARGET                                                                                \
    __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,avx512ifma,avx512vbmi2")))
#define IFMA_INLINE     IFMA_TARGET static inline __attribute__((always_inline))
#define IFMA_NAME(slot) p256_##slot##_avx512

enum { LANES = 8 };
typedef __m512i vec;

#define v_set1(x)           _mm512_set1_epi64((long long)(x))
#define v_add(a, b)         _mm512_add_epi64(a, b)
#define v_sub(a, b)         _mm512_sub_epi64(a, b)
#define v_and(a, b)         _mm512_and_epi64(a, b)
#define v_or(a, b)          _mm512_or_epi64(a, b)
#define v_andnot(a, b)      _mm512_andnot_epi64(a, b)                /* ~a & b */
#define v_ornot(a, b)       _mm512_ternarylogic_epi64(a, b, b, 0xcf) /* ~a | b */
#define v_select(m, a, b)   _mm512_ternarylogic_epi64(m, a, b, 0xca) /* (m & a) | (~m & b) */
#define v_sll(a, n)         _mm512_slli_epi64(a, n)
#define v_srl(a, n)         _mm512_srli_epi64(a, n)
#define v_sign(a)           _mm512_srai_epi64(a, 63)      /* all ones if a < 0 */
#define v_shrd(lo, hi, n)   _mm512_shrdi_epi64(lo, hi, n) /* lo >> n | hi << (64 - n) */
#define v_madlo(t, a, b)    _mm512_madd52lo_epu64(t, a, b)
#define v_madhi(t, a, b)    _mm512_madd52hi_epu64(t, a, b)
#define v_load(address)     _mm512_loadu_si512(address)
#define v_store(address, a) _mm512_storeu_si512(address, a)
/* The carry of s = a + b + (a carry), from the top bits: (a & b) | (a & ~s) | (b & ~s). */
#define v_carry(a, b, s) _mm512_srli_epi64(_mm512_ternarylogic_epi64(a, b, s, 0xd4), 63)

IFMA_INLINE vec v_reverse_bytes(vec a)
{
    /* Within each lane. A shuffle takes positions in its half of 128 bits. */
    const vec order = _mm512_set4_epi32(0x08090a0b, 0x0c0d0e0f, 0x00010203, 0x04050607);
    return _mm512_shuffle_epi8(a, order);
}

/*
 * Of eight elements e0, ..., e7 each vector takes halves of 128 bits; e0.01 means limbs 0 and 1 of
 * e0. l01 = (e0.01 e2.01 e1.01 e3.01), l23 = (e0.23 e2.23 e1.23 e3.23), and h01, h23 are the
 * same of e4, ..., e7, so that x[i] has the limbs i of e0 e4 e2 e6 e1 e5 e3 e7.
 */
IFMA_INLINE void load(vec x[4], const void *a)
{
    const uint8_t *bytes = a;
    vec l01 = _mm512_mask_loadu_epi64(_mm512_loadu_si512(bytes), 0xcc, bytes + 48);
    vec l23 = _mm512_mask_loadu_epi64(_mm512_loadu_si512(bytes + 64), 0x33, bytes + 16);
    vec h01 = _mm512_mask_loadu_epi64(_mm512_loadu_si512(bytes + 128), 0xcc, bytes + 176);
    vec h23 = _mm512_mask_loadu_epi64(_mm512_loadu_si512(bytes + 192), 0x33, bytes + 144);
    x[0] = _mm512_unpacklo_epi64(l01, h01);
    x[1] = _mm512_unpackhi_epi64(l01, h01);
    x[2] = _mm512_unpacklo_epi64(l23, h23);
    x[3] = _mm512_unpackhi_epi64(l23, h23);
}

/* n < 8, so that a bit of the mask stands for each limb; where it is 0 nothing is read. */
IFMA_INLINE void load_first(vec x[4], const void *a, size_t n)
{
    const uint8_t *bytes = a;
    const uint32_t present = (UINT32_C(1) << (4 * n)) - 1;
    vec l01 = _mm512_maskz_loadu_epi64(present & 0x33, bytes);
    vec l23 = _mm512_maskz_loadu_epi64(present >> 2 & 0x33, bytes + 16);
    vec h01 = _mm512_maskz_loadu_epi64(present >> 16 & 0x33, bytes + 128);
    vec h23 = _mm512_maskz_loadu_epi64(present >> 18 & 0x33, bytes + 144);
    l01 = _mm512_mask_loadu_epi64(l01, present >> 6 & 0xcc, bytes + 48);
    l23 = _mm512_mask_loadu_epi64(l23, present >> 8 & 0xcc, bytes + 64);
    h01 = _mm512_mask_loadu_epi64(h01, present >> 22 & 0xcc, bytes + 176);
    h23 = _mm512_mask_loadu_epi64(h23, present >> 24 & 0xcc, bytes + 192);
    x[0] = _mm512_unpacklo_epi64(l01, h01);
    x[1] = _mm512_unpackhi_epi64(l01, h01);
    x[2] = _mm512_unpacklo_epi64(l23, h23);
    x[3] = _mm512_unpackhi_epi64(l23, h23);
}

/* z = the elements, two a vector, from such x. */
IFMA_INLINE void to_memory_order(vec z[4], const vec x[4])
{
    const vec even = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const vec odd = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    vec l01 = _mm512_unpacklo_epi64(x[0], x[1]);
    vec h01 = _mm512_unpackhi_epi64(x[0], x[1]);
    vec l23 = _mm512_unpacklo_epi64(x[2], x[3]);
    vec h23 = _mm512_unpackhi_epi64(x[2], x[3]);
    z[0] = _mm512_permutex2var_epi64(l01, even, l23);
    z[1] = _mm512_permutex2var_epi64(l01, odd, l23);
    z[2] = _mm512_permutex2var_epi64(h01, even, h23);
    z[3] = _mm512_permutex2var_epi64(h01, odd, h23);
}

IFMA_INLINE void store(void *r, const vec x[4])
{
    uint8_t *bytes = r;
    vec z[4];
    to_memory_order(z, x);
    _mm512_storeu_si512(bytes, z[0]);
    _mm512_storeu_si512(bytes + 64, z[1]);
    _mm512_storeu_si512(bytes + 128, z[2]);
    _mm512_storeu_si512(bytes + 192, z[3]);
}

IFMA_INLINE void store_first(void *r, const vec x[4], size_t n)
{
    uint8_t *bytes = r;
    const uint32_t present = (UINT32_C(1) << (4 * n)) - 1;
    vec z[4];
    to_memory_order(z, x);
    _mm512_mask_storeu_epi64(bytes, present & 0xff, z[0]);
    _mm512_mask_storeu_epi64(bytes + 64, present >> 8 & 0xff, z[1]);
    _mm512_mask_storeu_epi64(bytes + 128, present >> 16 & 0xff, z[2]);
    _mm512_mask_storeu_epi64(bytes + 192, (__mmask8)(present >> 24), z[3]);
}

#include "ifma_arrays.h"

/*
 * In these two, four lanes would be slower than single operations, and so are eight that are not
 * full.
 */
IFMA_TARGET void p256_vec_sub_avx512(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES, b += LANES) {
        load(x, a);
        load(y, b);
        sub(x, x, y);
        store(r, x);
    }
    p256_vec_sub_x86_64(r, a, b, n);
}

IFMA_TARGET void p256_vec_neg_avx512(p256_fe *r, const p256_fe *a, size_t n)
{
    const vec zero[4] = {v_set1(0), v_set1(0), v_set1(0), v_set1(0)};
    vec x[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load(x, a);
        sub(x, zero, x);
        store(r, x);
    }
    p256_vec_neg_x86_64(r, a, n);
}

#endif
