/* SPDX-License-Identifier: MIT */
/*
 * Points of the curve P-256 (SEC 2, section 2.4.2; FIPS 186-4, appendix D.1.2.3),
 *
 *     y^2 = x^3 - 3x + b over the field of p elements,
 *
 * a group of prime order n, made of the public functions of p256_field.h alone. There is no
 * point of order 2, so y is never 0; with the odd order this is what many of the proofs below
 * rest on.
 *
 * Timing: constant, unless a name ends in _vartime. What a status returned tells is public.
 */
#ifndef P256_POINT_H
#define P256_POINT_H

#include <stddef.h>
#include <stdint.h>

#include "p256_field.h"

/* The point (x, y), which is on the curve. The point at infinity is none of these. */
typedef struct p256_affine {
    p256_fe x, y;
} p256_affine;

/* Jacobian coordinates: (x/z^2, y/z^3), or infinity where z = 0, whatever x and y are. */
typedef struct p256_jacobian {
    p256_fe x, y, z;
} p256_jacobian;

extern const p256_affine P256_GENERATOR;

enum { P256_COMPRESSED_BYTES = 33, P256_UNCOMPRESSED_BYTES = 65 };

/*
 * r = the point that in[0..len-1] encodes, compressed or uncompressed (SEC 1, section 2.3.4),
 * and 1. Returns 0, and r is not to be used, for any other length or prefix, the encoding of
 * infinity, a coordinate that is not below p, and coordinates of no point of the curve.
 */
int p256_point_decode(p256_affine *r, const uint8_t *in, size_t len);

/* Writes 04 || x || y, or 02 or 03 || x (SEC 1, section 2.3.3). */
void p256_point_encode(uint8_t out[P256_UNCOMPRESSED_BYTES], const p256_affine *p);
void p256_point_encode_compressed(uint8_t out[P256_COMPRESSED_BYTES], const p256_affine *p);

/* r = p */
void p256_point_from_affine(p256_jacobian *r, const p256_affine *p);

/* r = p and 1; for infinity r = (0, 0), which is no point, and 0. */
int p256_point_to_affine(p256_affine *r, const p256_jacobian *p);

/* r = 2p, for every p, infinity included. r may be p. */
void p256_point_double(p256_jacobian *r, const p256_jacobian *p);

/*
 * r = p + q, where p is not infinity and not q; p = -q gives infinity. For p = q the result
 * is x = y = z = 0, and for infinity it is infinity. r may be p.
 */
void p256_point_add(p256_jacobian *r, const p256_jacobian *p, const p256_affine *q);

/* r = p + q, for every p and q. r may be p. */
void p256_point_add_vartime(p256_jacobian *r, const p256_jacobian *p, const p256_affine *q);

/* table[i] = (2i + 1) p for i < count; 1 <= count <= P256_MAX_MULTIPLES. */
enum { P256_MAX_MULTIPLES = 64 };
void p256_point_odd_multiples(p256_affine *table, size_t count, const p256_affine *p);

#endif
