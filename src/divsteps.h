/* SPDX-License-Identifier: MIT */
/*
 * Inversion by the division steps of D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd
 * computation and modular inversion" (TCHES 2019(3)), in the variant that starts from
 * delta = 1/2. From f = p and g = a, a step is
 *
 *     delta > 0, g odd:   (delta, f, g) <- (1 - delta, g, (g - f)/2)
 *     else, g odd:        (delta, f, g) <- (1 + delta, f, (g + f)/2)
 *     else:               (delta, f, g) <- (1 + delta, f, g/2)
 *
 * For 256-bit inputs 590 steps always end with g = 0 and f = gcd or -gcd: the bound that
 * P. Wuille proved with convex hulls ("safegcd-bounds", 2021).
 *
 * A step looks at the lowest bits of f and g alone, so steps run in batches of 60 on single
 * words. A batch yields a matrix M, scaled by 2^60, by which the long numbers are updated:
 * (f, g) <- M*(f, g)/2^60, exactly, and (d, e) <- M*(d, e)/2^64 mod p. So f = c*a*d and
 * g = c*a*e mod p at all times, with the same c, and c is chosen through the first e such that
 * the d that stands beside f = 1 or -1 is the result or its negative.
 */
#ifndef P256_DIVSTEPS_H
#define P256_DIVSTEPS_H

#include "portable_field.h"

/* What stands between the steps shall be there in the machine code too. */
#define INLINE static inline __attribute__((always_inline))

/*
 * x/2^n, rounded down, x taken as signed. C leaves it to the compiler whether >> of a negative
 * number keeps the sign; all of ours do, and the tests would notice one that does not.
 */
static inline uint64_t shift_right_signed(uint64_t x, int n)
{
    return (uint64_t)((int64_t)x >> n);
}

/*
 * By the file that includes this. One step, on F and G as `packed` has them: half_f is
 * (F - 1)/2, t that of the step. {if G is odd: G <- (G + F)/2, or if t <= 0 too: F, G <-
 * G, (G - F)/2, and t <- ~(t - 1); else G <- G/2; and t <- t - 1}
 */
INLINE void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t);

/* A signed integer: five limbs, two's complement. */
typedef struct {
    uint64_t limb[5];
} wide;

/* By the file that includes this, all mod 2^320: {x*a}, {a + b}, {a - b}; t may be a or b. */
INLINE void row(wide *t, uint64_t x, const wide *a);
INLINE void add(wide *t, const wide *a, const wide *b);
INLINE void subtract(wide *t, const wide *a, const wide *b);

enum {
    BATCHES = 10, /* of three sub-batches each */
    SUBBATCH_STEPS = 20,
    LAST_STEPS = 10 /* of the last batch's last sub-batch */
};
_Static_assert((3 * BATCHES - 1) * SUBBATCH_STEPS + LAST_STEPS == 590, "the proven bound");

/*
 * The first e is 2^552 mod p: ten divisions by 2^64 and ten matrices scaled by 2^60 make
 * 2^552 * 2^600/2^640 = 2^512 = R^2 of it, and R^2/a is wanted.
 */
#define FIRST_E                                                                                    \
    {                                                                                              \
        UINT64_C(0x0000030000000500), UINT64_C(0xfffffa0000000000), UINT64_C(0xfffffefffffffbff),  \
            UINT64_C(0x000002fffffffaff), 0                                                        \
    }

/* f <- u*f + v*g, g <- q*f + r*g. |u| + |v| <= 2^60 and |q| + |r| <= 2^60 for a batch. */
typedef struct {
    int64_t u, v, q, r;
} matrix;

