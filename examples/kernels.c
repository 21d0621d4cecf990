/* SPDX-License-Identifier: MIT */
/* Prints the kernels of this build: which this machine can run, and which is active. */
#include <stdio.h>
#include <string.h>

#include "p256_field.h"

static const char *state(size_t i)
{
    if (!p256_field_kernel_supported(i))
        return "not supported here";
    return strcmp(p256_field_kernel_name(i), p256_field_kernel()) == 0 ? "supported, active"
                                                                       : "supported";
}

int main(void)
{
    printf("p256_field %s\n", p256_field_version());
    for (size_t i = 0; i < p256_field_kernel_count(); i++)
        printf("  %-10s %s\n", p256_field_kernel_name(i), state(i));
    return 0;
}
