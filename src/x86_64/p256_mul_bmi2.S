/* SPDX-License-Identifier: MIT */
/*
 * p256_mul_bmi2: r = {a*b/2^256 mod p}
 *
 *     void p256_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p.
 *
 * Made by scripts/schedule from p256_mul_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: that of the source.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_mul_bmi2, 3
    P256_STACK 40
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVED
    movq    %rdx, %rax                     /*   0 row 0: mov     bp, b */
    movq    0(%rsi), %rdx                  /*   1 row 0: mov     x, a[0] */
    mulxq   0(%rax), %r8, %rcx             /*   2 row 0: mulx    t1, t0, x, bp[0] */
    mulxq   8(%rax), %r10, %r9             /*   3 row 0: mulx    t2, l1, x, bp[1] */
    mulxq   16(%rax), %rbx, %r11           /*   4 row 0: mulx    t3, l2, x, bp[2] */
    mulxq   24(%rax), %r12, %rbp           /*   5 row 0: mulx    t4, l3, x, bp[3] */
    addq    %r10, %rcx                     /*   6 row 0: add     t1, l1 */
    adcq    %rbx, %r9                      /*   7 row 0: adc     t2, l2 */
    adcq    %r12, %r11                     /*   8 row 0: adc     t3, l3 */
    adcq    $0, %rbp                       /*   9 row 0: adc     t4, 0 */
    movq    8(%rsi), %rdx                  /*  10 row 1: mov     x, a[1] */
    mulxq   0(%rax), %rbx, %r10            /*  11 row 1: mulx    h0, l, x, bp[0] */
    addq    %rbx, %rcx                     /*  12 row 1: add     t1, l */
    mulxq   8(%rax), %r12, %rbx            /*  13 row 1: mulx    h1, l, x, bp[1] */
    adcq    %r12, %r9                      /*  14 row 1: adc     t2, l */
    mulxq   16(%rax), %r13, %r12           /*  15 row 1: mulx    h2, l, x, bp[2] */
    adcq    %r13, %r11                     /*  16 row 1: adc     t3, l */
    mulxq   24(%rax), %r14, %r13           /*  17 row 1: mulx    t5, l, x, bp[3] */
    adcq    %r14, %rbp                     /*  18 row 1: adc     t4, l */
    adcq    $0, %r13                       /*  19 row 1: adc     t5, 0 */
    addq    %r10, %r9                      /*  20 row 1: add     t2, h0 */
    adcq    %rbx, %r11                     /*  21 row 1: adc     t3, h1 */
    adcq    %r12, %rbp                     /*  22 row 1: adc     t4, h2 */
    adcq    $0, %r13                       /*  23 row 1: adc     t5, 0 */
    movabs  $0xffffffff00000001, %rdx      /*  24 reduce 0, 1: movabs  m, 0xffffffff00000001 */
    mulxq   %r8, %rbx, %r10                /*  25 reduce 0, 1: mulx    h0, l0, m, t0 */
    movq    %r8, %r12                      /*  26 reduce 0, 1: mov     s, t0 */
    shlq    $32, %r12                      /*  27 reduce 0, 1: shl     s, 32 */
    movq    %r8, %r8                       /*  28 reduce 0, 1: mov     w1, t0 */
    shrdq   $32, %rcx, %r8                 /*  29 reduce 0, 1: shrd    w1, t1, 32 */
    addq    %r12, %rcx                     /*  30 reduce 0, 1: add     t1, s */
    adcq    %r8, %r9                       /*  31 reduce 0, 1: adc     t2, w1 */
    mulxq   %rcx, %r12, %r8                /*  32 reduce 0, 1: mulx    h1, l1, m, t1 */
    rorxq   $32, %rcx, %rcx                /*  33 reduce 0, 1: rorx    w2, t1, 32 */
    movl    %ecx, %ecx                     /*  34 reduce 0, 1: mov32   w2, w2 */
    adcq    %rcx, %r11                     /*  35 reduce 0, 1: adc     t3, w2 */
    adcq    %r12, %r10                     /*  36 reduce 0, 1: adc     h0, l1 */
    adcq    $0, %r8                        /*  37 reduce 0, 1: adc     h1, 0 */
    addq    %rbx, %r11                     /*  38 reduce 0, 1: add     t3, l0 */
    adcq    %r10, %rbp                     /*  39 reduce 0, 1: adc     t4, h0 */
    adcq    %r8, %r13                      /*  40 reduce 0, 1: adc     t5, h1 */
    movl    $0, %ecx                       /*  41 reduce 0, 1: mov     t6, 0 */
    adcq    $0, %rcx                       /*  42 reduce 0, 1: adc     t6, 0 */
    movq    16(%rsi), %rdx                 /*  43 row 2: mov     x, a[2] */
    mulxq   0(%rax), %r10, %r8             /*  44 row 2: mulx    h0, l, x, bp[0] */
    addq    %r10, %r9                      /*  45 row 2: add     t2, l */
    mulxq   8(%rax), %rbx, %r10            /*  46 row 2: mulx    h1, l, x, bp[1] */
    adcq    %rbx, %r11                     /*  47 row 2: adc     t3, l */
    mulxq   16(%rax), %r12, %rbx           /*  48 row 2: mulx    h2, l, x, bp[2] */
    adcq    %r12, %rbp                     /*  49 row 2: adc     t4, l */
    mulxq   24(%rax), %r14, %r12           /*  50 row 2: mulx    h3, l, x, bp[3] */
    adcq    %r14, %r13                     /*  51 row 2: adc     t5, l */
    adcq    %r12, %rcx                     /*  52 row 2: adc     t6, h3 */
    addq    %r8, %r11                      /*  53 row 2: add     t3, h0 */
    adcq    %r10, %rbp                     /*  54 row 2: adc     t4, h1 */
    adcq    %rbx, %r13                     /*  55 row 2: adc     t5, h2 */
    adcq    $0, %rcx                       /*  56 row 2: adc     t6, 0 */
    movq    24(%rsi), %rdx                 /*  57 row 3: mov     x, a[3] */
    mulxq   0(%rax), %r10, %r8             /*  58 row 3: mulx    h0, l, x, bp[0] */
    addq    %r10, %r11                     /*  59 row 3: add     t3, l */
    mulxq   8(%rax), %rsi, %r10            /*  60 row 3: mulx    h1, l, x, bp[1] */
    adcq    %rsi, %rbp                     /*  61 row 3: adc     t4, l */
    mulxq   16(%rax), %rbx, %rsi           /*  62 row 3: mulx    h2, l, x, bp[2] */
    adcq    %rbx, %r13                     /*  63 row 3: adc     t5, l */
    mulxq   24(%rax), %rbx, %rax           /*  64 row 3: mulx    t7, l, x, bp[3] */
    adcq    %rbx, %rcx                     /*  65 row 3: adc     t6, l */
    adcq    $0, %rax                       /*  66 row 3: adc     t7, 0 */
    addq    %r8, %rbp                      /*  67 row 3: add     t4, h0 */
    adcq    %r10, %r13                     /*  68 row 3: adc     t5, h1 */
    adcq    %rsi, %rcx                     /*  69 row 3: adc     t6, h2 */
    adcq    $0, %rax                       /*  70 row 3: adc     t7, 0 */
    movabs  $0xffffffff00000001, %rdx      /*  71 reduce 2, 3: movabs  m, 0xffffffff00000001 */
    mulxq   %r9, %r10, %r8                 /*  72 reduce 2, 3: mulx    h0, l0, m, t2 */
    movq    %r9, %rsi                      /*  73 reduce 2, 3: mov     s, t2 */
    shlq    $32, %rsi                      /*  74 reduce 2, 3: shl     s, 32 */
    movq    %r9, %r9                       /*  75 reduce 2, 3: mov     w1, t2 */
    shrdq   $32, %r11, %r9                 /*  76 reduce 2, 3: shrd    w1, t3, 32 */
    addq    %rsi, %r11                     /*  77 reduce 2, 3: add     t3, s */
    adcq    %r9, %rbp                      /*  78 reduce 2, 3: adc     t4, w1 */
    mulxq   %r11, %rsi, %r9                /*  79 reduce 2, 3: mulx    h1, l1, m, t3 */
    rorxq   $32, %r11, %r11                /*  80 reduce 2, 3: rorx    w2, t3, 32 */
    movl    %r11d, %r11d                   /*  81 reduce 2, 3: mov32   w2, w2 */
    adcq    %r11, %r13                     /*  82 reduce 2, 3: adc     t5, w2 */
    adcq    %rsi, %r8                      /*  83 reduce 2, 3: adc     h0, l1 */
    adcq    $0, %r9                        /*  84 reduce 2, 3: adc     h1, 0 */
    addq    %r10, %r13                     /*  85 reduce 2, 3: add     t5, l0 */
    adcq    %r8, %rcx                      /*  86 reduce 2, 3: adc     t6, h0 */
    adcq    %r9, %rax                      /*  87 reduce 2, 3: adc     t7, h1 */
    movl    $0, %r8d                       /*  88 reduce 2, 3: mov     t8, 0 */
    adcq    $0, %r8                        /*  89 reduce 2, 3: adc     t8, 0 */
    movq    %rbp, %r9                      /*  90 subtract p: mov     d0, t4 */
    movq    %r13, %r10                     /*  91 subtract p: mov     d1, t5 */
    movq    %rcx, %r11                     /*  92 subtract p: mov     d2, t6 */
    movq    %rax, %rsi                     /*  93 subtract p: mov     d3, t7 */
    movl    $0xffffffff, %ebx              /*  94 subtract p: mov32   k, 0xffffffff */
    subq    $-1, %r9                       /*  95 subtract p: sub     d0, -1 */
    sbbq    %rbx, %r10                     /*  96 subtract p: sbb     d1, k */
    sbbq    $0, %r11                       /*  97 subtract p: sbb     d2, 0 */
    sbbq    %rdx, %rsi                     /*  98 subtract p: sbb     d3, m */
    sbbq    $0, %r8                        /*  99 subtract p: sbb     t8, 0 */
    cmovc   %rbp, %r9                      /* 100 subtract p: cmovc   d0, t4 */
    cmovc   %r13, %r10                     /* 101 subtract p: cmovc   d1, t5 */
    cmovc   %rcx, %r11                     /* 102 subtract p: cmovc   d2, t6 */
    cmovc   %rax, %rsi                     /* 103 subtract p: cmovc   d3, t7 */
    movq    %r9, 0(%rdi)                   /* 104 subtract p: store   r[0], d0 */
    movq    %r10, 8(%rdi)                  /* 105 subtract p: store   r[1], d1 */
    movq    %r11, 16(%rdi)                 /* 106 subtract p: store   r[2], d2 */
    movq    %rsi, 24(%rdi)                 /* 107 subtract p: store   r[3], d3 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_UNSTACK 40
    ret
P256_END p256_mul_bmi2

#elif defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