/*
 * Up to 20 steps from f and g mod 2^20, which suffice. Each of the words
 *
 *     F = f - u*2^41 - v*2^62,  G = g - q*2^41 - r*2^62,  at first u = r = 1, v = q = 0,
 *
 * carries its row of the matrix along: a step adds and halves whole words and so treats all
 * three fields alike. After k steps u*2^k, ..., r*2^k are integers with |u| + |v| <= 1 and
 * |q| + |r| <= 1. The negative ones of u and v sum to -1/2 or more, and those of q and r (by
 * enumeration: all 2^20 courses from every delta). So f, g >= -2^19, and -1/2 <= u, q <= 1,
 * where u = 1 before the first swap alone, when f >= 0, and q < 1: the fields can be told apart.
 *
 * F is odd and stands as (F - 1)/2, which makes the dependent chain of a step as short as four
 * operations: for an odd G, with s = 0 or all ones for + or -,
 *
 *     (G + F)/2 = (G - 1)/2 + (F - 1)/2 + 1,  (G - F)/2 = (G - 1)/2 + ~((F - 1)/2) + 1,
 *
 * where the halving of G, the complement by s and the + 1 wait for nothing.
 *
 * t = ~(delta - 1/2) + 1 before a step, so that t - 1 is negative exactly if delta > 0.
 */
typedef struct {
    uint64_t half_f, G, t;
} packed;

static inline packed pack(uint64_t f, uint64_t g, uint64_t t)
{
    const uint64_t low20 = (UINT64_C(1) << 20) - 1;
    packed s;
    s.half_f = shift_right_signed((f & low20) - (UINT64_C(1) << 41), 1);
    s.G = (g & low20) - (UINT64_C(1) << 62);
    s.t = t;
    return s;
}

INLINE void run_steps(packed *s, int steps)
{
    for (int i = 0; i < steps; i++)
        divstep(&s->half_f, &s->G, &s->t);
}

/*
 * The matrix, scaled by 2^20, with every entry negated. That changes the signs of f and g
 * together, three times a batch, which no step notices.
 */
static inline matrix unpack(const packed *s)
{
    const uint64_t half20 = UINT64_C(1) << 20, half41 = UINT64_C(1) << 41;
    uint64_t F = 2 * s->half_f + 1, G = s->G;
    matrix m;
    m.u = (int64_t)shift_right_signed((F + half20) << 22, 43);
    m.v = (int64_t)shift_right_signed(F + half41, 42);
    m.q = (int64_t)shift_right_signed((G + half20) << 22, 43);
    m.r = (int64_t)shift_right_signed(G + half41, 42);
    return m;
}

/*
 * (f, g) <- M*(f, g)/2^20 on low words. Of 64 correct bits 44 are left, after a second time 24;
 * the next steps need 20.
 */
static inline void step_low_words(uint64_t *f, uint64_t *g, const matrix *m)
{
    uint64_t f_next = (uint64_t)m->u * *f + (uint64_t)m->v * *g;
    uint64_t g_next = (uint64_t)m->q * *f + (uint64_t)m->r * *g;
    *f = shift_right_signed(f_next, SUBBATCH_STEPS);
    *g = shift_right_signed(g_next, SUBBATCH_STEPS);
}

/* m <- next * m */
static inline void multiply(matrix *m, const matrix *next)
{
    matrix t;
    t.u = next->u * m->u + next->v * m->q;
    t.v = next->u * m->v + next->v * m->r;
    t.q = next->q * m->u + next->r * m->q;
    t.r = next->q * m->v + next->r * m->r;
    *m = t;
}

/*
 * M*(a, b) takes unsigned factors, a signed one plus 2^63. So u*a + v*b comes out too large by
 * h = (a + b)*2^63 mod 2^320, and q*a + r*b too.
 */
static inline uint64_t unsigned_factor(int64_t u)
{
    return (uint64_t)u ^ UINT64_C(1) << 63;
}

INLINE void excess(wide *h, const wide *a, const wide *b)
{
    wide s;
    add(&s, a, b);
    h->limb[0] = s.limb[0] << 63;
    h->limb[1] = s.limb[1] << 63 | s.limb[0] >> 1;
    h->limb[2] = s.limb[2] << 63 | s.limb[1] >> 1;
    h->limb[3] = s.limb[3] << 63 | s.limb[2] >> 1;
    h->limb[4] = s.limb[4] << 63 | s.limb[3] >> 1;
}

