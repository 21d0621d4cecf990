/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "oracle_bn.h"
#include "soak.h"
#include "support.h"

/* ------------------------------------------------------------------------------------
 * Operands and results
 */

/* The operand a, or the place of the result if that is to be the same. */
static const p256_fe *left(const struct operands *in, struct result *out)
{
    if (in->alias != ONTO_A)
        return in->a;
    memcpy(out->fe, in->a, in->n * sizeof in->a[0]);
    return out->fe;
}

static const p256_fe *right(const struct operands *in, struct result *out)
{
    if (in->alias != ONTO_B)
        return in->b;
    memcpy(out->fe, in->b, in->n * sizeof in->b[0]);
    return out->fe;
}

static size_t few(const struct operands *in)
{
    return in->n < FEW ? in->n : FEW;
}

static int is_zero(const p256_fe *a)
{
    return (a->limb[0] | a->limb[1] | a->limb[2] | a->limb[3]) == 0;
}

static int is_canonical(const uint8_t bytes[32])
{
    uint8_t p[32];
    limbs_to_bytes(p, &P256_P);
    return memcmp(bytes, p, sizeof p) < 0;
}

/* ------------------------------------------------------------------------------------
 * Lines of the vector file
 */

static void write_number(FILE *f, const uint8_t bytes[32])
{
    fputc(' ', f);
    for (int i = 0; i < 32; i++)
        fprintf(f, "%02x", bytes[i]);
}

static void write_limbs(FILE *f, const p256_fe *a)
{
    uint8_t bytes[32];
    limbs_to_bytes(bytes, a);
    write_number(f, bytes);
}

static void write_plain(FILE *f, const p256_fe *a)
{
    uint8_t bytes[32];
    oracle_to_bytes(bytes, a);
    write_number(f, bytes);
}

/* "op A R" or, with b, "op A B R". */
static void write_line(FILE *f, void (*number)(FILE *, const p256_fe *), const char *op,
                       const p256_fe *a, const p256_fe *b, const p256_fe *r)
{
    fputs(op, f);
    number(f, a);
    if (b != NULL)
        number(f, b);
    number(f, r);
    fputc('\n', f);
}

static p256_fe line_add(FILE *f, const p256_fe *a, const p256_fe *b)
{
    p256_fe r;
    oracle_add(&r, a, b);
    write_line(f, write_plain, "add", a, b, &r);
    return r;
}

static void line_sub(FILE *f, const p256_fe *a, const p256_fe *b)
{
    p256_fe r;
    oracle_sub(&r, a, b);
    write_line(f, write_plain, "sub", a, b, &r);
}

static void line_neg(FILE *f, const p256_fe *a)
{
    p256_fe r;
    oracle_neg(&r, a);
    write_line(f, write_plain, "neg", a, NULL, &r);
}

static void line_half(FILE *f, const p256_fe *a)
{
    p256_fe r;
    oracle_half(&r, a);
    write_line(f, write_plain, "half", a, NULL, &r);
}

static p256_fe line_mul(FILE *f, const p256_fe *a, const p256_fe *b)
{
    p256_fe r;
    oracle_mul(&r, a, b);
    write_line(f, write_limbs, "montmul", a, b, &r);
    return r;
}

static p256_fe line_sqr(FILE *f, const p256_fe *a)
{
    p256_fe r;
    oracle_sqr(&r, a);
    write_line(f, write_limbs, "montsqr", a, NULL, &r);
    return r;
}

static void line_inv(FILE *f, const p256_fe *a)
{
    p256_fe r;
    (void)oracle_inv(&r, a);
    write_line(f, write_plain, "inv", a, NULL, &r);
}

/* ------------------------------------------------------------------------------------
 * Single elements: one call for each i, or for few where a call is long.
 */

#define RUN(slot)                                                                                  \
    static size_t run_##slot(const struct p256_kernel *k, const struct operands *in,               \
                             struct result *out)
