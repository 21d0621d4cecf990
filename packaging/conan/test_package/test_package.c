/* SPDX-License-Identifier: MIT */
#include <p256_field.h>
#include <stdio.h>

int main(void)
{
    p256_fe a, b;
    p256_fe_from_u64(&a, 5);
    (void)p256_fe_inv(&b, &a);
    p256_fe_mul(&b, &b, &a);
    printf("p256_field %s, kernel %s\n", p256_field_version(), p256_field_kernel());
    return !p256_fe_is_one(&b);
}
