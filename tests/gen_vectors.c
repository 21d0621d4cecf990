/* SPDX-License-Identifier: MIT */
/*
 * gen_vectors FILE COUNT: writes field cases with OpenSSL's answers, for every edge value and
 * COUNT random cases of each operation, in the format of test_vectors.c. The seed stands in
 * the first line. Made where OpenSSL is, they can be run where it is not.
 */
#include <errno.h>
#include <stdlib.h>

#include "oracle_bn.h"
#include "support.h"

static FILE *out;

static void put_bytes(const uint8_t *bytes, size_t length)
{
    fputc(' ', out);
    for (size_t i = 0; i < length; i++)
        fprintf(out, "%02x", bytes[i]);
}

/* An element as its plain residue, and as its limbs. */
static void put_residue(const p256_fe *a)
{
    uint8_t bytes[32];
    oracle_to_bytes(bytes, a);
    put_bytes(bytes, sizeof bytes);
}

static void put_limbs(const p256_fe *a)
{
    char hex[HEX_FE];
    fprintf(out, " %s", to_hex(hex, a));
}

static void end_line(void)
{
    fputc('\n', out);
}

/* ------------------------------------------------------------------------------------ */

typedef void put_fn(const p256_fe *a);

static const struct {
    const char *name;
    put_fn *put;
    void (*oracle)(p256_fe *r, const p256_fe *a, const p256_fe *b);
} binary[] = {
    {"add", put_residue, oracle_add},
    {"sub", put_residue, oracle_sub},
    {"mul", put_residue, oracle_mul},
    {"montmul", put_limbs, oracle_mul},
};

static const struct {
    const char *name;
    put_fn *put;
    void (*oracle)(p256_fe *r, const p256_fe *a);
} unary[] = {
    {"neg", put_residue, oracle_neg},       {"double", put_residue, oracle_double},
    {"triple", put_residue, oracle_triple}, {"half", put_residue, oracle_half},
    {"sqr", put_residue, oracle_sqr},       {"montsqr", put_limbs, oracle_sqr},
};

static void unary_cases(const p256_fe *a)
{
    for (size_t op = 0; op < COUNT_OF(unary); op++) {
        p256_fe r;
        unary[op].oracle(&r, a);
        fprintf(out, "%s", unary[op].name);
        unary[op].put(a);
        unary[op].put(&r);
        end_line();
    }
}

static void binary_cases(const p256_fe *a, const p256_fe *b)
{
    for (size_t op = 0; op < COUNT_OF(binary); op++) {
        p256_fe r;
        binary[op].oracle(&r, a, b);
        fprintf(out, "%s", binary[op].name);
        binary[op].put(a);
        binary[op].put(b);
        binary[op].put(&r);
        end_line();
    }
}

/* b = c/a, so that the product is c. */
static void product_case(const p256_fe *a, const p256_fe *c)
{
    p256_fe b;
    if (!oracle_inv(&b, a))
        return;
    oracle_mul(&b, &b, c);
    fprintf(out, "montmul");
    put_limbs(a);
    put_limbs(&b);
    put_limbs(c);
    end_line();
}

static void mul_add_case(const p256_fe *a, const p256_fe *b, const p256_fe *c)
{
    p256_fe r;
    oracle_mul(&r, a, b);
    oracle_add(&r, &r, c);
    fprintf(out, "mul_add");
    put_residue(a);
    put_residue(b);
    put_residue(c);
    put_residue(&r);
    end_line();
}

static void mul_u32_case(const p256_fe *a, uint32_t k)
{
    p256_fe r;
    oracle_mul_u32(&r, a, k);
    fprintf(out, "mul_u32");
    put_residue(a);
    fprintf(out, " %08lx", (unsigned long)k);
    put_residue(&r);
    end_line();
}

static void inversion_cases(const p256_fe *a)
{
    p256_fe r;
    (void)oracle_inv(&r, a); /* 0 for 0, as the library has it */
    fprintf(out, "inv");
    put_residue(a);
    put_residue(&r);
    end_line();
    if (oracle_sqrt(&r, a)) {
        fprintf(out, "sqrt");
        put_residue(a);
        put_residue(&r);
    } else {
        fprintf(out, "nosqrt");
        put_residue(a);
    }
    end_line();
}

static void random_bytes(uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)random_word();
}

static void pow_case(const p256_fe *a)
{
    p256_fe r;
    uint8_t exponent[40];
    size_t length = 1 + random_below(sizeof exponent);
    random_bytes(exponent, length);
    oracle_pow(&r, a, exponent, length);
    fprintf(out, "pow");
    put_residue(a);
    put_bytes(exponent, length);
    put_residue(&r);
    end_line();
}

static void reduce_case(void)
{
    p256_fe r;
    uint8_t bytes[64];
    size_t length = 1 + random_below(sizeof bytes);
    random_bytes(bytes, length);
    oracle_from_bytes_reduce(&r, bytes, length);
    fprintf(out, "reduce");
    put_bytes(bytes, length);
    put_residue(&r);
    end_line();
}

static void baddecode_case(void)
{
    p256_fe a = P256_P; /* its lowest limb is all ones: the second limb takes what is added */
    a.limb[0] = random_word();
    a.limb[1] += 1 + (random_u64() >> random_below(64)) / 2;
    if (random_below(2) == 0)
        a.limb[2] = random_word();
    fprintf(out, "baddecode");
    put_limbs(&a);
    end_line();
}

static void sum_cases(void)
{
    p256_fe a[20], b[20], r;
    size_t n = random_below(COUNT_OF(a) + 1);
    random_fes(a, n);
    random_fes(b, n);
    oracle_dot(&r, a, b, n);
    fprintf(out, "dot");
    for (size_t i = 0; i < n; i++) {
        put_residue(&a[i]);
        put_residue(&b[i]);
    }
    put_residue(&r);
    end_line();
    oracle_sum(&r, a, n);
    fprintf(out, "sum");
    for (size_t i = 0; i < n; i++)
        put_residue(&a[i]);
    put_residue(&r);
    end_line();
}

/* Every operation, on a and otherwise random operands. */
static void all_cases(const p256_fe *a)
{
    p256_fe b, c;
    random_fe(&b);
    random_fe(&c);
    unary_cases(a);
    binary_cases(a, &b);
    binary_cases(&b, a);
    product_case(&b, a);
    mul_add_case(a, &b, &c);
    mul_u32_case(a, (uint32_t)random_word());
    inversion_cases(a);
    pow_case(a);
    reduce_case();
    baddecode_case();
    sum_cases();
}

int main(int argc, char **argv)
{
    size_t edges;
    const p256_fe *edge = edge_values(&edges);
    char *end;
    errno = 0;
    unsigned long count = argc == 3 ? strtoul(argv[2], &end, 10) : 0;
    if (argc != 3 || errno != 0 || *argv[2] == 0 || *end != 0) {
        fprintf(stderr, "usage: %s FILE COUNT\n", argv[0]);
        return 2;
    }
    out = fopen(argv[1], "w");
    if (out == NULL) {
        fprintf(stderr, "%s: cannot be written\n", argv[1]);
        return 1;
    }
    random_start(out, "# ");
    for (size_t i = 0; i < edges; i++)
        all_cases(&edge[i]);
    for (unsigned long i = 0; i < count; i++) {
        p256_fe a;
        random_fe(&a);
        all_cases(&a);
    }
    int failed = ferror(out);
    failed |= fclose(out);
    if (failed)
        fprintf(stderr, "%s: cannot be written\n", argv[1]);
    return failed != 0;
}
