/* SPDX-License-Identifier: MIT */
/*
 * p256_columns_neon: c[k] = {sum of the products of limbs j and k-j of a[i] and b[i], i < n}
 *
 *     void p256_columns_neon(uint64_t c[18], const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: elements below p, n <= 6. Result: the sum of c[k]*2^(29*k), k = 0..17, is that of
 * the a[i]*b[i]; c[k] <= 54*(2^29 - 1)^2; c[17] = 0. Time depends on n alone.
 *
 * Limbs and columns are those of p256_mul_neon.sched. A pair of columns is added to at most every
 * fifth multiplication, so that none waits for the one before it.
 *
 * Made by scripts/schedule from p256_columns_neon.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 v25, a4 v21, a8 v22, aw0 v21, aw1 v22, b x2,
 * b0 v30, b4 v27, b8 v28, bw0 v27, bw1 v28, c x0, c0 v4, c1 v5, c2 v6, c3 v7, c4 v16,
 * c5 v17, c6 v18, c7 v19, c8 v20, left0 v0, left1 v1, n x3, o0 v23, o4 v24, o8 v26,
 * right0 v2, right1 v3, sh x4, zero v23.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_RODATA
P256_LOCAL(p256_columns_neon_shifts):
    .long   0, 3, 6, 9, 12, 15, 18, 21
    .long   -32, -29, -26, -23, -20, -17, -14, -11
    .long   0x1fffffff, 0x1ffffff8, 0x1fffffc0, 0x1ffffe00
    .long   0x1ffff000, 0x1fff8000, 0x1ffc0000, 0x1fe00000

P256_FUNCTION p256_columns_neon, 4
    P256_SAVED
P256_ADDRESS x4, P256_LOCAL(p256_columns_neon_shifts) /*   0 constants: P256_ADDRESS sh, shifts */
    ldp     q0, q1, [x4, #0]               /*   1 constants: ldp     left0.q, left1.q, sh[0] */
    ldp     q2, q3, [x4, #32]              /*   2 constants: ldp     right0.q, right1.q, sh[4] */
    movi    v4.4s, #0                      /*   3 constants: movi    c0.4s, 0 */
    movi    v5.4s, #0                      /*   4 constants: movi    c1.4s, 0 */
    movi    v6.4s, #0                      /*   5 constants: movi    c2.4s, 0 */
    movi    v7.4s, #0                      /*   6 constants: movi    c3.4s, 0 */
    movi    v16.4s, #0                     /*   7 constants: movi    c4.4s, 0 */
    movi    v17.4s, #0                     /*   8 constants: movi    c5.4s, 0 */
    movi    v18.4s, #0                     /*   9 constants: movi    c6.4s, 0 */
    movi    v19.4s, #0                     /*  10 constants: movi    c7.4s, 0 */
    movi    v20.4s, #0                     /*  11 constants: movi    c8.4s, 0 */
    cbz     x3, P256_LOCAL(p256_columns_neon_end)
P256_LOCAL(p256_columns_neon_loop):        /*  12 constants: loop    n */
    ldp     q21, q22, [x1, #0]             /*  13 limbs of a: ldp     aw0.q, aw1.q, a[0] */
    movi    v23.4s, #0                     /*  14 limbs of a: movi    zero.4s, 0 */
    ldr     q24, [x4, #64]                 /*  15 limbs of a: ldr     mask.q, sh[8] */
    ext     v25.16b, v22.16b, v21.16b, #12 /*  16 limbs of a: ext     a0.16b, aw1.16b, aw0.16b, 12 */
    ushl    v25.4s, v25.4s, v2.4s          /*  17 limbs of a: ushl    a0.4s, a0.4s, right0.4s */
    ushl    v26.4s, v21.4s, v0.4s          /*  18 limbs of a: ushl    s.4s, aw0.4s, left0.4s */
    bit     v25.16b, v26.16b, v24.16b      /*  19 limbs of a: bit     a0.16b, s.16b, mask.16b */
    ldr     q24, [x4, #80]                 /*  20 limbs of a: ldr     mask.q, sh[10] */
    ext     v21.16b, v21.16b, v22.16b, #12 /*  21 limbs of a: ext     a4.16b, aw0.16b, aw1.16b, 12 */
    ushl    v21.4s, v21.4s, v3.4s          /*  22 limbs of a: ushl    a4.4s, a4.4s, right1.4s */
    ushl    v26.4s, v22.4s, v1.4s          /*  23 limbs of a: ushl    s.4s, aw1.4s, left1.4s */
    bit     v21.16b, v26.16b, v24.16b      /*  24 limbs of a: bit     a4.16b, s.16b, mask.16b */
    ushr    v22.4s, v22.4s, #8             /*  25 limbs of a: ushr    a8.4s, aw1.4s, 8 */
    ext     v22.16b, v22.16b, v23.16b, #12 /*  26 limbs of a: ext     a8.16b, a8.16b, zero.16b, 12 */
    ext     v23.16b, v23.16b, v25.16b, #12 /*  27 limbs of a: ext     o0.16b, zero.16b, a0.16b, 12 */
    ext     v24.16b, v25.16b, v21.16b, #12 /*  28 limbs of a: ext     o4.16b, a0.16b, a4.16b, 12 */
    ext     v26.16b, v21.16b, v22.16b, #12 /*  29 limbs of a: ext     o8.16b, a4.16b, a8.16b, 12 */
    ldp     q27, q28, [x2, #0]             /*  30 limbs of b: ldp     bw0.q, bw1.q, b[0] */
    ldr     q29, [x4, #64]                 /*  31 limbs of b: ldr     mask.q, sh[8] */
    ext     v30.16b, v28.16b, v27.16b, #12 /*  32 limbs of b: ext     b0.16b, bw1.16b, bw0.16b, 12 */
    ushl    v30.4s, v30.4s, v2.4s          /*  33 limbs of b: ushl    b0.4s, b0.4s, right0.4s */
    ushl    v31.4s, v27.4s, v0.4s          /*  34 limbs of b: ushl    s.4s, bw0.4s, left0.4s */
    bit     v30.16b, v31.16b, v29.16b      /*  35 limbs of b: bit     b0.16b, s.16b, mask.16b */
    ldr     q29, [x4, #80]                 /*  36 limbs of b: ldr     mask.q, sh[10] */
    ext     v27.16b, v27.16b, v28.16b, #12 /*  37 limbs of b: ext     b4.16b, bw0.16b, bw1.16b, 12 */
    ushl    v27.4s, v27.4s, v3.4s          /*  38 limbs of b: ushl    b4.4s, b4.4s, right1.4s */
    ushl    v31.4s, v28.4s, v1.4s          /*  39 limbs of b: ushl    s.4s, bw1.4s, left1.4s */
    bit     v27.16b, v31.16b, v29.16b      /*  40 limbs of b: bit     b4.16b, s.16b, mask.16b */
    ushr    v28.4s, v28.4s, #8             /*  41 limbs of b: ushr    b8.4s, bw1.4s, 8 */
    umlal   v4.2d, v25.2s, v30.s[0]        /*  42 limb 0 of b: umlal   c0.2d, a0.2s, b0.s[0] */
    umlal2  v5.2d, v25.4s, v30.s[0]        /*  43 limb 0 of b: umlal2  c1.2d, a0.4s, b0.s[0] */
    umlal   v6.2d, v21.2s, v30.s[0]        /*  44 limb 0 of b: umlal   c2.2d, a4.2s, b0.s[0] */
    umlal2  v7.2d, v21.4s, v30.s[0]        /*  45 limb 0 of b: umlal2  c3.2d, a4.4s, b0.s[0] */
    umlal   v16.2d, v22.2s, v30.s[0]       /*  46 limb 0 of b: umlal   c4.2d, a8.2s, b0.s[0] */
    umlal   v4.2d, v23.2s, v30.s[1]        /*  47 limb 1 of b: umlal   c0.2d, o0.2s, b0.s[1] */
    umlal2  v5.2d, v23.4s, v30.s[1]        /*  48 limb 1 of b: umlal2  c1.2d, o0.4s, b0.s[1] */
    umlal   v6.2d, v24.2s, v30.s[1]        /*  49 limb 1 of b: umlal   c2.2d, o4.2s, b0.s[1] */
    umlal2  v7.2d, v24.4s, v30.s[1]        /*  50 limb 1 of b: umlal2  c3.2d, o4.4s, b0.s[1] */
    umlal   v16.2d, v26.2s, v30.s[1]       /*  51 limb 1 of b: umlal   c4.2d, o8.2s, b0.s[1] */
    umlal   v5.2d, v25.2s, v30.s[2]        /*  52 limb 2 of b: umlal   c1.2d, a0.2s, b0.s[2] */
    umlal2  v6.2d, v25.4s, v30.s[2]        /*  53 limb 2 of b: umlal2  c2.2d, a0.4s, b0.s[2] */
    umlal   v7.2d, v21.2s, v30.s[2]        /*  54 limb 2 of b: umlal   c3.2d, a4.2s, b0.s[2] */
    umlal2  v16.2d, v21.4s, v30.s[2]       /*  55 limb 2 of b: umlal2  c4.2d, a4.4s, b0.s[2] */
    umlal   v17.2d, v22.2s, v30.s[2]       /*  56 limb 2 of b: umlal   c5.2d, a8.2s, b0.s[2] */
    umlal   v5.2d, v23.2s, v30.s[3]        /*  57 limb 3 of b: umlal   c1.2d, o0.2s, b0.s[3] */
    umlal2  v6.2d, v23.4s, v30.s[3]        /*  58 limb 3 of b: umlal2  c2.2d, o0.4s, b0.s[3] */
    umlal   v7.2d, v24.2s, v30.s[3]        /*  59 limb 3 of b: umlal   c3.2d, o4.2s, b0.s[3] */
    umlal2  v16.2d, v24.4s, v30.s[3]       /*  60 limb 3 of b: umlal2  c4.2d, o4.4s, b0.s[3] */
    umlal   v17.2d, v26.2s, v30.s[3]       /*  61 limb 3 of b: umlal   c5.2d, o8.2s, b0.s[3] */
    umlal   v6.2d, v25.2s, v27.s[0]        /*  62 limb 4 of b: umlal   c2.2d, a0.2s, b4.s[0] */
    umlal2  v7.2d, v25.4s, v27.s[0]        /*  63 limb 4 of b: umlal2  c3.2d, a0.4s, b4.s[0] */
    umlal   v16.2d, v21.2s, v27.s[0]       /*  64 limb 4 of b: umlal   c4.2d, a4.2s, b4.s[0] */
    umlal2  v17.2d, v21.4s, v27.s[0]       /*  65 limb 4 of b: umlal2  c5.2d, a4.4s, b4.s[0] */
    umlal   v18.2d, v22.2s, v27.s[0]       /*  66 limb 4 of b: umlal   c6.2d, a8.2s, b4.s[0] */
    umlal   v6.2d, v23.2s, v27.s[1]        /*  67 limb 5 of b: umlal   c2.2d, o0.2s, b4.s[1] */
    umlal2  v7.2d, v23.4s, v27.s[1]        /*  68 limb 5 of b: umlal2  c3.2d, o0.4s, b4.s[1] */
    umlal   v16.2d, v24.2s, v27.s[1]       /*  69 limb 5 of b: umlal   c4.2d, o4.2s, b4.s[1] */
    umlal2  v17.2d, v24.4s, v27.s[1]       /*  70 limb 5 of b: umlal2  c5.2d, o4.4s, b4.s[1] */
    umlal   v18.2d, v26.2s, v27.s[1]       /*  71 limb 5 of b: umlal   c6.2d, o8.2s, b4.s[1] */
    umlal   v7.2d, v25.2s, v27.s[2]        /*  72 limb 6 of b: umlal   c3.2d, a0.2s, b4.s[2] */
    umlal2  v16.2d, v25.4s, v27.s[2]       /*  73 limb 6 of b: umlal2  c4.2d, a0.4s, b4.s[2] */
    umlal   v17.2d, v21.2s, v27.s[2]       /*  74 limb 6 of b: umlal   c5.2d, a4.2s, b4.s[2] */
    umlal2  v18.2d, v21.4s, v27.s[2]       /*  75 limb 6 of b: umlal2  c6.2d, a4.4s, b4.s[2] */
    umlal   v19.2d, v22.2s, v27.s[2]       /*  76 limb 6 of b: umlal   c7.2d, a8.2s, b4.s[2] */
    umlal   v7.2d, v23.2s, v27.s[3]        /*  77 limb 7 of b: umlal   c3.2d, o0.2s, b4.s[3] */
    umlal2  v16.2d, v23.4s, v27.s[3]       /*  78 limb 7 of b: umlal2  c4.2d, o0.4s, b4.s[3] */
    umlal   v17.2d, v24.2s, v27.s[3]       /*  79 limb 7 of b: umlal   c5.2d, o4.2s, b4.s[3] */
    umlal2  v18.2d, v24.4s, v27.s[3]       /*  80 limb 7 of b: umlal2  c6.2d, o4.4s, b4.s[3] */
    umlal   v19.2d, v26.2s, v27.s[3]       /*  81 limb 7 of b: umlal   c7.2d, o8.2s, b4.s[3] */
    umlal   v16.2d, v25.2s, v28.s[3]       /*  82 limb 8 of b: umlal   c4.2d, a0.2s, b8.s[3] */
    umlal2  v17.2d, v25.4s, v28.s[3]       /*  83 limb 8 of b: umlal2  c5.2d, a0.4s, b8.s[3] */
    umlal   v18.2d, v21.2s, v28.s[3]       /*  84 limb 8 of b: umlal   c6.2d, a4.2s, b8.s[3] */
    umlal2  v19.2d, v21.4s, v28.s[3]       /*  85 limb 8 of b: umlal2  c7.2d, a4.4s, b8.s[3] */
    umlal   v20.2d, v22.2s, v28.s[3]       /*  86 limb 8 of b: umlal   c8.2d, a8.2s, b8.s[3] */
    add     x1, x1, #32                    /*  87 next: add     a, a, 32 */
    add     x2, x2, #32                    /*  88 next: add     b, b, 32 */
    subs    x3, x3, #1
    b.ne    P256_LOCAL(p256_columns_neon_loop)
P256_LOCAL(p256_columns_neon_end):         /*  89 next: again   n */
    stp     q4, q5, [x0, #0]               /*  90 store: stp     c0.q, c1.q, c[0] */
    stp     q6, q7, [x0, #32]              /*  91 store: stp     c2.q, c3.q, c[4] */
    stp     q16, q17, [x0, #64]            /*  92 store: stp     c4.q, c5.q, c[8] */
    stp     q18, q19, [x0, #96]            /*  93 store: stp     c6.q, c7.q, c[12] */
    str     q20, [x0, #128]                /*  94 store: str     c8.q, c[16] */
    ret
P256_END p256_columns_neon

#else
#include "../asm_notes.h"
#endif
