/* SPDX-License-Identifier: MIT */
/*
 * ECDSA (FIPS 186-5, section 6) with SHA-256 and with the deterministic nonces of RFC 6979. A
 * signature is r || s, 32 big-endian bytes each (IEEE P1363).
 */
#ifndef P256_ECDSA_H
#define P256_ECDSA_H

#include <stddef.h>
#include <stdint.h>

enum { P256_SIGNATURE_BYTES = 64, P256_DIGEST_BYTES = 32 };

/*
 * Signs message[0..len-1]; returns 1. Returns 0 if private_key is not from 1 to n - 1 or OpenSSL
 * fails. Timing: constant in the private key and the nonce, but for a rejected nonce, which
 * occurs once in 2^32 times and then tells nothing about the one used.
 */
int p256_ecdsa_sign(uint8_t signature[P256_SIGNATURE_BYTES], const uint8_t private_key[32],
                    const void *message, size_t len);

/* The same for a digest made elsewhere. The nonce, too, is made with SHA-256. */
int p256_ecdsa_sign_digest(uint8_t signature[P256_SIGNATURE_BYTES], const uint8_t private_key[32],
                           const uint8_t digest[P256_DIGEST_BYTES]);

/*
 * 1 if the signature of message[0..len-1] is right for the public key that
 * public_key[0..key_len-1] encodes (p256_point_decode), else 0. Time depends on all of them.
 */
int p256_ecdsa_verify_vartime(const uint8_t signature[P256_SIGNATURE_BYTES],
                              const uint8_t *public_key, size_t key_len, const void *message,
                              size_t len);

/* The same for a digest made elsewhere. */
int p256_ecdsa_verify_digest_vartime(const uint8_t signature[P256_SIGNATURE_BYTES],
                                     const uint8_t *public_key, size_t key_len,
                                     const uint8_t digest[P256_DIGEST_BYTES]);

#endif
