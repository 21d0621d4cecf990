/* SPDX-License-Identifier: MIT */
#include "asm_abi.h"
#include "abi_call.h"

    .data
    .p2align 3
/* No register can be trusted after the call, and no stack: the way back is here. */
current:
    .quad   0
target:
    .quad   0
stack_after:
    .quad   0
rax_after:
    .quad   0

#define BEFORE(word) (ABI_BEFORE + 8 * (word))
#define AFTER(word) (ABI_AFTER + 8 * (word))
#define OWN(word) (ABI_OWN + 8 * (word))
#define TRAP_AND_DIRECTION 0x500

/* xmm6-15 from the ten times 16 bytes at rcx, and to there. */
.macro LOAD_XMM6_TO_15
.irp i, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movdqu  16 * (\i - 6)(%rcx), %xmm\i
.endr
.endm
.macro STORE_XMM6_TO_15
.irp i, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movdqu  %xmm\i, 16 * (\i - 6)(%rcx)
.endr
.endm

/* void NAME(struct abi_call *c) for targets of one of the two conventions. */
.macro CALLER name, win64
P256_FUNCTION \name, 1
    P256_STACK 56
    P256_SAVE rbx, 0
    P256_SAVE rbp, 8
    P256_SAVE r12, 16
    P256_SAVE r13, 24
    P256_SAVE r14, 32
    P256_SAVE r15, 40
    P256_SAVED
    movq    %rdi, current(%rip)
    movq    %rdi, %rax
    movq    %rsp, ABI_OWN_STACK(%rdi)
    stmxcsr ABI_OWN_CONTROL(%rdi)
    fnstcw  ABI_OWN_CONTROL + 4(%rdi)
    leaq    OWN(ABI_XMM6)(%rdi), %rcx
    STORE_XMM6_TO_15 /* Windows' caller wants them back */

    ldmxcsr BEFORE(ABI_MXCSR)(%rdi)
    fldcw   BEFORE(ABI_X87_CONTROL)(%rdi)

    cmpl    $ABI_VECTORS_CLEAN, ABI_VECTORS(%rdi)
    jb      1f
    je      2f
    cmpl    $ABI_VECTORS_YMM, ABI_VECTORS(%rdi)
    je      3f
.irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    vmovdqu64 ABI_VECTOR_NOISE + 64 * \i(%rdi), %zmm\i
.endr
.irp i, 0, 1, 2, 3, 4, 5, 6, 7
    kmovw   ABI_VECTOR_NOISE + 8 * \i(%rdi), %k\i
.endr
    jmp     4f
3:
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vmovdqu ABI_VECTOR_NOISE + 64 * \i(%rdi), %ymm\i
.endr
    jmp     4f
2:
    vzeroupper
1:
.irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    movdqu  ABI_VECTOR_NOISE + 64 * \i(%rdi), %xmm\i
.endr
4:
    leaq    BEFORE(ABI_XMM6)(%rdi), %rcx
    LOAD_XMM6_TO_15

    movq    ABI_TARGET(%rdi), %rax
    movq    %rax, target(%rip)
    movq    ABI_STACK(%rdi), %rsp
    pushq   ABI_FLAGS(%rdi)
    popfq /* nothing from here to the call changes a flag */
    movq    BEFORE(ABI_RBX)(%rdi), %rbx
    movq    BEFORE(ABI_RBP)(%rdi), %rbp
    movq    BEFORE(ABI_R12)(%rdi), %r12
    movq    BEFORE(ABI_R13)(%rdi), %r13
    movq    BEFORE(ABI_R14)(%rdi), %r14
    movq    BEFORE(ABI_R15)(%rdi), %r15
    movq    ABI_NOISE(%rdi), %rax
    movq    ABI_NOISE + 8(%rdi), %r10
    movq    ABI_NOISE + 16(%rdi), %r11
.if \win64
    movq    ABI_ARG(%rdi), %rcx
    movq    ABI_ARG + 8(%rdi), %rdx
    movq    ABI_ARG + 16(%rdi), %r8
    movq    ABI_ARG + 24(%rdi), %r9
    movq    BEFORE(ABI_RSI)(%rdi), %rsi
    movq    BEFORE(ABI_RDI)(%rdi), %rdi
.else
    movq    ABI_ARG + 8(%rdi), %rsi
    movq    ABI_ARG + 16(%rdi), %rdx
    movq    ABI_ARG + 24(%rdi), %rcx
    movq    ABI_ARG + 32(%rdi), %r8
    movq    ABI_ARG + 40(%rdi), %r9
    movq    ABI_ARG(%rdi), %rdi
.endif
    call    *target(%rip)

    movq    %rsp, stack_after(%rip)
    movq    %rax, rax_after(%rip)
    movq    current(%rip), %rax
    movq    ABI_OWN_STACK(%rax), %rsp
    movq    %rbx, AFTER(ABI_RBX)(%rax)
    movq    %rbp, AFTER(ABI_RBP)(%rax)
    movq    %r12, AFTER(ABI_R12)(%rax)
    movq    %r13, AFTER(ABI_R13)(%rax)
    movq    %r14, AFTER(ABI_R14)(%rax)
    movq    %r15, AFTER(ABI_R15)(%rax)
    movq    %rdi, AFTER(ABI_RDI)(%rax)
    movq    %rsi, AFTER(ABI_RSI)(%rax)
    pushfq
    popq    %rcx
    movq    %rcx, AFTER(ABI_DF)(%rax)
    andq    $~TRAP_AND_DIRECTION, %rcx
    pushq   %rcx
    popfq
    movq    stack_after(%rip), %rcx
    movq    %rcx, AFTER(ABI_SP)(%rax)
    movq    rax_after(%rip), %rcx
    movq    %rcx, ABI_RESULT(%rax)
    leaq    AFTER(ABI_XMM6)(%rax), %rcx
    STORE_XMM6_TO_15

    cmpl    $0, ABI_READ_XINUSE(%rax)
    je      5f
    movq    %rax, %rsi
    movl    $1, %ecx
    xgetbv
    movl    %eax, AFTER(ABI_XINUSE)(%rsi)
    movq    %rsi, %rax
5:
    cmpl    $ABI_VECTORS_SSE, ABI_VECTORS(%rax)
    je      6f
    vzeroupper
6:
    stmxcsr AFTER(ABI_MXCSR)(%rax)
    ldmxcsr ABI_OWN_CONTROL(%rax)
    /* The x87 environment: control word at 0, tags at 8. */
    fnstenv ABI_VECTOR_NOISE(%rax)
    fldcw   ABI_OWN_CONTROL + 4(%rax)
    movzwl  ABI_VECTOR_NOISE(%rax), %ecx
    movq    %rcx, AFTER(ABI_X87_CONTROL)(%rax)
    movzwl  ABI_VECTOR_NOISE + 8(%rax), %ecx
    movq    %rcx, AFTER(ABI_X87_TAGS)(%rax)
    emms
    leaq    OWN(ABI_XMM6)(%rax), %rcx
    LOAD_XMM6_TO_15

    P256_RESTORE rbx, 0
    P256_RESTORE rbp, 8
    P256_RESTORE r12, 16
    P256_RESTORE r13, 24
    P256_RESTORE r14, 32
    P256_RESTORE r15, 40
    P256_UNSTACK 56
    ret
P256_END \name
.endm

#if defined(_WIN32)
CALLER abi_call, 1
#else
CALLER abi_call, 0
CALLER abi_call_win64, 1
#endif
