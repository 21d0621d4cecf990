/* SPDX-License-Identifier: MIT */
/* The table for CPUs with AVX-512 IFMA and VBMI2: Intel since Ice Lake, AMD since Zen 4. */
#include "../kernel.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../cpu_features.h"
#include "../portable.h"
#include "kernels.h"

const struct p256_kernel p256_kernel_avx512 = {
    .name = "avx512",
    .needs = P256_CPU_BMI2 | P256_CPU_AVX2 | P256_CPU_AVX512F | P256_CPU_AVX512VL |
             P256_CPU_AVX512DQ | P256_CPU_AVX512BW | P256_CPU_AVX512IFMA | P256_CPU_AVX512VBMI2,
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
    .lookup = p256_lookup_avx512,
    .vec_add = p256_vec_add_avx512,
    .vec_sub = p256_vec_sub_avx512,
    .vec_neg = p256_vec_neg_avx512,
    .vec_mul = p256_vec_mul_avx512,
    .vec_sqr = p256_vec_sqr_avx512,
    .vec_scale = p256_vec_scale_avx512,
    .vec_axpy = p256_vec_axpy_avx512,
    .vec_mul_add = p256_vec_mul_add_avx512,
    .vec_dot = p256_vec_dot_avx512,
    .vec_sum = p256_vec_sum_avx512,
    .vec_inv = p256_vec_inv_avx512,
    .vec_from_bytes = p256_vec_from_bytes_avx512,
    .vec_to_bytes = p256_vec_to_bytes_avx512,
    .vec_cmov = p256_vec_cmov_avx512,
};

#endif
