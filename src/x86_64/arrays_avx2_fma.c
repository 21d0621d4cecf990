/* SPDX-License-Identifier: MIT */
/*
 * Array operations on four elements at once, one a 64-bit lane, in double-precision floating
 * point. An element is five digits in radix 2^52. For digits x, y < 2^52, rounding toward zero,
 *
 *     h = fma(x, y, 2^104)                = 2^104 + 2^52*floor(x*y/2^52)
 *     u = fma(x, y, (2^104 + 2^52) - h)   = 2^52 + (x*y mod 2^52)
 *
 * are exact: 2^104 <= h < 2^105, where doubles are the multiples of 2^52; the difference is a
 * multiple of 2^52 of at most 52 bits; 2^52 <= u < 2^53, where doubles are the integers. So the
 * upper and the lower half of x*y are what the bit patterns of h and u, as integers, have above
 * those of 2^104 and 2^52. Patterns are added up as integers, modulo 2^64, in ten columns: a
 * half of weight 2^(52*j) to column j.
 *
 * Timing: every floating-point operand and result is zero or at least 1 in magnitude, never
 * subnormal, infinite, or not a number, so that these operations take the same time for all
 * values. Their inexact results raise the precision flag alone, which is masked.
 *
 * The work is done in chunks of sixteen elements, four groups of four, one phase after another
 * for all groups: a group's operations depend on each other, different groups' do not, so that
 * the CPU can overlap them; and each phase by itself has registers for what it works on.
 */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include <immintrin.h>
#include <string.h>

#include "../arrays.h"
#include "../portable.h"
#include "../portable_field.h"

#ifdef __FAST_MATH__
#error "the rounding of each operation matters here: compile without -ffast-math"
#endif

#define TARGET_FMA __attribute__((target("avx2,fma")))
#define INLINE     TARGET_FMA static inline __attribute__((always_inline))
/* A phase: a function of its own, so that the compiler allocates registers for it alone. */
#define PHASE TARGET_FMA static __attribute__((noinline))

enum { GROUPS = 4, LANES = 4, CHUNK = GROUPS * LANES };

struct digits {
    __m256d d[5];
};
struct columns {
    __m256i c[10];
};

/* ------------------------------------------------------------------------------------
 * The control and status register of SSE and AVX.
 */

/* All exceptions masked, no flag set, rounding toward zero, no flushing of subnormals. */
#define MXCSR_TOWARD_ZERO 0x7f80u

/*
 * The register is set and restored outside of the functions marked ROUNDED, which are not
 * inlined: a compiler takes floating-point operations for independent of this register, and
 * would move them to its other side. The clobber keeps the calls, which write memory, in place.
 */
#define ROUNDED TARGET_FMA static __attribute__((noinline))

static inline uint32_t round_toward_zero(void)
{
    uint32_t old, new = MXCSR_TOWARD_ZERO;
    __asm__ volatile("stmxcsr %0" : "=m"(old) : : "memory");
    __asm__ volatile("ldmxcsr %0" : : "m"(new) : "memory");
    return old;
}

static inline void restore_rounding(uint32_t old)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(old) : "memory");
}

/* ------------------------------------------------------------------------------------
 * Small steps.
 */

/*
 * Barriers for values in registers: no compiler may compute the one before, or the other
 * after. They hold it to the order in which these functions are written, which fits into
 * sixteen registers, and keep it from turning masks into branches or masked instructions.
 */
#define PIN(x)     __asm__ volatile("" : "+x"(x))
#define PIN2(x, y) __asm__ volatile("" : "+x"(x), "+x"(y))

INLINE __m256i broadcast(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}

/* The words of four elements: w[j] has limb j of each. */
INLINE void load_words(__m256i w[4], const p256_fe *a)
{
    for (int h = 0; h < 2; h++) {
        const void *e0 = &a[0].limb[2 * h], *e1 = &a[1].limb[2 * h];
        const void *e2 = &a[2].limb[2 * h], *e3 = &a[3].limb[2 * h];
        __m256i even =
            _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)e0)),
                                    _mm_loadu_si128((const __m128i *)e2), 1);
        __m256i odd =
            _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)e1)),
                                    _mm_loadu_si128((const __m128i *)e3), 1);
        w[2 * h] = _mm256_unpacklo_epi64(even, odd);
        w[2 * h + 1] = _mm256_unpackhi_epi64(even, odd);
    }
}

