/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_neon: r = {a^2/2^256 mod p}
 *
 *     void p256_sqr_neon(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 *
 * Limbs of 29 bits, nine: limb i of a lies in the 32-bit words aw of a from bit 29*i on, which
 * is bit 32 - 3*i of word i - 1, i mod 4 of four at a time by variable shifts of vectors.
 * Products of 32x32 bits, two at a time, add up in the columns c_k = sum of a_i*a_k-i of weight
 * 2^(29*k), k = 0..16, at most nine products: c_k <= 9*(2^29 - 1)^2 < 2^62. A register holds
 * columns 2*m and 2*m + 1; a pair of limbs i, i + 1 times limb j falls there if i + j = 2*m:
 * pairs with even i for even j; with odd i, from vectors moved up by a limb, for odd j. Each
 * product of two limbs is made once: (a_i, 2*a_i+1)*a_i, where ae and oe hold such pairs, and
 * (a_j, a_j+1)*(2*a_i) for j = i + 2, i + 4, ...; 2*a_i < 2^30.
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
 * Made by scripts/schedule from p256_sqr_neon.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a4 v0, a8 v1, ae0 v17, ae4 v18, alt v6, aw0 v7,
 * aw1 v16, c0 v20, c1 v20, c2 v3, c3 v3, c4 v2, c5 v2, c6 v2, c7 v2, c8 v0, d0 x3, d1
 * x4, d2 x5, d3 x6, d4 x7, d5 x8, d6 x9, d7 x10, d8 x11, f1 x12, f2 x13, f3 x5, f4k
 * x14, k1 x7, k3 x8, k5 x11, left0 v0, left1 v1, mask0 v4, mask1 v5, o0 v3, o4 v4, o8
 * v5, oe0 v3, oe4 v19, oe8 v6, q1 x4, q2 x5, q3 x3, r x0, r0 x4, r1 x6, r2 x5, r3 x3,
 * right0 v2, right1 v3, sh x3, t0 x3, t1 x4, t2 x5, t3 x6, t4 x7, t5 x8, t6 x9, t7
 * x10, twice0 v7, twice4 v16, u0 x12, u1 x13, u2 x5, v3 x6, x0 x3, x1 x5, x2 x5, x3
 * x6, x4 x7, x5 x8, x6 x9, x8 x11, y0 x4, y1 x6, y2 x7, y3 x8, y4 x9, y5 x10, y6 x11,
 * y7 x12, zero v17.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_RODATA
P256_LOCAL(p256_sqr_neon_shifts):
    .long   0, 3, 6, 9, 12, 15, 18, 21
    .long   -32, -29, -26, -23, -20, -17, -14, -11
    .long   0x1fffffff, 0x1ffffff8, 0x1fffffc0, 0x1ffffe00
    .long   0x1ffff000, 0x1fff8000, 0x1ffc0000, 0x1fe00000
    .long   0, 1, 0, 1

P256_FUNCTION p256_sqr_neon, 2
    P256_SAVED
P256_ADDRESS x3, P256_LOCAL(p256_sqr_neon_shifts) /*   0 load: P256_ADDRESS sh, shifts */
    ldp     q0, q1, [x3, #0]               /*   1 load: ldp     left0.q, left1.q, sh[0] */
    ldp     q2, q3, [x3, #32]              /*   2 load: ldp     right0.q, right1.q, sh[4] */
    ldp     q4, q5, [x3, #64]              /*   3 load: ldp     mask0.q, mask1.q, sh[8] */
    ldr     q6, [x3, #96]                  /*   4 load: ldr     alt.q, sh[12] */
    ldp     q7, q16, [x1, #0]              /*   5 load: ldp     aw0.q, aw1.q, a[0] */
    movi    v17.4s, #0                     /*   6 load: movi    zero.4s, 0 */
    ext     v18.16b, v16.16b, v7.16b, #12  /*   7 limbs: ext     a0.16b, aw1.16b, aw0.16b, 12 */
    ushl    v2.4s, v18.4s, v2.4s           /*   8 limbs: ushl    a0.4s, a0.4s, right0.4s */
    ushl    v0.4s, v7.4s, v0.4s            /*   9 limbs: ushl    s.4s, aw0.4s, left0.4s */
    bit     v2.16b, v0.16b, v4.16b         /*  10 limbs: bit     a0.16b, s.16b, mask0.16b */
    ext     v0.16b, v7.16b, v16.16b, #12   /*  11 limbs: ext     a4.16b, aw0.16b, aw1.16b, 12 */
    ushl    v0.4s, v0.4s, v3.4s            /*  12 limbs: ushl    a4.4s, a4.4s, right1.4s */
    ushl    v1.4s, v16.4s, v1.4s           /*  13 limbs: ushl    s.4s, aw1.4s, left1.4s */
    bit     v0.16b, v1.16b, v5.16b         /*  14 limbs: bit     a4.16b, s.16b, mask1.16b */
    ushr    v1.4s, v16.4s, #8              /*  15 limbs: ushr    a8.4s, aw1.4s, 8 */
    ext     v1.16b, v1.16b, v17.16b, #12   /*  16 limbs: ext     a8.16b, a8.16b, zero.16b, 12 */
    ext     v3.16b, v17.16b, v2.16b, #12   /*  17 limbs: ext     o0.16b, zero.16b, a0.16b, 12 */
    ext     v4.16b, v2.16b, v0.16b, #12    /*  18 limbs: ext     o4.16b, a0.16b, a4.16b, 12 */
    ext     v5.16b, v0.16b, v1.16b, #12    /*  19 limbs: ext     o8.16b, a4.16b, a8.16b, 12 */
    add     v7.4s, v2.4s, v2.4s            /*  20 twice a limb: add     twice0.4s, a0.4s, a0.4s */
    add     v16.4s, v0.4s, v0.4s           /*  21 twice a limb: add     twice4.4s, a4.4s, a4.4s */
    ushl    v17.4s, v2.4s, v6.4s           /*  22 twice a limb: ushl    ae0.4s, a0.4s, alt.4s */
    ushl    v18.4s, v0.4s, v6.4s           /*  23 twice a limb: ushl    ae4.4s, a4.4s, alt.4s */
    ushl    v3.4s, v3.4s, v6.4s            /*  24 twice a limb: ushl    oe0.4s, o0.4s, alt.4s */
    ushl    v19.4s, v4.4s, v6.4s           /*  25 twice a limb: ushl    oe4.4s, o4.4s, alt.4s */
    ushl    v6.4s, v5.4s, v6.4s            /*  26 twice a limb: ushl    oe8.4s, o8.4s, alt.4s */
    umull   v20.2d, v17.2s, v2.s[0]        /*  27 columns 0, 1: umull   c0.2d, ae0.2s, a0.s[0] */
    umov    x3, v20.d[0]                   /*  28 columns 0, 1: umov    x0, c0.d[0] */
    umov    x4, v20.d[1]                   /*  29 columns 0, 1: umov    y0, c0.d[1] */
    ubfiz   x5, x4, #29, #29               /*  30 columns 0, 1: ubfiz   l, y0, 29, 29 */
    add     x3, x3, x5                     /*  31 columns 0, 1: add     d0, x0, l */
    umull2  v20.2d, v2.4s, v7.s[0]         /*  32 columns 2, 3: umull2  c1.2d, a0.4s, twice0.s[0] */
    umlal2  v20.2d, v3.4s, v2.s[1]         /*  33 columns 2, 3: umlal2  c1.2d, oe0.4s, a0.s[1] */
    umov    x5, v20.d[0]                   /*  34 columns 2, 3: umov    x1, c1.d[0] */
    umov    x6, v20.d[1]                   /*  35 columns 2, 3: umov    y1, c1.d[1] */
    ubfiz   x7, x6, #29, #29               /*  36 columns 2, 3: ubfiz   l, y1, 29, 29 */
    add     x5, x5, x7                     /*  37 columns 2, 3: add     e, x1, l */
    add     x4, x5, x4, lsr #29            /*  38 columns 2, 3: add     e, e, y0, lsr 29 */
    add     x4, x4, x3, lsr #58            /*  39 columns 2, 3: add     d1, e, d0, lsr 58 */
    ubfx    x3, x3, #0, #58                /*  40 columns 2, 3: ubfx    k, d0, 0, 58 */
    orr     x3, x3, x4, lsl #58            /*  41 columns 2, 3: orr     t0, k, d1, lsl 58 */
    umull   v3.2d, v0.2s, v7.s[0]          /*  42 columns 4, 5: umull   c2.2d, a4.2s, twice0.s[0] */
    umlal   v3.2d, v4.2s, v7.s[1]          /*  43 columns 4, 5: umlal   c2.2d, o4.2s, twice0.s[1] */
    umlal2  v3.2d, v17.4s, v2.s[2]         /*  44 columns 4, 5: umlal2  c2.2d, ae0.4s, a0.s[2] */
    umov    x5, v3.d[0]                    /*  45 columns 4, 5: umov    x2, c2.d[0] */
    umov    x7, v3.d[1]                    /*  46 columns 4, 5: umov    y2, c2.d[1] */
    ubfiz   x8, x7, #29, #29               /*  47 columns 4, 5: ubfiz   l, y2, 29, 29 */
    add     x5, x5, x8                     /*  48 columns 4, 5: add     e, x2, l */
    add     x5, x5, x6, lsr #29            /*  49 columns 4, 5: add     e, e, y1, lsr 29 */
    add     x5, x5, x4, lsr #58            /*  50 columns 4, 5: add     d2, e, d1, lsr 58 */
    ubfx    x4, x4, #6, #52                /*  51 columns 4, 5: ubfx    k, d1, 6, 52 */
    orr     x4, x4, x5, lsl #52            /*  52 columns 4, 5: orr     t1, k, d2, lsl 52 */
    umull2  v3.2d, v0.4s, v7.s[0]          /*  53 columns 6, 7: umull2  c3.2d, a4.4s, twice0.s[0] */
    umlal2  v3.2d, v4.4s, v7.s[1]          /*  54 columns 6, 7: umlal2  c3.2d, o4.4s, twice0.s[1] */
    umlal   v3.2d, v0.2s, v7.s[2]          /*  55 columns 6, 7: umlal   c3.2d, a4.2s, twice0.s[2] */
    umlal   v3.2d, v19.2s, v2.s[3]         /*  56 columns 6, 7: umlal   c3.2d, oe4.2s, a0.s[3] */
    umov    x6, v3.d[0]                    /*  57 columns 6, 7: umov    x3, c3.d[0] */
    umov    x8, v3.d[1]                    /*  58 columns 6, 7: umov    y3, c3.d[1] */
    ubfiz   x9, x8, #29, #29               /*  59 columns 6, 7: ubfiz   l, y3, 29, 29 */
    add     x6, x6, x9                     /*  60 columns 6, 7: add     e, x3, l */
    add     x6, x6, x7, lsr #29            /*  61 columns 6, 7: add     e, e, y2, lsr 29 */
    add     x6, x6, x5, lsr #58            /*  62 columns 6, 7: add     d3, e, d2, lsr 58 */
    ubfx    x5, x5, #12, #46               /*  63 columns 6, 7: ubfx    k, d2, 12, 46 */
    orr     x5, x5, x6, lsl #46            /*  64 columns 6, 7: orr     t2, k, d3, lsl 46 */
    umull   v2.2d, v1.2s, v7.s[0]          /*  65 columns 8, 9: umull   c4.2d, a8.2s, twice0.s[0] */
    umlal   v2.2d, v5.2s, v7.s[1]          /*  66 columns 8, 9: umlal   c4.2d, o8.2s, twice0.s[1] */
    umlal2  v2.2d, v0.4s, v7.s[2]          /*  67 columns 8, 9: umlal2  c4.2d, a4.4s, twice0.s[2] */
    umlal2  v2.2d, v4.4s, v7.s[3]          /*  68 columns 8, 9: umlal2  c4.2d, o4.4s, twice0.s[3] */
    umlal   v2.2d, v18.2s, v0.s[0]         /*  69 columns 8, 9: umlal   c4.2d, ae4.2s, a4.s[0] */
    umov    x7, v2.d[0]                    /*  70 columns 8, 9: umov    x4, c4.d[0] */
    umov    x9, v2.d[1]                    /*  71 columns 8, 9: umov    y4, c4.d[1] */
    ubfiz   x10, x9, #29, #29              /*  72 columns 8, 9: ubfiz   l, y4, 29, 29 */
    add     x7, x7, x10                    /*  73 columns 8, 9: add     e, x4, l */
    add     x7, x7, x8, lsr #29            /*  74 columns 8, 9: add     e, e, y3, lsr 29 */
    add     x7, x7, x6, lsr #58            /*  75 columns 8, 9: add     d4, e, d3, lsr 58 */
    ubfx    x6, x6, #18, #40               /*  76 columns 8, 9: ubfx    k, d3, 18, 40 */
    orr     x6, x6, x7, lsl #40            /*  77 columns 8, 9: orr     t3, k, d4, lsl 40 */
    umull   v2.2d, v1.2s, v7.s[2]          /*  78 columns 10, 11: umull   c5.2d, a8.2s, twice0.s[2] */
    umlal   v2.2d, v5.2s, v7.s[3]          /*  79 columns 10, 11: umlal   c5.2d, o8.2s, twice0.s[3] */
    umlal2  v2.2d, v0.4s, v16.s[0]         /*  80 columns 10, 11: umlal2  c5.2d, a4.4s, twice4.s[0] */
    umlal2  v2.2d, v19.4s, v0.s[1]         /*  81 columns 10, 11: umlal2  c5.2d, oe4.4s, a4.s[1] */
    umov    x8, v2.d[0]                    /*  82 columns 10, 11: umov    x5, c5.d[0] */
    umov    x10, v2.d[1]                   /*  83 columns 10, 11: umov    y5, c5.d[1] */
    ubfiz   x11, x10, #29, #29             /*  84 columns 10, 11: ubfiz   l, y5, 29, 29 */
    add     x8, x8, x11                    /*  85 columns 10, 11: add     e, x5, l */
    add     x8, x8, x9, lsr #29            /*  86 columns 10, 11: add     e, e, y4, lsr 29 */
    add     x8, x8, x7, lsr #58            /*  87 columns 10, 11: add     d5, e, d4, lsr 58 */
    ubfx    x7, x7, #24, #34               /*  88 columns 10, 11: ubfx    k, d4, 24, 34 */
    orr     x7, x7, x8, lsl #34            /*  89 columns 10, 11: orr     t4, k, d5, lsl 34 */
    umull   v2.2d, v1.2s, v16.s[0]         /*  90 columns 12, 13: umull   c6.2d, a8.2s, twice4.s[0] */
    umlal   v2.2d, v5.2s, v16.s[1]         /*  91 columns 12, 13: umlal   c6.2d, o8.2s, twice4.s[1] */
    umlal2  v2.2d, v18.4s, v0.s[2]         /*  92 columns 12, 13: umlal2  c6.2d, ae4.4s, a4.s[2] */
    umov    x9, v2.d[0]                    /*  93 columns 12, 13: umov    x6, c6.d[0] */
    umov    x11, v2.d[1]                   /*  94 columns 12, 13: umov    y6, c6.d[1] */
    ubfiz   x12, x11, #29, #29             /*  95 columns 12, 13: ubfiz   l, y6, 29, 29 */
    add     x9, x9, x12                    /*  96 columns 12, 13: add     e, x6, l */
    add     x9, x9, x10, lsr #29           /*  97 columns 12, 13: add     e, e, y5, lsr 29 */
    add     x9, x9, x8, lsr #58            /*  98 columns 12, 13: add     d6, e, d5, lsr 58 */
    ubfx    x8, x8, #30, #28               /*  99 columns 12, 13: ubfx    k, d5, 30, 28 */
    orr     x8, x8, x9, lsl #28            /* 100 columns 12, 13: orr     t5, k, d6, lsl 28 */
    umull   v2.2d, v1.2s, v16.s[2]         /* 101 columns 14, 15: umull   c7.2d, a8.2s, twice4.s[2] */
    umlal   v2.2d, v6.2s, v0.s[3]          /* 102 columns 14, 15: umlal   c7.2d, oe8.2s, a4.s[3] */
    umov    x10, v2.d[0]                   /* 103 columns 14, 15: umov    x7, c7.d[0] */
    umov    x12, v2.d[1]                   /* 104 columns 14, 15: umov    y7, c7.d[1] */
    ubfiz   x13, x12, #29, #29             /* 105 columns 14, 15: ubfiz   l, y7, 29, 29 */
    add     x10, x10, x13                  /* 106 columns 14, 15: add     e, x7, l */
    add     x10, x10, x11, lsr #29         /* 107 columns 14, 15: add     e, e, y6, lsr 29 */
    add     x10, x10, x9, lsr #58          /* 108 columns 14, 15: add     d7, e, d6, lsr 58 */
    ubfx    x9, x9, #36, #22               /* 109 columns 14, 15: ubfx    k, d6, 36, 22 */
    orr     x9, x9, x10, lsl #22           /* 110 columns 14, 15: orr     t6, k, d7, lsl 22 */
    umull   v0.2d, v1.2s, v1.s[0]          /* 111 columns 16, 17: umull   c8.2d, a8.2s, a8.s[0] */
    umov    x11, v0.d[0]                   /* 112 columns 16, 17: umov    x8, c8.d[0] */
    add     x11, x11, x12, lsr #29         /* 113 columns 16, 17: add     e, x8, y7, lsr 29 */
    add     x11, x11, x10, lsr #58         /* 114 columns 16, 17: add     d8, e, d7, lsr 58 */
    ubfx    x10, x10, #42, #16             /* 115 columns 16, 17: ubfx    k, d7, 42, 16 */
    orr     x10, x10, x11, lsl #16         /* 116 columns 16, 17: orr     t7, k, d8, lsl 16 */
    mov     x11, #0xffffffff00000000       /* 117 quotient: mov     k5, K5 */
    adds    x4, x4, x3, lsl #32            /* 118 quotient: adds    q1, t1, t0, lsl 32 */
    lsr     x12, x3, #32                   /* 119 quotient: lsr     u0, t0, 32 */
    orr     x12, x12, x4, lsl #32          /* 120 quotient: orr     f1, u0, q1, lsl 32 */
    adcs    x5, x5, x12                    /* 121 quotient: adcs    q2, t2, f1 */
    lsr     x13, x4, #32                   /* 122 quotient: lsr     u1, q1, 32 */
    orr     x13, x13, x5, lsl #32          /* 123 quotient: orr     f2, u1, q2, lsl 32 */
    adcs    x6, x6, x13                    /* 124 quotient: adcs    v3, t3, f2 */
    adcs    x14, x3, xzr                   /* 125 quotient: adcs    v4, t0, xzr */
    adcs    x15, x4, xzr                   /* 126 quotient: adcs    v5, q1, xzr */
    adcs    x16, x5, xzr                   /* 127 quotient: adcs    v6, q2, xzr */
    sbc     x17, xzr, xzr                  /* 128 quotient: sbc     v7, xzr, xzr */
    subs    x6, x6, x3, lsl #32            /* 129 minus: subs    v3, v3, t0, lsl 32 */
    sbcs    x12, x14, x12                  /* 130 minus: sbcs    v4, v4, f1 */
    sbcs    x13, x15, x13                  /* 131 minus: sbcs    v5, v5, f2 */
    sbcs    x14, x16, xzr                  /* 132 minus: sbcs    v6, v6, xzr */
    sbc     x15, x17, x11                  /* 133 minus: sbc     v7, v7, k5 */
    adds    x3, x6, x3                     /* 134 plus: adds    q3, v3, t0 */
    adcs    x4, x12, x4                    /* 135 plus: adcs    v4, v4, q1 */
    adcs    x6, x13, x5                    /* 136 plus: adcs    v5, v5, q2 */
    adcs    x12, x14, x3                   /* 137 plus: adcs    v6, v6, q3 */
    sbc     x13, x15, xzr                  /* 138 plus: sbc     v7, v7, xzr */
    lsr     x5, x5, #32                    /* 139 last: lsr     u2, q2, 32 */
    orr     x5, x5, x3, lsl #32            /* 140 last: orr     f3, u2, q3, lsl 32 */
    orr     x14, x11, x3, lsr #32          /* 141 last: orr     f4k, k5, q3, lsr 32 */
    sub     x3, x3, x3, lsr #32            /* 142 last: sub     x7, q3, q3, lsr 32 */
    adds    x4, x4, x5                     /* 143 last: adds    v4, v4, f3 */
    adcs    x6, x6, x14                    /* 144 last: adcs    v5, v5, f4k */
    sbcs    x5, x12, x5                    /* 145 last: sbcs    v6, v6, f3 */
    adc     x3, x13, x3                    /* 146 last: adc     v7, v7, x7 */
    adds    x4, x4, x7                     /* 147 high: adds    v4, v4, t4 */
    adcs    x6, x6, x8                     /* 148 high: adcs    v5, v5, t5 */
    adcs    x5, x5, x9                     /* 149 high: adcs    v6, v6, t6 */
    adcs    x3, x3, x10                    /* 150 high: adcs    v7, v7, t7 */
    csneg   x7, xzr, x11, cs               /* 151 back: csneg   k1, xzr, k5, cs */
    csinc   x8, xzr, x11, cs               /* 152 back: csinc   k3, xzr, k5, cs */
    adcs    x4, x4, xzr                    /* 153 back: adcs    r0, v4, xzr */
    adcs    x6, x6, x7                     /* 154 back: adcs    r1, v5, k1 */
    adcs    x5, x5, xzr                    /* 155 back: adcs    r2, v6, xzr */
    adc     x3, x3, x8                     /* 156 back: adc     r3, v7, k3 */
    stp     x4, x6, [x0, #0]               /* 157 back: stp     r0, r1, r[0] */
    stp     x5, x3, [x0, #16]              /* 158 back: stp     r2, r3, r[2] */
    ret
P256_END p256_sqr_neon

#else
#include "../asm_notes.h"
#endif
