/* SPDX-License-Identifier: MIT */
/*
 * Functions that each break one rule, so that the checker can show that it would notice.
 * Most do nothing else; test_abi.c has the prototypes.
 */
#include "asm_abi.h"

.macro CORRUPT_GENERAL i
P256_FUNCTION plant_x\i, 0
    mvn     x\i, x\i
    ret
P256_END plant_x\i
.endm
.irp i, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
CORRUPT_GENERAL \i
.endr

.macro CORRUPT_VECTOR i
P256_FUNCTION plant_d\i, 0
    mvn     v\i\().8b, v\i\().8b
    ret
P256_END plant_d\i
.endm
.irp i, 8, 9, 10, 11, 12, 13, 14, 15
CORRUPT_VECTOR \i
.endr

P256_FUNCTION plant_fpcr, 0
    msr     fpcr, xzr
    ret
P256_END plant_fpcr

P256_FUNCTION plant_pops_one, 0
    add     sp, sp, #16
    ret
P256_END plant_pops_one

P256_FUNCTION plant_leaves_one, 0
    sub     sp, sp, #16
    ret
P256_END plant_leaves_one

P256_FUNCTION plant_returns_wild, 0
    ret     x9
P256_END plant_returns_wild

/* Writes into its caller's frame. */
P256_FUNCTION plant_above, 0
    str     xzr, [sp, #56]
    ret
P256_END plant_above

P256_FUNCTION plant_deep, 0
    sub     sp, sp, #20480
    str     xzr, [sp]
    add     sp, sp, #20480
    ret
P256_END plant_deep

/* if (flag) *r = *a, but looks at 64 bits of the flag */
P256_FUNCTION plant_wide_flag, 3
    cbz     x2, 1f
    ldp     q0, q1, [x1]
    stp     q0, q1, [x0]
1:  ret
P256_END plant_wide_flag

/* *r = x, the value of a register */
.macro STORE_WORD x
    stp     \x, xzr, [x0]
    stp     xzr, xzr, [x0, #16]
    ret
.endm

/* *r = k, but takes 64 bits of k */
P256_FUNCTION plant_wide_number, 3
    STORE_WORD x2
P256_END plant_wide_number

/* *r = 0 and a fault: each takes for granted what the caller's state happens to be. */
P256_FUNCTION plant_trusts_general, 1
    STORE_WORD x17
P256_END plant_trusts_general

P256_FUNCTION plant_trusts_vector, 1
    mov     x9, v31.d[1]
    STORE_WORD x9
P256_END plant_trusts_vector

P256_FUNCTION plant_trusts_flags, 1
    cset    x9, cs
    STORE_WORD x9
P256_END plant_trusts_flags

/* 1/3 is 0x3fd5555555555555, rounded to nearest or down. */
P256_FUNCTION plant_trusts_rounding, 1
    fmov    d0, #1.0
    fmov    d1, #3.0
    fdiv    d0, d0, d1
    fmov    x9, d0
    mov     x10, #0x5555555555555555
    movk    x10, #0x3fd5, lsl #48
    sub     x9, x9, x10
    STORE_WORD x9
P256_END plant_trusts_rounding
