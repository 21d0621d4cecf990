/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_sub_gpr: r[i] = {a[i] - b[i] mod p} for i < n
 *
 *     void p256_vec_sub_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: elements below p; r may be a or b. Result: below p. Time depends on n alone.
 *
 * Made by scripts/schedule from p256_vec_sub_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x4, a1 x5, a2 x6, a3 x7, b x2, b0 x8, b1 x9,
 * b2 x10, b3 x11, m x8, n x3, p1 x9, p3 x10, r x0, t0 x4, t1 x5, t2 x6, t3 x7.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_sub_gpr, 4
    P256_SAVED
    cbz     x3, P256_LOCAL(p256_vec_sub_gpr_end)
P256_LOCAL(p256_vec_sub_gpr_loop):         /*   0 : loop    n */
    ldp     x4, x5, [x1, #0]               /*   1 load: ldp     a0, a1, a[0] */
    ldp     x6, x7, [x1, #16]              /*   2 load: ldp     a2, a3, a[2] */
    ldp     x8, x9, [x2, #0]               /*   3 load: ldp     b0, b1, b[0] */
    ldp     x10, x11, [x2, #16]            /*   4 load: ldp     b2, b3, b[2] */
    subs    x4, x4, x8                     /*   5 difference: subs    t0, a0, b0 */
    sbcs    x5, x5, x9                     /*   6 difference: sbcs    t1, a1, b1 */
    sbcs    x6, x6, x10                    /*   7 difference: sbcs    t2, a2, b2 */
    sbcs    x7, x7, x11                    /*   8 difference: sbcs    t3, a3, b3 */
    csetm   x8, cc                         /*   9 difference: csetm   m, cc */
    lsr     x9, x8, #32                    /*  10 plus p: lsr     p1, m, 32 */
    and     x10, x8, #0xffffffff00000001   /*  11 plus p: and     p3, m, P3 */
    adds    x4, x4, x8                     /*  12 plus p: adds    t0, t0, m */
    adcs    x5, x5, x9                     /*  13 plus p: adcs    t1, t1, p1 */
    adcs    x6, x6, xzr                    /*  14 plus p: adcs    t2, t2, xzr */
    adc     x7, x7, x10                    /*  15 plus p: adc     t3, t3, p3 */
    stp     x4, x5, [x0, #0]               /*  16 store: stp     t0, t1, r[0] */
    stp     x6, x7, [x0, #16]              /*  17 store: stp     t2, t3, r[2] */
    add     x0, x0, #32                    /*  18 next: add     r, r, 32 */
    add     x1, x1, #32                    /*  19 next: add     a, a, 32 */
    add     x2, x2, #32                    /*  20 next: add     b, b, 32 */
    subs    x3, x3, #1
    b.ne    P256_LOCAL(p256_vec_sub_gpr_loop)
P256_LOCAL(p256_vec_sub_gpr_end):          /*  21 next: again   n */
    ret
P256_END p256_vec_sub_gpr

#else
#include "../asm_notes.h"
#endif
