/* SPDX-License-Identifier: MIT */
/*
 * P256_HAVE_AVXIFMA where the compiler knows AVX-IFMA. With P256_FIELD_AVXIFMA_BY_AVX512, which
 * is for the tests, its functions are compiled for AVX-512 IFMA on registers of 256 bits: the
 * same code in the other encoding, for CPUs that lack AVX-IFMA.
 */
#ifndef P256_HAVE_AVXIFMA_H
#define P256_HAVE_AVXIFMA_H

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
#if defined(P256_FIELD_AVXIFMA_BY_AVX512)
#define P256_HAVE_AVXIFMA 1
#elif defined(__clang__)
#if __clang_major__ >= 16
#define P256_HAVE_AVXIFMA 1
#endif
#elif defined(__GNUC__)
#if __GNUC__ >= 13
#define P256_HAVE_AVXIFMA 1
#endif
#endif
#endif

#endif
