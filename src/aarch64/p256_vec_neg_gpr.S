/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_neg_gpr: r[i] = {-a[i] mod p} for i < n
 *
 *     void p256_vec_neg_gpr(p256_fe *r, const p256_fe *a, size_t n);
 *
 * Precondition: elements below p; r may be a. Result: below p. Time depends on n alone.
 *
 * Made by scripts/schedule from p256_vec_neg_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, b0 x3, b1 x4, b2 x5, b3 x6, m x7, n x2, p1 x8,
 * p3 x9, r x0, t0 x3, t1 x4, t2 x5, t3 x6.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_neg_gpr, 3
    P256_SAVED
    cbz     x2, P256_LOCAL(p256_vec_neg_gpr_end)
P256_LOCAL(p256_vec_neg_gpr_loop):         /*   0 : loop    n */
    ldp     x3, x4, [x1, #0]               /*   1 load: ldp     b0, b1, a[0] */
    ldp     x5, x6, [x1, #16]              /*   2 load: ldp     b2, b3, a[2] */
    subs    x3, xzr, x3                    /*   3 difference: subs    t0, xzr, b0 */
    sbcs    x4, xzr, x4                    /*   4 difference: sbcs    t1, xzr, b1 */
    sbcs    x5, xzr, x5                    /*   5 difference: sbcs    t2, xzr, b2 */
    sbcs    x6, xzr, x6                    /*   6 difference: sbcs    t3, xzr, b3 */
    csetm   x7, cc                         /*   7 difference: csetm   m, cc */
    lsr     x8, x7, #32                    /*   8 plus p: lsr     p1, m, 32 */
    and     x9, x7, #0xffffffff00000001    /*   9 plus p: and     p3, m, P3 */
    adds    x3, x3, x7                     /*  10 plus p: adds    t0, t0, m */
    adcs    x4, x4, x8                     /*  11 plus p: adcs    t1, t1, p1 */
    adcs    x5, x5, xzr                    /*  12 plus p: adcs    t2, t2, xzr */
    adc     x6, x6, x9                     /*  13 plus p: adc     t3, t3, p3 */
    stp     x3, x4, [x0, #0]               /*  14 store: stp     t0, t1, r[0] */
    stp     x5, x6, [x0, #16]              /*  15 store: stp     t2, t3, r[2] */
    add     x0, x0, #32                    /*  16 next: add     r, r, 32 */
    add     x1, x1, #32                    /*  17 next: add     a, a, 32 */
    subs    x2, x2, #1
    b.ne    P256_LOCAL(p256_vec_neg_gpr_loop)
P256_LOCAL(p256_vec_neg_gpr_end):          /*  18 next: again   n */
    ret
P256_END p256_vec_neg_gpr

#else
#include "../asm_notes.h"
#endif
