/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_times_gpr: r = {a^(2^n) / 2^(256(2^n - 1)) mod p}: n times p256_sqr_gpr
 *
 *     void p256_sqr_times_gpr(p256_fe *r, const p256_fe *a, unsigned n);
 *
 * Precondition: a < p. Result: r < p; r = a for n = 0. r may be a. Time depends on n alone. The
 * value stays in a0..a3 between squarings.
 *
 * T = 2*W + (a_0^2, a_1^2, a_2^2, a_3^2), where W, the sum of a_i*a_j*B^(i+j) over i < j, is
 * a_0*a_1*B + a_0*a_3*B^3 + a_2*a_3*B^5, words that need no addition, and X = a_0*a_2*B^2 +
 * a_1*a_3*B^4 + a_1*a_2*B^3 < B^6.
 *
 * The reduction is that of p256_mul_gpr.sched, with its proof: T < p^2 here too, and V = p would
 * say that p divides a^2, but then a is 0, where T and V are 0.
 *
 * Made by scripts/schedule from p256_sqr_times_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x5, a3 x6, f1 x11, f2 x12, f3
 * x7, f4k x9, k1 x4, k3 x8, k5 x10, n x2, q1 x3, q2 x7, q3 x4, r x0, t0 x14, t1 x3,
 * t2 x7, t3 x4, t4 x8, t5 x5, t6 x9, t7 x6, u0 x11, u1 x12, u2 x7, v3 x4, v5 x5, v7
 * x6, w1 x11, w7 x13, x2 x7, x3 x8, x4 x9, x5 x10, x7 x4.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sqr_times_gpr, 3
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   1 load: ldp     a2, a3, a[2] */
    cbz     w2, P256_LOCAL(p256_sqr_times_gpr_end)
