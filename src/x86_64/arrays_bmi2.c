/* SPDX-License-Identifier: MIT */
/* Array operations as loops: for short arrays, and the ends of long ones. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../array_loops.h"

P256_ARRAY_LOOPS(bmi2, p256_add_x86_64, p256_kernel_avx2)

void p256_vec_dot_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    if (n > P256_FEW_TERMS) {
        p256_vec_dot_portable(r, a, b, n);
        return;
    }
    p256_fe sum = P256_FE_ZERO;
    for (size_t i = 0; i < n; i++) {
        p256_fe t;
        p256_mul_bmi2(&t, &a[i], &b[i]);
        p256_add_x86_64(&sum, &sum, &t);
    }
    *r = sum;
}

#endif
