/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_add_gpr: r[i] = {a[i] + b[i] mod p} for i < n
 *
 *     void p256_vec_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: elements below p; r may be a or b. Result: below p. Time depends on n alone.
 *
 * Made by scripts/schedule from p256_vec_add_gpr.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 * Variables with one register: a x1, a0 x6, a1 x7, a2 x8, a3 x9, b x2, b0 x10, b1
 * x11, b2 x12, b3 x13, n x3, p1 x4, p3 x5, r x0, s0 x11, s1 x12, s2 x13, s3 x14, t0
 * x6, t1 x7, t2 x8, t3 x9, t4 x10.
 */
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_add_gpr, 4
    P256_SAVED
    mov     x4, #0xffffffff                /*   0 constants: mov     p1, P1 */
    mov     x5, #0xffffffff00000001        /*   1 constants: mov     p3, P3 */
    cbz     x3, P256_LOCAL(p256_vec_add_gpr_end)
P256_LOCAL(p256_vec_add_gpr_loop):         /*   2 constants: loop    n */
    ldp     x6, x7, [x1, #0]               /*   3 load: ldp     a0, a1, a[0] */
    ldp     x8, x9, [x1, #16]              /*   4 load: ldp     a2, a3, a[2] */
    ldp     x10, x11, [x2, #0]             /*   5 load: ldp     b0, b1, b[0] */
    ldp     x12, x13, [x2, #16]            /*   6 load: ldp     b2, b3, b[2] */
    adds    x6, x6, x10                    /*   7 sum: adds    t0, a0, b0 */
    adcs    x7, x7, x11                    /*   8 sum: adcs    t1, a1, b1 */
    adcs    x8, x8, x12                    /*   9 sum: adcs    t2, a2, b2 */
    adcs    x9, x9, x13                    /*  10 sum: adcs    t3, a3, b3 */
    adc     x10, xzr, xzr                  /*  11 sum: adc     t4, xzr, xzr */
    adds    x11, x6, #1                    /*  12 less p: adds    s0, t0, 1 */
    sbcs    x12, x7, x4                    /*  13 less p: sbcs    s1, t1, p1 */
    sbcs    x13, x8, xzr                   /*  14 less p: sbcs    s2, t2, xzr */
    sbcs    x14, x9, x5                    /*  15 less p: sbcs    s3, t3, p3 */
    sbcs    x10, x10, xzr                  /*  16 less p: sbcs    t4, t4, xzr */
    csel    x6, x11, x6, cs                /*  17 less p: csel    t0, s0, t0, cs */
    csel    x7, x12, x7, cs                /*  18 less p: csel    t1, s1, t1, cs */
    csel    x8, x13, x8, cs                /*  19 less p: csel    t2, s2, t2, cs */
    csel    x9, x14, x9, cs                /*  20 less p: csel    t3, s3, t3, cs */
    stp     x6, x7, [x0, #0]               /*  21 store: stp     t0, t1, r[0] */
    stp     x8, x9, [x0, #16]              /*  22 store: stp     t2, t3, r[2] */
    add     x0, x0, #32                    /*  23 next: add     r, r, 32 */
    add     x1, x1, #32                    /*  24 next: add     a, a, 32 */
    add     x2, x2, #32                    /*  25 next: add     b, b, 32 */
    subs    x3, x3, #1
    b.ne    P256_LOCAL(p256_vec_add_gpr_loop)
P256_LOCAL(p256_vec_add_gpr_end):          /*  26 next: again   n */
    ret
P256_END p256_vec_add_gpr

#else
#include "../asm_notes.h"
#endif
