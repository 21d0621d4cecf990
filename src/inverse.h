/* SPDX-License-Identifier: MIT */
/* Inversion by divsteps, in C: the slots inv and inv_vartime. */
#ifndef P256_INVERSE_H
#define P256_INVERSE_H

#include "p256_field.h"

#pragma GCC visibility push(hidden)

int p256_inv_divsteps(p256_fe *r, const p256_fe *a);
int p256_inv_vartime_divsteps(p256_fe *r, const p256_fe *a);

#pragma GCC visibility pop

#endif
