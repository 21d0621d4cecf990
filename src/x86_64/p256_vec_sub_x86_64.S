/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_sub_x86_64: r[i] = {a[i] - b[i] mod p} for all i < n
 *
 *     void p256_vec_sub_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: a[i], b[i] < p. Result: r[i] < p. r may be a or b.
 *
 * p = (2^64 - 1, 2^32 - 1, 0, 2^64 - 2^32 + 1), least limb first.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_sub_x86_64, 4
    P256_STACK 8
    P256_SAVE rbx, 0
    P256_SAVED
    /* From here on the pointers are those behind the arrays, and rcx counts up to 0, in bytes. */
    shlq    $5, %rcx
    jz      P256_LOCAL(p256_vec_sub_x86_64_done)
    addq    %rcx, %rdi
    addq    %rcx, %rsi
    addq    %rcx, %rdx
    negq    %rcx
P256_LOCAL(p256_vec_sub_x86_64_next):
    movq    (%rsi, %rcx), %rax
    movq    8(%rsi, %rcx), %r8
    movq    16(%rsi, %rcx), %r9
    movq    24(%rsi, %rcx), %r10
    subq    (%rdx, %rcx), %rax
    sbbq    8(%rdx, %rcx), %r8
    sbbq    16(%rdx, %rcx), %r9
    sbbq    24(%rdx, %rcx), %r10
    /* r11: all ones if there was a borrow; p masked by it is added */
    sbbq    %r11, %r11
    movabsq $0xffffffff00000001, %rbx
    andq    %r11, %rbx
    addq    %r11, %rax
    movl    %r11d, %r11d
    adcq    %r11, %r8
    adcq    $0, %r9
    adcq    %rbx, %r10                     /* carry dropped: it cancels the borrow */
    movq    %rax, (%rdi, %rcx)
    movq    %r8, 8(%rdi, %rcx)
    movq    %r9, 16(%rdi, %rcx)
    movq    %r10, 24(%rdi, %rcx)
    addq    $32, %rcx
    jnz     P256_LOCAL(p256_vec_sub_x86_64_next)
P256_LOCAL(p256_vec_sub_x86_64_done):
    P256_RESTORE rbx, 0
    P256_UNSTACK 8
    ret
P256_END p256_vec_sub_x86_64

#else
#include "../asm_notes.h"
#endif
