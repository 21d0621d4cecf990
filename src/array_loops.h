/* SPDX-License-Identifier: MIT */
/*
 * Array operations as loops over single elements: defines p256_vec_mul_SUFFIX and so on, by
 * p256_mul_SUFFIX, p256_sqr_SUFFIX, and the function `add`; the inversion calls slots of `table`.
 * Calls of neighbouring elements do not wait for each other, so the CPU hides their latencies by
 * itself.
 */
#ifndef P256_ARRAY_LOOPS_H
#define P256_ARRAY_LOOPS_H

#include "arrays.h"
#include "portable.h"

/* So few terms are added one by one: with the kernels of x86-64 that is sooner done than a sum of
 * any length is reduced; elsewhere it was not measured. */
enum { P256_FEW_TERMS = 10 };

#define P256_ARRAY_LOOPS(SUFFIX, add, table)                                                       \
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
        for (size_t i = 0; i < n; i++)                                                             \
            p256_mul_##SUFFIX(&r[i], &a[i], s);                                                    \
    }                                                                                              \
                                                                                                   \
    void p256_vec_axpy_##SUFFIX(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)          \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            p256_fe t;                                                                             \
            p256_mul_##SUFFIX(&t, &x[i], s);                                                       \
            add(&y[i], &y[i], &t);                                                                 \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void p256_vec_mul_add_##SUFFIX(p256_fe *r, const p256_fe *a, const p256_fe *b,                 \
                                   const p256_fe *c, size_t n)                                     \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            p256_fe t;                                                                             \
            p256_mul_##SUFFIX(&t, &a[i], &b[i]);                                                   \
            add(&r[i], &t, &c[i]);                                                                 \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    void p256_vec_sum_##SUFFIX(p256_fe *r, const p256_fe *a, size_t n)                             \
    {                                                                                              \
        if (n > P256_FEW_TERMS) {                                                                  \
            p256_vec_sum_portable(r, a, n);                                                        \
            return;                                                                                \
        }                                                                                          \
        p256_fe sum = P256_FE_ZERO;                                                                \
        for (size_t i = 0; i < n; i++)                                                             \
            add(&sum, &sum, &a[i]);                                                                \
        *r = sum;                                                                                  \
    }                                                                                              \
                                                                                                   \
    int p256_vec_inv_##SUFFIX(p256_fe *r, const p256_fe *a, size_t n)                              \
    {                                                                                              \
        return p256_vec_inv_with(&table, r, a, n);                                                 \
    }

#endif