/* Words of elements below p. */
INLINE void store_words(p256_fe *r, const __m256i w[4])
{
    for (int h = 0; h < 2; h++) {
        void *e0 = &r[0].limb[2 * h], *e1 = &r[1].limb[2 * h];
        void *e2 = &r[2].limb[2 * h], *e3 = &r[3].limb[2 * h];
        __m256i even = _mm256_unpacklo_epi64(w[2 * h], w[2 * h + 1]);
        __m256i odd = _mm256_unpackhi_epi64(w[2 * h], w[2 * h + 1]);
        _mm_storeu_si128((__m128i *)e0, _mm256_castsi256_si128(even));
        _mm_storeu_si128((__m128i *)e1, _mm256_castsi256_si128(odd));
        _mm_storeu_si128((__m128i *)e2, _mm256_extracti128_si256(even, 1));
        _mm_storeu_si128((__m128i *)e3, _mm256_extracti128_si256(odd, 1));
    }
    for (int i = 0; i < LANES; i++)
        P256_VERIFY(fe_mask_below_p(&r[i]));
}

#define TWO52      4503599627370496.0      /* 2^52 */
#define PATTERN52  (UINT64_C(0x433) << 52) /* of 2^52: exponent 52, bias 1023 */
#define PATTERN104 (UINT64_C(0x467) << 52) /* of 2^104 */
#define MASK52     ((UINT64_C(1) << 52) - 1)
#define MASK48     ((UINT64_C(1) << 48) - 1)

/* The double x < 2^52: 2^52 + x has the pattern of 2^52 with x below. */
INLINE __m256d to_double(__m256i x)
{
    const __m256d two52 = _mm256_set1_pd(TWO52);
    return _mm256_sub_pd(_mm256_or_pd(_mm256_castsi256_pd(x), two52), two52);
}

INLINE void split(struct digits *x, const __m256i w[4])
{
    const __m256i mask = broadcast(MASK52);
    __m256i d1 = _mm256_or_si256(_mm256_srli_epi64(w[0], 52), _mm256_slli_epi64(w[1], 12));
    __m256i d2 = _mm256_or_si256(_mm256_srli_epi64(w[1], 40), _mm256_slli_epi64(w[2], 24));
    __m256i d3 = _mm256_or_si256(_mm256_srli_epi64(w[2], 28), _mm256_slli_epi64(w[3], 36));
    x->d[0] = to_double(_mm256_and_si256(w[0], mask));
    x->d[1] = to_double(_mm256_and_si256(d1, mask));
    x->d[2] = to_double(_mm256_and_si256(d2, mask));
    x->d[3] = to_double(_mm256_and_si256(d3, mask));
    x->d[4] = to_double(_mm256_srli_epi64(w[3], 16));
}

/* low += u, high += h */
#define ADD_PRODUCT(low, high, x, y)                                                               \
    do {                                                                                           \
        __m256d h_ = _mm256_fmadd_pd(x, y, two104);                                                \
        __m256d u_ = _mm256_fmadd_pd(x, y, _mm256_sub_pd(both, h_));                               \
        low = _mm256_add_epi64(low, _mm256_castpd_si256(u_));                                      \
        high = _mm256_add_epi64(high, _mm256_castpd_si256(h_));                                    \
        PIN2(low, high);                                                                           \
    } while (0)
#define DECLARE_ADDENDS                                                                            \
    __m256d two104 = _mm256_set1_pd(TWO52 * TWO52);                                                \
    __m256d both = _mm256_set1_pd(TWO52 * TWO52 + TWO52);                                          \
    PIN2(two104, both)

/* ------------------------------------------------------------------------------------
 * What columns begin with.
 *
 * Column j of a product is the sum of the lower halves of x[i]*y[j-i] and the upper halves of
 * x[i]*y[j-1-i]: lower(j) and upper(j) of them, at most nine in all. The reduction adds one
 * more of each kind to columns 4..8 and 5..9. The constants take all these patterns' exponents
 * away again, and m*p*2^256 = m*(2^512 - 2^480 + 2^448 + 2^352 - 2^256) besides, whose terms
 * lie in columns 9, 9, 8, 6, and 4 (2^208). Columns 6 and 8 borrow from those above, so that
 * none but column 9 becomes negative.
 */
