/* SPDX-License-Identifier: MIT */
/* Calls that may crash, and calls watched instruction by instruction. */
#ifndef P256_TESTS_GUARD_H
#define P256_TESTS_GUARD_H

#include "abi_call.h"

/* call(c). Returns 1; 0 if it crashed. */
int guarded_call(void (*call)(struct abi_call *c), struct abi_call *c);

/* 1 if a crash is noticed at all, and does not end the program. */
int guard_catches_crashes(void);

/*
 * From now on `step` gets the stack pointer before each instruction that runs with the trap
 * flag set, and clears the flag by returning 0. Returns 0 where that does not exist.
 */
int guard_steps(int (*step)(uint64_t *stack_pointer));

#endif
