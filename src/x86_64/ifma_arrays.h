/* SPDX-License-Identifier: MIT */
/*
 * The array slots over ifma_field.h, LANES elements at a time; contracts in kernel.h. The file
 * that includes this has, besides what ifma_field.h needs, IFMA_NAME(operation) for the
 * functions' names, and
 *
 *     load(x, a), store(r, x)                      LANES elements
 *     load_first(x, a, n), store_first(r, x, n)    n < LANES elements; other lanes load as zero
 *     v_load(address), v_store(address, x)         one vector, in memory order
 *     v_reverse_bytes(x)                           within each lane
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

/*
 * At most so many elements, of an array or left over from its full vectors, go through single
 * operations, since they are done sooner than a vector is.
 */
enum {
    FEW_MUL = 2,
    FEW_ADD = 4,
    FEW_SCALE = 5,
    FEW_DOT = 4,
    FEW_SUM = 15,
    FEW_INV = 16,
    FEW_BYTES = 1
};

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
        p256_vec_add_x86_64(r, a, b, n);
    } else {
        load_first(x, a, n);
        load_first(y, b, n);
        add(x, x, y);
        store_first(r, x, n);
    }
}

/*
 * A function of its own: short arrays do not pay for the frame of what they do not reach, and
 * scripts/prove proves it by itself. So GCC must neither make variants of it nor rely on which
 * registers it leaves alone.
 */
#if defined(__clang__)
#define APART static __attribute__((noinline))
#else
#define APART static __attribute__((noipa))
#endif

/*
 * f = s as a factor: from f[4] = 2^312*s/R mod p down, each the next one divided by 2^52, as
 * (2^12*t + q*p)/2^64 < 2^204 + p < 2^256.
 */
APART void IFMA_NAME(make_factor)(factor *f, const p256_fe *s)
{
    /* 2^312 mod p */
    static const p256_fe power = {{UINT64_C(0x0100000000ffffff), UINT64_C(0xff00000100000000),
                                   UINT64_C(0xfffffffffeffffff), UINT64_C(0xfffffffeff000000)}};
    p256_fe t;
    p256_mul_bmi2(&t, s, &power);
    for (int i = 4; i >= 0; i--) {
        uint64_t t0 = t.limb[0], t1 = t.limb[1], t2 = t.limb[2], t3 = t.limb[3], carry = 0;
        uint64_t *limb = f->limb[i];
        limb[0] = t0;
        limb[1] = t0 >> 52 | t1 << 12;
        limb[2] = t1 >> 40 | t2 << 24;
        limb[3] = t2 >> 28 | t3 << 36;
        limb[4] = t3 >> 16;
        uint64_t t4 = t3 >> 52;
        t3 = t3 << 12 | t2 >> 52;
        t2 = t2 << 12 | t1 >> 52;
        t1 = t1 << 12 | t0 >> 52;
        t0 = t0 << 12;
        FE_REDUCE_LIMB(t0, t1, t2, t3, t4, carry);
        P256_VERIFY(carry == 0);
        t = (p256_fe){{t1, t2, t3, t4}};
    }
}

/* vec_scale by a factor */
IFMA_TARGET APART void IFMA_NAME(vec_scale_by)(p256_fe *r, const p256_fe *a, const factor *f,
                                               size_t n)
{
    vec x[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load(x, a);
        scale(x, x, f);
        store(r, x);
    }
    if (n > 0) {
        load_first(x, a, n);
        scale(x, x, f);
        store_first(r, x, n);
    }
}

/* vec_scale for n > 0 */
APART void IFMA_NAME(vec_scale_many)(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    factor f;
    IFMA_NAME(make_factor)(&f, s);
    IFMA_NAME(vec_scale_by)(r, a, &f, n);
}

IFMA_TARGET void IFMA_NAME(vec_scale)(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    if (n <= FEW_SCALE)
        p256_vec_scale_bmi2(r, a, s, n);
    else
        IFMA_NAME(vec_scale_many)(r, a, s, n);
}

