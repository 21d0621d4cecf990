/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_times_bmi2: r = {a^(2^n) / 2^(256(2^n - 1)) mod p}: n times p256_sqr_bmi2
 *
 *     void p256_sqr_times_bmi2(p256_fe *r, const p256_fe *a, unsigned n);
 *
 * Precondition: a < p. Result: r < p; r = a for n = 0. r may be a. Time depends on n alone.
 * The value stays in x0..x3 between squarings; r and the count wait in the frame.
 *
 * T = 2*W + (a_0^2, a_1^2, a_2^2, a_3^2), where W = sum of a_i*a_j*B^(i+j) over i < j; then the
 * four reductions.
 *
 * Words of 64 bits, B = 2^64; t0..t7 hold T, t_i of weight B^i. -1/p = 1 mod B, so the quotient
 * digit that clears t_i is q = t_i itself. p + 1 = 2^96 + M*2^192 with M = 2^64 - 2^32 + 1, so
 * q*p*B^i, added, clears t_i and adds q*2^32 = s + u*B at t_i+1, and q*M = l + h*B at t_i+3,
 * where s = q*2^32 mod B, u = q/2^32, and M = B - 2^32 + 1 gives l = q - s mod B,
 * h = q - u - borrow >= 0.
 *
 * V = T/B^4 after the four reductions, V < 2p. C = B^4 - p - 1 = (0, K5, B-1, K7), least word
 * first, is added to words 4..7 on the way, so that the last carry says V >= p + 1. That is
 * V >= p, since V = p does not happen: p would divide a^2, and then a is 0, where T stays 0
 * and V is 0. carry = 1: the sum mod B^4 is V - p - 1, and 1 is still to add. carry = 0: it is
 * V - p - 1 + B^4, and p + 1 = (0, 2^32, 0, M) is to add.
 *
 * Why carries out of t7 cannot be before the last: T <= (p-1)^2 + (B^3-1)*p + C*B^4
 * < B^8 - p*(B^4 - p - B^3), and B^4 - p = 2^224 - 2^192 - 2^96 + 1 > B^3.
 *
 * Made by scripts/schedule from p256_sqr_times_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: found by scripts/schedule --search on AMD EPYC, family 26 model 2.
 * Variables with one register: a rsi, c r8, h r8, h00 r8, h02 rsi, h12 r14, h13 r12,
 * k0 rax, k1 r9, k3 rcx, k5 r12, k7 r9, l02 rdi, l12 r15, l13 r13, n rdx, t0 rdi, t1
 * rcx, t2 rax, t3 rbp, t4 rbx, t5 r15, t6 r14, t7 rsi, x0 r8, x1 r9, x2 r10, x3 r11,
 * y rdx.
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
    movq    16(%rsi), %r10                 /*   2 load: mov     x2, a[2] */
    movq    %rdx, 56(%rsp)                 /*   5 load: store   stack[1], n */
    movq    0(%rsi), %r8                   /*   0 load: mov     x0, a[0] */
    movq    24(%rsi), %r11                 /*   3 load: mov     x3, a[3] */
    movq    8(%rsi), %r9                   /*   1 load: mov     x1, a[1] */
    movq    %rdi, 48(%rsp)                 /*   4 load: store   stack[0], r */
    testl   %edx, %edx
    jz      P256_LOCAL(p256_sqr_times_bmi2_end)
