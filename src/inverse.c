/* SPDX-License-Identifier: MIT */
#include "inverse.h"

#include "portable_field.h"

int p256_inv_divsteps(p256_fe *r, const p256_fe *a)
{
    p256_fe t = {P256_R_LIMBS};
    static const uint64_t e[4] = {P256_P0 - 2, P256_P1, P256_P2, P256_P3};
    for (int i = 255; i >= 0; i--) {
        fe_sqr(&t, &t);
        if (e[i / 64] >> (i % 64) & 1)
            fe_mul(&t, &t, a);
    }
    *r = t;
    return (int)(fe_mask_nonzero(r) & 1);
}

int p256_inv_vartime_divsteps(p256_fe *r, const p256_fe *a)
{
    return p256_inv_divsteps(r, a);
}
