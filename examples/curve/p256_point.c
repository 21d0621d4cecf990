/* SPDX-License-Identifier: MIT */
#include "p256_point.h"

/* 2^256 b mod p and the Montgomery form of the generator, from SEC 2, section 2.4.2. */
static const p256_fe curve_b = {{UINT64_C(0xd89cdf6229c4bddf), UINT64_C(0xacf005cd78843090),
                                 UINT64_C(0xe5a220abf7212ed6), UINT64_C(0xdc30061d04874834)}};
const p256_affine P256_GENERATOR = {
    .x = {{UINT64_C(0x79e730d418a9143c), UINT64_C(0x75ba95fc5fedb601), UINT64_C(0x79fb732b77622510),
           UINT64_C(0x18905f76a53755c6)}},
    .y = {{UINT64_C(0xddf25357ce95560a), UINT64_C(0x8b4ab8e4ba19e45c), UINT64_C(0xd2e88688dd21f325),
           UINT64_C(0x8571ff1825885d85)}}};

/* ------------------------------------------------------------------------------------
 * Encoding
 */

/* r = x^3 - 3x + b */
static void right_side(p256_fe *r, const p256_fe *x)
{
    p256_fe three_x;
    p256_fe_triple(&three_x, x);
    p256_fe_sqr(r, x);
    p256_fe_mul(r, r, x);
    p256_fe_sub(r, r, &three_x);
    p256_fe_add(r, r, &curve_b);
}

static int decode_uncompressed(p256_affine *r, const uint8_t x_and_y[64])
{
    p256_fe left, right;
    if (!p256_fe_from_bytes(&r->x, x_and_y) || !p256_fe_from_bytes(&r->y, x_and_y + 32))
        return 0;
    p256_fe_sqr(&left, &r->y);
    right_side(&right, &r->x);
    return p256_fe_equal(&left, &right);
}

static int decode_compressed(p256_affine *r, const uint8_t x[32], int y_is_odd)
{
    if (!p256_fe_from_bytes(&r->x, x))
        return 0;
    right_side(&r->y, &r->x);
    if (!p256_fe_sqrt(&r->y, &r->y))
        return 0;
    /* y != 0, so that one of y and p - y is odd. */
    p256_fe_cneg(&r->y, &r->y, p256_fe_is_odd(&r->y) ^ y_is_odd);
    return 1;
}

int p256_point_decode(p256_affine *r, const uint8_t *in, size_t len)
{
    if (len == P256_UNCOMPRESSED_BYTES && in[0] == 4)
        return decode_uncompressed(r, in + 1);
    if (len == P256_COMPRESSED_BYTES && (in[0] == 2 || in[0] == 3))
        return decode_compressed(r, in + 1, in[0] & 1);
    return 0;
}

void p256_point_encode(uint8_t out[P256_UNCOMPRESSED_BYTES], const p256_affine *p)
{
    out[0] = 4;
    p256_fe_to_bytes(out + 1, &p->x);
    p256_fe_to_bytes(out + 33, &p->y);
}

void p256_point_encode_compressed(uint8_t out[P256_COMPRESSED_BYTES], const p256_affine *p)
{
    out[0] = (uint8_t)(2 | p256_fe_is_odd(&p->y));
    p256_fe_to_bytes(out + 1, &p->x);
}

/* ------------------------------------------------------------------------------------
 * Between coordinates
 */

void p256_point_from_affine(p256_jacobian *r, const p256_affine *p)
{
    r->x = p->x;
    r->y = p->y;
    r->z = P256_FE_ONE;
}

/* r = (x/z^2, y/z^3) for z_inverse = 1/z. r may be the point whose x and y these are. */
static void scale(p256_affine *r, const p256_fe *x, const p256_fe *y, const p256_fe *z_inverse)
{
    p256_fe z2, z3;
    p256_fe_sqr(&z2, z_inverse);
    p256_fe_mul(&z3, &z2, z_inverse);
    p256_fe_mul(&r->x, x, &z2);
    p256_fe_mul(&r->y, y, &z3);
}

