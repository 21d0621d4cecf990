/* SPDX-License-Identifier: MIT */
/* Powers and square roots, on the active kernel. */
#include "dispatch.h"
#include "portable_field.h"

/*
 * r = a^((p+1)/4), where (p+1)/4 = 2^254 - 2^222 + 2^190 + 2^94
 *                               = (((2^32 - 1)*2^32 + 1)*2^96 + 1)*2^94.
 * 253 squarings and 7 multiplications. If a is a square then r^2 = a^((p+1)/2)
 * = a * a^((p-1)/2) = a; if it is not, then r^2 = -a.
 */
static void root_candidate(const struct p256_kernel *k, p256_fe *r, const p256_fe *a)
{
    p256_fe x, t = *a; /* x = a^(2^m - 1) for m = 1, 2, 4, 8, 16, 32 */
    for (unsigned m = 1; m < 32; m *= 2) {
        x = t;
        k->sqr_times(&t, &t, m);
        k->mul(&t, &t, &x);
    }
    k->sqr_times(&t, &t, 32);
    k->mul(&t, &t, a);
    k->sqr_times(&t, &t, 96);
    k->mul(&t, &t, a);
    k->sqr_times(r, &t, 94);
}

int p256_fe_sqrt(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    const struct p256_kernel *k = p256_active_kernel();
    p256_fe root, square;
    root_candidate(k, &root, a);
    k->sqr(&square, &root);
    int is_root = p256_fe_equal(&square, a);
    *r = P256_FE_ZERO;
    k->cmov(r, &root, is_root);
    return is_root;
}

int p256_fe_is_square(const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_fe root;
    return p256_fe_sqrt(&root, a);
}

/* Fixed windows of four bits: digit by digit, the table's index is the public exponent's. */
void p256_fe_pow_vartime(p256_fe *r, const p256_fe *a, const uint8_t *exp_be, size_t len)
{
    P256_VERIFY_FE(a);
    const struct p256_kernel *k = p256_active_kernel();
    p256_fe power[16], t = P256_FE_ONE; /* power[i] = a^i */
    power[0] = P256_FE_ONE;
    for (int i = 1; i < 16; i++)
        k->mul(&power[i], &power[i - 1], a);
    for (size_t i = 0; i < len; i++) {
        k->sqr_times(&t, &t, 4);
        k->mul(&t, &t, &power[exp_be[i] >> 4]);
        k->sqr_times(&t, &t, 4);
        k->mul(&t, &t, &power[exp_be[i] & 15]);
    }
    *r = t;
}
