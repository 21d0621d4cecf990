/* SPDX-License-Identifier: MIT */
/*
 * Long inner products and sums, against OpenSSL: terms as large as they can be, so that
 * accumulators which are reduced too seldom overflow.
 */
#include <string.h>

#include "oracle_bn.h"
#include "testing.h"

/* Beyond 5000: multiples of the 448 to 455 terms that a lane of 52-bit limbs may add up, for
 * eight lanes, one set of accumulators and two, or sixteen lanes. */
static const size_t lengths[] = {100,  446,  447,  448,  449,  455,  456,  896,
                                 1791, 1792, 3583, 3584, 3585, 3640, 3648, 5000,
                                 5003, 7167, 7168, 7169, 7184, 8192, 20000};
enum { MOST = 20000 };

static p256_fe *a, *b;

static int allocate(void **state)
{
    (void)state;
    a = guarded_fes(MOST);
    b = guarded_fes(MOST);
    return 0;
}

static int release(void **state)
{
    (void)state;
    guarded_free(a);
    guarded_free(b);
    return 0;
}

/* n equal terms: n*x*y and n*x. */
static void check_equal_terms(const p256_fe *x, const p256_fe *y, size_t n)
{
    p256_fe want, r, shown = {{n, 0, 0, 0}};
    for (size_t i = 0; i < n; i++) {
        a[i] = *x;
        b[i] = *y;
    }
    oracle_mul(&want, x, y);
    oracle_mul_u32(&want, &want, (uint32_t)n);
    p256_vec_dot(&r, a, b, n);
    EXPECT_FE("vec_dot of equal terms", &r, &want, x, y, &shown);
    oracle_mul_u32(&want, x, (uint32_t)n);
    p256_vec_sum(&r, a, n);
    EXPECT_FE("vec_sum of equal terms", &r, &want, x, &shown);
}

static void equal_extreme_terms(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++) {
        check_equal_terms(&edge[i], &edge[i], 5000);
        check_equal_terms(&edge[i], &edge[random_below(count)], 5000);
    }
    /* p - 1, and the element whose limbs below the highest are all ones. */
    const p256_fe largest = {{UINT64_MAX - 1, P256_P.limb[1], P256_P.limb[2], P256_P.limb[3]}};
    const p256_fe full = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, P256_P.limb[3] - 1}};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        check_equal_terms(&largest, &largest, lengths[i]);
        check_equal_terms(&full, &full, lengths[i]);
        check_equal_terms(&largest, &full, lengths[i]);
    }
}

/* So many terms that what one reduction leaves over has been added up hundreds of times. */
static void very_many_terms(void **state)
{
    (void)state;
    enum { VERY_MANY = 2000000 };
    const p256_fe full = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, P256_P.limb[3] - 1}};
    p256_fe *x = guarded_fes(VERY_MANY), want, r;
    for (size_t i = 0; i < VERY_MANY; i++)
        x[i] = full;
    oracle_mul(&want, &full, &full);
    oracle_mul_u32(&want, &want, VERY_MANY);
    p256_vec_dot(&r, x, x, VERY_MANY);
    EXPECT_FE("vec_dot of 2000000 equal terms", &r, &want, &full);
    oracle_mul_u32(&want, &full, VERY_MANY);
    p256_vec_sum(&r, x, VERY_MANY);
    EXPECT_FE("vec_sum of 2000000 equal terms", &r, &want, &full);
    guarded_free(x);
}

static void check_terms(size_t n)
{
    p256_fe want, r, shown = {{n, 0, 0, 0}};
    oracle_dot(&want, a, b, n);
    p256_vec_dot(&r, a, b, n);
    EXPECT_FE("vec_dot", &r, &want, &shown);
    p256_vec_dot(&r, b, a, n);
    EXPECT_FE("vec_dot, operands exchanged", &r, &want, &shown);
    oracle_dot(&want, a, a, n);
    p256_vec_dot(&r, a, a, n);
    EXPECT_FE("vec_dot with itself", &r, &want, &shown);
    oracle_sum(&want, a, n);
    p256_vec_sum(&r, a, n);
    EXPECT_FE("vec_sum", &r, &want, &shown);
}

/* Terms that alternate, with every period up to 9, between an extreme and another element. */
static void alternating_terms(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    const p256_fe full = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, P256_P.limb[3] - 1}};
    for (size_t period = 2; period <= 9; period++) {
        const p256_fe *other = &edge[random_below(count)];
        for (size_t i = 0; i < 5000; i++) {
            a[i] = i % period == 0 ? *other : full;
            b[i] = i % period == 1 ? P256_FE_ZERO : full;
        }
        check_terms(5000);
    }
}

