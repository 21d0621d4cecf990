/* SPDX-License-Identifier: MIT */
/*
 * Arithmetic on 64-bit limbs with explicit carries, for C code. Widening multiplication goes
 * through a 128-bit integer where the compiler has one, else through 32-bit halves. Additions
 * name the carry to those compilers that offer a way to do so, since they then emit chains of
 * add-with-carry; what others make of the comparisons is correct, if longer.
 */
#ifndef P256_LIMB_H
#define P256_LIMB_H

#include <stdint.h>

#if defined(__SIZEOF_INT128__) && !defined(P256_FIELD_NO_INT128)
#define P256_HAVE_INT128 1
__extension__ typedef unsigned __int128 p256_u128;
#if defined(__clang__)
#define P256_ADC_CLANG 1
#elif defined(__x86_64__)
#define P256_ADC_X86 1
#if __has_include(<x86gprintrin.h>) /* GCC 11: a twentieth of the other header */
#include <x86gprintrin.h>
#else
#include <x86intrin.h>
#endif
#endif
#endif

/* Low word of a + b + *carry; *carry becomes the carry out. *carry is 0 or 1. */
static inline uint64_t p256_adc(uint64_t a, uint64_t b, uint64_t *carry)
{
#if defined(P256_ADC_CLANG)
    unsigned long long out;
    uint64_t t = __builtin_addcll(a, b, *carry, &out);
    *carry = out;
#elif defined(P256_ADC_X86)
    unsigned long long t;
    *carry = _addcarry_u64((unsigned char)*carry, a, b, &t);
#else
    uint64_t s = a + *carry;
    uint64_t t = s + b;
    *carry = (uint64_t)(s < a) + (uint64_t)(t < b); /* not both: s < a only when s = 0 */
#endif
    return t;
}

/* Low word of a - b - *borrow; *borrow becomes the borrow out. *borrow is 0 or 1. */
static inline uint64_t p256_sbb(uint64_t a, uint64_t b, uint64_t *borrow)
{
#if defined(P256_ADC_CLANG)
    unsigned long long out;
    uint64_t t = __builtin_subcll(a, b, *borrow, &out);
    *borrow = out;
#elif defined(P256_ADC_X86)
    unsigned long long t;
    *borrow = _subborrow_u64((unsigned char)*borrow, a, b, &t);
#else
    uint64_t s = a - b;
    uint64_t t = s - *borrow;
    *borrow = (uint64_t)(a < b) + (uint64_t)(s < t); /* not both: s < t only when s = 0 */
#endif
    return t;
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

/* Low word of a*b; *high becomes the high word, at most 2^64 - 2. */
static inline uint64_t p256_mul_wide(uint64_t a, uint64_t b, uint64_t *high)
{
    uint64_t carry = 0;
    uint64_t low = p256_mac(a, b, 0, &carry);
    *high = carry;
    return low;
}

#endif