#define AGREES(slot)                                                                               \
    static int agrees_##slot(const struct p256_kernel *k, const struct operands *in,               \
                             const struct result *out, size_t i)
#define WRITE(slot) static void write_##slot(FILE *f, const struct operands *in, size_t i)

RUN(add)
{
    const p256_fe *a = left(in, out), *b = right(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->add(&out->fe[i], &a[i], &b[i]);
    return in->n;
}

AGREES(add)
{
    p256_fe t;
    k->sub(&t, &out->fe[i], &in->b[i]);
    return same(&t, &in->a[i]);
}

WRITE(add)
{
    line_add(f, &in->a[i], &in->b[i]);
}

RUN(sub)
{
    const p256_fe *a = left(in, out), *b = right(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->sub(&out->fe[i], &a[i], &b[i]);
    return in->n;
}

AGREES(sub)
{
    p256_fe t;
    k->add(&t, &out->fe[i], &in->b[i]);
    return same(&t, &in->a[i]);
}

WRITE(sub)
{
    line_sub(f, &in->a[i], &in->b[i]);
}

RUN(neg)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->neg(&out->fe[i], &a[i]);
    return in->n;
}

AGREES(neg)
{
    p256_fe t;
    k->add(&t, &out->fe[i], &in->a[i]);
    return is_zero(&t);
}

WRITE(neg)
{
    line_neg(f, &in->a[i]);
}

RUN(dbl)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->dbl(&out->fe[i], &a[i]);
    return in->n;
}

AGREES(dbl)
{
    p256_fe t;
    k->add(&t, &in->a[i], &in->a[i]);
    return same(&t, &out->fe[i]);
}

WRITE(dbl)
{
    line_add(f, &in->a[i], &in->a[i]);
}

RUN(triple)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->triple(&out->fe[i], &a[i]);
    return in->n;
}

AGREES(triple)
{
    p256_fe t;
    k->add(&t, &in->a[i], &in->a[i]);
    k->add(&t, &t, &in->a[i]);
    return same(&t, &out->fe[i]);
}

WRITE(triple)
{
    p256_fe twice = line_add(f, &in->a[i], &in->a[i]);
    line_add(f, &twice, &in->a[i]);
}

RUN(half)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->half(&out->fe[i], &a[i]);
    return in->n;
}

AGREES(half)
{
    p256_fe t;
    k->add(&t, &out->fe[i], &out->fe[i]);
    return same(&t, &in->a[i]);
}

WRITE(half)
{
    line_half(f, &in->a[i]);
}

RUN(mul)
{
    const p256_fe *a = left(in, out), *b = right(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->mul(&out->fe[i], &a[i], &b[i]);
    return in->n;
}

/* a*b + c*b = (a + c)*b */
AGREES(mul)
{
    p256_fe t, u;
    k->mul(&t, &in->c[i], &in->b[i]);
    k->add(&t, &t, &out->fe[i]);
    k->add(&u, &in->a[i], &in->c[i]);
    k->mul(&u, &u, &in->b[i]);
    return same(&t, &u);
}

WRITE(mul)
{
    p256_fe ab = line_mul(f, &in->a[i], &in->b[i]), cb = line_mul(f, &in->c[i], &in->b[i]);
    line_add(f, &ab, &cb);
    p256_fe sum = line_add(f, &in->a[i], &in->c[i]);
    line_mul(f, &sum, &in->b[i]);
}

RUN(mul_u32)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->mul_u32(&out->fe[i], &a[i], in->factor + (uint32_t)i);
    return in->n;
}

AGREES(mul_u32)
{
    uint8_t bytes[32];
    p256_fe t = {{in->factor + (uint32_t)i, 0, 0, 0}};
    limbs_to_bytes(bytes, &t);
    (void)k->vec_from_bytes(&t, bytes, 1);
    k->mul(&t, &in->a[i], &t);
    return same(&t, &out->fe[i]);
}

