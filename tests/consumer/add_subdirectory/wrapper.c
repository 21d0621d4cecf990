/* SPDX-License-Identifier: MIT */
#include "wrapper.h"

#include "p256_field.h"

int product_is(uint64_t a, uint64_t b, uint64_t c)
{
    p256_fe x, y, z;
    p256_fe_from_u64(&x, a);
    p256_fe_from_u64(&y, b);
    p256_fe_from_u64(&z, c);
    p256_fe_mul(&x, &x, &y);
    return p256_fe_equal(&x, &z);
}