#define BEGIN(lower, upper, m_p) (0 - (lower)*PATTERN52 - (upper)*PATTERN104 + (uint64_t)(m_p))
#define FOUR(x)                                                                                    \
    {                                                                                              \
        x, x, x, x                                                                                 \
    }
#define COLUMNS_MINUS_P(m)                                                                         \
    {                                                                                              \
        FOUR(BEGIN(1, 0, 0)), FOUR(BEGIN(2, 1, 0)), FOUR(BEGIN(3, 2, 0)), FOUR(BEGIN(4, 3, 0)),    \
            FOUR(BEGIN(5 + 1, 4, INT64_C(m) << 48)), FOUR(BEGIN(4 + 1, 5 + 1, 0)),                 \
            FOUR(BEGIN(3 + 1, 4 + 1, (INT64_C(1) << 52) - (INT64_C(m) << 40))),                    \
            FOUR(BEGIN(2 + 1, 3 + 1, (INT64_C(1) << 52) - 1)),                                     \
            FOUR(BEGIN(1 + 1, 2 + 1, (INT64_C(1) << 52) - 1 - (INT64_C(m) << 32))),                \
            FOUR(BEGIN(0, 1 + 1, -1 - (INT64_C(m) << 44) + (INT64_C(m) << 12)))                    \
    }
typedef const uint64_t begin[10][4];
static begin minus_p = COLUMNS_MINUS_P(1), minus_2p = COLUMNS_MINUS_P(2);

INLINE __m256i begin_column(begin k, int j)
{
    const void *words = k[j];
    return _mm256_loadu_si256((const __m256i *)words);
}

/* ------------------------------------------------------------------------------------
 * Phases, each for a chunk.
 */

PHASE void split_chunk(struct digits x[GROUPS], const p256_fe *a)
{
    P256_VERIFY((_mm_getcsr() & ~0x3fu) == MXCSR_TOWARD_ZERO);
    for (int g = 0; g < GROUPS; g++) {
        __m256i w[4];
        load_words(w, &a[LANES * g]);
        split(&x[g], w);
    }
}

/* One digit of x, all of y: six columns. */
#define ADD_ROW(i)                                                                                 \
    do {                                                                                           \
        __m256d x_ = x->d[i];                                                                      \
        ADD_PRODUCT(c[i], c[i + 1], x_, y0);                                                       \
        ADD_PRODUCT(c[i + 1], c[i + 2], x_, y1);                                                   \
        ADD_PRODUCT(c[i + 2], c[i + 3], x_, y2);                                                   \
        ADD_PRODUCT(c[i + 3], c[i + 4], x_, y3);                                                   \
        ADD_PRODUCT(c[i + 4], c[i + 5], x_, y4);                                                   \
    } while (0)

/* c = c + x*y, with the patterns' exponents */
INLINE void add_product(__m256i c[10], const struct digits *x, const struct digits *y)
{
    DECLARE_ADDENDS;
    __m256d y0 = y->d[0], y1 = y->d[1], y2 = y->d[2], y3 = y->d[3], y4 = y->d[4];
    PIN2(y0, y1);
    PIN2(y2, y3);
    PIN(y4);
    ADD_ROW(0);
    ADD_ROW(1);
    ADD_ROW(2);
    ADD_ROW(3);
    ADD_ROW(4);
}

PHASE void multiply_chunk(struct columns t[GROUPS], const struct digits x[GROUPS],
                          const struct digits y[GROUPS], begin k)
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i c[10];
        for (int j = 0; j < 10; j++)
            c[j] = begin_column(k, j);
        add_product(c, &x[g], &y[g]);
        for (int j = 0; j < 10; j++)
            t[g].c[j] = c[j];
    }
}

/* The same with one y for all. */
PHASE void scale_chunk(struct columns t[GROUPS], const struct digits x[GROUPS],
                       const struct digits *y, begin k)
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i c[10];
        for (int j = 0; j < 10; j++)
            c[j] = begin_column(k, j);
        add_product(c, &x[g], y);
        for (int j = 0; j < 10; j++)
            t[g].c[j] = c[j];
    }
}

