/* SPDX-License-Identifier: MIT */
/*
 * Array operations: each equals the single operations on its elements, bit for bit, for every
 * length up to 67 and longer ones, in every way that arrays may share memory. (The single
 * operations are compared with OpenSSL in test_arithmetic.c and test_inversion.c.)
 */
#include <stdlib.h>
#include <string.h>

#include "testing.h"

/* Around the widths and blocks that a kernel may work in. */
static const size_t long_lengths[] = {127, 128, 129, 255, 256, 257, 511, 512, 513, 1000};
enum { SHORT_LENGTHS = 68, LENGTHS = SHORT_LENGTHS + (int)COUNT_OF(long_lengths) };

static size_t length_number(size_t i)
{
    return i < SHORT_LENGTHS ? i : long_lengths[i - SHORT_LENGTHS];
}

/* ------------------------------------------------------------------------------------
 * The operations that treat each element alone, in one form: r[i] from x[0][i], x[1][i],
 * x[2][i], of which the first `inputs` are used.
 */

struct elementwise {
    const char *name;
    size_t inputs;
    void (*array)(p256_fe *r, p256_fe *const x[3], size_t n);
    void (*single)(p256_fe *r, p256_fe *const x[3], size_t i);
};

static void array_add(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_add(r, x[0], x[1], n);
}

static void single_add(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_add(r, &x[0][i], &x[1][i]);
}

static void array_sub(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_sub(r, x[0], x[1], n);
}

static void single_sub(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_sub(r, &x[0][i], &x[1][i]);
}

static void array_mul(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_mul(r, x[0], x[1], n);
}

static void single_mul(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_mul(r, &x[0][i], &x[1][i]);
}

static void array_neg(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_neg(r, x[0], n);
}

static void single_neg(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_neg(r, &x[0][i]);
}

static void array_sqr(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_sqr(r, x[0], n);
}

static void single_sqr(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_sqr(r, &x[0][i]);
}

static void array_mul_add(p256_fe *r, p256_fe *const x[3], size_t n)
{
    p256_vec_mul_add(r, x[0], x[1], x[2], n);
}

static void single_mul_add(p256_fe *r, p256_fe *const x[3], size_t i)
{
    p256_fe_mul(r, &x[0][i], &x[1][i]);
    p256_fe_add(r, r, &x[2][i]);
}

static const struct elementwise operations[] = {
    {"vec_add", 2, array_add, single_add}, {"vec_sub", 2, array_sub, single_sub},
    {"vec_mul", 2, array_mul, single_mul}, {"vec_neg", 1, array_neg, single_neg},
    {"vec_sqr", 1, array_sqr, single_sqr}, {"vec_mul_add", 3, array_mul_add, single_mul_add},
};

/*
 * One operation on arrays that share memory as `layout` says: input i stands in buffer
 * layout[i], the result in buffer layout[3]. Every other buffer must stay as it was.
 */
static void check_elementwise(const struct elementwise *op, size_t n, const size_t layout[4])
{
    p256_fe *buffer[4], *saved[4], *x[3], *want = guarded_fes(n);
    for (size_t i = 0; i < 4; i++) {
        buffer[i] = guarded_fes(n);
        random_fes(buffer[i], n);
        saved[i] = guarded_copy(buffer[i], n);
    }
    for (size_t i = 0; i < 3; i++)
        x[i] = buffer[layout[i]];
    p256_fe *r = buffer[layout[3]];
    for (size_t i = 0; i < n; i++)
        op->single(&want[i], x, i);
    op->array(r, x, n);
    expect_fes(op->name, r, want, n);
    for (size_t i = 0; i < 4; i++) {
        if (buffer[i] != r)
            expect_fes("operand after", buffer[i], saved[i], n);
        guarded_free(buffer[i]);
        guarded_free(saved[i]);
    }
    guarded_free(want);
}

/* Each input in any of as many buffers as there are inputs; the result in one of them or a
 * fourth: every aliasing pattern. */