/* vec_axpy by a factor. With x loaded first GCC 12 makes a loop that takes a fifth longer. */
IFMA_TARGET APART void IFMA_NAME(vec_axpy_by)(p256_fe *y, const factor *f, const p256_fe *x,
                                              size_t n)
{
    vec u[4], v[4];
    for (; n >= LANES; n -= LANES, y += LANES, x += LANES) {
        load(v, y);
        load(u, x);
        scale_add(u, u, f, v);
        store(y, u);
    }
    if (n > 0) {
        load_first(v, y, n);
        load_first(u, x, n);
        scale_add(u, u, f, v);
        store_first(y, u, n);
    }
}

/* vec_axpy for n > 0 */
APART void IFMA_NAME(vec_axpy_many)(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    factor f;
    IFMA_NAME(make_factor)(&f, s);
    IFMA_NAME(vec_axpy_by)(y, &f, x, n);
}

IFMA_TARGET void IFMA_NAME(vec_axpy)(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    if (n <= FEW_SCALE)
        p256_vec_axpy_bmi2(y, s, x, n);
    else
        IFMA_NAME(vec_axpy_many)(y, s, x, n);
}

/*
 * The sum of the products of a lane, in columns: low[k] and high[k] weigh 2^(52*k) and
 * 2^(52*k + 52). A product adds at most 5 low halves and 4 high ones to what weighs the same, so
 * that after 448 products a column is below 9*448*2^52 = 4032*2^52.
 */
enum { MOST_PRODUCTS = 448 };
_Static_assert(9 * MOST_PRODUCTS + 6 < 1 << 12, "or a column may reach 2^64");

typedef struct {
    vec low[10], high[9];
} products;

/* t += 16*a*b */
IFMA_INLINE void add_product(products *t, const vec a[4], const vec b[4])
{
    vec x[5], y[5];
    split_16(x, a);
    split(y, b);
    add_row(t->low, t->high, x[0], y);
    add_row(t->low + 1, t->high + 1, x[1], y);
    add_row(t->low + 2, t->high + 2, x[2], y);
    add_row(t->low + 3, t->high + 3, x[3], y);
    add_row(t->low + 4, t->high + 4, x[4], y);
}

/* A sum in each lane: sum[i] weighs 2^(52*i). */
typedef uint64_t sums[6][LANES];

/*
 * sum += (t + q*p)/2^260. Reduction adds less than 6*2^52 to what weighs the same, and a carry
 * below 2^12: below 4096*2^52 together. What is added to the sum is less than
 * (448*16*p*p + 2^260*p)/2^260 < 449*p < 2^265: five limbs, of which the highest has less than
 * 58 bits. The limbs of the sum are below 2^52 but the highest, which grows by less than 2^6.
 */
IFMA_INLINE void fold(sums sum, products *t)
{
    const vec low52 = v_set1(POW2(52) - 1);
    vec c[5];
    reduce(c, t->low, t->high);
    for (int i = 0; i < 5; i++)
        c[i] = v_add(c[i], v_load(sum[i]));
    carry_columns(c);
    for (int i = 0; i < 5; i++)
        v_store(sum[i], v_and(c[i], low52));
    v_store(sum[5], v_add(v_load(sum[5]), v_srl(c[4], 52)));
}

static inline uint64_t sum_of_lanes(const uint64_t limb[LANES])
{
    uint64_t sum = limb[0];
    for (int i = 1; i < LANES; i++)
        sum += limb[i];
    return sum;
}

/*
 * r = {the sum of all lanes mod p}. A limb's sum over the lanes is below 2^55, and that of sum[5]
 * below 2^60: it is at most n/448*2^6. The upper words, of weight 2^192, are multiplied by 2^448/R.
 */
