/* SPDX-License-Identifier: MIT */
/*
 * Key agreement and signatures with P-256, start to end.
 *
 *     curve MESSAGE
 *
 * Alice and Bob make keys and agree on a secret; Alice signs the message, and Bob verifies it.
 * Exit status: 0; 1 if anything is not as it must be; 2 for wrong usage.
 */
#include <stdio.h>
#include <string.h>

#include "p256_ecdh.h"
#include "p256_ecdsa.h"

struct person {
    const char *name;
    uint8_t private_key[32], public_key[P256_UNCOMPRESSED_BYTES];
};

static void print_hex(const char *what, const uint8_t *bytes, size_t n)
{
    printf("%s: ", what);
    for (size_t i = 0; i < n; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

static int make_keys(struct person *person)
{
    if (!p256_generate_key(person->private_key, person->public_key)) {
        fprintf(stderr, "no random numbers for %s's key\n", person->name);
        return 0;
    }
    printf("%s's ", person->name);
    print_hex("public key", person->public_key, sizeof person->public_key);
    return 1;
}

/* Both find the same secret, each from its own private and the other's public key. */
static int agree(const struct person *alice, const struct person *bob)
{
    uint8_t by_alice[32], by_bob[32];
    if (!p256_ecdh(by_alice, alice->private_key, bob->public_key, sizeof bob->public_key) ||
        !p256_ecdh(by_bob, bob->private_key, alice->public_key, sizeof alice->public_key) ||
        memcmp(by_alice, by_bob, sizeof by_bob) != 0) {
        fprintf(stderr, "no agreement\n");
        return 0;
    }
    print_hex("shared by both", by_alice, sizeof by_alice);
    return 1;
}

static int verify(const struct person *signer, const uint8_t *signature, const char *message)
{
    return p256_ecdsa_verify_vartime(signature, signer->public_key, sizeof signer->public_key,
                                     message, strlen(message));
}

static int sign_and_verify(const struct person *signer, const char *message)
{
    uint8_t signature[P256_SIGNATURE_BYTES];
    if (!p256_ecdsa_sign(signature, signer->private_key, message, strlen(message))) {
        fprintf(stderr, "cannot sign\n");
        return 0;
    }
    printf("%s's ", signer->name);
    print_hex("signature", signature, sizeof signature);

    int right = verify(signer, signature, message);
    printf("signature: %s\n", right ? "right" : "WRONG");
    signature[P256_SIGNATURE_BYTES - 1] ^= 1;
    int accepted = verify(signer, signature, message);
    printf("with one bit changed: %s\n", accepted ? "ACCEPTED" : "refused");
    signature[P256_SIGNATURE_BYTES - 1] ^= 1;
    int for_another = verify(signer, signature, *message == 'x' ? "y" : "x");
    printf("for another message: %s\n", for_another ? "ACCEPTED" : "refused");
    return right && !accepted && !for_another;
}

int main(int argc, char **argv)
{
    struct person alice = {.name = "Alice"}, bob = {.name = "Bob"};
    if (argc != 2) {
        fprintf(stderr, "usage: curve MESSAGE\n");
        return 2;
    }
    int ok = make_keys(&alice) && make_keys(&bob) && agree(&alice, &bob) &&
             sign_and_verify(&alice, argv[1]);
    return ok ? 0 : 1;
}
