/* SPDX-License-Identifier: MIT */
/*
 * Every instruction that aarch64.py knows, for a comparison of its model with the processor's.
 *
 *     void p256_mul_NAME(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * The names are those of a slot with these arguments; what r becomes has no meaning.
 */
#include "../../src/asm_abi.h"

/* Sums, differences and the flags they leave, also of 32 bits and with shifted operands. */
P256_FUNCTION p256_mul_sums, 3
    ldp     x3, x4, [x1]
    ldp     x5, x6, [x1, #16]
    ldp     x7, x8, [x2]
    ldp     x9, x10, [x2, #16]
    adds    x3, x3, x7
    adcs    x4, x4, x8
    adc     x5, x5, x9
    subs    x6, x6, x10
    sbcs    x7, x7, x4
    sbc     x8, x8, x5
    ngcs    x9, x9
    ngc     x10, x10
    add     x3, x3, x6, lsl #13
    sub     x4, x4, x7, lsr #29
    adds    x5, x5, x8, lsr #7
    adcs    x9, x9, xzr
    negs    x8, x8
    adc     x10, x10, x3
    neg     x7, x7, lsl #5
    adds    w6, w6, w7
    adcs    w8, w8, w3
    subs    w11, w4, #77
    sbc     w12, w5, w6
    add     x3, x3, x8
    add     x4, x4, x9
    add     x5, x5, x11
    add     x6, x10, x12
    stp     x3, x4, [x0]
    stp     x5, x6, [x0, #16]
    ret
P256_END p256_mul_sums

P256_FUNCTION p256_mul_products, 3
    ldp     x3, x4, [x1]
    ldp     x5, x6, [x1, #16]
    ldp     x7, x8, [x2]
    mul     x9, x3, x7
    umulh   x10, x3, x7
    mul     w11, w4, w8
    umull   x12, w5, w6
    stp     x9, x10, [x0]
    stp     x11, x12, [x0, #16]
    ret
P256_END p256_mul_products

P256_FUNCTION p256_mul_bits, 3
    ldp     x3, x4, [x1]
    ldp     x5, x6, [x1, #16]
    ldp     x7, x8, [x2]
    lsl     x9, x3, #11
    lsr     x10, x4, #45
    lsl     w11, w5, #3
    lsr     w12, w6, #9
    extr    x13, x3, x4, #23
    ubfx    x14, x5, #17, #30
    ubfiz   x15, x6, #20, #25
    sbfx    x16, x7, #5, #22
    sbfx    x17, x8, #0, #1
    and     x3, x3, #0x00ff00ff00ff00ff
    orr     x4, x14, x8, lsl #30
    orr     x9, x9, x10, lsr #20
    and     x5, x5, x17
    mvn     x6, x6
    ands    w7, w7, #0xff0
    adcs    x8, x8, xzr            /* ANDS cleared the carry */
    movk    x10, #0x1234, lsl #16
    add     x3, x3, x9
    add     x3, x3, x10
    add     x4, x4, x11
    add     x4, x4, x12
    add     x5, x5, x13
    add     x5, x5, x15
    add     x6, x6, x16
    add     x6, x6, x7
    add     x6, x6, x8
    stp     x3, x4, [x0]
    stp     x5, x6, [x0, #16]
    ret
P256_END p256_mul_bits

P256_FUNCTION p256_mul_choices, 3
    ldp     x3, x4, [x1]
    ldp     x5, x6, [x1, #16]
    ldp     x7, x8, [x2]
    ldp     x9, x10, [x2, #16]
    adds    x3, x3, x7
    csel    x4, x4, x8, cs
    csinc   x5, x5, x9, cc
    csetm   x11, cs
    and     x11, x11, x6
    cmp     x4, x5
    csneg   x6, x6, x10, cs
    cset    w12, eq
    cset    x13, mi
    tst     x7, #0xffff
    csel    w8, w8, w9, ne
    csel    x9, x9, x3, pl
    cset    w14, cc
    add     x3, x3, x11
    add     x4, x4, x12
    add     x5, x5, x13
    add     x6, x6, x8
    add     x6, x6, x9
    add     x6, x6, x14
    stp     x3, x4, [x0]
    stp     x5, x6, [x0, #16]
    ret
P256_END p256_mul_choices

/* Frames, single loads and stores, constants, branches on constants. */
P256_FUNCTION p256_mul_moves, 3
    stp     x19, x20, [sp, #-32]!
    ldr     x19, [x1, #8]
    ldr     w20, [x1, #20]
    str     x19, [sp, #16]
    str     w20, [sp, #20]
    ldr     x3, [sp, #16]
    mov     x4, #0xffffffff00000000
    mov     w5, w19
    P256_ADDRESS x6, P256_LOCAL(constants)
    ldr     x7, [x6, #8]
    add     x3, x3, x7
    add     x4, x4, x5
    mov     x8, #1
    cbz     x8, P256_LOCAL(wrong)
    cbnz    x8, P256_LOCAL(right)
P256_LOCAL(wrong):
    mov     x3, #0
P256_LOCAL(right):
    cmp     x8, #1
    b.ne    P256_LOCAL(wrong)
    b.eq    P256_LOCAL(on)
    b       P256_LOCAL(wrong)
P256_LOCAL(on):
    b       P256_LOCAL(end)
    mov     x4, #0
P256_LOCAL(end):
    nop
    stp     x3, x4, [x0]
    stp     x5, x20, [x0, #16]
    ldp     x19, x20, [sp], #32
    ret
P256_END p256_mul_moves

P256_FUNCTION p256_mul_vectors, 3
    P256_ADDRESS x6, P256_LOCAL(constants)
    ldp     q0, q1, [x6, #16]
    ldr     q2, [x6, #48]
    ldp     q3, q4, [x1]
    ldp     q5, q6, [x2]
    movi    v7.4s, #0
    ushl    v16.4s, v3.4s, v0.4s
    ushl    v17.4s, v4.4s, v1.4s
    bit     v16.16b, v17.16b, v2.16b
    ext     v18.16b, v5.16b, v6.16b, #12
    ext     v19.16b, v7.16b, v6.16b, #4
    ushr    v20.4s, v18.4s, #9
    ushr    v3.2d, v3.2d, #33
    add     v19.4s, v19.4s, v16.4s
    add     v4.2d, v4.2d, v3.2d
    umull   v21.2d, v16.2s, v20.s[1]
    umull2  v22.2d, v16.4s, v19.s[3]
    umlal   v21.2d, v20.2s, v6.s[2]
    umlal2  v22.2d, v19.4s, v5.4s
    umlal   v22.2d, v4.2s, v6.2s
    mov     x3, v21.d[0]
    mov     x4, v21.d[1]
    mov     x5, v22.d[0]
    mov     x6, v22.d[1]
    mov     w7, v4.s[2]
    add     x6, x6, x7
    stp     x3, x4, [x0]
    stp     x5, x6, [x0, #16]
    ret
P256_END p256_mul_vectors

P256_FUNCTION p256_mul_vector_moves, 3
    ldr     q0, [x1]
    ldp     q1, q2, [x2]
    add     v0.2d, v0.2d, v2.2d
    str     q0, [x0]
    str     q1, [x0, #16]
    stp     q0, q1, [x0]
    ret
P256_END p256_mul_vector_moves

P256_RODATA
P256_LOCAL(constants):
    .quad 1, 0x123456789abcdef0
    .long 0, 3, -7, -32
    .long -5, 31, 32, -1
    .long 0x1fffffff, 0xff00ff00, 0, 0xffffffff
