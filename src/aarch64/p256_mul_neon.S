/* SPDX-License-Identifier: MIT */
/*
 * p256_mul_neon: r = {a*b/2^256 mod p}
 *
 *     void p256_mul_neon(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * Limbs of 29 bits, nine of each operand: limb i of a lies in the 32-bit words aw of a from bit
 * 29*i on, which is bit 32 - 3*i of word i - 1, i mod 4 of four at a time by variable shifts of
 * vectors. Products of 32x32 bits, two at a time, add up in the columns c_k = sum of a_i*b_k-i
 * of weight 2^(29*k), k = 0..16, at most nine products: c_k <= 9*(2^29 - 1)^2 < 2^62. A register
 * holds columns 2*m and 2*m + 1; a pair of limbs i, i + 1 times limb j falls there if i + j =
 * 2*m: pairs with even i for even j; with odd i, from vectors moved up by a limb, for odd j.
 *
 * Columns go to general registers in pairs, x = c_2m and y = c_2m+1. In radix 2^58,
 *
 *     d_m = x + (y mod 2^29)*2^29 + (y of the last pair)/2^29 + d_m-1/2^58
 *         < 9*2^58 + 2^58 + 2^33 + 2^6 < 2^62,
 *
 * and d_m mod 2^58 is digit m of T; two of them make a word t_i.
 *
 * The reduction is that of p256_mul_gpr.sched, of (t0, t1, t2, t3) alone, so that it need not
 * wait for the upper columns: W = (T mod R + Q*p)/R + C <= p + R - p - 1 < R, so that carries
 * out of word 7 mean nothing. V = W - C + T/R, and the carry of the last sum, W + T/R = V + C,
 * says V >= p + 1 or, since V = p does not happen, V >= p.
 *
 * Made by scripts/schedule from p256_mul_neon.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 v19, a4 v6, a8 v7, aw0 v6, aw1 v7, b x2, b4
 * v0, b8 v1, bw0 v16, bw1 v17, c0 v3, c1 v3, c2 v3, c3 v3, c4 v3, c5 v3, c6 v2, c7
 * v2, c8 v0, d0 x3, d1 x4, d2 x5, d3 x6, d4 x7, d5 x8, d6 x9, d7 x10, d8 x11, f1 x12,
 * f2 x13, f3 x5, f4k x14, k1 x7, k3 x8, k5 x11, left0 v0, left1 v1, mask0 v4, mask1
 * v5, o0 v18, o4 v20, o8 v21, q1 x4, q2 x5, q3 x3, r x0, r0 x4, r1 x6, r2 x5, r3 x3,
 * right0 v2, right1 v3, sh x3, t0 x3, t1 x4, t2 x5, t3 x6, t4 x7, t5 x8, t6 x9, t7
 * x10, u0 x12, u1 x13, u2 x5, v3 x6, x0 x3, x1 x5, x2 x5, x3 x6, x4 x7, x5 x8, x6 x9,
 * x8 x11, y0 x4, y1 x6, y2 x7, y3 x8, y4 x9, y5 x10, y6 x11, y7 x12, zero v18.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_RODATA
P256_LOCAL(p256_mul_neon_shifts):
    .long   0, 3, 6, 9, 12, 15, 18, 21
    .long   -32, -29, -26, -23, -20, -17, -14, -11
    .long   0x1fffffff, 0x1ffffff8, 0x1fffffc0, 0x1ffffe00
    .long   0x1ffff000, 0x1fff8000, 0x1ffc0000, 0x1fe00000

P256_FUNCTION p256_mul_neon, 3
    P256_SAVED
P256_ADDRESS x3, P256_LOCAL(p256_mul_neon_shifts) /*   0 load: P256_ADDRESS sh, shifts */
    ldp     q0, q1, [x3, #0]               /*   1 load: ldp     left0.q, left1.q, sh[0] */
    ldp     q2, q3, [x3, #32]              /*   2 load: ldp     right0.q, right1.q, sh[4] */
    ldp     q4, q5, [x3, #64]              /*   3 load: ldp     mask0.q, mask1.q, sh[8] */
    ldp     q6, q7, [x1, #0]               /*   4 load: ldp     aw0.q, aw1.q, a[0] */
    ldp     q16, q17, [x2, #0]             /*   5 load: ldp     bw0.q, bw1.q, b[0] */
    movi    v18.4s, #0                     /*   6 load: movi    zero.4s, 0 */
    ext     v19.16b, v7.16b, v6.16b, #12   /*   7 limbs of a: ext     a0.16b, aw1.16b, aw0.16b, 12 */
    ushl    v19.4s, v19.4s, v2.4s          /*   8 limbs of a: ushl    a0.4s, a0.4s, right0.4s */
    ushl    v20.4s, v6.4s, v0.4s           /*   9 limbs of a: ushl    s.4s, aw0.4s, left0.4s */
    bit     v19.16b, v20.16b, v4.16b       /*  10 limbs of a: bit     a0.16b, s.16b, mask0.16b */
    ext     v6.16b, v6.16b, v7.16b, #12    /*  11 limbs of a: ext     a4.16b, aw0.16b, aw1.16b, 12 */
    ushl    v6.4s, v6.4s, v3.4s            /*  12 limbs of a: ushl    a4.4s, a4.4s, right1.4s */
    ushl    v20.4s, v7.4s, v1.4s           /*  13 limbs of a: ushl    s.4s, aw1.4s, left1.4s */
    bit     v6.16b, v20.16b, v5.16b        /*  14 limbs of a: bit     a4.16b, s.16b, mask1.16b */
    ushr    v7.4s, v7.4s, #8               /*  15 limbs of a: ushr    a8.4s, aw1.4s, 8 */
    ext     v7.16b, v7.16b, v18.16b, #12   /*  16 limbs of a: ext     a8.16b, a8.16b, zero.16b, 12 */
    ext     v18.16b, v18.16b, v19.16b, #12 /*  17 limbs of a: ext     o0.16b, zero.16b, a0.16b, 12 */
    ext     v20.16b, v19.16b, v6.16b, #12  /*  18 limbs of a: ext     o4.16b, a0.16b, a4.16b, 12 */
    ext     v21.16b, v6.16b, v7.16b, #12   /*  19 limbs of a: ext     o8.16b, a4.16b, a8.16b, 12 */
    ext     v22.16b, v17.16b, v16.16b, #12 /*  20 limbs of b: ext     b0.16b, bw1.16b, bw0.16b, 12 */
    ushl    v2.4s, v22.4s, v2.4s           /*  21 limbs of b: ushl    b0.4s, b0.4s, right0.4s */
    ushl    v0.4s, v16.4s, v0.4s           /*  22 limbs of b: ushl    s.4s, bw0.4s, left0.4s */
    bit     v2.16b, v0.16b, v4.16b         /*  23 limbs of b: bit     b0.16b, s.16b, mask0.16b */
    ext     v0.16b, v16.16b, v17.16b, #12  /*  24 limbs of b: ext     b4.16b, bw0.16b, bw1.16b, 12 */
    ushl    v0.4s, v0.4s, v3.4s            /*  25 limbs of b: ushl    b4.4s, b4.4s, right1.4s */
    ushl    v1.4s, v17.4s, v1.4s           /*  26 limbs of b: ushl    s.4s, bw1.4s, left1.4s */
    bit     v0.16b, v1.16b, v5.16b         /*  27 limbs of b: bit     b4.16b, s.16b, mask1.16b */
    ushr    v1.4s, v17.4s, #8              /*  28 limbs of b: ushr    b8.4s, bw1.4s, 8 */
    umull   v3.2d, v19.2s, v2.s[0]         /*  29 columns 0, 1: umull   c0.2d, a0.2s, b0.s[0] */
    umlal   v3.2d, v18.2s, v2.s[1]         /*  30 columns 0, 1: umlal   c0.2d, o0.2s, b0.s[1] */
    umov    x3, v3.d[0]                    /*  31 columns 0, 1: umov    x0, c0.d[0] */
    umov    x4, v3.d[1]                    /*  32 columns 0, 1: umov    y0, c0.d[1] */
    ubfiz   x5, x4, #29, #29               /*  33 columns 0, 1: ubfiz   l, y0, 29, 29 */
    add     x3, x3, x5                     /*  34 columns 0, 1: add     d0, x0, l */
    umull2  v3.2d, v19.4s, v2.s[0]         /*  35 columns 2, 3: umull2  c1.2d, a0.4s, b0.s[0] */
    umlal2  v3.2d, v18.4s, v2.s[1]         /*  36 columns 2, 3: umlal2  c1.2d, o0.4s, b0.s[1] */
    umlal   v3.2d, v19.2s, v2.s[2]         /*  37 columns 2, 3: umlal   c1.2d, a0.2s, b0.s[2] */
    umlal   v3.2d, v18.2s, v2.s[3]         /*  38 columns 2, 3: umlal   c1.2d, o0.2s, b0.s[3] */
    umov    x5, v3.d[0]                    /*  39 columns 2, 3: umov    x1, c1.d[0] */
    umov    x6, v3.d[1]                    /*  40 columns 2, 3: umov    y1, c1.d[1] */
    ubfiz   x7, x6, #29, #29               /*  41 columns 2, 3: ubfiz   l, y1, 29, 29 */
    add     x5, x5, x7                     /*  42 columns 2, 3: add     e, x1, l */
    add     x4, x5, x4, lsr #29            /*  43 columns 2, 3: add     e, e, y0, lsr 29 */
    add     x4, x4, x3, lsr #58            /*  44 columns 2, 3: add     d1, e, d0, lsr 58 */
    ubfx    x3, x3, #0, #58                /*  45 columns 2, 3: ubfx    k, d0, 0, 58 */
    orr     x3, x3, x4, lsl #58            /*  46 columns 2, 3: orr     t0, k, d1, lsl 58 */
    umull   v3.2d, v6.2s, v2.s[0]          /*  47 columns 4, 5: umull   c2.2d, a4.2s, b0.s[0] */
    umlal   v3.2d, v20.2s, v2.s[1]         /*  48 columns 4, 5: umlal   c2.2d, o4.2s, b0.s[1] */
    umlal2  v3.2d, v19.4s, v2.s[2]         /*  49 columns 4, 5: umlal2  c2.2d, a0.4s, b0.s[2] */
    umlal2  v3.2d, v18.4s, v2.s[3]         /*  50 columns 4, 5: umlal2  c2.2d, o0.4s, b0.s[3] */
    umlal   v3.2d, v19.2s, v0.s[0]         /*  51 columns 4, 5: umlal   c2.2d, a0.2s, b4.s[0] */
    umlal   v3.2d, v18.2s, v0.s[1]         /*  52 columns 4, 5: umlal   c2.2d, o0.2s, b4.s[1] */
    umov    x5, v3.d[0]                    /*  53 columns 4, 5: umov    x2, c2.d[0] */
    umov    x7, v3.d[1]                    /*  54 columns 4, 5: umov    y2, c2.d[1] */
    ubfiz   x8, x7, #29, #29               /*  55 columns 4, 5: ubfiz   l, y2, 29, 29 */
    add     x5, x5, x8                     /*  56 columns 4, 5: add     e, x2, l */
    add     x5, x5, x6, lsr #29            /*  57 columns 4, 5: add     e, e, y1, lsr 29 */
    add     x5, x5, x4, lsr #58            /*  58 columns 4, 5: add     d2, e, d1, lsr 58 */
    ubfx    x4, x4, #6, #52                /*  59 columns 4, 5: ubfx    k, d1, 6, 52 */
    orr     x4, x4, x5, lsl #52            /*  60 columns 4, 5: orr     t1, k, d2, lsl 52 */
    umull2  v3.2d, v6.4s, v2.s[0]          /*  61 columns 6, 7: umull2  c3.2d, a4.4s, b0.s[0] */
    umlal2  v3.2d, v20.4s, v2.s[1]         /*  62 columns 6, 7: umlal2  c3.2d, o4.4s, b0.s[1] */
    umlal   v3.2d, v6.2s, v2.s[2]          /*  63 columns 6, 7: umlal   c3.2d, a4.2s, b0.s[2] */
    umlal   v3.2d, v20.2s, v2.s[3]         /*  64 columns 6, 7: umlal   c3.2d, o4.2s, b0.s[3] */
    umlal2  v3.2d, v19.4s, v0.s[0]         /*  65 columns 6, 7: umlal2  c3.2d, a0.4s, b4.s[0] */
    umlal2  v3.2d, v18.4s, v0.s[1]         /*  66 columns 6, 7: umlal2  c3.2d, o0.4s, b4.s[1] */
    umlal   v3.2d, v19.2s, v0.s[2]         /*  67 columns 6, 7: umlal   c3.2d, a0.2s, b4.s[2] */
    umlal   v3.2d, v18.2s, v0.s[3]         /*  68 columns 6, 7: umlal   c3.2d, o0.2s, b4.s[3] */
    umov    x6, v3.d[0]                    /*  69 columns 6, 7: umov    x3, c3.d[0] */
    umov    x8, v3.d[1]                    /*  70 columns 6, 7: umov    y3, c3.d[1] */
    ubfiz   x9, x8, #29, #29               /*  71 columns 6, 7: ubfiz   l, y3, 29, 29 */
    add     x6, x6, x9                     /*  72 columns 6, 7: add     e, x3, l */
    add     x6, x6, x7, lsr #29            /*  73 columns 6, 7: add     e, e, y2, lsr 29 */
    add     x6, x6, x5, lsr #58            /*  74 columns 6, 7: add     d3, e, d2, lsr 58 */
    ubfx    x5, x5, #12, #46               /*  75 columns 6, 7: ubfx    k, d2, 12, 46 */
    orr     x5, x5, x6, lsl #46            /*  76 columns 6, 7: orr     t2, k, d3, lsl 46 */
    umull   v3.2d, v7.2s, v2.s[0]          /*  77 columns 8, 9: umull   c4.2d, a8.2s, b0.s[0] */
    umlal   v3.2d, v21.2s, v2.s[1]         /*  78 columns 8, 9: umlal   c4.2d, o8.2s, b0.s[1] */
    umlal2  v3.2d, v6.4s, v2.s[2]          /*  79 columns 8, 9: umlal2  c4.2d, a4.4s, b0.s[2] */
    umlal2  v3.2d, v20.4s, v2.s[3]         /*  80 columns 8, 9: umlal2  c4.2d, o4.4s, b0.s[3] */
    umlal   v3.2d, v6.2s, v0.s[0]          /*  81 columns 8, 9: umlal   c4.2d, a4.2s, b4.s[0] */
    umlal   v3.2d, v20.2s, v0.s[1]         /*  82 columns 8, 9: umlal   c4.2d, o4.2s, b4.s[1] */
    umlal2  v3.2d, v19.4s, v0.s[2]         /*  83 columns 8, 9: umlal2  c4.2d, a0.4s, b4.s[2] */
    umlal2  v3.2d, v18.4s, v0.s[3]         /*  84 columns 8, 9: umlal2  c4.2d, o0.4s, b4.s[3] */
    umlal   v3.2d, v19.2s, v1.s[3]         /*  85 columns 8, 9: umlal   c4.2d, a0.2s, b8.s[3] */
    umov    x7, v3.d[0]                    /*  86 columns 8, 9: umov    x4, c4.d[0] */
    umov    x9, v3.d[1]                    /*  87 columns 8, 9: umov    y4, c4.d[1] */
    ubfiz   x10, x9, #29, #29              /*  88 columns 8, 9: ubfiz   l, y4, 29, 29 */
    add     x7, x7, x10                    /*  89 columns 8, 9: add     e, x4, l */
    add     x7, x7, x8, lsr #29            /*  90 columns 8, 9: add     e, e, y3, lsr 29 */
    add     x7, x7, x6, lsr #58            /*  91 columns 8, 9: add     d4, e, d3, lsr 58 */
    ubfx    x6, x6, #18, #40               /*  92 columns 8, 9: ubfx    k, d3, 18, 40 */
    orr     x6, x6, x7, lsl #40            /*  93 columns 8, 9: orr     t3, k, d4, lsl 40 */
    umull   v3.2d, v7.2s, v2.s[2]          /*  94 columns 10, 11: umull   c5.2d, a8.2s, b0.s[2] */
    umlal   v3.2d, v21.2s, v2.s[3]         /*  95 columns 10, 11: umlal   c5.2d, o8.2s, b0.s[3] */
    umlal2  v3.2d, v6.4s, v0.s[0]          /*  96 columns 10, 11: umlal2  c5.2d, a4.4s, b4.s[0] */
    umlal2  v3.2d, v20.4s, v0.s[1]         /*  97 columns 10, 11: umlal2  c5.2d, o4.4s, b4.s[1] */
    umlal   v3.2d, v6.2s, v0.s[2]          /*  98 columns 10, 11: umlal   c5.2d, a4.2s, b4.s[2] */
    umlal   v3.2d, v20.2s, v0.s[3]         /*  99 columns 10, 11: umlal   c5.2d, o4.2s, b4.s[3] */
    umlal2  v3.2d, v19.4s, v1.s[3]         /* 100 columns 10, 11: umlal2  c5.2d, a0.4s, b8.s[3] */
    umov    x8, v3.d[0]                    /* 101 columns 10, 11: umov    x5, c5.d[0] */
    umov    x10, v3.d[1]                   /* 102 columns 10, 11: umov    y5, c5.d[1] */
    ubfiz   x11, x10, #29, #29             /* 103 columns 10, 11: ubfiz   l, y5, 29, 29 */
    add     x8, x8, x11                    /* 104 columns 10, 11: add     e, x5, l */
    add     x8, x8, x9, lsr #29            /* 105 columns 10, 11: add     e, e, y4, lsr 29 */
    add     x8, x8, x7, lsr #58            /* 106 columns 10, 11: add     d5, e, d4, lsr 58 */
    ubfx    x7, x7, #24, #34               /* 107 columns 10, 11: ubfx    k, d4, 24, 34 */
    orr     x7, x7, x8, lsl #34            /* 108 columns 10, 11: orr     t4, k, d5, lsl 34 */
    umull   v2.2d, v7.2s, v0.s[0]          /* 109 columns 12, 13: umull   c6.2d, a8.2s, b4.s[0] */
    umlal   v2.2d, v21.2s, v0.s[1]         /* 110 columns 12, 13: umlal   c6.2d, o8.2s, b4.s[1] */
    umlal2  v2.2d, v6.4s, v0.s[2]          /* 111 columns 12, 13: umlal2  c6.2d, a4.4s, b4.s[2] */
    umlal2  v2.2d, v20.4s, v0.s[3]         /* 112 columns 12, 13: umlal2  c6.2d, o4.4s, b4.s[3] */
    umlal   v2.2d, v6.2s, v1.s[3]          /* 113 columns 12, 13: umlal   c6.2d, a4.2s, b8.s[3] */
    umov    x9, v2.d[0]                    /* 114 columns 12, 13: umov    x6, c6.d[0] */
    umov    x11, v2.d[1]                   /* 115 columns 12, 13: umov    y6, c6.d[1] */
    ubfiz   x12, x11, #29, #29             /* 116 columns 12, 13: ubfiz   l, y6, 29, 29 */
    add     x9, x9, x12                    /* 117 columns 12, 13: add     e, x6, l */
    add     x9, x9, x10, lsr #29           /* 118 columns 12, 13: add     e, e, y5, lsr 29 */
    add     x9, x9, x8, lsr #58            /* 119 columns 12, 13: add     d6, e, d5, lsr 58 */
    ubfx    x8, x8, #30, #28               /* 120 columns 12, 13: ubfx    k, d5, 30, 28 */
    orr     x8, x8, x9, lsl #28            /* 121 columns 12, 13: orr     t5, k, d6, lsl 28 */
    umull   v2.2d, v7.2s, v0.s[2]          /* 122 columns 14, 15: umull   c7.2d, a8.2s, b4.s[2] */
    umlal   v2.2d, v21.2s, v0.s[3]         /* 123 columns 14, 15: umlal   c7.2d, o8.2s, b4.s[3] */
    umlal2  v2.2d, v6.4s, v1.s[3]          /* 124 columns 14, 15: umlal2  c7.2d, a4.4s, b8.s[3] */
    umov    x10, v2.d[0]                   /* 125 columns 14, 15: umov    x7, c7.d[0] */
    umov    x12, v2.d[1]                   /* 126 columns 14, 15: umov    y7, c7.d[1] */
    ubfiz   x13, x12, #29, #29             /* 127 columns 14, 15: ubfiz   l, y7, 29, 29 */
    add     x10, x10, x13                  /* 128 columns 14, 15: add     e, x7, l */
    add     x10, x10, x11, lsr #29         /* 129 columns 14, 15: add     e, e, y6, lsr 29 */
    add     x10, x10, x9, lsr #58          /* 130 columns 14, 15: add     d7, e, d6, lsr 58 */
    ubfx    x9, x9, #36, #22               /* 131 columns 14, 15: ubfx    k, d6, 36, 22 */
    orr     x9, x9, x10, lsl #22           /* 132 columns 14, 15: orr     t6, k, d7, lsl 22 */
    umull   v0.2d, v7.2s, v1.s[3]          /* 133 columns 16, 17: umull   c8.2d, a8.2s, b8.s[3] */
    umov    x11, v0.d[0]                   /* 134 columns 16, 17: umov    x8, c8.d[0] */
    add     x11, x11, x12, lsr #29         /* 135 columns 16, 17: add     e, x8, y7, lsr 29 */
    add     x11, x11, x10, lsr #58         /* 136 columns 16, 17: add     d8, e, d7, lsr 58 */
    ubfx    x10, x10, #42, #16             /* 137 columns 16, 17: ubfx    k, d7, 42, 16 */
    orr     x10, x10, x11, lsl #16         /* 138 columns 16, 17: orr     t7, k, d8, lsl 16 */
    mov     x11, #0xffffffff00000000       /* 139 quotient: mov     k5, K5 */
    adds    x4, x4, x3, lsl #32            /* 140 quotient: adds    q1, t1, t0, lsl 32 */
    lsr     x12, x3, #32                   /* 141 quotient: lsr     u0, t0, 32 */
    orr     x12, x12, x4, lsl #32          /* 142 quotient: orr     f1, u0, q1, lsl 32 */
    adcs    x5, x5, x12                    /* 143 quotient: adcs    q2, t2, f1 */
    lsr     x13, x4, #32                   /* 144 quotient: lsr     u1, q1, 32 */
    orr     x13, x13, x5, lsl #32          /* 145 quotient: orr     f2, u1, q2, lsl 32 */
    adcs    x6, x6, x13                    /* 146 quotient: adcs    v3, t3, f2 */
    adcs    x14, x3, xzr                   /* 147 quotient: adcs    v4, t0, xzr */
    adcs    x15, x4, xzr                   /* 148 quotient: adcs    v5, q1, xzr */
    adcs    x16, x5, xzr                   /* 149 quotient: adcs    v6, q2, xzr */
    sbc     x17, xzr, xzr                  /* 150 quotient: sbc     v7, xzr, xzr */
    subs    x6, x6, x3, lsl #32            /* 151 minus: subs    v3, v3, t0, lsl 32 */
    sbcs    x12, x14, x12                  /* 152 minus: sbcs    v4, v4, f1 */
    sbcs    x13, x15, x13                  /* 153 minus: sbcs    v5, v5, f2 */
    sbcs    x14, x16, xzr                  /* 154 minus: sbcs    v6, v6, xzr */
    sbc     x15, x17, x11                  /* 155 minus: sbc     v7, v7, k5 */
    adds    x3, x6, x3                     /* 156 plus: adds    q3, v3, t0 */
    adcs    x4, x12, x4                    /* 157 plus: adcs    v4, v4, q1 */
    adcs    x6, x13, x5                    /* 158 plus: adcs    v5, v5, q2 */
    adcs    x12, x14, x3                   /* 159 plus: adcs    v6, v6, q3 */
    sbc     x13, x15, xzr                  /* 160 plus: sbc     v7, v7, xzr */
    lsr     x5, x5, #32                    /* 161 last: lsr     u2, q2, 32 */
    orr     x5, x5, x3, lsl #32            /* 162 last: orr     f3, u2, q3, lsl 32 */
    orr     x14, x11, x3, lsr #32          /* 163 last: orr     f4k, k5, q3, lsr 32 */
    sub     x3, x3, x3, lsr #32            /* 164 last: sub     x7, q3, q3, lsr 32 */
    adds    x4, x4, x5                     /* 165 last: adds    v4, v4, f3 */
    adcs    x6, x6, x14                    /* 166 last: adcs    v5, v5, f4k */
    sbcs    x5, x12, x5                    /* 167 last: sbcs    v6, v6, f3 */
    adc     x3, x13, x3                    /* 168 last: adc     v7, v7, x7 */
    adds    x4, x4, x7                     /* 169 high: adds    v4, v4, t4 */
    adcs    x6, x6, x8                     /* 170 high: adcs    v5, v5, t5 */
    adcs    x5, x5, x9                     /* 171 high: adcs    v6, v6, t6 */
    adcs    x3, x3, x10                    /* 172 high: adcs    v7, v7, t7 */
    csneg   x7, xzr, x11, cs               /* 173 back: csneg   k1, xzr, k5, cs */
    csinc   x8, xzr, x11, cs               /* 174 back: csinc   k3, xzr, k5, cs */
    adcs    x4, x4, xzr                    /* 175 back: adcs    r0, v4, xzr */
    adcs    x6, x6, x7                     /* 176 back: adcs    r1, v5, k1 */
    adcs    x5, x5, xzr                    /* 177 back: adcs    r2, v6, xzr */
    adc     x3, x3, x8                     /* 178 back: adc     r3, v7, k3 */
    stp     x4, x6, [x0, #0]               /* 179 back: stp     r0, r1, r[0] */
    stp     x5, x3, [x0, #16]              /* 180 back: stp     r2, r3, r[2] */
    ret
P256_END p256_mul_neon

#else
#include "../asm_notes.h"
#endif
