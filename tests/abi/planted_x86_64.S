/* SPDX-License-Identifier: MIT */
/*
 * Functions that each break one rule, so that the checker can show that it would notice.
 * Those with prefix plant_ are of the convention of the system, those with plant_win64_ of
 * Win64. Most do nothing else; test_abi.c has the prototypes.
 */
#include "asm_abi.h"

/* Without the Win64 entry of P256_FUNCTION, which would repair some of the damage. */
.macro BEGIN name
    .text
#if defined(__APPLE__)
    .globl  _\name
_\name:
#else
    .globl  \name
\name:
#endif
    P256_LANDING_PAD
.endm

#if defined(_WIN32)
#define ARG0 %rcx
#define ARG1 %rdx
#define ARG2 %r8
#else
#define ARG0 %rdi
#define ARG1 %rsi
#define ARG2 %rdx
#endif

/* A callee-saved register. */
.macro CORRUPT_GENERAL prefix, reg
BEGIN \prefix\reg
    notq    %\reg
    ret
.endm
.irp reg, rbx, rbp, r12, r13, r14, r15
CORRUPT_GENERAL plant_, \reg
.endr
.irp reg, rbx, rbp, r12, r13, r14, r15, rdi, rsi
CORRUPT_GENERAL plant_win64_, \reg
.endr

.macro CORRUPT_XMM i
BEGIN plant_win64_xmm\i
    pcmpeqd %xmm\i, %xmm\i
    ret
.endm
.irp i, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
CORRUPT_XMM \i
.endr

BEGIN plant_direction
    std
    ret

BEGIN plant_mxcsr
    pushq   $0x1f80
    ldmxcsr (%rsp)
    popq    %rax
    ret

BEGIN plant_x87_control
    fninit
    ret

BEGIN plant_mmx
    pxor    %mm0, %mm0
    ret

/* Takes an argument that is not there. */
BEGIN plant_pops_one
    ret     $8

/* Leaves a word on the stack, below it the return address once more. */
BEGIN plant_leaves_one
    movq    (%rsp), %rax
    pushq   %rax
    ret

/* Returns to what it saved. */
BEGIN plant_returns_wild
    pushq   %rax
    ret

/* Writes into its caller's frame. */
BEGIN plant_above
    movq    $0, 64(%rsp)
    ret

BEGIN plant_deep
    subq    $20000, %rsp
    movq    $0, (%rsp)
    addq    $20000, %rsp
    ret

BEGIN plant_below_red_zone
    movq    $0, -136(%rsp)
    ret

/* Farther down than the next few kilobytes. */
BEGIN plant_far_below
    movq    $0, -8192(%rsp)
    ret

BEGIN plant_red_zone
    movq    $0, -8(%rsp)
    ret

BEGIN plant_dirty_ymm
    vpcmpeqd %ymm1, %ymm1, %ymm1
    ret

BEGIN plant_dirty_zmm
    vpternlogd $255, %zmm1, %zmm1, %zmm1
    ret

/* if (flag) *r = *a, but looks at 64 bits of the flag */
BEGIN plant_wide_flag
    testq   ARG2, ARG2
    jz      1f
    movdqu  (ARG1), %xmm0
    movdqu  16(ARG1), %xmm1
    movdqu  %xmm0, (ARG0)
    movdqu  %xmm1, 16(ARG0)
1:  ret

/* *r = k, but takes 64 bits of k */
BEGIN plant_wide_number
    movq    ARG2, %rax
    jmp     store_rax

/* *r = 0 and a fault: each takes for granted what the caller's state happens to be. */
BEGIN plant_trusts_general
    movq    %r11, %rax
    jmp     store_rax
BEGIN plant_trusts_vector
    movq    %xmm5, %rax
    jmp     store_rax
BEGIN plant_trusts_ymm
    vextracti128 $1, %ymm5, %xmm5
    vmovq   %xmm5, %rax
    vzeroupper
    jmp     store_rax
BEGIN plant_trusts_mask
    kmovw   %k1, %eax
    jmp     store_rax
BEGIN plant_trusts_flags
    movl    $0, %eax
    adcl    $0, %eax
    jmp     store_rax

/* 1/3 is 0x3fd5555555555555, rounded to nearest or down. */
BEGIN plant_trusts_rounding
    pushq   %rbx
    subq    $16, %rsp
    stmxcsr (%rsp)
    movl    (%rsp), %eax
    orl     $0x1f80, %eax
    movl    %eax, 8(%rsp)
    ldmxcsr 8(%rsp)
    movl    $1, %eax
    cvtsi2sdl %eax, %xmm0
    movl    $3, %eax
    cvtsi2sdl %eax, %xmm1
    divsd   %xmm1, %xmm0
    movq    %xmm0, %rax
    movabsq $0x3fd5555555555555, %rbx
    subq    %rbx, %rax
    ldmxcsr (%rsp)
    addq    $16, %rsp
    popq    %rbx
    jmp     store_rax

/* Divides with the floating point traps as they are. */
BEGIN plant_inexact
    movl    $1, %eax
    cvtsi2sdl %eax, %xmm0
    movl    $3, %eax
    cvtsi2sdl %eax, %xmm1
    divsd   %xmm1, %xmm0
    ret

store_rax:
    movq    %rax, (ARG0)
    movq    $0, 8(ARG0)
    movq    $0, 16(ARG0)
    movq    $0, 24(ARG0)
    ret
