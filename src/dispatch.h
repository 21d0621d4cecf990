/* SPDX-License-Identifier: MIT */
/* The active kernel. */
#ifndef P256_DISPATCH_H
#define P256_DISPATCH_H

#include <stdatomic.h>

#include "kernel.h"

#pragma GCC visibility push(hidden)

/*
 * Points to a table of stubs until the first use, then to one of p256_kernels. Relaxed
 * order suffices: what it points to is constant, and whoever reads an older value calls
 * a kernel that gives the same results.
 */
extern _Atomic(const struct p256_kernel *) p256_active;

static inline const struct p256_kernel *p256_active_kernel(void)
{
    return atomic_load_explicit(&p256_active, memory_order_relaxed);
}

/*
 * The last of kernels[0..count-1] whose needs are all among `features`. kernels[0] must
 * need nothing. Pure.
 */
const struct p256_kernel *p256_kernel_select(const struct p256_kernel *const *kernels, size_t count,
                                             uint64_t features);

/* The automatic choice, by environment or by CPU features, made active. */
const struct p256_kernel *p256_dispatch_init(void);

#pragma GCC visibility pop

#endif
