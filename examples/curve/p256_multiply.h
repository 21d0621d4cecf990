/* SPDX-License-Identifier: MIT */
/* Multiples of points. Scalars are below n; 0 gives infinity. */
#ifndef P256_MULTIPLY_H
#define P256_MULTIPLY_H

#include "p256_point.h"
#include "p256_scalar.h"

/* r = kp. Timing: constant, in k and in p. */
void p256_point_mul(p256_jacobian *r, const p256_scalar *k, const p256_affine *p);

/* r = kG, G the generator. Timing: constant. */
void p256_point_mul_base(p256_jacobian *r, const p256_scalar *k);

/* r = aG + bp. Time and addresses depend on a, b, and p, which must be public. */
void p256_point_mul_add_vartime(p256_jacobian *r, const p256_scalar *a, const p256_scalar *b,
                                const p256_affine *p);

#endif
