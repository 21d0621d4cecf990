/* SPDX-License-Identifier: MIT */
/*
 * Every public operation on secret operands, on every kernel, for a checker that reports
 * branches and addresses that depend on them (secret.h). Secret: limbs, bytes, flags, the
 * index of a lookup, the factor of mul_u32. Public: lengths and counts, the exponent of
 * pow_vartime, and results once the call is over.
 *
 *     ctime                    checks the library; run it under valgrind, or built with MSan
 *     ctime FAULT              commits the planted fault of that name, for the checker to report
 *
 * Exit status, where the checker does not set its own: 0; 1 if an operation was reported; 2 if
 * the fault is unknown; 77 if nothing watches.
 */
#include <stdio.h>
#include <string.h>

#include "p256_field.h"
#include "planted.h"
#include "secret.h"

enum { MAX_N = 600, ROWS = 5, WIDTH = 2, SKIP = 77 };

/* All that an operation may work on. */
static struct operands {
    p256_fe r[MAX_N], a[MAX_N], b[MAX_N], c[MAX_N], s;
    uint8_t bytes[32 * MAX_N];
    uint64_t x;
    size_t index;
    uint32_t k;
    int flag, status;
} o;

static const char *kernel;
static int failures;

/* xorshift64 (G. Marsaglia, 2003): any data will do. */
static uint64_t next_word(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static void fill(p256_fe *a)
{
    for (size_t i = 0; i < MAX_N; i++)
        for (int j = 0; j < 4; j++)
            a[i].limb[j] = next_word() >> (j == 3); /* below 2^255 < p */
}

static void prepare(void)
{
    fill(o.r);
    fill(o.a);
    fill(o.b);
    fill(o.c);
    o.s = o.c[0];
    for (size_t i = 0; i < sizeof o.bytes; i++)
        o.bytes[i] = (uint8_t)next_word();
    o.x = next_word();
    o.index = (size_t)(next_word() % ROWS);
    o.k = (uint32_t)next_word();
    o.flag = (int)(next_word() & 1);
    MARK_SECRET(&o, sizeof o);
}

static void finish(const char *call, unsigned long reports_before)
{
    MARK_PUBLIC(&o, sizeof o);
    if (REPORTS() != reports_before) {
        printf("%s: %s: a branch or an address depends on a secret\n", kernel, call);
        failures++;
    }
}

#define RUN(call)                                                                                  \
    do {                                                                                           \
        prepare();                                                                                 \
        unsigned long before = REPORTS();                                                          \
        call;                                                                                      \
        finish(#call, before);                                                                     \
    } while (0)

static void check_encoding(void)
{
    static const size_t lengths[] = {0, 1, 31, 32, 33, 48, 63, 64, 65};
    RUN(o.status = p256_fe_from_bytes(o.r, o.bytes));
    RUN(p256_fe_to_bytes(o.bytes, o.a));
    RUN(o.status = p256_fe_from_bytes_le(o.r, o.bytes));
    RUN(p256_fe_to_bytes_le(o.bytes, o.a));
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        RUN(o.status = p256_fe_from_bytes_reduce(o.r, o.bytes, lengths[i]));
    RUN(p256_fe_from_u64(o.r, o.x));
    RUN(o.status = p256_fe_is_valid(o.a));
}

static void check_arithmetic(void)
{
    static const uint8_t exponent[3] = {0x80, 0x01, 0xfe};
    RUN(p256_fe_add(o.r, o.a, o.b));
    RUN(p256_fe_sub(o.r, o.a, o.b));
    RUN(p256_fe_neg(o.r, o.a));
    RUN(p256_fe_double(o.r, o.a));
    RUN(p256_fe_triple(o.r, o.a));
    RUN(p256_fe_half(o.r, o.a));
    RUN(p256_fe_mul(o.r, o.a, o.b));
    RUN(p256_fe_mul(o.a, o.a, o.a));
    RUN(p256_fe_mul_u32(o.r, o.a, o.k));
    RUN(p256_fe_sqr(o.r, o.a));
    for (unsigned n = 0; n <= 3; n++)
        RUN(p256_fe_sqr_times(o.r, o.a, n));
    RUN(o.status = p256_fe_inv(o.r, o.a));
    RUN(o.status = p256_fe_inv(o.a, o.a));
    RUN(o.status = p256_fe_sqrt(o.r, o.a));
    RUN(o.status = p256_fe_is_square(o.a));
    RUN(p256_fe_pow_vartime(o.r, o.a, exponent, sizeof exponent));
    RUN(o.status = p256_fe_is_zero(o.a));
    RUN(o.status = p256_fe_is_one(o.a));
    RUN(o.status = p256_fe_equal(o.a, o.b));
    RUN(o.status = p256_fe_is_odd(o.a));
}

static void check_moves(void)
{
    RUN(p256_fe_cmov(o.r, o.a, o.flag));
    RUN(p256_fe_cswap(o.a, o.b, o.flag));
    RUN(p256_fe_cneg(o.r, o.a, o.flag));
    for (size_t width = 0; width <= WIDTH; width++)
        for (size_t rows = 0; rows <= ROWS; rows++)
            RUN(p256_fe_lookup(o.r, o.a, rows, width, o.index));
    RUN(p256_fe_clear(o.r, 3));
}

static void check_arrays(size_t n)
{
    RUN(p256_vec_add(o.r, o.a, o.b, n));
    RUN(p256_vec_sub(o.r, o.a, o.b, n));
    RUN(p256_vec_neg(o.r, o.a, n));
    RUN(p256_vec_mul(o.r, o.a, o.b, n));
    RUN(p256_vec_mul(o.a, o.a, o.a, n));
    RUN(p256_vec_sqr(o.r, o.a, n));
    RUN(p256_vec_scale(o.r, o.a, &o.s, n));
    RUN(p256_vec_axpy(o.r, &o.s, o.a, n));
    RUN(p256_vec_mul_add(o.r, o.a, o.b, o.c, n));
    RUN(p256_vec_dot(o.r, o.a, o.b, n));
    RUN(p256_vec_sum(o.r, o.a, n));
    RUN(o.status = p256_vec_inv(o.r, o.a, n));
    RUN(o.status = p256_vec_inv(o.a, o.a, n));
    RUN(o.status = p256_vec_from_bytes(o.r, o.bytes, n));
    RUN(p256_vec_to_bytes(o.bytes, o.a, n));
    RUN(p256_vec_cmov(o.r, o.a, o.flag, n));
}

/* Lengths around the vector widths, and beyond the points where sums are folded. */
static void check_kernel(void)
{
    static const size_t lengths[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 67, MAX_N};
    check_encoding();
    check_arithmetic();
    check_moves();
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        check_arrays(lengths[i]);
}

static int check_library(void)
{
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        kernel = p256_field_kernel_name(i);
        if (!p256_field_set_kernel(kernel)) {
            printf("SKIPPED: kernel %s: this CPU, or the one that Valgrind shows, lacks "
                   "its instructions\n",
                   kernel);
            continue;
        }
        check_kernel();
        printf("%s: checked\n", kernel);
    }
    return failures != 0;
}

static const struct {
    const char *name;
    planted_function *commit;
} faults[] = {
    {"branch", refused_branch_limb},
    {"branch-after-barrier", refused_branch_barrier},
    {"index", refused_address_load},
};

static int commit_fault(const char *name)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (strcmp(name, faults[i].name) == 0) {
            prepare();
            faults[i].commit(o.r, o.a, 1, o.flag);
            return 0;
        }
    }
    fprintf(stderr, "no such fault: %s\n", name);
    return 2;
}

int main(int argc, char **argv)
{
    if (!CHECKER_PRESENT()) {
        puts("SKIPPED: runs under valgrind, or built with clang -fsanitize=memory");
        return SKIP;
    }
    return argc == 2 ? commit_fault(argv[1]) : check_library();
}
