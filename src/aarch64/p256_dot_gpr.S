/* SPDX-License-Identifier: MIT */
/*
 * p256_dot_gpr: sum = {sum of a[i]*b[i] over i < n}, unreduced, nine words
 *
 *     void p256_dot_gpr(uint64_t sum[9], const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: elements below p; n = 0 gives 0. sum may lie anywhere. Time depends on n alone.
 *
 * Row by row, a_i*b < B^5, B = 2^64, is added to the words s_i..s_i+4; what carries out of them
 * is counted in c_i+5, since a chain up to the top would cost an addition a word. The sum of fewer
 * than 2^64 products is below 2^576, so that the last addition has no carry.
 *
 * Made by scripts/schedule from p256_dot_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x21, a1 x22, a2 x21, a3 x22, b x2, b0 x16, b1
 * x17, b2 x19, b3 x20, c5 x12, c6 x13, c7 x14, c8 x15, n x3, s0 x4, s1 x5, s2 x6, s3
 * x7, s4 x8, s5 x9, s6 x10, s7 x11, sum x0.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_dot_gpr, 4
    P256_STACK 80
    P256_SAVE_PAIR x19, x20, 0
    P256_SAVE_PAIR x21, x22, 16
    P256_SAVE_PAIR x23, x24, 32
    P256_SAVE_PAIR x25, x26, 48
    P256_SAVE_PAIR x27, x28, 64
    P256_SAVED
    mov     x4, #0                         /*   0 zero: mov     s0, 0 */
    mov     x5, #0                         /*   1 zero: mov     s1, 0 */
    mov     x6, #0                         /*   2 zero: mov     s2, 0 */
    mov     x7, #0                         /*   3 zero: mov     s3, 0 */
    mov     x8, #0                         /*   4 zero: mov     s4, 0 */
    mov     x9, #0                         /*   5 zero: mov     s5, 0 */
    mov     x10, #0                        /*   6 zero: mov     s6, 0 */
    mov     x11, #0                        /*   7 zero: mov     s7, 0 */
    mov     x12, #0                        /*   8 zero: mov     c5, 0 */
    mov     x13, #0                        /*   9 zero: mov     c6, 0 */
    mov     x14, #0                        /*  10 zero: mov     c7, 0 */
    mov     x15, #0                        /*  11 zero: mov     c8, 0 */
    cbz     x3, P256_LOCAL(p256_dot_gpr_end)
