/* SPDX-License-Identifier: MIT */
/* The assembly functions for x86-64; contracts in kernel.h, each under its slot's name. */
#ifndef P256_X86_64_KERNELS_H
#define P256_X86_64_KERNELS_H

#include "p256_field.h"

#pragma GCC visibility push(hidden)

void p256_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sqr_bmi2(p256_fe *r, const p256_fe *a);
void p256_sqr_times_bmi2(p256_fe *r, const p256_fe *a, unsigned n);

#pragma GCC visibility pop

#endif
