/* SPDX-License-Identifier: MIT */
/*
 * p256_cneg_x86_64: r = {-a mod p} if flag, else {a}
 *
 *     void p256_cneg_x86_64(p256_fe *r, const p256_fe *a, int flag);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 *
 * 0 - a, and p more if that is negative; then a itself in its place if the flag is 0.
 * p = (2^64 - 1, 2^32 - 1, 0, 2^64 - 2^32 + 1), least limb first.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_cneg_x86_64, 3
    P256_SAVED
    xorl    %eax, %eax
    xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    xorl    %r9d, %r9d
    subq    (%rsi), %rax
    sbbq    8(%rsi), %rcx
    sbbq    16(%rsi), %r8
    sbbq    24(%rsi), %r9
    /* r11: all ones if there was a borrow; p masked by it is added */
    sbbq    %r11, %r11
    movabsq $0xffffffff00000001, %r10
    andq    %r11, %r10
    addq    %r11, %rax
    movl    %r11d, %r11d
    adcq    %r11, %rcx
    adcq    $0, %r8
    adcq    %r10, %r9                      /* carry dropped: it cancels the borrow */
    testl   %edx, %edx
    cmovzq  (%rsi), %rax
    cmovzq  8(%rsi), %rcx
    cmovzq  16(%rsi), %r8
    cmovzq  24(%rsi), %r9
    movq    %rax, (%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_cneg_x86_64

#else
#include "../asm_notes.h"
#endif
