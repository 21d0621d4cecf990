/* SPDX-License-Identifier: MIT */
/* 256-bit integers, in limbs, from and to 32 big-endian bytes, on any byte order. */
#ifndef P256_BYTES_H
#define P256_BYTES_H

#include "p256_field.h"

static inline uint64_t p256_load_be64(const uint8_t in[8])
{
    return (uint64_t)in[0] << 56 | (uint64_t)in[1] << 48 | (uint64_t)in[2] << 40 |
           (uint64_t)in[3] << 32 | (uint64_t)in[4] << 24 | (uint64_t)in[5] << 16 |
           (uint64_t)in[6] << 8 | (uint64_t)in[7];
}

static inline void p256_store_be64(uint8_t out[8], uint64_t x)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(x >> (56 - 8 * i));
}

/* All 32 bytes are read before the first limb is written: in may overlap x. */
static inline void p256_load_be(p256_fe *x, const uint8_t in[32])
{
    uint64_t x3 = p256_load_be64(in), x2 = p256_load_be64(in + 8);
    uint64_t x1 = p256_load_be64(in + 16), x0 = p256_load_be64(in + 24);
    x->limb[0] = x0;
    x->limb[1] = x1;
    x->limb[2] = x2;
    x->limb[3] = x3;
}

static inline void p256_store_be(uint8_t out[32], const p256_fe *x)
{
    const p256_fe t = *x;
    for (int i = 0; i < 4; i++)
        p256_store_be64(out + 8 * i, t.limb[3 - i]);
}

#endif
