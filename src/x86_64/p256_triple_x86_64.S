/* SPDX-License-Identifier: MIT */
/*
 * p256_triple_x86_64: r = {3*a mod p}
 *
 *     void p256_triple_x86_64(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 *
 * 2*a mod p as in p256_dbl_x86_64, then the sum with a as in p256_add_x86_64.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_triple_x86_64, 2
    P256_SAVED
    movq    (%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    /* rdx: all ones if a >= (p + 1)/2, whose limb 0 is 0; the three others minus 1 */
    movl    $0x7fffffff, %r10d
    movabsq $0x8000000000000000, %r11
    movabsq $0x7fffffff80000000, %rdx
    cmpq    %rcx, %r10
    sbbq    %r8, %r11
    sbbq    %r9, %rdx
    sbbq    %rdx, %rdx
    /* 2*a minus p masked by it; what leaves the highest limb cancels */
    movabsq $0xffffffff00000001, %r11
    movl    %edx, %r10d
    andq    %rdx, %r11
    addq    %rax, %rax
    adcq    %rcx, %rcx
    adcq    %r8, %r8
    adcq    %r9, %r9
    subq    %rdx, %rax
    sbbq    %r10, %rcx
    sbbq    $0, %r8
    sbbq    %r11, %r9
    /* T = 2*a mod p + a < 2p */
    addq    (%rsi), %rax
    adcq    8(%rsi), %rcx
    adcq    16(%rsi), %r8
    adcq    24(%rsi), %r9
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
P256_END p256_triple_x86_64

#else
#include "../asm_notes.h"
#endif