/* x^2: the products of different digits once, doubled, and the squares of the digits. */
PHASE void square_chunk(struct columns t[GROUPS], const struct digits x[GROUPS])
{
    DECLARE_ADDENDS;
    for (int g = 0; g < GROUPS; g++) {
        const __m256i zero = _mm256_setzero_si256();
        __m256i c[10] = {zero, zero, zero, zero, zero, zero, zero, zero, zero, zero};
        __m256d x0 = x[g].d[0], x1 = x[g].d[1], x2 = x[g].d[2], x3 = x[g].d[3], x4 = x[g].d[4];
        PIN2(x0, x1);
        PIN2(x2, x3);
        PIN(x4);
        ADD_PRODUCT(c[1], c[2], x0, x1);
        ADD_PRODUCT(c[2], c[3], x0, x2);
        ADD_PRODUCT(c[3], c[4], x0, x3);
        ADD_PRODUCT(c[4], c[5], x0, x4);
        ADD_PRODUCT(c[3], c[4], x1, x2);
        ADD_PRODUCT(c[4], c[5], x1, x3);
        ADD_PRODUCT(c[5], c[6], x1, x4);
        ADD_PRODUCT(c[5], c[6], x2, x3);
        ADD_PRODUCT(c[6], c[7], x2, x4);
        ADD_PRODUCT(c[7], c[8], x3, x4);
        for (int j = 0; j < 10; j++)
            c[j] = _mm256_add_epi64(_mm256_add_epi64(c[j], c[j]), begin_column(minus_p, j));
        ADD_PRODUCT(c[0], c[1], x0, x0);
        ADD_PRODUCT(c[2], c[3], x1, x1);
        ADD_PRODUCT(c[4], c[5], x2, x2);
        ADD_PRODUCT(c[6], c[7], x3, x3);
        ADD_PRODUCT(c[8], c[9], x4, x4);
        for (int j = 0; j < 10; j++)
            t[g].c[j] = c[j];
    }
}

/*
 * One step of the Montgomery reduction: adds q*p of weight 2^(52*i), where q is what stands
 * below `mask` in column i, which that clears: p = -1 + 2^96 + 2^192 + (2^256 - 2^224). The
 * terms are 2^44 at column i+1 and 2^36 at i+3, whose lower halves are the low bits of q
 * shifted, and 2^48 - 2^16 at i+4, by multiplication. Each half is below 2^52.
 */
#define REDUCE(i, mask)                                                                            \
    do {                                                                                           \
        __m256i q_ = _mm256_and_si256(c[i], mask), low4_ = _mm256_srli_epi64(q_, 16);              \
        __m256i low1_ = _mm256_and_si256(_mm256_slli_epi64(c[i], 44), mask52);                     \
        __m256i low3_ = _mm256_and_si256(_mm256_slli_epi64(c[i], 36), mask52);                     \
        __m256d x_ = to_double(q_);                                                                \
        c[i + 1] = _mm256_add_epi64(c[i + 1], low1_);                                              \
        PIN(c[i + 1]);                                                                             \
        c[i + 2] = _mm256_add_epi64(c[i + 2], _mm256_srli_epi64(q_, 8));                           \
        c[i + 3] = _mm256_add_epi64(c[i + 3], low3_);                                              \
        ADD_PRODUCT(low4_, c[i + 5], x_, term);                                                    \
        c[i + 4] = _mm256_add_epi64(c[i + 4], low4_);                                              \
        PIN2(c[i + 2], c[i + 3]);                                                                  \
        PIN2(c[i + 4], c[i + 5]);                                                                  \
    } while (0)
#define CARRY(i) c[i + 1] = _mm256_add_epi64(c[i + 1], _mm256_srli_epi64(c[i], 52))

/*
 * Columns 4 to 9, less their lowest 48 bits, become (T + Q*p)/2^256 for the T that the columns
 * hold, Q < 2^256. A column is below 9*2^52 from the product, 2^52 from the constants, 4*2^52
 * from the reduction, and a carry, so below 2^56.
 */
