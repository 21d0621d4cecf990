/* SPDX-License-Identifier: MIT */
/* The public operations that a kernel has a slot for: each checks (in a VERIFY build) and
 * forwards. */
#include "p256_field.h"

#include "constants.h"
#include "dispatch.h"
#include "verify.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const p256_fe P256_FE_ZERO = {{0, 0, 0, 0}};
const p256_fe P256_FE_ONE = {P256_R_LIMBS};

const char *p256_field_version(void)
{
    return TEXT(P256_FIELD_VERSION_MAJOR) "." TEXT(P256_FIELD_VERSION_MINOR) "." TEXT(
        P256_FIELD_VERSION_PATCH);
}

void p256_fe_add(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    P256_VERIFY_FE(a);
    P256_VERIFY_FE(b);
    p256_active_kernel()->add(r, a, b);
}

void p256_fe_sub(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    P256_VERIFY_FE(a);
    P256_VERIFY_FE(b);
    p256_active_kernel()->sub(r, a, b);
}

void p256_fe_neg(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->neg(r, a);
}

void p256_fe_double(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->dbl(r, a);
}

void p256_fe_triple(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->triple(r, a);
}

void p256_fe_half(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->half(r, a);
}

void p256_fe_mul(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    P256_VERIFY_FE(a);
    P256_VERIFY_FE(b);
    p256_active_kernel()->mul(r, a, b);
}

void p256_fe_mul_u32(p256_fe *r, const p256_fe *a, uint32_t k)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->mul_u32(r, a, k);
}

void p256_fe_sqr(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->sqr(r, a);
}

void p256_fe_sqr_times(p256_fe *r, const p256_fe *a, unsigned n)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->sqr_times(r, a, n);
}

int p256_fe_inv(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    return p256_active_kernel()->inv(r, a);
}

int p256_fe_inv_vartime(p256_fe *r, const p256_fe *a)
{
    P256_VERIFY_FE(a);
    return p256_active_kernel()->inv_vartime(r, a);
}

void p256_fe_cmov(p256_fe *r, const p256_fe *a, int flag)
{
    P256_VERIFY_FE(r);
    P256_VERIFY_FE(a);
    p256_active_kernel()->cmov(r, a, flag);
}

void p256_fe_cswap(p256_fe *a, p256_fe *b, int flag)
{
    P256_VERIFY_FE(a);
    P256_VERIFY_FE(b);
    p256_active_kernel()->cswap(a, b, flag);
}

void p256_fe_cneg(p256_fe *r, const p256_fe *a, int flag)
{
    P256_VERIFY_FE(a);
    p256_active_kernel()->cneg(r, a, flag);
}

void p256_fe_lookup(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index)
{
    P256_VERIFY_VEC(table, rows * width);
    p256_active_kernel()->lookup(r, table, rows, width, index);
}

/*
 * Arrays. One of a single element is left to single operations: what a kernel does before its loop
 * would be much of their time.
 */

void p256_vec_add(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(b, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->add(r, a, b);
    else
        k->vec_add(r, a, b, n);
}

void p256_vec_sub(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(b, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->sub(r, a, b);
    else
        k->vec_sub(r, a, b, n);
}

void p256_vec_neg(p256_fe *r, const p256_fe *a, size_t n)
{
    P256_VERIFY_VEC(a, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->neg(r, a);
    else
        k->vec_neg(r, a, n);
}

void p256_vec_mul(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(b, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->mul(r, a, b);
    else
        k->vec_mul(r, a, b, n);
}

void p256_vec_sqr(p256_fe *r, const p256_fe *a, size_t n)
{
    P256_VERIFY_VEC(a, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->sqr(r, a);
    else
        k->vec_sqr(r, a, n);
}

/* Whether s is among, or partly among, r[0..n-1]. */
static inline int overlaps(const p256_fe *s, const p256_fe *r, size_t n)
{
    const uintptr_t begin = (uintptr_t)s, other = (uintptr_t)r;
    return begin < other + n * sizeof *r && other < begin + sizeof *s;
}

/*
 * In functions of their own, or Clang makes one call of the ways with and without a copy, in which
 * scripts/check-disassembly cannot tell the stack's address from the caller's.
 */
static __attribute__((noinline)) void scale_by_copy(const struct p256_kernel *k, p256_fe *r,
                                                    const p256_fe *a, const p256_fe *s, size_t n)
{
    const p256_fe copy = *s;
    k->vec_scale(r, a, &copy, n);
}

static __attribute__((noinline)) void axpy_by_copy(const struct p256_kernel *k, p256_fe *y,
                                                   const p256_fe *s, const p256_fe *x, size_t n)
{
    const p256_fe copy = *s;
    k->vec_axpy(y, &copy, x, n);
}

void p256_vec_scale(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(s, n > 0);
    const struct p256_kernel *k = p256_active_kernel();
    if (n > 0 && overlaps(s, r, n))
        scale_by_copy(k, r, a, s, n);
    else if (n == 1)
        k->mul(r, a, s);
    else
        k->vec_scale(r, a, s, n);
}

void p256_vec_axpy(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n)
{
    P256_VERIFY_VEC(y, n);
    P256_VERIFY_VEC(s, n > 0);
    P256_VERIFY_VEC(x, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n > 0 && overlaps(s, y, n)) {
        axpy_by_copy(k, y, s, x, n);
    } else if (n == 1) {
        p256_fe t;
        k->mul(&t, x, s);
        k->add(y, y, &t);
    } else {
        k->vec_axpy(y, s, x, n);
    }
}

void p256_vec_mul_add(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(b, n);
    P256_VERIFY_VEC(c, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1) {
        p256_fe t;
        k->mul(&t, a, b);
        k->add(r, &t, c);
    } else {
        k->vec_mul_add(r, a, b, c, n);
    }
}

void p256_vec_dot(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    P256_VERIFY_VEC(a, n);
    P256_VERIFY_VEC(b, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->mul(r, a, b);
    else
        k->vec_dot(r, a, b, n);
}

void p256_vec_sum(p256_fe *r, const p256_fe *a, size_t n)
{
    P256_VERIFY_VEC(a, n);
    p256_active_kernel()->vec_sum(r, a, n);
}

int p256_vec_inv(p256_fe *r, const p256_fe *a, size_t n)
{
    P256_VERIFY_VEC(a, n);
    const struct p256_kernel *k = p256_active_kernel();
    return n == 1 ? k->inv(r, a) : k->vec_inv(r, a, n);
}

int p256_vec_from_bytes(p256_fe *r, const uint8_t *in, size_t n)
{
    return p256_active_kernel()->vec_from_bytes(r, in, n);
}

void p256_vec_to_bytes(uint8_t *out, const p256_fe *a, size_t n)
{
    P256_VERIFY_VEC(a, n);
    p256_active_kernel()->vec_to_bytes(out, a, n);
}

void p256_vec_cmov(p256_fe *r, const p256_fe *a, int flag, size_t n)
{
    P256_VERIFY_VEC(r, n);
    P256_VERIFY_VEC(a, n);
    const struct p256_kernel *k = p256_active_kernel();
    if (n == 1)
        k->cmov(r, a, flag);
    else
        k->vec_cmov(r, a, flag, n);
}