APART void IFMA_NAME(reduce_lanes)(p256_fe *r, sums sum)
{
    /* 2^448 mod p */
    static const p256_fe power = {{UINT64_C(0xfffffffeffffffff), UINT64_C(0xfffffffffffffffe),
                                   UINT64_C(0x0000000200000000), UINT64_C(0x0000000000000003)}};
    uint64_t s0 = sum_of_lanes(sum[0]), s1 = sum_of_lanes(sum[1]), s2 = sum_of_lanes(sum[2]);
    uint64_t s3 = sum_of_lanes(sum[3]), s4 = sum_of_lanes(sum[4]), s5 = sum_of_lanes(sum[5]);
    uint64_t carry = 0;
    p256_fe low = {{0, 0, 0, 0}}, high = {{0, 0, 0, 0}};
    P256_VERIFY(s5 < POW2(60));
    low.limb[0] = p256_adc(s0, s1 << 52, &carry);
    low.limb[1] = p256_adc(s1 >> 12, s2 << 40, &carry);
    low.limb[2] = p256_adc(s2 >> 24, s3 << 28, &carry);
    high.limb[0] = p256_adc(s3 >> 36, s4 << 16, &carry);
    high.limb[1] = (s4 >> 48) + (s5 << 4) + carry;
    p256_mul_bmi2(&high, &high, &power);
    p256_add_x86_64(r, &low, &high);
}

enum { MOST_TERMS = MOST_PRODUCTS * LANES };

/* Adds the products of n elements to the sum, 0 < n <= MOST_TERMS. */
IFMA_TARGET APART void IFMA_NAME(dot_run)(sums sum, const p256_fe *a, const p256_fe *b, size_t n)
{
    const vec zero = v_set1(0);
    products t = {{zero, zero, zero, zero, zero, zero, zero, zero, zero, zero},
                  {zero, zero, zero, zero, zero, zero, zero, zero, zero}};
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, a += LANES, b += LANES) {
        load(x, a);
        load(y, b);
        add_product(&t, x, y);
    }
    if (n > 0) {
        load_first(x, a, n);
        load_first(y, b, n);
        add_product(&t, x, y);
    }
    fold(sum, &t);
}

/* vec_dot for n > 0 */
IFMA_TARGET APART void IFMA_NAME(dot_of_many)(p256_fe *r, const p256_fe *a, const p256_fe *b,
                                              size_t n)
{
    _Alignas(64) sums sum;
    for (int i = 0; i < 6; i++)
        v_store(sum[i], v_set1(0));
    for (; n > MOST_TERMS; n -= MOST_TERMS, a += MOST_TERMS, b += MOST_TERMS)
        IFMA_NAME(dot_run)(sum, a, b, MOST_TERMS);
    IFMA_NAME(dot_run)(sum, a, b, n);
    IFMA_NAME(reduce_lanes)(r, sum);
}

IFMA_TARGET void IFMA_NAME(vec_dot)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    if (n <= FEW_DOT)
        p256_vec_dot_bmi2(r, a, b, n);
    else
        IFMA_NAME(dot_of_many)(r, a, b, n);
}

enum { ELEMENTS = LANES / 4 /* of a vector in memory order */ };

/* Four vectors as they are, for load_vectors; r takes as many bytes as LANES elements. */
IFMA_INLINE void store_vectors(p256_fe *r, const vec x[4])
{
    for (int i = 0; i < 4; i++)
        v_store(&r[i * ELEMENTS], x[i]);
}

IFMA_INLINE void load_vectors(vec x[4], const p256_fe *a)
{
    for (int i = 0; i < 4; i++)
        x[i] = v_load(&a[i * ELEMENTS]);
}

/*
 * Sums of limbs, without a transposition: `all` counts whole limbs mod 2^64, `high` their upper
 * halves, exactly. So the sum of the lower halves is all - high*2^32 mod 2^64.
 */
IFMA_INLINE void add_limbs_of(vec *all, vec *high, const p256_fe *a)
{
    vec x[4];
    load_vectors(x, a);
    for (int i = 0; i < 4; i++) {
        *all = v_add(*all, x[i]);
        *high = v_add(*high, v_srl(x[i], 32));
    }
}

/* r = {the sum of n elements mod p}, n <= 2^30 a multiple of LANES */
IFMA_TARGET static void sum_some(p256_fe *r, const p256_fe *a, size_t n)
{
    vec all = v_set1(0), high = v_set1(0);
    for (size_t i = 0; i < n; i += LANES)
        add_limbs_of(&all, &high, &a[i]);
    vec low = v_sub(all, v_sll(high, 32));
    uint64_t low_lane[LANES], high_lane[LANES], carry = 0;
    p256_fe t;
    memcpy(low_lane, &low, sizeof low_lane);
    memcpy(high_lane, &high, sizeof high_lane);
    for (int i = 0; i < 4; i++) {
        uint64_t l = 0, h = 0, c = 0, d = 0; /* l and h are below 2^30*2^32 */
        for (int j = i; j < LANES; j += 4) { /* lane j has limbs j mod 4 */
            l += low_lane[j];
            h += high_lane[j];
        }
        t.limb[i] = p256_adc(p256_adc(l, h << 32, &c), carry, &d);
        carry = (h >> 32) + c + d;
    }
    fe_reduce_high(r, t.limb[0], t.limb[1], t.limb[2], t.limb[3], carry);
}