static void elementwise_in_every_layout(void **state)
{
    (void)state;
    for (size_t o = 0; o < COUNT_OF(operations); o++) {
        const struct elementwise *op = &operations[o];
        size_t k = op->inputs;
        size_t layout[4];
        for (size_t l = 0; l < LENGTHS; l++)
            for (layout[0] = 0; layout[0] < k; layout[0]++)
                for (layout[1] = 0; layout[1] < k; layout[1]++)
                    for (layout[2] = 0; layout[2] < (k < 3 ? 1 : k); layout[2]++) {
                        for (layout[3] = 0; layout[3] < k; layout[3]++)
                            check_elementwise(op, length_number(l), layout);
                        layout[3] = 3;
                        check_elementwise(op, length_number(l), layout);
                    }
    }
}

/* x[0] and x[1] run through all pairs of edge values, so that each pair meets some lane. The
 * addend makes the sum an edge value too. */
static void elementwise_on_all_pairs_of_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    size_t n = count * count;
    p256_fe *x[3] = {guarded_fes(n), guarded_fes(n), guarded_fes(n)};
    p256_fe *r = guarded_fes(n), *want = guarded_fes(n);
    for (size_t i = 0; i < n; i++) {
        x[0][i] = edge[i / count];
        x[1][i] = edge[i % count];
        p256_fe_mul(&x[2][i], &x[0][i], &x[1][i]);
        p256_fe_sub(&x[2][i], &edge[random_below(count)], &x[2][i]);
    }
    for (size_t o = 0; o < COUNT_OF(operations); o++) {
        for (size_t i = 0; i < n; i++)
            operations[o].single(&want[i], x, i);
        operations[o].array(r, x, n);
        expect_fes(operations[o].name, r, want, n);
    }
    for (size_t i = 0; i < 3; i++)
        guarded_free(x[i]);
    guarded_free(r);
    guarded_free(want);
}

/* Products that are edge values: b = edge / a. */
static void products_that_are_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    p256_fe *a = guarded_fes(count), *b = guarded_fes(count), *r = guarded_fes(count);
    p256_fe *want = guarded_fes(count);
    for (int round = 0; round < 16; round++) {
        for (size_t i = 0; i < count; i++) {
            do
                random_fe(&a[i]);
            while (p256_fe_is_zero(&a[i]));
            p256_fe_inv(&b[i], &a[i]);
            p256_fe_mul(&b[i], &b[i], &edge[i]);
        }
        p256_vec_mul(r, a, b, count);
        expect_fes("vec_mul", r, edge, count);
        memset(r, 0, count * sizeof *r);
        p256_vec_mul_add(r, a, b, r, count);
        expect_fes("vec_mul_add", r, edge, count);
    }
    /* Squares that are edge values, where there are such. */
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (p256_fe_sqrt(&a[n], &edge[i]))
            want[n++] = edge[i];
    p256_vec_sqr(r, a, n);
    expect_fes("vec_sqr", r, want, n);
    p256_vec_neg(a, a, n);
    p256_vec_sqr(r, a, n);
    expect_fes("vec_sqr", r, want, n);
    guarded_free(a);
    guarded_free(b);
    guarded_free(r);
    guarded_free(want);
}

/* ------------------------------------------------------------------------------------
 * scale and axpy. The scalar stands apart, or in either array, at its start, middle, or end.
 */

enum scalar_place { APART, IN_FIRST, IN_SECOND, SCALAR_PLACES };

/* r = s*a, or r + s*a, by the array function and one by one. */
static void check_scaled_by(int is_axpy, p256_fe *r, const p256_fe *s, const p256_fe *a, size_t n)
{
    p256_fe *want = guarded_fes(n), scalar;
    memcpy(&scalar, s, sizeof scalar);
    for (size_t i = 0; i < n; i++) {
        p256_fe_mul(&want[i], &a[i], &scalar);
        if (is_axpy)
            p256_fe_add(&want[i], &want[i], &r[i]);
    }
    if (is_axpy)
        p256_vec_axpy(r, s, a, n);
    else
        p256_vec_scale(r, a, s, n);
    expect_fes(is_axpy ? "vec_axpy" : "vec_scale", r, want, n);
    guarded_free(want);
}

