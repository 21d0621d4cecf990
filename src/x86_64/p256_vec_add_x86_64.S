/* SPDX-License-Identifier: MIT */
/*
 * p256_vec_add_x86_64: r[i] = {a[i] + b[i] mod p} for all i < n
 *
 *     void p256_vec_add_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
 *
 * Precondition: a[i], b[i] < p. Result: r[i] < p. r may be a or b.
 *
 * An element as in p256_add_x86_64: T = a + b < 2p; r = T or T - p.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_vec_add_x86_64, 4
    P256_STACK 32
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVED
    /* From here on the pointers are those behind the arrays, and rcx counts up to 0, in bytes. */
    shlq    $5, %rcx
    jz      P256_LOCAL(p256_vec_add_x86_64_done)
    addq    %rcx, %rdi
    addq    %rcx, %rsi
    addq    %rcx, %rdx
    negq    %rcx
    movabsq $0xffffffff00000000, %r13
P256_LOCAL(p256_vec_add_x86_64_next):
    movq    (%rsi, %rcx), %rax
    movq    8(%rsi, %rcx), %r8
    movq    16(%rsi, %rcx), %r9
    movq    24(%rsi, %rcx), %r10
    addq    (%rdx, %rcx), %rax
    adcq    8(%rdx, %rcx), %r8
    adcq    16(%rdx, %rcx), %r9
    adcq    24(%rdx, %rcx), %r10
    /* r12d: the carry of T's highest limb. s = T + 2^256 - p, limb 0 in place */
    movl    $0, %r12d
    adcl    %r12d, %r12d
    movq    %r8, %r11
    movq    %r9, %rbx
    addq    $1, %rax
    adcq    %r13, %r8
    movl    $0xfffffffe, %ebp
    adcq    $-1, %r9
    adcq    %r10, %rbp
    /* that carry or this one: T >= p; never both, since T - 2^256 < p */
    adcq    $-1, %r12
    cmovncq %r11, %r8
    cmovncq %rbx, %r9
    cmovcq  %rbp, %r10
    adcq    $-1, %rax                      /* minus 1 if T < p */
    movq    %rax, (%rdi, %rcx)
    movq    %r8, 8(%rdi, %rcx)
    movq    %r9, 16(%rdi, %rcx)
    movq    %r10, 24(%rdi, %rcx)
    addq    $32, %rcx
    jnz     P256_LOCAL(p256_vec_add_x86_64_next)
P256_LOCAL(p256_vec_add_x86_64_done):
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_UNSTACK 32
    ret
P256_END p256_vec_add_x86_64

#else
#include "../asm_notes.h"
#endif
