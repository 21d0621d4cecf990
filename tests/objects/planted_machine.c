/* SPDX-License-Identifier: MIT */
/*
 * Planted faults for scripts/check-other-machines: right on a little-endian machine with a
 * 64-bit long, wrong on a big-endian or a 32-bit one. A program calls them in place of the
 * library's functions.
 */
#include <string.h>

#include "p256_field.h"

int planted_from_bytes_le(p256_fe *r, const uint8_t in[32]);
void planted_from_u64(p256_fe *r, uint64_t x);

int planted_from_bytes_le(p256_fe *r, const uint8_t in[32])
{
    uint64_t limb[4];
    uint8_t bytes[32];
    memcpy(limb, in, sizeof limb);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(limb[i / 8] >> (8 * (i % 8)));
    return p256_fe_from_bytes_le(r, bytes);
}

void planted_from_u64(p256_fe *r, uint64_t x)
{
    p256_fe_from_u64(r, (unsigned long)x);
}