WRITE(mul_u32)
{
    p256_fe factor;
    oracle_from_u64(&factor, in->factor + (uint32_t)i);
    line_mul(f, &in->a[i], &factor);
}

RUN(sqr)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->sqr(&out->fe[i], &a[i]);
    return in->n;
}

AGREES(sqr)
{
    p256_fe t;
    k->mul(&t, &in->a[i], &in->a[i]);
    return same(&t, &out->fe[i]);
}

WRITE(sqr)
{
    line_sqr(f, &in->a[i]);
    line_mul(f, &in->a[i], &in->a[i]);
}

RUN(sqr_times)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < few(in); i++)
        k->sqr_times(&out->fe[i], &a[i], in->times);
    return few(in);
}

AGREES(sqr_times)
{
    p256_fe t = in->a[i];
    for (unsigned j = 0; j < in->times; j++)
        k->sqr(&t, &t);
    return same(&t, &out->fe[i]);
}

WRITE(sqr_times)
{
    p256_fe t = in->a[i];
    for (unsigned j = 0; j < in->times; j++)
        t = line_sqr(f, &t);
}

RUN(inv)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < few(in); i++)
        out->value[i] = k->inv(&out->fe[i], &a[i]);
    return few(in);
}

static int is_inverse(const struct p256_kernel *k, const p256_fe *a, const p256_fe *r)
{
    p256_fe t;
    if (is_zero(a))
        return is_zero(r);
    k->mul(&t, a, r);
    return same(&t, &P256_FE_ONE);
}

AGREES(inv)
{
    return is_inverse(k, &in->a[i], &out->fe[i]) && out->value[i] == !is_zero(&in->a[i]);
}

WRITE(inv)
{
    line_inv(f, &in->a[i]);
}

RUN(inv_vartime)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < few(in); i++)
        out->value[i] = k->inv_vartime(&out->fe[i], &a[i]);
    return few(in);
}

AGREES(inv_vartime)
{
    return agrees_inv(k, in, out, i);
}

WRITE(inv_vartime)
{
    line_inv(f, &in->a[i]);
}

/* A value that was to be moved: a + 0 = a. */
static void line_move(FILE *f, const p256_fe *a)
{
    line_add(f, a, &P256_FE_ZERO);
}

RUN(cmov)
{
    memcpy(out->fe, in->b, in->n * sizeof in->b[0]);
    for (size_t i = 0; i < in->n; i++)
        k->cmov(&out->fe[i], &in->a[i], in->flag);
    return in->n;
}

AGREES(cmov)
{
    (void)k;
    return same(&out->fe[i], in->flag ? &in->a[i] : &in->b[i]);
}

WRITE(cmov)
{
    line_move(f, &in->a[i]);
    line_move(f, &in->b[i]);
}

RUN(cswap)
{
    for (size_t i = 0; i < few(in); i++) {
        p256_fe *pair = &out->fe[2 * i];
        pair[0] = in->a[i];
        pair[1] = in->b[i];
        k->cswap(&pair[0], &pair[1], in->flag);
    }
    return 2 * few(in);
}

AGREES(cswap)
{
    (void)k;
    int from_b = (in->flag != 0) ^ (i % 2 != 0);
    return same(&out->fe[i], from_b ? &in->b[i / 2] : &in->a[i / 2]);
}

WRITE(cswap)
{
    write_cmov(f, in, i / 2);
}

RUN(cneg)
{
    const p256_fe *a = left(in, out);
    for (size_t i = 0; i < in->n; i++)
        k->cneg(&out->fe[i], &a[i], in->flag);
    return in->n;
}

AGREES(cneg)
{
    p256_fe t;
    k->neg(&t, &in->a[i]);
    return same(&out->fe[i], in->flag ? &t : &in->a[i]);
}

WRITE(cneg)
{
    line_neg(f, &in->a[i]);
}

