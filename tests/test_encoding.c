/* SPDX-License-Identifier: MIT */
/* Elements from and to bytes and integers, against OpenSSL. */
#include <stdlib.h>
#include <string.h>

#include "oracle_bn.h"
#include "testing.h"

enum { ROUNDS = 3000 };

static void reverse(uint8_t out[32], const uint8_t in[32])
{
    uint8_t t[32];
    for (int i = 0; i < 32; i++)
        t[i] = in[31 - i];
    memcpy(out, t, 32);
}

/* p + k, k small, as bytes */
static void p_plus(uint8_t out[32], int k)
{
    p256_fe t = P256_P; /* limb 0 is all ones */
    if (k <= 0) {
        t.limb[0] -= (uint64_t)-k;
    } else {
        t.limb[0] = (uint64_t)k - 1;
        t.limb[1]++;
    }
    limbs_to_bytes(out, &t);
}

/* One 32-byte string through both byte orders, in and out; it may be no canonical encoding. */
static void check_bytes(const uint8_t bytes[32])
{
    p256_fe want, r, shown;
    uint8_t *in = guarded_alloc(32), *out = guarded_alloc(32);
    int canonical = oracle_from_bytes(&want, bytes);
    limbs_from_bytes(&shown, bytes);

    memcpy(in, bytes, 32);
    random_fe(&r);
    assert_int_equal(p256_fe_from_bytes(&r, in), canonical);
    EXPECT_FE("from_bytes", &r, &want, &shown);
    assert_memory_equal(in, bytes, 32);
    p256_fe_to_bytes(out, &r);
    if (canonical)
        assert_memory_equal(out, bytes, 32);
    EXPECT_FE("to_bytes' operand after", &r, &want, NULL);

    reverse(in, bytes);
    random_fe(&r);
    assert_int_equal(p256_fe_from_bytes_le(&r, in), canonical);
    EXPECT_FE("from_bytes_le", &r, &want, &shown);
    p256_fe_to_bytes_le(out, &r);
    reverse(out, out);
    if (canonical)
        assert_memory_equal(out, bytes, 32);
    EXPECT_FE("to_bytes_le's operand after", &r, &want, NULL);

    guarded_free(in);
    guarded_free(out);
}

static void canonical_bytes(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    uint8_t bytes[32];
    for (size_t i = 0; i < count + ROUNDS; i++) {
        p256_fe a;
        if (i < count)
            a = edge[i];
        else
            random_fe(&a);
        limbs_to_bytes(bytes, &a);
        check_bytes(bytes);
    }
}

/* p - 1 is the last that is accepted; p, p + 1, ..., 2^256 - 1 are refused. */
static void bytes_around_p(void **state)
{
    (void)state;
    p256_fe r;
    uint8_t bytes[32];
    for (int k = -300; k <= 300; k++) {
        p_plus(bytes, k);
        check_bytes(bytes);
        random_fe(&r);
        assert_int_equal(p256_fe_from_bytes(&r, bytes), k < 0);
        assert_int_equal(p256_fe_is_zero(&r), k >= 0);
    }
    memset(bytes, 0xff, 32);
    check_bytes(bytes);
    assert_int_equal(p256_fe_from_bytes(&r, bytes), 0);

    /* p with one bit changed, and any bytes whose first words are those of p. */
    for (int bit = 0; bit < 256; bit++) {
        p_plus(bytes, 0);
        bytes[bit / 8] ^= (uint8_t)(1 << (bit % 8));
        check_bytes(bytes);
    }
    for (int i = 0; i < ROUNDS; i++) {
        p_plus(bytes, 0);
        for (size_t j = random_below(32); j < 32; j++)
            bytes[j] = (uint8_t)random_word();
        check_bytes(bytes);
    }
}

