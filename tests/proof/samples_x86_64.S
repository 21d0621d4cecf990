/* SPDX-License-Identifier: MIT */
/* Plain functions for the slots that no kernel in assembly fills yet: each must be proved. */
#include "../../src/asm_abi.h"

/* x0..x3 (below 2p, with the carry out of them in rax): minus p if that is not negative. */
.macro REDUCE x0, x1, x2, x3
    movl    $0xffffffff, %r9d
    movabsq $0xffffffff00000001, %r10
    movq    \x0, %rbx
    movq    \x1, %rbp
    movq    \x2, %r12
    movq    \x3, %r13
    subq    $-1, \x0
    sbbq    %r9, \x1
    sbbq    $0, \x2
    sbbq    %r10, \x3
    sbbq    $0, %rax
    cmovcq  %rbx, \x0
    cmovcq  %rbp, \x1
    cmovcq  %r12, \x2
    cmovcq  %r13, \x3
.endm

/* x0..x3 plus p where rax, all ones or none, says so. */
.macro ADD_P_MASKED x0, x1, x2, x3
    movl    %eax, %r9d
    movabsq $0xffffffff00000001, %r10
    andq    %rax, %r10
    addq    %rax, \x0
    adcq    %r9, \x1
    adcq    $0, \x2
    adcq    %r10, \x3
.endm

.macro ENTER
    P256_STACK 40
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVED
.endm

.macro LOAD from
    movq    0(\from), %rcx
    movq    8(\from), %r8
    movq    16(\from), %r11
    movq    24(\from), %rsi
.endm

.macro STORE_AND_LEAVE
    movq    %rcx, 0(%rdi)
    movq    %r8, 8(%rdi)
    movq    %r11, 16(%rdi)
    movq    %rsi, 24(%rdi)
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_UNSTACK 40
    ret
.endm

P256_FUNCTION p256_add_sample, 3
    ENTER
    LOAD %rsi
    xorl    %eax, %eax
    addq    0(%rdx), %rcx
    adcq    8(%rdx), %r8
    adcq    16(%rdx), %r11
    adcq    24(%rdx), %rsi
    adcq    $0, %rax
    REDUCE %rcx, %r8, %r11, %rsi
    STORE_AND_LEAVE
P256_END p256_add_sample

P256_FUNCTION p256_dbl_sample, 2
    ENTER
    LOAD %rsi
    xorl    %eax, %eax
    addq    %rcx, %rcx
    adcq    %r8, %r8
    adcq    %r11, %r11
    adcq    %rsi, %rsi
    adcq    $0, %rax
    REDUCE %rcx, %r8, %r11, %rsi
    STORE_AND_LEAVE
P256_END p256_dbl_sample

/* 2a, reduced, then a once more. The element waits in the frame's 8 bytes and in registers. */
P256_FUNCTION p256_triple_sample, 2
    P256_STACK 80
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVED
    LOAD %rsi
    movq    %rcx, 32(%rsp)
    movq    %r8, 40(%rsp)
    movq    %r11, 48(%rsp)
    movq    %rsi, 56(%rsp)
    xorl    %eax, %eax
    addq    %rcx, %rcx
    adcq    %r8, %r8
    adcq    %r11, %r11
    adcq    %rsi, %rsi
    adcq    $0, %rax
    REDUCE %rcx, %r8, %r11, %rsi
    xorl    %eax, %eax
    addq    32(%rsp), %rcx
    adcq    40(%rsp), %r8
    adcq    48(%rsp), %r11
    adcq    56(%rsp), %rsi
    adcq    $0, %rax
    REDUCE %rcx, %r8, %r11, %rsi
    movq    %rcx, 0(%rdi)
    movq    %r8, 8(%rdi)
    movq    %r11, 16(%rdi)
    movq    %rsi, 24(%rdi)
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_UNSTACK 80
    ret
P256_END p256_triple_sample

P256_FUNCTION p256_sub_sample, 3
    ENTER
    LOAD %rsi
    subq    0(%rdx), %rcx
    sbbq    8(%rdx), %r8
    sbbq    16(%rdx), %r11
    sbbq    24(%rdx), %rsi
    sbbq    %rax, %rax
    ADD_P_MASKED %rcx, %r8, %r11, %rsi
    STORE_AND_LEAVE
