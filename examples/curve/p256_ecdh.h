/* SPDX-License-Identifier: MIT */
/* Keys, and the Diffie-Hellman primitive of SEC 1, section 3.3.1 (NIST SP 800-56A, 5.7.1.2). */
#ifndef P256_ECDH_H
#define P256_ECDH_H

#include <stddef.h>
#include <stdint.h>

#include "p256_point.h"

/*
 * A private key is a big-endian integer from 1 to n - 1; every function refuses others. Timing:
 * constant in the private key, but for its being refused.
 */

/* A new key pair from OpenSSL's random numbers, and 1; 0 if those fail. */
int p256_generate_key(uint8_t private_key[32], uint8_t public_key[P256_UNCOMPRESSED_BYTES]);

/* The public key that belongs to private_key, and 1; 0 if private_key is refused. */
int p256_public_key(uint8_t public_key[P256_UNCOMPRESSED_BYTES], const uint8_t private_key[32]);

/*
 * shared = the x-coordinate of private_key times the point that peer[0..len-1] encodes, and 1;
 * 0, and zeros, if private_key is refused or peer is no point of the curve (p256_point_decode).
 * The x-coordinate is no key yet: derive one from it (HKDF, for example).
 */
int p256_ecdh(uint8_t shared[32], const uint8_t private_key[32], const uint8_t *peer, size_t len);

#endif
