/* SPDX-License-Identifier: MIT */
/*
 * Array operations as loops over single elements: defines p256_vec_mul_SUFFIX and so on, by
 * p256_mul_SUFFIX and p256_sqr_SUFFIX, for one table. Additions are those of the general
 * registers. Calls of neighbouring elements do not wait for each other, so the CPU hides their
 * latencies by itself.
 */
#ifndef P256_AARCH64_ARRAY_LOOPS_H
#define P256_AARCH64_ARRAY_LOOPS_H

#include "../portable_field.h"
#include "kernels.h"

/* r = sum/R mod p for any sum of nine limbs. */
static inline void reduce_nine(p256_fe *r, const uint64_t sum[9])
{
    /* sum = S + H*R + sum[8]*R^2 with S and H below R. */
    const uint64_t s[8] = {sum[0], sum[1], sum[2], sum[3], 0, 0, 0, 0};
    p256_fe low, high, top = {{sum[8], 0, 0, 0}};
    fe_reduce(&low, s);
    fe_subtract_p(&high, sum[4], sum[5], sum[6], sum[7], 0); /* R < 2p */
    fe_to_montgomery(&top, &top);
    fe_add(r, &low, &high);
    fe_add(r, r, &top);
}

#define P256_ARRAY_LOOPS(SUFFIX)                                                                   \
    void p256_vec_mul_##SUFFIX(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)           \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            p256_mul_##SUFFIX(&r[i], &a[i], &b[i]);                                                \
    }                                                                                              \
                                                                                                   \
    void p256_vec_sqr_##SUFFIX(p256_fe *r, const p256_fe *a, size_t n)                             \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            p256_sqr_##SUFFIX(&r[i], &a[i]);                                                       \
    }                                                                                              \
                                                                                                   \
    void p256_vec_scale_##SUFFIX(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)         \
    {                                                                                              \
        if (n == 0)                                                                                \
            return;                                                                                \
        const p256_fe scalar = *s;                                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            p256_mul_##SUFFIX(&r[i], &a[i], &scalar);                                              \
    }                                                                                              \
                                                                                                   \
    void p256_vec_axpy_##SUFFIX(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)          \
    {                                                                                              \
        if (n == 0)                                                                                \
            return;                                                                                \
        const p256_fe scalar = *s;                                                                 \
        for (size_t i = 0; i < n; i++) {                                                           \
            p256_fe t;                                                                             \
            p256_mul_##SUFFIX(&t, &x[i], &scalar);                                                 \
            p256_add_gpr(&y[i], &y[i], &t);                                                        \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void p256_vec_mul_add_##SUFFIX(p256_fe *r, const p256_fe *a, const p256_fe *b,                 \
                                   const p256_fe *c, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            p256_fe t;                                                                             \
            p256_mul_##SUFFIX(&t, &a[i], &b[i]);                                                   \
            p256_add_gpr(&r[i], &t, &c[i]);                                                        \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    int p256_vec_inv_##SUFFIX(p256_fe *r, const p256_fe *a, size_t n)                              \
    {                                                                                              \
        return p256_vec_inv_with(&p256_kernel_##SUFFIX, r, a, n);                                  \
    }

#endif
