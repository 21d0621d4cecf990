/* SPDX-License-Identifier: MIT */
#include "p256_ecdh.h"

#include <openssl/rand.h>
#include <string.h>

#include "p256_multiply.h"

static int load_private_key(p256_scalar *d, const uint8_t private_key[32])
{
    return p256_scalar_from_bytes(d, private_key) && !p256_scalar_is_zero(d);
}

int p256_generate_key(uint8_t private_key[32], uint8_t public_key[P256_UNCOMPRESSED_BYTES])
{
    /* A number of 256 random bits is refused once in 2^32 times: so all keys are equally likely. */
    do {
        if (RAND_priv_bytes(private_key, 32) != 1)
            return 0;
    } while (!p256_public_key(public_key, private_key));
    return 1;
}

int p256_public_key(uint8_t public_key[P256_UNCOMPRESSED_BYTES], const uint8_t private_key[32])
{
    p256_scalar d;
    p256_jacobian product;
    p256_affine point;
    int ok = load_private_key(&d, private_key);
    if (ok) {
        p256_point_mul_base(&product, &d);
        (void)p256_point_to_affine(&point, &product); /* 0 < d < n: it is not infinity */
        p256_point_encode(public_key, &point);
    }
    p256_scalar_clear(&d);
    return ok;
}

int p256_ecdh(uint8_t shared[32], const uint8_t private_key[32], const uint8_t *peer, size_t len)
{
    p256_scalar d;
    p256_jacobian product;
    p256_affine point;
    int ok = load_private_key(&d, private_key) && p256_point_decode(&point, peer, len);
    memset(shared, 0, 32);
    if (ok) {
        p256_point_mul(&product, &d, &point);
        (void)p256_point_to_affine(&point, &product); /* the order is prime: not infinity */
        p256_fe_to_bytes(shared, &point.x);
        p256_fe_clear(&product.x, 1);
        p256_fe_clear(&product.y, 1);
        p256_fe_clear(&product.z, 1);
        p256_fe_clear(&point.x, 1);
    }
    p256_scalar_clear(&d);
    return ok;
}
