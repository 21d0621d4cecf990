/* SPDX-License-Identifier: MIT */
/* What a user's first program might be: 6 * (1/3) = 2, and 1/0 refused. */
#include <stdio.h>
#include <string.h>

#include "p256_field.h"

int main(void)
{
    p256_fe two, three, six, quotient, none;
    char version[32];

    p256_fe_from_u64(&two, 2);
    p256_fe_from_u64(&three, 3);
    p256_fe_mul(&six, &two, &three);
    if (!p256_fe_inv(&quotient, &three))
        return 1;
    p256_fe_mul(&quotient, &quotient, &six);
    if (!p256_fe_equal(&quotient, &two) || p256_fe_inv(&none, &P256_FE_ZERO))
        return 1;
    snprintf(version, sizeof(version), "%d.%d.%d", P256_FIELD_VERSION_MAJOR,
             P256_FIELD_VERSION_MINOR, P256_FIELD_VERSION_PATCH);
    if (strcmp(version, p256_field_version()) != 0)
        return 1;
    printf("p256_field %s works, kernel %s\n", p256_field_version(), p256_field_kernel());
    return 0;
}
