/* SPDX-License-Identifier: MIT */
/* Encoding and comparison of single elements, on the active kernel. */
#include <string.h>

#include "bytes.h"
#include "dispatch.h"
#include "portable_field.h"

int p256_fe_from_bytes(p256_fe *r, const uint8_t in[32])
{
    return p256_active_kernel()->vec_from_bytes(r, in, 1);
}

void p256_fe_to_bytes(uint8_t out[32], const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->vec_to_bytes(out, a, 1);
}

static void reverse(uint8_t out[32], const uint8_t in[32])
{
    for (int i = 0; i < 32; i++)
        out[i] = in[31 - i];
}

int p256_fe_from_bytes_le(p256_fe *r, const uint8_t in[32])
{
    uint8_t big_endian[32];
    reverse(big_endian, in);
    return p256_fe_from_bytes(r, big_endian);
}

void p256_fe_to_bytes_le(uint8_t out[32], const p256_fe *a)
{
    P256_VERIFY_FE(a);
    uint8_t big_endian[32];
    p256_fe_to_bytes(big_endian, a);
    reverse(out, big_endian);
}

int p256_fe_from_bytes_reduce(p256_fe *r, const uint8_t *in, size_t len)
{
    const p256_fe r2 = {P256_R2_LIMBS}, r3 = {P256_R3_LIMBS};
    uint8_t padded[64] = {0};
    p256_fe high, low;

    if (len > sizeof padded) {
        *r = P256_FE_ZERO;
        return 0;
    }
    if (len > 0)
        memcpy(padded + sizeof padded - len, in, len);
    p256_load_be(&high, padded);
    p256_load_be(&low, padded + 32);
    /* Any 256-bit integer is below R < 2p. */
    fe_subtract_p(&high, high.limb[0], high.limb[1], high.limb[2], high.limb[3], 0);
    fe_subtract_p(&low, low.limb[0], low.limb[1], low.limb[2], low.limb[3], 0);
    /* (high*R + low)*R = high*R^3/R + low*R^2/R */
    const struct p256_kernel *k = p256_active_kernel();
    k->mul(&high, &high, &r3);
    k->mul(&low, &low, &r2);
    k->add(r, &high, &low);
    return 1;
}

void p256_fe_from_u64(p256_fe *r, uint64_t x)
{
    const p256_fe r2 = {P256_R2_LIMBS}, plain = {{x, 0, 0, 0}};
    p256_active_kernel()->mul(r, &plain, &r2);
}

int p256_fe_is_valid(const p256_fe *a)
{
    return (int)(fe_mask_below_p(a) & 1);
}

int p256_fe_is_zero(const p256_fe *a)
{
    P256_VERIFY_FE(a);
    return (int)(~fe_mask_nonzero(a) & 1);
}

int p256_fe_is_one(const p256_fe *a)
{
    P256_VERIFY_FE(a);
    return p256_fe_equal(a, &P256_FE_ONE);
}

int p256_fe_equal(const p256_fe *a, const p256_fe *b)
{
    P256_VERIFY_FE(a);
    P256_VERIFY_FE(b);
    uint64_t difference = 0;
    for (int i = 0; i < 4; i++)
        difference |= a->limb[i] ^ b->limb[i];
    return (int)(~p256_mask_nonzero(difference) & 1);
}

int p256_fe_is_odd(const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_fe plain;
    fe_from_montgomery(&plain, a);
    return (int)(plain.limb[0] & 1);
}

void p256_fe_clear(p256_fe *a, size_t n)
{
    if (n == 0)
        return;
    memset(a, 0, n * sizeof *a);
    /* As if something read the zeros: the stores cannot be dropped as dead. */
    __asm__ __volatile__("" : : "r"(a) : "memory");
}