static void check_scaled(int is_axpy, size_t n, int in_place, enum scalar_place place, size_t at)
{
    p256_fe *first = guarded_fes(n), *second = guarded_fes(n), apart;
    random_fes(first, n);
    random_fes(second, n);
    random_fe(&apart);
    p256_fe *saved = guarded_copy(second, n);
    const p256_fe *s = place == APART ? &apart : place == IN_FIRST ? &first[at] : &second[at];
    check_scaled_by(is_axpy, first, s, in_place ? first : second, n);
    expect_fes("operand after", second, saved, n);
    guarded_free(first);
    guarded_free(second);
    guarded_free(saved);
}

static void check_scaled_everywhere(int is_axpy)
{
    for (size_t l = 0; l < LENGTHS; l++)
        for (int in_place = 0; in_place < 2; in_place++) {
            size_t n = length_number(l);
            check_scaled(is_axpy, n, in_place, APART, 0);
            if (n == 0)
                continue;
            const size_t places[] = {0, n / 2, n - 1, random_below(n)};
            for (size_t i = 0; i < COUNT_OF(places); i++) {
                check_scaled(is_axpy, n, in_place, IN_FIRST, places[i]);
                check_scaled(is_axpy, n, in_place, IN_SECOND, places[i]);
            }
        }
}

/* A scalar that begins `at` limbs behind the element before the result, so is partly in that. */
static void check_scalar_at(int is_axpy, size_t n, size_t at)
{
    p256_fe *memory = guarded_fes(n + 2), *a = guarded_fes(n);
    random_fes(memory, n + 2);
    random_fes(a, n);
    uint64_t *limb = memory->limb;
    for (size_t i = 0; i < 4 * (n + 2); i++)
        limb[i] >>= 1; /* any four are below p */
    check_scaled_by(is_axpy, memory + 1, (const p256_fe *)&limb[at], a, n);
    guarded_free(memory);
    guarded_free(a);
}

static void scalar_partly_in_the_result(void **state)
{
    (void)state;
    const size_t lengths[] = {1, 2, 7, 21};
    for (size_t l = 0; l < COUNT_OF(lengths); l++)
        for (size_t at = 0; at <= 4 * (lengths[l] + 1); at++)
            for (int is_axpy = 0; is_axpy < 2; is_axpy++)
                check_scalar_at(is_axpy, lengths[l], at);
}

static void scale(void **state)
{
    (void)state;
    check_scaled_everywhere(0);
}

static void axpy(void **state)
{
    (void)state;
    check_scaled_everywhere(1);
}

static void scale_and_axpy_by_every_edge(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    p256_fe *r = guarded_fes(count), *want = guarded_fes(count), *y = guarded_fes(count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++)
            p256_fe_mul(&want[j], &edge[j], &edge[i]);
        p256_vec_scale(r, edge, &edge[i], count);
        expect_fes("vec_scale", r, want, count);
        /* The sum is an edge value again. */
        for (size_t j = 0; j < count; j++)
            p256_fe_sub(&y[j], &edge[(i + j) % count], &want[j]);
        p256_vec_axpy(y, &edge[i], edge, count);
        for (size_t j = 0; j < count; j++)
            EXPECT_FE("vec_axpy", &y[j], &edge[(i + j) % count], &edge[i], &edge[j]);
    }
    guarded_free(r);
    guarded_free(want);
    guarded_free(y);
}

/* ------------------------------------------------------------------------------------
 * dot and sum. The result stands apart or anywhere in an input.
 */

