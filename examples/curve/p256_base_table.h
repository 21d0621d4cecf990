/* SPDX-License-Identifier: MIT */
/*
 * Odd multiples of the generator for multiplication with windows of seven bits,
 *
 *     p256_base_table[i][j] = (2j + 1) * 2^(7i) * G.
 *
 * generate_base_table.c makes the file p256_base_table.c when the example is built.
 */
#ifndef P256_BASE_TABLE_H
#define P256_BASE_TABLE_H

#include "p256_point.h"

/* 37 windows of 7 bits hold the 255 bits that remain of a scalar once its lowest bit is known
 * to be 1. */
enum { P256_BASE_WIDTH = 7, P256_BASE_WINDOWS = 37, P256_BASE_ROWS = 1 << (P256_BASE_WIDTH - 1) };

extern const p256_affine p256_base_table[P256_BASE_WINDOWS][P256_BASE_ROWS];

#endif
