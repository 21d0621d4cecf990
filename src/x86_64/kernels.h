/* SPDX-License-Identifier: MIT */
/* The functions for x86-64; contracts in kernel.h, each under its slot's name. */
#ifndef P256_X86_64_KERNELS_H
#define P256_X86_64_KERNELS_H

#include "p256_field.h"

#pragma GCC visibility push(hidden)

void p256_add_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sub_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_neg_x86_64(p256_fe *r, const p256_fe *a);
void p256_dbl_x86_64(p256_fe *r, const p256_fe *a);
void p256_triple_x86_64(p256_fe *r, const p256_fe *a);
void p256_cswap_x86_64(p256_fe *a, p256_fe *b, int flag);
void p256_cneg_x86_64(p256_fe *r, const p256_fe *a, int flag);
void p256_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sqr_bmi2(p256_fe *r, const p256_fe *a);
void p256_sqr_times_bmi2(p256_fe *r, const p256_fe *a, unsigned n);
int p256_inv_bmi2(p256_fe *r, const p256_fe *a);
int p256_inv_vartime_bmi2(p256_fe *r, const p256_fe *a);
void p256_lookup_avx2(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index);
void p256_lookup_avx512(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index);
void p256_vec_add_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sub_x86_64(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_neg_x86_64(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_mul_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sqr_bmi2(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_scale_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
void p256_vec_axpy_bmi2(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
void p256_vec_mul_add_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                           size_t n);
void p256_vec_dot_bmi2(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sum_bmi2(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_mul_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sqr_fma(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_scale_fma(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
void p256_vec_axpy_fma(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
void p256_vec_mul_add_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                          size_t n);
void p256_vec_dot_fma(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
int p256_vec_inv_bmi2(p256_fe *r, const p256_fe *a, size_t n);
int p256_vec_inv_fma(p256_fe *r, const p256_fe *a, size_t n);

/* Defined for each of the instruction sets that ifma_arrays.h is compiled for. */
#define P256_DECLARE_IFMA(isa)                                                                     \
    void p256_vec_add_##isa(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);             \
    void p256_vec_mul_##isa(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);             \
    void p256_vec_sqr_##isa(p256_fe *r, const p256_fe *a, size_t n);                               \
    void p256_vec_scale_##isa(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);           \
    void p256_vec_axpy_##isa(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);            \
    void p256_vec_mul_add_##isa(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,  \
                                size_t n);                                                         \
    void p256_vec_dot_##isa(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);             \
    void p256_vec_sum_##isa(p256_fe *r, const p256_fe *a, size_t n);                               \
    int p256_vec_inv_##isa(p256_fe *r, const p256_fe *a, size_t n);                                \
    int p256_vec_from_bytes_##isa(p256_fe *r, const uint8_t *in, size_t n);                        \
    void p256_vec_to_bytes_##isa(uint8_t *out, const p256_fe *a, size_t n);                        \
    void p256_vec_cmov_##isa(p256_fe *r, const p256_fe *a, int flag, size_t n);
P256_DECLARE_IFMA(avx512)
P256_DECLARE_IFMA(avxifma)
void p256_vec_sub_avx512(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_neg_avx512(p256_fe *r, const p256_fe *a, size_t n);

#pragma GCC visibility pop

#endif