int p256_point_to_affine(p256_affine *r, const p256_jacobian *p)
{
    p256_fe z_inverse;
    int finite = p256_fe_inv(&z_inverse, &p->z);
    scale(r, &p->x, &p->y, &z_inverse);
    return finite;
}

/* ------------------------------------------------------------------------------------
 * Doubling and addition
 */

/*
 * Four multiplications and four squarings. It is dbl-2001-b of the Explicit-Formulas Database
 * (Bernstein; g1p/auto-shortw-jacobian-3) with every coordinate scaled so that z3 = yz, not
 * 2yz, which saves a doubling of y:
 *
 *     m = 3(x - z^2)(x + z^2)/2, v = xy^2:  x3 = m^2 - 2v, y3 = m(v - x3) - y^4, z3 = yz.
 *
 * Complete: z = 0 gives z3 = 0, and y = 0 occurs at no point of odd order.
 */
void p256_point_double(p256_jacobian *r, const p256_jacobian *p)
{
    p256_fe m, v, t, yy;
    p256_fe_sqr(&t, &p->z);
    p256_fe_sqr(&yy, &p->y);
    p256_fe_sub(&m, &p->x, &t);
    p256_fe_add(&t, &p->x, &t);
    p256_fe_mul(&r->z, &p->y, &p->z);
    p256_fe_mul(&v, &p->x, &yy);
    p256_fe_mul(&m, &m, &t);
    p256_fe_sqr(&yy, &yy);
    p256_fe_half(&t, &m);
    p256_fe_add(&m, &m, &t);
    p256_fe_sqr(&t, &m);
    p256_fe_sub(&t, &t, &v);
    p256_fe_sub(&r->x, &t, &v);
    p256_fe_sub(&v, &v, &r->x);
    p256_fe_mul(&v, &v, &m);
    p256_fe_sub(&r->y, &v, &yy);
}

/*
 * Eight multiplications and three squarings: add-1998-cmo-2 of the Explicit-Formulas Database
 * (Cohen, Miyaji, Ono) for z2 = 1:
 *
 *     h = x2 z1^2 - x1, s = y2 z1^3 - y1:
 *     x3 = s^2 - h^3 - 2 x1 h^2, y3 = s(x1 h^2 - x3) - y1 h^3, z3 = z1 h.
 *
 * h = 0 exactly if p = q or p = -q. In the latter case z3 = 0 is right; in the former s = 0
 * too, and so x3 = y3 = 0.
 */
void p256_point_add(p256_jacobian *r, const p256_jacobian *p, const p256_affine *q)
{
    p256_fe h, s, t, v;
    p256_fe_sqr(&t, &p->z);
    p256_fe_mul(&s, &q->y, &p->z);
    p256_fe_mul(&h, &q->x, &t);
    p256_fe_mul(&s, &s, &t);
    p256_fe_sub(&h, &h, &p->x);
    p256_fe_sub(&s, &s, &p->y);
    p256_fe_sqr(&t, &h);
    p256_fe_mul(&r->z, &p->z, &h);
    p256_fe_mul(&v, &p->x, &t);
    p256_fe_mul(&h, &h, &t); /* h^3 */
    p256_fe_sqr(&t, &s);
    p256_fe_sub(&t, &t, &h);
    p256_fe_sub(&t, &t, &v);
    p256_fe_mul(&h, &h, &p->y);
    p256_fe_sub(&r->x, &t, &v);
    p256_fe_sub(&v, &v, &r->x);
    p256_fe_mul(&v, &v, &s);
    p256_fe_sub(&r->y, &v, &h);
}

void p256_point_add_vartime(p256_jacobian *r, const p256_jacobian *p, const p256_affine *q)
{
    p256_jacobian sum;
    if (p256_fe_is_zero(&p->z)) {
        p256_point_from_affine(r, q);
        return;
    }
    p256_point_add(&sum, p, q);
    if (p256_fe_is_zero(&sum.z) && p256_fe_is_zero(&sum.x)) /* p = q, see p256_point_add */
        p256_point_double(r, p);
    else
        *r = sum;
}

