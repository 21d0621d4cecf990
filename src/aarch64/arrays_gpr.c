/* SPDX-License-Identifier: MIT */
/* Array operations as loops over p256_mul_gpr and p256_sqr_gpr. */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../arrays.h"
#include "../portable_field.h"

void p256_vec_mul_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p256_mul_gpr(&r[i], &a[i], &b[i]);
}

void p256_vec_sqr_gpr(p256_fe *r, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        p256_sqr_gpr(&r[i], &a[i]);
}

void p256_vec_scale_gpr(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    if (n == 0)
        return;
    const p256_fe scalar = *s;
    for (size_t i = 0; i < n; i++)
        p256_mul_gpr(&r[i], &a[i], &scalar);
}

void p256_vec_axpy_gpr(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    if (n == 0)
        return;
    const p256_fe scalar = *s;
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        p256_mul_gpr(&t, &x[i], &scalar);
        fe_add(&y[i], &y[i], &t);
    }
}

void p256_vec_mul_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                           size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        p256_mul_gpr(&t, &a[i], &b[i]);
        fe_add(&r[i], &t, &c[i]);
    }
}

int p256_vec_inv_gpr(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_with(&p256_kernel_gpr, r, a, n);
}

#endif
