/* SPDX-License-Identifier: MIT */
/* Array operations as loops over p256_mul_neon and p256_sqr_neon. */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../array_loops.h"
#include "../portable_field.h"

P256_ARRAY_LOOPS(neon, p256_add_gpr, p256_kernel_neon)

/*
 * sum += sum of c[k]*2^(29*k), k = 0..17, for the columns of at most six products: c[k] is at most
 * 54*(2^29 - 1)^2 < 54*2^58, so that no digit d of 58 bits overflows with the carry into it.
 */
static void add_columns(uint64_t sum[9], const uint64_t c[18])
{
    const uint64_t low29 = (UINT64_C(1) << 29) - 1, low58 = (UINT64_C(1) << 58) - 1;
    uint64_t d[9], carry = 0;
    for (int m = 0; m < 9; m++) {
        uint64_t x = c[2 * m], y = c[2 * m + 1];
        uint64_t all = x + ((y & low29) << 29) + carry; /* < 54*2^58 + 2^58 + 2^36 */
        carry = (y >> 29) + (all >> 58);
        d[m] = all & low58;
    }
    P256_VERIFY(carry == 0); /* six products are below 2^515, and d[8] begins at bit 464 */
    for (int i = 0; i < 8; i++)
        sum[i] = p256_adc(sum[i], d[i] >> 6 * i | d[i + 1] << (58 - 6 * i), &carry);
    sum[8] += (d[8] >> 48) + carry; /* fewer than 2^64 products below 2^512 */
}

/* The products are added up unreduced: one reduction, at the end. */
void p256_vec_dot_neon(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    enum { RUN = 6 };
    uint64_t sum[9] = {0}, columns[18];
    for (size_t i = 0; i < n; i += RUN) {
        p256_columns_neon(columns, a + i, b + i, n - i < RUN ? n - i : RUN);
        add_columns(sum, columns);
    }
    fe_reduce_wide(r, sum);
}

#endif
