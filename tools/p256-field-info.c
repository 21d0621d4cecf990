/* SPDX-License-Identifier: MIT */
/*
 * Tells what the installed library is and whether it computes right on this machine.
 *
 *     p256-field-info [--quiet]
 *
 * Prints the version, the CPU's features that kernels are chosen by, and every kernel of the
 * build: whether this machine can run it, which is active, and the outcome of a self-test, in
 * which each supported kernel computes known answers (known_answers.h) with every operation of
 * the public header. With --quiet it prints nothing but failures.
 *
 * Exit status: 0; 1 if a kernel gives a wrong answer; 2 if the work could not be done.
 */
#include <stdio.h>
#include <string.h>

#include "../src/cpu_features.h" /* not installed; its functions are hidden, but linked in */
#include "p256_field.h"

/* As in known_answers.py. */
enum { COUNT = 67, BYTES = 32, TABLE_WIDTH = 4, TABLE_ROWS = COUNT / TABLE_WIDTH };

static const char a_hex[] = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
static const char b_hex[] = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

struct operands {
    uint8_t a_bytes[BYTES], b_bytes[BYTES];
    p256_fe a, b;
    p256_fe x[COUNT], y[COUNT], z[COUNT];
};

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

static void bytes_from_hex(uint8_t bytes[BYTES], const char *hex)
{
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(16 * digit_value(hex[2 * i]) + digit_value(hex[2 * i + 1]));
}

/* x[0] = a, x[i+1] = x[i]^2 + b; y[0] = b, y[i+1] = y[i]*x[i] + a; z is x backwards. */
static void make_operands(struct operands *o)
{
    bytes_from_hex(o->a_bytes, a_hex);
    bytes_from_hex(o->b_bytes, b_hex);
    (void)p256_fe_from_bytes(&o->a, o->a_bytes);
    (void)p256_fe_from_bytes(&o->b, o->b_bytes);
    o->x[0] = o->a;
    o->y[0] = o->b;
    for (size_t i = 0; i + 1 < COUNT; i++) {
        p256_fe_sqr(&o->x[i + 1], &o->x[i]);
        p256_fe_add(&o->x[i + 1], &o->x[i + 1], &o->b);
        p256_fe_mul(&o->y[i + 1], &o->y[i], &o->x[i]);
        p256_fe_add(&o->y[i + 1], &o->y[i + 1], &o->a);
    }
    for (size_t i = 0; i < COUNT; i++)
        o->z[i] = o->x[COUNT - 1 - i];
}

/* r = v[0] + v[1]*b + v[2]*b^2 + ...: every element and its place count. */
static void fold(p256_fe *r, const struct operands *o, const p256_fe *v, size_t n)
{
    p256_fe sum = P256_FE_ZERO;
    while (n-- > 0) {
        p256_fe_mul(&sum, &sum, &o->b);
        p256_fe_add(&sum, &sum, &v[n]);
    }
    *r = sum;
}

/* ------------------------------------------------------------------------------------
 * The answers: answer_NAME computes what known_answers.h has under NAME.
 */

#define UNARY(name)                                                                                \
    static void answer_##name(p256_fe *r, const struct operands *o)                                \
    {                                                                                              \
        p256_fe_##name(r, &o->a);                                                                  \
    }
#define ARRAY(name, ...)                                                                           \
    static void answer_##name(p256_fe *r, const struct operands *o)                                \
    {                                                                                              \
        p256_fe v[COUNT];                                                                          \
        p256_##name(v, __VA_ARGS__, COUNT);                                                        \
        fold(r, o, v, COUNT);                                                                      \
    }

UNARY(neg)
UNARY(double)
UNARY(triple)
UNARY(half)
UNARY(sqr)
UNARY(inv)
ARRAY(vec_add, o->x, o->y)
ARRAY(vec_sub, o->x, o->y)
ARRAY(vec_neg, o->x)
ARRAY(vec_mul, o->x, o->y)
ARRAY(vec_sqr, o->x)
ARRAY(vec_scale, o->x, &o->b)
ARRAY(vec_mul_add, o->x, o->y, o->z)
ARRAY(vec_inv, o->x)

static void answer_from_bytes(p256_fe *r, const struct operands *o)
{
    (void)p256_fe_from_bytes(r, o->a_bytes);
}

static void answer_to_bytes(p256_fe *r, const struct operands *o)
{
    uint8_t bytes[BYTES];
    p256_fe_to_bytes(bytes, &o->a);
    *r = memcmp(bytes, o->a_bytes, BYTES) == 0 ? o->a : P256_FE_ZERO;
}

static void answer_from_bytes_le(p256_fe *r, const struct operands *o)
{
    (void)p256_fe_from_bytes_le(r, o->b_bytes);
}

