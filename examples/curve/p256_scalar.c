/* SPDX-License-Identifier: MIT */
#include "p256_scalar.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

enum { LIMBS = P256_SCALAR_LIMBS, LIMB_BYTES = sizeof(mp_limb_t), SCRATCH = 64 * LIMBS };

/* n = 2^256 - 2^224 + 2^192 - 0x4319055258e8617b0c46353d039cdaaf */
static const uint8_t order[32] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
                                  0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

/* GMP says how much scratch space a function needs, in a number only known at run time. */
static void need_scratch(mp_size_t limbs)
{
    if (limbs > SCRATCH)
        abort(); /* a GMP to which SCRATCH must be adapted */
}

/* Limbs and big-endian bytes, whatever the size of a limb and the byte order. */
static void load(mp_limb_t r[LIMBS], const uint8_t in[32])
{
    for (int i = 0; i < LIMBS; i++) {
        r[i] = 0;
        for (int j = 0; j < LIMB_BYTES; j++)
            r[i] |= (mp_limb_t)in[31 - i * LIMB_BYTES - j] << 8 * j;
    }
}

void p256_scalar_to_bytes_le(uint8_t out[32], const p256_scalar *a)
{
    for (int i = 0; i < LIMBS; i++)
        for (int j = 0; j < LIMB_BYTES; j++)
            out[i * LIMB_BYTES + j] = (uint8_t)(a->limb[i] >> 8 * j);
}

void p256_scalar_to_bytes(uint8_t out[32], const p256_scalar *a)
{
    for (int i = 0; i < LIMBS; i++)
        for (int j = 0; j < LIMB_BYTES; j++)
            out[31 - i * LIMB_BYTES - j] = (uint8_t)(a->limb[i] >> 8 * j);
}

/* r = carry*2^256 + a - n if that is not negative, else a; returns 1 in the former case. For
 * carry*2^256 + a < 2n. */
static mp_limb_t subtract_order(mp_limb_t r[LIMBS], mp_limb_t carry, const mp_limb_t a[LIMBS])
{
    mp_limb_t n[LIMBS], difference[LIMBS];
    load(n, order);
    mp_limb_t borrow = mpn_cnd_sub_n(1, difference, a, n, LIMBS);
    /* carry and borrow are 0 or 1; carry = 1 comes with borrow = 1, for a - n < n - 2^256 < 0. */
    mp_limb_t above = carry | (borrow ^ 1);
    mpn_cnd_sub_n(above, r, a, n, LIMBS);
    return above;
}

int p256_scalar_from_bytes(p256_scalar *r, const uint8_t in[32])
{
    mp_limb_t value[LIMBS], reduced[LIMBS], zero[LIMBS] = {0};
    load(value, in);
    mp_limb_t above = subtract_order(reduced, 0, value);
    mpn_cnd_add_n(above ^ 1, r->limb, zero, value, LIMBS);
    return (int)(above ^ 1);
}

void p256_scalar_from_bytes_reduce(p256_scalar *r, const uint8_t in[32])
{
    load(r->limb, in);
    (void)subtract_order(r->limb, 0, r->limb); /* 2^256 < 2n: once is enough */
}

int p256_scalar_plus_order(uint8_t out[32], const p256_scalar *a)
{
    p256_scalar sum;
    mp_limb_t n[LIMBS];
    load(n, order);
    mp_limb_t carry = mpn_cnd_add_n(1, sum.limb, a->limb, n, LIMBS);
    p256_scalar_to_bytes(out, &sum);
    return carry == 0;
}

int p256_scalar_equal(const p256_scalar *a, const p256_scalar *b)
{
    return CRYPTO_memcmp(a, b, sizeof *a) == 0;
}

int p256_scalar_is_zero(const p256_scalar *a)
{
    static const p256_scalar zero = {{0}};
    return p256_scalar_equal(a, &zero);
}

void p256_scalar_add(p256_scalar *r, const p256_scalar *a, const p256_scalar *b)
{
    mp_limb_t carry = mpn_cnd_add_n(1, r->limb, a->limb, b->limb, LIMBS);
    (void)subtract_order(r->limb, carry, r->limb);
}

void p256_scalar_mul(p256_scalar *r, const p256_scalar *a, const p256_scalar *b)
{
    mp_limb_t n[LIMBS], product[2 * LIMBS], scratch[SCRATCH];
    load(n, order);
    need_scratch(mpn_sec_mul_itch(LIMBS, LIMBS));
    mpn_sec_mul(product, a->limb, LIMBS, b->limb, LIMBS, scratch);
    need_scratch(mpn_sec_div_r_itch(2 * LIMBS, LIMBS));
    mpn_sec_div_r(product, 2 * LIMBS, n, LIMBS, scratch);
    memcpy(r->limb, product, sizeof r->limb);
}

/* a^(n-2), by Fermat's little theorem. */
void p256_scalar_inv(p256_scalar *r, const p256_scalar *a)
{
    mp_limb_t n[LIMBS], exponent[LIMBS], power[LIMBS], scratch[SCRATCH];
    load(n, order);
    memcpy(exponent, n, sizeof exponent);
    exponent[0] -= 2; /* n ends in 0x51: no borrow */
    need_scratch(mpn_sec_powm_itch(LIMBS, 256, LIMBS));
    mpn_sec_powm(power, a->limb, LIMBS, exponent, 256, n, LIMBS, scratch);
    memcpy(r->limb, power, sizeof power);
    OPENSSL_cleanse(scratch, sizeof scratch);
    OPENSSL_cleanse(power, sizeof power);
}

void p256_scalar_inv_vartime(p256_scalar *r, const p256_scalar *a)
{
    uint8_t bytes[32];
    mpz_t x, n;
    mpz_inits(x, n, NULL);
    p256_scalar_to_bytes(bytes, a);
    mpz_import(x, sizeof bytes, 1, 1, 0, 0, bytes);
    mpz_import(n, sizeof order, 1, 1, 0, 0, order);
    mpz_invert(x, x, n);
    memset(bytes, 0, sizeof bytes);
    mpz_export(bytes + sizeof bytes - (mpz_sizeinbase(x, 2) + 7) / 8, NULL, 1, 1, 0, 0, x);
    load(r->limb, bytes);
    mpz_clears(x, n, NULL);
}

int p256_scalar_make_odd(p256_scalar *r, const p256_scalar *a)
{
    mp_limb_t n[LIMBS], t[LIMBS], zero[LIMBS] = {0};
    mp_limb_t odd = a->limb[0] & 1;
    load(n, order);
    mpn_cnd_add_n(odd ^ 1, t, zero, n, LIMBS); /* n or 0 */
    mpn_cnd_sub_n(odd ^ 1, t, t, a->limb, LIMBS);
    mpn_cnd_add_n(odd, r->limb, t, a->limb, LIMBS);
    return (int)(odd ^ 1);
}

void p256_scalar_clear(p256_scalar *a)
{
    OPENSSL_cleanse(a, sizeof *a);
}
