/* SPDX-License-Identifier: MIT */
#include "p256_multiply.h"

#include <openssl/crypto.h>
#include <string.h>

#include "p256_base_table.h"

/*
 * Constant-time multiplication, with windows of w bits and digits that are all odd (Joye,
 * Tunstall: "Exponent recoding and regular exponentiation algorithms", AFRICACRYPT 2009).
 *
 * Recoding. Let k be odd, 0 < k <= n, and b_0, b_1, ... the digits in base 2^w of (k - 1)/2,
 * b_t the last that can be other than 0. With
 *
 *     d_i = 2 b_i + 1 - 2^w for i < t, d_t = 2 b_t + 1,
 *
 * k = sum of 2^(wi) d_i, for the terms that are not 2 b_i telescope to 1. Every |d_i| < 2^w is
 * odd, and so is every partial sum K_i = d_i + 2^w K_(i+1); all K_i > 0, as K_t = d_t > 0 and
 * 2^w > |d_i|. An even scalar is replaced by n - k, which is odd, and the result negated: that
 * makes n of 0.
 *
 * Exceptions. From the top, the sum p_i = K_i p is made of A p, A = 2^w K_(i+1), and d_i p.
 * p256_point_add is right unless A p is infinity or A p = d_i p, that is, for p of prime order n,
 * unless A or A - d_i is a multiple of n. Neither ever is:
 *  - A is none, being 2^w times K_(i+1), and 0 < K_(i+1) < n (for k >= 2^w K_1 - 2^w).
 *  - A - d_i > 0, and where i > 0, it is below k/2^w + 2^(w+1) < n.
 *  - In the last step, i = 0, A - d_0 = k - 2 d_0 <= n + 2^(w+1) < 2n, so it would have to be n.
 *    But then k = n + 2 d_0 <= n, so d_0 < 0. And A = n + d_0 is 2^w times an odd number, so that
 *    d_0 = 2^w - n modulo 2^(w+1). Bit w of n is 0 for w = 5 and w = 7 (n ends in 0x2551),
 *    which leaves as the only d_0 with |d_0| < 2^w the positive 2^w - (n mod 2^w).
 * Only the sum A p + d_0 p may be infinity, for k = n, and that p256_point_add gets right.
 */

/* Little-endian, with zeros above for windows that reach beyond the top. */
typedef struct scalar_bits {
    uint8_t byte[36];
} scalar_bits;

static void get_bits(scalar_bits *r, const p256_scalar *k)
{
    memset(r, 0, sizeof *r);
    p256_scalar_to_bytes_le(r->byte, k);
}

/* The `width` bits, at most 8, that begin at bit `position` of k; position and width are public,
 * position + width <= 272. */
static unsigned window(const scalar_bits *k, unsigned position, unsigned width)
{
    const uint8_t *byte = k->byte + position / 8;
    unsigned two = byte[0] | (unsigned)byte[1] << 8;
    return (two >> (position % 8)) & ((1u << width) - 1);
}

/*
 * r = d p for d = 2b + 1 - 2^width, 0 <= b < 2^width, and table[j] = (2j + 1) p, j < 2^(width-1).
 * With s the top bit of b and c the others, d = 2c + 1 if s = 1, else -(2 (2^(width-1)-1-c) + 1).
 */
static void lookup(p256_affine *r, const p256_affine *table, unsigned width, unsigned b)
{
    const unsigned rows = 1u << (width - 1);
    unsigned s = b >> (width - 1);
    unsigned row = (b ^ (s - 1)) & (rows - 1);
    p256_fe_lookup(&r->x, &table->x, rows, 2, row);
    p256_fe_cneg(&r->y, &r->y, (int)(s ^ 1));
}

enum { WIDTH = 5, ROWS = 1 << (WIDTH - 1), DIGITS = 255 / WIDTH };

void p256_point_mul(p256_jacobian *r, const p256_scalar *k, const p256_affine *p)
{
    p256_affine table[ROWS], term;
    p256_scalar odd;
    scalar_bits bits;
    int negate = p256_scalar_make_odd(&odd, k);
    get_bits(&bits, &odd);
    p256_point_odd_multiples(table, ROWS, p);

    /* (k-1)/2 has 255 bits: t = 51 digits and then d_t = 1. The first five doublings, of p
     * itself, are an addition: 2^5 p = 31p + p. */
    p256_point_from_affine(r, &table[ROWS - 1]);
    p256_point_add(r, r, &table[0]);
    for (unsigned i = DIGITS; i-- > 0;) {
        lookup(&term, table, WIDTH, window(&bits, WIDTH * i + 1, WIDTH));
        p256_point_add(r, r, &term);
        for (int j = 0; i > 0 && j < WIDTH; j++)
            p256_point_double(r, r);
    }
    p256_fe_cneg(&r->y, &r->y, negate);
    p256_scalar_clear(&odd);
    OPENSSL_cleanse(&bits, sizeof bits);
}

