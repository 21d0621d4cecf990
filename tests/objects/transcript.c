/* SPDX-License-Identifier: MIT */
/*
 * Runs every public operation on every supported kernel and writes down what it did, for
 * transcript.py to check with plain integers. It needs no library but the one under test,
 * so that it links and runs wherever the library does.
 *
 *     transcript SEED ROUNDS
 *
 * A line is "operation inputs = results"; an element is 64 hexadecimal digits of its plain
 * value, an int or a size is decimal, bytes are hexadecimal after an x.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "p256_field.h"

enum { LENGTH = 19 }; /* of an array: two blocks of eight lanes and a tail */

static uint64_t random_state;

/* SplitMix64. */
static uint64_t random_word(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Half the words are random, the others sit at the ends of carry chains. */
static uint64_t random_limb(void)
{
    static const uint64_t edges[] = {
        0, 1, UINT64_MAX, UINT64_C(1) << 63, UINT32_MAX, UINT64_MAX << 32,
    };
    uint64_t choice = random_word() % (2 * (sizeof edges / sizeof edges[0]));
    return choice < sizeof edges / sizeof edges[0] ? edges[choice] : random_word();
}

static p256_fe random_element(void)
{
    p256_fe a;
    do {
        for (size_t i = 0; i < 4; i++)
            a.limb[i] = random_limb();
    } while (!p256_fe_is_valid(&a));
    return a;
}

static void random_elements(p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        a[i] = random_element();
}

static void random_bytes(uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(random_limb() >> 56);
}

static void print_hex(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", bytes[i]);
}

static void print_bytes(const uint8_t *bytes, size_t n)
{
    printf(" x");
    print_hex(bytes, n);
}

static void print_elements(const p256_fe *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[32];
        p256_fe_to_bytes(bytes, &a[i]);
        printf(" ");
        print_hex(bytes, sizeof bytes);
    }
}

static void print_result(const p256_fe *r, size_t n)
{
    printf(" =");
    print_elements(r, n);
}

static void write_unary(const char *name, void (*f)(p256_fe *, const p256_fe *))
{
    p256_fe a = random_element(), r;
    f(&r, &a);
    printf("%s", name);
    print_elements(&a, 1);
    print_result(&r, 1);
    printf("\n");
}

static void write_binary(const char *name, void (*f)(p256_fe *, const p256_fe *, const p256_fe *))
{
    p256_fe ab[2], r;
    random_elements(ab, 2);
    f(&r, &ab[0], &ab[1]);
    printf("%s", name);
    print_elements(ab, 2);
    print_result(&r, 1);
    printf("\n");
}

static void write_partial(const char *name, int (*f)(p256_fe *, const p256_fe *), const p256_fe *a)
{
    p256_fe r;
    int ok = f(&r, a);
    printf("%s", name);
    print_elements(a, 1);
    print_result(&r, 1);
    printf(" %d\n", ok);
}

static void write_predicate(const char *name, int (*f)(const p256_fe *), const p256_fe *a)
{
    printf("%s", name);
    print_elements(a, 1);
    printf(" = %d\n", f(a));
}

static void write_singles(void)
{
    write_binary("add", p256_fe_add);
    write_binary("sub", p256_fe_sub);
    write_binary("mul", p256_fe_mul);
    write_unary("neg", p256_fe_neg);
    write_unary("double", p256_fe_double);
    write_unary("triple", p256_fe_triple);
    write_unary("half", p256_fe_half);
    write_unary("sqr", p256_fe_sqr);
}

static void write_inverses_and_predicates(void)
{
    p256_fe a[3] = {random_element(), P256_FE_ZERO, P256_FE_ONE};
    for (size_t i = 0; i < 3; i++) {
        write_partial("inv", p256_fe_inv, &a[i]);
        write_partial("inv", p256_fe_inv_vartime, &a[i]);
        write_partial("sqrt", p256_fe_sqrt, &a[i]);
        write_predicate("is_square", p256_fe_is_square, &a[i]);
        write_predicate("is_zero", p256_fe_is_zero, &a[i]);
        write_predicate("is_one", p256_fe_is_one, &a[i]);
        write_predicate("is_odd", p256_fe_is_odd, &a[i]);
        write_predicate("is_valid", p256_fe_is_valid, &a[i]);
        printf("equal");
        print_elements(a, 1);
        print_elements(&a[i], 1);
        printf(" = %d\n", p256_fe_equal(&a[0], &a[i]));
    }
}