P256_LOCAL(p256_sqr_times_gpr_loop):       /*   2 load: loop    n.w */
    mul     x7, x3, x5                     /*   3 cross products: mul     x2, a0, a2 */
    umulh   x8, x3, x5                     /*   4 cross products: umulh   x3, a0, a2 */
    mul     x9, x4, x6                     /*   5 cross products: mul     x4, a1, a3 */
    umulh   x10, x4, x6                    /*   6 cross products: umulh   x5, a1, a3 */
    mul     x11, x4, x5                    /*   7 cross products: mul     l, a1, a2 */
    umulh   x12, x4, x5                    /*   8 cross products: umulh   h, a1, a2 */
    adds    x8, x8, x11                    /*   9 cross products: adds    x3, x3, l */
    adcs    x9, x9, x12                    /*  10 cross products: adcs    x4, x4, h */
    adc     x10, x10, xzr                  /*  11 cross products: adc     x5, x5, xzr */
    mul     x11, x3, x4                    /*  12 cross products: mul     w1, a0, a1 */
    umulh   x12, x3, x4                    /*  13 cross products: umulh   w2, a0, a1 */
    mul     x13, x3, x6                    /*  14 cross products: mul     w3, a0, a3 */
    umulh   x14, x3, x6                    /*  15 cross products: umulh   w4, a0, a3 */
    mul     x15, x5, x6                    /*  16 cross products: mul     w5, a2, a3 */
    umulh   x16, x5, x6                    /*  17 cross products: umulh   w6, a2, a3 */
    adds    x7, x12, x7                    /*  18 cross products: adds    w2, w2, x2 */
    adcs    x8, x13, x8                    /*  19 cross products: adcs    w3, w3, x3 */
    adcs    x9, x14, x9                    /*  20 cross products: adcs    w4, w4, x4 */
    adcs    x10, x15, x10                  /*  21 cross products: adcs    w5, w5, x5 */
    adc     x12, x16, xzr                  /*  22 cross products: adc     w6, w6, xzr */
    adds    x11, x11, x11                  /*  23 double: adds    w1, w1, w1 */
    adcs    x7, x7, x7                     /*  24 double: adcs    w2, w2, w2 */
    adcs    x8, x8, x8                     /*  25 double: adcs    w3, w3, w3 */
    adcs    x9, x9, x9                     /*  26 double: adcs    w4, w4, w4 */
    adcs    x10, x10, x10                  /*  27 double: adcs    w5, w5, w5 */
    adcs    x12, x12, x12                  /*  28 double: adcs    w6, w6, w6 */
    adc     x13, xzr, xzr                  /*  29 double: adc     w7, xzr, xzr */
    mul     x14, x3, x3                    /*  30 squares: mul     t0, a0, a0 */
    umulh   x3, x3, x3                     /*  31 squares: umulh   h, a0, a0 */
    adds    x3, x11, x3                    /*  32 squares: adds    t1, w1, h */
    mul     x11, x4, x4                    /*  33 squares: mul     l, a1, a1 */
    umulh   x4, x4, x4                     /*  34 squares: umulh   h, a1, a1 */
    adcs    x7, x7, x11                    /*  35 squares: adcs    t2, w2, l */
    adcs    x4, x8, x4                     /*  36 squares: adcs    t3, w3, h */
    mul     x8, x5, x5                     /*  37 squares: mul     l, a2, a2 */
    umulh   x5, x5, x5                     /*  38 squares: umulh   h, a2, a2 */
    adcs    x8, x9, x8                     /*  39 squares: adcs    t4, w4, l */
    adcs    x5, x10, x5                    /*  40 squares: adcs    t5, w5, h */
    mul     x9, x6, x6                     /*  41 squares: mul     l, a3, a3 */
    umulh   x6, x6, x6                     /*  42 squares: umulh   h, a3, a3 */
    adcs    x9, x12, x9                    /*  43 squares: adcs    t6, w6, l */
    adc     x6, x13, x6                    /*  44 squares: adc     t7, w7, h */
    mov     x10, #0xffffffff00000000       /*  45 quotient: mov     k5, K5 */
    adds    x3, x3, x14, lsl #32           /*  46 quotient: adds    q1, t1, t0, lsl 32 */
    lsr     x11, x14, #32                  /*  47 quotient: lsr     u0, t0, 32 */
    orr     x11, x11, x3, lsl #32          /*  48 quotient: orr     f1, u0, q1, lsl 32 */
    adcs    x7, x7, x11                    /*  49 quotient: adcs    q2, t2, f1 */
    lsr     x12, x3, #32                   /*  50 quotient: lsr     u1, q1, 32 */
    orr     x12, x12, x7, lsl #32          /*  51 quotient: orr     f2, u1, q2, lsl 32 */
    adcs    x4, x4, x12                    /*  52 quotient: adcs    v3, t3, f2 */
    adcs    x8, x8, x14                    /*  53 quotient: adcs    v4, t4, t0 */
    adcs    x5, x5, x3                     /*  54 quotient: adcs    v5, t5, q1 */
    adcs    x9, x9, x7                     /*  55 quotient: adcs    v6, t6, q2 */
    sbc     x6, x6, xzr                    /*  56 quotient: sbc     v7, t7, xzr */
    subs    x4, x4, x14, lsl #32           /*  57 minus: subs    v3, v3, t0, lsl 32 */
    sbcs    x8, x8, x11                    /*  58 minus: sbcs    v4, v4, f1 */
    sbcs    x5, x5, x12                    /*  59 minus: sbcs    v5, v5, f2 */
    sbcs    x9, x9, xzr                    /*  60 minus: sbcs    v6, v6, xzr */
    sbc     x6, x6, x10                    /*  61 minus: sbc     v7, v7, k5 */
    adds    x4, x4, x14                    /*  62 plus: adds    q3, v3, t0 */
    adcs    x3, x8, x3                     /*  63 plus: adcs    v4, v4, q1 */
    adcs    x5, x5, x7                     /*  64 plus: adcs    v5, v5, q2 */
    adcs    x8, x9, x4                     /*  65 plus: adcs    v6, v6, q3 */
    sbc     x6, x6, xzr                    /*  66 plus: sbc     v7, v7, xzr */
    lsr     x7, x7, #32                    /*  67 last: lsr     u2, q2, 32 */
    orr     x7, x7, x4, lsl #32            /*  68 last: orr     f3, u2, q3, lsl 32 */
    orr     x9, x10, x4, lsr #32           /*  69 last: orr     f4k, k5, q3, lsr 32 */
    sub     x4, x4, x4, lsr #32            /*  70 last: sub     x7, q3, q3, lsr 32 */
    adds    x3, x3, x7                     /*  71 last: adds    v4, v4, f3 */
    adcs    x5, x5, x9                     /*  72 last: adcs    v5, v5, f4k */
    sbcs    x7, x8, x7                     /*  73 last: sbcs    v6, v6, f3 */
    adcs    x6, x6, x4                     /*  74 last: adcs    v7, v7, x7 */
    csneg   x4, xzr, x10, cs               /*  75 back: csneg   k1, xzr, k5, cs */
    csinc   x8, xzr, x10, cs               /*  76 back: csinc   k3, xzr, k5, cs */
    adcs    x3, x3, xzr                    /*  77 back: adcs    a0, v4, xzr */
    adcs    x4, x5, x4                     /*  78 back: adcs    a1, v5, k1 */
    adcs    x5, x7, xzr                    /*  79 back: adcs    a2, v6, xzr */
    adc     x6, x6, x8                     /*  80 back: adc     a3, v7, k3 */
    subs    w2, w2, #1
    b.ne    P256_LOCAL(p256_sqr_times_gpr_loop)
P256_LOCAL(p256_sqr_times_gpr_end):        /*  81 back: again   n.w */
    stp     x3, x4, [x0, #0]               /*  82 store: stp     a0, a1, r[0] */
    stp     x5, x6, [x0, #16]              /*  83 store: stp     a2, a3, r[2] */
    ret
P256_END p256_sqr_times_gpr

#else
#include "../asm_notes.h"
#endif
