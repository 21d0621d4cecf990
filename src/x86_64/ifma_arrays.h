/* SPDX-License-Identifier: MIT */
/*
 * The array slots over ifma_field.h, LANES elements at a time; contracts in kernel.h. The file
 * that includes this has, besides what ifma_field.h needs, IFMA_NAME(operation) for the
 * functions' names, and
 *
 *     load(x, a), store(r, x)                LANES elements
 *     load_first(x, a, n), store_first(r, x, n)   n < LANES elements, the other lanes being zero
 *
 * The lanes may hold the elements in any order, if it is always the same.
 */
#ifndef P256_IFMA_ARRAYS_H
#define P256_IFMA_ARRAYS_H

#include <string.h>

#include "../arrays.h"
#include "../bytes.h"
#include "../portable.h"
#include "../portable_field.h"
#include "ifma_field.h"

/* What is left of an array after the full vectors goes through single operations if it is so
 * few elements, which then are faster than a vector. */
enum { FEW_MUL = 2, FEW_ADD = 2, FEW_SCALE = 16, FEW_DOT = 4 };

IFMA_TARGET void IFMA_NAME(vec_mul)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES, b += LANES) {
        load(x, a);
        load(y, b);
        mul(x, x, y);
        store(r, x);
    }
    if (n <= FEW_MUL) {
        p256_vec_mul_bmi2(r, a, b, n);
    } else {
        load_first(x, a, n);
        load_first(y, b, n);
        mul(x, x, y);
        store_first(r, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_sqr)(p256_fe *r, const p256_fe *a, size_t n)
{
    vec x[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load(x, a);
        sqr(x, x);
        store(r, x);
    }
    if (n <= FEW_MUL) {
        p256_vec_sqr_bmi2(r, a, n);
    } else {
        load_first(x, a, n);
        sqr(x, x);
        store_first(r, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_mul_add)(p256_fe *r, const p256_fe *a, const p256_fe *b,
                                        const p256_fe *c, size_t n)
{
    vec x[4], y[4], z[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES, b += LANES, c += LANES) {
        load(x, a);
        load(y, b);
        load(z, c);
        mul_add(x, x, y, z);
        store(r, x);
    }
    if (n <= FEW_MUL) {
        p256_vec_mul_add_bmi2(r, a, b, c, n);
    } else {
        load_first(x, a, n);
        load_first(y, b, n);
        load_first(z, c, n);
        mul_add(x, x, y, z);
        store_first(r, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_add)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES, b += LANES) {
        load(x, a);
        load(y, b);
        add(x, x, y);
        store(r, x);
    }
    if (n <= FEW_ADD) {
        p256_vec_add_portable(r, a, b, n);
    } else {
        load_first(x, a, n);
        load_first(y, b, n);
        add(x, x, y);
        store_first(r, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_sub)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES, b += LANES) {
        load(x, a);
        load(y, b);
        sub(x, x, y);
        store(r, x);
    }
    if (n <= FEW_ADD) {
        p256_vec_sub_portable(r, a, b, n);
    } else {
        load_first(x, a, n);
        load_first(y, b, n);
        sub(x, x, y);
        store_first(r, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_neg)(p256_fe *r, const p256_fe *a, size_t n)
{
    const vec zero[4] = {v_set1(0), v_set1(0), v_set1(0), v_set1(0)};
    vec x[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load(x, a);
        sub(x, zero, x);
        store(r, x);
    }
    if (n <= FEW_ADD) {
        p256_vec_neg_portable(r, a, n);
    } else {
        load_first(x, a, n);
        sub(x, zero, x);
        store_first(r, x, n);
    }
}

/* f = s as a factor */
static void make_factor(factor *f, const p256_fe *s)
{
    /* 2^(52*i + 104) mod p */
    static const p256_fe power[5] = {
        {{0, POW2(40), 0, 0}},
        {{0, 0, POW2(28), 0}},
        {{0, 0, 0, POW2(16)}},
        {{UINT64_C(0x0000000000000010), UINT64_C(0xfffffff000000000), UINT64_C(0xffffffffffffffff),
          UINT64_C(0x0000000fffffffef)}},
        {{UINT64_C(0x0100000000ffffff), UINT64_C(0xff00000100000000), UINT64_C(0xfffffffffeffffff),
          UINT64_C(0xfffffffeff000000)}},
    };
    for (int i = 0; i < 5; i++) {
        p256_fe t;
        p256_mul_bmi2(&t, s, &power[i]);
        f->limb[i][0] = t.limb[0];
        f->limb[i][1] = t.limb[0] >> 52 | t.limb[1] << 12;
        f->limb[i][2] = t.limb[1] >> 40 | t.limb[2] << 24;
        f->limb[i][3] = t.limb[2] >> 28 | t.limb[3] << 36;
        f->limb[i][4] = t.limb[3] >> 16;
    }
}

IFMA_TARGET void IFMA_NAME(vec_scale)(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    factor f;
    vec x[4];
    if (n <= FEW_SCALE) {
        p256_vec_scale_bmi2(r, a, s, n);
        return;
    }
    make_factor(&f, s);
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load(x, a);
        scale(x, x, &f);
        store(r, x);
    }
    load_first(x, a, n);
    scale(x, x, &f);
    store_first(r, x, n);
}

IFMA_TARGET void IFMA_NAME(vec_axpy)(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    factor f;
    vec u[4], v[4];
    if (n <= FEW_SCALE) {
        p256_vec_axpy_bmi2(y, s, x, n);
        return;
    }
    make_factor(&f, s);
    for (; n >= LANES; n -= LANES, y += LANES, x += LANES) {
        load(u, x);
        load(v, y);
        scale_add(u, u, &f, v);
        store(y, u);
    }
    load_first(u, x, n);
    load_first(v, y, n);
    scale_add(u, u, &f, v);
    store_first(y, u, n);
}

/*
 * The sum of the products of a lane, in columns: low[k] and high[k] weigh 2^(52*k) and
 * 2^(52*k + 52). A product adds at most 5 low halves and 4 high ones to what weighs the same, so
 * that after 448 products a column is below 9*448*2^52 = 4032*2^52.
 */
enum { MOST_PRODUCTS = 448 };

typedef struct {
    vec low[9], high[9];
} products;

IFMA_INLINE void add_products_of_limb(vec low[5], vec high[5], vec x, const vec y[5])
{
    low[0] = v_madlo(low[0], x, y[0]);
    high[0] = v_madhi(high[0], x, y[0]);
    low[1] = v_madlo(low[1], x, y[1]);
    high[1] = v_madhi(high[1], x, y[1]);
    low[2] = v_madlo(low[2], x, y[2]);
    high[2] = v_madhi(high[2], x, y[2]);
    low[3] = v_madlo(low[3], x, y[3]);
    high[3] = v_madhi(high[3], x, y[3]);
    low[4] = v_madlo(low[4], x, y[4]);
    high[4] = v_madhi(high[4], x, y[4]);
}

/* t += 16*a*b */
IFMA_INLINE void add_product(products *t, const vec a[4], const vec b[4])
{
    vec x[5], y[5];
    split_16(x, a);
    split(y, b);
    add_products_of_limb(t->low, t->high, x[0], y);
    add_products_of_limb(t->low + 1, t->high + 1, x[1], y);
    add_products_of_limb(t->low + 2, t->high + 2, x[2], y);
    add_products_of_limb(t->low + 3, t->high + 3, x[3], y);
    add_products_of_limb(t->low + 4, t->high + 4, x[4], y);
}

/*
 * sum += (t + q*p)/2^260. A step of reduction adds less than 4*2^52 and a carry below 2^12 to a
 * column, so that columns stay below 4096*2^52. What is added to the sum is less than
 * (448*16*p*p + 2^260*p)/2^260 = 449*p < 2^265: five limbs, of which the highest has less than
 * 57 bits. The limbs of the sum are below 2^52 but the highest, which grows by less than 2^6.
 */
IFMA_INLINE void fold(vec sum[6], const products *t)
{
    const vec low52 = v_set1(POW2(52) - 1);
    vec c[10];
    c[0] = t->low[0];
    for (int i = 1; i < 9; i++)
        c[i] = v_add(t->low[i], t->high[i - 1]);
    c[9] = t->high[8];
    reduce_limb(c);
    reduce_limb(c + 1);
    reduce_limb(c + 2);
    reduce_limb(c + 3);
    reduce_limb(c + 4);
    vec carry = v_set1(0);
    for (int i = 0; i < 5; i++) {
        carry = v_add(v_add(sum[i], c[i + 5]), carry);
        sum[i] = v_and(carry, low52);
        carry = v_srl(carry, 52);
    }
    sum[5] = v_add(sum[5], carry);
}

/* The sum of all lanes, below LANES*2^56 for limbs below 2^56. */
IFMA_INLINE uint64_t sum_of_lanes(vec x)
{
    uint64_t lane[LANES], sum = 0;
    memcpy(lane, &x, sizeof lane);
    for (int i = 0; i < LANES; i++)
        sum += lane[i];
    return sum;
}

/* r = {the sum of all lanes mod p}. A limb's sum over the lanes is below 2^55, and sum[5]'s below
 * 2^60: it is at most n/448*2^6. */
IFMA_INLINE void reduce_lanes(p256_fe *r, const vec sum[6])
{
    uint64_t s0 = sum_of_lanes(sum[0]), s1 = sum_of_lanes(sum[1]), s2 = sum_of_lanes(sum[2]);
    uint64_t s3 = sum_of_lanes(sum[3]), s4 = sum_of_lanes(sum[4]), s5 = sum_of_lanes(sum[5]);
    uint64_t carry = 0;
    p256_fe low;
    low.limb[0] = p256_adc(s0, s1 << 52, &carry);
    low.limb[1] = p256_adc(s1 >> 12, s2 << 40, &carry);
    low.limb[2] = p256_adc(s2 >> 24, s3 << 28, &carry);
    low.limb[3] = p256_adc(s3 >> 36, s4 << 16, &carry);
    fe_reduce_sum(r, &low, (s4 >> 48) + (s5 << 4) + carry);
}

IFMA_TARGET void IFMA_NAME(vec_dot)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    const vec zero = v_set1(0);
    vec sum[6] = {zero, zero, zero, zero, zero, zero}, x[4], y[4];
    if (n <= FEW_DOT) {
        p256_vec_dot_portable(r, a, b, n);
        return;
    }
    while (n > 0) {
        products t = {{zero, zero, zero, zero, zero, zero, zero, zero, zero},
                      {zero, zero, zero, zero, zero, zero, zero, zero, zero}};
        size_t vectors = n / LANES < MOST_PRODUCTS ? n / LANES : MOST_PRODUCTS;
        n -= vectors * LANES;
        for (size_t i = 0; i < vectors; i++, a += LANES, b += LANES) {
            load(x, a);
            load(y, b);
            add_product(&t, x, y);
        }
        if (vectors < MOST_PRODUCTS && n > 0) {
            load_first(x, a, n);
            load_first(y, b, n);
            add_product(&t, x, y);
            n = 0;
        }
        fold(sum, &t);
    }
    reduce_lanes(r, sum);
}

#endif