static void write_powers(void)
{
    p256_fe a = random_element(), r;
    unsigned n = (unsigned)(random_word() % 70);
    p256_fe_sqr_times(&r, &a, n);
    printf("sqr_times");
    print_elements(&a, 1);
    printf(" %u", n);
    print_result(&r, 1);

    uint8_t exponent[34];
    size_t length = random_word() % (sizeof exponent + 1);
    random_bytes(exponent, length);
    p256_fe_pow_vartime(&r, &a, exponent, length);
    printf("\npow");
    print_elements(&a, 1);
    print_bytes(exponent, length);
    print_result(&r, 1);

    uint32_t k = (uint32_t)random_limb();
    p256_fe_mul_u32(&r, &a, k);
    printf("\nmul_u32");
    print_elements(&a, 1);
    printf(" %" PRIu32, k);
    print_result(&r, 1);
    printf("\n");
}

/* Raw limbs, so that an error in both directions of the encoding does not cancel. */
static void write_limbs(const p256_fe *a)
{
    for (size_t i = 4; i-- > 0;)
        printf("%s%016" PRIx64, i == 3 ? " " : "", a->limb[i]);
}

static void write_encoding(void)
{
    uint8_t in[64], out[32];
    size_t length = random_word() % (sizeof in + 1);
    uint64_t word = random_limb();
    p256_fe r;
    int ok;

    random_bytes(in, sizeof in);
    ok = p256_fe_from_bytes(&r, in);
    printf("from_bytes");
    print_bytes(in, 32);
    print_result(&r, 1);
    printf(" %d\nfrom_bytes_le", ok);
    ok = p256_fe_from_bytes_le(&r, in);
    print_bytes(in, 32);
    print_result(&r, 1);
    printf(" %d\nto_bytes_le", ok);
    print_elements(&r, 1);
    p256_fe_to_bytes_le(out, &r);
    printf(" =");
    print_bytes(out, 32);
    ok = p256_fe_from_bytes_reduce(&r, in, length);
    printf("\nfrom_bytes_reduce");
    print_bytes(in, length);
    print_result(&r, 1);
    printf(" %d\nlimbs", ok);
    print_elements(&r, 1);
    printf(" =");
    write_limbs(&r);
    p256_fe_from_u64(&r, word);
    printf("\nfrom_u64 %" PRIu64, word);
    print_result(&r, 1);
    printf("\n");
}

static void write_moves(void)
{
    p256_fe ab[2], r[2], table[12];
    int flag = (int)(random_word() % 2);

    random_elements(ab, 2);
    r[0] = ab[1];
    p256_fe_cmov(&r[0], &ab[0], flag);
    printf("cmov");
    print_elements(ab, 2);
    printf(" %d", flag);
    print_result(r, 1);

    r[0] = ab[0];
    r[1] = ab[1];
    p256_fe_cswap(&r[0], &r[1], flag);
    printf("\ncswap");
    print_elements(ab, 2);
    printf(" %d", flag);
    print_result(r, 2);

    p256_fe_cneg(&r[0], &ab[0], flag);
    printf("\ncneg");
    print_elements(ab, 1);
    printf(" %d", flag);
    print_result(r, 1);

    size_t index = random_word() % 7; /* the last is past the end */
    random_elements(table, 12);
    p256_fe_lookup(r, table, 6, 2, index);
    printf("\nlookup");
    print_elements(table, 12);
    printf(" %zu", index);
    print_result(r, 2);

    p256_fe_clear(r, 2);
    printf("\nclear");
    print_result(r, 2);
    printf("\n");
}

