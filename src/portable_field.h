/* SPDX-License-Identifier: MIT */
/*
 * The field in C, as inline functions that portable.c (single elements and arrays) and
 * inverse.c are made of. Inputs and outputs are below p unless a comment says otherwise;
 * r may be any input. The contracts are those of kernel.h.
 */
#ifndef P256_PORTABLE_FIELD_H
#define P256_PORTABLE_FIELD_H

#include "constants.h"
#include "ct.h"
#include "limb.h"
#include "p256_field.h"
#include "verify.h"

/* All ones if the limbs are below p, else zero. Any a. */
static inline uint64_t fe_mask_below_p(const p256_fe *a)
{
    uint64_t borrow = 0;
    (void)p256_sbb(a->limb[0], P256_P0, &borrow);
    (void)p256_sbb(a->limb[1], P256_P1, &borrow);
    (void)p256_sbb(a->limb[2], P256_P2, &borrow);
    (void)p256_sbb(a->limb[3], P256_P3, &borrow);
    return p256_mask_bit(borrow);
}

/* The full reduction that ends every operation: r = V or V - p for
 * V = t0 + t1*2^64 + t2*2^128 + t3*2^192 + t4*2^256, V < 2p. */
static inline void fe_subtract_p(p256_fe *r, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3,
                                 uint64_t t4)
{
    uint64_t borrow = 0;
    uint64_t s0 = p256_sbb(t0, P256_P0, &borrow);
    uint64_t s1 = p256_sbb(t1, P256_P1, &borrow);
    uint64_t s2 = p256_sbb(t2, P256_P2, &borrow);
    uint64_t s3 = p256_sbb(t3, P256_P3, &borrow);
    (void)p256_sbb(t4, 0, &borrow);
    uint64_t below_p = p256_mask_bit(borrow);
    r->limb[0] = p256_select(below_p, t0, s0);
    r->limb[1] = p256_select(below_p, t1, s1);
    r->limb[2] = p256_select(below_p, t2, s2);
    r->limb[3] = p256_select(below_p, t3, s3);
    P256_VERIFY(fe_mask_below_p(r)); /* or V was not below 2p */
}

static inline void fe_add(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    uint64_t carry = 0;
    uint64_t t0 = p256_adc(a->limb[0], b->limb[0], &carry);
    uint64_t t1 = p256_adc(a->limb[1], b->limb[1], &carry);
    uint64_t t2 = p256_adc(a->limb[2], b->limb[2], &carry);
    uint64_t t3 = p256_adc(a->limb[3], b->limb[3], &carry);
    fe_subtract_p(r, t0, t1, t2, t3, carry);
}

static inline void fe_sub(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    uint64_t borrow = 0, carry = 0;
    uint64_t t0 = p256_sbb(a->limb[0], b->limb[0], &borrow);
    uint64_t t1 = p256_sbb(a->limb[1], b->limb[1], &borrow);
    uint64_t t2 = p256_sbb(a->limb[2], b->limb[2], &borrow);
    uint64_t t3 = p256_sbb(a->limb[3], b->limb[3], &borrow);
    /* a - b > -p: where it is negative, adding p once suffices and cancels the borrow. */
    uint64_t negative = p256_mask_bit(borrow);
    r->limb[0] = p256_adc(t0, P256_P0 & negative, &carry);
    r->limb[1] = p256_adc(t1, P256_P1 & negative, &carry);
    r->limb[2] = p256_adc(t2, P256_P2 & negative, &carry);
    r->limb[3] = p256_adc(t3, P256_P3 & negative, &carry);
}

static inline void fe_neg(p256_fe *r, const p256_fe *a)
{
    const p256_fe zero = {{0, 0, 0, 0}};
    fe_sub(r, &zero, a);
}

