/* SPDX-License-Identifier: MIT */
/* Inverses, square roots, and powers, against OpenSSL. */
#include <string.h>

#include "oracle_bn.h"
#include "testing.h"

enum { ROUNDS = 2000 };

static void check_inverse(const p256_fe *a)
{
    p256_fe want, r, x = *a;
    int nonzero = oracle_inv(&want, a);
    assert_int_equal(nonzero, !same(a, &P256_FE_ZERO));

    assert_int_equal(p256_fe_inv(&r, &x), nonzero);
    EXPECT_FE("inv", &r, &want, a);
    EXPECT_FE("operand after", &x, a, NULL);
    assert_int_equal(p256_fe_inv(&x, &x), nonzero);
    EXPECT_FE("inv in place", &x, &want, a);

    x = *a;
    assert_int_equal(p256_fe_inv_vartime(&r, &x), nonzero);
    EXPECT_FE("inv_vartime", &r, &want, a);
    EXPECT_FE("operand after", &x, a, NULL);
    assert_int_equal(p256_fe_inv_vartime(&x, &x), nonzero);
    EXPECT_FE("inv_vartime in place", &x, &want, a);
}

static void inverse_of_edges_and_random(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++) {
        p256_fe inverse;
        check_inverse(&edge[i]);
        oracle_inv(&inverse, &edge[i]); /* and of those whose inverse is one */
        check_inverse(&inverse);
    }
    for (int i = 0; i < ROUNDS; i++) {
        p256_fe a;
        random_fe(&a);
        check_inverse(&a);
    }
}

/* Limbs of 2^k, 2^k - 1, and their negatives for every k: the longest runs that an algorithm
 * which shifts can meet, at each place in its batches. */
static void inverse_of_every_power_of_two(void **state)
{
    (void)state;
    const p256_fe unit = {{1, 0, 0, 0}};
    p256_fe power = unit, t;
    for (int k = 0; k < 512; k++) {
        check_inverse(&power);
        oracle_neg(&t, &power);
        check_inverse(&t);
        oracle_sub(&t, &power, &unit);
        check_inverse(&t);
        oracle_neg(&t, &t);
        check_inverse(&t);
        oracle_double(&power, &power);
    }
}

static void inverse_of_small_and_shifted(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        p256_fe a = {{i, 0, 0, 0}}, negative;
        check_inverse(&a);
        oracle_neg(&negative, &a);
        check_inverse(&negative);
        oracle_from_u64(&a, i); /* small as a plain value */
        check_inverse(&a);
    }
    /* Limbs with whole words of zeros below. */
    for (int i = 0; i < ROUNDS / 4; i++) {
        p256_fe a;
        random_fe(&a);
        for (size_t j = random_below(4); j-- > 0;)
            a.limb[j] = 0;
        check_inverse(&a);
    }
}

/* Most elements take 500 to 535 division steps, none known more than this one's 541: the first
 * that a batch of 60 does not find done after nine. */
static void inverse_that_takes_many_steps(void **state)
{
    (void)state;
    const p256_fe a = {{UINT64_C(0x4dc568d094ceb2a5), UINT64_C(0xd713ec08fcfe5567),
                        UINT64_C(0x6b487e1053231ddd), UINT64_C(0xf12302850f77f470)}};
    check_inverse(&a);
}

static void inverse_times_itself_is_one(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        p256_fe a, inverse, product;
        random_fe(&a);
        if (!p256_fe_inv(&inverse, &a))
            continue;
        p256_fe_mul(&product, &a, &inverse);
        EXPECT_FE("montmul", &product, &P256_FE_ONE, &a, &inverse);
    }
}

