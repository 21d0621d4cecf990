/* SPDX-License-Identifier: MIT */
/*
 * p256_mul_bmi2: r = {a*b/2^256 mod p}
 *
 *     void p256_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * Precondition: a, b < p. Result: r < p. r may be a or b.
 *
 * Row by row: T += a_i*b*B^i for i = 0..3, and behind each row the reduction of the lowest
 * word. bp is b, which comes in rdx, where MULX wants its multiplier.
 *
 * Words of 64 bits, B = 2^64; t0..t7 hold T, t_i of weight B^i. -1/p = 1 mod B, so the quotient
 * digit that clears t_i is q = t_i itself. p + 1 = 2^96 + M*2^192 with M = 2^64 - 2^32 + 1, so
 * q*p*B^i, added, clears t_i and adds q*2^32 = s + u*B at t_i+1, and q*M = l + h*B at t_i+3,
 * where s = q*2^32 mod B, u = q/2^32, and M = B - 2^32 + 1 gives l = q - s mod B,
 * h = q - u - borrow >= 0.
 *
 * V = T/B^4 after the four reductions, V < 2p. C = B^4 - p - 1 = (0, K5, B-1, K7), least word
 * first, is added to words 4..7 on the way, so that the last carry says V >= p + 1. That is
 * V >= p, since V = p does not happen: p would divide a*b, and then a or b is 0, where T stays 0
 * and V is 0. carry = 1: the sum mod B^4 is V - p - 1, and 1 is still to add. carry = 0: it is
 * V - p - 1 + B^4, and p + 1 = (0, 2^32, 0, M) is to add.
 *
 * Why carries out of t7 cannot be before the last: T <= (p-1)^2 + (B^3-1)*p + C*B^4
 * < B^8 - p*(B^4 - p - B^3), and B^4 - p = 2^224 - 2^192 - 2^96 + 1 > B^3.
 *
 * Made by scripts/schedule from p256_mul_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: found by scripts/schedule --search on AMD EPYC, family 26 model 2.
 * Variables with one register: a rsi, b rdx, bp rax, c rbx, h3 rax, k rax, k0 r9, k1
 * rax, k3 rcx, l1 r10, l2 r11, l3 rbx, r rdi, t0 r8, t1 rcx, t2 r9, t3 r10, t4 r11,
 * t5 r15, t6 r14, t7 rbp, uk rax, x rdx.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_mul_bmi2, 3
    P256_STACK 48
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVE r15, 40
    P256_SAVED
    movq    %rdx, %rax                     /*   0 row 0: mov     bp, b */
    movq    0(%rsi), %rdx                  /*   1 row 0: mov     x, a[0] */
    mulxq   0(%rax), %r8, %rcx             /*   2 row 0: mulx    t1, t0, x, bp[0] */
    mulxq   8(%rax), %r10, %r9             /*   3 row 0: mulx    t2, l1, x, bp[1] */
    addq    %r10, %rcx                     /*   4 row 0: add     t1, l1 */
    mulxq   16(%rax), %r11, %r10           /*   5 row 0: mulx    t3, l2, x, bp[2] */
    adcq    %r11, %r9                      /*   6 row 0: adc     t2, l2 */
    mulxq   24(%rax), %rbx, %r11           /*   7 row 0: mulx    t4, l3, x, bp[3] */
    adcq    %rbx, %r10                     /*   8 row 0: adc     t3, l3 */
    movq    8(%rsi), %rdx                  /*  10 row 1: mov     x, a[1] */
    movl    $32, %ebx                      /*  24 reduce 0: mov32   c, 32 */
    adcq    $0, %r11                       /*   9 row 0: adc     t4, 0 */
    mulxq   0(%rax), %r12, %rbp            /*  11 row 1: mulx    h0, l0, x, bp[0] */
    mulxq   8(%rax), %r14, %r13            /*  12 row 1: mulx    h1, l, x, bp[1] */
    addq    %r14, %rbp                     /*  13 row 1: add     h0, l */
    mulxq   16(%rax), %r15, %r14           /*  14 row 1: mulx    h2, l, x, bp[2] */
    adcq    %r15, %r13                     /*  15 row 1: adc     h1, l */
    mulxq   24(%rax), %rdx, %r15           /*  16 row 1: mulx    t5, l, x, bp[3] */
    adcq    %rdx, %r14                     /*  17 row 1: adc     h2, l */
    adcq    $0, %r15                       /*  18 row 1: adc     t5, 0 */
    addq    %r12, %rcx                     /*  19 row 1: add     t1, l0 */
    adcq    %rbp, %r9                      /*  20 row 1: adc     t2, h0 */
    adcq    %r13, %r10                     /*  21 row 1: adc     t3, h1 */
    adcq    %r14, %r11                     /*  22 row 1: adc     t4, h2 */
    adcq    $0, %r15                       /*  23 row 1: adc     t5, 0 */
    shlxq   %rbx, %r8, %rbp                /*  25 reduce 0: shlx    s, t0, c */
    movq    %r8, %r12                      /*  27 reduce 0: mov     l, t0 */
    subq    %rbp, %r12                     /*  28 reduce 0: sub     l, s */
    shrxq   %rbx, %r8, %r13                /*  26 reduce 0: shrx    u, t0, c */
    sbbq    %r13, %r8                      /*  29 reduce 0: sbb     t0, u */
    movq    16(%rsi), %rdx                 /*  35 row 2: mov     x, a[2] */
    addq    %rbp, %rcx                     /*  30 reduce 0: add     t1, s */
    adcq    %r13, %r9                      /*  31 reduce 0: adc     t2, u */
    adcq    %r12, %r10                     /*  32 reduce 0: adc     t3, l */
    mulxq   0(%rax), %r12, %rbp            /*  36 row 2: mulx    h0, l0, x, bp[0] */
    mulxq   8(%rax), %r14, %r13            /*  37 row 2: mulx    h1, l, x, bp[1] */
    adcq    %r8, %r11                      /*  33 reduce 0: adc     t4, t0 */
    adcq    $0, %r15                       /*  34 reduce 0: adc     t5, 0 */
    addq    %r14, %rbp                     /*  38 row 2: add     h0, l */
    mulxq   16(%rax), %r14, %r8            /*  39 row 2: mulx    h2, l, x, bp[2] */
    adcq    %r14, %r13                     /*  40 row 2: adc     h1, l */
    mulxq   24(%rax), %rdx, %r14           /*  41 row 2: mulx    t6, l, x, bp[3] */
    adcq    %rdx, %r8                      /*  42 row 2: adc     h2, l */
    adcq    $0, %r14                       /*  43 row 2: adc     t6, 0 */
    addq    %r12, %r9                      /*  44 row 2: add     t2, l0 */
    adcq    %rbp, %r10                     /*  45 row 2: adc     t3, h0 */
    adcq    %r13, %r11                     /*  46 row 2: adc     t4, h1 */
    movl    $0xfffffffe, %ebp              /*  54 reduce 1: mov32   t7, 0xfffffffe */
    adcq    %r8, %r15                      /*  47 row 2: adc     t5, h2 */
    adcq    $0, %r14                       /*  48 row 2: adc     t6, 0 */
    shlxq   %rbx, %rcx, %r8                /*  49 reduce 1: shlx    s, t1, c */
    shrxq   %rbx, %rcx, %r12               /*  50 reduce 1: shrx    u, t1, c */
    movq    %rcx, %r13                     /*  51 reduce 1: mov     l, t1 */
    subq    %r8, %r13                      /*  52 reduce 1: sub     l, s */
    sbbq    %r12, %rcx                     /*  53 reduce 1: sbb     t1, u */
    addq    %r8, %r9                       /*  55 reduce 1: add     t2, s */
    adcq    %r12, %r10                     /*  56 reduce 1: adc     t3, u */
    adcq    %r13, %r11                     /*  57 reduce 1: adc     t4, l */
    adcq    %rcx, %r15                     /*  58 reduce 1: adc     t5, t1 */
    movq    24(%rsi), %rdx                 /*  61 row 3: mov     x, a[3] */
    adcq    $-1, %r14                      /*  59 reduce 1: adc     t6, -1 */
    mulxq   0(%rax), %r8, %rcx             /*  62 row 3: mulx    h0, l0, x, bp[0] */
    mulxq   8(%rax), %r12, %rsi            /*  63 row 3: mulx    h1, l, x, bp[1] */
    adcq    $0, %rbp                       /*  60 reduce 1: adc     t7, 0 */
    addq    %r12, %rcx                     /*  64 row 3: add     h0, l */
    mulxq   16(%rax), %r13, %r12           /*  65 row 3: mulx    h2, l, x, bp[2] */
    adcq    %r13, %rsi                     /*  66 row 3: adc     h1, l */
    mulxq   24(%rax), %r13, %rax           /*  67 row 3: mulx    h3, l, x, bp[3] */
    adcq    %r13, %r12                     /*  68 row 3: adc     h2, l */
    adcq    $0, %rax                       /*  69 row 3: adc     h3, 0 */
    addq    %r8, %r10                      /*  70 row 3: add     t3, l0 */
    shlxq   %rbx, %r9, %r8                 /*  75 reduce 2: shlx    s, t2, c */
    shrxq   %rbx, %r9, %r13                /*  76 reduce 2: shrx    u, t2, c */
    adcq    %rcx, %r11                     /*  71 row 3: adc     t4, h0 */
    adcq    %rsi, %r15                     /*  72 row 3: adc     t5, h1 */
    adcq    %r12, %r14                     /*  73 row 3: adc     t6, h2 */
    adcq    %rax, %rbp                     /*  74 row 3: adc     t7, h3 */
    movq    %r9, %rax                      /*  77 reduce 2: mov     l, t2 */
    subq    %r8, %rax                      /*  78 reduce 2: sub     l, s */
    sbbq    %r13, %r9                      /*  79 reduce 2: sbb     t2, u */
    addq    %r8, %r10                      /*  80 reduce 2: add     t3, s */
    shlxq   %rbx, %r10, %rcx               /*  85 reduce 3: shlx    s, t3, c */
    adcq    %r13, %r11                     /*  81 reduce 2: adc     t4, u */
    shrxq   %rbx, %r10, %r8                /*  86 reduce 3: shrx    u, t3, c */
    movq    %r10, %rsi                     /*  87 reduce 3: mov     l, t3 */
    adcq    %rax, %r15                     /*  82 reduce 2: adc     t5, l */
    adcq    %r9, %r14                      /*  83 reduce 2: adc     t6, t2 */
    adcq    $0, %rbp                       /*  84 reduce 2: adc     t7, 0 */
    subq    %rcx, %rsi                     /*  88 reduce 3: sub     l, s */
    sbbq    %r8, %r10                      /*  89 reduce 3: sbb     t3, u */
    movabsq $0xffffffff00000000, %rax      /*  90 reduce 3: mov     k, K5 */
    movl    $0, %r9d                       /*  96 back: mov     k0, 0 */
    leaq    (%r8, %rax), %rax              /*  91 reduce 3: lea     uk, [u + k] */
    addq    %rcx, %r11                     /*  92 reduce 3: add     t4, s */
    adcq    %rax, %r15                     /*  93 reduce 3: adc     t5, uk */
    movabsq $0x100000000, %rax             /*  97 back: mov     k1, TWO32 */
    movabsq $0xffffffff00000001, %rcx      /*  98 back: mov     k3, M */
    adcq    %rsi, %r14                     /*  94 reduce 3: adc     t6, l */
    adcq    %r10, %rbp                     /*  95 reduce 3: adc     t7, t3 */
    cmovc   %r9, %rax                      /*  99 back: cmovc   k1, k0 */
    cmovc   %r9, %rcx                      /* 100 back: cmovc   k3, k0 */
    adcq    $0, %r11                       /* 101 back: adc     t4, 0 */
    adcq    %rax, %r15                     /* 102 back: adc     t5, k1 */
    adcq    $0, %r14                       /* 103 back: adc     t6, 0 */
    adcq    %rcx, %rbp                     /* 104 back: adc     t7, k3 */
    movq    %r11, 0(%rdi)                  /* 105 back: store   r[0], t4 */
    movq    %r14, 16(%rdi)                 /* 107 back: store   r[2], t6 */
    movq    %r15, 8(%rdi)                  /* 106 back: store   r[1], t5 */
    movq    %rbp, 24(%rdi)                 /* 108 back: store   r[3], t7 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 48
    ret
P256_END p256_mul_bmi2

#else
#include "../asm_notes.h"
#endif