static void every_element_to_bytes(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < count + ROUNDS; i++) {
        p256_fe a;
        uint8_t want[32], out[32];
        if (i < count)
            a = edge[i]; /* here the limbs, Montgomery form, are at the edge */
        else
            random_fe(&a);
        oracle_to_bytes(want, &a);
        p256_fe_to_bytes(out, &a);
        assert_memory_equal(out, want, 32);
        p256_fe_to_bytes_le(out, &a);
        reverse(out, out);
        assert_memory_equal(out, want, 32);
    }
}

/*
 * The bytes at every distance from the element that lets the two overlap. An element's
 * limbs are reached by memcpy: the memory has no declared type.
 */
enum { PLACE = 64, SPACE = PLACE + 32 + 64 };

static void from_bytes_in_overlapping_memory(void **state)
{
    (void)state;
    uint8_t *memory = malloc(SPACE);
    assert_non_null(memory);
    p256_fe *r = (p256_fe *)(void *)(memory + PLACE);
    for (int le = 0; le < 2; le++)
        for (size_t at = PLACE - 32; at <= PLACE + 32; at++)
            for (int k = 0; k < 4; k++) {
                p256_fe a, want, got;
                uint8_t bytes[32];
                random_fe(&a);
                limbs_to_bytes(bytes, &a);
                if (k == 3)
                    p_plus(bytes, (int)random_below(3));
                int canonical = oracle_from_bytes(&want, bytes);
                if (le)
                    reverse(bytes, bytes);
                memcpy(memory + at, bytes, 32);
                assert_int_equal(le ? p256_fe_from_bytes_le(r, memory + at)
                                    : p256_fe_from_bytes(r, memory + at),
                                 canonical);
                memcpy(&got, r, sizeof got);
                EXPECT_FE("from_bytes overlapping", &got, &want, &a);
            }
    free(memory);
}

static void to_bytes_in_overlapping_memory(void **state)
{
    (void)state;
    uint8_t *memory = malloc(SPACE);
    assert_non_null(memory);
    p256_fe *a = (p256_fe *)(void *)(memory + PLACE);
    for (int le = 0; le < 2; le++)
        for (size_t at = PLACE - 32; at <= PLACE + 32; at++)
            for (int k = 0; k < 4; k++) {
                p256_fe x;
                uint8_t want[32];
                random_fe(&x);
                oracle_to_bytes(want, &x);
                memcpy(a, &x, sizeof x);
                if (le)
                    p256_fe_to_bytes_le(memory + at, a);
                else
                    p256_fe_to_bytes(memory + at, a);
                if (le)
                    reverse(memory + at, memory + at);
                assert_memory_equal(memory + at, want, 32);
            }
    free(memory);
}

static void check_reduce(const uint8_t *bytes, size_t len)
{
    p256_fe want, r;
    uint8_t *in = guarded_alloc(len);
    if (len > 0)
        memcpy(in, bytes, len);
    oracle_from_bytes_reduce(&want, bytes, len);
    random_fe(&r);
    assert_int_equal(p256_fe_from_bytes_reduce(&r, in, len), 1);
    EXPECT_FE("from_bytes_reduce", &r, &want, NULL);
    if (len > 0)
        assert_memory_equal(in, bytes, len);
    guarded_free(in);
}

static void reduction_of_every_length(void **state)
{
    (void)state;
    uint8_t bytes[64];
    p256_fe r;
    random_fe(&r);
    assert_int_equal(p256_fe_from_bytes_reduce(&r, NULL, 0), 1);
    EXPECT_FE("from_bytes_reduce of nothing", &r, &P256_FE_ZERO, NULL);
    for (size_t len = 0; len <= 64; len++) {
        memset(bytes, 0, sizeof bytes);
        check_reduce(bytes, len);
        memset(bytes, 0xff, sizeof bytes);
        check_reduce(bytes, len);
        for (int i = 0; i < 100; i++) {
            for (size_t j = 0; j < len; j++)
                bytes[j] = (uint8_t)(i < 50 ? random_u64() : random_word());
            check_reduce(bytes, len);
        }
    }
}