PHASE void reduce_chunk(struct columns t[GROUPS])
{
    DECLARE_ADDENDS;
    const __m256i mask52 = broadcast(MASK52), mask48 = broadcast(MASK48);
    const __m256d term = _mm256_set1_pd(281474976710656.0 - 65536.0); /* 2^48 - 2^16 */
    for (int g = 0; g < GROUPS; g++) {
        __m256i c[10];
        for (int j = 0; j < 10; j++)
            c[j] = t[g].c[j];
        P256_VERIFY(_mm256_testz_si256(c[0], broadcast(~MASK52))); /* one lower half: no carry */
        REDUCE(0, mask52);
        CARRY(1);
        REDUCE(1, mask52);
        CARRY(2);
        REDUCE(2, mask52);
        CARRY(3);
        REDUCE(3, mask52);
        REDUCE(4, mask48);
        for (int j = 4; j < 10; j++)
            t[g].c[j] = c[j];
        for (int j = 4; j < 9; j++)
            P256_VERIFY(_mm256_testz_si256(c[j], broadcast(~UINT64_C(0) << 56)));
    }
}

/*
 * The words of V modulo 2^256, where V is what columns 4 to 9 hold, divided by 2^256; returns
 * V >> 212, signed. A word sums, modulo 2^64, the columns with bits in it, whole; that with bits
 * of the word below has the carries from there. No column but the ninth is negative.
 */
INLINE __m256i columns_to_words(__m256i w[4], const __m256i c[10])
{
    __m256i t;
    w[0] =
        _mm256_add_epi64(_mm256_add_epi64(_mm256_srli_epi64(c[4], 48), _mm256_slli_epi64(c[5], 4)),
                         _mm256_slli_epi64(c[6], 56));
    t = _mm256_add_epi64(c[5], _mm256_srli_epi64(c[4], 52));
    t = _mm256_add_epi64(c[6], _mm256_srli_epi64(t, 52));
    w[1] = _mm256_add_epi64(_mm256_srli_epi64(t, 8), _mm256_slli_epi64(c[7], 44));
    t = _mm256_add_epi64(c[7], _mm256_srli_epi64(t, 52));
    w[2] = _mm256_add_epi64(_mm256_srli_epi64(t, 20), _mm256_slli_epi64(c[8], 32));
    t = _mm256_add_epi64(c[8], _mm256_srli_epi64(t, 52));
    w[3] = _mm256_add_epi64(_mm256_srli_epi64(t, 32), _mm256_slli_epi64(c[9], 20));
    return _mm256_add_epi64(c[9], _mm256_srli_epi64(t, 52));
}

/* All ones where the signed top < bound, else zero. */
INLINE __m256i mask_below(__m256i top, int64_t bound)
{
    __m256i mask = _mm256_cmpgt_epi64(broadcast((uint64_t)bound), top);
    PIN(mask);
    return mask;
}

/*
 * Adds p, modulo 2^256, where the mask is set: 2^64 - 1, 2^32 - 1, 0, P256_P3. Word 0 carries,
 * giving back the 1 that is taken from word 1, unless it is 0. Unsigned words are compared with
 * their highest bit turned over.
 */
INLINE void add_p(__m256i w[4], __m256i mask)
{
    const __m256i zero = _mm256_setzero_si256(), top_bit = broadcast(UINT64_C(1) << 63);
    __m256i borrow = _mm256_and_si256(_mm256_cmpeq_epi64(w[0], zero), mask);
    w[0] = _mm256_add_epi64(w[0], mask);
    __m256i addend = _mm256_and_si256(mask, broadcast(UINT64_C(1) << 32));
    addend = _mm256_add_epi64(addend, borrow);
    w[1] = _mm256_add_epi64(w[1], addend);
    __m256i carry =
        _mm256_cmpgt_epi64(_mm256_xor_si256(addend, top_bit), _mm256_xor_si256(w[1], top_bit));
    w[2] = _mm256_sub_epi64(w[2], carry);
    carry = _mm256_and_si256(_mm256_cmpeq_epi64(w[2], zero), carry);
    addend = _mm256_sub_epi64(_mm256_and_si256(mask, broadcast(P256_P3)), carry);
    w[3] = _mm256_add_epi64(w[3], addend);
}

/* r = V or V + p, -p <= V < p: begun with minus_p, since (T + Q*p)/2^256 < 2p */
PHASE void finish_chunk(p256_fe *r, const struct columns t[GROUPS])
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i w[4], top = columns_to_words(w, t[g].c);
        add_p(w, mask_below(top, 0));
        store_words(&r[LANES * g], w);
    }
}

