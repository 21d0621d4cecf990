/* SPDX-License-Identifier: MIT */
#include "oracle_bn.h"

#include <stdio.h>
#include <stdlib.h>

#include <openssl/bn.h>

static BN_CTX *ctx;
static const BIGNUM *p;
static BIGNUM *r_mod_p, *r_inverse; /* R = 2^256 and 1/R, mod p */

static void require(int ok)
{
    if (!ok) {
        fprintf(stderr, "oracle: OpenSSL failed\n");
        abort();
    }
}

/* Every function below works between begin() and end(), which frees its temporaries. */
static void begin(void)
{
    if (ctx == NULL) {
        ctx = BN_CTX_new();
        p = BN_get0_nist_prime_256();
        r_mod_p = BN_new();
        require(ctx != NULL && p != NULL && r_mod_p != NULL);
        require(BN_set_bit(r_mod_p, 256) && BN_nnmod(r_mod_p, r_mod_p, p, ctx));
        r_inverse = BN_mod_inverse(NULL, r_mod_p, p, ctx);
        require(r_inverse != NULL);
    }
    BN_CTX_start(ctx);
}

static void end(void)
{
    BN_CTX_end(ctx);
}

static BIGNUM *temporary(void)
{
    BIGNUM *x = BN_CTX_get(ctx);
    require(x != NULL);
    return x;
}

/* The integer in the limbs, as it stands. */
static BIGNUM *limbs(const p256_fe *a)
{
    uint8_t bytes[32];
    for (int i = 0; i < 32; i++)
        bytes[31 - i] = (uint8_t)(a->limb[i / 8] >> (8 * (i % 8)));
    BIGNUM *x = temporary();
    require(BN_bin2bn(bytes, sizeof bytes, x) != NULL);
    return x;
}

static void set_limbs(p256_fe *r, const BIGNUM *x)
{
    uint8_t bytes[32];
    require(BN_bn2binpad(x, bytes, sizeof bytes) == sizeof bytes);
    *r = (p256_fe){{0, 0, 0, 0}};
    for (int i = 0; i < 32; i++)
        r->limb[i / 8] |= (uint64_t)bytes[31 - i] << (8 * (i % 8));
}

/* The value that an element stands for, limbs/R, and the way back. */
static BIGNUM *plain(const p256_fe *a)
{
    BIGNUM *x = limbs(a);
    require(BN_mod_mul(x, x, r_inverse, p, ctx));
    return x;
}

static void set_plain(p256_fe *r, const BIGNUM *x)
{
    BIGNUM *t = temporary();
    require(BN_mod_mul(t, x, r_mod_p, p, ctx));
    set_limbs(r, t);
}

int oracle_from_bytes(p256_fe *r, const uint8_t in[32])
{
    begin();
    BIGNUM *x = temporary();
    require(BN_bin2bn(in, 32, x) != NULL);
    int below_p = BN_cmp(x, p) < 0;
    if (!below_p)
        BN_zero(x);
    set_plain(r, x);
    end();
    return below_p;
}

void oracle_to_bytes(uint8_t out[32], const p256_fe *a)
{
    begin();
    require(BN_bn2binpad(plain(a), out, 32) == 32);
    end();
}

void oracle_from_bytes_reduce(p256_fe *r, const uint8_t *in, size_t len)
{
    begin();
    BIGNUM *x = temporary();
    require(BN_bin2bn(in, (int)len, x) != NULL);
    set_plain(r, x);
    end();
}

void oracle_from_u64(p256_fe *r, uint64_t x)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(x >> (56 - 8 * i));
    oracle_from_bytes_reduce(r, bytes, sizeof bytes);
}

int oracle_is_valid(const p256_fe *a)
{
    begin();
    int below_p = BN_cmp(limbs(a), p) < 0;
    end();
    return below_p;
}

/* Addition and its kin commute with the factor R: they work on the limbs as they stand. */

void oracle_add(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    begin();
    BIGNUM *x = limbs(a);
    require(BN_mod_add(x, x, limbs(b), p, ctx));
    set_limbs(r, x);
    end();
}

void oracle_sub(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    begin();
    BIGNUM *x = limbs(a);
    require(BN_mod_sub(x, x, limbs(b), p, ctx));
    set_limbs(r, x);
    end();
}

