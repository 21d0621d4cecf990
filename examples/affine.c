/* SPDX-License-Identifier: MIT */
/*
 * Many points from Jacobian to affine coordinates by one inversion.
 *
 *     affine N
 *
 * Prints the points G, 2G, 4G, ..., 2^(N-1) G of P-256, compressed, one a line. Doubling leaves
 * each point as (X : Y : Z), which stands for (X/Z^2, Y/Z^3). Inverses are dear, so all Z are
 * inverted together (p256_vec_inv: three multiplications each), and all else is done over whole
 * arrays too: coordinates of one kind lie side by side.
 *
 * Exit status: 0; 1 if a point came out off the curve; 2 if the work could not be done.
 */
#include <stdio.h>
#include <stdlib.h>

#include "p256_field.h"

enum { BYTES = 32, MOST = 1 << 20 };

/* The generator, and b of y^2 = x^3 - 3x + b: SEC 2, section 2.4.2. */
static const uint8_t generator_x[BYTES] = {
    0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6, 0xe5, 0x63, 0xa4, 0x40, 0xf2,
    0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb, 0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96};
static const uint8_t generator_y[BYTES] = {
    0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb, 0x4a, 0x7c, 0x0f, 0x9e, 0x16,
    0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31, 0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};
static const uint8_t curve_b[BYTES] = {
    0x5a, 0xc6, 0x35, 0xd8, 0xaa, 0x3a, 0x93, 0xe7, 0xb3, 0xeb, 0xbd, 0x55, 0x76, 0x98, 0x86, 0xbc,
    0x65, 0x1d, 0x06, 0xb0, 0xcc, 0x53, 0xb0, 0xf6, 0x3b, 0xce, 0x3c, 0x3e, 0x27, 0xd2, 0x60, 0x4b};

/* n points; each array has n elements. */
struct points {
    size_t n;
    p256_fe *x, *y, *z;
    p256_fe *scratch;
};

/*
 * Point i + 1 = twice point i. With d = Z^2, g = Y^2, h = X g, m = 3 (X - d)(X + d), the slope's
 * numerator since a = -3:
 * X' = m^2 - 8h, Y' = m (4h - X') - 8 g^2, Z' = 2YZ.
 */
static void double_point(struct points *p, size_t i)
{
    p256_fe d, g, h, m, t;
    p256_fe_sqr(&d, &p->z[i]);
    p256_fe_sqr(&g, &p->y[i]);
    p256_fe_mul(&h, &p->x[i], &g);
    p256_fe_sub(&m, &p->x[i], &d);
    p256_fe_add(&t, &p->x[i], &d);
    p256_fe_mul(&m, &m, &t);
    p256_fe_triple(&m, &m);

    p256_fe_mul(&p->z[i + 1], &p->y[i], &p->z[i]);
    p256_fe_double(&p->z[i + 1], &p->z[i + 1]);
    p256_fe_mul_u32(&t, &h, 8);
    p256_fe_sqr(&p->x[i + 1], &m);
    p256_fe_sub(&p->x[i + 1], &p->x[i + 1], &t);
    p256_fe_half(&t, &t);
    p256_fe_sub(&t, &t, &p->x[i + 1]);
    p256_fe_mul(&t, &t, &m);
    p256_fe_sqr(&g, &g);
    p256_fe_mul_u32(&g, &g, 8);
    p256_fe_sub(&p->y[i + 1], &t, &g);
}

/* x and y become affine. A point at infinity (Z = 0) would become (0, 0), which is no point. */
static void make_affine(struct points *p)
{
    (void)p256_vec_inv(p->z, p->z, p->n);
    p256_vec_sqr(p->scratch, p->z, p->n);
    p256_vec_mul(p->x, p->x, p->scratch, p->n);
    p256_vec_mul(p->scratch, p->scratch, p->z, p->n);
    p256_vec_mul(p->y, p->y, p->scratch, p->n);
}

static int on_curve(const p256_fe *x, const p256_fe *y)
{
    p256_fe left, right, t;
    (void)p256_fe_from_bytes(&right, curve_b);
    p256_fe_triple(&t, x);
    p256_fe_sub(&right, &right, &t);
    p256_fe_sqr(&t, x);
    p256_fe_mul(&t, &t, x);
    p256_fe_add(&right, &right, &t);
    p256_fe_sqr(&left, y);
    return p256_fe_equal(&left, &right);
}

static void print_point(const p256_fe *x, const p256_fe *y)
{
    uint8_t bytes[BYTES];
    p256_fe_to_bytes(bytes, x);
    printf("%02x", 2 + p256_fe_is_odd(y));
    for (size_t i = 0; i < BYTES; i++)
        printf("%02x", bytes[i]);
    printf("\n");
}

/* Returns the exit status. */
static int run(struct points *p)
{
    (void)p256_fe_from_bytes(&p->x[0], generator_x);
    (void)p256_fe_from_bytes(&p->y[0], generator_y);
    p->z[0] = P256_FE_ONE;
    for (size_t i = 0; i + 1 < p->n; i++)
        double_point(p, i);
    make_affine(p);
    for (size_t i = 0; i < p->n; i++) {
        if (!on_curve(&p->x[i], &p->y[i])) {
            fprintf(stderr, "affine: a point is off the curve: the library or the machine is "
                            "faulty\n");
            return 1;
        }
        print_point(&p->x[i], &p->y[i]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct points p;
    long n = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    int status;

    if (n < 1 || n > MOST) {
        fprintf(stderr, "usage: affine N\nThe points 2^0 G to 2^(N-1) G, 1 <= N <= %d.\n", MOST);
        return 2;
    }
    p.n = (size_t)n;
    p.x = malloc(4 * p.n * sizeof(*p.x));
    if (p.x == NULL) {
        fprintf(stderr, "affine: no memory for %ld points\n", n);
        return 2;
    }
    p.y = p.x + p.n;
    p.z = p.y + p.n;
    p.scratch = p.z + p.n;
    status = run(&p);
    free(p.x);
    return status;
}