static void write_array_result(const char *name, const p256_fe *in, size_t arrays, const p256_fe *r)
{
    printf("%s", name);
    print_elements(in, arrays * LENGTH);
    print_result(r, LENGTH);
    printf("\n");
}

static void write_arrays(void)
{
    p256_fe in[3 * LENGTH], r[LENGTH];
    const p256_fe *a = in, *b = in + LENGTH, *c = in + 2 * LENGTH;

    random_elements(in, 3 * LENGTH);
    p256_vec_add(r, a, b, LENGTH);
    write_array_result("vec_add", in, 2, r);
    p256_vec_sub(r, a, b, LENGTH);
    write_array_result("vec_sub", in, 2, r);
    p256_vec_mul(r, a, b, LENGTH);
    write_array_result("vec_mul", in, 2, r);
    p256_vec_mul_add(r, a, b, c, LENGTH);
    write_array_result("vec_mul_add", in, 3, r);
    p256_vec_neg(r, a, LENGTH);
    write_array_result("vec_neg", in, 1, r);
    p256_vec_sqr(r, a, LENGTH);
    write_array_result("vec_sqr", in, 1, r);
    p256_vec_scale(r, a, b, LENGTH); /* by b[0] */
    write_array_result("vec_scale", in, 2, r);
    for (size_t i = 0; i < LENGTH; i++)
        r[i] = a[i];
    p256_vec_axpy(r, c, b, LENGTH); /* by c[0] */
    write_array_result("vec_axpy", in, 3, r);
    for (size_t i = 0; i < LENGTH; i++)
        r[i] = b[i];
    p256_vec_cmov(r, a, 1, LENGTH);
    write_array_result("vec_cmov", in, 2, r);
}

static void write_folds(void)
{
    p256_fe in[2 * LENGTH], r;

    random_elements(in, 2 * LENGTH);
    p256_vec_dot(&r, in, in + LENGTH, LENGTH);
    printf("vec_dot");
    print_elements(in, 2 * LENGTH);
    print_result(&r, 1);
    p256_vec_sum(&r, in, LENGTH);
    printf("\nvec_sum");
    print_elements(in, LENGTH);
    print_result(&r, 1);
    printf("\n");
}

static void write_array_encoding(void)
{
    p256_fe a[LENGTH], r[LENGTH];
    uint8_t bytes[32 * LENGTH];
    int ok;

    random_elements(a, LENGTH);
    a[random_word() % LENGTH] = P256_FE_ZERO;
    ok = p256_vec_inv(r, a, LENGTH);
    printf("vec_inv");
    print_elements(a, LENGTH);
    print_result(r, LENGTH);
    p256_vec_to_bytes(bytes, a, LENGTH);
    printf(" %d\nvec_to_bytes", ok);
    print_elements(a, LENGTH);
    printf(" =");
    print_bytes(bytes, sizeof bytes);
    random_bytes(bytes, sizeof bytes);
    ok = p256_vec_from_bytes(r, bytes, LENGTH);
    printf("\nvec_from_bytes");
    print_bytes(bytes, sizeof bytes);
    print_result(r, LENGTH);
    printf(" %d\n", ok);
}

static void write_round(void)
{
    write_singles();
    write_inverses_and_predicates();
    write_powers();
    write_encoding();
    write_moves();
    write_arrays();
    write_folds();
    write_array_encoding();
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s SEED ROUNDS\n", argv[0]);
        return 2;
    }
    random_state = strtoull(argv[1], NULL, 0);
    write_binary("mul", p256_fe_mul); /* the first use chooses the kernel */
    printf("version %s\nactive %s\n", p256_field_version(), p256_field_kernel());
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        const char *name = p256_field_kernel_name(i);
        if (!p256_field_kernel_supported(i)) {
            printf("unsupported %s\n", name);
            continue;
        }
        if (!p256_field_set_kernel(name))
            return 1;
        printf("kernel %s\n", name);
        for (unsigned long round = strtoul(argv[2], NULL, 0); round > 0; round--)
            write_round();
    }
    return 0;
}