/* The same with the multiples by 2^(7i) taken from a table, so that no doubling is left. The sums
 * are those above times powers of 2, which changes nothing in the proof. */
void p256_point_mul_base(p256_jacobian *r, const p256_scalar *k)
{
    enum { TOP = P256_BASE_WINDOWS - 1 };
    p256_affine term;
    p256_scalar odd;
    scalar_bits bits;
    int negate = p256_scalar_make_odd(&odd, k);
    get_bits(&bits, &odd);

    /* The top digit is 2 b_t + 1: what lookup makes of b_t + 2^6; b_t has only 3 bits. */
    lookup(&term, p256_base_table[TOP], P256_BASE_WIDTH,
           window(&bits, P256_BASE_WIDTH * TOP + 1, P256_BASE_WIDTH) | P256_BASE_ROWS);
    p256_point_from_affine(r, &term);
    for (unsigned i = TOP; i-- > 0;) {
        lookup(&term, p256_base_table[i], P256_BASE_WIDTH,
               window(&bits, P256_BASE_WIDTH * i + 1, P256_BASE_WIDTH));
        p256_point_add(r, r, &term);
    }
    p256_fe_cneg(&r->y, &r->y, negate);
    p256_scalar_clear(&odd);
    OPENSSL_cleanse(&bits, sizeof bits);
}

/* ------------------------------------------------------------------------------------
 * Variable time: the non-adjacent form with windows (wNAF), both scalars over the same
 * doublings (Moeller: "Algorithms for multi-exponentiation", SAC 2001).
 */

enum { NAF_DIGITS = 257, NAF_WIDTH = 5, NAF_BASE_WIDTH = 8 };

/* k = sum of 2^i digit[i], each digit 0 or odd and below 2^(width-1) in absolute value; of
 * `width` successive ones at most one is not 0. width <= 8. */
static void recode_naf_vartime(int8_t digit[NAF_DIGITS], const p256_scalar *k, unsigned width)
{
    scalar_bits bits;
    unsigned carry = 0;
    get_bits(&bits, k);
    memset(digit, 0, NAF_DIGITS);
    for (unsigned i = 0; i < NAF_DIGITS;) {
        if (window(&bits, i, 1) == carry) { /* k/2^i + carry is even */
            i++;
            continue;
        }
        unsigned low = window(&bits, i, width) + carry; /* odd, so below 2^width */
        carry = low >> (width - 1);
        digit[i] = (int8_t)((int)low - (int)(carry << width));
        i += width;
    }
}

/* r = r + d p, where table[j] = (2j + 1) p, for odd d or d = 0. */
static void add_digit_vartime(p256_jacobian *r, const p256_affine *table, int d)
{
    if (d == 0)
        return;
    p256_affine term = table[(d < 0 ? -d : d) / 2];
    p256_fe_cneg(&term.y, &term.y, d < 0);
    p256_point_add_vartime(r, r, &term);
}

void p256_point_mul_add_vartime(p256_jacobian *r, const p256_scalar *a, const p256_scalar *b,
                                const p256_affine *p)
{
    p256_affine table[1 << (NAF_WIDTH - 2)];
    int8_t a_digit[NAF_DIGITS], b_digit[NAF_DIGITS];
    recode_naf_vartime(a_digit, a, NAF_BASE_WIDTH);
    recode_naf_vartime(b_digit, b, NAF_WIDTH);
    p256_point_odd_multiples(table, sizeof table / sizeof table[0], p);

    *r = (p256_jacobian){P256_FE_ONE, P256_FE_ONE, P256_FE_ZERO};
    for (int i = NAF_DIGITS - 1; i >= 0; i--) {
        if (!p256_fe_is_zero(&r->z))
            p256_point_double(r, r);
        add_digit_vartime(r, p256_base_table[0], a_digit[i]);
        add_digit_vartime(r, table, b_digit[i]);
    }
}