/* Each half an edge value, p itself, or 2^256 - 1: all pairs. */
static void reduction_of_edge_halves(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    const p256_fe all_ones = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    uint8_t bytes[64];
    for (size_t i = 0; i < count + 2; i++)
        for (size_t j = 0; j < count + 2; j++) {
            limbs_to_bytes(bytes, i < count ? &edge[i] : i == count ? &P256_P : &all_ones);
            limbs_to_bytes(bytes + 32, j < count ? &edge[j] : j == count ? &P256_P : &all_ones);
            check_reduce(bytes, 64);
        }
}

static void reduction_refuses_longer_input(void **state)
{
    (void)state;
    static const size_t lengths[] = {65, 66, 96, 128, 255, 256, 257, 1000, 65536 + 32};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        uint8_t *in = guarded_alloc(lengths[i]);
        p256_fe r;
        memset(in, 1, lengths[i]);
        random_fe(&r);
        assert_int_equal(p256_fe_from_bytes_reduce(&r, in, lengths[i]), 0);
        EXPECT_FE("from_bytes_reduce, too long", &r, &P256_FE_ZERO, NULL);
        guarded_free(in);
    }
}

static void reduction_in_overlapping_memory(void **state)
{
    (void)state;
    uint8_t *memory = malloc(SPACE);
    assert_non_null(memory);
    p256_fe *r = (p256_fe *)(void *)(memory + PLACE);
    for (size_t len = 0; len <= 64; len++)
        for (size_t at = PLACE - len; at <= PLACE + 32; at += 1 + random_below(3)) {
            p256_fe want, got;
            for (size_t i = 0; i < SPACE; i++)
                memory[i] = (uint8_t)random_u64();
            oracle_from_bytes_reduce(&want, memory + at, len);
            assert_int_equal(p256_fe_from_bytes_reduce(r, memory + at, len), 1);
            memcpy(&got, r, sizeof got);
            EXPECT_FE("from_bytes_reduce overlapping", &got, &want, NULL);
        }
    free(memory);
}

static void from_integers(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t x = i < 16   ? (uint64_t)i
                     : i < 32 ? UINT64_MAX - (uint64_t)(i - 16)
                              : random_word();
        p256_fe r, want, shown = {{x, 0, 0, 0}};
        oracle_from_u64(&want, x);
        random_fe(&r);
        p256_fe_from_u64(&r, x);
        EXPECT_FE("from_u64", &r, &want, &shown);
    }
}

/* n encodings, some of them refused: chosen by the bits of `bad`, or at random. */
static void fill_encodings(uint8_t *in, size_t n, const uint8_t *bad)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe a;
        random_fe(&a);
        limbs_to_bytes(in + 32 * i, &a);
        if (bad[i] == 1)
            p_plus(in + 32 * i, (int)random_below(3)); /* p, p + 1, p + 2 */
        else if (bad[i] == 2)
            memset(in + 32 * i, 0xff, 32);
        else if (bad[i] == 3)
            p_plus(in + 32 * i, -1); /* p - 1, which is not refused */
    }
}

static void check_array_from_bytes(size_t n, const uint8_t *bad)
{
    uint8_t *in = guarded_alloc(32 * n), *saved = guarded_alloc(32 * n);
    p256_fe *r = guarded_fes(n), *want = guarded_fes(n);
    int all_canonical = 1;
    fill_encodings(in, n, bad);
    for (size_t i = 0; i < n; i++)
        all_canonical &= oracle_from_bytes(&want[i], in + 32 * i);
    memcpy(saved, in, 32 * n);

    assert_int_equal(p256_vec_from_bytes(r, in, n), all_canonical);
    expect_fes("vec_from_bytes", r, want, n);
    assert_memory_equal(in, saved, 32 * n);

    memcpy(r, saved, 32 * n); /* and in place */
    assert_int_equal(p256_vec_from_bytes(r, (const uint8_t *)r, n), all_canonical);
    expect_fes("vec_from_bytes in place", r, want, n);

    guarded_free(in);
    guarded_free(saved);
    guarded_free(r);
    guarded_free(want);
}

