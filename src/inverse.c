/* SPDX-License-Identifier: MIT */
/* Inversion for every CPU: the divstep in C. */
#include "inverse.h"

#include "divsteps.h"

static inline void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
{
    *t -= 1;
    uint64_t positive = shift_right_signed(*t, 63); /* delta > 0 */
    uint64_t odd = p256_mask_bit(*G & 1);
    uint64_t swap = positive & odd;
    uint64_t half_g = shift_right_signed(*G, 1);
    *G = (half_g - odd) + ((*half_f ^ positive) & odd);
    *half_f ^= (*half_f ^ half_g) & swap;
    *t ^= swap;
}

int p256_inv_divsteps(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 0);
}

int p256_inv_vartime_divsteps(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 1);
}
