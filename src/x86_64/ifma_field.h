/* SPDX-License-Identifier: MIT */
/*
 * The field in vectors, an element a lane, by the 52-bit multiply-add (IFMA). It is written over
 * the type vec and the operations v_... of the file that includes it, so that it stands once for
 * 512-bit and for 256-bit registers.
 *
 * An element is four vectors, one a 64-bit limb. For products it is taken apart into five limbs
 * of 52 bits; what a vector has above them the multiply-add ignores. Sums of products stand in
 * columns, t[0] + t[1]*2^52 + t[2]*2^104 + ...: 64-bit numbers with room for carries, all of them
 * positive but the highest, which is signed.
 *
 * R = 2^256, but five steps of reduction divide by 2^260: one factor is taken 16 times as large.
 */
#ifndef P256_IFMA_FIELD_H
#define P256_IFMA_FIELD_H

#include <string.h>

#include "../constants.h"
#include "../verify.h"

#define POW2(n) (UINT64_C(1) << (n))

/*
 * -k*p for k = 1 or 2, in columns: p = R - (2^224 - 2^192 - 2^96 + 1), and of the limbs of
 * k*(2^224 - 2^192 - 2^96 + 1) - k*R only the highest is negative.
 */
#define MINUS_P_COLUMNS(k)                                                                         \
    v_set1(k), v_set1(POW2(52) - (k)*POW2(44)), v_set1(POW2(52) - 1),                              \
        v_set1(POW2(52) - (k)*POW2(36) - 1), v_set1((k) * (POW2(16) - POW2(48)) - 1)

/* x = {a}, limbs of 52 bits; x[4] < 2^48. */
IFMA_INLINE void split(vec x[5], const vec a[4])
{
    x[0] = a[0];
    x[1] = v_shrd(a[0], a[1], 52);
    x[2] = v_shrd(a[1], a[2], 40);
    x[3] = v_shrd(a[2], a[3], 28);
    x[4] = v_srl(a[3], 16);
}

/* x = {16*a}, x[4] < 2^52. */
IFMA_INLINE void split_16(vec x[5], const vec a[4])
{
    x[0] = v_sll(a[0], 4);
    x[1] = v_shrd(a[0], a[1], 48);
    x[2] = v_shrd(a[1], a[2], 36);
    x[3] = v_shrd(a[2], a[3], 24);
    x[4] = v_srl(a[3], 12);
}

/* x = {4*a}, x[4] < 2^50. */
IFMA_INLINE void split_4(vec x[5], const vec a[4])
{
    x[0] = v_sll(a[0], 2);
    x[1] = v_shrd(a[0], a[1], 50);
    x[2] = v_shrd(a[1], a[2], 38);
    x[3] = v_shrd(a[2], a[3], 26);
    x[4] = v_srl(a[3], 14);
}

/*
 * Columns: low[k] weighs 2^(52*k) and high[k] 2^(52*k + 52). The halves of products gather apart,
 * since an addition to what has just been added to would wait for it.
 */

/* columns += x*b: at most 2^52 - 1 each. */
IFMA_INLINE void add_row(vec low[5], vec high[5], vec x, const vec b[5])
{
    low[0] = v_madlo(low[0], x, b[0]);
    low[1] = v_madlo(low[1], x, b[1]);
    low[2] = v_madlo(low[2], x, b[2]);
    low[3] = v_madlo(low[3], x, b[3]);
    low[4] = v_madlo(low[4], x, b[4]);
    high[0] = v_madhi(high[0], x, b[0]);
    high[1] = v_madhi(high[1], x, b[1]);
    high[2] = v_madhi(high[2], x, b[2]);
    high[3] = v_madhi(high[3], x, b[3]);
    high[4] = v_madhi(high[4], x, b[4]);
}

/*
 * columns += q*p - q - (t - q) for the lowest column t and q = t mod 2^52: -1/p = 1 mod 2^52, so
 * t + q*p is a multiple of 2^52. Of q*p = q*(p + 1) - q the -q leaves of t what carries into
 * the next column, and p + 1 = 2^44*2^52 + 2^36*2^156 + (2^48 - 2^16)*2^208. Returns the next
 * column, whole.
 */