/* The sum of more than a few. A function of its own, since vectors on the stack make its entry
 * dear. */
IFMA_TARGET __attribute__((noinline)) static void sum_many(p256_fe *r, const p256_fe *a, size_t n)
{
    enum { MOST = 1 << 30 };
    p256_fe sum = P256_FE_ZERO, part;
    while (n > FEW_SUM) {
        size_t some = n < MOST ? n - n % LANES : MOST;
        sum_some(&part, a, some);
        p256_add_x86_64(&sum, &sum, &part);
        a += some;
        n -= some;
    }
    p256_vec_sum_bmi2(&part, a, n);
    p256_add_x86_64(r, &sum, &part);
}

void IFMA_NAME(vec_sum)(p256_fe *r, const p256_fe *a, size_t n)
{
    if (n <= FEW_SUM)
        p256_vec_sum_bmi2(r, a, n);
    else
        sum_many(r, a, n);
}

/* x = a, or 1 where a = 0; returns all ones where a != 0, else zero. */
IFMA_INLINE vec zero_to_one(vec x[4], const vec a[4])
{
    const p256_fe one = {P256_R_LIMBS};
    vec nonzero = nonzero_mask(a);
    for (int i = 0; i < 4; i++)
        x[i] = v_select(nonzero, a[i], v_set1(one.limb[i]));
    return nonzero;
}

/*
 * Montgomery's trick (see arrays.c) in each lane by itself, and then on the lanes' products
 * together with what is left of the array.
 */
IFMA_TARGET static int invert_run(p256_fe *r, const p256_fe *a, p256_fe *prefix, size_t n)
{
    if (n <= FEW_INV)
        return p256_vec_inv_bmi2(r, a, n);
    const p256_fe one = {P256_R_LIMBS};
    vec product[4] = {v_set1(one.limb[0]), v_set1(one.limb[1]), v_set1(one.limb[2]),
                      v_set1(one.limb[3])};
    vec inverse[4], x[4], y[4], all_nonzero = v_set1(UINT64_MAX);
    size_t rest = n % LANES, full = n - rest;
    for (size_t i = 0; i < full; i += LANES) {
        load(x, &a[i]);
        all_nonzero = v_and(all_nonzero, zero_to_one(x, x));
        store_vectors(&prefix[i], product); /* of all before i */
        mul(product, product, x);
    }
    p256_fe last[2 * LANES], inverse_of_last[2 * LANES];
    store(last, product);
    load_first(x, a + full, rest);
    store(last + LANES, x);
    int result = p256_vec_inv_bmi2(inverse_of_last, last, LANES + rest);
    load(x, inverse_of_last + LANES);
    store_first(r + full, x, rest);
    load(inverse, inverse_of_last); /* of the product of all up to i */
    for (size_t i = full; i > 0; i -= LANES) {
        load(x, &a[i - LANES]);
        load_vectors(y, &prefix[i - LANES]);
        vec nonzero = zero_to_one(x, x);
        mul(y, y, inverse);
        mul(inverse, inverse, x);
        for (int j = 0; j < 4; j++)
            y[j] = v_and(y[j], nonzero);
        store(&r[i - LANES], y);
    }
    return result & (int)(and_of_lanes(all_nonzero) & 1);
}

int IFMA_NAME(vec_inv)(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_in_runs(invert_run, r, a, n);
}

/* Between elements and 32 big-endian bytes, of which the first 8 stand where limb 0 would. */
IFMA_INLINE void reverse_bytes(vec r[4], const vec x[4])
{
    vec t0 = v_reverse_bytes(x[3]), t1 = v_reverse_bytes(x[2]);
    r[2] = v_reverse_bytes(x[1]);
    r[3] = v_reverse_bytes(x[0]);
    r[0] = t0;
    r[1] = t1;
}

