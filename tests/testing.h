/* SPDX-License-Identifier: MIT */
/* cmocka, and what the unit tests share on top of it. */
#ifndef TESTING_H
#define TESTING_H

/* cmocka.h wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support.h"

/*
 * Fails the test unless the elements are equal, limb for limb, and then prints them, the
 * operation's name, and the operands, pointers to which follow.
 */
#define EXPECT_FE(operation, got, want, ...)                                                       \
    expect_fe(operation, got, want, (const p256_fe *const[]){__VA_ARGS__, NULL})
void expect_fe(const char *operation, const p256_fe *got, const p256_fe *want,
               const p256_fe *const *operands);

/* The same for n elements, with their index in place of operands. */
void expect_fes(const char *operation, const p256_fe *got, const p256_fe *want, size_t n);

/*
 * Memory, aligned to 8 bytes and no more, between guard bytes. guarded_free() fails the test
 * if they have changed.
 */
void *guarded_alloc(size_t size);
void guarded_free(void *memory);
p256_fe *guarded_fes(size_t n);
p256_fe *guarded_copy(const p256_fe *a, size_t n);

/*
 * main() for a file whose array `tests` of struct CMUnitTest is to be run once on each
 * kernel. No test may depend on another's having run.
 */
#define MAIN_ON_EVERY_KERNEL(tests)                                                                \
    int main(void)                                                                                 \
    {                                                                                              \
        size_t position = 0;                                                                       \
        int failed = 0;                                                                            \
        const char *kernel;                                                                        \
        random_start(stdout, "");                                                                  \
        while ((kernel = next_kernel(&position)) != NULL) {                                        \
            printf("kernel %s\n", kernel);                                                         \
            fflush(stdout);                                                                        \
            failed += cmocka_run_group_tests_name(kernel, tests, NULL, NULL);                      \
        }                                                                                          \
        return failed != 0;                                                                        \
    }

#endif