RUN(lookup)
{
    k->lookup(out->fe, in->a, in->n / in->width, in->width, in->index);
    return in->width;
}

AGREES(lookup)
{
    (void)k;
    int past_end = in->index >= in->n / in->width;
    return same(&out->fe[i], past_end ? &P256_FE_ZERO : &in->a[in->index * in->width + i]);
}

WRITE(lookup)
{
    (void)i;
    for (size_t j = 0; j < in->n; j++)
        line_move(f, &in->a[j]);
}

/* ------------------------------------------------------------------------------------
 * Arrays, which must equal single results.
 */

RUN(vec_add)
{
    k->vec_add(out->fe, left(in, out), right(in, out), in->n);
    return in->n;
}

AGREES(vec_add)
{
    p256_fe t;
    k->add(&t, &in->a[i], &in->b[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_add)
{
    write_add(f, in, i);
}

RUN(vec_sub)
{
    k->vec_sub(out->fe, left(in, out), right(in, out), in->n);
    return in->n;
}

AGREES(vec_sub)
{
    p256_fe t;
    k->sub(&t, &in->a[i], &in->b[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_sub)
{
    write_sub(f, in, i);
}

RUN(vec_neg)
{
    k->vec_neg(out->fe, left(in, out), in->n);
    return in->n;
}

AGREES(vec_neg)
{
    p256_fe t;
    k->neg(&t, &in->a[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_neg)
{
    write_neg(f, in, i);
}

RUN(vec_mul)
{
    k->vec_mul(out->fe, left(in, out), right(in, out), in->n);
    return in->n;
}

AGREES(vec_mul)
{
    p256_fe t;
    k->mul(&t, &in->a[i], &in->b[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_mul)
{
    line_mul(f, &in->a[i], &in->b[i]);
}

RUN(vec_sqr)
{
    k->vec_sqr(out->fe, left(in, out), in->n);
    return in->n;
}

AGREES(vec_sqr)
{
    p256_fe t;
    k->sqr(&t, &in->a[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_sqr)
{
    line_sqr(f, &in->a[i]);
}

RUN(vec_scale)
{
    k->vec_scale(out->fe, left(in, out), &in->scalar, in->n);
    return in->n;
}

AGREES(vec_scale)
{
    p256_fe t;
    k->mul(&t, &in->a[i], &in->scalar);
    return same(&t, &out->fe[i]);
}

WRITE(vec_scale)
{
    line_mul(f, &in->a[i], &in->scalar);
}

RUN(vec_axpy)
{
    memcpy(out->fe, in->b, in->n * sizeof in->b[0]);
    k->vec_axpy(out->fe, &in->scalar, in->a, in->n);
    return in->n;
}

AGREES(vec_axpy)
{
    p256_fe t;
    k->mul(&t, &in->a[i], &in->scalar);
    k->add(&t, &t, &in->b[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_axpy)
{
    p256_fe product = line_mul(f, &in->a[i], &in->scalar);
    line_add(f, &product, &in->b[i]);
}

RUN(vec_mul_add)
{
    k->vec_mul_add(out->fe, left(in, out), right(in, out), in->c, in->n);
    return in->n;
}

AGREES(vec_mul_add)
{
    p256_fe t;
    k->mul(&t, &in->a[i], &in->b[i]);
    k->add(&t, &t, &in->c[i]);
    return same(&t, &out->fe[i]);
}

WRITE(vec_mul_add)
{
    p256_fe product = line_mul(f, &in->a[i], &in->b[i]);
    line_add(f, &product, &in->c[i]);
}

RUN(vec_dot)
{
    k->vec_dot(out->fe, in->a, in->b, in->n);
    return 1;
}

AGREES(vec_dot)
{
    p256_fe t, sum = P256_FE_ZERO;
    for (size_t j = 0; j < in->n; j++) {
        k->mul(&t, &in->a[j], &in->b[j]);
        k->add(&sum, &sum, &t);
    }
    return same(&sum, &out->fe[i]);
}

WRITE(vec_dot)
{
    (void)i;
    p256_fe sum = P256_FE_ZERO;
    for (size_t j = 0; j < in->n; j++) {
        p256_fe product = line_mul(f, &in->a[j], &in->b[j]);
        sum = line_add(f, &sum, &product);
    }
}

RUN(vec_sum)
{
    k->vec_sum(out->fe, in->a, in->n);
    return 1;
}

AGREES(vec_sum)
{
    p256_fe sum = P256_FE_ZERO;
    for (size_t j = 0; j < in->n; j++)
        k->add(&sum, &sum, &in->a[j]);
    return same(&sum, &out->fe[i]);
}

WRITE(vec_sum)
{
    (void)i;
    p256_fe sum = P256_FE_ZERO;
    for (size_t j = 0; j < in->n; j++)
        sum = line_add(f, &sum, &in->a[j]);
}

RUN(vec_inv)
{
    out->value[0] = k->vec_inv(out->fe, left(in, out), in->n);
    return in->n;
}

AGREES(vec_inv)
{
    int all = 1;
    for (size_t j = 0; j < in->n; j++)
        all &= !is_zero(&in->a[j]);
    return out->value[0] == all && is_inverse(k, &in->a[i], &out->fe[i]);
}

WRITE(vec_inv)
{
    line_inv(f, &in->a[i]);
}

RUN(vec_from_bytes)
{
    out->value[0] = k->vec_from_bytes(out->fe, in->bytes, in->n);
    return in->n;
}

AGREES(vec_from_bytes)
{
    int all = 1;
    for (size_t j = 0; j < in->n; j++)
        all &= is_canonical(in->bytes + 32 * j);
    uint8_t back[32];
    k->vec_to_bytes(back, &out->fe[i], 1);
    const uint8_t zero[32] = {0}, *bytes = in->bytes + 32 * i;
    return out->value[0] == all && memcmp(back, is_canonical(bytes) ? bytes : zero, 32) == 0;
}

/* The raw limbs x times R^2, over R. */
WRITE(vec_from_bytes)
{
    const uint8_t *bytes = in->bytes + 32 * i;
    if (!is_canonical(bytes)) {
        fputs("baddecode", f);
        write_number(f, bytes);
        fputc('\n', f);
        return;
    }
    p256_fe x, r2 = P256_FE_ONE;
    limbs_from_bytes(&x, bytes);
    for (int j = 0; j < 256; j++)
        oracle_double(&r2, &r2);
    line_mul(f, &x, &r2);
}

RUN(vec_to_bytes)
{
    uint8_t bytes[32 * MAX_N];
    k->vec_to_bytes(bytes, in->a, in->n);
    memcpy(out->fe, bytes, 32 * in->n);
    return in->n;
}

AGREES(vec_to_bytes)
{
    uint8_t bytes[32];
    p256_fe t;
    memcpy(bytes, &out->fe[i], sizeof bytes);
    return k->vec_from_bytes(&t, bytes, 1) == 1 && same(&t, &in->a[i]);
}

/* The raw limbs times 1, over R. */
WRITE(vec_to_bytes)
{
    const p256_fe one = {{1, 0, 0, 0}};
    line_mul(f, &in->a[i], &one);
}

RUN(vec_cmov)
{
    memcpy(out->fe, in->b, in->n * sizeof in->b[0]);
    k->vec_cmov(out->fe, in->a, in->flag, in->n);
    return in->n;
}

AGREES(vec_cmov)
{
    return agrees_cmov(k, in, out, i);
}

WRITE(vec_cmov)
{
    write_cmov(f, in, i);
}

#define ENTRY(slot, params, args) {#slot, run_##slot, agrees_##slot, write_##slot},
const struct slot slots[] = {P256_KERNEL_SLOTS(ENTRY, ENTRY)};
const size_t slot_count = sizeof slots / sizeof slots[0];
