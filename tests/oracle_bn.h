/* SPDX-License-Identifier: MIT */
/*
 * The field on OpenSSL's BIGNUM, to compare the library with. oracle_x() has the contract
 * of p256_fe_x(): elements in Montgomery form, results below p, r may be any input. Not
 * thread-safe, and aborts if OpenSSL fails.
 *
 * Only oracle_bn.c includes OpenSSL's headers, and it shares no code with the library.
 */
#ifndef ORACLE_BN_H
#define ORACLE_BN_H

#include <stddef.h>
#include <stdint.h>

#include "p256_field.h"

/* Plain values, in big-endian bytes. oracle_from_bytes gives 0 and returns 0 for >= p. */
int oracle_from_bytes(p256_fe *r, const uint8_t in[32]);
void oracle_to_bytes(uint8_t out[32], const p256_fe *a);
void oracle_from_bytes_reduce(p256_fe *r, const uint8_t *in, size_t len); /* any len */
void oracle_from_u64(p256_fe *r, uint64_t x);
int oracle_is_valid(const p256_fe *a);

void oracle_add(p256_fe *r, const p256_fe *a, const p256_fe *b);
void oracle_sub(p256_fe *r, const p256_fe *a, const p256_fe *b);
void oracle_neg(p256_fe *r, const p256_fe *a);
void oracle_double(p256_fe *r, const p256_fe *a);
void oracle_triple(p256_fe *r, const p256_fe *a);
void oracle_half(p256_fe *r, const p256_fe *a);
void oracle_mul(p256_fe *r, const p256_fe *a, const p256_fe *b); /* limbs: a*b/R mod p */
void oracle_mul_u32(p256_fe *r, const p256_fe *a, uint32_t k);
void oracle_sqr(p256_fe *r, const p256_fe *a);
void oracle_sqr_times(p256_fe *r, const p256_fe *a, unsigned n);
int oracle_inv(p256_fe *r, const p256_fe *a);
int oracle_sqrt(p256_fe *r, const p256_fe *a); /* the root that is itself a square */
int oracle_is_square(const p256_fe *a);
void oracle_pow(p256_fe *r, const p256_fe *a, const uint8_t *exp_be, size_t len);
int oracle_is_odd(const p256_fe *a);

/* Sums over arrays, as p256_vec_dot and p256_vec_sum. */
void oracle_dot(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void oracle_sum(p256_fe *r, const p256_fe *a, size_t n);

#endif