static void check_dot(size_t n, int same_input, const size_t *at_first, const size_t *at_second)
{
    p256_fe *first = guarded_fes(n), *second = guarded_fes(n), *apart = guarded_fes(1);
    random_fes(first, n);
    random_fes(second, n);
    p256_fe *b = same_input ? first : second, want = P256_FE_ZERO, t;
    p256_fe *r = at_first != NULL ? &first[*at_first] : at_second != NULL ? &b[*at_second] : apart;
    for (size_t i = 0; i < n; i++) {
        p256_fe_mul(&t, &first[i], &b[i]);
        p256_fe_add(&want, &want, &t);
    }
    random_fe(apart);
    p256_fe *saved_first = guarded_copy(first, n), *saved_second = guarded_copy(second, n);
    p256_vec_dot(r, first, b, n);
    EXPECT_FE("vec_dot", r, &want, NULL);
    if (at_first != NULL)
        saved_first[*at_first] = want;
    if (at_second != NULL)
        (same_input ? saved_first : saved_second)[*at_second] = want;
    expect_fes("operand after", first, saved_first, n);
    expect_fes("operand after", second, saved_second, n);
    guarded_free(first);
    guarded_free(second);
    guarded_free(apart);
    guarded_free(saved_first);
    guarded_free(saved_second);
}

static void dot(void **state)
{
    (void)state;
    for (size_t l = 0; l < LENGTHS; l++)
        for (int same_input = 0; same_input < 2; same_input++) {
            size_t n = length_number(l);
            check_dot(n, same_input, NULL, NULL);
            if (n == 0)
                continue;
            const size_t places[] = {0, n / 2, n - 1, random_below(n)};
            for (size_t i = 0; i < COUNT_OF(places); i++) {
                check_dot(n, same_input, &places[i], NULL);
                check_dot(n, same_input, NULL, &places[i]);
            }
        }
}

static void check_sum(size_t n, const size_t *at)
{
    p256_fe *a = guarded_fes(n), *apart = guarded_fes(1), want = P256_FE_ZERO;
    random_fes(a, n);
    random_fe(apart);
    for (size_t i = 0; i < n; i++)
        p256_fe_add(&want, &want, &a[i]);
    p256_fe *saved = guarded_copy(a, n), *r = at != NULL ? &a[*at] : apart;
    p256_vec_sum(r, a, n);
    EXPECT_FE("vec_sum", r, &want, NULL);
    if (at != NULL)
        saved[*at] = want;
    expect_fes("operand after", a, saved, n);
    guarded_free(a);
    guarded_free(apart);
    guarded_free(saved);
}

static void sum(void **state)
{
    (void)state;
    for (size_t l = 0; l < LENGTHS; l++) {
        size_t n = length_number(l);
        check_sum(n, NULL);
        if (n == 0)
            continue;
        const size_t places[] = {0, n / 2, n - 1, random_below(n)};
        for (size_t i = 0; i < COUNT_OF(places); i++)
            check_sum(n, &places[i]);
    }
}

/* ------------------------------------------------------------------------------------
 * inv. Zeros at the places whose flag is set.
 */

static void check_inversion(size_t n, const uint8_t *zero)
{
    p256_fe *a = guarded_fes(n), *r = guarded_fes(n), *want = guarded_fes(n);
    int all_nonzero = 1;
    for (size_t i = 0; i < n; i++) {
        do
            random_fe(&a[i]);
        while (p256_fe_is_zero(&a[i]));
        if (zero[i])
            a[i] = P256_FE_ZERO;
        all_nonzero &= p256_fe_inv(&want[i], &a[i]);
    }
    p256_fe *saved = guarded_copy(a, n);
    random_fes(r, n);
    assert_int_equal(p256_vec_inv(r, a, n), all_nonzero);
    expect_fes("vec_inv", r, want, n);
    expect_fes("operand after", a, saved, n);
    assert_int_equal(p256_vec_inv(a, a, n), all_nonzero);
    expect_fes("vec_inv in place", a, want, n);
    guarded_free(a);
    guarded_free(r);
    guarded_free(want);
    guarded_free(saved);
}

