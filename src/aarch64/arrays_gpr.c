/* SPDX-License-Identifier: MIT */
/* Array operations as loops over single elements. */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../array_loops.h"
#include "../portable_field.h"

P256_ARRAY_LOOPS(gpr, p256_add_gpr, p256_kernel_gpr)

/* The products are added up unreduced: one reduction, at the end. */
void p256_vec_dot_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    uint64_t sum[9];
    p256_dot_gpr(sum, a, b, n);
    fe_reduce_wide(r, sum);
}

#endif
