/* SPDX-License-Identifier: MIT */
/*
 * p256_sub_x86_64: r = {a - b mod p}
 *
 *     void p256_sub_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * p = (2^64 - 1, 2^32 - 1, 0, 2^64 - 2^32 + 1), least limb first.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sub_x86_64, 3
    P256_SAVED
    movq    (%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    subq    (%rdx), %rax
    sbbq    8(%rdx), %rcx
    sbbq    16(%rdx), %r8
    sbbq    24(%rdx), %r9
    /* rsi: all ones if there was a borrow; p masked by it is added */
    sbbq    %rsi, %rsi
    movabsq $0xffffffff00000001, %r11
    movl    %esi, %r10d
    andq    %rsi, %r11
    addq    %rsi, %rax
    adcq    %r10, %rcx
    adcq    $0, %r8
    adcq    %r11, %r9                      /* carry dropped: it cancels the borrow */
    movq    %rax, (%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_sub_x86_64

#else
#include "../asm_notes.h"
#endif
