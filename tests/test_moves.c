/* SPDX-License-Identifier: MIT */
/* Conditional moves, table lookup, and clearing. */
#include <limits.h>
#include <string.h>

#include "testing.h"

enum { ROUNDS = 500 };

/* Any non-zero int counts as 1, whichever of its bits are set. */
static const int flags[] = {0,       1,       -1,      2,     3,     127,     128,
                            255,     256,     512,     32768, 65535, 1 << 16, 1 << 24,
                            1 << 30, INT_MAX, INT_MIN, -2,    -256,  -65536,  INT_MIN + 1};

static void conditional_assign(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < COUNT_OF(flags); i++) {
            p256_fe a, b;
            random_fe(&a);
            random_fe(&b);
            p256_fe r = a, x = b, shown = {{(unsigned)flags[i], 0, 0, 0}};
            p256_fe_cmov(&r, &x, flags[i]);
            EXPECT_FE("cmov", &r, flags[i] ? &b : &a, &a, &b, &shown);
            EXPECT_FE("operand after", &x, &b, NULL);
            p256_fe_cmov(&x, &x, flags[i]);
            EXPECT_FE("cmov in place", &x, &b, &shown);
        }
}

static void conditional_swap(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < COUNT_OF(flags); i++) {
            p256_fe a, b;
            random_fe(&a);
            random_fe(&b);
            p256_fe x = a, y = b, shown = {{(unsigned)flags[i], 0, 0, 0}};
            p256_fe_cswap(&x, &y, flags[i]);
            EXPECT_FE("cswap", &x, flags[i] ? &b : &a, &a, &b, &shown);
            EXPECT_FE("cswap", &y, flags[i] ? &a : &b, &a, &b, &shown);
            p256_fe_cswap(&x, &x, flags[i]);
            EXPECT_FE("cswap with itself", &x, flags[i] ? &b : &a, &shown);
        }
}

static void check_conditional_negate(const p256_fe *a, int flag)
{
    p256_fe r, want = *a, x = *a, shown = {{(unsigned)flag, 0, 0, 0}};
    if (flag && !same(a, &P256_FE_ZERO))
        p256_fe_sub(&want, &P256_FE_ZERO, a);
    p256_fe_cneg(&r, &x, flag);
    EXPECT_FE("cneg", &r, &want, a, &shown);
    EXPECT_FE("operand after", &x, a, NULL);
    p256_fe_cneg(&x, &x, flag);
    EXPECT_FE("cneg", &x, &want, a, &shown);
}

static void conditional_negate(void **state)
{
    (void)state;
    size_t count;
    const p256_fe *edge = edge_values(&count);
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        for (size_t j = 0; j < count; j++)
            check_conditional_negate(&edge[j], flags[i]);
        for (int round = 0; round < ROUNDS; round++) {
            p256_fe a;
            random_fe(&a);
            check_conditional_negate(&a, flags[i]);
        }
    }
}

static void conditional_assign_of_arrays(void **state)
{
    (void)state;
    p256_vec_cmov(NULL, NULL, 1, 0);
    p256_vec_cmov(NULL, NULL, 0, 0);
    for (size_t n = 0; n <= 68; n++) {
        size_t length = n < 68 ? n : 1000;
        p256_fe *a = guarded_fes(length), *b = guarded_fes(length);
        for (size_t i = 0; i < COUNT_OF(flags); i++) {
            random_fes(a, length);
            random_fes(b, length);
            p256_fe *r = guarded_copy(a, length), *x = guarded_copy(b, length);
            p256_vec_cmov(r, x, flags[i], length);
            expect_fes("vec_cmov", r, flags[i] ? b : a, length);
            expect_fes("vec_cmov's operand after", x, b, length);
            p256_vec_cmov(x, x, flags[i], length);
            expect_fes("vec_cmov in place", x, b, length);
            guarded_free(r);
            guarded_free(x);
        }
        guarded_free(a);
        guarded_free(b);
    }
}

