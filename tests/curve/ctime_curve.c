/* SPDX-License-Identifier: MIT */
/*
 * examples/curve with secret scalars, for a checker that reports branches and addresses that
 * depend on them (../ctime/secret.h). Secret: private keys, nonces, and the points made with
 * them. Public: peers' keys, messages, results, and whether a key or a nonce is refused.
 *
 *     ctime_curve              checks the example, on every kernel; run it under valgrind
 *     ctime_curve FAULT        commits the planted fault of that name, for the checker to report
 *
 * Exit status, where the checker does not set its own: 0; 1 if anything was reported; 2 if the
 * fault is unknown; 77 if nothing watches.
 */
#include <stdio.h>
#include <string.h>

#include "../ctime/planted.h"
#include "../ctime/secret.h"
#include "p256_ecdh.h"
#include "p256_ecdsa.h"
#include "p256_multiply.h"

enum { SKIP = 77 };

/* Scalars of several kinds: even and odd, digits of both signs, small, next to n. */
static const uint8_t keys[][32] = {
    {0x7a, 0x95, 0x31, 0x0c, 0xf4, 0x02, 0x88, 0xe1, 0x5d, 0x6b, 0x39,
     0xa7, 0xc0, 0x14, 0xfe, 0x23, 0x46, 0xd8, 0x9f, 0x71, 0x05, 0xbc,
     0xea, 0x52, 0x10, 0x67, 0x83, 0x2d, 0x98, 0x4e, 0xb1, 0xc5},
    {[31] = 2},
    {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
     0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x50},
};

static const char *kernel;
static int failures;

static void report(const char *what, unsigned long reports_before)
{
    if (REPORTS() != reports_before) {
        printf("%s: %s: a branch or an address depends on a secret\n", kernel, what);
        failures++;
    }
}

/* Both multiplications, the inversion that ends them, and the encoding of the result. */
static void check_multiplications(const uint8_t key[32])
{
    uint8_t secret[32], out[P256_UNCOMPRESSED_BYTES];
    p256_scalar k;
    p256_jacobian product;
    p256_affine point;
    unsigned long before = REPORTS();
    memcpy(secret, key, sizeof secret);
    MARK_SECRET(secret, sizeof secret);

    p256_scalar_from_bytes_reduce(&k, secret);
    p256_point_mul(&product, &k, &P256_GENERATOR);
    (void)p256_point_to_affine(&point, &product);
    p256_point_encode(out, &point);
    report("p256_point_mul", before);

    before = REPORTS();
    p256_point_mul_base(&product, &k);
    (void)p256_point_to_affine(&point, &product);
    p256_point_encode_compressed(out, &point);
    report("p256_point_mul_base", before);
}

/* What signing does with its secrets, nonce k and key d: s = (z + rd)/k. */
static void check_scalars(const uint8_t key[32])
{
    uint8_t secret[32];
    p256_scalar k, d, s;
    unsigned long before = REPORTS();
    memcpy(secret, key, sizeof secret);
    MARK_SECRET(secret, sizeof secret);

    (void)p256_scalar_from_bytes(&k, secret);
    p256_scalar_from_bytes_reduce(&d, secret);
    p256_scalar_mul(&s, &d, &d);
    p256_scalar_add(&s, &s, &d);
    p256_scalar_inv(&k, &k);
    p256_scalar_mul(&s, &s, &k);
    p256_scalar_to_bytes(secret, &s);
    (void)p256_scalar_make_odd(&s, &s);
    report("arithmetic modulo the order", before);
}

static int check_example(void)
{
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        kernel = p256_field_kernel_name(i);
        if (!p256_field_set_kernel(kernel)) {
            printf("SKIPPED: kernel %s: this CPU, or the one that Valgrind shows, lacks "
                   "its instructions\n",
                   kernel);
            continue;
        }
        for (size_t j = 0; j < sizeof keys / sizeof keys[0]; j++) {
            check_multiplications(keys[j]);
            check_scalars(keys[j]);
        }
        printf("%s: checked\n", kernel);
    }
    return failures != 0;
}

/* ------------------------------------------------------------------------------------
 * Faults: that of a multiplication for public scalars used with a secret one, of a table read at
 * a secret place, and the library's own example of a branch that no barrier hides.
 */

static void vartime_multiplication(const p256_scalar *k)
{
    p256_jacobian r;
    p256_point_mul_add_vartime(&r, k, k, &P256_GENERATOR);
}

static void branch_on_product(const p256_scalar *k)
{
    p256_jacobian r;
    p256_point_mul_base(&r, k);
    refused_branch_barrier(&r.x, &r.y, 1, 0);
}

static void secret_row(const p256_scalar *k)
{
    p256_affine table[16];
    p256_jacobian r;
    p256_point_odd_multiples(table, 16, &P256_GENERATOR);
    p256_point_from_affine(&r, &table[k->limb[0] & 15]);
    p256_point_double(&r, &r);
}

static const struct {
    const char *name;
    void (*commit)(const p256_scalar *k);
} faults[] = {
    {"branch", vartime_multiplication},
    {"branch-after-barrier", branch_on_product},
    {"index", secret_row},
};

static int commit_fault(const char *name)
{
    p256_scalar k;
    p256_scalar_from_bytes_reduce(&k, keys[0]);
    MARK_SECRET(&k, sizeof k);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (strcmp(name, faults[i].name) == 0) {
            faults[i].commit(&k);
            return 0;
        }
    }
    fprintf(stderr, "no such fault: %s\n", name);
    return 2;
}

int main(int argc, char **argv)
{
    if (!CHECKER_PRESENT()) {
        puts("SKIPPED: runs under valgrind");
        return SKIP;
    }
    return argc == 2 ? commit_fault(argv[1]) : check_example();
}
