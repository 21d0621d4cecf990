/* SPDX-License-Identifier: MIT */
/* A planted fault: detection that finds every feature on every CPU. */
#include "cpu_features.h"

uint64_t p256_cpu_features(void)
{
    return P256_CPU_BMI2 | P256_CPU_ADX | P256_CPU_AVX | P256_CPU_AVX2 | P256_CPU_FMA;
}
