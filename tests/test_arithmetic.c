/* SPDX-License-Identifier: MIT */
/* Sums, products, and small multiples of single elements, against OpenSSL. */
#include "oracle_bn.h"
#include "testing.h"

enum { ROUNDS = 20000 };

typedef void binary_fn(p256_fe *r, const p256_fe *a, const p256_fe *b);
typedef void unary_fn(p256_fe *r, const p256_fe *a);

enum { ADD, SUB, MUL };
static const struct {
    const char *name;
    binary_fn *f, *oracle;
} binary[] = {
    [ADD] = {"add", p256_fe_add, oracle_add},
    [SUB] = {"sub", p256_fe_sub, oracle_sub},
    [MUL] = {"montmul", p256_fe_mul, oracle_mul},
};

enum { NEG, DOUBLE, TRIPLE, HALF, SQR };
static const struct {
    const char *name;
    unary_fn *f, *oracle;
} unary[] = {
    [NEG] = {"neg", p256_fe_neg, oracle_neg},
    [DOUBLE] = {"double", p256_fe_double, oracle_double},
    [TRIPLE] = {"triple", p256_fe_triple, oracle_triple},
    [HALF] = {"half", p256_fe_half, oracle_half},
    [SQR] = {"montsqr", p256_fe_sqr, oracle_sqr},
};

/* The operation into a third element, which leaves the operands alone. */
static void check_binary(size_t op, const p256_fe *a, const p256_fe *b)
{
    p256_fe want, r, x = *a, y = *b;
    binary[op].oracle(&want, a, b);
    binary[op].f(&r, &x, &y);
    EXPECT_FE(binary[op].name, &r, &want, a, b);
    EXPECT_FE("operand after", &x, a, NULL);
    EXPECT_FE("operand after", &y, b, NULL);
}

static void check_unary(size_t op, const p256_fe *a)
{
    p256_fe want, r, x = *a;
    unary[op].oracle(&want, a);
    unary[op].f(&r, &x);
    EXPECT_FE(unary[op].name, &r, &want, a);
    EXPECT_FE("operand after", &x, a, NULL);
    unary[op].f(&x, &x);
    EXPECT_FE(unary[op].name, &x, &want, a);
}

static void binary_on_all_pairs_of_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t op = 0; op < COUNT_OF(binary); op++)
        for (size_t i = 0; i < count; i++)
            for (size_t j = 0; j < count; j++)
                check_binary(op, &edge[i], &edge[j]);
}

static void binary_on_random_operands(void **state)
{
    (void)state;
    for (size_t op = 0; op < COUNT_OF(binary); op++)
        for (int i = 0; i < ROUNDS; i++) {
            p256_fe a, b;
            random_fe(&a);
            random_fe(&b);
            check_binary(op, &a, &b);
        }
}

/*
 * Operands chosen so that the result is an edge value: the value before the last reduction
 * then stands at 0, p, or next to them, where a random one never comes.
 */
static void binary_with_edge_results(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < 16; j++) {
            p256_fe a, b, inverse;
            random_fe(&a);
            oracle_sub(&b, &edge[i], &a);
            check_binary(ADD, &a, &b); /* a + (edge - a) */
            oracle_add(&b, &edge[i], &a);
            check_binary(SUB, &b, &a); /* (edge + a) - a */
            oracle_inv(&inverse, &a);
            oracle_mul(&b, &edge[i], &inverse);
            check_binary(MUL, &a, &b); /* a * (edge / a) */
            check_binary(MUL, &b, &a);
        }
}

/* r = a, r = b, a = b, and all three the same. */
static void binary_in_place(void **state)
{
    (void)state;
    for (size_t op = 0; op < COUNT_OF(binary); op++)
        for (int i = 0; i < ROUNDS / 10; i++) {
            p256_fe a, b, x, y, want;
            random_fe(&a);
            random_fe(&b);
            binary[op].oracle(&want, &a, &b);
            x = a;
            binary[op].f(&x, &x, &b);
            EXPECT_FE(binary[op].name, &x, &want, &a, &b);
            y = b;
            binary[op].f(&y, &a, &y);
            EXPECT_FE(binary[op].name, &y, &want, &a, &b);

            binary[op].oracle(&want, &a, &a);
            binary[op].f(&y, &a, &a);
            EXPECT_FE(binary[op].name, &y, &want, &a, &a);
            x = a;
            binary[op].f(&x, &x, &x);
            EXPECT_FE(binary[op].name, &x, &want, &a, &a);
        }
}

static void unary_on_edges_and_random_operands(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t op = 0; op < COUNT_OF(unary); op++) {
        for (size_t i = 0; i < count; i++)
            check_unary(op, &edge[i]);
        for (int i = 0; i < ROUNDS; i++) {
            p256_fe a;
            random_fe(&a);
            check_unary(op, &a);
        }
    }
}

