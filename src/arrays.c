/* SPDX-License-Identifier: MIT */
#include "arrays.h"

#include "portable_field.h"

/* x = a, or 1 where a = 0; all ones if a != 0, else zero. */
static uint64_t zero_to_one(p256_fe *x, const p256_fe *a)
{
    uint64_t nonzero = fe_mask_nonzero(a);
    *x = P256_FE_ONE;
    fe_cmov(x, a, nonzero);
    return nonzero;
}

/*
 * Montgomery's trick (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of
 * factorization", Math. Comp. 48, 1987, section 10.3.1) for n >= 1 elements, with one
 * inversion. prefix[] has room for n elements; it may be r if r is not a. Returns all ones
 * if no a[i] is 0, else zero.
 */
static uint64_t invert_run(const struct p256_kernel *k, p256_fe *r, const p256_fe *a,
                           p256_fe *prefix, size_t n)
{
    uint64_t all_nonzero = ~UINT64_C(0);
    p256_fe product = P256_FE_ONE, x;
    for (size_t i = 0; i < n; i++) {
        all_nonzero &= zero_to_one(&x, &a[i]);
        prefix[i] = product; /* the product of all before i */
        k->mul(&product, &product, &x);
    }
    p256_fe inverse; /* of the product of all up to i */
    (void)k->inv(&inverse, &product);
    for (size_t i = n; i-- > 0;) {
        p256_fe result;
        uint64_t nonzero = zero_to_one(&x, &a[i]);
        k->mul(&result, &inverse, &prefix[i]);
        k->mul(&inverse, &inverse, &x);
        r[i] = P256_FE_ZERO;
        fe_cmov(&r[i], &result, nonzero);
    }
    return all_nonzero;
}

int p256_vec_inv_with(const struct p256_kernel *k, p256_fe *r, const p256_fe *a, size_t n)
{
    /* In place there is no room for the prefix products but the stack: 8 KiB of it, where
     * the inversion costs an element less than half a multiplication. */
    enum { RUN = 256 };
    p256_fe stack[RUN];

    if (n == 0)
        return 1;
    if (r != a)
        return (int)(invert_run(k, r, a, r, n) & 1);
    uint64_t all_nonzero = ~UINT64_C(0);
    for (size_t i = 0; i < n; i += RUN)
        all_nonzero &= invert_run(k, r + i, a + i, stack, n - i < RUN ? n - i : RUN);
    return (int)(all_nonzero & 1);
}
