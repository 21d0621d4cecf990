/* SPDX-License-Identifier: MIT */
/*
 * p256_cswap_x86_64: exchanges a and b if flag
 *
 *     void p256_cswap_x86_64(p256_fe *a, p256_fe *b, int flag);
 *
 * Precondition: none. a may be b.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_cswap_x86_64, 3
    P256_SAVED
    testl   %edx, %edx
    movq    0(%rdi), %rax
    movq    0(%rsi), %rcx
    movq    8(%rdi), %r8
    movq    8(%rsi), %r9
    movq    %rax, %r10
    movq    %r8, %r11
    cmovnzq %rcx, %rax
    cmovnzq %r9, %r8
    cmovnzq %r10, %rcx
    cmovnzq %r11, %r9
    movq    %rax, 0(%rdi)
    movq    %r8, 8(%rdi)
    movq    %rcx, 0(%rsi)
    movq    %r9, 8(%rsi)
    movq    16(%rdi), %rax
    movq    16(%rsi), %rcx
    movq    24(%rdi), %r8
    movq    24(%rsi), %r9
    movq    %rax, %r10
    movq    %r8, %r11
    cmovnzq %rcx, %rax
    cmovnzq %r9, %r8
    cmovnzq %r10, %rcx
    cmovnzq %r11, %r9
    movq    %rax, 16(%rdi)
    movq    %r8, 24(%rdi)
    movq    %rcx, 16(%rsi)
    movq    %r9, 24(%rsi)
    ret
P256_END p256_cswap_x86_64

#else
#include "../asm_notes.h"
#endif