/* Adds b*2^256, in pieces below 2^60: bit k of b is bit 48 + k of column 4. */
PHASE void add_elements_chunk(struct columns t[GROUPS], const p256_fe *b)
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i w[4], piece, *c = t[g].c;
        load_words(w, &b[LANES * g]);
        piece = _mm256_srli_epi64(_mm256_slli_epi64(w[0], 60), 12);
        c[4] = _mm256_add_epi64(c[4], piece);
        c[5] = _mm256_add_epi64(c[5], _mm256_srli_epi64(w[0], 4));
        piece = _mm256_srli_epi64(_mm256_slli_epi64(w[1], 12), 4);
        c[6] = _mm256_add_epi64(c[6], piece);
        piece = _mm256_slli_epi64(_mm256_srli_epi64(w[1], 52), 8);
        c[7] = _mm256_add_epi64(c[7], piece);
        piece = _mm256_srli_epi64(_mm256_slli_epi64(w[2], 32), 12);
        c[7] = _mm256_add_epi64(c[7], piece);
        c[8] = _mm256_add_epi64(c[8], _mm256_srli_epi64(w[2], 32));
        piece = _mm256_srli_epi64(_mm256_slli_epi64(w[3], 44), 12);
        c[8] = _mm256_add_epi64(c[8], piece);
        c[9] = _mm256_add_epi64(c[9], _mm256_srli_epi64(w[3], 20));
    }
}

/* c[j] += addend where the mask is set */
#define ADD_MASKED(j, addend)                                                                      \
    c[j] = _mm256_add_epi64(c[j], _mm256_and_si256(mask, broadcast(addend)))

/*
 * r = V, V + p, or V + 2p, -2p <= V < p: begun with minus_2p, and an element added. Column 9 alone
 * tells V, in units of 2^212, but for what the others hold: below 2^61 each, less than 2^222
 * together. Below -2^43 it shows V < 0, and p is added in the columns (2^44 - 2^12, 2^32, 0, 2^40,
 * 0, -2^48 with what is lent by those above); else V >= -2^255 > -p. So V comes between -p and p.
 */
PHASE void finish_sum_chunk(p256_fe *r, const struct columns t[GROUPS])
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i w[4], c[10];
        for (int j = 4; j < 10; j++)
            c[j] = t[g].c[j];
        for (int j = 4; j < 9; j++)
            P256_VERIFY(_mm256_testz_si256(c[j], broadcast(~UINT64_C(0) << 61)));
        __m256i mask = mask_below(c[9], -(INT64_C(1) << 43));
        ADD_MASKED(4, (UINT64_C(1) << 52) - (UINT64_C(1) << 48));
        ADD_MASKED(5, MASK52);
        ADD_MASKED(6, (UINT64_C(1) << 40) - 1);
        ADD_MASKED(8, UINT64_C(1) << 32);
        ADD_MASKED(9, (UINT64_C(1) << 44) - (UINT64_C(1) << 12));
        __m256i top = columns_to_words(w, c);
        add_p(w, mask_below(top, 0));
        store_words(&r[LANES * g], w);
    }
}

/* ------------------------------------------------------------------------------------
 * The operations on whole chunks, with the rounding set, and on arrays. What is left of an
 * array, fewer than sixteen elements, is done with MULX.
 */

ROUNDED void multiply(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i += CHUNK) {
        struct digits x[GROUPS], y[GROUPS];
        struct columns t[GROUPS];
        split_chunk(x, &a[i]);
        split_chunk(y, &b[i]);
        multiply_chunk(t, x, y, minus_p);
        reduce_chunk(t);
        finish_chunk(&r[i], t);
    }
}

ROUNDED void square(p256_fe *r, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i += CHUNK) {
        struct digits x[GROUPS];
        struct columns t[GROUPS];
        split_chunk(x, &a[i]);
        square_chunk(t, x);
        reduce_chunk(t);
        finish_chunk(&r[i], t);
    }
}

/* y = s in all lanes */
INLINE void split_scalar(struct digits *y, const p256_fe *s)
{
    __m256i w[4];
    for (int j = 0; j < 4; j++)
        w[j] = broadcast(s->limb[j]);
    split(y, w);
}

ROUNDED void scale(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    struct digits y;
    split_scalar(&y, s);
    for (size_t i = 0; i < n; i += CHUNK) {
        struct digits x[GROUPS];
        struct columns t[GROUPS];
        split_chunk(x, &a[i]);
        scale_chunk(t, x, &y, minus_p);
        reduce_chunk(t);
        finish_chunk(&r[i], t);
    }
}