/* t = t/2^60, t divisible by 2^60 */
INLINE void divide_exactly(wide *t)
{
    P256_VERIFY(t->limb[0] << 4 == 0);
    t->limb[0] = t->limb[0] >> 60 | t->limb[1] << 4;
    t->limb[1] = t->limb[1] >> 60 | t->limb[2] << 4;
    t->limb[2] = t->limb[2] >> 60 | t->limb[3] << 4;
    t->limb[3] = t->limb[3] >> 60 | t->limb[4] << 4;
    t->limb[4] = shift_right_signed(t->limb[4], 60);
}

/*
 * t = (t + k*p)/2^64 with the k in 0..2^64-1 that makes it exact. For |t| <= 2^60 * 16/15 * p
 * the result lies between -p/15 and p + p/15: limb 4 is -1, 0, or 1.
 */
INLINE void divide_mod_p(wide *t)
{
    uint64_t t0 = t->limb[0], t1 = t->limb[1], t2 = t->limb[2], t3 = t->limb[3];
    uint64_t t4 = t->limb[4], sign = 0 - (t4 >> 63), carry = 0;
    FE_REDUCE_LIMB(t0, t1, t2, t3, t4, carry);
    t->limb[0] = t1;
    t->limb[1] = t2;
    t->limb[2] = t3;
    t->limb[3] = t4;
    t->limb[4] = sign + carry;
}

/*
 * 20 steps of a sub-batch and, in pieces between them, an update with the matrix of an earlier
 * batch: (a, b) <- (M*(a, b)) divided. The steps are one dependent chain, which leaves most of
 * the CPU idle, but it looks only a few steps ahead for other work: so the two are interleaved
 * here. With steps = 0 it is the update alone.
 */
INLINE void run_steps_and_update(packed *s, int steps, wide *a, wide *b, const matrix *m,
                                 void (*divide)(wide *))
{
    const int one = steps > 0, two = 2 * one;
    wide h, x, y, a_next;
    run_steps(s, one);
    excess(&h, a, b);
    run_steps(s, two);
    row(&x, unsigned_factor(m->u), a);
    run_steps(s, one);
    row(&y, unsigned_factor(m->v), b);
    run_steps(s, one);
    add(&x, &x, &y);
    run_steps(s, one);
    subtract(&a_next, &x, &h);
    run_steps(s, two);
    row(&x, unsigned_factor(m->q), a);
    run_steps(s, one);
    row(&y, unsigned_factor(m->r), b);
    run_steps(s, one);
    add(&x, &x, &y);
    run_steps(s, one);
    subtract(b, &x, &h);
    run_steps(s, two);
    *a = a_next;
    divide(a);
    run_steps(s, two);
    divide(b);
    run_steps(s, steps - 15 * one);
}

/* (f, g) <- M*(f, g)/2^60. |f|, |g| < 2^256 before and after, so limb 4 is 0 or -1. */
INLINE void run_steps_and_update_fg(packed *s, int steps, wide *f, wide *g, const matrix *m)
{
    run_steps_and_update(s, steps, f, g, m, divide_exactly);
    P256_VERIFY(f->limb[4] + 1 <= 1 && g->limb[4] + 1 <= 1);
}

/* (d, e) <- M*(d, e)/2^64 mod p. -p/15 < d, e < 16/15*p before and after. */
INLINE void run_steps_and_update_de(packed *s, int steps, wide *d, wide *e, const matrix *m)
{
    run_steps_and_update(s, steps, d, e, m, divide_mod_p);
    P256_VERIFY(d->limb[4] + 1 <= 2 && e->limb[4] + 1 <= 2);
}

/* r = d or, if `negative` is all ones, -d, mod p. */
static void normalize(p256_fe *r, const wide *d, uint64_t negative)
{
    uint64_t below_0 = p256_mask_bit(d->limb[4] >> 63), c = 0;
    uint64_t t0 = p256_adc(d->limb[0], P256_P0 & below_0, &c);
    uint64_t t1 = p256_adc(d->limb[1], P256_P1 & below_0, &c);
    uint64_t t2 = p256_adc(d->limb[2], P256_P2 & below_0, &c);
    uint64_t t3 = p256_adc(d->limb[3], P256_P3 & below_0, &c);
    fe_subtract_p(r, t0, t1, t2, t3, d->limb[4] + c); /* now 0 <= t < 16/15*p */
    p256_fe minus;
    fe_neg(&minus, r);
    fe_cmov(r, &minus, p256_value_barrier(negative));
}

