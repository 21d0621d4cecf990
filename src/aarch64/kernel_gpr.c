/* SPDX-License-Identifier: MIT */
/* The table for cores whose multiplier takes 64-bit operands in a cycle or two, and for those
 * that cannot be told apart. */
#include "../kernel.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../cpu_features.h"
#include "../portable.h"
#include "kernels.h"

const struct p256_kernel p256_kernel_gpr = {
    .name = "gpr",
    .needs = P256_CPU_NEON,
    .add = p256_add_gpr,
    .sub = p256_sub_gpr,
    .neg = p256_neg_gpr,
    .dbl = p256_dbl_gpr,
    .triple = p256_triple_gpr,
    .half = p256_half_gpr,
    .mul = p256_mul_gpr,
    .mul_u32 = p256_mul_u32_portable,
    .sqr = p256_sqr_gpr,
    .sqr_times = p256_sqr_times_gpr,
    .inv = p256_inv_gpr,
    .inv_vartime = p256_inv_vartime_gpr,
    .cmov = p256_cmov_portable,
    .cswap = p256_cswap_portable,
    .cneg = p256_cneg_portable,
    .lookup = p256_lookup_neon,
    .vec_add = p256_vec_add_gpr,
    .vec_sub = p256_vec_sub_gpr,
    .vec_neg = p256_vec_neg_gpr,
    .vec_mul = p256_vec_mul_gpr,
    .vec_sqr = p256_vec_sqr_gpr,
    .vec_scale = p256_vec_scale_gpr,
    .vec_axpy = p256_vec_axpy_gpr,
    .vec_mul_add = p256_vec_mul_add_gpr,
    .vec_dot = p256_vec_dot_gpr,
    .vec_sum = p256_vec_sum_gpr,
    .vec_inv = p256_vec_inv_gpr,
    .vec_from_bytes = p256_vec_from_bytes_portable,
    .vec_to_bytes = p256_vec_to_bytes_portable,
    .vec_cmov = p256_vec_cmov_portable,
};

#endif
