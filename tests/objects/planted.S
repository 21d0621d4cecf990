/* SPDX-License-Identifier: MIT */
/*
 * One function that keeps every rule of scripts/check-objects, or that breaks the one which
 * a PLANT_... definition names, so that the script can show that it would notice.
 */
#if defined(PLANT_NO_PREFIX)
#define NAME planted
#elif defined(PLANT_LIBCRYPTO_NAME)
#define NAME BN_new
#else
#define NAME p256_planted
#endif

    .text
    .globl NAME
#if !defined(PLANT_VISIBLE)
    .hidden NAME
#endif
    .type NAME, %function
    .p2align 4
NAME:
#if defined(__x86_64__)
#if !defined(PLANT_NO_LANDING_PAD)
    endbr64
#endif
#if defined(PLANT_TEXT_RELOCATION)
    movabsq $NAME, %rax
#endif
#if defined(PLANT_CALL)
    jmp malloc@PLT
#endif
#if defined(PLANT_SSSE3)
    pshufb %xmm0, %xmm1
#elif defined(PLANT_MULX)
    mulxq %rdx, %rax, %rcx
#elif defined(PLANT_ADX)
    adcxq %rdx, %rax
#elif defined(PLANT_AVX)
    vpxor %xmm0, %xmm0, %xmm0
#elif defined(PLANT_AVX2)
    vpaddq %ymm0, %ymm1, %ymm2
#elif defined(PLANT_FMA)
    vfmadd231pd %ymm0, %ymm1, %ymm2
#elif defined(PLANT_EVEX)
    {evex} vpaddq %ymm0, %ymm1, %ymm2
#endif
#elif defined(__aarch64__)
#if !defined(PLANT_NO_LANDING_PAD)
    hint 34 /* bti c */
#endif
#if defined(PLANT_CALL)
    b malloc
#endif
#endif
    ret
#if defined(PLANT_TEXT_RELOCATION) && defined(__aarch64__)
    .p2align 3
    .quad NAME
#endif
    .size NAME, . - NAME

#if defined(PLANT_KERNEL)
    .section .data.rel.ro, "aw", %progbits
    .globl p256_kernel_planted
    .hidden p256_kernel_planted
    .type p256_kernel_planted, %object
    .p2align 3
p256_kernel_planted:
    .quad NAME
    .size p256_kernel_planted, . - p256_kernel_planted
#endif

/* The type and the bits of the property that says what the code is ready for. */
#if defined(__x86_64__)
#define PROPERTY 0xc0000002
#define FORWARD 1 /* IBT */
#define BACKWARD 2 /* SHSTK */
#else
#define PROPERTY 0xc0000000
#define FORWARD 1 /* BTI */
#define BACKWARD 2 /* PAC */
#endif
#if defined(PLANT_NO_FORWARD_EDGE)
#define READY BACKWARD
#elif defined(PLANT_NO_BACKWARD_EDGE)
#define READY FORWARD
#else
#define READY (FORWARD | BACKWARD)
#endif
#if !defined(PLANT_NO_PROPERTY)
    .section .note.gnu.property, "a", %note
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long PROPERTY, 4, READY, 0
#endif

#if defined(PLANT_EXECUTABLE_STACK)
    .section .note.GNU-stack, "x", %progbits
#elif !defined(PLANT_NO_STACK_NOTE)
    .section .note.GNU-stack, "", %progbits
#endif