P256_LOCAL(p256_dot_gpr_loop):             /*  12 zero: loop    n */
    ldp     x16, x17, [x2, #0]             /*  13 load: ldp     b0, b1, b[0] */
    ldp     x19, x20, [x2, #16]            /*  14 load: ldp     b2, b3, b[2] */
    ldp     x21, x22, [x1, #0]             /*  15 load: ldp     a0, a1, a[0] */
    mul     x23, x21, x16                  /*  16 row 0: mul     l0, a0, b0 */
    umulh   x24, x21, x16                  /*  17 row 0: umulh   h0, a0, b0 */
    mul     x25, x21, x17                  /*  18 row 0: mul     l, a0, b1 */
    umulh   x26, x21, x17                  /*  19 row 0: umulh   h1, a0, b1 */
    adds    x24, x24, x25                  /*  20 row 0: adds    h0, h0, l */
    mul     x25, x21, x19                  /*  21 row 0: mul     l, a0, b2 */
    umulh   x27, x21, x19                  /*  22 row 0: umulh   h2, a0, b2 */
    adcs    x25, x26, x25                  /*  23 row 0: adcs    h1, h1, l */
    mul     x26, x21, x20                  /*  24 row 0: mul     l, a0, b3 */
    umulh   x21, x21, x20                  /*  25 row 0: umulh   h3, a0, b3 */
    adcs    x26, x27, x26                  /*  26 row 0: adcs    h2, h2, l */
    adc     x21, x21, xzr                  /*  27 row 0: adc     h3, h3, xzr */
    adds    x4, x4, x23                    /*  28 row 0: adds    s0, s0, l0 */
    adcs    x5, x5, x24                    /*  29 row 0: adcs    s1, s1, h0 */
    adcs    x6, x6, x25                    /*  30 row 0: adcs    s2, s2, h1 */
    adcs    x7, x7, x26                    /*  31 row 0: adcs    s3, s3, h2 */
    adcs    x8, x8, x21                    /*  32 row 0: adcs    s4, s4, h3 */
    adc     x12, x12, xzr                  /*  33 row 0: adc     c5, c5, xzr */
    mul     x21, x22, x16                  /*  34 row 1: mul     l0, a1, b0 */
    umulh   x23, x22, x16                  /*  35 row 1: umulh   h0, a1, b0 */
    mul     x24, x22, x17                  /*  36 row 1: mul     l, a1, b1 */
    umulh   x25, x22, x17                  /*  37 row 1: umulh   h1, a1, b1 */
    adds    x23, x23, x24                  /*  38 row 1: adds    h0, h0, l */
    mul     x24, x22, x19                  /*  39 row 1: mul     l, a1, b2 */
    umulh   x26, x22, x19                  /*  40 row 1: umulh   h2, a1, b2 */
    adcs    x24, x25, x24                  /*  41 row 1: adcs    h1, h1, l */
    mul     x25, x22, x20                  /*  42 row 1: mul     l, a1, b3 */
    umulh   x22, x22, x20                  /*  43 row 1: umulh   h3, a1, b3 */
    adcs    x25, x26, x25                  /*  44 row 1: adcs    h2, h2, l */
    adc     x22, x22, xzr                  /*  45 row 1: adc     h3, h3, xzr */
    adds    x5, x5, x21                    /*  46 row 1: adds    s1, s1, l0 */
    adcs    x6, x6, x23                    /*  47 row 1: adcs    s2, s2, h0 */
    adcs    x7, x7, x24                    /*  48 row 1: adcs    s3, s3, h1 */
    adcs    x8, x8, x25                    /*  49 row 1: adcs    s4, s4, h2 */
    adcs    x9, x9, x22                    /*  50 row 1: adcs    s5, s5, h3 */
    adc     x13, x13, xzr                  /*  51 row 1: adc     c6, c6, xzr */
    ldp     x21, x22, [x1, #16]            /*  52 row 2: ldp     a2, a3, a[2] */
    mul     x23, x21, x16                  /*  53 row 2: mul     l0, a2, b0 */
    umulh   x24, x21, x16                  /*  54 row 2: umulh   h0, a2, b0 */
    mul     x25, x21, x17                  /*  55 row 2: mul     l, a2, b1 */
    umulh   x26, x21, x17                  /*  56 row 2: umulh   h1, a2, b1 */
    adds    x24, x24, x25                  /*  57 row 2: adds    h0, h0, l */
    mul     x25, x21, x19                  /*  58 row 2: mul     l, a2, b2 */
    umulh   x27, x21, x19                  /*  59 row 2: umulh   h2, a2, b2 */
    adcs    x25, x26, x25                  /*  60 row 2: adcs    h1, h1, l */
    mul     x26, x21, x20                  /*  61 row 2: mul     l, a2, b3 */
    umulh   x21, x21, x20                  /*  62 row 2: umulh   h3, a2, b3 */
    adcs    x26, x27, x26                  /*  63 row 2: adcs    h2, h2, l */
    adc     x21, x21, xzr                  /*  64 row 2: adc     h3, h3, xzr */
    adds    x6, x6, x23                    /*  65 row 2: adds    s2, s2, l0 */
    adcs    x7, x7, x24                    /*  66 row 2: adcs    s3, s3, h0 */
    adcs    x8, x8, x25                    /*  67 row 2: adcs    s4, s4, h1 */
    adcs    x9, x9, x26                    /*  68 row 2: adcs    s5, s5, h2 */
    adcs    x10, x10, x21                  /*  69 row 2: adcs    s6, s6, h3 */
    adc     x14, x14, xzr                  /*  70 row 2: adc     c7, c7, xzr */
    mul     x21, x22, x16                  /*  71 row 3: mul     l0, a3, b0 */
    umulh   x16, x22, x16                  /*  72 row 3: umulh   h0, a3, b0 */
    mul     x23, x22, x17                  /*  73 row 3: mul     l, a3, b1 */
    umulh   x17, x22, x17                  /*  74 row 3: umulh   h1, a3, b1 */
    adds    x16, x16, x23                  /*  75 row 3: adds    h0, h0, l */
    mul     x23, x22, x19                  /*  76 row 3: mul     l, a3, b2 */
    umulh   x19, x22, x19                  /*  77 row 3: umulh   h2, a3, b2 */
    adcs    x17, x17, x23                  /*  78 row 3: adcs    h1, h1, l */
    mul     x23, x22, x20                  /*  79 row 3: mul     l, a3, b3 */
    umulh   x20, x22, x20                  /*  80 row 3: umulh   h3, a3, b3 */
    adcs    x19, x19, x23                  /*  81 row 3: adcs    h2, h2, l */
    adc     x20, x20, xzr                  /*  82 row 3: adc     h3, h3, xzr */
    adds    x7, x7, x21                    /*  83 row 3: adds    s3, s3, l0 */
    adcs    x8, x8, x16                    /*  84 row 3: adcs    s4, s4, h0 */
    adcs    x9, x9, x17                    /*  85 row 3: adcs    s5, s5, h1 */
    adcs    x10, x10, x19                  /*  86 row 3: adcs    s6, s6, h2 */
    adcs    x11, x11, x20                  /*  87 row 3: adcs    s7, s7, h3 */
    adc     x15, x15, xzr                  /*  88 row 3: adc     c8, c8, xzr */
    add     x1, x1, #32                    /*  89 next: add     a, a, 32 */
    add     x2, x2, #32                    /*  90 next: add     b, b, 32 */
    subs    x3, x3, #1
    b.ne    P256_LOCAL(p256_dot_gpr_loop)
P256_LOCAL(p256_dot_gpr_end):              /*  91 next: again   n */
    adds    x9, x9, x12                    /*  92 counts: adds    s5, s5, c5 */
    adcs    x10, x10, x13                  /*  93 counts: adcs    s6, s6, c6 */
    adcs    x11, x11, x14                  /*  94 counts: adcs    s7, s7, c7 */
    adc     x15, x15, xzr                  /*  95 counts: adc     c8, c8, xzr */
    stp     x4, x5, [x0, #0]               /*  96 counts: stp     s0, s1, sum[0] */
    stp     x6, x7, [x0, #16]              /*  97 counts: stp     s2, s3, sum[2] */
    stp     x8, x9, [x0, #32]              /*  98 counts: stp     s4, s5, sum[4] */
    stp     x10, x11, [x0, #48]            /*  99 counts: stp     s6, s7, sum[6] */
    str     x15, [x0, #64]                 /* 100 counts: str     c8, sum[8] */
    P256_RESTORING
    P256_RESTORE_PAIR x19, x20, 0
    P256_RESTORE_PAIR x21, x22, 16
    P256_RESTORE_PAIR x23, x24, 32
    P256_RESTORE_PAIR x25, x26, 48
    P256_RESTORE_PAIR x27, x28, 64
    P256_UNSTACK 80
    P256_RESTORED
    ret
P256_END p256_dot_gpr

#else
#include "../asm_notes.h"
#endif
