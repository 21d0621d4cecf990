/* SPDX-License-Identifier: MIT */
/*
 * A function that uses every macro of asm_abi.h and keeps every rule: the checker must have
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

/* rbx, rbp, r12, r13 ^= the limbs at reg */
.macro XOR_LIMBS reg
    xorq    (%\reg), %rbx
    xorq    8(%\reg), %rbp
    xorq    16(%\reg), %r12
    xorq    24(%\reg), %r13
.endm

P256_FUNCTION abi_sample, 6
    P256_STACK 56
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVE r15, 40
    P256_SAVED
    leaq    P256_LOCAL(constant)(%rip), %r14
    movq    %r9, %r15
    movq    (%r14), %rbx
    movq    8(%r14), %rbp
    movq    16(%r14), %r12
    movq    24(%r14), %r13
    XOR_LIMBS rsi
    XOR_LIMBS rdx
    XOR_LIMBS rcx
    XOR_LIMBS r8
    XOR_LIMBS r15
    movq    %rbx, (%rdi)
    movq    %rbp, 8(%rdi)
    movq    %r12, 16(%rdi)
    movq    %r13, 24(%rdi)
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 56
    ret
P256_END abi_sample
