/* SPDX-License-Identifier: MIT */
/*
 * P256_FIELD_VERIFY: a debugging build, in which every public function checks that its
 * arguments are below p and the kernels check the bounds that their comments prove. A
 * failed check prints the function's name and aborts. Not constant-time.
 */
#ifndef P256_VERIFY_H
#define P256_VERIFY_H

#ifdef P256_FIELD_VERIFY

#include <stdio.h>
#include <stdlib.h>

#include "p256_field.h"

static inline void p256_verify(int ok, const char *function, const char *what)
{
    if (!ok) {
        fprintf(stderr, "%s: %s\n", function, what);
        abort();
    }
}

static inline void p256_verify_elements(const p256_fe *a, size_t n, const char *function,
                                        const char *what)
{
    for (size_t i = 0; i < n; i++)
        p256_verify(p256_fe_is_valid(&a[i]), function, what);
}

#define P256_VERIFY(condition) p256_verify((condition) != 0, __func__, "failed: " #condition)
#define P256_VERIFY_FE(a)      p256_verify_elements(a, 1, __func__, "argument " #a " is not below p")
#define P256_VERIFY_VEC(a, n)                                                                      \
    p256_verify_elements(a, n, __func__, "an element of argument " #a " is not below p")

#else

#define P256_VERIFY(condition) ((void)0)
#define P256_VERIFY_FE(a)      ((void)0)
#define P256_VERIFY_VEC(a, n)  ((void)0)

#endif

#endif