static void check_root(const p256_fe *a)
{
    p256_fe want, r, x = *a;
    int has_root = oracle_sqrt(&want, a);
    random_fe(&r);
    assert_int_equal(p256_fe_sqrt(&r, &x), has_root);
    EXPECT_FE("sqrt", &r, &want, a);
    EXPECT_FE("operand after", &x, a, NULL);
    assert_int_equal(p256_fe_is_square(&x), has_root);
    EXPECT_FE("operand after", &x, a, NULL);
    assert_int_equal(p256_fe_sqrt(&x, &x), has_root);
    EXPECT_FE("sqrt in place", &x, &want, a);
}

static void square_roots(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    check_root(&P256_FE_ZERO);
    check_root(&P256_FE_ONE);
    for (size_t i = 0; i < count; i++) {
        p256_fe square, other;
        check_root(&edge[i]);
        oracle_sqr(&square, &edge[i]); /* whose root is an edge value or its negative */
        check_root(&square);
        oracle_neg(&other, &square); /* which has none */
        check_root(&other);
    }
    for (int i = 0; i < ROUNDS / 2; i++) {
        p256_fe a;
        random_fe(&a);
        check_root(&a);
    }
}

static void check_power(const p256_fe *a, const uint8_t *exponent, size_t len)
{
    p256_fe want, r, x = *a;
    uint8_t *e = guarded_alloc(len);
    if (len > 0)
        memcpy(e, exponent, len);
    oracle_pow(&want, a, exponent, len);
    p256_fe_pow_vartime(&r, &x, e, len);
    EXPECT_FE("pow", &r, &want, a);
    EXPECT_FE("operand after", &x, a, NULL);
    p256_fe_pow_vartime(&x, &x, e, len);
    EXPECT_FE("pow in place", &x, &want, a);
    guarded_free(e);
}

static void check_powers(const uint8_t *exponent, size_t len)
{
    p256_fe a;
    check_power(&P256_FE_ZERO, exponent, len);
    check_power(&P256_FE_ONE, exponent, len);
    for (int i = 0; i < 4; i++) {
        random_fe(&a);
        check_power(&a, exponent, len);
    }
}

static void powers(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    uint8_t exponent[80];
    p256_fe r;

    /* The empty exponent, which may be no array at all, and zeros: a^0 = 1, for 0 too. */
    p256_fe_pow_vartime(&r, &P256_FE_ZERO, NULL, 0);
    EXPECT_FE("pow", &r, &P256_FE_ONE, &P256_FE_ZERO);
    memset(exponent, 0, sizeof exponent);
    for (size_t len = 0; len <= 33; len++)
        check_powers(exponent, len);

    /* p, p - 1, p - 2, p + 1 ... and other edge values as exponents. */
    limbs_to_bytes(exponent, &P256_P);
    check_powers(exponent, 32);
    for (size_t i = 0; i < count; i++) {
        limbs_to_bytes(exponent, &edge[i]);
        check_powers(exponent, 32);
        limbs_to_bytes(exponent, &P256_P);
        check_power(&edge[i], exponent, 32);
    }
    memset(exponent, 0xff, sizeof exponent);
    check_powers(exponent, 32);
    check_powers(exponent, sizeof exponent);

    /* Every byte, alone and after another; leading zeros; any length. */
    for (unsigned e = 0; e < 256; e++) {
        exponent[0] = (uint8_t)e;
        check_powers(exponent, 1);
        exponent[1] = (uint8_t)random_u64();
        check_powers(exponent, 2);
    }
    for (size_t len = 1; len <= sizeof exponent; len++) {
        for (size_t i = 0; i < len; i++)
            exponent[i] = (uint8_t)random_word();
        check_powers(exponent, len);
        exponent[0] = 0;
        check_powers(exponent, len);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(inverse_of_edges_and_random),
    cmocka_unit_test(inverse_of_every_power_of_two),
    cmocka_unit_test(inverse_of_small_and_shifted),
    cmocka_unit_test(inverse_that_takes_many_steps),
    cmocka_unit_test(inverse_times_itself_is_one),
    cmocka_unit_test(square_roots),
    cmocka_unit_test(powers),
};

MAIN_ON_EVERY_KERNEL(tests)