static inline void fe_half(p256_fe *r, const p256_fe *a)
{
    /* a or a + p, whichever is even; at most 2p - 1, so the carry is its bit 256. */
    uint64_t odd = p256_mask_bit(a->limb[0] & 1);
    uint64_t carry = 0;
    uint64_t t0 = p256_adc(a->limb[0], P256_P0 & odd, &carry);
    uint64_t t1 = p256_adc(a->limb[1], P256_P1 & odd, &carry);
    uint64_t t2 = p256_adc(a->limb[2], P256_P2 & odd, &carry);
    uint64_t t3 = p256_adc(a->limb[3], P256_P3 & odd, &carry);
    /* Barriers: see fe_select. */
    r->limb[0] = p256_value_barrier((t0 >> 1) | (t1 << 63));
    r->limb[1] = p256_value_barrier((t1 >> 1) | (t2 << 63));
    r->limb[2] = p256_value_barrier((t2 >> 1) | (t3 << 63));
    r->limb[3] = p256_value_barrier((t3 >> 1) | (carry << 63));
}

/*
 * r = t0 + t1*2^64 + t2*2^128 + t3*2^192 + high*R mod p, high < 2^32: the limbs + high*(R mod p)
 *     <= 2^256 - 1 + (2^32 - 1)*(2^224 - 2^192 - 2^96 + 1) < 2^257 - 2^225 + 2^192 + 2^96 < 2p.
 */
static inline void fe_reduce_high(p256_fe *r, uint64_t t0, uint64_t t1, uint64_t t2, uint64_t t3,
                                  uint64_t high)
{
    const p256_fe r_mod_p = {P256_R_LIMBS};
    uint64_t top = 0;
    P256_VERIFY(high <= UINT32_MAX);
    t0 = p256_mac(high, r_mod_p.limb[0], t0, &top);
    t1 = p256_mac(high, r_mod_p.limb[1], t1, &top);
    t2 = p256_mac(high, r_mod_p.limb[2], t2, &top);
    t3 = p256_mac(high, r_mod_p.limb[3], t3, &top);
    fe_subtract_p(r, t0, t1, t2, t3, top);
}

static inline void fe_mul_u32(p256_fe *r, const p256_fe *a, uint32_t k)
{
    /* a*k = t + high*2^256 with high < 2^32 */
    uint64_t high = 0;
    uint64_t t0 = p256_mac(a->limb[0], k, 0, &high);
    uint64_t t1 = p256_mac(a->limb[1], k, 0, &high);
    uint64_t t2 = p256_mac(a->limb[2], k, 0, &high);
    uint64_t t3 = p256_mac(a->limb[3], k, 0, &high);
    fe_reduce_high(r, t0, t1, t2, t3, high);
}

/*
 * One step of the Montgomery reduction: t0..t4 + q*p with the quotient digit q = t0, since
 * -1/p = 1 mod 2^64. p + 1 = 2^96 + P256_P3*2^192, so q*2^96 + q*P256_P3*2^192 is added to
 * t1..t4, while t0 becomes zero and is dropped. The carry in has the weight of t4, the carry
 * out that of t5. `high` is at most P256_P3 - 1 and has room for the carry in.
 */
#define FE_REDUCE_LIMB(t0, t1, t2, t3, t4, carry)                                                  \
    do {                                                                                           \
        uint64_t high_, c_ = 0;                                                                    \
        uint64_t low_ = p256_mul_wide(t0, P256_P3, &high_);                                        \
        t1 = p256_adc(t1, t0 << 32, &c_);                                                          \
        t2 = p256_adc(t2, t0 >> 32, &c_);                                                          \
        t3 = p256_adc(t3, low_, &c_);                                                              \
        t4 = p256_adc(t4, high_ + carry, &c_);                                                     \
        carry = c_;                                                                                \
    } while (0)

/*
 * r = T/R mod p for T = t[0] + t[1]*2^64 + ... + t[7]*2^448 < R*p.
 * V = (T + Q*p)/R with Q < R, so V < p + p = 2p.
 */
