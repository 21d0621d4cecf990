/* SPDX-License-Identifier: MIT */
/*
 * Integers modulo n, the order of P-256, on GMP's low-level functions for cryptography
 * (mpn_sec_*, mpn_cnd_*: "side-channel silent" in the words of GMP's manual).
 *
 * Range: every argument and result is below n. Aliasing: r may be any input. Timing: constant,
 * unless a name ends in _vartime; what a status returned tells is public.
 */
#ifndef P256_SCALAR_H
#define P256_SCALAR_H

#include <gmp.h>
#include <stdint.h>

enum { P256_SCALAR_LIMBS = 256 / GMP_NUMB_BITS };

/* The value, least significant limb first. */
typedef struct p256_scalar {
    mp_limb_t limb[P256_SCALAR_LIMBS];
} p256_scalar;

/* r = the big-endian integer in[0..31] and 1 if it is below n; else r = 0 and 0. */
int p256_scalar_from_bytes(p256_scalar *r, const uint8_t in[32]);

/* r = the big-endian integer in[0..31] mod n. */
void p256_scalar_from_bytes_reduce(p256_scalar *r, const uint8_t in[32]);

/* out[0..31] = a, big-endian or little-endian. */
void p256_scalar_to_bytes(uint8_t out[32], const p256_scalar *a);
void p256_scalar_to_bytes_le(uint8_t out[32], const p256_scalar *a);

/* out[0..31] = the integer a + n, big-endian, and 1 if it is below 2^256; else 0. */
int p256_scalar_plus_order(uint8_t out[32], const p256_scalar *a);

/* 1 if a = 0, else 0. */
int p256_scalar_is_zero(const p256_scalar *a);

/* 1 if a = b, else 0. */
int p256_scalar_equal(const p256_scalar *a, const p256_scalar *b);

/* r = a + b */
void p256_scalar_add(p256_scalar *r, const p256_scalar *a, const p256_scalar *b);

/* r = ab */
void p256_scalar_mul(p256_scalar *r, const p256_scalar *a, const p256_scalar *b);

/* r = 1/a, 0 for a = 0. */
void p256_scalar_inv(p256_scalar *r, const p256_scalar *a);

/* r = 1/a, a != 0. Time depends on a. */
void p256_scalar_inv_vartime(p256_scalar *r, const p256_scalar *a);

/*
 * The odd one of a and n - a: r = a and 0 if a is odd, else r = n - a and 1. For a = 0 it is n
 * itself, the only result of this file that is not below n.
 */
int p256_scalar_make_odd(p256_scalar *r, const p256_scalar *a);

/* Overwrites a with zeros. */
void p256_scalar_clear(p256_scalar *a);

#endif
