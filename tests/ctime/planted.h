/* SPDX-License-Identifier: MIT */
/*
 * Functions that leak, on purpose, and functions that do not but look alike: what the
 * checkers must refuse and must accept. All have the same parameters: r[], a[] and flag are
 * secret, n is public. The second word of a name that is refused is the reason for which
 * scripts/check-disassembly must refuse it. planted.c has those that a compiler translates,
 * planted_*.S those that depend on single instructions.
 */
#ifndef P256_TESTS_PLANTED_H
#define P256_TESTS_PLANTED_H

#include <stddef.h>

#include "p256_field.h"

typedef void planted_function(p256_fe *r, const p256_fe *a, size_t n, int flag);

planted_function refused_branch_limb;
planted_function refused_branch_barrier;    /* behind the value barrier of ct.h */
planted_function refused_branch_loop_count; /* from a limb */
planted_function refused_branch_spill;      /* on what went through the stack */
planted_function refused_branch_array;      /* on what was stored in it at a public index */
planted_function refused_branch_callee;     /* in a function that is called */
planted_function refused_branch_status;     /* on the result of a public function */
planted_function refused_address_load;
planted_function refused_address_store;
planted_function refused_instruction_division;
planted_function refused_argument_size; /* of a memcpy */
planted_function accepted_select;
planted_function accepted_scan;      /* of a whole table on the stack */
planted_function accepted_constants; /* a branch on a constant table */

#endif
