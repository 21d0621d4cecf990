/* SPDX-License-Identifier: MIT */
/*
 * A function that uses the macros of asm_abi.h and keeps every rule: the checker must have
 * nothing to say about it.
 *
 * void abi_sample(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
 *                 const p256_fe *d, const p256_fe *e);
 * {r = a ^ b ^ c ^ d ^ e ^ abi_sample_constant}, limb by limb
 */
#include "asm_abi.h"

P256_RODATA
P256_LOCAL(constant): /* abi_sample_constant of test_abi.c */
    .quad   0x0123456789abcdef, 0xfedcba9876543210, 0x55aa55aa55aa55aa, 0x00ff00ff00ff00ff

/* x19-x22 ^= the limbs at x */
.macro XOR_LIMBS x
    ldp     x23, x24, [\x]
    ldp     x25, x26, [\x, #16]
    eor     x19, x19, x23
    eor     x20, x20, x24
    eor     x21, x21, x25
    eor     x22, x22, x26
.endm

P256_FUNCTION abi_sample, 6
    P256_SIGN_RETURN
    stp     x29, x30, [sp, #-80]!
    .cfi_def_cfa_offset 80
    .cfi_offset x29, -80
    .cfi_offset x30, -72
    stp     x19, x20, [sp, #16]
    stp     x21, x22, [sp, #32]
    stp     x23, x24, [sp, #48]
    stp     x25, x26, [sp, #64]
    P256_ADDRESS x6, P256_LOCAL(constant)
    ldp     x19, x20, [x6]
    ldp     x21, x22, [x6, #16]
    XOR_LIMBS x1
    XOR_LIMBS x2
    XOR_LIMBS x3
    XOR_LIMBS x4
    XOR_LIMBS x5
    stp     x19, x20, [x0]
    stp     x21, x22, [x0, #16]
    ldp     x19, x20, [sp, #16]
    ldp     x21, x22, [sp, #32]
    ldp     x23, x24, [sp, #48]
    ldp     x25, x26, [sp, #64]
    ldp     x29, x30, [sp], #80
    .cfi_restore x29
    .cfi_restore x30
    .cfi_def_cfa_offset 0
    P256_CHECK_RETURN
    ret
P256_END abi_sample
