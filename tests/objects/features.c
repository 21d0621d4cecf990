/* SPDX-License-Identifier: MIT */
/*
 * Prints, as hexadecimal P256_CPU_* bits, what this CPU offers and what each kernel needs,
 * then the kernel that is active:
 *
 *     features 1f
 *     kernel portable 0
 *     active portable
 */
#include <inttypes.h>
#include <stdio.h>

#include "cpu_features.h"
#include "kernel.h"

int main(void)
{
    printf("features %" PRIx64 "\n", p256_cpu_features());
    for (size_t i = 0; i < p256_kernel_count; i++)
        printf("kernel %s %" PRIx64 "\n", p256_kernels[i]->name, p256_kernels[i]->needs);
    printf("active %s\n", p256_field_kernel());
    return 0;
}
