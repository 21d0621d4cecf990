/* SPDX-License-Identifier: MIT */
/* The slot vec_inv by Montgomery's trick over p256_vec_mul_fma. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include <immintrin.h>
#include <string.h>

#include "../arrays.h"

#define TARGET __attribute__((target("avx2")))

enum { COLUMNS = 16 };

static inline TARGET __m256i load(const p256_fe *a)
{
    const void *limbs = a;
    return _mm256_loadu_si256((const __m256i *)limbs);
}

static inline TARGET void store(p256_fe *r, __m256i x)
{
    void *limbs = r;
    _mm256_storeu_si256((__m256i *)limbs, x);
}

/* All ones where a = 0, else zero. */
static inline TARGET __m256i mask_zero(__m256i a)
{
    __m256i zero = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
    zero = _mm256_and_si256(zero, _mm256_shuffle_epi32(zero, 0x4e));
    zero = _mm256_and_si256(zero, _mm256_permute4x64_epi64(zero, 0x4e));
    __asm__("" : "+x"(zero)); /* no compiler may make a branch of it */
    return zero;
}

/* x[j] = a[j], or 1 where a[j] = 0; returns all ones if such is among them, else zero. */
static TARGET __m256i zeros_to_ones(p256_fe x[COLUMNS], const p256_fe a[COLUMNS])
{
    const __m256i one = load(&P256_FE_ONE);
    __m256i any_zero = _mm256_setzero_si256();
    for (size_t j = 0; j < COLUMNS; j++) {
        __m256i y = load(&a[j]), zero = mask_zero(y);
        store(&x[j], _mm256_or_si256(y, _mm256_and_si256(zero, one)));
        any_zero = _mm256_or_si256(any_zero, zero);
    }
    return any_zero;
}

/* r[j] = x[j], or 0 where a[j] = 0; r may be a. */
static TARGET void zeros_where_zero(p256_fe r[COLUMNS], const p256_fe x[COLUMNS],
                                    const p256_fe a[COLUMNS])
{
    for (size_t j = 0; j < COLUMNS; j++)
        store(&r[j], _mm256_andnot_si256(mask_zero(load(&a[j])), load(&x[j])));
}

/* One structure: their order on the stack makes 15 % of the time, where it was measured. */
struct rows {
    p256_fe product[2 * COLUMNS], inverse[2 * COLUMNS], x[COLUMNS], result[COLUMNS];
};

/*
 * Montgomery's trick (see arrays.c) in columns, a[j] with a[j + COLUMNS], a[j + 2*COLUMNS] ..., and
 * then on the columns' products together with what is left of the array.
 */
static TARGET int invert_run(p256_fe *r, const p256_fe *a, p256_fe *prefix, size_t n)
{
    if (n < 2 * COLUMNS)
        return p256_vec_inv_bmi2(r, a, n);
    struct rows t;
    const size_t rest = n % COLUMNS, full = n - rest;
    __m256i any_zero = zeros_to_ones(t.product, a);
    for (size_t i = COLUMNS; i < full; i += COLUMNS) {
        any_zero = _mm256_or_si256(any_zero, zeros_to_ones(t.x, &a[i]));
        for (size_t j = 0; j < COLUMNS; j++)
            store(&prefix[i + j], load(&t.product[j])); /* of the rows before i */
        p256_vec_mul_fma(t.product, t.product, t.x, COLUMNS);
    }
    memcpy(t.product + COLUMNS, a + full, rest * sizeof *a);
    int all_nonzero = p256_vec_inv_bmi2(t.inverse, t.product, COLUMNS + rest);
    memcpy(r + full, t.inverse + COLUMNS, rest * sizeof *r);
    for (size_t i = full - COLUMNS; i > 0; i -= COLUMNS) { /* inverse: of the rows up to i */
        (void)zeros_to_ones(t.x, &a[i]);
        p256_vec_mul_fma(t.result, t.inverse, &prefix[i], COLUMNS);
        p256_vec_mul_fma(t.inverse, t.inverse, t.x, COLUMNS);
        zeros_where_zero(&r[i], t.result, &a[i]);
    }
    zeros_where_zero(r, t.inverse, a);
    return all_nonzero & (_mm_cvtsi128_si32(_mm256_castsi256_si128(any_zero)) + 1);
}

int p256_vec_inv_fma(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_in_runs(invert_run, r, a, n);
}

#endif
