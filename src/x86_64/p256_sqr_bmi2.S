/* SPDX-License-Identifier: MIT */
/*
 * p256_sqr_bmi2: r = {a^2/2^256 mod p}
 *
 *     void p256_sqr_bmi2(p256_fe *r, const p256_fe *a);
 *
 * Precondition: a < p. Result: r < p. r may be a.
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
 * Made by scripts/schedule from p256_sqr_bmi2.sched, which is the text to read and to
 * edit; the comments give each instruction's number and line there.
 * Order: found by scripts/schedule --search on AMD EPYC, family 26 model 2.
 * Variables with one register: a rsi, h00 rbx, h12 r11, h13 rbx, k0 r13, k1 rbx, k3
 * rax, k5 r14, k7 rbx, l12 r12, r rdi, t0 r12, t1 rcx, t2 rax, t3 r8, t4 r10, t5 rbp,
 * t6 r11, t7 r9, y rdx.
 */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#include "../asm_abi.h"

P256_FUNCTION p256_sqr_bmi2, 2
    P256_STACK 40
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVED
    movq    0(%rsi), %rdx                  /*   0 cross products: mov     y, a[0] */
    mulxq   8(%rsi), %rcx, %rax            /*   1 cross products: mulx    t2, t1, y, a[1] */
    mulxq   16(%rsi), %r9, %r8             /*   2 cross products: mulx    t3, l, y, a[2] */
    addq    %r9, %rax                      /*   3 cross products: add     t2, l */
    movl    $0, %r9d                       /*  18 double: mov     t7, 0 */
    mulxq   24(%rsi), %r11, %r10           /*   4 cross products: mulx    t4, l, y, a[3] */
    movq    8(%rsi), %rdx                  /*   7 cross products: mov     y, a[1] */
    mulxq   24(%rsi), %rbp, %rbx           /*   9 cross products: mulx    h13, l, y, a[3] */
    adcq    %r11, %r8                      /*   5 cross products: adc     t3, l */
    adcq    $0, %r10                       /*   6 cross products: adc     t4, 0 */
    mulxq   16(%rsi), %r12, %r11           /*   8 cross products: mulx    h12, l12, y, a[2] */
    addq    %rbp, %r11                     /*  10 cross products: add     h12, l */
    adcq    $0, %rbx                       /*  11 cross products: adc     h13, 0 */
    addq    %r12, %r8                      /*  12 cross products: add     t3, l12 */
    adcq    %r11, %r10                     /*  13 cross products: adc     t4, h12 */
    movq    16(%rsi), %rdx                 /*  14 cross products: mov     y, a[2] */
    mulxq   24(%rsi), %rbp, %r11           /*  15 cross products: mulx    t6, t5, y, a[3] */
    adcq    %rbx, %rbp                     /*  16 cross products: adc     t5, h13 */
    adcq    $0, %r11                       /*  17 cross products: adc     t6, 0 */
    addq    %rcx, %rcx                     /*  19 double: add     t1, t1 */
    movq    0(%rsi), %rdx                  /*  26 squares: mov     y, a[0] */
    adcq    %rax, %rax                     /*  20 double: adc     t2, t2 */
    adcq    %r8, %r8                       /*  21 double: adc     t3, t3 */
    adcq    %r10, %r10                     /*  22 double: adc     t4, t4 */
    adcq    %rbp, %rbp                     /*  23 double: adc     t5, t5 */
    mulxq   %rdx, %r12, %rbx               /*  27 squares: mulx    h00, t0, y, y */
    adcq    %r11, %r11                     /*  24 double: adc     t6, t6 */
    adcq    $0, %r9                        /*  25 double: adc     t7, 0 */
    addq    %rbx, %rcx                     /*  28 squares: add     t1, h00 */
    movq    8(%rsi), %rdx                  /*  29 squares: mov     y, a[1] */
    mulxq   %rdx, %r13, %rbx               /*  30 squares: mulx    h, l, y, y */
    adcq    %r13, %rax                     /*  31 squares: adc     t2, l */
    adcq    %rbx, %r8                      /*  32 squares: adc     t3, h */
    movq    16(%rsi), %rdx                 /*  33 squares: mov     y, a[2] */
    mulxq   %rdx, %r13, %rbx               /*  34 squares: mulx    h, l, y, y */
    adcq    %r13, %r10                     /*  35 squares: adc     t4, l */
    movq    24(%rsi), %rdx                 /*  37 squares: mov     y, a[3] */
    mulxq   %rdx, %r13, %rsi               /*  38 squares: mulx    h, l, y, y */
    adcq    %rbx, %rbp                     /*  36 squares: adc     t5, h */
    adcq    %r13, %r11                     /*  39 squares: adc     t6, l */
    adcq    %rsi, %r9                      /*  40 squares: adc     t7, h */
    movq    %r12, %rsi                     /*  44 reduce 0: mov     h, t0 */
    movl    $0xfffffffe, %ebx              /*  49 reduce 0: mov     k7, K7 */
    movq    %r12, %r13                     /*  41 reduce 0: mov     s, t0 */
    shlq    $32, %r13                      /*  42 reduce 0: shl     s, 32 */
    movq    %r12, %r14                     /*  43 reduce 0: mov     l, t0 */
    shrq    $32, %r12                      /*  45 reduce 0: shr     t0, 32 */
    subq    %r13, %r14                     /*  46 reduce 0: sub     l, s */
    sbbq    %r12, %rsi                     /*  47 reduce 0: sbb     h, t0 */
    addq    %r13, %rcx                     /*  50 reduce 0: add     t1, s */
    adcq    %r12, %rax                     /*  51 reduce 0: adc     t2, t0 */
    adcq    %r14, %r8                      /*  52 reduce 0: adc     t3, l */
    movq    %rcx, %r12                     /*  59 reduce 1: mov     l, t1 */
    movq    %rcx, %r13                     /*  60 reduce 1: mov     h, t1 */
    movabsq $0xffffffff00000000, %r14      /*  48 reduce 0: mov     k5, K5 */
    adcq    %rsi, %r10                     /*  53 reduce 0: adc     t4, h */
    adcq    %r14, %rbp                     /*  54 reduce 0: adc     t5, k5 */
    adcq    $-1, %r11                      /*  55 reduce 0: adc     t6, -1 */
    adcq    %rbx, %r9                      /*  56 reduce 0: adc     t7, k7 */
    movq    %rcx, %rsi                     /*  57 reduce 1: mov     s, t1 */
    shlq    $32, %rsi                      /*  58 reduce 1: shl     s, 32 */
    shrq    $32, %rcx                      /*  61 reduce 1: shr     t1, 32 */
    movabsq $0x100000000, %rbx             /*  94 back: mov     k1, TWO32 */
    subq    %rsi, %r12                     /*  62 reduce 1: sub     l, s */
    sbbq    %rcx, %r13                     /*  63 reduce 1: sbb     h, t1 */
    addq    %rsi, %rax                     /*  64 reduce 1: add     t2, s */
    adcq    %rcx, %r8                      /*  65 reduce 1: adc     t3, t1 */
    adcq    %r12, %r10                     /*  66 reduce 1: adc     t4, l */
    adcq    %r13, %rbp                     /*  67 reduce 1: adc     t5, h */
    adcq    $0, %r11                       /*  68 reduce 1: adc     t6, 0 */
    movq    %rax, %rcx                     /*  73 reduce 2: mov     h, t2 */
    movq    %rax, %rsi                     /*  70 reduce 2: mov     s, t2 */
    adcq    $0, %r9                        /*  69 reduce 1: adc     t7, 0 */
    shlq    $32, %rsi                      /*  71 reduce 2: shl     s, 32 */
    movq    %rax, %r12                     /*  72 reduce 2: mov     l, t2 */
    shrq    $32, %rax                      /*  74 reduce 2: shr     t2, 32 */
    subq    %rsi, %r12                     /*  75 reduce 2: sub     l, s */
    sbbq    %rax, %rcx                     /*  76 reduce 2: sbb     h, t2 */
    addq    %rsi, %r8                      /*  77 reduce 2: add     t3, s */
    movq    %r8, %rsi                      /*  84 reduce 3: mov     l, t3 */
    movl    $0, %r13d                      /*  93 back: mov     k0, 0 */
    adcq    %rax, %r10                     /*  78 reduce 2: adc     t4, t2 */
    adcq    %r12, %rbp                     /*  79 reduce 2: adc     t5, l */
    adcq    %rcx, %r11                     /*  80 reduce 2: adc     t6, h */
    movq    %r8, %rax                      /*  85 reduce 3: mov     h, t3 */
    adcq    $0, %r9                        /*  81 reduce 2: adc     t7, 0 */
    movq    %r8, %rcx                      /*  82 reduce 3: mov     s, t3 */
    shlq    $32, %rcx                      /*  83 reduce 3: shl     s, 32 */
    shrq    $32, %r8                       /*  86 reduce 3: shr     t3, 32 */
    subq    %rcx, %rsi                     /*  87 reduce 3: sub     l, s */
    sbbq    %r8, %rax                      /*  88 reduce 3: sbb     h, t3 */
    addq    %rcx, %r10                     /*  89 reduce 3: add     t4, s */
    adcq    %r8, %rbp                      /*  90 reduce 3: adc     t5, t3 */
    adcq    %rsi, %r11                     /*  91 reduce 3: adc     t6, l */
    adcq    %rax, %r9                      /*  92 reduce 3: adc     t7, h */
    cmovc   %r13, %rbx                     /*  96 back: cmovc   k1, k0 */
    movabsq $0xffffffff00000001, %rax      /*  95 back: mov     k3, M */
    cmovc   %r13, %rax                     /*  97 back: cmovc   k3, k0 */
    adcq    $0, %r10                       /*  98 back: adc     t4, 0 */
    adcq    %rbx, %rbp                     /*  99 back: adc     t5, k1 */
    adcq    $0, %r11                       /* 100 back: adc     t6, 0 */
    adcq    %rax, %r9                      /* 101 back: adc     t7, k3 */
    movq    %r9, 24(%rdi)                  /* 105 back: store   r[3], t7 */
    movq    %r10, 0(%rdi)                  /* 102 back: store   r[0], t4 */
    movq    %r11, 16(%rdi)                 /* 104 back: store   r[2], t6 */
    movq    %rbp, 8(%rdi)                  /* 103 back: store   r[1], t5 */
    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_UNSTACK 40
    ret
P256_END p256_sqr_bmi2

#else
#include "../asm_notes.h"
#endif
