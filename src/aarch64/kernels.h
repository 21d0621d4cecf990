/* SPDX-License-Identifier: MIT */
/* The functions for AArch64; contracts in kernel.h, each under its slot's name. */
#ifndef P256_AARCH64_KERNELS_H
#define P256_AARCH64_KERNELS_H

#include "p256_field.h"

#pragma GCC visibility push(hidden)

void p256_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sub_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_neg_gpr(p256_fe *r, const p256_fe *a);
void p256_dbl_gpr(p256_fe *r, const p256_fe *a);
void p256_triple_gpr(p256_fe *r, const p256_fe *a);
void p256_half_gpr(p256_fe *r, const p256_fe *a);
void p256_sqr_times_gpr(p256_fe *r, const p256_fe *a, unsigned n);
int p256_inv_gpr(p256_fe *r, const p256_fe *a);
int p256_inv_vartime_gpr(p256_fe *r, const p256_fe *a);
void p256_lookup_neon(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index);
void p256_dot_gpr(uint64_t sum[9], const p256_fe *a, const p256_fe *b, size_t n);
void p256_columns_neon(uint64_t c[18], const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sub_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_neg_gpr(p256_fe *r, const p256_fe *a, size_t n);

void p256_mul_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sqr_gpr(p256_fe *r, const p256_fe *a);
void p256_vec_mul_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sqr_gpr(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_scale_gpr(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
void p256_vec_axpy_gpr(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
void p256_vec_mul_add_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                          size_t n);
void p256_vec_dot_gpr(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sum_gpr(p256_fe *r, const p256_fe *a, size_t n);
int p256_vec_inv_gpr(p256_fe *r, const p256_fe *a, size_t n);

void p256_mul_neon(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sqr_neon(p256_fe *r, const p256_fe *a);
void p256_vec_mul_neon(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sqr_neon(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_scale_neon(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
void p256_vec_axpy_neon(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
void p256_vec_mul_add_neon(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                           size_t n);
void p256_vec_dot_neon(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sum_neon(p256_fe *r, const p256_fe *a, size_t n);
int p256_vec_inv_neon(p256_fe *r, const p256_fe *a, size_t n);

#pragma GCC visibility pop

#endif
