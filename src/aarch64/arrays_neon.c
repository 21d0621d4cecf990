/* SPDX-License-Identifier: MIT */
/* Array operations as loops over p256_mul_neon and p256_sqr_neon. */
#include "../arrays.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "array_loops.h"

P256_ARRAY_LOOPS(neon)

/* Each product is reduced: that is faster than the products of p256_dot_gpr on these cores. */
void p256_vec_dot_neon(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    p256_fe sum = P256_FE_ZERO, t;
    for (size_t i = 0; i < n; i++) {
        p256_mul_neon(&t, &a[i], &b[i]);
        p256_add_gpr(&sum, &sum, &t);
    }
    *r = sum;
}

#endif
