/* SPDX-License-Identifier: MIT */
/*
 * Inner products and the value of a polynomial, over arrays.
 *
 *     polynomial N X
 *
 * Evaluates 1 + 2 t + 3 t^2 + ... + N t^(N-1) at t = X in three ways and prints the value, in
 * hexadecimal:
 *
 *   one inner product of the coefficients with the powers of X, which a prover that evaluates
 *   many polynomials at one point would keep;
 *   blocks of BLOCK coefficients, an inner product each, and Horner's rule over the blocks:
 *   memory for BLOCK powers only;
 *   the closed form ((N X - (N+1)) X^N + 1) / (X-1)^2, to check the two by.
 *
 * Exit status: 0; 1 if the three differ; 2 if the work could not be done. X must not be 1.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "p256_field.h"

enum { BLOCK = 256, MOST = 1 << 24 };

/* powers[i] = x^i, i < n. Each doubling of the known part is one array operation. */
static void compute_powers(p256_fe *powers, const p256_fe *x, size_t n)
{
    p256_fe step = *x; /* x^known */
    size_t known = 1;
    powers[0] = P256_FE_ONE;
    while (known < n) {
        size_t more = n - known < known ? n - known : known;
        p256_vec_scale(powers + known, powers, &step, more);
        p256_fe_sqr(&step, &step);
        known += more;
    }
}

static void evaluate_by_blocks(p256_fe *r, const p256_fe *coefficients, const p256_fe *x, size_t n)
{
    p256_fe powers[BLOCK], step, part;
    size_t blocks = n / BLOCK, rest = n % BLOCK;

    compute_powers(powers, x, BLOCK);
    p256_fe_mul(&step, &powers[BLOCK - 1], x);
    p256_vec_dot(r, coefficients + blocks * BLOCK, powers, rest);
    while (blocks-- > 0) {
        p256_vec_dot(&part, coefficients + blocks * BLOCK, powers, BLOCK);
        p256_fe_mul(r, r, &step);
        p256_fe_add(r, r, &part);
    }
}

static void evaluate_closed_form(p256_fe *r, const p256_fe *x, size_t n)
{
    uint8_t exponent[8];
    p256_fe count, power, divisor;

    for (size_t i = 0; i < sizeof(exponent); i++)
        exponent[i] = (uint8_t)((uint64_t)n >> (56 - 8 * i));
    p256_fe_pow_vartime(&power, x, exponent, sizeof(exponent));
    p256_fe_from_u64(&count, n);
    p256_fe_mul(r, &count, x);
    p256_fe_sub(r, r, &count);
    p256_fe_sub(r, r, &P256_FE_ONE);
    p256_fe_mul(r, r, &power);
    p256_fe_add(r, r, &P256_FE_ONE);
    p256_fe_sub(&divisor, x, &P256_FE_ONE);
    p256_fe_sqr(&divisor, &divisor);
    (void)p256_fe_inv_vartime(&divisor, &divisor);
    p256_fe_mul(r, r, &divisor);
}

static void print_element(const p256_fe *a)
{
    uint8_t bytes[32];
    p256_fe_to_bytes(bytes, a);
    for (size_t i = 0; i < sizeof(bytes); i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

/* `arrays` has room for 2n elements. Returns the exit status. */
static int evaluate(p256_fe *arrays, size_t n, const p256_fe *x)
{
    p256_fe *coefficients = arrays, *powers = arrays + n;
    p256_fe whole, blocks, closed;

    for (size_t i = 0; i < n; i++)
        p256_fe_from_u64(&coefficients[i], i + 1);
    compute_powers(powers, x, n);
    p256_vec_dot(&whole, coefficients, powers, n);
    evaluate_by_blocks(&blocks, coefficients, x, n);
    evaluate_closed_form(&closed, x, n);
    if (!p256_fe_equal(&whole, &closed) || !p256_fe_equal(&blocks, &closed)) {
        fprintf(stderr, "polynomial: the values differ: the library or the machine is faulty\n");
        return 1;
    }
    print_element(&whole);
    return 0;
}

/* 1 and the number, or 0 if the text is none in the range. */
static int parse(uint64_t *number, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return 0;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && *number >= least && *number <= most;
}

int main(int argc, char **argv)
{
    uint64_t n, point;
    p256_fe x, *arrays;
    int status;

    if (argc != 3 || !parse(&n, argv[1], 1, MOST) || !parse(&point, argv[2], 0, UINT64_MAX) ||
        point == 1) {
        fprintf(stderr,
                "usage: polynomial N X\n"
                "The value at X of 1 + 2 t + ... + N t^(N-1) mod p, 1 <= N <= %d, "
                "0 <= X < 2^64, X not 1.\n",
                MOST);
        return 2;
    }
    arrays = malloc(2 * (size_t)n * sizeof(*arrays));
    if (arrays == NULL) {
        fprintf(stderr, "polynomial: no memory for %" PRIu64 " coefficients\n", n);
        return 2;
    }
    p256_fe_from_u64(&x, point);
    status = evaluate(arrays, (size_t)n, &x);
    free(arrays);
    return status;
}
