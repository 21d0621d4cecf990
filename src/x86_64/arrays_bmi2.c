/* SPDX-License-Identifier: MIT */
/* Array operations as loops over single ones: for short arrays, and the ends of long ones. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../arrays.h"

void p256_vec_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p256_mul_bmi2(&r[i], &a[i], &b[i]);
}

void p256_vec_sqr_bmi2(p256_fe *r, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p256_sqr_bmi2(&r[i], &a[i]);
}

void p256_vec_scale_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    if (n == 0)
        return;
    const p256_fe scalar = *s;
    for (size_t i = 0; i < n; i++)
        p256_mul_bmi2(&r[i], &a[i], &scalar);
}

void p256_vec_axpy_bmi2(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    if (n == 0)
        return;
    const p256_fe scalar = *s;
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        p256_mul_bmi2(&t, &x[i], &scalar);
        p256_add_x86_64(&y[i], &y[i], &t);
    }
}

void p256_vec_mul_add_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        p256_mul_bmi2(&t, &a[i], &b[i]);
        p256_add_x86_64(&r[i], &t, &c[i]);
    }
}

int p256_vec_inv_bmi2(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_with(&p256_kernel_avx2, r, a, n);
}

#endif
