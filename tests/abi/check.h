/* SPDX-License-Identifier: MIT */
/*
 * Calls a function with all registers under control, and checks what a caller may rely on:
 *
 *   - the callee-saved registers, the stack pointer, and the control words of the floating
 *     point units come back; the direction flag is clear, the x87 stack is empty
 *   - the caller's frame is untouched
 *   - the stack goes down by a bounded amount, and at each instruction nothing is written
 *     below the stack pointer and the red zone (assembly: no red zone, as on Windows)
 *   - AVX code ends with vzeroupper
 *   - the result is right although all other registers, the flags, the upper halves of 32-bit
 *     arguments, and the rounding mode hold anything, and floating point traps are on
 *
 * The direction flag is clear at every call, because every ABI promises that to the callee.
 */
#ifndef P256_TESTS_CHECK_H
#define P256_TESTS_CHECK_H

#include "abi_call.h"
#include "operands.h"

struct convention {
    void (*call)(struct abi_call *c);
    int is_win64;
};

struct target {
    const struct function *kind; /* its shape and adapter */
    any_function f;
    any_function reference; /* of that kind, in the native convention: gives the right result */
    const struct convention *abi;
    int is_assembly; /* hand-written: must suit every system, not this one alone */
};

/* What a kernel function may use of the stack: vec_inv's 8 KiB and as much again. */
enum { STACK_LIMIT = 16384 };

/* What the last check found wrong, each once. */
extern struct complaints {
    const char *about[16];
    int count;
} complaints;

/* The bytes of stack that any function used so far. */
extern size_t deepest;

void check_start(void); /* first */
void check(const struct target *t);

/* Whether this machine shows unclean upper halves, and single instructions. */
int check_sees_upper_halves(void);
int check_sees_steps(void);

#endif