static void answer_to_bytes_le(p256_fe *r, const struct operands *o)
{
    uint8_t bytes[BYTES];
    p256_fe_to_bytes_le(bytes, &o->a);
    (void)p256_fe_from_bytes(r, bytes);
}

static void answer_from_bytes_reduce(p256_fe *r, const struct operands *o)
{
    uint8_t bytes[2 * BYTES];
    memcpy(bytes, o->a_bytes, BYTES);
    memcpy(bytes + BYTES, o->b_bytes, BYTES);
    (void)p256_fe_from_bytes_reduce(r, bytes, sizeof(bytes));
}

static void answer_from_u64(p256_fe *r, const struct operands *o)
{
    (void)o;
    p256_fe_from_u64(r, UINT64_MAX);
}

static void answer_add(p256_fe *r, const struct operands *o)
{
    p256_fe_add(r, &o->a, &o->b);
}

static void answer_sub(p256_fe *r, const struct operands *o)
{
    p256_fe_sub(r, &o->b, &o->a);
}

static void answer_mul(p256_fe *r, const struct operands *o)
{
    p256_fe_mul(r, &o->a, &o->b);
}

static void answer_mul_u32(p256_fe *r, const struct operands *o)
{
    p256_fe_mul_u32(r, &o->a, UINT32_MAX);
}

static void answer_sqr_times(p256_fe *r, const struct operands *o)
{
    p256_fe_sqr_times(r, &o->a, 37);
}

static void answer_inv_vartime(p256_fe *r, const struct operands *o)
{
    (void)p256_fe_inv_vartime(r, &o->b);
}

static void answer_sqrt(p256_fe *r, const struct operands *o)
{
    p256_fe square;
    p256_fe_sqr(&square, &o->a);
    (void)p256_fe_sqrt(r, &square);
}

static void answer_pow_vartime(p256_fe *r, const struct operands *o)
{
    p256_fe_pow_vartime(r, &o->a, o->b_bytes, BYTES);
}

static void answer_cmov(p256_fe *r, const struct operands *o)
{
    p256_fe v[2] = {o->b, o->b};
    p256_fe_cmov(&v[0], &o->a, 1);
    p256_fe_cmov(&v[1], &o->a, 0);
    fold(r, o, v, 2);
}

static void answer_cswap(p256_fe *r, const struct operands *o)
{
    p256_fe v[4] = {o->a, o->b, o->a, o->b};
    p256_fe_cswap(&v[0], &v[1], 1);
    p256_fe_cswap(&v[2], &v[3], 0);
    fold(r, o, v, 4);
}

static void answer_cneg(p256_fe *r, const struct operands *o)
{
    p256_fe v[2];
    p256_fe_cneg(&v[0], &o->a, 1);
    p256_fe_cneg(&v[1], &o->a, 0);
    fold(r, o, v, 2);
}

static void answer_lookup(p256_fe *r, const struct operands *o)
{
    p256_fe row[TABLE_WIDTH];
    p256_fe_lookup(row, o->x, TABLE_ROWS, TABLE_WIDTH, 11);
    fold(r, o, row, TABLE_WIDTH);
}

static void answer_vec_axpy(p256_fe *r, const struct operands *o)
{
    p256_fe v[COUNT];
    memcpy(v, o->y, sizeof(v));
    p256_vec_axpy(v, &o->a, o->x, COUNT);
    fold(r, o, v, COUNT);
}

static void answer_vec_dot(p256_fe *r, const struct operands *o)
{
    p256_vec_dot(r, o->x, o->y, COUNT);
}

static void answer_vec_sum(p256_fe *r, const struct operands *o)
{
    p256_vec_sum(r, o->x, COUNT);
}

