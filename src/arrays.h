/* SPDX-License-Identifier: MIT */
/* Array operations that are the same for every kernel, built on its other slots. */
#ifndef P256_ARRAYS_H
#define P256_ARRAYS_H

#include "kernel.h"

#pragma GCC visibility push(hidden)

/* The slot vec_inv, by Montgomery's trick over k's mul and inv. */
int p256_vec_inv_with(const struct p256_kernel *k, p256_fe *r, const p256_fe *a, size_t n);

/*
 * invert_run(r, a, prefix, n) inverts n elements. prefix[] has room for as many; it may be r if r
 * is not a. Returns 1 if no a[i] is 0, else 0.
 */
typedef int p256_invert_run(p256_fe *r, const p256_fe *a, p256_fe *prefix, size_t n);

/*
 * The slot vec_inv by such. In place there is no room for prefix[] but the stack: 16 KiB of it.
 * Always inlined, so that the call is no indirect one.
 */
static inline __attribute__((always_inline)) int
p256_vec_inv_in_runs(p256_invert_run *invert_run, p256_fe *r, const p256_fe *a, size_t n)
{
    enum { RUN = 512 };
    p256_fe prefix[RUN];
    int all_nonzero = 1;

    if (r != a)
        return invert_run(r, a, r, n);
    for (size_t i = 0; i < n; i += RUN)
        all_nonzero &= invert_run(r + i, r + i, prefix, n - i < RUN ? n - i : RUN);
    return all_nonzero;
}

#pragma GCC visibility pop

#endif