ROUNDED void scale_and_add(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    struct digits scalar;
    split_scalar(&scalar, s);
    for (size_t i = 0; i < n; i += CHUNK) {
        struct digits d[GROUPS];
        struct columns t[GROUPS];
        split_chunk(d, &x[i]);
        scale_chunk(t, d, &scalar, minus_2p);
        reduce_chunk(t);
        add_elements_chunk(t, &y[i]);
        finish_sum_chunk(&y[i], t);
    }
}

ROUNDED void multiply_and_add(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                              size_t n)
{
    for (size_t i = 0; i < n; i += CHUNK) {
        struct digits x[GROUPS], y[GROUPS];
        struct columns t[GROUPS];
        split_chunk(x, &a[i]);
        split_chunk(y, &b[i]);
        multiply_chunk(t, x, y, minus_2p);
        reduce_chunk(t);
        add_elements_chunk(t, &c[i]);
        finish_sum_chunk(&r[i], t);
    }
}

/* ------------------------------------------------------------------------------------
 * The inner product. Products are added up in columns, lane by lane; a column takes less than
 * 9*2^52 from each, so that 448 of them (no more than 455) leave it below 2^64. Then the
 * lanes are added up, to nine 64-bit limbs, which have room for 2^64 products below p^2.
 */

enum { MOST_TERMS = 448 };

PHASE void add_product_chunk(struct columns t[GROUPS], const struct digits x[GROUPS],
                             const struct digits y[GROUPS])
{
    for (int g = 0; g < GROUPS; g++) {
        __m256i c[10];
        for (int j = 0; j < 10; j++)
            c[j] = t[g].c[j];
        add_product(c, &x[g], &y[g]);
        for (int j = 0; j < 10; j++)
            t[g].c[j] = c[j];
    }
}

/*
 * Column j after `terms` products in each lane, with the carries from the column below, lanes
 * and groups added up: below 2^57.
 */
INLINE uint64_t add_lanes(const struct columns t[GROUPS], uint64_t terms, int j,
                          __m256i carry[GROUPS])
{
    uint64_t lower = (uint64_t)(j < 5 ? j + 1 : 9 - j);
    uint64_t upper = (uint64_t)(j < 6 ? j : 10 - j);
    __m256i exponents = broadcast(terms * (lower * PATTERN52 + upper * PATTERN104));
    __m256i sum = _mm256_setzero_si256();
    for (int g = 0; g < GROUPS; g++) {
        __m256i x = _mm256_add_epi64(_mm256_sub_epi64(t[g].c[j], exponents), carry[g]);
        carry[g] = _mm256_srli_epi64(x, 52);
        /* Column 9 keeps all, less than 448*2^512/2^468 < 2^53. */
        sum = _mm256_add_epi64(sum, j < 9 ? _mm256_and_si256(x, broadcast(MASK52)) : x);
    }
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi64(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

PHASE void add_all_lanes(uint64_t column[10], const struct columns t[GROUPS], uint64_t terms)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i carry[GROUPS] = {zero, zero, zero, zero};
    column[0] = add_lanes(t, terms, 0, carry);
    column[1] = add_lanes(t, terms, 1, carry);
    column[2] = add_lanes(t, terms, 2, carry);
    column[3] = add_lanes(t, terms, 3, carry);
    column[4] = add_lanes(t, terms, 4, carry);
    column[5] = add_lanes(t, terms, 5, carry);
    column[6] = add_lanes(t, terms, 6, carry);
    column[7] = add_lanes(t, terms, 7, carry);
    column[8] = add_lanes(t, terms, 8, carry);
    column[9] = add_lanes(t, terms, 9, carry);
}

/* sum += column[0] + column[1]*2^52 + ... + column[9]*2^468 */
static void add_columns(uint64_t sum[9], const uint64_t column[10])
{
    uint64_t d[11], carry = 0;
    for (int j = 0; j < 10; j++) {
        d[j] = (column[j] + carry) & MASK52;
        carry = (column[j] + carry) >> 52;
    }
    d[10] = carry;
    carry = 0;
    sum[0] = p256_adc(sum[0], d[0] | d[1] << 52, &carry);
    sum[1] = p256_adc(sum[1], d[1] >> 12 | d[2] << 40, &carry);
    sum[2] = p256_adc(sum[2], d[2] >> 24 | d[3] << 28, &carry);
    sum[3] = p256_adc(sum[3], d[3] >> 36 | d[4] << 16, &carry);
    sum[4] = p256_adc(sum[4], d[4] >> 48 | d[5] << 4 | d[6] << 56, &carry);
    sum[5] = p256_adc(sum[5], d[6] >> 8 | d[7] << 44, &carry);
    sum[6] = p256_adc(sum[6], d[7] >> 20 | d[8] << 32, &carry);
    sum[7] = p256_adc(sum[7], d[8] >> 32 | d[9] << 20, &carry);
    sum[8] = p256_adc(sum[8], d[9] >> 44 | d[10] << 8, &carry);
}

ROUNDED void multiply_and_sum(uint64_t sum[9], const p256_fe *a, const p256_fe *b, size_t n)
{
    while (n > 0) {
        size_t terms = n / CHUNK < MOST_TERMS ? n / CHUNK : MOST_TERMS;
        struct columns t[GROUPS];
        uint64_t column[10];
        memset(t, 0, sizeof t);
        for (size_t i = 0; i < terms; i++) {
            struct digits x[GROUPS], y[GROUPS];
            split_chunk(x, &a[CHUNK * i]);
            split_chunk(y, &b[CHUNK * i]);
            add_product_chunk(t, x, y);
        }
        add_all_lanes(column, t, terms);
        add_columns(sum, column);
        a += CHUNK * terms;
        b += CHUNK * terms;
        n -= CHUNK * terms;
    }
}

/* n down to a multiple of a chunk */
static size_t in_chunks(size_t n)
{
    return n - n % CHUNK;
}

void p256_vec_mul_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    if (n < CHUNK) {
        p256_vec_mul_bmi2(r, a, b, n);
        return;
    }
    size_t done = in_chunks(n);
    uint32_t old = round_toward_zero();
    multiply(r, a, b, done);
    restore_rounding(old);
    if (done < n)
        p256_vec_mul_bmi2(r + done, a + done, b + done, n - done);
}

