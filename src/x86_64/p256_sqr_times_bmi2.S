/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_times_bmi2: r = {a^(2^n) / 2^(256(2^n - 1)) mod p}: n times p256_sqr_bmi2
 *
 *     void p256_sqr_times_bmi2(p256_fe *r, const p256_fe *a, unsigned n);
 *
 * Precondition: a < p. Result: r < p; r = a for n = 0. Time depends on n.
 *
 * Made by scripts/schedule from p256_sqr_times_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sqr_times_bmi2, 3
    P256_STACK 64
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVE r15, 40
    P256_SAVED
    movq    0(%rsi), %r8                   /*   0 load: mov     x0, a[0] */
    movq    8(%rsi), %r9                   /*   1 load: mov     x1, a[1] */
    movq    16(%rsi), %r10                 /*   2 load: mov     x2, a[2] */
    movq    24(%rsi), %r11                 /*   3 load: mov     x3, a[3] */
    movq    %rdi, 48(%rsp)                 /*   4 load: store   stack[0], r */
    movq    %rdx, 56(%rsp)                 /*   5 load: store   stack[1], n */
    testl   %edx, %edx
    jz      P256_LOCAL(p256_sqr_times_bmi2_end)
P256_LOCAL(p256_sqr_times_bmi2_loop):      /*   6 load: loop    n */
    movq    %r8, %rdx                      /*   7 cross products: mov     y, x0 */
    mulxq   %r9, %rcx, %rax                /*   8 cross products: mulx    t2, t1, y, x1 */
    mulxq   %r11, %rdi, %rsi               /*   9 cross products: mulx    t4, t3, y, x3 */
    mulxq   %r10, %rbp, %rbx               /*  10 cross products: mulx    h02, l02, y, x2 */
    movq    %r9, %rdx                      /*  11 cross products: mov     y, x1 */
    mulxq   %r11, %r13, %r12               /*  12 cross products: mulx    h13, l13, y, x3 */
    mulxq   %r10, %r15, %r14               /*  13 cross products: mulx    h12, l12, y, x2 */
    addq    %r15, %rbx                     /*  14 cross products: add     h02, l12 */
    adcq    %r14, %r13                     /*  15 cross products: adc     l13, h12 */
    adcq    $0, %r12                       /*  16 cross products: adc     h13, 0 */
    movq    %r11, %rdx                     /*  17 cross products: mov     y, x3 */
    mulxq   %r10, %r15, %r14               /*  18 cross products: mulx    t6, t5, y, x2 */
    addq    %rbp, %rax                     /*  19 cross products: add     t2, l02 */
    adcq    %rbx, %rdi                     /*  20 cross products: adc     t3, h02 */
    adcq    %r13, %rsi                     /*  21 cross products: adc     t4, l13 */
    adcq    %r12, %r15                     /*  22 cross products: adc     t5, h13 */
    adcq    $0, %r14                       /*  23 cross products: adc     t6, 0 */
    movl    $0, %ebx                       /*  24 double: mov     t7, 0 */
    addq    %rcx, %rcx                     /*  25 double: add     t1, t1 */
    adcq    %rax, %rax                     /*  26 double: adc     t2, t2 */
    adcq    %rdi, %rdi                     /*  27 double: adc     t3, t3 */
    adcq    %rsi, %rsi                     /*  28 double: adc     t4, t4 */
    adcq    %r15, %r15                     /*  29 double: adc     t5, t5 */
    adcq    %r14, %r14                     /*  30 double: adc     t6, t6 */
    adcq    %rbx, %rbx                     /*  31 double: adc     t7, t7 */
    movq    %r8, %rdx                      /*  32 squares: mov     x, x0 */
    mulxq   %rdx, %rbp, %r8                /*  33 squares: mulx    h0, t0, x, x */
    addq    %r8, %rcx                      /*  34 squares: add     t1, h0 */
    movq    %r9, %rdx                      /*  35 squares: mov     x, x1 */
    mulxq   %rdx, %r9, %r8                 /*  36 squares: mulx    h, l, x, x */
    adcq    %r9, %rax                      /*  37 squares: adc     t2, l */
    adcq    %r8, %rdi                      /*  38 squares: adc     t3, h */
    movq    %r10, %rdx                     /*  39 squares: mov     x, x2 */
    mulxq   %rdx, %r9, %r8                 /*  40 squares: mulx    h, l, x, x */
    adcq    %r9, %rsi                      /*  41 squares: adc     t4, l */
    adcq    %r8, %r15                      /*  42 squares: adc     t5, h */
    movq    %r11, %rdx                     /*  43 squares: mov     x, x3 */
    mulxq   %rdx, %r9, %r8                 /*  44 squares: mulx    h, l, x, x */
    adcq    %r9, %r14                      /*  45 squares: adc     t6, l */
    adcq    %r8, %rbx                      /*  46 squares: adc     t7, h */
    movabs  $0xffffffff00000001, %rdx      /*  47 reduce 0, 1: movabs  m, 0xffffffff00000001 */
    mulxq   %rbp, %r9, %r8                 /*  48 reduce 0, 1: mulx    h0, l0, m, t0 */
    movq    %rbp, %r10                     /*  49 reduce 0, 1: mov     s, t0 */
    shlq    $32, %r10                      /*  50 reduce 0, 1: shl     s, 32 */
    movq    %rbp, %r11                     /*  51 reduce 0, 1: mov     w1, t0 */
    shrdq   $32, %rcx, %r11                /*  52 reduce 0, 1: shrd    w1, t1, 32 */
    addq    %r10, %rcx                     /*  53 reduce 0, 1: add     t1, s */
    adcq    %r11, %rax                     /*  54 reduce 0, 1: adc     t2, w1 */
    mulxq   %rcx, %r11, %r10               /*  55 reduce 0, 1: mulx    h1, l1, m, t1 */
    rorxq   $32, %rcx, %rcx                /*  56 reduce 0, 1: rorx    w2, t1, 32 */
    movl    %ecx, %ecx                     /*  57 reduce 0, 1: mov32   w2, w2 */
    adcq    %rcx, %rdi                     /*  58 reduce 0, 1: adc     t3, w2 */
    adcq    %r11, %r8                      /*  59 reduce 0, 1: adc     h0, l1 */
    adcq    $0, %r10                       /*  60 reduce 0, 1: adc     h1, 0 */
    addq    %r9, %rdi                      /*  61 reduce 0, 1: add     t3, l0 */
    adcq    %r8, %rsi                      /*  62 reduce 0, 1: adc     t4, h0 */
    adcq    %r10, %r15                     /*  63 reduce 0, 1: adc     t5, h1 */
    adcq    $0, %r14                       /*  64 reduce 0, 1: adc     t6, 0 */
    adcq    $0, %rbx                       /*  65 reduce 0, 1: adc     t7, 0 */
    mulxq   %rax, %r8, %rcx                /*  66 reduce 2, 3: mulx    h0, l0, m, t2 */
    movq    %rax, %r9                      /*  67 reduce 2, 3: mov     s, t2 */
    shlq    $32, %r9                       /*  68 reduce 2, 3: shl     s, 32 */
    movq    %rax, %rax                     /*  69 reduce 2, 3: mov     w1, t2 */
    shrdq   $32, %rdi, %rax                /*  70 reduce 2, 3: shrd    w1, t3, 32 */
    addq    %r9, %rdi                      /*  71 reduce 2, 3: add     t3, s */
    adcq    %rax, %rsi                     /*  72 reduce 2, 3: adc     t4, w1 */
    mulxq   %rdi, %r9, %rax                /*  73 reduce 2, 3: mulx    h1, l1, m, t3 */
    rorxq   $32, %rdi, %r10                /*  74 reduce 2, 3: rorx    w2, t3, 32 */
    movl    %r10d, %r10d                   /*  75 reduce 2, 3: mov32   w2, w2 */
    adcq    %r10, %r15                     /*  76 reduce 2, 3: adc     t5, w2 */
    adcq    %r9, %rcx                      /*  77 reduce 2, 3: adc     h0, l1 */
    adcq    $0, %rax                       /*  78 reduce 2, 3: adc     h1, 0 */
    addq    %r8, %r15                      /*  79 reduce 2, 3: add     t5, l0 */
    adcq    %rcx, %r14                     /*  80 reduce 2, 3: adc     t6, h0 */
    adcq    %rax, %rbx                     /*  81 reduce 2, 3: adc     t7, h1 */
    movl    $0, %eax                       /*  82 reduce 2, 3: mov     t8, 0 */
    adcq    $0, %rax                       /*  83 reduce 2, 3: adc     t8, 0 */
    movq    %rsi, %rcx                     /*  84 subtract p: mov     d0, t4 */
    movq    %r15, %r9                      /*  85 subtract p: mov     d1, t5 */
    movq    %r14, %r10                     /*  86 subtract p: mov     d2, t6 */
    movq    %rbx, %r11                     /*  87 subtract p: mov     d3, t7 */
    movl    $0xffffffff, %r8d              /*  88 subtract p: mov32   k, 0xffffffff */
    subq    $-1, %rcx                      /*  89 subtract p: sub     d0, -1 */
    sbbq    %r8, %r9                       /*  90 subtract p: sbb     d1, k */
    sbbq    $0, %r10                       /*  91 subtract p: sbb     d2, 0 */
    sbbq    %rdx, %r11                     /*  92 subtract p: sbb     d3, m */
    sbbq    $0, %rax                       /*  93 subtract p: sbb     t8, 0 */
    cmovc   %rsi, %rcx                     /*  94 subtract p: cmovc   d0, t4 */
    cmovc   %r15, %r9                      /*  95 subtract p: cmovc   d1, t5 */
    cmovc   %r14, %r10                     /*  96 subtract p: cmovc   d2, t6 */
    cmovc   %rbx, %r11                     /*  97 subtract p: cmovc   d3, t7 */
    movq    %rcx, %r8                      /*  98 subtract p: mov     x0, d0 */
    movq    %r9, %r9                       /*  99 subtract p: mov     x1, d1 */
    movq    %r10, %r10                     /* 100 subtract p: mov     x2, d2 */
    movq    %r11, %r11                     /* 101 subtract p: mov     x3, d3 */
    subl    $1, 56(%rsp)
    jnz     P256_LOCAL(p256_sqr_times_bmi2_loop)
P256_LOCAL(p256_sqr_times_bmi2_end):       /* 102 subtract p: again   stack[1] */
    movq    48(%rsp), %rax                 /* 103 store: mov     r, stack[0] */
    movq    %r8, 0(%rax)                   /* 104 store: store   r[0], x0 */
    movq    %r9, 8(%rax)                   /* 105 store: store   r[1], x1 */
    movq    %r10, 16(%rax)                 /* 106 store: store   r[2], x2 */
    movq    %r11, 24(%rax)                 /* 107 store: store   r[3], x3 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 64
    ret
P256_END p256_sqr_times_bmi2

#elif defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
