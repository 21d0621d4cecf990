/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on 64-bit limbs with explicit carries, for C code. Where the compiler has a
 * 128-bit integer it sees through these to add-with-carry and widening multiply
 * instructions; elsewhere they are built from 64-bit operations.
 */
#ifndef P256_LIMB_H
#define P256_LIMB_H

#include <stdint.h>

#if defined(__SIZEOF_INT128__) && !defined(P256_FIELD_NO_INT128)
#define P256_HAVE_INT128 1
__extension__ typedef unsigned __int128 p256_u128;
#endif

/* Low word of a + b + *carry; *carry becomes the carry out. *carry is 0 or 1. */
static inline uint64_t p256_adc(uint64_t a, uint64_t b, uint64_t *carry)
{
#ifdef P256_HAVE_INT128
    p256_u128 t = (p256_u128)a + b + *carry;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    uint64_t s = a + *carry;
    uint64_t t = s + b;
    *carry = (uint64_t)(s < a) + (uint64_t)(t < b); /* not both: s < a only when s = 0 */
    return t;
#endif
}

/* Low word of a - b - *borrow; *borrow becomes the borrow out. *borrow is 0 or 1. */
static inline uint64_t p256_sbb(uint64_t a, uint64_t b, uint64_t *borrow)
{
#ifdef P256_HAVE_INT128
    p256_u128 t = (p256_u128)a - b - *borrow;
    *borrow = (uint64_t)(t >> 64) & 1;
    return (uint64_t)t;
#else
    uint64_t s = a - b;
    uint64_t t = s - *borrow;
    *borrow = (uint64_t)(a < b) + (uint64_t)(s < t); /* not both: s < t only when s = 0 */
    return t;
#endif
}

/*
 * Low word of a*b + c + *carry; *carry becomes the high word. Any operands:
 * (2^64 - 1)^2 + 2*(2^64 - 1) = 2^128 - 1.
 */
static inline uint64_t p256_mac(uint64_t a, uint64_t b, uint64_t c, uint64_t *carry)
{
#ifdef P256_HAVE_INT128
    p256_u128 t = (p256_u128)a * b + c + *carry;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
#else
    const uint64_t low32 = UINT32_MAX;
    uint64_t a0 = a & low32, a1 = a >> 32, b0 = b & low32, b1 = b >> 32;
    /* Each sum is at most (2^32 - 1)^2 + 2*(2^32 - 1) = 2^64 - 1. */
    uint64_t t0 = a0 * b0 + (c & low32) + (*carry & low32);
    uint64_t t1 = a0 * b1 + (t0 >> 32) + (c >> 32);
    uint64_t t2 = a1 * b0 + (t1 & low32) + (*carry >> 32);
    uint64_t t3 = a1 * b1 + (t1 >> 32) + (t2 >> 32);
    *carry = t3;
    return (t2 << 32) | (t0 & low32);
#endif
}

#endif
