/* SPDX-License-Identifier: MIT */
/*
 * p256_dbl_gpr: r = {2*a mod p}
 *
 *     void p256_dbl_gpr(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 *
 * Made by scripts/schedule from p256_dbl_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x5, a3 x6, p1 x7, p3 x8, r x0,
 * s0 x10, s1 x7, s2 x11, s3 x8, t0 x3, t1 x4, t2 x5, t3 x6, t4 x9.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_dbl_gpr, 2
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   1 load: ldp     a2, a3, a[2] */
    mov     x7, #0xffffffff                /*   2 load: mov     p1, P1 */
    mov     x8, #0xffffffff00000001        /*   3 load: mov     p3, P3 */
    adds    x3, x3, x3                     /*   4 sum: adds    t0, a0, a0 */
    adcs    x4, x4, x4                     /*   5 sum: adcs    t1, a1, a1 */
    adcs    x5, x5, x5                     /*   6 sum: adcs    t2, a2, a2 */
    adcs    x6, x6, x6                     /*   7 sum: adcs    t3, a3, a3 */
    adc     x9, xzr, xzr                   /*   8 sum: adc     t4, xzr, xzr */
    adds    x10, x3, #1                    /*   9 less p: adds    s0, t0, 1 */
    sbcs    x7, x4, x7                     /*  10 less p: sbcs    s1, t1, p1 */
    sbcs    x11, x5, xzr                   /*  11 less p: sbcs    s2, t2, xzr */
    sbcs    x8, x6, x8                     /*  12 less p: sbcs    s3, t3, p3 */
    sbcs    x9, x9, xzr                    /*  13 less p: sbcs    t4, t4, xzr */
    csel    x3, x10, x3, cs                /*  14 less p: csel    t0, s0, t0, cs */
    csel    x4, x7, x4, cs                 /*  15 less p: csel    t1, s1, t1, cs */
    csel    x5, x11, x5, cs                /*  16 less p: csel    t2, s2, t2, cs */
    csel    x6, x8, x6, cs                 /*  17 less p: csel    t3, s3, t3, cs */
    stp     x3, x4, [x0, #0]               /*  18 store: stp     t0, t1, r[0] */
    stp     x5, x6, [x0, #16]              /*  19 store: stp     t2, t3, r[2] */
    ret
P256_END p256_dbl_gpr

#else
#include "../asm_notes.h"
#endif
