/* SPDX-License-Identifier: MIT */
/* The table for CPUs with AVX-IFMA and no AVX-512: Intel since Sierra Forest and Arrow Lake. */
#include "../kernel.h"

#if defined(P256_HAVE_AVXIFMA)

#include "../cpu_features.h"
#include "../portable.h"
#include "kernels.h"

#if defined(P256_FIELD_AVXIFMA_BY_AVX512)
#define AVXIFMA_BITS (P256_CPU_AVX512F | P256_CPU_AVX512VL | P256_CPU_AVX512IFMA)
#else
#define AVXIFMA_BITS P256_CPU_AVXIFMA
#endif

const struct p256_kernel p256_kernel_avxifma = {
    .name = "avxifma",
    .needs = P256_CPU_BMI2 | P256_CPU_AVX2 | AVXIFMA_BITS,
    .add = p256_add_x86_64,
    .sub = p256_sub_x86_64,
    .neg = p256_neg_x86_64,
    .dbl = p256_dbl_x86_64,
    .triple = p256_triple_x86_64,
    .half = p256_half_portable,
    .mul = p256_mul_bmi2,
    .mul_u32 = p256_mul_u32_portable,
    .sqr = p256_sqr_bmi2,
    .sqr_times = p256_sqr_times_bmi2,
    .inv = p256_inv_bmi2,
    .inv_vartime = p256_inv_vartime_bmi2,
    .cmov = p256_cmov_portable,
    .cswap = p256_cswap_x86_64,
    .cneg = p256_cneg_x86_64,
    .lookup = p256_lookup_avx2,
    .vec_add = p256_vec_add_avxifma,
    .vec_sub = p256_vec_sub_x86_64,
    .vec_neg = p256_vec_neg_x86_64,
    .vec_mul = p256_vec_mul_avxifma,
    .vec_sqr = p256_vec_sqr_avxifma,
    .vec_scale = p256_vec_scale_avxifma,
    .vec_axpy = p256_vec_axpy_avxifma,
    .vec_mul_add = p256_vec_mul_add_avxifma,
    .vec_dot = p256_vec_dot_avxifma,
    .vec_sum = p256_vec_sum_avxifma,
    .vec_inv = p256_vec_inv_avxifma,
    .vec_from_bytes = p256_vec_from_bytes_avxifma,
    .vec_to_bytes = p256_vec_to_bytes_avxifma,
    .vec_cmov = p256_vec_cmov_avxifma,
};

#endif