P256_END p256_sub_sample

/* 0 - a, plus p if that is negative. */
P256_FUNCTION p256_neg_sample, 2
    ENTER
    xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    xorl    %r11d, %r11d
    xorl    %r10d, %r10d
    subq    0(%rsi), %rcx
    sbbq    8(%rsi), %r8
    sbbq    16(%rsi), %r11
    sbbq    24(%rsi), %r10
    movq    %r10, %rsi
    sbbq    %rax, %rax
    ADD_P_MASKED %rcx, %r8, %r11, %rsi
    STORE_AND_LEAVE
P256_END p256_neg_sample

/* The same, but a itself where the flag is 0. */
P256_FUNCTION p256_cneg_sample, 3
    ENTER
    xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    xorl    %r11d, %r11d
    xorl    %r10d, %r10d
    subq    0(%rsi), %rcx
    sbbq    8(%rsi), %r8
    sbbq    16(%rsi), %r11
    sbbq    24(%rsi), %r10
    movq    %rsi, %rbx
    movq    %r10, %rsi
    sbbq    %rax, %rax
    ADD_P_MASKED %rcx, %r8, %r11, %rsi
    testl   %edx, %edx
    cmovzq  0(%rbx), %rcx
    cmovzq  8(%rbx), %r8
    cmovzq  16(%rbx), %r11
    cmovzq  24(%rbx), %rsi
    STORE_AND_LEAVE
P256_END p256_cneg_sample

/* a, plus p if it is odd; then shifted right. */
P256_FUNCTION p256_half_sample, 2
    ENTER
    LOAD %rsi
    movq    %rcx, %rax
    andl    $1, %eax
    negq    %rax
    ADD_P_MASKED %rcx, %r8, %r11, %rsi
    movl    $0, %eax
    adcq    $0, %rax
    shrdq   $1, %r8, %rcx
    shrdq   $1, %r11, %r8
    shrdq   $1, %rsi, %r11
    shrdq   $1, %rax, %rsi
    STORE_AND_LEAVE
P256_END p256_half_sample

P256_FUNCTION p256_cmov_sample, 3
    ENTER
    movq    %rsi, %rax
    LOAD %rdi
    testl   %edx, %edx
    cmovnzq 0(%rax), %rcx
    cmovnzq 8(%rax), %r8
    cmovnzq 16(%rax), %r11
    cmovnzq 24(%rax), %rsi
    STORE_AND_LEAVE
P256_END p256_cmov_sample

/* T = a*k with its top word t < 2^32: T - t*p = (T mod 2^256) + t*(2^224 - 2^192 - 2^96 + 1)
 * <= 2^256 - 1 + (2^32 - 1)*(2^224 - 2^192 - 2^96 + 1) < 2p. */
P256_FUNCTION p256_mul_u32_sample, 3
    ENTER
    movl    %edx, %edx
    mulxq   0(%rsi), %rcx, %r8
    mulxq   8(%rsi), %rax, %r11
    addq    %rax, %r8
    mulxq   16(%rsi), %rax, %r9
    adcq    %rax, %r11
    mulxq   24(%rsi), %rsi, %rax
    adcq    %r9, %rsi
    adcq    $0, %rax
    movq    %rax, %r9
    shlq    $32, %r9
    movq    %r9, %rbp
    subq    %rax, %rbp
    xorl    %r12d, %r12d
    addq    %rax, %rcx
    adcq    $0, %r8
    adcq    $0, %r11
    adcq    %rbp, %rsi
    adcq    $0, %r12
    subq    %r9, %r8
    sbbq    $0, %r11
    sbbq    $0, %rsi
    sbbq    $0, %r12
    movq    %r12, %rax
    REDUCE %rcx, %r8, %r11, %rsi
    STORE_AND_LEAVE
P256_END p256_mul_u32_sample