void oracle_neg(p256_fe *r, const p256_fe *a)
{
    const p256_fe zero = {{0, 0, 0, 0}};
    oracle_sub(r, &zero, a);
}

static void multiply_by_word(p256_fe *r, const p256_fe *a, BN_ULONG k)
{
    begin();
    BIGNUM *x = limbs(a);
    require(BN_mul_word(x, k) && BN_nnmod(x, x, p, ctx));
    set_limbs(r, x);
    end();
}

void oracle_double(p256_fe *r, const p256_fe *a)
{
    multiply_by_word(r, a, 2);
}

void oracle_triple(p256_fe *r, const p256_fe *a)
{
    multiply_by_word(r, a, 3);
}

void oracle_mul_u32(p256_fe *r, const p256_fe *a, uint32_t k)
{
    multiply_by_word(r, a, k);
}

void oracle_half(p256_fe *r, const p256_fe *a)
{
    begin();
    BIGNUM *x = limbs(a);
    if (BN_is_odd(x))
        require(BN_add(x, x, p));
    require(BN_rshift1(x, x));
    set_limbs(r, x);
    end();
}

void oracle_mul(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    begin();
    BIGNUM *x = limbs(a);
    require(BN_mod_mul(x, x, limbs(b), p, ctx));
    require(BN_mod_mul(x, x, r_inverse, p, ctx));
    set_limbs(r, x);
    end();
}

void oracle_sqr(p256_fe *r, const p256_fe *a)
{
    oracle_mul(r, a, a);
}

void oracle_sqr_times(p256_fe *r, const p256_fe *a, unsigned n)
{
    *r = *a;
    for (; n > 0; n--)
        oracle_sqr(r, r);
}

int oracle_inv(p256_fe *r, const p256_fe *a)
{
    begin();
    BIGNUM *x = plain(a);
    int nonzero = !BN_is_zero(x);
    if (nonzero)
        require(BN_mod_inverse(x, x, p, ctx) != NULL);
    set_plain(r, x);
    end();
    return nonzero;
}

/* Legendre's symbol by reciprocity: 1 also for 0. */
static int is_square(const BIGNUM *x)
{
    int symbol = BN_kronecker(x, p, ctx);
    require(symbol >= -1);
    return symbol >= 0;
}

int oracle_sqrt(p256_fe *r, const p256_fe *a)
{
    begin();
    BIGNUM *x = plain(a);
    int has_root = is_square(x);
    if (has_root)
        require(BN_mod_sqrt(x, x, p, ctx) != NULL);
    else
        BN_zero(x);
    if (!is_square(x)) /* then -x is, since -1 is none */
        require(BN_sub(x, p, x));
    set_plain(r, x);
    end();
    return has_root;
}

int oracle_is_square(const p256_fe *a)
{
    begin();
    int result = is_square(plain(a));
    end();
    return result;
}

void oracle_pow(p256_fe *r, const p256_fe *a, const uint8_t *exp_be, size_t len)
{
    begin();
    BIGNUM *e = temporary(), *x = plain(a);
    require(BN_bin2bn(exp_be, (int)len, e) != NULL);
    require(BN_mod_exp(x, x, e, p, ctx));
    set_plain(r, x);
    end();
}

int oracle_is_odd(const p256_fe *a)
{
    begin();
    int odd = BN_is_odd(plain(a));
    end();
    return odd;
}

void oracle_dot(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    begin();
    BIGNUM *sum = temporary(), *product = temporary();
    for (size_t i = 0; i < n; i++) {
        BN_CTX_start(ctx);
        require(BN_mul(product, limbs(&a[i]), limbs(&b[i]), ctx) && BN_add(sum, sum, product));
        BN_CTX_end(ctx);
    }
    require(BN_mod_mul(sum, sum, r_inverse, p, ctx));
    set_limbs(r, sum);
    end();
}

void oracle_sum(p256_fe *r, const p256_fe *a, size_t n)
{
    begin();
    BIGNUM *sum = temporary();
    for (size_t i = 0; i < n; i++) {
        BN_CTX_start(ctx);
        require(BN_add(sum, sum, limbs(&a[i])));
        BN_CTX_end(ctx);
    }
    require(BN_nnmod(sum, sum, p, ctx));
    set_limbs(r, sum);
    end();
}