IFMA_INLINE vec reduce_limb(vec low[5], vec high[5], vec t)
{
    const vec c1 = v_set1(POW2(44)), c3 = v_set1(POW2(36)), c4 = v_set1(POW2(48) - POW2(16));
    low[1] = v_madlo(low[1], t, c1);
    high[1] = v_madhi(high[1], t, c1);
    low[3] = v_madlo(low[3], t, c3);
    high[3] = v_madhi(high[3], t, c3);
    low[4] = v_madlo(low[4], t, c4);
    high[4] = v_madhi(high[4], t, c4);
    return v_add(low[1], v_add(high[0], v_srl(t, 52)));
}

/* t[1..4] = the columns above the sixth, which t[0] has already */
IFMA_INLINE void sum_columns(vec t[5], const vec low[10], const vec high[9])
{
    t[1] = v_add(low[6], high[5]);
    t[2] = v_add(low[7], high[6]);
    t[3] = v_add(low[8], high[7]);
    t[4] = v_add(low[9], high[8]);
}

/* t = {(columns + q*p)/2^260} with 0 <= q < 2^260 */
IFMA_INLINE void reduce(vec t[5], vec low[10], vec high[9])
{
    vec column = reduce_limb(low, high, low[0]);
    column = reduce_limb(low + 1, high + 1, column);
    column = reduce_limb(low + 2, high + 2, column);
    column = reduce_limb(low + 3, high + 3, column);
    t[0] = reduce_limb(low + 4, high + 4, column);
    sum_columns(t, low, high);
}

/* r = {a + p} where the mask is set, else {a}; mod 2^256, for a + p as a signed number >= 0. */
IFMA_INLINE void add_p(vec r[4], const vec a[4], vec mask)
{
    /* p = 2^96 - 1 + P3*2^192. The top bit of a limb falls exactly if it carries, and that of
     * the lowest rises exactly if 1 is borrowed. */
    vec r0 = v_add(a[0], mask);
    vec borrow = v_srl(v_andnot(a[0], r0), 63);
    vec r1 = v_sub(v_add(a[1], v_and(mask, v_set1(POW2(32)))), borrow);
    vec r2 = v_add(a[2], v_srl(v_andnot(r1, a[1]), 63));
    vec carry = v_srl(v_andnot(r2, a[2]), 63);
    r[3] = v_add(v_add(a[3], v_and(mask, v_set1(P256_P3))), carry);
    r[0] = r0;
    r[1] = r1;
    r[2] = r2;
}

/* s = {a - p mod 2^256}, that is a + (R mod p); returns 1 if a >= p, else 0. The top bits of the
 * summands are known. */
IFMA_INLINE vec subtract_p(vec s[4], const vec a[4])
{
    s[0] = v_add(a[0], v_set1(1));
    vec carry = v_srl(v_andnot(s[0], a[0]), 63);
    s[1] = v_add(v_add(a[1], v_set1(0 - POW2(32))), carry);
    carry = v_srl(v_ornot(s[1], a[1]), 63);
    s[2] = v_sub(v_add(a[2], carry), v_set1(1));
    carry = v_srl(v_ornot(s[2], a[2]), 63);
    s[3] = v_add(v_add(a[3], v_set1(POW2(32) - 2)), carry);
    return v_srl(v_andnot(s[3], a[3]), 63);
}

/* The conjunction of all lanes. */
IFMA_INLINE uint64_t and_of_lanes(vec x)
{
    uint64_t lane[LANES], conjunction = UINT64_MAX;
    memcpy(lane, &x, sizeof lane);
    for (int i = 0; i < LANES; i++)
        conjunction &= lane[i];
    return conjunction;
}

/* For P256_VERIFY: every lane is below p. */
IFMA_INLINE int are_below_p(const vec a[4])
{
    vec d[4];
    return and_of_lanes(v_sub(subtract_p(d, a), v_set1(1))) == UINT64_MAX;
}

/* t[0..3] become limbs of 52 bits with something above it, which has been carried into t[4]. */
IFMA_INLINE void carry_columns(vec t[5])
{
    t[1] = v_add(t[1], v_srl(t[0], 52));
    t[2] = v_add(t[2], v_srl(t[1], 52));
    t[3] = v_add(t[3], v_srl(t[2], 52));
    t[4] = v_add(t[4], v_srl(t[3], 52));
}

/* r = {t mod 2^256} for such a t. */
IFMA_INLINE void pack(vec r[4], const vec t[5])
{
    r[0] = v_shrd(v_sll(t[0], 12), t[1], 12);
    r[1] = v_shrd(v_sll(t[1], 12), t[2], 24);
    r[2] = v_shrd(v_sll(t[2], 12), t[3], 36);
    r[3] = v_shrd(v_sll(t[3], 12), t[4], 48);
}