/* The row that an index takes from the table, or zeros. */
static void check_lookup(const p256_fe *table, size_t rows, size_t width, size_t index)
{
    p256_fe *r = guarded_fes(width);
    random_fes(r, width);
    p256_fe_lookup(r, table, rows, width, index);
    for (size_t j = 0; j < width; j++) {
        const p256_fe *want = index < rows ? &table[index * width + j] : &P256_FE_ZERO;
        p256_fe shown = {{rows, width, index, j}};
        EXPECT_FE("lookup (column:index:width:rows)", &r[j], want, &shown);
    }
    guarded_free(r);
}

static void lookup_at_every_index(void **state)
{
    (void)state;
    static const size_t row_counts[] = {0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 257};
    static const size_t widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17};
    for (size_t i = 0; i < COUNT_OF(row_counts); i++)
        for (size_t j = 0; j < COUNT_OF(widths); j++) {
            size_t rows = row_counts[i], width = widths[j], n = rows * width;
            p256_fe *table = guarded_fes(n);
            random_fes(table, n);
            p256_fe *saved = guarded_copy(table, n);
            for (size_t index = 0; index < rows + 3; index++)
                check_lookup(table, rows, width, index);
            /* Past the end, in ways that a truncated or signed comparison takes for 0 .. 3. */
            for (size_t low = 0; low < 4; low++) {
                if (rows <= 256)
                    check_lookup(table, rows, width, 256 + low);
                check_lookup(table, rows, width, 65536 + low);
                check_lookup(table, rows, width, SIZE_MAX / 2 + 1 + low);
                check_lookup(table, rows, width, SIZE_MAX - low);
#if SIZE_MAX > UINT32_MAX
                check_lookup(table, rows, width, ((size_t)1 << 32) + low);
                check_lookup(table, rows, width, ((size_t)1 << 63) + low);
#endif
            }
            expect_fes("lookup's table after", table, saved, n);
            guarded_free(saved);
            guarded_free(table);
        }
}

/* A bit of each row must come from the row asked for, not from any other. */
static void lookup_of_single_bits(void **state)
{
    (void)state;
    p256_fe table[256];
    for (size_t bit = 0; bit < 256; bit++) {
        table[bit] = P256_FE_ZERO;
        if (bit < 255) /* 2^255 too is below p, but leave one row of zeros */
            table[bit].limb[bit / 64] = UINT64_C(1) << (bit % 64);
    }
    for (size_t bit = 0; bit < 256; bit++)
        check_lookup(table, 256, 1, bit);
}

static void lookup_in_nothing(void **state)
{
    (void)state;
    p256_fe r[2];
    random_fes(r, 2);
    p256_fe_lookup(r, NULL, 0, 2, 0); /* no rows */
    EXPECT_FE("lookup without rows", &r[0], &P256_FE_ZERO, NULL);
    EXPECT_FE("lookup without rows", &r[1], &P256_FE_ZERO, NULL);
    p256_fe_lookup(NULL, NULL, 5, 0, 3); /* rows of no width */
    p256_fe_lookup(NULL, NULL, 0, 0, 0);
}

static void clear(void **state)
{
    (void)state;
    p256_fe_clear(NULL, 0);
    for (size_t n = 0; n <= 67; n++) {
        p256_fe *a = guarded_fes(n); /* filled with bytes that make no element */
        p256_fe_clear(a, n);
        for (size_t i = 0; i < n; i++)
            EXPECT_FE("clear", &a[i], &P256_FE_ZERO, NULL);
        guarded_free(a);
    }
    p256_fe any = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    p256_fe_clear(&any, 1);
    EXPECT_FE("clear", &any, &P256_FE_ZERO, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(conditional_assign),    cmocka_unit_test(conditional_swap),
    cmocka_unit_test(conditional_negate),    cmocka_unit_test(conditional_assign_of_arrays),
    cmocka_unit_test(lookup_at_every_index), cmocka_unit_test(lookup_of_single_bits),
    cmocka_unit_test(lookup_in_nothing),     cmocka_unit_test(clear),
};

MAIN_ON_EVERY_KERNEL(tests)
