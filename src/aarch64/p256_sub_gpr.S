/* SPDX-License-Identifier: MIT */
/*
 * p256_sub_gpr: r = {a - b mod p}
 *
 *     void p256_sub_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * Made by scripts/schedule from p256_sub_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x3, a1 x4, a2 x5, a3 x6, b x2, b0 x7, b1 x8,
 * b2 x9, b3 x10, m x7, p1 x8, p3 x9, r x0, t0 x3, t1 x4, t2 x5, t3 x6.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sub_gpr, 3
    P256_SAVED
    ldp     x3, x4, [x1, #0]               /*   0 load: ldp     a0, a1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   1 load: ldp     a2, a3, a[2] */
    ldp     x7, x8, [x2, #0]               /*   2 load: ldp     b0, b1, b[0] */
    ldp     x9, x10, [x2, #16]             /*   3 load: ldp     b2, b3, b[2] */
    subs    x3, x3, x7                     /*   4 difference: subs    t0, a0, b0 */
    sbcs    x4, x4, x8                     /*   5 difference: sbcs    t1, a1, b1 */
    sbcs    x5, x5, x9                     /*   6 difference: sbcs    t2, a2, b2 */
    sbcs    x6, x6, x10                    /*   7 difference: sbcs    t3, a3, b3 */
    csetm   x7, cc                         /*   8 difference: csetm   m, cc */
    lsr     x8, x7, #32                    /*   9 plus p: lsr     p1, m, 32 */
    and     x9, x7, #0xffffffff00000001    /*  10 plus p: and     p3, m, P3 */
    adds    x3, x3, x7                     /*  11 plus p: adds    t0, t0, m */
    adcs    x4, x4, x8                     /*  12 plus p: adcs    t1, t1, p1 */
    adcs    x5, x5, xzr                    /*  13 plus p: adcs    t2, t2, xzr */
    adc     x6, x6, x9                     /*  14 plus p: adc     t3, t3, p3 */
    stp     x3, x4, [x0, #0]               /*  15 store: stp     t0, t1, r[0] */
    stp     x5, x6, [x0, #16]              /*  16 store: stp     t2, t3, r[2] */
    ret
P256_END p256_sub_gpr

#else
#include "../asm_notes.h"
#endif
