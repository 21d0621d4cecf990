/* SPDX-License-Identifier: MIT */
/* Constant-time lookup, an element in two registers. */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include <arm_neon.h>

/*
 * `count` columns, from `first` on, of the row that is wanted. count is a constant where this
 * is inlined; with no rows the table may be NULL, so nothing is added to it before the loop.
 */
static inline __attribute__((always_inline)) void lookup_columns(p256_fe *r, const p256_fe *table,
                                                                 size_t rows, size_t width,
                                                                 size_t index, size_t first,
                                                                 size_t count)
{
    const uint64x2_t one = vdupq_n_u64(1);
    const uint64x2_t wanted = vdupq_n_u64(index);
    uint64x2_t row = vdupq_n_u64(0);
    uint64x2_t found[8] = {row, row, row, row, row, row, row, row};
    for (size_t i = 0; i < rows; i++) {
        uint64x2_t mask = vceqq_u64(row, wanted);
        __asm__("" : "+w"(mask)); /* or a compiler may see that it has but two values */
        row = vaddq_u64(row, one);
        for (size_t j = 0; j < count; j++) {
            const uint64_t *limb = table[i * width + first + j].limb;
            found[2 * j] = vorrq_u64(found[2 * j], vandq_u64(vld1q_u64(limb), mask));
            found[2 * j + 1] = vorrq_u64(found[2 * j + 1], vandq_u64(vld1q_u64(limb + 2), mask));
        }
    }
    for (size_t j = 0; j < count; j++) {
        uint64_t *limb = r[first + j].limb;
        vst1q_u64(limb, found[2 * j]);
        vst1q_u64(limb + 2, found[2 * j + 1]);
    }
}

void p256_lookup_neon(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index)
{
    size_t done = 0;
    for (; width - done >= 4; done += 4)
        lookup_columns(r, table, rows, width, index, done, 4);
    switch (width - done) {
    case 3:
        lookup_columns(r, table, rows, width, index, done, 3);
        break;
    case 2:
        lookup_columns(r, table, rows, width, index, done, 2);
        break;
    case 1:
        lookup_columns(r, table, rows, width, index, done, 1);
        break;
    }
}

#endif
