/* SPDX-License-Identifier: MIT */
/*
 * What every test program needs and cmocka does not give: reproducible random numbers,
 * operands that try an implementation hard, hexadecimal, and the walk over the kernels.
 * Needs neither cmocka nor OpenSSL, and shares no arithmetic with the library.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "p256_field.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

extern const p256_fe P256_P; /* p itself, which is not an element */

/*
 * Seeds the generator from the environment variable P256_TEST_SEED, else afresh, and prints
 * to `out` the line, after `prefix`, that repeats the run. Exits if the variable is no number.
 */
void random_start(FILE *out, const char *prefix);
uint64_t random_u64(void);
size_t random_below(size_t n); /* 0 .. n-1 */

/* A word of a kind that provokes carries: 0, 1, 2^32 - 1, 2^63, runs of ones, ... */
uint64_t random_word(void);

/* An element, in turn uniform, an edge value, next to one, or made of random_word()s. */
void random_fe(p256_fe *r);
void random_fes(p256_fe *r, size_t n);

/*
 * The edge values: limbs that hold +-2^k mod p and their neighbours for the k at which p or
 * a limb has a boundary (so p - 1, p - 2, R, R^2, 1/2, ...), limbs all zeros and ones, and
 * values that equal p or (p + 1)/2 in their upper limbs. Each once, all below p.
 */
const p256_fe *edge_values(size_t *count);

/* Elements whose limbs are equal. */
int same(const p256_fe *a, const p256_fe *b);

/* The limbs as one number of 64 hexadecimal digits; HEX_FE bytes with the final 0. */
enum { HEX_FE = 65 };
const char *to_hex(char out[HEX_FE], const p256_fe *a);

/* Limbs to and from 32 big-endian bytes, without any conversion of form. */
void limbs_to_bytes(uint8_t out[32], const p256_fe *a);
void limbs_from_bytes(p256_fe *r, const uint8_t in[32]);

/*
 * Whether to test a kernel: all, or that alone which P256_TEST_KERNEL in the environment names.
 * Exits if that does not run here.
 */
int is_wanted(const char *kernel);

/*
 * Makes the supported and wanted kernels active one after another: with *position = 0 at first,
 * returns the name of the next, or NULL after the last. Names on stdout those it cannot run.
 */
const char *next_kernel(size_t *position);

#endif