static inline void fe_reduce(p256_fe *r, const uint64_t t[8])
{
    uint64_t t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
    uint64_t t4 = t[4], t5 = t[5], t6 = t[6], t7 = t[7];
    uint64_t carry = 0;
    FE_REDUCE_LIMB(t0, t1, t2, t3, t4, carry);
    FE_REDUCE_LIMB(t1, t2, t3, t4, t5, carry);
    FE_REDUCE_LIMB(t2, t3, t4, t5, t6, carry);
    FE_REDUCE_LIMB(t3, t4, t5, t6, t7, carry);
    fe_subtract_p(r, t4, t5, t6, t7, carry);
}

/* m = x*b, five limbs. A high word is at most 2^64 - 2 and has room for the last carry. */
static inline void fe_row(uint64_t m[5], uint64_t x, const uint64_t b[4])
{
    uint64_t h0, h1, h2, h3, c = 0;
    m[0] = p256_mul_wide(x, b[0], &h0);
    uint64_t l1 = p256_mul_wide(x, b[1], &h1);
    uint64_t l2 = p256_mul_wide(x, b[2], &h2);
    uint64_t l3 = p256_mul_wide(x, b[3], &h3);
    m[1] = p256_adc(h0, l1, &c);
    m[2] = p256_adc(h1, l2, &c);
    m[3] = p256_adc(h2, l3, &c);
    m[4] = h3 + c;
}

/* t = t + m mod 2^320 */
static inline void fe_add_row(uint64_t t[5], const uint64_t m[5])
{
    uint64_t c = 0;
    t[0] = p256_adc(t[0], m[0], &c);
    t[1] = p256_adc(t[1], m[1], &c);
    t[2] = p256_adc(t[2], m[2], &c);
    t[3] = p256_adc(t[3], m[3], &c);
    t[4] = t[4] + m[4] + c;
}

/* t = a*b, all 512 bits. What each row is added to has five limbs, as has the sum. */
static inline void fe_product(uint64_t t[8], const p256_fe *a, const p256_fe *b)
{
    uint64_t m[5];
    t[5] = t[6] = t[7] = 0;
    fe_row(t, a->limb[0], b->limb);
    fe_row(m, a->limb[1], b->limb);
    fe_add_row(t + 1, m);
    fe_row(m, a->limb[2], b->limb);
    fe_add_row(t + 2, m);
    fe_row(m, a->limb[3], b->limb);
    fe_add_row(t + 3, m);
}

/* t = (t + q*p)/2^64, five limbs before and after. */
static inline void fe_reduce_row(uint64_t t[5])
{
    uint64_t carry = 0;
    FE_REDUCE_LIMB(t[0], t[1], t[2], t[3], t[4], carry);
    t[0] = t[1];
    t[1] = t[2];
    t[2] = t[3];
    t[3] = t[4];
    t[4] = carry;
}

/*
 * r = a*b/R mod p, row by row: t <- (t + a_i*b + q*p)/2^64. From t < 2p comes
 *     t + a_i*b < 2p + (2^64 - 1)*p < 2^320 (p < 2^256 - 2^223): five limbs, no carry, and
 *     t < ((2^64 + 1)*p + (2^64 - 1)*p)/2^64 = 2p again.
 */
static inline void fe_mul(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    uint64_t t[5], m[5];
    fe_row(t, a->limb[0], b->limb);
    fe_reduce_row(t);
    for (int i = 1; i < 4; i++) {
        fe_row(m, a->limb[i], b->limb);
        fe_add_row(t, m);
        fe_reduce_row(t);
    }
    fe_subtract_p(r, t[0], t[1], t[2], t[3], t[4]);
}

