/* SPDX-License-Identifier: MIT */
/* Wrong functions, each by the name PLANTED; the self-test must notice every one. */
#include "p256_field.h"

#define CAT_(a, b)     a##b
#define CAT(a, b)      CAT_(a, b)
#define PLANTED_SYMBOL CAT(planted_, PLANTED)

#ifdef PLANT_SINGLE
/* Wrong in the lowest bit. */
void PLANTED_SYMBOL(p256_fe *r, const p256_fe *a, const p256_fe *b);
void PLANTED_SYMBOL(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    PLANTED(r, a, b);
    r->limb[0] ^= 1;
}
#else
/* Wrong in the last element. */
void PLANTED_SYMBOL(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void PLANTED_SYMBOL(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    PLANTED(r, a, b, n);
    p256_fe_add(&r[n - 1], &r[n - 1], &P256_FE_ONE);
}
#endif
