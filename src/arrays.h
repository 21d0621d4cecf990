/* SPDX-License-Identifier: MIT */
/* Array operations that are the same for every kernel, built on its other slots. */
#ifndef P256_ARRAYS_H
#define P256_ARRAYS_H

#include "kernel.h"

#pragma GCC visibility push(hidden)

/* The slot vec_inv, by Montgomery's trick over k's mul and inv. */
int p256_vec_inv_with(const struct p256_kernel *k, p256_fe *r, const p256_fe *a, size_t n);

#pragma GCC visibility pop

#endif