void p256_vec_sqr_fma(p256_fe *r, const p256_fe *a, size_t n)
{
    if (n < CHUNK) {
        p256_vec_sqr_bmi2(r, a, n);
        return;
    }
    size_t done = in_chunks(n);
    uint32_t old = round_toward_zero();
    square(r, a, done);
    restore_rounding(old);
    if (done < n)
        p256_vec_sqr_bmi2(r + done, a + done, n - done);
}

void p256_vec_scale_fma(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    if (n < CHUNK) {
        p256_vec_scale_bmi2(r, a, s, n);
        return;
    }
    size_t done = in_chunks(n);
    uint32_t old = round_toward_zero();
    scale(r, a, s, done);
    restore_rounding(old);
    if (done < n)
        p256_vec_scale_bmi2(r + done, a + done, s, n - done);
}

void p256_vec_axpy_fma(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    if (n < CHUNK) {
        p256_vec_axpy_bmi2(y, s, x, n);
        return;
    }
    size_t done = in_chunks(n);
    uint32_t old = round_toward_zero();
    scale_and_add(y, s, x, done);
    restore_rounding(old);
    if (done < n)
        p256_vec_axpy_bmi2(y + done, s, x + done, n - done);
}

void p256_vec_mul_add_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                          size_t n)
{
    if (n < CHUNK) {
        p256_vec_mul_add_bmi2(r, a, b, c, n);
        return;
    }
    size_t done = in_chunks(n);
    uint32_t old = round_toward_zero();
    multiply_and_add(r, a, b, c, done);
    restore_rounding(old);
    if (done < n)
        p256_vec_mul_add_bmi2(r + done, a + done, b + done, c + done, n - done);
}

void p256_vec_dot_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    size_t done = in_chunks(n);
    if (done <= CHUNK) { /* adding up the lanes would cost more than is won */
        p256_vec_dot_bmi2(r, a, b, n);
        return;
    }
    uint64_t sum[9] = {0};
    uint32_t old = round_toward_zero();
    multiply_and_sum(sum, a, b, done);
    restore_rounding(old);
    p256_vec_dot_bmi2(r, a + done, b + done, n - done);
    p256_fe product;
    fe_reduce_wide(&product, sum);
    fe_add(r, r, &product);
}

#endif
