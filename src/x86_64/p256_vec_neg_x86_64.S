/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_neg_x86_64: r[i] = {-a[i] mod p}, 0 for 0, for all i < n
 *
 *     void p256_vec_neg_x86_64(p256_fe *r, const p256_fe *a, size_t n);
 *
 * Precondition: a[i] < p. Result: r[i] < p. r may be a.
 *
 * p = (2^64 - 1, 2^32 - 1, 0, 2^64 - 2^32 + 1), least limb first.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_neg_x86_64, 3
    P256_STACK 8
    P256_SAVE rbx, 0
    P256_SAVED
    /* From here on the pointers are those behind the arrays, and rdx counts up to 0, in bytes. */
    shlq    $5, %rdx
    jz      P256_LOCAL(p256_vec_neg_x86_64_done)
    addq    %rdx, %rdi
    addq    %rdx, %rsi
    negq    %rdx
P256_LOCAL(p256_vec_neg_x86_64_next):
    xorl    %eax, %eax
    xorl    %r8d, %r8d
    xorl    %r9d, %r9d
    xorl    %r10d, %r10d
    subq    (%rsi, %rdx), %rax
    sbbq    8(%rsi, %rdx), %r8
    sbbq    16(%rsi, %rdx), %r9
    sbbq    24(%rsi, %rdx), %r10
    /* r11: all ones if there was a borrow; p masked by it is added */
    sbbq    %r11, %r11
    movabsq $0xffffffff00000001, %rbx
    andq    %r11, %rbx
    addq    %r11, %rax
    movl    %r11d, %r11d
    adcq    %r11, %r8
    adcq    $0, %r9
    adcq    %rbx, %r10                     /* carry dropped: it cancels the borrow */
    movq    %rax, (%rdi, %rdx)
    movq    %r8, 8(%rdi, %rdx)
    movq    %r9, 16(%rdi, %rdx)
    movq    %r10, 24(%rdi, %rdx)
    addq    $32, %rdx
    jnz     P256_LOCAL(p256_vec_neg_x86_64_next)
P256_LOCAL(p256_vec_neg_x86_64_done):
    P256_RESTORE rbx, 0
    P256_UNSTACK 8
    ret
P256_END p256_vec_neg_x86_64

#else
#include "../asm_notes.h"
#endif