static void arrays_from_bytes(void **state)
{
    (void)state;
    enum { MOST = 1000 };
    static uint8_t bad[MOST];
    assert_int_equal(p256_vec_from_bytes(NULL, NULL, 0), 1);
    for (size_t n = 0; n <= 68; n++) {
        size_t length = n < 68 ? n : MOST;
        memset(bad, 0, sizeof bad);
        check_array_from_bytes(length, bad);
        for (uint8_t kind = 1; kind <= 3; kind++) {
            memset(bad, kind, sizeof bad); /* all places */
            check_array_from_bytes(length, bad);
            /* each place alone, or of a long array the first, the middle, and the last */
            for (size_t i = 0; i < length; i += length < MOST ? 1 : 499) {
                memset(bad, 0, sizeof bad);
                bad[i] = kind;
                check_array_from_bytes(length, bad);
            }
        }
        memset(bad, 0, sizeof bad);
        if (length > 0)
            bad[length - 1] = 1;
        check_array_from_bytes(length, bad);
        for (size_t i = 0; i < length; i++)
            bad[i] = (uint8_t)random_below(4);
        check_array_from_bytes(length, bad);
    }
}

static void arrays_to_bytes(void **state)
{
    (void)state;
    p256_vec_to_bytes(NULL, NULL, 0);
    for (size_t n = 0; n <= 68; n++) {
        size_t length = n < 68 ? n : 1000;
        p256_fe *a = guarded_fes(length), *saved;
        uint8_t *out = guarded_alloc(32 * length), *want = guarded_alloc(32 * length);
        random_fes(a, length);
        saved = guarded_copy(a, length);
        for (size_t i = 0; i < length; i++)
            oracle_to_bytes(want + 32 * i, &a[i]);
        p256_vec_to_bytes(out, a, length);
        assert_memory_equal(out, want, 32 * length);
        expect_fes("vec_to_bytes' operand after", a, saved, length);
        p256_vec_to_bytes((uint8_t *)a, a, length);
        assert_memory_equal(a, want, 32 * length);
        guarded_free(a);
        guarded_free(saved);
        guarded_free(out);
        guarded_free(want);
    }
}

/* Edge values as plain bytes and as limbs, through the array functions, in one long array. */
static void arrays_of_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    uint8_t *bytes = guarded_alloc(32 * count), want[32];
    p256_fe *r = guarded_fes(count), x;
    for (size_t i = 0; i < count; i++)
        limbs_to_bytes(bytes + 32 * i, &edge[i]);
    assert_int_equal(p256_vec_from_bytes(r, bytes, count), 1);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(oracle_from_bytes(&x, bytes + 32 * i), 1);
        EXPECT_FE("vec_from_bytes", &r[i], &x, &edge[i]);
    }
    p256_vec_to_bytes(bytes, edge, count);
    for (size_t i = 0; i < count; i++) {
        oracle_to_bytes(want, &edge[i]);
        assert_memory_equal(bytes + 32 * i, want, 32);
    }
    guarded_free(bytes);
    guarded_free(r);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(canonical_bytes),
    cmocka_unit_test(bytes_around_p),
    cmocka_unit_test(every_element_to_bytes),
    cmocka_unit_test(from_bytes_in_overlapping_memory),
    cmocka_unit_test(to_bytes_in_overlapping_memory),
    cmocka_unit_test(reduction_of_every_length),
    cmocka_unit_test(reduction_of_edge_halves),
    cmocka_unit_test(reduction_refuses_longer_input),
    cmocka_unit_test(reduction_in_overlapping_memory),
    cmocka_unit_test(from_integers),
    cmocka_unit_test(arrays_from_bytes),
    cmocka_unit_test(arrays_to_bytes),
    cmocka_unit_test(arrays_of_edges),
};

MAIN_ON_EVERY_KERNEL(tests)
