/* SPDX-License-Identifier: MIT */
/*
 * p256_add_x86_64: r = {a + b mod p}
 *
 *     void p256_add_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * T = a + b < 2p; r = T or T - p. Limb 0 of T - p is that of T plus 1, so it needs no copy: no
 * register but the caller-saved ones.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_add_x86_64, 3
    P256_SAVED
    movq    (%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    addq    (%rdx), %rax
    adcq    8(%rdx), %rcx
    adcq    16(%rdx), %r8
    adcq    24(%rdx), %r9
    /* edx: the carry of T's highest limb. s = T + 2^256 - p, limb 0 in place */
    movl    $0, %edx
    adcl    %edx, %edx
    movabsq $0xffffffff00000000, %rsi
    movq    %rcx, %r10
    movq    %r8, %r11
    addq    $1, %rax
    adcq    %rsi, %rcx
    movl    $0xfffffffe, %esi
    adcq    $-1, %r8
    adcq    %r9, %rsi
    /* that carry or this one: T >= p; never both, since T - 2^256 < p */
    adcq    $-1, %rdx
    cmovncq %r10, %rcx
    cmovncq %r11, %r8
    cmovcq  %rsi, %r9
    adcq    $-1, %rax                      /* minus 1 if T < p */
    movq    %rax, (%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_add_x86_64

#else
#include "../asm_notes.h"
#endif
