/* SPDX-License-Identifier: MIT */
/* Array operations on top of p256_mul_bmi2. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../arrays.h"

int p256_vec_inv_bmi2(p256_fe *r, const p256_fe *a, size_t n)
{
    return p256_vec_inv_with(&p256_kernel_avx2, r, a, n);
}

#endif
