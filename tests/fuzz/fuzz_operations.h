/* SPDX-License-Identifier: MIT */
/*
 * The instructions of the fuzz target: the memory they work on, how they name operands, and
 * what each does, once with the library and once with the oracle.
 */
#ifndef FUZZ_OPERATIONS_H
#define FUZZ_OPERATIONS_H

#include <stddef.h>
#include <stdint.h>

#include "p256_field.h"

/*
 * Single operands lie anywhere in the first 256 cells, and so inside the arrays too. An array
 * begins at one of the first four cells of a block and leaves at least one cell after it.
 */
enum {
    SINGLES = 12,
    BLOCKS = 4,
    BLOCK = 76,
    CELLS = SINGLES + BLOCKS * BLOCK,
    MAX_N = BLOCK - 4,
    MAX_SHIFT = 127,
    BYTES = 32 * MAX_N + MAX_SHIFT + 1
};

struct memory {
    p256_fe cell[CELLS];
    uint8_t bytes[BYTES];
};

/*
 * As input: operation, r, a, b, c, n, u, selector, a byte each; eight bytes of k if the
 * selector is 192 or more; then as many raw bytes as the operation takes.
 */
struct instruction {
    uint8_t r, a, b, c; /* operands: a cell, or the block of an array */
    uint8_t n;          /* length */
    uint8_t u;          /* where arrays begin in their blocks, or bytes in theirs */
    uint64_t k;         /* a number, or a flag */
    uint8_t raw[32];
};

/* Does an instruction. Its return value is compared too. */
typedef int performer(struct memory *m, const struct instruction *i);

struct operation {
    const char *name;
    const char *operands; /* r a b c cells, R A B C arrays; bytes i to decode, I many, e others */
    performer *library;   /* NULL where the instruction only prepares operands */
    performer *oracle;
    size_t raw_bytes;
};

extern const struct operation operations[];
extern const size_t operation_count;
enum { MAX_OPERATIONS = 64 };

/* The name of the kernel that p256_field_init() chooses, which one of the operations checks. */
extern const char *automatic_kernel;

/* Subtracts p from what is not below it. Any 256 bits are below 2p. */
void reduce_once(p256_fe *a);

/* A word at, or up to 7 from, a border of one or another radix; 0 for choice 0. */
uint64_t edge_word(uint8_t choice);

/* Of support.h's edge values, the one with that number, counting round and round. */
p256_fe edge_value(size_t number);

/* The cells that a letter of struct operation stands for; none for one of bytes. */
struct cells {
    size_t first, count;
};
struct cells operand_cells(char letter, const struct instruction *i);

/* To stderr. */
void print_element(const char *what, size_t index, const p256_fe *a);
void print_instruction(const struct operation *op, struct memory *m, const struct instruction *i);

#endif