/* r = {R*x mod p}, or 0 where x >= p, for the bytes x. Returns all ones where x < p, else zero. */
IFMA_INLINE vec from_bytes(vec r[4], const vec bytes[4])
{
    /* R^2 as a factor: 2^(52*i + 104 + 256) mod p. */
    static const factor r2 = {{
        {UINT64_C(0xffffffffffeff), UINT64_C(0x1000000fffff), UINT64_C(0x0000000000002),
         UINT64_C(0x0000ffffff000), UINT64_C(0xfffffeff0000)},
        {UINT64_C(0xfffffefffffff), UINT64_C(0x00ffffffffeff), UINT64_C(0x0000000200000),
         UINT64_C(0x0001000000002), UINT64_C(0xefffffff0000)},
        {UINT64_C(0xeffffffff0000), UINT64_C(0xfffffefffffff), UINT64_C(0x000ffffffffff),
         UINT64_C(0x0000000200000), UINT64_C(0x000000000003)},
        {UINT64_C(0x0000000000030), UINT64_C(0xbffffffff0000), UINT64_C(0xfffffefffffff),
         UINT64_C(0xffdffffffffff), UINT64_C(0x0000004fffff)},
        {UINT64_C(0x0000005000000), UINT64_C(0x0000000000030), UINT64_C(0xbfffffffa0000),
         UINT64_C(0xfffffefffffff), UINT64_C(0x02fffffffaff)},
    }};
    const factor *constants = &r2;
    __asm__("" : "+r"(constants)); /* or GCC moves each through a general register */
    vec x[4], d[4];
    reverse_bytes(x, bytes);
    scale(r, x, constants); /* takes any x < 2^256 */
    vec below_p = v_sub(subtract_p(d, x), v_set1(1));
    r[0] = v_and(r[0], below_p);
    r[1] = v_and(r[1], below_p);
    r[2] = v_and(r[2], below_p);
    r[3] = v_and(r[3], below_p);
    return below_p;
}

IFMA_TARGET int IFMA_NAME(vec_from_bytes)(p256_fe *r, const uint8_t *in, size_t n)
{
    vec x[4], all_below_p = v_set1(UINT64_MAX);
    int result = 1;
    for (; n >= LANES; n -= LANES, r += LANES, in += sizeof(p256_fe[LANES])) {
        load(x, in);
        all_below_p = v_and(all_below_p, from_bytes(x, x));
        store(r, x);
    }
    if (n <= FEW_BYTES) {
        result = p256_vec_from_bytes_portable(r, in, n);
    } else {
        load_first(x, in, n);
        all_below_p = v_and(all_below_p, from_bytes(x, x));
        store_first(r, x, n);
    }
    return result & (int)(and_of_lanes(all_below_p) & 1);
}

IFMA_TARGET void IFMA_NAME(vec_to_bytes)(uint8_t *out, const p256_fe *a, size_t n)
{
    vec x[4];
    for (; n >= LANES; n -= LANES, out += sizeof(p256_fe[LANES]), a += LANES) {
        load(x, a);
        from_montgomery(x, x);
        reverse_bytes(x, x);
        store(out, x);
    }
    if (n <= FEW_BYTES) {
        p256_vec_to_bytes_portable(out, a, n);
    } else {
        load_first(x, a, n);
        from_montgomery(x, x);
        reverse_bytes(x, x);
        store_first(out, x, n);
    }
}

IFMA_TARGET void IFMA_NAME(vec_cmov)(p256_fe *r, const p256_fe *a, int flag, size_t n)
{
    const uint64_t flag_mask = p256_mask_nonzero((unsigned)flag);
    const vec mask = v_set1(flag_mask);
    vec x[4], y[4];
    for (; n >= LANES; n -= LANES, r += LANES, a += LANES) {
        load_vectors(x, a);
        load_vectors(y, r);
        for (int i = 0; i < 4; i++)
            x[i] = v_select(mask, x[i], y[i]);
        store_vectors(r, x);
    }
    for (size_t i = 0; i < n; i++)
        fe_cmov(&r[i], &a[i], flag_mask);
}

#endif
