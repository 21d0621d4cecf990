/* SPDX-License-Identifier: MIT */
/* is_zero, is_one, equal, is_odd, is_valid. */
#include "testing.h"

/* The element whose limbs are those of a but for one bit, or 0 if that is not below p. */
static int flip_bit(p256_fe *r, const p256_fe *a, int bit)
{
    *r = *a;
    r->limb[bit / 64] ^= UINT64_C(1) << (bit % 64);
    return p256_fe_is_valid(r);
}

static void zero_and_one(void **state)
{
    (void)state;
    const p256_fe zero = {{0, 0, 0, 0}};
    assert_true(same(&P256_FE_ZERO, &zero));
    assert_int_equal(p256_fe_is_zero(&P256_FE_ZERO), 1);
    assert_int_equal(p256_fe_is_one(&P256_FE_ZERO), 0);
    assert_int_equal(p256_fe_is_zero(&P256_FE_ONE), 0);
    assert_int_equal(p256_fe_is_one(&P256_FE_ONE), 1);

    /* ONE is what its bytes say, and what multiplication says. */
    uint8_t bytes[32] = {0};
    p256_fe one, x, y;
    bytes[31] = 1;
    assert_int_equal(p256_fe_from_bytes(&one, bytes), 1);
    EXPECT_FE("from_bytes of 1", &one, &P256_FE_ONE, NULL);
    random_fe(&x);
    p256_fe_mul(&y, &x, &P256_FE_ONE);
    EXPECT_FE("montmul", &y, &x, &x, &P256_FE_ONE);

    for (int bit = 0; bit < 256; bit++) {
        if (flip_bit(&x, &P256_FE_ZERO, bit))
            assert_int_equal(p256_fe_is_zero(&x), 0);
        if (flip_bit(&x, &P256_FE_ONE, bit))
            assert_int_equal(p256_fe_is_one(&x), 0);
    }
}

static void equality_by_single_bits(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++) {
        p256_fe a = edge[i], b;
        assert_int_equal(p256_fe_equal(&a, &edge[i]), 1);
        assert_int_equal(p256_fe_equal(&a, &a), 1);
        for (int bit = 0; bit < 256; bit++)
            if (flip_bit(&b, &a, bit)) {
                assert_int_equal(p256_fe_equal(&a, &b), 0);
                assert_int_equal(p256_fe_equal(&b, &a), 0);
            }
    }
}

static void equality_of_all_pairs_of_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(p256_fe_is_zero(&edge[i]), same(&edge[i], &P256_FE_ZERO));
        assert_int_equal(p256_fe_is_one(&edge[i]), same(&edge[i], &P256_FE_ONE));
        for (size_t j = 0; j < count; j++)
            assert_int_equal(p256_fe_equal(&edge[i], &edge[j]), i == j);
    }
}

/* The edge values taken as plain values: their own lowest bit is the parity. */
static void parity_of_the_plain_value(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count + 5000; i++) {
        uint8_t bytes[32];
        p256_fe plain, a;
        if (i < count)
            plain = edge[i];
        else
            random_fe(&plain);
        limbs_to_bytes(bytes, &plain);
        assert_int_equal(p256_fe_from_bytes(&a, bytes), 1);
        assert_int_equal(p256_fe_is_odd(&a), plain.limb[0] & 1);
    }
}

static int is_valid_by_words(const p256_fe *a)
{
    for (int i = 3; i >= 0; i--)
        if (a->limb[i] != P256_P.limb[i])
            return a->limb[i] < P256_P.limb[i];
    return 0;
}

static void validity_of_any_limbs(void **state)
{
    (void)state;
    p256_fe a;
    assert_int_equal(p256_fe_is_valid(&P256_P), 0);

    /* p with any one limb replaced by its neighbours and the extremes. */
    for (int i = 0; i < 4; i++) {
        uint64_t limb = P256_P.limb[i];
        const uint64_t replacements[] = {limb + 1, limb - 1, 0, 1, UINT64_MAX, UINT64_MAX - 1};
        for (size_t j = 0; j < COUNT_OF(replacements); j++) {
            a = P256_P;
            a.limb[i] = replacements[j];
            assert_int_equal(p256_fe_is_valid(&a), is_valid_by_words(&a));
        }
    }
    size_t count, above = 0;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(p256_fe_is_valid(&edge[i]), 1);
    for (int i = 0; i < 20000; i++) {
        for (int j = 0; j < 4; j++)
            a.limb[j] = random_below(3) == 0 ? P256_P.limb[j] : random_word();
        above += !is_valid_by_words(&a);
        assert_int_equal(p256_fe_is_valid(&a), is_valid_by_words(&a));
    }
    assert_true(above > 100); /* or the loop tried nothing */
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(zero_and_one),
    cmocka_unit_test(equality_by_single_bits),
    cmocka_unit_test(equality_of_all_pairs_of_edges),
    cmocka_unit_test(parity_of_the_plain_value),
    cmocka_unit_test(validity_of_any_limbs),
};

MAIN_ON_EVERY_KERNEL(tests)