static void answer_vec_from_bytes(p256_fe *r, const struct operands *o)
{
    uint8_t bytes[COUNT * BYTES];
    p256_fe v[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        p256_fe_to_bytes(bytes + BYTES * i, &o->x[i]);
    (void)p256_vec_from_bytes(v, bytes, COUNT);
    fold(r, o, v, COUNT);
}

static void answer_vec_to_bytes(p256_fe *r, const struct operands *o)
{
    uint8_t bytes[COUNT * BYTES];
    p256_fe v[COUNT];
    p256_vec_to_bytes(bytes, o->x, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        (void)p256_fe_from_bytes(&v[i], bytes + BYTES * i);
    fold(r, o, v, COUNT);
}

static void answer_vec_cmov(p256_fe *r, const struct operands *o)
{
    p256_fe v[COUNT];
    memcpy(v, o->x, sizeof(v));
    p256_vec_cmov(v, o->y, 1, COUNT);
    p256_vec_cmov(v, o->z, 0, COUNT);
    fold(r, o, v, COUNT);
}

/* A bit for each answer of yes or no, set where it is right. */
static void answer_predicates(p256_fe *r, const struct operands *o)
{
    static const p256_fe too_large = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    uint8_t ones[BYTES];
    p256_fe out, minus_one;
    memset(ones, 0xff, sizeof(ones));
    p256_fe_neg(&minus_one, &P256_FE_ONE); /* no square, and even */
    const int right[] = {
        p256_fe_is_zero(&P256_FE_ZERO) == 1,   p256_fe_is_zero(&o->a) == 0,
        p256_fe_is_one(&P256_FE_ONE) == 1,     p256_fe_is_one(&o->a) == 0,
        p256_fe_equal(&o->a, &o->x[0]) == 1,   p256_fe_equal(&o->a, &o->b) == 0,
        p256_fe_is_odd(&P256_FE_ONE) == 1,     p256_fe_is_odd(&minus_one) == 0,
        p256_fe_is_square(&P256_FE_ONE) == 1,  p256_fe_is_square(&minus_one) == 0,
        p256_fe_is_valid(&minus_one) == 1,     p256_fe_is_valid(&too_large) == 0,
        p256_fe_from_bytes(&out, ones) == 0,   p256_fe_sqrt(&out, &minus_one) == 0,
        p256_fe_inv(&out, &P256_FE_ZERO) == 0, p256_vec_inv(&out, &P256_FE_ZERO, 1) == 0,
    };
    uint64_t bits = 0;
    for (size_t i = 0; i < sizeof(right) / sizeof(right[0]); i++)
        bits |= (uint64_t)right[i] << i;
    p256_fe_from_u64(r, bits);
}

static const struct answer {
    const char *name;
    const char *hex;
    void (*compute)(p256_fe *r, const struct operands *o);
} answers[] = {
#define KNOWN_ANSWER(name, hex) {#name, hex, answer_##name},
#include "known_answers.h"
};

/* ------------------------------------------------------------------------------------
 * The report.
 */

static int is_right(const struct answer *answer, const struct operands *o)
{
    uint8_t want[BYTES], is[BYTES];
    p256_fe r;
    answer->compute(&r, o);
    p256_fe_to_bytes(is, &r);
    bytes_from_hex(want, answer->hex);
    return memcmp(is, want, BYTES) == 0;
}

/* The active kernel's wrong answers, which standard error then names; how many. */
static size_t count_failures(const char *kernel)
{
    struct operands o;
    size_t failures = 0;
    make_operands(&o);
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        if (!is_right(&answers[i], &o)) {
            fprintf(stderr, "p256-field-info: kernel %s: %s gives a wrong answer\n", kernel,
                    answers[i].name);
            failures++;
        }
    return failures;
}

static void print_features(void)
{
#define FEATURE(name) {#name, P256_CPU_##name},
    static const struct {
        const char *name;
        uint64_t bit;
    } all[] = {P256_CPU_NAMES(FEATURE)};
    uint64_t seen = p256_cpu_features();

    printf("CPU features:%s", seen == 0 ? " none that a kernel needs" : "");
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        if (seen & all[i].bit)
            printf(" %s", all[i].name);
    printf("\n");
}

/* Tests kernel i and prints its line; 1 unless it failed. */
static int report_kernel(size_t i, const char *active, int quiet)
{
    const char *name = p256_field_kernel_name(i), *outcome = "passed";
    size_t failures = 0;
    if (!p256_field_set_kernel(name)) {
        if (!quiet)
            printf("%-10s not supported here  not tested\n", name);
        return 1;
    }
    failures = count_failures(name);
    if (failures > 0)
        outcome = "FAILED";
    if (!quiet)
        printf("%-10s %-19s self-test %s\n", name,
               strcmp(name, active) == 0 ? "supported, active" : "supported", outcome);
    return failures == 0;
}

int main(int argc, char **argv)
{
    int quiet = argc == 2 && strcmp(argv[1], "--quiet") == 0, right = 1;
    const char *active = p256_field_kernel();

    if (argc > 1 && !quiet) {
        fprintf(stderr,
                "usage: p256-field-info [--quiet]\n"
                "Prints the version of the library p256_field, the CPU's features, and the\n"
                "kernels, and tests every kernel that this machine supports; with --quiet\n"
                "prints failures only.\n");
        return 2;
    }
    if (!quiet) {
        printf("p256_field %s\n", p256_field_version());
        print_features();
    }
    for (size_t i = 0; i < p256_field_kernel_count(); i++)
        right &= report_kernel(i, active, quiet);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("p256-field-info: cannot write");
        return 2;
    }
    return right ? 0 : 1;
}
