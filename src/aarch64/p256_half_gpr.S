/* SPDX-License-Identifier: MIT */
/*
 * p256_half_gpr: r = {a/2 mod p}
 *
 *     void p256_half_gpr(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 * For an odd a the result is (a - 1)/2 + (p + 1)/2, and (a - 1)/2 is a shifted.
 *
 * Made by scripts/schedule from p256_half_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x5, a3 x6, h1 x8, h2 x9, h3 x3,
 * m x3, r x0, t0 x7, t1 x4, t2 x5.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_half_gpr, 2
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   1 load: ldp     a2, a3, a[2] */
    extr    x7, x4, x3, #1                 /*   2 half: extr    t0, a1, a0, 1 */
    extr    x4, x5, x4, #1                 /*   3 half: extr    t1, a2, a1, 1 */
    extr    x5, x6, x5, #1                 /*   4 half: extr    t2, a3, a2, 1 */
    lsr     x6, x6, #1                     /*   5 half: lsr     t3, a3, 1 */
    sbfx    x3, x3, #0, #1                 /*   6 the lost half: sbfx    m, a0, 0, 1 */
    and     x8, x3, #0x80000000            /*   7 the lost half: and     h1, m, H1 */
    and     x9, x3, #0x8000000000000000    /*   8 the lost half: and     h2, m, H2 */
    and     x3, x3, #0x7fffffff80000000    /*   9 the lost half: and     h3, m, H3 */
    adds    x4, x4, x8                     /*  10 the lost half: adds    t1, t1, h1 */
    adcs    x5, x5, x9                     /*  11 the lost half: adcs    t2, t2, h2 */
    adc     x3, x6, x3                     /*  12 the lost half: adc     t3, t3, h3 */
    stp     x7, x4, [x0, #0]               /*  13 store: stp     t0, t1, r[0] */
    stp     x5, x3, [x0, #16]              /*  14 store: stp     t2, t3, r[2] */
    ret
P256_END p256_half_gpr

#else
#include "../asm_notes.h"
#endif