/* r = {V mod p} for 0 <= V < 2p, of which V - p stands in the columns t; |V - p| < 2^256. */
IFMA_INLINE void finish(vec r[4], vec t[5])
{
    vec y[4];
    carry_columns(t);
    pack(y, t);
    add_p(r, y, v_sign(t[4]));
    P256_VERIFY(are_below_p(r)); /* or V was not below 2p */
}

/*
 * The same for 0 <= V < 3p, of which V - 2p stands in t, columns below 2^58. The highest column
 * alone tells V - 2p but for 2^6*2^208 + ... < 2^215, which is enough to bring it between -p
 * and p: below -2^47 in t[4] it is negative, otherwise at least -2^255 > -p.
 */
IFMA_INLINE void finish_3p(vec r[4], vec t[5])
{
    vec mask = v_sign(v_add(t[4], v_set1(POW2(47))));
    t[0] = v_add(t[0], v_and(mask, v_set1(POW2(52) - 1)));
    t[1] = v_add(t[1], v_and(mask, v_set1(POW2(44) - 1)));
    t[3] = v_add(t[3], v_and(mask, v_set1(POW2(36))));
    t[4] = v_add(t[4], v_and(mask, v_set1(POW2(48) - POW2(16))));
    finish(r, t);
}

/*
 * t += (16*a*b + q*p)/2^260 with 0 <= q < 2^260. Each of low and high gets at most five halves of
 * products and three of reductions, so that with what t was they are below 2^56.
 */
IFMA_INLINE void multiply(vec t[5], const vec a[4], const vec b[4])
{
    const vec zero = v_set1(0);
    vec low[10] = {zero, zero, zero, zero, zero, t[0], t[1], t[2], t[3], t[4]};
    vec high[9] = {zero, zero, zero, zero, zero, zero, zero, zero, zero};
    vec x[5], y[5], column;
    split_16(x, a);
    split(y, b);
    add_row(low, high, x[0], y);
    add_row(low + 1, high + 1, x[1], y);
    column = reduce_limb(low, high, low[0]);
    add_row(low + 2, high + 2, x[2], y);
    column = reduce_limb(low + 1, high + 1, column);
    add_row(low + 3, high + 3, x[3], y);
    column = reduce_limb(low + 2, high + 2, column);
    add_row(low + 4, high + 4, x[4], y);
    column = reduce_limb(low + 3, high + 3, column);
    t[0] = reduce_limb(low + 4, high + 4, column);
    sum_columns(t, low, high);
}

/* r = {a*b/R mod p}: (16*a*b + q*p)/2^260 < p*p/2^256 + p < 2p. */
IFMA_INLINE void mul(vec r[4], const vec a[4], const vec b[4])
{
    vec t[5] = {MINUS_P_COLUMNS(1)};
    multiply(t, a, b);
    finish(r, t);
}

/* t += c, whose limbs may have something above their 52 bits */
IFMA_INLINE void add_limbs(vec t[5], const vec c[5])
{
    const vec one = v_set1(1);
    t[0] = v_madlo(t[0], c[0], one);
    t[1] = v_madlo(t[1], c[1], one);
    t[2] = v_madlo(t[2], c[2], one);
    t[3] = v_madlo(t[3], c[3], one);
    t[4] = v_madlo(t[4], c[4], one);
}

/* r = {a*b/R + c mod p}: below 2p + p. */
IFMA_INLINE void mul_add(vec r[4], const vec a[4], const vec b[4], const vec c[4])
{
    vec t[5] = {MINUS_P_COLUMNS(2)}, z[5];
    split(z, c);
    add_limbs(t, z);
    multiply(t, a, b);
    finish_3p(r, t);
}

