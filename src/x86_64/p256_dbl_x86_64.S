/* SPDX-License-Identifier: MIT */
/*
 * p256_dbl_x86_64: r = {2*a mod p}
 *
 *     void p256_dbl_x86_64(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
 *
 * 2*a >= p exactly if a >= (p + 1)/2, which is known before the double is.
 * p = (2^64 - 1, 2^32 - 1, 0, 2^64 - 2^32 + 1), least limb first.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_dbl_x86_64, 2
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
    movq    %rax, (%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_dbl_x86_64

#else
#include "../asm_notes.h"
#endif
