/* SPDX-License-Identifier: MIT */
/*
 * Every instruction that x86_64.py knows, for a comparison of its model with the processor's.
 *
 *     void p256_mul_NAME(p256_fe *r, const p256_fe *a, const p256_fe *b);
 *
 * The names are those of a slot with these arguments; what r becomes has no meaning.
 */
#include "../../src/asm_abi.h"

/* Sums and their carries: ADD, ADC, SUB, SBB, CMP, NEG, INC, DEC. */
P256_FUNCTION p256_mul_sums, 3
    P256_SAVED
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    addq    0(%rdx), %rax
    adcq    8(%rdx), %rcx
    incq    %r8                    /* keeps the carry */
    adcq    $-1, %r8
    decq    %r9
    adcq    $0, %r9
    movq    %rax, %r10
    subq    16(%rdx), %r10
    sbbq    24(%rdx), %rcx
    sbbq    %r11, %r11
    addq    %r11, %r8
    cmpq    %r9, %rcx
    adcq    $7, %rax
    negq    %r9
    adcl    $0x7fffffff, %ecx
    sbbl    %r8d, %r10d
    sbbq    $0, %r9
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    addq    %r10, %r9
    movq    %r9, 24(%rdi)
    ret
P256_END p256_mul_sums

/* Two chains of carries: ADCX, ADOX, with MULX between. */
P256_FUNCTION p256_mul_chains, 3
    P256_SAVED
    movq    %rdx, %r11
    movq    0(%rsi), %rdx
    xorl    %eax, %eax
    mulxq   0(%r11), %r8, %r9
    adcxq   8(%rsi), %r8
    adoxq   16(%rsi), %r8
    mulxq   8(%r11), %rcx, %r10
    adcxq   %rcx, %r9
    adoxq   24(%rsi), %r9
    mulxq   16(%r11), %rcx, %rcx   /* both halves to one register: the high one stays */
    adcxq   %rcx, %r10
    adoxq   24(%r11), %r10
    adcxq   %rax, %rdx
    adoxq   %rax, %rdx
    adcq    $0, %r10
    movq    %r8, 0(%rdi)
    movq    %r9, 8(%rdi)
    movq    %r10, 16(%rdi)
    movq    %rdx, 24(%rdi)
    ret
P256_END p256_mul_chains

/* Products: MUL, IMUL, MULX of 32 bits; the flags of MUL. */
P256_FUNCTION p256_mul_products, 3
    P256_SAVED
    movq    %rdx, %r11
    movq    0(%rsi), %rax
    mulq    0(%r11)
    movq    %rax, %r8
    movq    %rdx, %r9
    movl    $0, %r10d
    adcq    $0, %r10
    movl    8(%rsi), %edx
    mulxl   8(%r11), %ecx, %eax
    imulq   16(%rsi), %r8
    imulq   $-3, %r9, %r9
    imull   %ecx, %eax
    movq    %r8, 0(%rdi)
    movq    %r9, 8(%rdi)
    addq    %rcx, %r10
    movq    %r10, 16(%rdi)
    movq    %rax, 24(%rdi)
    ret
P256_END p256_mul_products

/* Shifts: SHL, SHR with the bit they leave in CF, SAR, SHLX, SHRX, RORX, SHLD, SHRD. */
P256_FUNCTION p256_mul_shifts, 3
    P256_SAVED
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    shlq    $3, %rax
    adcq    0(%rdx), %rax
    shrq    $5, %rcx
    adcq    8(%rdx), %rcx
    movl    $77, %r10d             /* counts are taken mod 64 */
    shlxq   %r10, %r8, %r11
    shrxq   %r10, %r8, %r8
    subq    %r11, %r8
    sarq    $9, %r9
    addq    %r9, %r8
    rorxq   $23, 16(%rdx), %r9
    movq    24(%rdx), %r10
    shldq   $11, %rax, %r10
    addq    %r10, %r9
    shrdq   $31, %rcx, %rax
    movl    16(%rsi), %r10d
    shll    $7, %r10d
    addq    %r10, %r8
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_mul_shifts

/* Bits: AND, ANDN, OR, NOT, XOR, TEST; masks of all ones or none. */
P256_FUNCTION p256_mul_bits, 3
    P256_SAVED
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    addq    0(%rdx), %rax
    sbbq    %r8, %r8               /* the carry as a mask */
    movq    8(%rdx), %r9
    andq    %r8, %r9
    andnq   16(%rdx), %r8, %r10
    orq     %r8, %rcx
    notq    %rax
    andq    $0x7ffffff0, %rax
    movabsq $0x00ffff0000000f00, %r11
    andq    24(%rdx), %r11
    orq     $0x0e, %r11
    addq    %r11, %r9
    xorq    $-1, %r10
    testq   %rax, %rax
    adcq    $0, %r10               /* TEST cleared the carry */
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r9, 16(%rdi)
    movq    %r10, 24(%rdi)
    ret
P256_END p256_mul_bits

/* Conditions: CMOVcc on each flag that is modelled. */
P256_FUNCTION p256_mul_choices, 3
    P256_SAVED
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    0(%rdx), %r8
    movq    8(%rdx), %r9
    addq    16(%rsi), %rax
    cmovcq  %r8, %rcx
    cmovncq %r9, %rax
    cmpq    16(%rdx), %r8
    cmoveq  %rax, %r9
    cmovneq %rcx, %r8
    subq    24(%rdx), %rax
    cmovsq  %r9, %rcx
    cmovnsq %r8, %rax
    testl   %ecx, %ecx
    cmovzl  %r8d, %r9d
    xorl    %r10d, %r10d
    adoxq   24(%rsi), %r8
    cmovoq  %rax, %rcx
    cmovnoq %rcx, %r9
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    ret
P256_END p256_mul_choices

/* Moves: PUSH, POP, LEA, half words in memory, constants, a jump. */
P256_FUNCTION p256_mul_moves, 3
    P256_SAVED
    pushq   %rbx
    leaq    8(%rsi), %rbx
    movq    -8(%rbx), %rax
    movl    4(%rbx), %ecx
    leaq    -5(%rax, %rcx, 4), %r8
    pushq   %r8
    leal    (%rax, %rax), %r9d
    movl    %r9d, 4(%rsp)
    popq    %r10
    addl    $1, %eax               /* clears the upper half */
    addq    P256_LOCAL(constant)(%rip), %rcx
    nop
    jmp     P256_LOCAL(moved)
    movq    $0, %rax
P256_LOCAL(moved):
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r10, 24(%rdi)
    popq    %rbx
    ret
P256_END p256_mul_moves

P256_RODATA
    .quad 1
P256_LOCAL(constant):
    .quad 0x123456789abcdef0
