/* SPDX-License-Identifier: MIT */
/*
 * hash_to_field of RFC 9380 for the suite P256_XMD:SHA-256_SSWU_RO_: the first step of hashing
 * to the curve. The hash is OpenSSL's.
 *
 *     hash_to_field DST MESSAGE
 *
 * Prints the two elements u[0], u[1] in hexadecimal, one a line. DST is the domain separation
 * tag, 1 to 255 bytes.
 */
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "p256_field.h"

enum {
    HASH = 32, /* bytes of SHA-256 */
    HASH_BLOCK = 64,
    ELEMENT = 48, /* L = ceil((256 + 128) / 8): the bias of a reduction mod p is below 2^-128 */
    COUNT = 2,
    UNIFORM = COUNT * ELEMENT,
    MOST_DST = 255,
};

/* The hash of some strings, one after another; 1, or 0 if OpenSSL fails. */
struct part {
    const void *bytes;
    size_t length;
};
static int hash(uint8_t out[HASH], const struct part parts[], size_t count)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int good = context != NULL && EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (size_t i = 0; i < count; i++)
        good = good && EVP_DigestUpdate(context, parts[i].bytes, parts[i].length);
    good = good && EVP_DigestFinal_ex(context, out, NULL);
    EVP_MD_CTX_free(context);
    return good;
}

/* Section 5.3.1, for UNIFORM bytes, which are a whole number of hashes. */
static int expand_message_xmd(uint8_t out[UNIFORM], const struct part *message,
                              const struct part *dst)
{
    static const uint8_t zeros[HASH_BLOCK];
    uint8_t first[HASH], input[HASH + 1], dst_length = (uint8_t)dst->length;
    const uint8_t length_and_zero[] = {UNIFORM >> 8, UNIFORM & 0xff, 0};
    const struct part first_parts[] = {{zeros, sizeof(zeros)},
                                       *message,
                                       {length_and_zero, sizeof(length_and_zero)},
                                       *dst,
                                       {&dst_length, 1}};
    const struct part parts[] = {{input, sizeof(input)}, *dst, {&dst_length, 1}};

    if (!hash(first, first_parts, sizeof(first_parts) / sizeof(first_parts[0])))
        return 0;
    for (size_t i = 0; i < UNIFORM / HASH; i++) {
        for (size_t j = 0; j < HASH; j++)
            input[j] = (uint8_t)(first[j] ^ (i > 0 ? out[(i - 1) * HASH + j] : 0));
        input[HASH] = (uint8_t)(i + 1);
        if (!hash(out + i * HASH, parts, sizeof(parts) / sizeof(parts[0])))
            return 0;
    }
    return 1;
}

/* Section 5.2. 1, or 0 if OpenSSL fails. */
static int hash_to_field(p256_fe u[COUNT], const struct part *message, const struct part *dst)
{
    uint8_t uniform[UNIFORM];
    if (!expand_message_xmd(uniform, message, dst))
        return 0;
    for (size_t i = 0; i < COUNT; i++)
        (void)p256_fe_from_bytes_reduce(&u[i], uniform + i * ELEMENT, ELEMENT);
    return 1;
}

int main(int argc, char **argv)
{
    struct part dst, message;
    p256_fe u[COUNT];
    uint8_t bytes[32];

    if (argc != 3 || argv[1][0] == '\0' || strlen(argv[1]) > MOST_DST) {
        fprintf(stderr, "usage: hash_to_field DST MESSAGE\n"
                        "u[0] and u[1] of RFC 9380 for P-256, SHA-256 and the domain separation\n"
                        "tag DST of 1 to 255 bytes.\n");
        return 2;
    }
    dst = (struct part){argv[1], strlen(argv[1])};
    message = (struct part){argv[2], strlen(argv[2])};
    if (!hash_to_field(u, &message, &dst)) {
        fprintf(stderr, "hash_to_field: OpenSSL's SHA-256 failed\n");
        return 2;
    }
    for (size_t i = 0; i < COUNT; i++) {
        p256_fe_to_bytes(bytes, &u[i]);
        for (size_t j = 0; j < sizeof(bytes); j++)
            printf("%02x", bytes[j]);
        printf("\n");
    }
    return 0;
}
