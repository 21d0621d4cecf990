/* SPDX-License-Identifier: MIT */
/*
 * p256_add_gpr: r = {a + b mod p}
 *
 *     void p256_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * Made by scripts/schedule from p256_add_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x5, a3 x6, b x2, b0 x7, b1 x8,
 * b2 x9, b3 x10, p1 x11, p3 x12, r x0, s0 x8, s1 x9, s2 x10, s3 x11, t0 x3, t1 x4, t2
 * x5, t3 x6, t4 x7.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_add_gpr, 3
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   1 load: ldp     a2, a3, a[2] */
    ldp     x7, x8, [x2, #0]               /*   2 load: ldp     b0, b1, b[0] */
    ldp     x9, x10, [x2, #16]             /*   3 load: ldp     b2, b3, b[2] */
    mov     x11, #0xffffffff               /*   4 load: mov     p1, P1 */
    mov     x12, #0xffffffff00000001       /*   5 load: mov     p3, P3 */
    adds    x3, x3, x7                     /*   6 sum: adds    t0, a0, b0 */
    adcs    x4, x4, x8                     /*   7 sum: adcs    t1, a1, b1 */
    adcs    x5, x5, x9                     /*   8 sum: adcs    t2, a2, b2 */
    adcs    x6, x6, x10                    /*   9 sum: adcs    t3, a3, b3 */
    adc     x7, xzr, xzr                   /*  10 sum: adc     t4, xzr, xzr */
    adds    x8, x3, #1                     /*  11 less p: adds    s0, t0, 1 */
    sbcs    x9, x4, x11                    /*  12 less p: sbcs    s1, t1, p1 */
    sbcs    x10, x5, xzr                   /*  13 less p: sbcs    s2, t2, xzr */
    sbcs    x11, x6, x12                   /*  14 less p: sbcs    s3, t3, p3 */
    sbcs    x7, x7, xzr                    /*  15 less p: sbcs    t4, t4, xzr */
    csel    x3, x8, x3, cs                 /*  16 less p: csel    t0, s0, t0, cs */
    csel    x4, x9, x4, cs                 /*  17 less p: csel    t1, s1, t1, cs */
    csel    x5, x10, x5, cs                /*  18 less p: csel    t2, s2, t2, cs */
    csel    x6, x11, x6, cs                /*  19 less p: csel    t3, s3, t3, cs */
    stp     x3, x4, [x0, #0]               /*  20 store: stp     t0, t1, r[0] */
    stp     x5, x6, [x0, #16]              /*  21 store: stp     t2, t3, r[2] */
    ret
P256_END p256_add_gpr

#else
#include "../asm_notes.h"
#endif
