/* SPDX-License-Identifier: MIT */
/*
 * One call of a function with every register under control. Read by C and by assembly,
 * which needs the offsets.
 */
#ifndef P256_TESTS_ABI_CALL_H
#define P256_TESTS_ABI_CALL_H

#define ABI_TARGET       0
#define ABI_ARG          8
#define ABI_STACK        56
#define ABI_OWN_STACK    64
#define ABI_OWN_CONTROL  72
#define ABI_FLAGS        80
#define ABI_VECTORS      88
#define ABI_READ_XINUSE  96
#define ABI_RESULT       104
#define ABI_NOISE        112
#define ABI_BEFORE       240
#define ABI_AFTER        528
#define ABI_OWN          816
#define ABI_VECTOR_NOISE 1104

/* How the vector registers are filled on x86-64: with SSE; with SSE, the upper halves made
 * clean by vzeroupper; YMM0-15; ZMM0-31 and the mask registers. */
#define ABI_VECTORS_SSE   0
#define ABI_VECTORS_CLEAN 1
#define ABI_VECTORS_YMM   2
#define ABI_VECTORS_ZMM   3

/* The words of before[], after[], and own[]. */
#if defined(__x86_64__)
#define ABI_RBX         0
#define ABI_RBP         1
#define ABI_R12         2
#define ABI_R13         3
#define ABI_R14         4
#define ABI_R15         5
#define ABI_RDI         6
#define ABI_RSI         7
#define ABI_SP          8
#define ABI_DF          9
#define ABI_MXCSR       10
#define ABI_X87_CONTROL 11
#define ABI_X87_TAGS    12
#define ABI_XINUSE      13
#define ABI_XMM6        14 /* two words each, to xmm15 */
#else
#define ABI_X19  0 /* to x29 */
#define ABI_SP   11
#define ABI_X18  12
#define ABI_FPCR 13
#define ABI_D8   14 /* to d15 */
#endif

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

struct abi_call {
    uint64_t target;      /* the function */
    uint64_t arg[6];      /* its arguments; where it has none, noise */
    uint64_t stack;       /* the stack pointer at the call, a multiple of 16 */
    uint64_t own_stack;   /* the caller's, meanwhile */
    uint64_t own_control; /* its MXCSR and x87 control word, or FPCR */
    uint64_t flags;       /* the flags at the call */
    uint64_t vectors;     /* ABI_VECTORS_..., x86-64 */
    uint64_t read_xinuse; /* whether to fill in after[ABI_XINUSE], x86-64 */
    uint64_t result;      /* what the function returned, as 64 bits */
    uint64_t noise[16];   /* for general registers that are neither argument nor preserved */
    uint64_t before[36];  /* what must be preserved: its values at the call, */
    uint64_t after[36];   /* and after it */
    uint64_t own[36];     /* the caller's values of the same, as far as they are kept here */
    uint64_t vector_noise[32 * 8];
};

/*
 * Calls c->target on the stack c->stack, with everything set as *c says. Not for two threads
 * at once. On x86-64 there is one for each calling convention; the Win64 one expects its
 * fifth and sixth argument on the stack.
 */
void abi_call(struct abi_call *c);
void abi_call_win64(struct abi_call *c);
#endif

#endif