/*
 * The low word of (u*f + v*g)/2^60, from the two lowest limbs: the next steps can start from
 * it before the long update.
 */
static inline uint64_t low_word_after(int64_t u, int64_t v, const wide *f, const wide *g)
{
    uint64_t f0 = f->limb[0], f1 = f->limb[1], g0 = g->limb[0], g1 = g->limb[1];
    uint64_t c = 0, d = 0;
    uint64_t t0 = p256_mac((uint64_t)v, g0, p256_mac((uint64_t)u, f0, 0, &c), &d);
    /* A negative factor counts as 2^64 too much. */
    uint64_t t1 = c + d + (uint64_t)u * f1 + (uint64_t)v * g1;
    t1 -= (f0 & (0 - ((uint64_t)u >> 63))) + (g0 & (0 - ((uint64_t)v >> 63)));
    return t0 >> 60 | t1 << 4;
}

static inline int is_zero_vartime(const wide *a)
{
    return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3] | a->limb[4]) == 0;
}

/*
 * The long numbers follow a sub-batch or two behind, so that their multiplications run beside
 * the steps. `vartime` stops at g = 0.
 */
static inline int invert(p256_fe *r, const p256_fe *a, int vartime)
{
    wide f = {{P256_P0, P256_P1, P256_P2, P256_P3, 0}}, d = {{0}}, e = {FIRST_E};
    wide g = {{a->limb[0], a->limb[1], a->limb[2], a->limb[3], 0}};
    int result = (int)(fe_mask_nonzero(a) & 1);
    uint64_t f0 = f.limb[0], g0 = g.limb[0];
    matrix batch = {0}, previous, next;
    packed s = {0, 0, 0}; /* t = 0: delta = 1/2 */
    int i;
    for (i = 0; i < BATCHES; i++) {
        previous = batch;
        if (vartime && i > 0 && g0 == 0) {
            wide f_now = f, g_now = g;
            run_steps_and_update_fg(&s, 0, &f_now, &g_now, &previous);
            if (is_zero_vartime(&g_now))
                break;
        }
        s = pack(f0, g0, s.t);
        if (i > 0)
            run_steps_and_update_fg(&s, SUBBATCH_STEPS, &f, &g, &previous);
        else
            run_steps(&s, SUBBATCH_STEPS);
        batch = unpack(&s);
        step_low_words(&f0, &g0, &batch);
        s = pack(f0, g0, s.t);
        if (i > 0)
            run_steps_and_update_de(&s, SUBBATCH_STEPS, &d, &e, &previous);
        else
            run_steps(&s, SUBBATCH_STEPS);
        next = unpack(&s);
        multiply(&batch, &next);
        step_low_words(&f0, &g0, &next);
        s = pack(f0, g0, s.t);
        run_steps(&s, i < BATCHES - 1 ? SUBBATCH_STEPS : LAST_STEPS);
        next = unpack(&s);
        multiply(&batch, &next);
        f0 = low_word_after(batch.u, batch.v, &f, &g);
        g0 = low_word_after(batch.q, batch.r, &f, &g);
    }
    run_steps_and_update_de(&s, 0, &d, &e, &batch);
    /* f = 1 or -1 now, or p or -p for a = 0, where d = 0. */
    P256_VERIFY(f0 + 1 <= 2);
    normalize(r, &d, 0 - (f0 >> 63));
    if (vartime && i < BATCHES) {
        /* Each batch left out would have divided by 2^4 more: r*(R/2^n)/R = r/2^n. */
        const p256_fe scale = {{0, 0, 0, UINT64_C(1) << (64 - 4 * (BATCHES - i))}};
        fe_mul(r, r, &scale);
    }
    return result;
}

#endif
