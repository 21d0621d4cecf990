/* SPDX-License-Identifier: MIT */
/* The portable kernel's functions, for tables that have nothing faster in a slot:
 * p256_add_portable and so on, one a slot but for inv and inv_vartime (inverse.h) and
 * vec_inv (arrays.h). */
#ifndef P256_PORTABLE_H
#define P256_PORTABLE_H

#include "kernel.h"

#pragma GCC visibility push(hidden)

void p256_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_sub_portable(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_neg_portable(p256_fe *r, const p256_fe *a);
void p256_dbl_portable(p256_fe *r, const p256_fe *a);
void p256_triple_portable(p256_fe *r, const p256_fe *a);
void p256_half_portable(p256_fe *r, const p256_fe *a);
void p256_mul_portable(p256_fe *r, const p256_fe *a, const p256_fe *b);
void p256_mul_u32_portable(p256_fe *r, const p256_fe *a, uint32_t k);
void p256_sqr_portable(p256_fe *r, const p256_fe *a);
void p256_sqr_times_portable(p256_fe *r, const p256_fe *a, unsigned n);
void p256_cmov_portable(p256_fe *r, const p256_fe *a, int flag);
void p256_cswap_portable(p256_fe *a, p256_fe *b, int flag);
void p256_cneg_portable(p256_fe *r, const p256_fe *a, int flag);
void p256_lookup_portable(p256_fe *r, const p256_fe *table, size_t rows, size_t width,
                          size_t index);
void p256_vec_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sub_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_neg_portable(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_mul_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sqr_portable(p256_fe *r, const p256_fe *a, size_t n);
void p256_vec_scale_portable(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
void p256_vec_axpy_portable(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
void p256_vec_mul_add_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c,
                               size_t n);
void p256_vec_dot_portable(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
void p256_vec_sum_portable(p256_fe *r, const p256_fe *a, size_t n);
int p256_vec_from_bytes_portable(p256_fe *r, const uint8_t *in, size_t n);
void p256_vec_to_bytes_portable(uint8_t *out, const p256_fe *a, size_t n);
void p256_vec_cmov_portable(p256_fe *r, const p256_fe *a, int flag, size_t n);

#pragma GCC visibility pop

#endif