static inline void fe_sqr(p256_fe *r, const p256_fe *a)
{
    uint64_t a0 = a->limb[0], a1 = a->limb[1], a2 = a->limb[2], a3 = a->limb[3];
    uint64_t t[8], c = 0;
    /* The products of different limbs, once each ... */
    uint64_t t1 = p256_mac(a0, a1, 0, &c);
    uint64_t t2 = p256_mac(a0, a2, 0, &c);
    uint64_t t3 = p256_mac(a0, a3, 0, &c);
    uint64_t t4 = c;
    c = 0;
    t3 = p256_mac(a1, a2, t3, &c);
    t4 = p256_mac(a1, a3, t4, &c);
    uint64_t t5 = c;
    c = 0;
    t5 = p256_mac(a2, a3, t5, &c);
    uint64_t t6 = c;
    /* ... doubled (they are less than a^2/2 < 2^511) ... */
    uint64_t t7 = t6 >> 63;
    t6 = (t6 << 1) | (t5 >> 63);
    t5 = (t5 << 1) | (t4 >> 63);
    t4 = (t4 << 1) | (t3 >> 63);
    t3 = (t3 << 1) | (t2 >> 63);
    t2 = (t2 << 1) | (t1 >> 63);
    t1 = t1 << 1;
    /* ... and the squares of the limbs. */
    uint64_t high = 0;
    t[0] = p256_mac(a0, a0, 0, &high);
    c = 0;
    t[1] = p256_adc(t1, high, &c);
    high = 0;
    uint64_t low = p256_mac(a1, a1, 0, &high);
    t[2] = p256_adc(t2, low, &c);
    t[3] = p256_adc(t3, high, &c);
    high = 0;
    low = p256_mac(a2, a2, 0, &high);
    t[4] = p256_adc(t4, low, &c);
    t[5] = p256_adc(t5, high, &c);
    high = 0;
    low = p256_mac(a3, a3, 0, &high);
    t[6] = p256_adc(t6, low, &c);
    t[7] = p256_adc(t7, high, &c);
    fe_reduce(r, t);
}

/* r = x*R mod p, the Montgomery form of x < p. */
static inline void fe_to_montgomery(p256_fe *r, const p256_fe *x)
{
    const p256_fe r2 = {P256_R2_LIMBS};
    fe_mul(r, x, &r2);
}

/* r = a/R mod p, the plain value of a. */
static inline void fe_from_montgomery(p256_fe *r, const p256_fe *a)
{
    const uint64_t t[8] = {a->limb[0], a->limb[1], a->limb[2], a->limb[3], 0, 0, 0, 0};
    fe_reduce(r, t);
}

/* r = low + high*R mod p for any low and high. */
static inline void fe_reduce_sum(p256_fe *r, const p256_fe *low, uint64_t high)
{
    p256_fe t = {{high, 0, 0, 0}};
    fe_to_montgomery(&t, &t);
    fe_subtract_p(r, low->limb[0], low->limb[1], low->limb[2], low->limb[3], 0); /* R < 2p */
    fe_add(r, r, &t);
}

/* r = sum/R mod p for any sum of nine limbs. */
static inline void fe_reduce_wide(p256_fe *r, const uint64_t sum[9])
{
    /* sum = S + sum[4..7]*R + sum[8]*R^2 with S, the lowest four limbs, below R. */
    p256_fe low, high = {{sum[4], sum[5], sum[6], sum[7]}};
    const uint64_t s[8] = {sum[0], sum[1], sum[2], sum[3], 0, 0, 0, 0};
    fe_reduce(&low, s);
    fe_reduce_sum(r, &high, sum[8]);
    fe_add(r, r, &low);
}

/* All ones if a != 0, else zero. */
static inline uint64_t fe_mask_nonzero(const p256_fe *a)
{
    return p256_mask_nonzero(a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]);
}

/*
 * r = a where the mask is set, b where not; r may be either. The barriers keep the limbs in
 * general registers: a vector load of limbs that were stored one by one waits until the stores
 * have left the store buffer, and elements mostly come straight from a multiplication.
 */
static inline void fe_select(p256_fe *r, uint64_t mask, const p256_fe *a, const p256_fe *b)
{
    for (int i = 0; i < 4; i++)
        r->limb[i] = p256_value_barrier(p256_select(mask, a->limb[i], b->limb[i]));
}

/* r = a where the mask is set, else r stays. */
static inline void fe_cmov(p256_fe *r, const p256_fe *a, uint64_t mask)
{
    fe_select(r, mask, a, r);
}

#endif