/* ------------------------------------------------------------------------------------
 * Tables of odd multiples: additions of points with the same z, the co-Z arithmetic of
 * Meloni ("New point addition formulae for ECC applications", WAIFI 2007), with names as in
 * Goundar, Joye, Miyaji, Rivain, Venelli ("Scalar multiplication on Weierstrass elliptic curves
 * from co-Z arithmetic", 2011). Here an affine point holds the x and y of Jacobian coordinates,
 * and z is kept apart.
 */

/* twice = 2p and same = p, both with z = 2y: (M^2 - 2S, M(S - x3) - 8y^4) and (S, 8y^4), where
 * S = 4xy^2 and M = 3x^2 - 3 (DBLU). */
static void double_co_z(p256_affine *twice, p256_affine *same, p256_fe *z, const p256_affine *p)
{
    p256_fe m, t;
    p256_fe_sqr(&m, &p->x);
    p256_fe_sub(&m, &m, &P256_FE_ONE);
    p256_fe_triple(&m, &m);
    p256_fe_double(z, &p->y);
    p256_fe_sqr(&t, z);
    p256_fe_mul(&same->x, &p->x, &t);
    p256_fe_sqr(&t, &t);
    p256_fe_half(&same->y, &t);
    p256_fe_sqr(&t, &m);
    p256_fe_sub(&t, &t, &same->x);
    p256_fe_sub(&twice->x, &t, &same->x);
    p256_fe_sub(&t, &same->x, &twice->x);
    p256_fe_mul(&t, &t, &m);
    p256_fe_sub(&twice->y, &t, &same->y);
}

/* For p and q != +-p with the same z: sum = p + q, and p as it was, both with z * h, where
 * h = x1 - x2 != 0 (ZADDU). sum is neither p nor q. */
static void add_co_z(p256_affine *sum, p256_affine *p, p256_fe *h, const p256_affine *q)
{
    p256_fe c, s, w;
    p256_fe_sub(h, &p->x, &q->x);
    p256_fe_sub(&s, &p->y, &q->y);
    p256_fe_sqr(&c, h);
    p256_fe_mul(&p->x, &p->x, &c); /* x1 h^2 */
    p256_fe_mul(&w, &q->x, &c);    /* x2 h^2 */
    p256_fe_sub(&c, &p->x, &w);    /* h^3 */
    p256_fe_mul(&p->y, &p->y, &c);
    p256_fe_sqr(&c, &s);
    p256_fe_sub(&c, &c, &p->x);
    p256_fe_sub(&sum->x, &c, &w);
    p256_fe_sub(&c, &p->x, &sum->x);
    p256_fe_mul(&c, &c, &s);
    p256_fe_sub(&sum->y, &c, &p->y);
}

/*
 * Adds 2p to p again and again. Neither sums nor differences vanish, for the order exceeds
 * 4 * P256_MAX_MULTIPLES: no h is 0. The z of entry i is 2y h[1] ... h[i], so one inversion, of
 * the last, gives those of all.
 */
void p256_point_odd_multiples(p256_affine *table, size_t count, const p256_affine *p)
{
    p256_affine twice;
    p256_fe h[P256_MAX_MULTIPLES], z;
    double_co_z(&twice, &table[0], &z, p);
    for (size_t i = 1; i < count; i++) {
        add_co_z(&table[i], &twice, &h[i], &table[i - 1]);
        p256_fe_mul(&z, &z, &h[i]);
    }
    (void)p256_fe_inv(&z, &z);
    for (size_t i = count - 1; i > 0; i--) {
        scale(&table[i], &table[i].x, &table[i].y, &z);
        p256_fe_mul(&z, &z, &h[i]);
    }
    table[0] = *p;
}