/* r = {a^2/R mod p}, by (4*a)^2 */
IFMA_INLINE void sqr(vec r[4], const vec a[4])
{
    const vec zero = v_set1(0);
    vec low[10] = {zero, zero, zero, zero, zero, MINUS_P_COLUMNS(1)};
    vec high[9] = {zero, zero, zero, zero, zero, zero, zero, zero, zero};
    vec l[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    vec h[8] = {zero, zero, zero, zero, zero, zero, zero, zero};
    vec x[5], t[5];
    split_4(x, a);
    /* The products of different limbs, once each ... */
    l[1] = v_madlo(l[1], x[0], x[1]);
    l[2] = v_madlo(l[2], x[0], x[2]);
    l[3] = v_madlo(l[3], x[0], x[3]);
    l[4] = v_madlo(l[4], x[0], x[4]);
    l[5] = v_madlo(l[5], x[1], x[4]);
    h[1] = v_madhi(h[1], x[0], x[1]);
    h[2] = v_madhi(h[2], x[0], x[2]);
    h[3] = v_madhi(h[3], x[0], x[3]);
    h[4] = v_madhi(h[4], x[0], x[4]);
    h[5] = v_madhi(h[5], x[1], x[4]);
    l[3] = v_madlo(l[3], x[1], x[2]);
    l[4] = v_madlo(l[4], x[1], x[3]);
    l[5] = v_madlo(l[5], x[2], x[3]);
    l[6] = v_madlo(l[6], x[2], x[4]);
    l[7] = v_madlo(l[7], x[3], x[4]);
    h[3] = v_madhi(h[3], x[1], x[2]);
    h[4] = v_madhi(h[4], x[1], x[3]);
    h[5] = v_madhi(h[5], x[2], x[3]);
    h[6] = v_madhi(h[6], x[2], x[4]);
    h[7] = v_madhi(h[7], x[3], x[4]);
    /* ... doubled, with the squares of the limbs, and each column reduced once it is whole. */
    low[0] = v_madlo(low[0], x[0], x[0]);
    high[0] = v_madhi(v_add(l[1], l[1]), x[0], x[0]);
    high[1] = v_add(h[1], h[1]);
    low[2] = v_madlo(v_add(l[2], l[2]), x[1], x[1]);
    low[3] = v_add(l[3], l[3]);
    high[2] = v_madhi(v_add(h[2], h[2]), x[1], x[1]);
    high[3] = v_add(h[3], h[3]);
    low[4] = v_madlo(v_add(l[4], l[4]), x[2], x[2]);
    high[4] = v_madhi(v_add(h[4], h[4]), x[2], x[2]);
    vec column = reduce_limb(low, high, low[0]);
    low[5] = v_add(low[5], v_add(l[5], l[5]));
    high[5] = v_add(h[5], h[5]);
    low[6] = v_madlo(low[6], x[3], x[3]);
    high[6] = v_madhi(v_add(h[6], h[6]), x[3], x[3]);
    column = reduce_limb(low + 1, high + 1, column);
    low[6] = v_add(low[6], v_add(l[6], l[6]));
    low[7] = v_add(low[7], v_add(l[7], l[7]));
    high[7] = v_add(h[7], h[7]);
    low[8] = v_madlo(low[8], x[4], x[4]);
    high[8] = v_madhi(high[8], x[4], x[4]);
    column = reduce_limb(low + 2, high + 2, column);
    column = reduce_limb(low + 3, high + 3, column);
    t[0] = reduce_limb(low + 4, high + 4, column);
    sum_columns(t, low, high);
    finish(r, t);
}

/* A factor of many products: f[i] = {2^(52*i + 104)*s/R mod p}, in limbs of 52 bits. */
typedef struct {
    uint64_t limb[5][5];
} factor;

/* columns += x*f */
IFMA_INLINE void add_factor_row(vec low[5], vec high[5], vec x, const uint64_t f[5])
{
    const vec b[5] = {v_set1(f[0]), v_set1(f[1]), v_set1(f[2]), v_set1(f[3]), v_set1(f[4])};
    add_row(low, high, x, b);
}

/*
 * t += (a*s*2^104/R + q*p)/2^104 < 2^207 + p with 0 <= q < 2^104, for any a < 2^256. Of the sum
 * of all a_i*f[i], below 5*2^52*2^256 < 2^311, two steps of reduction are left.
 */
IFMA_INLINE void multiply_by_factor(vec t[5], const vec a[4], const factor *f)
{
    const vec zero = v_set1(0);
    vec low[7] = {zero, zero, t[0], t[1], t[2], t[3], t[4]};
    vec high[6] = {zero, zero, zero, zero, zero, zero};
    vec x[5], column;
    split(x, a);
    add_factor_row(low, high, x[0], f->limb[0]);
    add_factor_row(low, high, x[1], f->limb[1]);
    add_factor_row(low, high, x[2], f->limb[2]);
    add_factor_row(low, high, x[3], f->limb[3]);
    add_factor_row(low, high, x[4], f->limb[4]);
    column = reduce_limb(low, high, low[0]);
    t[0] = reduce_limb(low + 1, high + 1, column);
    t[1] = v_add(low[3], high[2]);
    t[2] = v_add(low[4], high[3]);
    t[3] = v_add(low[5], high[4]);
    t[4] = v_add(low[6], high[5]);
}

/* r = {a*s/R mod p}, for any a < 2^256 */
IFMA_INLINE void scale(vec r[4], const vec a[4], const factor *s)
{
    vec t[5] = {MINUS_P_COLUMNS(1)};
    multiply_by_factor(t, a, s);
    finish(r, t);
}

/* r = {a*s/R + c mod p} */
IFMA_INLINE void scale_add(vec r[4], const vec a[4], const factor *s, const vec c[4])
{
    vec t[5] = {MINUS_P_COLUMNS(2)}, z[5];
    split(z, c);
    add_limbs(t, z);
    multiply_by_factor(t, a, s);
    finish_3p(r, t);
}

/*
 * r = {a/R mod p}: (16*a + q*p)/2^260 <= p*(2^260 + 15)/2^260, so it is at most p, and p only
 * for a = 0, when it is 0.
 */
IFMA_INLINE void from_montgomery(vec r[4], const vec a[4])
{
    const vec zero = v_set1(0), low52 = v_set1(POW2(52) - 1);
    vec x[5], t[5];
    split_16(x, a);
    vec low[10] = {v_and(x[0], low52),
                   v_and(x[1], low52),
                   v_and(x[2], low52),
                   v_and(x[3], low52),
                   x[4],
                   zero,
                   zero,
                   zero,
                   zero,
                   zero};
    vec high[9] = {zero, zero, zero, zero, zero, zero, zero, zero, zero};
    reduce(t, low, high);
    carry_columns(t);
    pack(r, t);
    P256_VERIFY(are_below_p(r));
}

/* s = {a + b mod 2^256}, returns the carry, 0 or 1. */
IFMA_INLINE vec add_limbs_64(vec s[4], const vec a[4], const vec b[4])
{
    s[0] = v_add(a[0], b[0]);
    vec carry = v_carry(a[0], b[0], s[0]);
    s[1] = v_add(v_add(a[1], b[1]), carry);
    carry = v_carry(a[1], b[1], s[1]);
    s[2] = v_add(v_add(a[2], b[2]), carry);
    carry = v_carry(a[2], b[2], s[2]);
    s[3] = v_add(v_add(a[3], b[3]), carry);
    return v_carry(a[3], b[3], s[3]);
}

/* r = {a + b mod p} */
IFMA_INLINE void add(vec r[4], const vec a[4], const vec b[4])
{
    vec s[4], d[4];
    vec carry = add_limbs_64(s, a, b);
    /* a + b >= p if there is a carry out of either; not out of both, since a + b < 2p < R + p. */
    vec mask = v_sub(v_set1(0), v_or(carry, subtract_p(d, s)));
    r[0] = v_select(mask, d[0], s[0]);
    r[1] = v_select(mask, d[1], s[1]);
    r[2] = v_select(mask, d[2], s[2]);
    r[3] = v_select(mask, d[3], s[3]);
}

/* r = {a - b mod p} */
IFMA_INLINE void sub(vec r[4], const vec a[4], const vec b[4])
{
    /* A borrow is the carry of b + d, where d = a - b - (the borrow before) mod 2^64. */
    vec d[4];
    d[0] = v_sub(a[0], b[0]);
    vec borrow = v_carry(b[0], d[0], a[0]);
    d[1] = v_sub(v_sub(a[1], b[1]), borrow);
    borrow = v_carry(b[1], d[1], a[1]);
    d[2] = v_sub(v_sub(a[2], b[2]), borrow);
    borrow = v_carry(b[2], d[2], a[2]);
    d[3] = v_sub(v_sub(a[3], b[3]), borrow);
    borrow = v_carry(b[3], d[3], a[3]);
    add_p(r, d, v_sub(v_set1(0), borrow));
}

/* All ones where a != 0, else zero. */
IFMA_INLINE vec nonzero_mask(const vec a[4])
{
    vec x = v_or(v_or(a[0], a[1]), v_or(a[2], a[3]));
    return v_sign(v_or(x, v_sub(v_set1(0), x)));
}

#endif