enum { MOST_ZEROS = 1000 };

/* Zeros at the given places alone. */
static void check_inversion_with_zeros(size_t n, const size_t *places, size_t count)
{
    static uint8_t zero[MOST_ZEROS];
    memset(zero, 0, sizeof zero);
    for (size_t i = 0; i < count; i++)
        zero[places[i]] = 1;
    check_inversion(n, zero);
}

static void inversion(void **state)
{
    (void)state;
    static uint8_t zero[MOST_ZEROS];
    for (size_t l = 0; l < LENGTHS; l++) {
        size_t n = length_number(l);
        check_inversion_with_zeros(n, NULL, 0);
        memset(zero, 1, sizeof zero);
        check_inversion(n, zero); /* zeros alone */
        if (n == 0)
            continue;
        const size_t ends[] = {0, n - 1};
        check_inversion_with_zeros(n, ends, 2);
        zero[random_below(n)] = 0;
        check_inversion(n, zero); /* all zeros but one */
        for (size_t i = 0; i < n; i++)
            zero[i] = random_below(2) == 0;
        check_inversion(n, zero);
        /* One zero: everywhere in a short array, in a long one where blocks may begin. */
        for (size_t i = 0; i < n; i++)
            if (n < SHORT_LENGTHS || i == 0 || i == n / 2 || i == n - 1 || i % 128 == 0 ||
                i % 128 == 127)
                check_inversion_with_zeros(n, &i, 1);
    }
}

static void inversion_of_edges(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    p256_fe *r = guarded_fes(count), want;
    assert_int_equal(p256_vec_inv(r, edge, count), 0); /* 0 is among them */
    for (size_t i = 0; i < count; i++) {
        p256_fe_inv(&want, &edge[i]);
        EXPECT_FE("vec_inv", &r[i], &want, &edge[i]);
    }
    guarded_free(r);
}

/* ------------------------------------------------------------------------------------ */

static void no_elements_and_no_arrays(void **state)
{
    (void)state;
    p256_fe r;
    p256_vec_add(NULL, NULL, NULL, 0);
    p256_vec_sub(NULL, NULL, NULL, 0);
    p256_vec_neg(NULL, NULL, 0);
    p256_vec_mul(NULL, NULL, NULL, 0);
    p256_vec_sqr(NULL, NULL, 0);
    p256_vec_scale(NULL, NULL, &P256_FE_ONE, 0);
    p256_vec_axpy(NULL, &P256_FE_ONE, NULL, 0);
    p256_vec_mul_add(NULL, NULL, NULL, NULL, 0);
    assert_int_equal(p256_vec_inv(NULL, NULL, 0), 1);
    random_fe(&r);
    p256_vec_dot(&r, NULL, NULL, 0);
    EXPECT_FE("vec_dot of nothing", &r, &P256_FE_ZERO, NULL);
    random_fe(&r);
    p256_vec_sum(&r, NULL, 0);
    EXPECT_FE("vec_sum of nothing", &r, &P256_FE_ZERO, NULL);
    /* The array that the scalar lies in may be the missing one. */
    p256_vec_scale(NULL, NULL, NULL, 0);
    p256_vec_axpy(NULL, NULL, NULL, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(elementwise_in_every_layout),
    cmocka_unit_test(elementwise_on_all_pairs_of_edges),
    cmocka_unit_test(products_that_are_edges),
    cmocka_unit_test(scale),
    cmocka_unit_test(axpy),
    cmocka_unit_test(scalar_partly_in_the_result),
    cmocka_unit_test(scale_and_axpy_by_every_edge),
    cmocka_unit_test(dot),
    cmocka_unit_test(sum),
    cmocka_unit_test(inversion),
    cmocka_unit_test(inversion_of_edges),
    cmocka_unit_test(no_elements_and_no_arrays),
};

MAIN_ON_EVERY_KERNEL(tests)
