/* SPDX-License-Identifier: MIT */
/* p = 2^256 - 2^224 + 2^192 + 2^96 - 1 and what follows from it. R = 2^256. */
#ifndef P256_CONSTANTS_H
#define P256_CONSTANTS_H

#include <stdint.h>

/* The limbs of p. */
#define P256_P0 UINT64_C(0xffffffffffffffff) /* 2^64 - 1 */
#define P256_P1 UINT64_C(0x00000000ffffffff) /* 2^32 - 1 */
#define P256_P2 UINT64_C(0x0000000000000000)
#define P256_P3 UINT64_C(0xffffffff00000001) /* 2^64 - 2^32 + 1 */

/* R mod p = 2^256 - p = 2^224 - 2^192 - 2^96 + 1: the Montgomery form of 1. */
#define P256_R_LIMBS                                                                               \
    {                                                                                              \
        UINT64_C(0x0000000000000001), UINT64_C(0xffffffff00000000), UINT64_C(0xffffffffffffffff),  \
            UINT64_C(0x00000000fffffffe)                                                           \
    }

/* R^2 mod p: times a plain value, gives its Montgomery form. */
#define P256_R2_LIMBS                                                                              \
    {                                                                                              \
        UINT64_C(0x0000000000000003), UINT64_C(0xfffffffbffffffff), UINT64_C(0xfffffffffffffffe),  \
            UINT64_C(0x00000004fffffffd)                                                           \
    }

/* R^3 mod p: times the upper half of a 512-bit integer, gives its Montgomery form. */
#define P256_R3_LIMBS                                                                              \
    {                                                                                              \
        UINT64_C(0xfffffffd0000000a), UINT64_C(0xffffffedfffffff7), UINT64_C(0x00000005fffffffc),  \
            UINT64_C(0x0000001800000001)                                                           \
    }

#endif