static void random_terms(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        random_fes(a, lengths[i]);
        random_fes(b, lengths[i]);
        check_terms(lengths[i]);
    }
    for (size_t n = 0; n <= 67; n++) {
        random_fes(a, n);
        random_fes(b, n);
        check_terms(n);
    }
}

/* 2^512 = (p - 1)^2 + (p - 1)*x + rest: the last term carries through every word. */
static void products_that_fill_512_bits(void **state)
{
    (void)state;
    const p256_fe largest = {{UINT64_MAX - 1, P256_P.limb[1], P256_P.limb[2], P256_P.limb[3]}};
    const p256_fe x = {{UINT64_C(0x0000000000000006), UINT64_C(0xfffffffdffffffff),
                        UINT64_C(0xfffffffefffffffe), UINT64_C(0x00000001fffffffe)}};
    const p256_fe rest = {{UINT64_C(0x0000000000000008), UINT64_C(0xfffffff9fffffffe),
                           UINT64_C(0xfffffffefffffffd), UINT64_C(0x00000006fffffffc)}};
    a[0] = b[0] = a[1] = largest;
    b[1] = x;
    a[2] = rest;
    b[2] = (p256_fe){{1, 0, 0, 0}};
    check_terms(3);
}

/* a*b/R mod p = x */
static void set_product(p256_fe *factor_a, p256_fe *factor_b, const p256_fe *value_a,
                        const p256_fe *x)
{
    p256_fe inverse;
    *factor_a = *value_a;
    assert_true(oracle_inv(&inverse, value_a));
    oracle_mul(factor_b, x, &inverse);
}

/*
 * Two products in different lanes that, before they are reduced below p, are 2^256 - 1 and
 * 2^208 - 1: limbs of 52 bits, added up over the lanes, then carry into the highest word.
 */
static void lanes_that_carry(void **state)
{
    (void)state;
    const p256_fe one = {{1, 0, 0, 0}};
    const p256_fe largest = {{UINT64_MAX - 1, P256_P.limb[1], P256_P.limb[2], P256_P.limb[3]}};
    const p256_fe high = {{0, UINT64_C(0xffffffff00000000), UINT64_MAX, /* 2^256 - 1 - p */
                           UINT64_C(0x00000000fffffffe)}};
    const p256_fe low = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_C(0xffff)}};
    const p256_fe *const factor[] = {&largest, &one}, *const product[] = {&high, &low};
    for (size_t first = 0; first < 2; first++) {
        memset(a, 0, 16 * sizeof *a);
        memset(b, 0, 16 * sizeof *b);
        set_product(&a[0], &b[0], factor[first], product[first]);
        set_product(&a[1], &b[1], factor[1 - first], product[1 - first]);
        for (size_t n = 2; n <= 16; n++)
            check_terms(n);
    }
}

/* The last term makes the whole an edge value. */
static void sums_that_are_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++) {
        size_t n = 2 + random_below(20);
        p256_fe rest, inverse, r;
        random_fes(a, n);
        random_fes(b, n);
        while (!oracle_inv(&inverse, &a[n - 1]))
            random_fe(&a[n - 1]);
        oracle_dot(&rest, a, b, n - 1);
        oracle_sub(&rest, &edge[i], &rest);
        oracle_mul(&b[n - 1], &rest, &inverse);
        p256_vec_dot(&r, a, b, n);
        EXPECT_FE("vec_dot", &r, &edge[i], NULL);
        oracle_sum(&rest, a, n - 1);
        oracle_sub(&a[n - 1], &edge[i], &rest);
        p256_vec_sum(&r, a, n);
        EXPECT_FE("vec_sum", &r, &edge[i], NULL);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(equal_extreme_terms, allocate, release),
    cmocka_unit_test(very_many_terms),
    cmocka_unit_test_setup_teardown(alternating_terms, allocate, release),
    cmocka_unit_test_setup_teardown(random_terms, allocate, release),
    cmocka_unit_test_setup_teardown(products_that_fill_512_bits, allocate, release),
    cmocka_unit_test_setup_teardown(lanes_that_carry, allocate, release),
    cmocka_unit_test_setup_teardown(sums_that_are_edges, allocate, release),
};

MAIN_ON_EVERY_KERNEL(tests)
