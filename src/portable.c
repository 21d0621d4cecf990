/* SPDX-License-Identifier: MIT */
/* The portable kernel: complete, in C, and the reference for all others. */
#include "portable.h"

#include "arrays.h"
#include "bytes.h"
#include "inverse.h"
#include "kernel.h"
#include "portable_field.h"

void p256_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    fe_add(r, a, b);
}

void p256_sub_portable(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    fe_sub(r, a, b);
}

void p256_neg_portable(p256_fe *r, const p256_fe *a)
{
    fe_neg(r, a);
}

void p256_dbl_portable(p256_fe *r, const p256_fe *a)
{
    fe_add(r, a, a);
}

void p256_triple_portable(p256_fe *r, const p256_fe *a)
{
    fe_mul_u32(r, a, 3);
}

void p256_half_portable(p256_fe *r, const p256_fe *a)
{
    fe_half(r, a);
}

void p256_mul_portable(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    fe_mul(r, a, b);
}

void p256_mul_u32_portable(p256_fe *r, const p256_fe *a, uint32_t k)
{
    fe_mul_u32(r, a, k);
}

void p256_sqr_portable(p256_fe *r, const p256_fe *a)
{
    fe_sqr(r, a);
}

void p256_sqr_times_portable(p256_fe *r, const p256_fe *a, unsigned n)
{
    p256_fe t = *a;
    for (; n > 0; n--)
        fe_sqr(&t, &t);
    *r = t;
}

void p256_cmov_portable(p256_fe *r, const p256_fe *a, int flag)
{
    fe_cmov(r, a, p256_mask_nonzero((unsigned)flag));
}

void p256_cswap_portable(p256_fe *a, p256_fe *b, int flag)
{
    uint64_t mask = p256_mask_nonzero((unsigned)flag);
    p256_fe old_a = *a;
    fe_cmov(a, b, mask);
    fe_cmov(b, &old_a, mask);
}

void p256_cneg_portable(p256_fe *r, const p256_fe *a, int flag)
{
    p256_fe negative;
    fe_neg(&negative, a);
    fe_select(r, p256_mask_nonzero((unsigned)flag), &negative, a);
}

void p256_lookup_portable(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index)
{
    for (size_t j = 0; j < width; j++) {
        p256_fe found = {{0, 0, 0, 0}};
        for (size_t i = 0; i < rows; i++) {
            uint64_t wanted = ~p256_mask_nonzero(i ^ index);
            for (int k = 0; k < 4; k++)
                found.limb[k] |= table[i * width + j].limb[k] & wanted;
        }
        r[j] = found;
    }
}

void p256_vec_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_add(&r[i], &a[i], &b[i]);
}

void p256_vec_sub_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_sub(&r[i], &a[i], &b[i]);
}

void p256_vec_neg_portable(p256_fe *r, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_neg(&r[i], &a[i]);
}

void p256_vec_mul_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_mul(&r[i], &a[i], &b[i]);
}

void p256_vec_sqr_portable(p256_fe *r, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_sqr(&r[i], &a[i]);
}

void p256_vec_scale_portable(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fe_mul(&r[i], &a[i], s);
}

void p256_vec_axpy_portable(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        fe_mul(&t, &x[i], s);
        fe_add(&y[i], &y[i], &t);
    }
}

void p256_vec_mul_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                               size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        fe_mul(&t, &a[i], &b[i]);
        fe_add(&r[i], &t, &c[i]);
    }
}

/*
 * The products are added up unreduced. Each is below p^2 < 2^512 and there are fewer than
 * 2^64, so the sum fits nine limbs; it is reduced once, at the end.
 */
void p256_vec_dot_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    uint64_t sum[9] = {0};
    for (size_t i = 0; i < n; i++) {
        uint64_t t[8], carry = 0;
        fe_product(t, &a[i], &b[i]);
        for (int j = 0; j < 8; j++)
            sum[j] = p256_adc(sum[j], t[j], &carry);
        sum[8] += carry;
    }
    fe_reduce_wide(r, sum);
}

void p256_vec_sum_portable(p256_fe *r, const p256_fe *a, size_t n)
{
    enum { FEW = 5 };
    p256_fe low = P256_FE_ZERO;
    uint64_t high = 0; /* fewer than 2^64 terms below R: a fifth limb holds the rest */
    if (n <= FEW) {    /* so few additions are done sooner than a reduction of any sum */
        for (size_t i = 0; i < n; i++)
            fe_add(&low, &low, &a[i]);
        *r = low;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < 4; j++)
            low.limb[j] = p256_adc(low.limb[j], a[i].limb[j], &carry);
        high += carry;
    }
    fe_reduce_sum(r, &low, high);
}

static int vec_inv_portable(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_with(&p256_kernel_portable, r, a, n);
}

int p256_vec_from_bytes_portable(p256_fe *r, const uint8_t *in, size_t n)
{
    uint64_t all_below_p = ~UINT64_C(0);
    for (size_t i = 0; i < n; i++) {
        p256_fe x;
        p256_load_be(&x, in + 32 * i);
        uint64_t below_p = fe_mask_below_p(&x);
        for (int j = 0; j < 4; j++)
            x.limb[j] &= below_p;
        fe_to_montgomery(&r[i], &x);
        all_below_p &= below_p;
    }
    return (int)(all_below_p & 1);
}

void p256_vec_to_bytes_portable(uint8_t *out, const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe x;
        fe_from_montgomery(&x, &a[i]);
        p256_store_be(out + 32 * i, &x);
    }
}

void p256_vec_cmov_portable(p256_fe *r, const p256_fe *a, int flag, size_t n)
{
    uint64_t mask = p256_mask_nonzero((unsigned)flag);
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            r[i].limb[j] = p256_select(mask, a[i].limb[j], r[i].limb[j]);
}

const struct p256_kernel p256_kernel_portable = {
    .name = "portable",
    .needs = 0,
    .add = p256_add_portable,
    .sub = p256_sub_portable,
    .neg = p256_neg_portable,
    .dbl = p256_dbl_portable,
    .triple = p256_triple_portable,
    .half = p256_half_portable,
    .mul = p256_mul_portable,
    .mul_u32 = p256_mul_u32_portable,
    .sqr = p256_sqr_portable,
    .sqr_times = p256_sqr_times_portable,
    .inv = p256_inv_divsteps,
    .inv_vartime = p256_inv_vartime_divsteps,
    .cmov = p256_cmov_portable,
    .cswap = p256_cswap_portable,
    .cneg = p256_cneg_portable,
    .lookup = p256_lookup_portable,
    .vec_add = p256_vec_add_portable,
    .vec_sub = p256_vec_sub_portable,
    .vec_neg = p256_vec_neg_portable,
    .vec_mul = p256_vec_mul_portable,
    .vec_sqr = p256_vec_sqr_portable,
    .vec_scale = p256_vec_scale_portable,
    .vec_axpy = p256_vec_axpy_portable,
    .vec_mul_add = p256_vec_mul_add_portable,
    .vec_dot = p256_vec_dot_portable,
    .vec_sum = p256_vec_sum_portable,
    .vec_inv = vec_inv_portable,
    .vec_from_bytes = p256_vec_from_bytes_portable,
    .vec_to_bytes = p256_vec_to_bytes_portable,
    .vec_cmov = p256_vec_cmov_portable,
};