/* t0..t4 += x*b, t4 being new; x is in rdx, rbx is 0. */
.macro ADD_ROW offset, t0, t1, t2, t3, t4
    movq    \offset(%rsi), %rdx
    xorl    %ebx, %ebx             /* clears both carries */
    mulxq   0(%rdi), %rax, %rcx
    adcxq   %rax, \t0
    adoxq   %rcx, \t1
    mulxq   8(%rdi), %rax, %rcx
    adcxq   %rax, \t1
    adoxq   %rcx, \t2
    mulxq   16(%rdi), %rax, %rcx
    adcxq   %rax, \t2
    adoxq   %rcx, \t3
    mulxq   24(%rdi), %rax, \t4
    adcxq   %rax, \t3
    adoxq   %rbx, \t4
    adcxq   %rbx, \t4
.endm

/* The nine words of the sum wait in the frame; the last counts what carries out of eight. */
P256_FUNCTION p256_dot_sample, 4
    P256_STACK 136
    P256_SAVE rbx, 72
    P256_SAVE rbp, 80
    P256_SAVE r12, 88
    P256_SAVE r13, 96
    P256_SAVE r14, 104
    P256_SAVE r15, 112
    P256_SAVED
    movq    %rdi, 120(%rsp)
    movq    %rdx, %rdi
    movq    %rcx, %rbp
    movq    $0, 0(%rsp)
    movq    $0, 8(%rsp)
    movq    $0, 16(%rsp)
    movq    $0, 24(%rsp)
    movq    $0, 32(%rsp)
    movq    $0, 40(%rsp)
    movq    $0, 48(%rsp)
    movq    $0, 56(%rsp)
    movq    $0, 64(%rsp)
    testq   %rbp, %rbp
    jz      2f
1:  movq    0(%rsi), %rdx
    mulxq   0(%rdi), %r8, %r9
    mulxq   8(%rdi), %rax, %r10
    addq    %rax, %r9
    mulxq   16(%rdi), %rax, %r11
    adcq    %rax, %r10
    mulxq   24(%rdi), %rax, %r12
    adcq    %rax, %r11
    adcq    $0, %r12
    ADD_ROW 8, %r9, %r10, %r11, %r12, %r13
    ADD_ROW 16, %r10, %r11, %r12, %r13, %r14
    ADD_ROW 24, %r11, %r12, %r13, %r14, %r15
    addq    %r8, 0(%rsp)
    adcq    %r9, 8(%rsp)
    adcq    %r10, 16(%rsp)
    adcq    %r11, 24(%rsp)
    adcq    %r12, 32(%rsp)
    adcq    %r13, 40(%rsp)
    adcq    %r14, 48(%rsp)
    adcq    %r15, 56(%rsp)
    adcq    $0, 64(%rsp)
    addq    $32, %rsi
    addq    $32, %rdi
    subq    $1, %rbp
    jnz     1b
2:  movq    120(%rsp), %rdi
.irp offset, 0, 8, 16, 24, 32, 40, 48, 56, 64
    movq    \offset(%rsp), %rax
    movq    %rax, \offset(%rdi)
.endr
    P256_RESTORE rbx, 72
    P256_RESTORE rbp, 80
    P256_RESTORE r12, 88
    P256_RESTORE r13, 96
    P256_RESTORE r14, 104
    P256_RESTORE r15, 112
    P256_UNSTACK 136
    ret
P256_END p256_dot_sample

/* An element a pass. */
P256_FUNCTION p256_vec_neg_sample, 3
    P256_STACK 8
    P256_SAVE rbx, 0
    P256_SAVED
    testq   %rdx, %rdx
    jz      2f
1:  xorl    %ecx, %ecx
    xorl    %r8d, %r8d
    xorl    %r11d, %r11d
    xorl    %ebx, %ebx
    subq    0(%rsi), %rcx
    sbbq    8(%rsi), %r8
    sbbq    16(%rsi), %r11
    sbbq    24(%rsi), %rbx
    sbbq    %rax, %rax
    ADD_P_MASKED %rcx, %r8, %r11, %rbx
    movq    %rcx, 0(%rdi)
    movq    %r8, 8(%rdi)
    movq    %r11, 16(%rdi)
    movq    %rbx, 24(%rdi)
    leaq    32(%rsi), %rsi
    leaq    32(%rdi), %rdi
    decq    %rdx
    jnz     1b
2:  P256_RESTORE rbx, 0
    P256_UNSTACK 8
    ret
P256_END p256_vec_neg_sample
