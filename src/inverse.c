/* SPDX-License-Identifier: MIT */
/* Inversion for every CPU: its inner operations in C. */
#include "inverse.h"

#include "divsteps.h"

INLINE void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
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

INLINE void row(wide *t, uint64_t x, const wide *a)
{
    wide product;
    fe_row(product.limb, x, a->limb);
    product.limb[4] += x * a->limb[4];
    *t = product;
}

INLINE void add(wide *t, const wide *a, const wide *b)
{
    uint64_t carry = 0;
    t->limb[0] = p256_adc(a->limb[0], b->limb[0], &carry);
    t->limb[1] = p256_adc(a->limb[1], b->limb[1], &carry);
    t->limb[2] = p256_adc(a->limb[2], b->limb[2], &carry);
    t->limb[3] = p256_adc(a->limb[3], b->limb[3], &carry);
    t->limb[4] = a->limb[4] + b->limb[4] + carry;
}

INLINE void subtract(wide *t, const wide *a, const wide *b)
{
    uint64_t borrow = 0;
    t->limb[0] = p256_sbb(a->limb[0], b->limb[0], &borrow);
    t->limb[1] = p256_sbb(a->limb[1], b->limb[1], &borrow);
    t->limb[2] = p256_sbb(a->limb[2], b->limb[2], &borrow);
    t->limb[3] = p256_sbb(a->limb[3], b->limb[3], &borrow);
    t->limb[4] = a->limb[4] - b->limb[4] - borrow;
}

int p256_inv_divsteps(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 0);
}

int p256_inv_vartime_divsteps(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 1);
}
