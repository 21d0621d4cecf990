/* SPDX-License-Identifier: MIT */
#include "p256_ecdsa.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string.h>

#include "p256_multiply.h"

static int sha256(uint8_t digest[P256_DIGEST_BYTES], const void *message, size_t len)
{
    return EVP_Digest(message, len, digest, NULL, EVP_sha256(), NULL);
}

/* ------------------------------------------------------------------------------------
 * The nonces of RFC 6979, section 3.2, for SHA-256: hlen = qlen = 256, so that bits2int takes
 * all of a digest and T in step h is one V.
 */

struct nonces {
    uint8_t key[32], v[32];
};

/* out = HMAC(key, in[0..len-1]). out may be the key or lie in `in`. */
static int hmac(uint8_t out[32], const uint8_t key[32], const uint8_t *in, size_t len)
{
    uint8_t result[32];
    int ok = HMAC(EVP_sha256(), key, 32, in, len, result, NULL) != NULL;
    memcpy(out, result, sizeof result);
    OPENSSL_cleanse(result, sizeof result);
    return ok;
}

/* K = HMAC(K, V || separator || seed[0..len-1]), V = HMAC(K, V): steps d and e, f and g; h.3. */
static int nonces_update(struct nonces *s, uint8_t separator, const uint8_t *seed, size_t len)
{
    uint8_t in[32 + 1 + 64];
    memcpy(in, s->v, 32);
    in[32] = separator;
    memcpy(in + 33, seed, len);
    int ok = hmac(s->key, s->key, in, 33 + len) && hmac(s->v, s->key, s->v, 32);
    OPENSSL_cleanse(in, sizeof in);
    return ok;
}

/* Steps b to g. z is the digest mod n, bits2octets(h1). */
static int nonces_start(struct nonces *s, const p256_scalar *d, const p256_scalar *z)
{
    uint8_t seed[64];
    p256_scalar_to_bytes(seed, d);
    p256_scalar_to_bytes(seed + 32, z);
    memset(s->key, 0x00, sizeof s->key);
    memset(s->v, 0x01, sizeof s->v);
    int ok = nonces_update(s, 0x00, seed, 64) && nonces_update(s, 0x01, seed, 64);
    OPENSSL_cleanse(seed, sizeof seed);
    return ok;
}

/* Step h: k = the next nonce, 0 < k < n. */
static int nonces_next(struct nonces *s, p256_scalar *k)
{
    for (;;) {
        if (!hmac(s->v, s->key, s->v, 32))
            return 0;
        if (p256_scalar_from_bytes(k, s->v) && !p256_scalar_is_zero(k))
            return 1;
        if (!nonces_update(s, 0x00, s->v, 0))
            return 0;
    }
}

/* ------------------------------------------------------------------------------------
 * Signing
 */

/* r = the x-coordinate of kG mod n. */
static void x_of_multiple(p256_scalar *r, const p256_scalar *k)
{
    uint8_t x[32];
    p256_jacobian product;
    p256_affine point;
    p256_point_mul_base(&product, k);
    (void)p256_point_to_affine(&point, &product); /* 0 < k < n: it is not infinity */
    p256_fe_to_bytes(x, &point.x);
    p256_scalar_from_bytes_reduce(r, x);
}

/* r and s = (z + rd)/k; 0 if either is 0, which asks for another nonce. */
static int sign_with_nonce(uint8_t signature[P256_SIGNATURE_BYTES], const p256_scalar *d,
                           const p256_scalar *z, const p256_scalar *k)
{
    p256_scalar r, s, k_inverse;
    x_of_multiple(&r, k);
    p256_scalar_inv(&k_inverse, k);
    p256_scalar_mul(&s, &r, d);
    p256_scalar_add(&s, &s, z);
    p256_scalar_mul(&s, &s, &k_inverse);
    p256_scalar_to_bytes(signature, &r);
    p256_scalar_to_bytes(signature + 32, &s);
    p256_scalar_clear(&k_inverse);
    return !p256_scalar_is_zero(&r) && !p256_scalar_is_zero(&s);
}

int p256_ecdsa_sign_digest(uint8_t signature[P256_SIGNATURE_BYTES], const uint8_t private_key[32],
                           const uint8_t digest[P256_DIGEST_BYTES])
{
    struct nonces nonces;
    p256_scalar d, z, k;
    int ok = p256_scalar_from_bytes(&d, private_key) && !p256_scalar_is_zero(&d);
    p256_scalar_from_bytes_reduce(&z, digest);
    ok = ok && nonces_start(&nonces, &d, &z);
    do {
        ok = ok && nonces_next(&nonces, &k);
    } while (ok && !sign_with_nonce(signature, &d, &z, &k));
    OPENSSL_cleanse(&nonces, sizeof nonces);
    p256_scalar_clear(&d);
    p256_scalar_clear(&k);
    return ok;
}

int p256_ecdsa_sign(uint8_t signature[P256_SIGNATURE_BYTES], const uint8_t private_key[32],
                    const void *message, size_t len)
{
    uint8_t digest[P256_DIGEST_BYTES];
    return sha256(digest, message, len) && p256_ecdsa_sign_digest(signature, private_key, digest);
}

/* ------------------------------------------------------------------------------------
 * Verification
 */

/*
 * Whether the x-coordinate of p is r modulo n. As 0 <= x < p < 2n, x is r or r + n; comparing
 * rz^2 with x spares the division by z^2.
 */
static int has_x_vartime(const p256_jacobian *p, const p256_scalar *r)
{
    uint8_t candidate[2][32];
    p256_fe x, zz;
    int candidates = 1 + p256_scalar_plus_order(candidate[1], r);
    p256_scalar_to_bytes(candidate[0], r);
    if (p256_fe_is_zero(&p->z))
        return 0;
    p256_fe_sqr(&zz, &p->z);
    for (int i = 0; i < candidates; i++) {
        if (!p256_fe_from_bytes(&x, candidate[i])) /* r + n may be p or more */
            continue;
        p256_fe_mul(&x, &x, &zz);
        if (p256_fe_equal(&x, &p->x))
            return 1;
    }
    return 0;
}

int p256_ecdsa_verify_digest_vartime(const uint8_t signature[P256_SIGNATURE_BYTES],
                                     const uint8_t *public_key, size_t key_len,
                                     const uint8_t digest[P256_DIGEST_BYTES])
{
    p256_scalar r, s, z;
    p256_affine key;
    p256_jacobian sum;
    if (!p256_scalar_from_bytes(&r, signature) || p256_scalar_is_zero(&r) ||
        !p256_scalar_from_bytes(&s, signature + 32) || p256_scalar_is_zero(&s) ||
        !p256_point_decode(&key, public_key, key_len))
        return 0;
    p256_scalar_from_bytes_reduce(&z, digest);
    p256_scalar_inv_vartime(&s, &s);
    p256_scalar_mul(&z, &z, &s);
    p256_scalar_mul(&s, &r, &s);
    p256_point_mul_add_vartime(&sum, &z, &s, &key);
    return has_x_vartime(&sum, &r);
}

int p256_ecdsa_verify_vartime(const uint8_t signature[P256_SIGNATURE_BYTES],
                              const uint8_t *public_key, size_t key_len, const void *message,
                              size_t len)
{
    uint8_t digest[P256_DIGEST_BYTES];
    return sha256(digest, message, len) &&
           p256_ecdsa_verify_digest_vartime(signature, public_key, key_len, digest);
}
