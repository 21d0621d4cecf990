/* SPDX-License-Identifier: MIT */
/*
 * p256_mul_gpr: r = {a*b/2^256 mod p}
 *
 *     void p256_mul_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * T = a*b row by row, then one reduction of all four lower words.
 *
 * Words of 64 bits, B = 2^64, R = B^4; t0..t7 hold T, t_i of weight B^i. Q = (q0, q1, q2, q3) is
 * the quotient, T*(-1/p) mod R, and V = (T + Q*p)/R < 2p. With F = Q*2^32, five words f0..f4,
 * p+1 = 2^96 + 2^192 - 2^224 + 2^256 says
 *
 *     Q*(p + 1) = F*B + Q*B^3 - F*B^3 + Q*B^4,
 *
 * and the Q that this is too much clears words 0..3. So q0 = t0, and the other digits are what
 * stands in their words, mod B:
 *
 *     q1 = t1 + f0,  q2 = t2 + f1 + carry,  q3 = t3 + f2 + q0 - f0 + carry,
 *
 * where f0 = q0*2^32 mod B, f1 = q0/2^32 + (q1*2^32 mod B), and so on, f4 = q3/2^32. The words
 * 4..7 of V are the sum of (t4, t5, t6, t7), (f3, f4, 0, 0), -(f1, f2, f3, f4), (q1, q2, q3, 0),
 * (q0, q1, q2, q3), and the carries.
 *
 * C = R - p - 1 = (0, B - 2^32, B - 1, 2^32 - 2) is added on the way, so that the last carry
 * says V >= p + 1. That is V >= p, since V = p does not happen: p would divide a*b, and then a
 * or b is 0, where T and V are 0. It costs next to nothing: B - 2^32 goes with f4, whose upper
 * half is 0; B - 1 comes with -f3, since sbcs adds B - 1 - f3; and to word 7 go two times B - 1
 * where a carry would be all that is added (sbc), and 2^32, as -(B - 2^32), where a borrow would
 * be.
 *
 * The last chain adds Y = (f3, f4 + B - 2^32, B - 1 - f3, q3 - f4) < R. What the others make,
 * carries out of word 7 dropped, is X = V + C - Y mod R; that X itself lies in 0..R-1, so that
 * the last carry is that of V + C, is seen so: V + C = T/R + Q - Q*(R - p)/R + R - p - 1, and
 *
 *     Q - Y = (Q - q3*B^3) + (f4 - 1)*B^3 + f3*(B^2 - 1) + (2^32 - f4)*B.
 *
 *   X > -1:  X >= Q - Y + (R - p)*(1 - Q/R) - 1. If f4 > 0, Q - Y >= B. If f4 = 0,
 *            Q - Y > -B^3, but Q < 2^224, and (R - p)*(1 - 2^-32) > 2^224 - 2^193 > B^3 + 1.
 *   X < R:   T < p^2, so that X < R - 1 - (p + Q)*(R - p)/R + (Q - Y), and
 *            Q - Y < f4*B^3 + B^3 + 2^97, p*(R - p)/R > 2^224 - 2^194,
 *            Q*(R - p)/R > f4*2^224*(2^224 - 2^193)/R > f4*B^3 - 2^193.
 *
 * carry = 1: the sum mod R is V - p - 1, and 1 is still to add. carry = 0: it is V - p - 1 + R,
 * and p + 1 = (0, 2^32, 0, B - 2^32 + 1) is to add.
 *
 * The last loads of a and b overwrite the pointers, so that no later result does.
 *
 * Made by scripts/schedule from p256_mul_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x12, a3 x1, b x2, b0 x5, b1 x6,
 * b2 x7, b3 x2, f1 x12, f2 x13, f3 x9, f4k x10, k1 x8, k3 x7, k5 x7, l0 x13, q1 x9,
 * q2 x10, q3 x8, r x0, r0 x3, r1 x4, r2 x5, r3 x6, t0 x8, t1 x9, t4 x3, t5 x4, u0
 * x12, u1 x13, u2 x9, v3 x11, v4 x3, v5 x4, v6 x5, v7 x6, x7 x8.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_mul_gpr, 3
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x2, #0]               /*   1 load: ldp     b0, b1, b[0] */
    ldp     x7, x2, [x2, #16]              /*   2 load: ldp     b2, b3, b[2] */
    mul     x8, x3, x5                     /*   3 row 0: mul     t0, a0, b0 */
    umulh   x9, x3, x5                     /*   4 row 0: umulh   t1, a0, b0 */
    mul     x10, x3, x6                    /*   5 row 0: mul     l, a0, b1 */
    umulh   x11, x3, x6                    /*   6 row 0: umulh   t2, a0, b1 */
    adds    x9, x9, x10                    /*   7 row 0: adds    t1, t1, l */
    mul     x10, x3, x7                    /*   8 row 0: mul     l, a0, b2 */
    umulh   x12, x3, x7                    /*   9 row 0: umulh   t3, a0, b2 */
    adcs    x10, x11, x10                  /*  10 row 0: adcs    t2, t2, l */
    mul     x11, x3, x2                    /*  11 row 0: mul     l, a0, b3 */
    umulh   x3, x3, x2                     /*  12 row 0: umulh   t4, a0, b3 */
    adcs    x11, x12, x11                  /*  13 row 0: adcs    t3, t3, l */
    adc     x3, x3, xzr                    /*  14 row 0: adc     t4, t4, xzr */
    ldp     x12, x1, [x1, #16]             /*  15 row 1: ldp     a2, a3, a[2] */
    mul     x13, x4, x5                    /*  16 row 1: mul     l0, a1, b0 */
    umulh   x14, x4, x5                    /*  17 row 1: umulh   h0, a1, b0 */
    mul     x15, x4, x6                    /*  18 row 1: mul     l, a1, b1 */
    umulh   x16, x4, x6                    /*  19 row 1: umulh   h1, a1, b1 */
    adds    x14, x14, x15                  /*  20 row 1: adds    h0, h0, l */
    mul     x15, x4, x7                    /*  21 row 1: mul     l, a1, b2 */
    umulh   x17, x4, x7                    /*  22 row 1: umulh   h2, a1, b2 */
    adcs    x15, x16, x15                  /*  23 row 1: adcs    h1, h1, l */
    mul     x16, x4, x2                    /*  24 row 1: mul     l, a1, b3 */
    umulh   x4, x4, x2                     /*  25 row 1: umulh   t5, a1, b3 */
    adcs    x16, x17, x16                  /*  26 row 1: adcs    h2, h2, l */
    adc     x4, x4, xzr                    /*  27 row 1: adc     t5, t5, xzr */
    adds    x9, x9, x13                    /*  28 row 1: adds    t1, t1, l0 */
    adcs    x10, x10, x14                  /*  29 row 1: adcs    t2, t2, h0 */
    adcs    x11, x11, x15                  /*  30 row 1: adcs    t3, t3, h1 */
    adcs    x3, x3, x16                    /*  31 row 1: adcs    t4, t4, h2 */
    adc     x4, x4, xzr                    /*  32 row 1: adc     t5, t5, xzr */
    mul     x13, x12, x5                   /*  33 row 2: mul     l0, a2, b0 */
    umulh   x14, x12, x5                   /*  34 row 2: umulh   h0, a2, b0 */
    mul     x15, x12, x6                   /*  35 row 2: mul     l, a2, b1 */
    umulh   x16, x12, x6                   /*  36 row 2: umulh   h1, a2, b1 */
    adds    x14, x14, x15                  /*  37 row 2: adds    h0, h0, l */
    mul     x15, x12, x7                   /*  38 row 2: mul     l, a2, b2 */
    umulh   x17, x12, x7                   /*  39 row 2: umulh   h2, a2, b2 */
    adcs    x15, x16, x15                  /*  40 row 2: adcs    h1, h1, l */
    mul     x16, x12, x2                   /*  41 row 2: mul     l, a2, b3 */
    umulh   x12, x12, x2                   /*  42 row 2: umulh   t6, a2, b3 */
    adcs    x16, x17, x16                  /*  43 row 2: adcs    h2, h2, l */
    adc     x12, x12, xzr                  /*  44 row 2: adc     t6, t6, xzr */
    adds    x10, x10, x13                  /*  45 row 2: adds    t2, t2, l0 */
    adcs    x11, x11, x14                  /*  46 row 2: adcs    t3, t3, h0 */
    adcs    x3, x3, x15                    /*  47 row 2: adcs    t4, t4, h1 */
    adcs    x4, x4, x16                    /*  48 row 2: adcs    t5, t5, h2 */
    adc     x12, x12, xzr                  /*  49 row 2: adc     t6, t6, xzr */
    mul     x13, x1, x5                    /*  50 row 3: mul     l0, a3, b0 */
    umulh   x5, x1, x5                     /*  51 row 3: umulh   h0, a3, b0 */
    mul     x14, x1, x6                    /*  52 row 3: mul     l, a3, b1 */
    umulh   x6, x1, x6                     /*  53 row 3: umulh   h1, a3, b1 */
    adds    x5, x5, x14                    /*  54 row 3: adds    h0, h0, l */
    mul     x14, x1, x7                    /*  55 row 3: mul     l, a3, b2 */
    umulh   x7, x1, x7                     /*  56 row 3: umulh   h2, a3, b2 */
    adcs    x6, x6, x14                    /*  57 row 3: adcs    h1, h1, l */
    mul     x14, x1, x2                    /*  58 row 3: mul     l, a3, b3 */
    umulh   x15, x1, x2                    /*  59 row 3: umulh   t7, a3, b3 */
    adcs    x7, x7, x14                    /*  60 row 3: adcs    h2, h2, l */
    adc     x14, x15, xzr                  /*  61 row 3: adc     t7, t7, xzr */
    adds    x11, x11, x13                  /*  62 row 3: adds    t3, t3, l0 */
    adcs    x3, x3, x5                     /*  63 row 3: adcs    t4, t4, h0 */
    adcs    x4, x4, x6                     /*  64 row 3: adcs    t5, t5, h1 */
    adcs    x5, x12, x7                    /*  65 row 3: adcs    t6, t6, h2 */
    adc     x6, x14, xzr                   /*  66 row 3: adc     t7, t7, xzr */
    mov     x7, #0xffffffff00000000        /*  67 quotient: mov     k5, K5 */
    adds    x9, x9, x8, lsl #32            /*  68 quotient: adds    q1, t1, t0, lsl 32 */
    lsr     x12, x8, #32                   /*  69 quotient: lsr     u0, t0, 32 */
    orr     x12, x12, x9, lsl #32          /*  70 quotient: orr     f1, u0, q1, lsl 32 */
    adcs    x10, x10, x12                  /*  71 quotient: adcs    q2, t2, f1 */
    lsr     x13, x9, #32                   /*  72 quotient: lsr     u1, q1, 32 */
    orr     x13, x13, x10, lsl #32         /*  73 quotient: orr     f2, u1, q2, lsl 32 */
    adcs    x11, x11, x13                  /*  74 quotient: adcs    v3, t3, f2 */
    adcs    x3, x3, x8                     /*  75 quotient: adcs    v4, t4, t0 */
    adcs    x4, x4, x9                     /*  76 quotient: adcs    v5, t5, q1 */
    adcs    x5, x5, x10                    /*  77 quotient: adcs    v6, t6, q2 */
    sbc     x6, x6, xzr                    /*  78 quotient: sbc     v7, t7, xzr */
    subs    x11, x11, x8, lsl #32          /*  79 minus: subs    v3, v3, t0, lsl 32 */
    sbcs    x3, x3, x12                    /*  80 minus: sbcs    v4, v4, f1 */
    sbcs    x4, x4, x13                    /*  81 minus: sbcs    v5, v5, f2 */
    sbcs    x5, x5, xzr                    /*  82 minus: sbcs    v6, v6, xzr */
    sbc     x6, x6, x7                     /*  83 minus: sbc     v7, v7, k5 */
    adds    x8, x11, x8                    /*  84 plus: adds    q3, v3, t0 */
    adcs    x3, x3, x9                     /*  85 plus: adcs    v4, v4, q1 */
    adcs    x4, x4, x10                    /*  86 plus: adcs    v5, v5, q2 */
    adcs    x5, x5, x8                     /*  87 plus: adcs    v6, v6, q3 */
    sbc     x6, x6, xzr                    /*  88 plus: sbc     v7, v7, xzr */
    lsr     x9, x10, #32                   /*  89 last: lsr     u2, q2, 32 */
    orr     x9, x9, x8, lsl #32            /*  90 last: orr     f3, u2, q3, lsl 32 */
    orr     x10, x7, x8, lsr #32           /*  91 last: orr     f4k, k5, q3, lsr 32 */
    sub     x8, x8, x8, lsr #32            /*  92 last: sub     x7, q3, q3, lsr 32 */
    adds    x3, x3, x9                     /*  93 last: adds    v4, v4, f3 */
    adcs    x4, x4, x10                    /*  94 last: adcs    v5, v5, f4k */
    sbcs    x5, x5, x9                     /*  95 last: sbcs    v6, v6, f3 */
    adcs    x6, x6, x8                     /*  96 last: adcs    v7, v7, x7 */
    csneg   x8, xzr, x7, cs                /*  97 back: csneg   k1, xzr, k5, cs */
    csinc   x7, xzr, x7, cs                /*  98 back: csinc   k3, xzr, k5, cs */
    adcs    x3, x3, xzr                    /*  99 back: adcs    r0, v4, xzr */
    adcs    x4, x4, x8                     /* 100 back: adcs    r1, v5, k1 */
    adcs    x5, x5, xzr                    /* 101 back: adcs    r2, v6, xzr */
    adc     x6, x6, x7                     /* 102 back: adc     r3, v7, k3 */
    stp     x3, x4, [x0, #0]               /* 103 back: stp     r0, r1, r[0] */
    stp     x5, x6, [x0, #16]              /* 104 back: stp     r2, r3, r[2] */
    ret
P256_END p256_mul_gpr

#else
#include "../asm_notes.h"
#endif
