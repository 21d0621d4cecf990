/* SPDX-License-Identifier: MIT */
/* Masks for constant-time selection. A mask is all ones or zero. */
#ifndef P256_CT_H
#define P256_CT_H

#include <stdint.h>

/* MemorySanitizer follows values through memory, but not through an asm statement. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define P256_MEMORY_SANITIZER 1
#endif
#endif

/*
 * x, of which the compiler no longer knows anything: it cannot see that a mask has but two
 * values and turn the and/or selection that follows into a branch.
 */
static inline uint64_t p256_value_barrier(uint64_t x)
{
#ifdef P256_MEMORY_SANITIZER
    volatile uint64_t copy = x;
    return copy;
#else
    __asm__("" : "+r"(x));
    return x;
#endif
}

/* All ones if bit = 1, zero if bit = 0. */
static inline uint64_t p256_mask_bit(uint64_t bit)
{
    return p256_value_barrier(0 - bit);
}

/* All ones if x != 0, else zero: x | -x has its top bit set exactly for x != 0. */
static inline uint64_t p256_mask_nonzero(uint64_t x)
{
    return p256_mask_bit((x | (0 - x)) >> 63);
}

/* a where the mask is set, b where not. */
static inline uint64_t p256_select(uint64_t mask, uint64_t a, uint64_t b)
{
    return (a & mask) | (b & ~mask);
}

#endif
