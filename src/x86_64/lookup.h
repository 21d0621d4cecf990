/* SPDX-License-Identifier: MIT */
/* Constant-time lookup, an element a register: the function LOOKUP_NAME for LOOKUP_TARGET. */
#ifndef P256_LOOKUP_H
#define P256_LOOKUP_H

#include <immintrin.h>

#include "kernels.h"

/*
 * `count` columns, from `first` on, of the row that is wanted. count is a constant where this
 * is inlined; with no rows the table may be NULL, so nothing is added to it before the loop.
 */
LOOKUP_TARGET static inline __attribute__((always_inline)) void
lookup_columns(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index,
               size_t first, size_t count)
{
    const __m256i one = _mm256_set1_epi64x(1);
    const __m256i wanted = _mm256_set1_epi64x((long long)index);
    __m256i row = _mm256_setzero_si256();
    __m256i found[4] = {row, row, row, row};
    for (size_t i = 0; i < rows; i++) {
        __m256i mask = _mm256_cmpeq_epi64(row, wanted);
        /* A barrier, or Clang for a CPU with AVX-512 makes masked loads of the selection. */
        __asm__("" : "+x"(mask));
        row = _mm256_add_epi64(row, one);
        for (size_t j = 0; j < count; j++) {
            const void *element = &table[i * width + first + j];
            __m256i limbs = _mm256_loadu_si256((const __m256i *)element);
            found[j] = _mm256_or_si256(found[j], _mm256_and_si256(limbs, mask));
        }
    }
    for (size_t j = 0; j < count; j++) {
        void *element = &r[first + j];
        _mm256_storeu_si256((__m256i *)element, found[j]);
    }
}

LOOKUP_TARGET void LOOKUP_NAME(p256_fe *r, const p256_fe *table, size_t rows, size_t width,
                               size_t index)
{
    size_t done = 0;
    for (; width - done >= 4; done += 4)
        lookup_columns(r, table, rows, width, index, done, 4);
    /* No switch: some compilers make a table of jumps of it. */
    if (width - done == 3) {
        lookup_columns(r, table, rows, width, index, done, 3);
    } else {
        if (width & 2)
            lookup_columns(r, table, rows, width, index, done, 2);
        if (width & 1)
            lookup_columns(r, table, rows, width, index, width - 1, 1);
    }
}

#endif
