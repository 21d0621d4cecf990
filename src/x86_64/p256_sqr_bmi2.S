/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_bmi2: r = {a^2/2^256 mod p}
 *
 *     void p256_sqr_bmi2(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p.
 *
 * Made by scripts/schedule from p256_sqr_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sqr_bmi2, 2
    P256_STACK 48
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVE r15, 40
    P256_SAVED
    movq    0(%rsi), %rdx                  /*   0 cross products: mov     x0, a[0] */
    mulxq   8(%rsi), %rcx, %rax            /*   1 cross products: mulx    t2, t1, x0, a[1] */
    mulxq   24(%rsi), %r9, %r8             /*   2 cross products: mulx    t4, t3, x0, a[3] */
    mulxq   16(%rsi), %r11, %r10           /*   3 cross products: mulx    h02, l02, x0, a[2] */
    movq    24(%rsi), %rdx                 /*   4 cross products: mov     x3, a[3] */
    mulxq   16(%rsi), %rbp, %rbx           /*   5 cross products: mulx    t6, t5, x3, a[2] */
    movq    8(%rsi), %rdx                  /*   6 cross products: mov     x1, a[1] */
    mulxq   24(%rsi), %r13, %r12           /*   7 cross products: mulx    h13, l13, x1, a[3] */
    mulxq   16(%rsi), %r15, %r14           /*   8 cross products: mulx    h12, l12, x1, a[2] */
    addq    %r15, %r10                     /*   9 cross products: add     h02, l12 */
    adcq    %r14, %r13                     /*  10 cross products: adc     l13, h12 */
    adcq    $0, %r12                       /*  11 cross products: adc     h13, 0 */
    addq    %r11, %rax                     /*  12 cross products: add     t2, l02 */
    adcq    %r10, %r9                      /*  13 cross products: adc     t3, h02 */
    adcq    %r13, %r8                      /*  14 cross products: adc     t4, l13 */
    adcq    %r12, %rbp                     /*  15 cross products: adc     t5, h13 */
    adcq    $0, %rbx                       /*  16 cross products: adc     t6, 0 */
    movl    $0, %r10d                      /*  17 double: mov     t7, 0 */
    addq    %rcx, %rcx                     /*  18 double: add     t1, t1 */
    adcq    %rax, %rax                     /*  19 double: adc     t2, t2 */
    adcq    %r9, %r9                       /*  20 double: adc     t3, t3 */
    adcq    %r8, %r8                       /*  21 double: adc     t4, t4 */
    adcq    %rbp, %rbp                     /*  22 double: adc     t5, t5 */
    adcq    %rbx, %rbx                     /*  23 double: adc     t6, t6 */
    adcq    %r10, %r10                     /*  24 double: adc     t7, t7 */
    movq    0(%rsi), %rdx                  /*  25 squares: mov     x, a[0] */
    mulxq   %rdx, %r12, %r11               /*  26 squares: mulx    h0, t0, x, x */
    addq    %r11, %rcx                     /*  27 squares: add     t1, h0 */
    movq    8(%rsi), %rdx                  /*  28 squares: mov     x, a[1] */
    mulxq   %rdx, %r13, %r11               /*  29 squares: mulx    h, l, x, x */
    adcq    %r13, %rax                     /*  30 squares: adc     t2, l */
    adcq    %r11, %r9                      /*  31 squares: adc     t3, h */
    movq    16(%rsi), %rdx                 /*  32 squares: mov     x, a[2] */
    mulxq   %rdx, %r13, %r11               /*  33 squares: mulx    h, l, x, x */
    adcq    %r13, %r8                      /*  34 squares: adc     t4, l */
    adcq    %r11, %rbp                     /*  35 squares: adc     t5, h */
    movq    24(%rsi), %rdx                 /*  36 squares: mov     x, a[3] */
    mulxq   %rdx, %rsi, %r11               /*  37 squares: mulx    h, l, x, x */
    adcq    %rsi, %rbx                     /*  38 squares: adc     t6, l */
    adcq    %r11, %r10                     /*  39 squares: adc     t7, h */
    movabs  $0xffffffff00000001, %rdx      /*  40 reduce 0, 1: movabs  m, 0xffffffff00000001 */
    mulxq   %r12, %rsi, %r11               /*  41 reduce 0, 1: mulx    h0, l0, m, t0 */
    movq    %r12, %r13                     /*  42 reduce 0, 1: mov     s, t0 */
    shlq    $32, %r13                      /*  43 reduce 0, 1: shl     s, 32 */
    movq    %r12, %r12                     /*  44 reduce 0, 1: mov     w1, t0 */
    shrdq   $32, %rcx, %r12                /*  45 reduce 0, 1: shrd    w1, t1, 32 */
    addq    %r13, %rcx                     /*  46 reduce 0, 1: add     t1, s */
    adcq    %r12, %rax                     /*  47 reduce 0, 1: adc     t2, w1 */
    mulxq   %rcx, %r13, %r12               /*  48 reduce 0, 1: mulx    h1, l1, m, t1 */
    rorxq   $32, %rcx, %rcx                /*  49 reduce 0, 1: rorx    w2, t1, 32 */
    movl    %ecx, %ecx                     /*  50 reduce 0, 1: mov32   w2, w2 */
    adcq    %rcx, %r9                      /*  51 reduce 0, 1: adc     t3, w2 */
    adcq    %r13, %r11                     /*  52 reduce 0, 1: adc     h0, l1 */
    adcq    $0, %r12                       /*  53 reduce 0, 1: adc     h1, 0 */
    addq    %rsi, %r9                      /*  54 reduce 0, 1: add     t3, l0 */
    adcq    %r11, %r8                      /*  55 reduce 0, 1: adc     t4, h0 */
    adcq    %r12, %rbp                     /*  56 reduce 0, 1: adc     t5, h1 */
    adcq    $0, %rbx                       /*  57 reduce 0, 1: adc     t6, 0 */
    adcq    $0, %r10                       /*  58 reduce 0, 1: adc     t7, 0 */
    mulxq   %rax, %r11, %rcx               /*  59 reduce 2, 3: mulx    h0, l0, m, t2 */
    movq    %rax, %rsi                     /*  60 reduce 2, 3: mov     s, t2 */
    shlq    $32, %rsi                      /*  61 reduce 2, 3: shl     s, 32 */
    movq    %rax, %rax                     /*  62 reduce 2, 3: mov     w1, t2 */
    shrdq   $32, %r9, %rax                 /*  63 reduce 2, 3: shrd    w1, t3, 32 */
    addq    %rsi, %r9                      /*  64 reduce 2, 3: add     t3, s */
    adcq    %rax, %r8                      /*  65 reduce 2, 3: adc     t4, w1 */
    mulxq   %r9, %rsi, %rax                /*  66 reduce 2, 3: mulx    h1, l1, m, t3 */
    rorxq   $32, %r9, %r9                  /*  67 reduce 2, 3: rorx    w2, t3, 32 */
    movl    %r9d, %r9d                     /*  68 reduce 2, 3: mov32   w2, w2 */
    adcq    %r9, %rbp                      /*  69 reduce 2, 3: adc     t5, w2 */
    adcq    %rsi, %rcx                     /*  70 reduce 2, 3: adc     h0, l1 */
    adcq    $0, %rax                       /*  71 reduce 2, 3: adc     h1, 0 */
    addq    %r11, %rbp                     /*  72 reduce 2, 3: add     t5, l0 */
    adcq    %rcx, %rbx                     /*  73 reduce 2, 3: adc     t6, h0 */
    adcq    %rax, %r10                     /*  74 reduce 2, 3: adc     t7, h1 */
    movl    $0, %eax                       /*  75 reduce 2, 3: mov     t8, 0 */
    adcq    $0, %rax                       /*  76 reduce 2, 3: adc     t8, 0 */
    movq    %r8, %rcx                      /*  77 subtract p: mov     d0, t4 */
    movq    %rbp, %r9                      /*  78 subtract p: mov     d1, t5 */
    movq    %rbx, %r11                     /*  79 subtract p: mov     d2, t6 */
    movq    %r10, %rsi                     /*  80 subtract p: mov     d3, t7 */
    movl    $0xffffffff, %r12d             /*  81 subtract p: mov32   k, 0xffffffff */
    subq    $-1, %rcx                      /*  82 subtract p: sub     d0, -1 */
    sbbq    %r12, %r9                      /*  83 subtract p: sbb     d1, k */
    sbbq    $0, %r11                       /*  84 subtract p: sbb     d2, 0 */
    sbbq    %rdx, %rsi                     /*  85 subtract p: sbb     d3, m */
    sbbq    $0, %rax                       /*  86 subtract p: sbb     t8, 0 */
    cmovc   %r8, %rcx                      /*  87 subtract p: cmovc   d0, t4 */
    cmovc   %rbp, %r9                      /*  88 subtract p: cmovc   d1, t5 */
    cmovc   %rbx, %r11                     /*  89 subtract p: cmovc   d2, t6 */
    cmovc   %r10, %rsi                     /*  90 subtract p: cmovc   d3, t7 */
    movq    %rcx, 0(%rdi)                  /*  91 subtract p: store   r[0], d0 */
    movq    %r9, 8(%rdi)                   /*  92 subtract p: store   r[1], d1 */
    movq    %r11, 16(%rdi)                 /*  93 subtract p: store   r[2], d2 */
    movq    %rsi, 24(%rdi)                 /*  94 subtract p: store   r[3], d3 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 48
    ret
P256_END p256_sqr_bmi2

#elif defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
