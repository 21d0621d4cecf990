/* SPDX-License-Identifier: MIT */
/* The table for CPUs with AVX2, FMA, and BMI2: Intel since Haswell, AMD since Excavator. */
#include "../kernel.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../cpu_features.h"
#include "../portable.h"
#include "kernels.h"

const struct p256_kernel p256_kernel_avx2 = {
    .name = "avx2",
    .needs = P256_CPU_AVX2 | P256_CPU_FMA | P256_CPU_BMI2,
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
    .vec_add = p256_vec_add_x86_64,
    .vec_sub = p256_vec_sub_x86_64,
    .vec_neg = p256_vec_neg_x86_64,
    .vec_mul = p256_vec_mul_fma,
    .vec_sqr = p256_vec_sqr_fma,
    .vec_scale = p256_vec_scale_fma,
    .vec_axpy = p256_vec_axpy_fma,
    .vec_mul_add = p256_vec_mul_add_fma,
    .vec_dot = p256_vec_dot_fma,
    .vec_sum = p256_vec_sum_bmi2,
    .vec_inv = p256_vec_inv_fma,
    .vec_from_bytes = p256_vec_from_bytes_portable,
    .vec_to_bytes = p256_vec_to_bytes_portable,
    .vec_cmov = p256_vec_cmov_portable,
};

#endif