P256_LOCAL(p256_sqr_times_bmi2_loop):      /*   6 load: loop    n */
    movq    %r8, %rdx                      /*   7 cross products: mov     y, x0 */
    mulxq   %r9, %rcx, %rax                /*   8 cross products: mulx    t2, t1, y, x1 */
    mulxq   %r10, %rdi, %rsi               /*   9 cross products: mulx    h02, l02, y, x2 */
    mulxq   %r11, %rbp, %rbx               /*  10 cross products: mulx    t4, t3, y, x3 */
    movq    %r9, %rdx                      /*  11 cross products: mov     y, x1 */
    mulxq   %r11, %r13, %r12               /*  13 cross products: mulx    h13, l13, y, x3 */
    mulxq   %r10, %r15, %r14               /*  12 cross products: mulx    h12, l12, y, x2 */
    addq    %r15, %rsi                     /*  14 cross products: add     h02, l12 */
    adcq    %r14, %r13                     /*  15 cross products: adc     l13, h12 */
    adcq    $0, %r12                       /*  16 cross products: adc     h13, 0 */
    movq    %r10, %rdx                     /*  17 cross products: mov     y, x2 */
    mulxq   %r11, %r15, %r14               /*  18 cross products: mulx    t6, t5, y, x3 */
    addq    %rdi, %rax                     /*  19 cross products: add     t2, l02 */
    adcq    %rsi, %rbp                     /*  20 cross products: adc     t3, h02 */
    adcq    %r13, %rbx                     /*  21 cross products: adc     t4, l13 */
    movq    %r8, %rdx                      /*  32 squares: mov     y, x0 */
    movl    $0, %esi                       /*  24 double: mov     t7, 0 */
    adcq    %r12, %r15                     /*  22 cross products: adc     t5, h13 */
    adcq    $0, %r14                       /*  23 cross products: adc     t6, 0 */
    addq    %rcx, %rcx                     /*  25 double: add     t1, t1 */
    adcq    %rax, %rax                     /*  26 double: adc     t2, t2 */
    adcq    %rbp, %rbp                     /*  27 double: adc     t3, t3 */
    adcq    %rbx, %rbx                     /*  28 double: adc     t4, t4 */
    adcq    %r15, %r15                     /*  29 double: adc     t5, t5 */
    adcq    %r14, %r14                     /*  30 double: adc     t6, t6 */
    adcq    $0, %rsi                       /*  31 double: adc     t7, 0 */
    mulxq   %rdx, %rdi, %r8                /*  33 squares: mulx    h00, t0, y, y */
    addq    %r8, %rcx                      /*  34 squares: add     t1, h00 */
    movq    %r9, %rdx                      /*  35 squares: mov     y, x1 */
    mulxq   %rdx, %r9, %r8                 /*  36 squares: mulx    h, l, y, y */
    movq    %r10, %rdx                     /*  39 squares: mov     y, x2 */
    adcq    %r9, %rax                      /*  37 squares: adc     t2, l */
    adcq    %r8, %rbp                      /*  38 squares: adc     t3, h */
    mulxq   %rdx, %r9, %r8                 /*  40 squares: mulx    h, l, y, y */
    adcq    %r9, %rbx                      /*  41 squares: adc     t4, l */
    adcq    %r8, %r15                      /*  42 squares: adc     t5, h */
    movq    %r11, %rdx                     /*  43 squares: mov     y, x3 */
    mulxq   %rdx, %r9, %r8                 /*  44 squares: mulx    h, l, y, y */
    adcq    %r9, %r14                      /*  45 squares: adc     t6, l */
    adcq    %r8, %rsi                      /*  46 squares: adc     t7, h */
    movl    $0x20, %r8d                    /*  47 reduce 0: mov     c, C32 */
    shlxq   %r8, %rdi, %r9                 /*  48 reduce 0: shlx    s, t0, c */
    shrxq   %r8, %rdi, %r10                /*  49 reduce 0: shrx    u, t0, c */
    movq    %rdi, %r11                     /*  50 reduce 0: mov     l, t0 */
    subq    %r9, %r11                      /*  51 reduce 0: sub     l, s */
    sbbq    %r10, %rdi                     /*  52 reduce 0: sbb     t0, u */
    movabsq $0xffffffff00000000, %r12      /*  53 reduce 0: mov     k5, K5 */
    addq    %r9, %rcx                      /*  55 reduce 0: add     t1, s */
    adcq    %r10, %rax                     /*  56 reduce 0: adc     t2, u */
    adcq    %r11, %rbp                     /*  57 reduce 0: adc     t3, l */
    adcq    %rdi, %rbx                     /*  58 reduce 0: adc     t4, t0 */
    adcq    %r12, %r15                     /*  59 reduce 0: adc     t5, k5 */
    adcq    $-1, %r14                      /*  60 reduce 0: adc     t6, -1 */
    movl    $0xfffffffe, %r9d              /*  54 reduce 0: mov     k7, K7 */
    adcq    %r9, %rsi                      /*  61 reduce 0: adc     t7, k7 */
    shlxq   %r8, %rcx, %r9                 /*  62 reduce 1: shlx    s, t1, c */
    shrxq   %r8, %rcx, %r10                /*  63 reduce 1: shrx    u, t1, c */
    movq    %rcx, %r11                     /*  64 reduce 1: mov     l, t1 */
    subq    %r9, %r11                      /*  65 reduce 1: sub     l, s */
    sbbq    %r10, %rcx                     /*  66 reduce 1: sbb     t1, u */
    addq    %r9, %rax                      /*  67 reduce 1: add     t2, s */
    adcq    %r10, %rbp                     /*  68 reduce 1: adc     t3, u */
    adcq    %r11, %rbx                     /*  69 reduce 1: adc     t4, l */
    adcq    %rcx, %r15                     /*  70 reduce 1: adc     t5, t1 */
    adcq    $0, %r14                       /*  71 reduce 1: adc     t6, 0 */
    adcq    $0, %rsi                       /*  72 reduce 1: adc     t7, 0 */
    shlxq   %r8, %rax, %rcx                /*  73 reduce 2: shlx    s, t2, c */
    shrxq   %r8, %rax, %r9                 /*  74 reduce 2: shrx    u, t2, c */
    movq    %rax, %r10                     /*  75 reduce 2: mov     l, t2 */
    subq    %rcx, %r10                     /*  76 reduce 2: sub     l, s */
    sbbq    %r9, %rax                      /*  77 reduce 2: sbb     t2, u */
    addq    %rcx, %rbp                     /*  78 reduce 2: add     t3, s */
    adcq    %r9, %rbx                      /*  79 reduce 2: adc     t4, u */
    adcq    %r10, %r15                     /*  80 reduce 2: adc     t5, l */
    adcq    %rax, %r14                     /*  81 reduce 2: adc     t6, t2 */
    adcq    $0, %rsi                       /*  82 reduce 2: adc     t7, 0 */
    movl    $0, %eax                       /*  92 back: mov     k0, 0 */
    movabsq $0xffffffff00000001, %rcx      /*  94 back: mov     k3, M */
    movabsq $0x100000000, %r9              /*  93 back: mov     k1, TWO32 */
    shlxq   %r8, %rbp, %r10                /*  83 reduce 3: shlx    s, t3, c */
    shrxq   %r8, %rbp, %r8                 /*  84 reduce 3: shrx    u, t3, c */
    movq    %rbp, %r11                     /*  85 reduce 3: mov     l, t3 */
    subq    %r10, %r11                     /*  86 reduce 3: sub     l, s */
    sbbq    %r8, %rbp                      /*  87 reduce 3: sbb     t3, u */
    addq    %r10, %rbx                     /*  88 reduce 3: add     t4, s */
    adcq    %r8, %r15                      /*  89 reduce 3: adc     t5, u */
    adcq    %r11, %r14                     /*  90 reduce 3: adc     t6, l */
    adcq    %rbp, %rsi                     /*  91 reduce 3: adc     t7, t3 */
    cmovc   %rax, %r9                      /*  95 back: cmovc   k1, k0 */
    cmovc   %rax, %rcx                     /*  96 back: cmovc   k3, k0 */
    adcq    $0, %rbx                       /*  97 back: adc     t4, 0 */
    movq    %rbx, %r8                      /* 101 back: mov     x0, t4 */
    adcq    %r9, %r15                      /*  98 back: adc     t5, k1 */
    adcq    $0, %r14                       /*  99 back: adc     t6, 0 */
    adcq    %rcx, %rsi                     /* 100 back: adc     t7, k3 */
    movq    %r15, %r9                      /* 102 back: mov     x1, t5 */
    movq    %r14, %r10                     /* 103 back: mov     x2, t6 */
    movq    %rsi, %r11                     /* 104 back: mov     x3, t7 */
    subl    $1, 56(%rsp)
    jnz     P256_LOCAL(p256_sqr_times_bmi2_loop)
P256_LOCAL(p256_sqr_times_bmi2_end):       /* 105 back: again   stack[1] */
    movq    48(%rsp), %rax                 /* 106 store: mov     r, stack[0] */
    movq    %r8, 0(%rax)                   /* 107 store: store   r[0], x0 */
    movq    %r9, 8(%rax)                   /* 108 store: store   r[1], x1 */
    movq    %r10, 16(%rax)                 /* 109 store: store   r[2], x2 */
    movq    %r11, 24(%rax)                 /* 110 store: store   r[3], x3 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 64
    ret
P256_END p256_sqr_times_bmi2

#else
#include "../asm_notes.h"
#endif
