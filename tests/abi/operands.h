/* SPDX-License-Identifier: MIT */
/*
 * The arguments of every kernel slot, for checkers that call each of them in the same way:
 * what an argument is, which values to try, how large the memory behind it is.
 */
#ifndef P256_TESTS_OPERANDS_H
#define P256_TESTS_OPERANDS_H

#include "kernel.h"

/* A function's true type returns with the cast that its adapter makes. */
typedef void (*any_function)(void);

enum { MAX_ARGS = 6, MAX_COUNT = 67, MAX_OPERAND = 32 * 68 };

/*
 * One letter an argument. Elements: i read, o written, u both; I, O, U the same for n of
 * them. Bytes: d 32 read, D 32 written; b 32n read, B 32n written; y n read. Numbers:
 * n count, k uint32_t, t unsigned, f int flag. Lookup: T table, L result, R rows, W width,
 * X index.
 */
struct function {
    const char *name;
    int returns_int;
    const char *shape;
    int (*call)(any_function f, const uintptr_t v[MAX_ARGS]); /* 0 if f returns nothing */
};

extern const struct function kernel_slots[];
extern const size_t kernel_slot_count;

/* The function that kernel k has in slot i; the slot of that name. */
any_function kernel_function(const struct p256_kernel *k, size_t i);
size_t slot_index(const char *name);

/* The values to call a function with: each of case_count(shape) cases differs. */
struct call_case {
    size_t n;
    int number; /* for k, t, and f */
    size_t rows, width, index;
};
size_t case_count(const char *shape);
struct call_case case_at(const char *shape, size_t i);

/* What an argument is in that case. */
struct operand {
    size_t size; /* bytes of memory behind it; meaningless for a number */
    int is_pointer, is_read, is_written;
    int is_bytes;    /* of any alignment and any value */
    int is_32_bits;  /* a number of that size; the register's other half holds anything */
    uintptr_t value; /* of a number */
};
/* Returns how many arguments there are. */
int operands_of(const char *shape, const struct call_case *c, struct operand out[MAX_ARGS]);

/* Fills memory with random elements, the rare ones often, or with random bytes. */
void random_operand(const struct operand *o, void *memory);

#endif