/* Each operation's operand is found by undoing the operation on the result wanted. */
static void unary_with_edge_results(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    p256_fe third, a;
    oracle_from_u64(&third, 3);
    oracle_inv(&third, &third);
    for (size_t i = 0; i < count; i++) {
        oracle_half(&a, &edge[i]);
        check_unary(DOUBLE, &a);
        oracle_mul(&a, &edge[i], &third);
        check_unary(TRIPLE, &a);
        oracle_double(&a, &edge[i]);
        check_unary(HALF, &a);
        if (oracle_sqrt(&a, &edge[i])) {
            check_unary(SQR, &a);
            oracle_neg(&a, &a);
            check_unary(SQR, &a);
        }
    }
}

/* The square kernel has its own carries; the operand's limbs meet only each other. */
static void square_equals_product(void **state)
{
    (void)state;
    for (int i = 0; i < 10 * ROUNDS; i++) {
        p256_fe a, square, product;
        random_fe(&a);
        p256_fe_sqr(&square, &a);
        p256_fe_mul(&product, &a, &a);
        EXPECT_FE("montsqr", &square, &product, &a);
    }
}

static void check_mul_u32(const p256_fe *a, uint32_t k)
{
    p256_fe want, r, x = *a, shown = {{k, 0, 0, 0}};
    oracle_mul_u32(&want, a, k);
    p256_fe_mul_u32(&r, &x, k);
    EXPECT_FE("mul_u32", &r, &want, a, &shown);
    EXPECT_FE("operand after", &x, a, NULL);
    p256_fe_mul_u32(&x, &x, k);
    EXPECT_FE("mul_u32", &x, &want, a, &shown);
}

static void mul_u32_on_edges_and_random_operands(void **state)
{
    (void)state;
    static const uint32_t factors[] = {0,          1,          2,         3,          4,
                                       0xffff,     0x10000,    0x10001,   0x7fffffff, 0x80000000,
                                       0x80000001, 0xfffffffe, 0xffffffff};
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(factors); j++)
            check_mul_u32(&edge[i], factors[j]);
    for (int i = 0; i < ROUNDS; i++) {
        p256_fe a;
        random_fe(&a);
        check_mul_u32(&a, factors[random_below(COUNT_OF(factors))]);
        check_mul_u32(&a, (uint32_t)random_u64());
        check_mul_u32(&a, (uint32_t)random_word());
    }
}

static void mul_u32_with_edge_results(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < 8; j++) {
            uint32_t k = j == 0 ? UINT32_MAX : (uint32_t)random_u64() | 1;
            p256_fe a, inverse;
            oracle_from_u64(&inverse, k);
            oracle_inv(&inverse, &inverse);
            oracle_mul(&a, &edge[i], &inverse);
            check_mul_u32(&a, k);
        }
}

static void repeated_squaring(void **state)
{
    (void)state;
    static const unsigned times[] = {0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 33, 94, 96, 100, 256};
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(times); j++) {
            p256_fe a, r, want, shown = {{times[j], 0, 0, 0}};
            if (i % 2 == 0)
                a = edge[i];
            else
                random_fe(&a);
            p256_fe x = a;
            oracle_sqr_times(&want, &a, times[j]);
            p256_fe_sqr_times(&r, &x, times[j]);
            EXPECT_FE("sqr_times", &r, &want, &a, &shown);
            EXPECT_FE("operand after", &x, &a, NULL);
            p256_fe_sqr_times(&x, &x, times[j]);
            EXPECT_FE("sqr_times", &x, &want, &a, &shown);
        }
}

/* Ten thousand dependent operations, the result of one the operand of the next. */
static void long_chain(void **state)
{
    (void)state;
    p256_fe a, b, x, y, unit = P256_FE_ONE;
    random_fe(&a);
    random_fe(&b);
    x = y = a;
    for (int i = 0; i < 10000; i++) {
        p256_fe_mul(&x, &x, &b);
        p256_fe_sqr(&x, &x);
        p256_fe_add(&x, &x, &unit);
        oracle_mul(&y, &y, &b);
        oracle_sqr(&y, &y);
        oracle_add(&y, &y, &unit);
    }
    EXPECT_FE("10000 times x = (x*b)^2 + 1", &x, &y, &a, &b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(binary_on_all_pairs_of_edges),
    cmocka_unit_test(binary_on_random_operands),
    cmocka_unit_test(binary_with_edge_results),
    cmocka_unit_test(binary_in_place),
    cmocka_unit_test(unary_on_edges_and_random_operands),
    cmocka_unit_test(unary_with_edge_results),
    cmocka_unit_test(square_equals_product),
    cmocka_unit_test(mul_u32_on_edges_and_random_operands),
    cmocka_unit_test(mul_u32_with_edge_results),
    cmocka_unit_test(repeated_squaring),
    cmocka_unit_test(long_chain),
};

MAIN_ON_EVERY_KERNEL(tests)
