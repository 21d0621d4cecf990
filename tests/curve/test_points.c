/* SPDX-License-Identifier: MIT */
/*
 * examples/curve against OpenSSL's own curve: points and their encodings, scalars, multiplication
 * (small scalars and their negatives, the exceptional ones of the proof in p256_multiply.c, random
 * ones), the base table, ECDH, and ECDSA; and the published vectors of RFC 6979.
 */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <string.h>

#include "p256_base_table.h"
#include "p256_ecdh.h"
#include "p256_ecdsa.h"
#include "p256_multiply.h"
#include "testing.h"

/* Under QEMU one case of FEWER: what is tried in full on the host is tried there for what differs,
 * the size of a word and the byte order. */
#ifdef P256_TEST_EMULATED
enum { FEWER = 16 };
#else
enum { FEWER = 1 };
#endif
enum { RANDOM_KEYS = 1000 / FEWER, ROUNDS = 200 / FEWER, NEAR = 40 };

/* OpenSSL's curve, and room for its results. */
static EC_GROUP *group;
static BN_CTX *bn;
static BIGNUM *order;

static int open_group(void **state)
{
    (void)state;
    group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    bn = BN_CTX_new();
    order = BN_dup(EC_GROUP_get0_order(group));
    return group == NULL || bn == NULL || order == NULL;
}

static int close_group(void **state)
{
    (void)state;
    EC_GROUP_free(group);
    BN_CTX_free(bn);
    BN_free(order);
    return 0;
}

/* ------------------------------------------------------------------------------------
 * Comparison with OpenSSL
 */

/* OpenSSL's encoding of a point; its length is 1 for infinity. */
struct encoded {
    uint8_t bytes[P256_UNCOMPRESSED_BYTES];
    size_t size;
};

/* a G + b Q on OpenSSL, either term left out where its factor is NULL. */
static struct encoded oracle_mul(const BIGNUM *a, const EC_POINT *q, const BIGNUM *b)
{
    struct encoded r;
    EC_POINT *sum = EC_POINT_new(group);
    assert_non_null(sum);
    assert_int_equal(EC_POINT_mul(group, sum, a, q, b, bn), 1);
    r.size =
        EC_POINT_point2oct(group, sum, POINT_CONVERSION_UNCOMPRESSED, r.bytes, sizeof r.bytes, bn);
    assert_true(r.size > 0);
    EC_POINT_free(sum);
    return r;
}

static void expect_point(const p256_jacobian *got, const struct encoded *want)
{
    p256_affine affine;
    uint8_t bytes[P256_UNCOMPRESSED_BYTES];
    int finite = p256_point_to_affine(&affine, got);
    assert_int_equal(finite, want->size != 1);
    if (finite) {
        p256_point_encode(bytes, &affine);
        assert_memory_equal(bytes, want->bytes, sizeof bytes);
    }
}

static void random_bytes(uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)random_u64();
}

/* A random point, in both forms. The caller frees OpenSSL's. */
static EC_POINT *random_point(p256_affine *r)
{
    uint8_t bytes[32];
    EC_POINT *q = EC_POINT_new(group);
    random_bytes(bytes, sizeof bytes);
    BIGNUM *k = BN_bin2bn(bytes, sizeof bytes, NULL);
    assert_int_equal(EC_POINT_mul(group, q, k, NULL, NULL, bn), 1);
    uint8_t encoded[P256_UNCOMPRESSED_BYTES];
    size_t size =
        EC_POINT_point2oct(group, q, POINT_CONVERSION_UNCOMPRESSED, encoded, sizeof encoded, bn);
    assert_int_equal(p256_point_decode(r, encoded, size), 1);
    BN_free(k);
    return q;
}

/* k mod n as our scalar. */
static void to_scalar(p256_scalar *r, const BIGNUM *k)
{
    uint8_t bytes[32];
    BIGNUM *reduced = BN_new();
    assert_int_equal(BN_nnmod(reduced, k, order, bn), 1);
    assert_int_equal(BN_bn2binpad(reduced, bytes, 32), 32);
    assert_int_equal(p256_scalar_from_bytes(r, bytes), 1);
    BN_free(reduced);
}

static BIGNUM *random_number(void)
{
    uint8_t bytes[32];
    random_bytes(bytes, sizeof bytes);
    return BN_bin2bn(bytes, sizeof bytes, NULL);
}

/* n + offset, or offset itself. */
static BIGNUM *near(int around_order, int offset)
{
    BIGNUM *r = around_order ? BN_dup(order) : BN_new();
    if (offset < 0)
        BN_sub_word(r, (BN_ULONG)-offset);
    else
        BN_add_word(r, (BN_ULONG)offset);
    return r;
}

/* ------------------------------------------------------------------------------------
 * Multiplication
 */

/* All three multiplications by k, of the generator and of q. */
static void check_multiples(const BIGNUM *k, const p256_affine *p, const EC_POINT *q)
{
    p256_scalar scalar, zero, minus_k;
    p256_jacobian r;
    BIGNUM *negative = BN_dup(k);
    BN_set_negative(negative, 1);
    to_scalar(&scalar, k);
    p256_scalar_clear(&zero);
    to_scalar(&minus_k, negative);

    struct encoded base = oracle_mul(k, NULL, NULL), other = oracle_mul(NULL, q, k),
                   both = oracle_mul(k, q, k), difference = oracle_mul(k, q, negative);
    p256_point_mul_base(&r, &scalar);
    expect_point(&r, &base);
    p256_point_mul(&r, &scalar, p);
    expect_point(&r, &other);
    p256_point_mul(&r, &scalar, &P256_GENERATOR);
    expect_point(&r, &base);
    p256_point_mul_add_vartime(&r, &scalar, &zero, p);
    expect_point(&r, &base);
    p256_point_mul_add_vartime(&r, &zero, &scalar, p);
    expect_point(&r, &other);
    p256_point_mul_add_vartime(&r, &scalar, &scalar, p);
    expect_point(&r, &both);
    p256_point_mul_add_vartime(&r, &scalar, &minus_k, p);
    expect_point(&r, &difference);
    BN_free(negative);
}

static void multiples_near_zero_and_order(void **state)
{
    (void)state;
    p256_affine p;
    EC_POINT *q = random_point(&p);
    for (int i = 0; i <= NEAR; i++) {
        BIGNUM *k = near(0, i);
        check_multiples(k, &p, q);
        BN_free(k);
    }
    for (int i = -NEAR; i <= NEAR; i++) {
        BIGNUM *k = near(1, i);
        check_multiples(k, &p, q);
        BN_free(k);
    }
    EC_POINT_free(q);
}

/*
 * Scalars at which a sum over the upper windows would meet its next term, were the proof in
 * p256_multiply.c wrong: n + 2d for digits d, (n + d)/2^w; and powers of 2, whose digits are
 * extreme.
 */
static void multiples_at_exceptions(void **state)
{
    static const int shifts[] = {0, 5, 7};
    (void)state;
    p256_affine p;
    EC_POINT *q = random_point(&p);
    BIGNUM *k = BN_new();
    for (int bit = 0; bit < 256; bit += FEWER) {
        BN_zero(k);
        BN_set_bit(k, bit);
        check_multiples(k, &p, q);
        BN_sub_word(k, 1);
        check_multiples(k, &p, q);
    }
    for (int d = -127; d <= 127; d += 2 * FEWER)
        for (size_t i = 0; i < COUNT_OF(shifts); i++) {
            BIGNUM *sum = near(1, shifts[i] == 0 ? 2 * d : d);
            BN_rshift(k, sum, shifts[i]);
            check_multiples(k, &p, q);
            BN_free(sum);
        }
    BN_free(k);
    EC_POINT_free(q);
}

static void random_multiples(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        p256_affine p;
        EC_POINT *q = random_point(&p);
        BIGNUM *k = random_number();
        check_multiples(k, &p, q);
        BN_free(k);
        EC_POINT_free(q);
    }
}

/* aG + bQ where Q is a small multiple of G, so that sums meet each other on the way. */
static void sums_of_dependent_points(void **state)
{
    (void)state;
    static const int values[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 63, 64, 127, 128, 255};
    for (int multiple = -3; multiple <= 3; multiple++) {
        if (multiple == 0)
            continue;
        p256_scalar scalar, a, b;
        p256_jacobian r;
        p256_affine p;
        BIGNUM *m = near(1, multiple);
        EC_POINT *q = EC_POINT_new(group);
        assert_int_equal(EC_POINT_mul(group, q, m, NULL, NULL, bn), 1);
        to_scalar(&scalar, m);
        p256_point_mul_base(&r, &scalar);
        assert_int_equal(p256_point_to_affine(&p, &r), 1);
        for (size_t i = 0; i < COUNT_OF(values); i++)
            for (size_t j = 0; j < COUNT_OF(values); j += FEWER) {
                BIGNUM *x = near(0, values[i]), *y = near(0, values[j]);
                struct encoded want = oracle_mul(x, q, y);
                to_scalar(&a, x);
                to_scalar(&b, y);
                p256_point_mul_add_vartime(&r, &a, &b, &p);
                expect_point(&r, &want);
                BN_free(x);
                BN_free(y);
            }
        EC_POINT_free(q);
        BN_free(m);
    }
}

static void base_table(void **state)
{
    (void)state;
    BIGNUM *k = BN_new();
    for (int i = 0; i < P256_BASE_WINDOWS; i++)
        for (int j = 0; j < P256_BASE_ROWS; j += FEWER) {
            p256_jacobian entry;
            BN_set_word(k, (BN_ULONG)(2 * j + 1));
            BN_lshift(k, k, P256_BASE_WIDTH * i);
            struct encoded want = oracle_mul(k, NULL, NULL);
            p256_point_from_affine(&entry, &p256_base_table[i][j]);
            expect_point(&entry, &want);
        }
    BN_free(k);
}

/* ------------------------------------------------------------------------------------
 * Addition and doubling
 */

static void complete_addition(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS / 4; round++) {
        p256_affine p, minus_p, other;
        p256_jacobian a, r, scaled;
        EC_POINT *q = random_point(&p), *o = random_point(&other);
        BIGNUM *one = near(0, 1), *two = near(0, 2);
        struct encoded once = oracle_mul(NULL, q, one), twice = oracle_mul(NULL, q, two),
                       infinity = oracle_mul(NULL, q, order);

        /* The same point with another z: (p - other) + other */
        minus_p = other;
        p256_fe_neg(&minus_p.y, &minus_p.y);
        p256_point_from_affine(&a, &p);
        p256_point_add(&r, &a, &minus_p);
        p256_point_add(&scaled, &r, &other);
        expect_point(&scaled, &once);

        p256_point_double(&r, &scaled);
        expect_point(&r, &twice);
        p256_point_add_vartime(&r, &scaled, &p);
        expect_point(&r, &twice);
        r = scaled;
        p256_point_add_vartime(&r, &r, &p);
        expect_point(&r, &twice);
        p256_point_add(&r, &scaled, &p); /* the exception, as documented */
        assert_true(p256_fe_is_zero(&r.x) && p256_fe_is_zero(&r.y) && p256_fe_is_zero(&r.z));

        minus_p = p;
        p256_fe_neg(&minus_p.y, &minus_p.y);
        p256_point_add(&r, &scaled, &minus_p);
        expect_point(&r, &infinity);
        p256_point_add_vartime(&a, &scaled, &minus_p);
        expect_point(&a, &infinity);
        p256_point_double(&a, &r);
        expect_point(&a, &infinity);
        p256_point_add(&a, &r, &p);
        expect_point(&a, &infinity);
        p256_point_add_vartime(&a, &r, &p);
        expect_point(&a, &once);

        BN_free(one);
        BN_free(two);
        EC_POINT_free(q);
        EC_POINT_free(o);
    }
}

static void every_table_size(void **state)
{
    (void)state;
    p256_affine p, table[P256_MAX_MULTIPLES];
    EC_POINT *q = random_point(&p);
    for (size_t count = 1; count <= P256_MAX_MULTIPLES; count += FEWER) {
        p256_point_odd_multiples(table, count, &p);
        for (size_t i = 0; i < count; i++) {
            p256_jacobian entry;
            BIGNUM *k = near(0, (int)(2 * i + 1));
            struct encoded want = oracle_mul(NULL, q, k);
            p256_point_from_affine(&entry, &table[i]);
            expect_point(&entry, &want);
            BN_free(k);
        }
    }
    EC_POINT_free(q);
}

/* ------------------------------------------------------------------------------------
 * Encoding
 */

static void encodings(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        p256_affine p, back;
        uint8_t full[P256_UNCOMPRESSED_BYTES], compressed[P256_COMPRESSED_BYTES], theirs[65];
        EC_POINT *q = random_point(&p);
        p256_point_encode(full, &p);
        p256_point_encode_compressed(compressed, &p);
        assert_int_equal(
            EC_POINT_point2oct(group, q, POINT_CONVERSION_COMPRESSED, theirs, sizeof theirs, bn),
            sizeof compressed);
        assert_memory_equal(compressed, theirs, sizeof compressed);
        assert_int_equal(p256_point_decode(&back, compressed, sizeof compressed), 1);
        assert_memory_equal(&back, &p, sizeof p);

        /* Every other prefix, every other length, and a point beside the curve. */
        for (unsigned prefix = 0; prefix < 256; prefix++) {
            full[0] = compressed[0] = (uint8_t)prefix;
            assert_int_equal(p256_point_decode(&back, full, sizeof full), prefix == 4);
            assert_int_equal(p256_point_decode(&back, compressed, sizeof compressed),
                             prefix == 2 || prefix == 3);
        }
        full[0] = 4;
        for (size_t len = 0; len < sizeof full; len++)
            assert_int_equal(p256_point_decode(&back, full, len), 0);
        full[1 + random_below(64)] ^= (uint8_t)(1u << random_below(8));
        EC_POINT *refused = EC_POINT_new(group);
        assert_int_equal(p256_point_decode(&back, full, sizeof full),
                         EC_POINT_oct2point(group, refused, full, sizeof full, bn) == 1);
        EC_POINT_free(refused);
        EC_POINT_free(q);
    }
}

/* Every small x, as OpenSSL sees it: about half are on the curve. Coordinates of p and above. */
static void edge_encodings(void **state)
{
    (void)state;
    uint8_t in[P256_COMPRESSED_BYTES] = {2}, full[P256_UNCOMPRESSED_BYTES] = {4};
    p256_affine p;
    EC_POINT *q = EC_POINT_new(group);
    for (unsigned x = 0; x < 256; x++)
        for (uint8_t prefix = 2; prefix <= 3; prefix++) {
            in[0] = prefix;
            in[32] = (uint8_t)x;
            int theirs = EC_POINT_oct2point(group, q, in, sizeof in, bn);
            assert_int_equal(p256_point_decode(&p, in, sizeof in), theirs == 1);
        }
    /* x = 0 is on the curve, so x = p would be if it were not refused. */
    memset(in + 1, 0, 32);
    assert_int_equal(p256_point_decode(&p, in, sizeof in), 1);
    p256_point_encode(full, &p);
    limbs_to_bytes(in + 1, &P256_P);
    assert_int_equal(p256_point_decode(&p, in, sizeof in), 0);
    limbs_to_bytes(full + 1, &P256_P);
    assert_int_equal(p256_point_decode(&p, full, sizeof full), 0);
    EC_POINT_free(q);
}

/* ------------------------------------------------------------------------------------
 * Scalars
 */

static void expect_scalar(const p256_scalar *got, const BIGNUM *want)
{
    p256_scalar expected;
    to_scalar(&expected, want);
    assert_memory_equal(got, &expected, sizeof expected);
}

static void check_scalars(const BIGNUM *x, const BIGNUM *y)
{
    p256_scalar a, b, r, a_before;
    BIGNUM *want = BN_new(), *reduced = BN_new();
    to_scalar(&a, x);
    to_scalar(&b, y);
    a_before = a;
    BN_nnmod(reduced, x, order, bn);

    p256_scalar_add(&r, &a, &b);
    BN_mod_add(want, x, y, order, bn);
    expect_scalar(&r, want);
    p256_scalar_mul(&r, &a, &b);
    BN_mod_mul(want, x, y, order, bn);
    expect_scalar(&r, want);
    r = a;
    p256_scalar_mul(&r, &r, &r);
    BN_mod_sqr(want, x, order, bn);
    expect_scalar(&r, want);
    if (!BN_is_zero(reduced)) {
        assert_non_null(BN_mod_inverse(want, reduced, order, bn));
        p256_scalar_inv_vartime(&r, &a);
        expect_scalar(&r, want);
    } else {
        BN_zero(want);
    }
    p256_scalar_inv(&r, &a);
    expect_scalar(&r, want);

    assert_int_equal(p256_scalar_is_zero(&a), BN_is_zero(reduced));
    assert_int_equal(p256_scalar_equal(&a, &a), 1);
    to_scalar(&r, y);
    assert_int_equal(p256_scalar_equal(&a, &b), memcmp(&a, &b, sizeof a) == 0);
    assert_int_equal(p256_scalar_make_odd(&r, &a), !BN_is_odd(reduced));
    if (!BN_is_odd(reduced))
        BN_sub(reduced, order, reduced);
    uint8_t ours[32], theirs[32];
    p256_scalar_to_bytes(ours, &r);
    BN_bn2binpad(reduced, theirs, 32);
    assert_memory_equal(ours, theirs, 32);
    p256_scalar_to_bytes_le(ours, &r);
    BN_bn2lebinpad(reduced, theirs, 32);
    assert_memory_equal(ours, theirs, 32);
    assert_memory_equal(&a, &a_before, sizeof a);
    BN_free(want);
    BN_free(reduced);
}

static void scalars(void **state)
{
    (void)state;
    BIGNUM *edge[6] = {near(0, 0), near(0, 1), near(0, 2), near(1, -1), near(1, -2), near(0, 3)};
    for (size_t i = 0; i < COUNT_OF(edge); i++)
        for (size_t j = 0; j < COUNT_OF(edge); j++)
            check_scalars(edge[i], edge[j]);
    for (int round = 0; round < ROUNDS; round++) {
        BIGNUM *x = random_number(), *y = random_number();
        check_scalars(x, y);
        check_scalars(x, edge[round % 6]);
        BN_free(x);
        BN_free(y);
    }
    for (size_t i = 0; i < COUNT_OF(edge); i++)
        BN_free(edge[i]);
}

/* Bytes around n and 2^256. */
static void scalar_bytes(void **state)
{
    (void)state;
    uint8_t bytes[32], plus[32], back[32];
    p256_scalar r;
    for (int offset = -NEAR; offset <= NEAR; offset++) {
        BIGNUM *k = near(1, offset), *reduced = BN_new();
        assert_int_equal(BN_bn2binpad(k, bytes, 32), 32);
        assert_int_equal(p256_scalar_from_bytes(&r, bytes), offset < 0);
        if (offset >= 0)
            assert_int_equal(p256_scalar_is_zero(&r), 1);
        p256_scalar_from_bytes_reduce(&r, bytes);
        expect_scalar(&r, k);
        /* r + n is below 2^256 for r = 0, 1, ..., and not for n - 40, ... */
        assert_int_equal(p256_scalar_plus_order(plus, &r), offset >= 0);
        if (offset >= 0)
            assert_memory_equal(plus, bytes, 32);
        BN_nnmod(reduced, k, order, bn);
        p256_scalar_to_bytes(back, &r);
        BN_bn2binpad(reduced, bytes, 32);
        assert_memory_equal(back, bytes, 32);
        BN_free(k);
        BN_free(reduced);
    }
    memset(bytes, 0xff, sizeof bytes);
    assert_int_equal(p256_scalar_from_bytes(&r, bytes), 0);
    assert_int_equal(p256_scalar_is_zero(&r), 1);
    p256_scalar_from_bytes_reduce(&r, bytes);
    BIGNUM *k = BN_bin2bn(bytes, 32, NULL);
    expect_scalar(&r, k);
    BN_free(k);
}

/* ------------------------------------------------------------------------------------
 * Protocols
 */

/* The number `hex` as 32 bytes. */
static void from_hex(uint8_t out[32], const char *hex)
{
    BIGNUM *x = NULL;
    assert_int_equal(BN_hex2bn(&x, hex), strlen(hex));
    assert_int_equal(BN_bn2binpad(x, out, 32), 32);
    BN_free(x);
}

/* RFC 6979, appendix A.2.5, "With SHA-256", and the public key there. */
static void rfc6979(void **state)
{
    (void)state;
    static const struct {
        const char *message, *r, *s;
    } vectors[] = {
        {"sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
         "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"},
        {"test", "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
         "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"},
    };
    uint8_t key[32], public_key[P256_UNCOMPRESSED_BYTES], want[64], got[64];
    from_hex(key, "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721");
    assert_int_equal(p256_public_key(public_key, key), 1);
    from_hex(want, "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6");
    from_hex(want + 32, "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299");
    assert_memory_equal(public_key + 1, want, 64);
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        from_hex(want, vectors[i].r);
        from_hex(want + 32, vectors[i].s);
        assert_int_equal(p256_ecdsa_sign(got, key, vectors[i].message, strlen(vectors[i].message)),
                         1);
        assert_memory_equal(got, want, 64);
        assert_int_equal(p256_ecdsa_verify_vartime(got, public_key, sizeof public_key,
                                                   vectors[i].message, strlen(vectors[i].message)),
                         1);
    }
}

/* OpenSSL's key object of a key pair. */
static EVP_PKEY *to_openssl(const uint8_t secret[32], const uint8_t *point, size_t size)
{
    EC_KEY *key = NULL;
    EVP_PKEY *r = EVP_PKEY_new();
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* OpenSSL 1.1.1 has no other way */
    key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *d = BN_bin2bn(secret, 32, NULL);
    assert_int_equal(EC_KEY_set_private_key(key, d), 1);
    assert_int_equal(EC_KEY_oct2key(key, point, size, bn), 1);
    assert_int_equal(EVP_PKEY_assign_EC_KEY(r, key), 1);
#pragma GCC diagnostic pop
    BN_free(d);
    return r;
}

static void expect_same_secret(EVP_PKEY *alice, EVP_PKEY *bob, const uint8_t ours[32])
{
    uint8_t theirs[32];
    size_t size = sizeof theirs;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(alice, NULL);
    assert_int_equal(EVP_PKEY_derive_init(context), 1);
    assert_int_equal(EVP_PKEY_derive_set_peer(context, bob), 1);
    assert_int_equal(EVP_PKEY_derive(context, theirs, &size), 1);
    assert_memory_equal(theirs, ours, sizeof theirs);
    EVP_PKEY_CTX_free(context);
}

/* r || s into DER and back. */
static size_t to_der(uint8_t der[80], const uint8_t raw[64])
{
    ECDSA_SIG *signature = ECDSA_SIG_new();
    uint8_t *end = der;
    assert_int_equal(
        ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL)), 1);
    int size = i2d_ECDSA_SIG(signature, &end);
    assert_true(size > 0);
    ECDSA_SIG_free(signature);
    return (size_t)size;
}

static void from_der(uint8_t raw[64], const uint8_t *der, size_t size)
{
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &der, (long)size);
    assert_non_null(signature);
    assert_int_equal(BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, 32), 32);
    assert_int_equal(BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + 32, 32), 32);
    ECDSA_SIG_free(signature);
}

static int openssl_verifies(EVP_PKEY *key, const uint8_t raw[64], const void *message, size_t len)
{
    uint8_t der[80];
    size_t size = to_der(der, raw);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key), 1);
    int right = EVP_DigestVerify(context, der, size, message, len);
    EVP_MD_CTX_free(context);
    return right == 1;
}

static void openssl_signs(uint8_t raw[64], EVP_PKEY *key, const void *message, size_t len)
{
    uint8_t der[80];
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    assert_int_equal(EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key), 1);
    assert_int_equal(EVP_DigestSign(context, der, &size, message, len), 1);
    EVP_MD_CTX_free(context);
    from_der(raw, der, size);
}

static void check_signatures(EVP_PKEY *theirs, const uint8_t secret[32], const uint8_t *point,
                             size_t point_size)
{
    uint8_t message[200], signature[64], again[64];
    size_t len = random_below(sizeof message + 1);
    random_bytes(message, sizeof message);
    assert_int_equal(p256_ecdsa_sign(signature, secret, message, len), 1);
    assert_true(openssl_verifies(theirs, signature, message, len));
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, point_size, message, len), 1);
    assert_int_equal(p256_ecdsa_sign(again, secret, message, len), 1);
    assert_memory_equal(again, signature, sizeof again);

    openssl_signs(signature, theirs, message, len);
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, point_size, message, len), 1);
    signature[random_below(64)] ^= (uint8_t)(1u << random_below(8));
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, point_size, message, len), 0);
    assert_false(openssl_verifies(theirs, signature, message, len));
}

static void random_keys_beside_openssl(void **state)
{
    (void)state;
    uint8_t secret[32], point[65], peer_secret[32], peer[65], shared[32];
    random_bytes(peer_secret, sizeof peer_secret);
    peer_secret[0] &= 0x7f; /* below n */
    assert_int_equal(p256_public_key(peer, peer_secret), 1);
    EVP_PKEY *their_peer = to_openssl(peer_secret, peer, sizeof peer);
    for (int i = 0; i < RANDOM_KEYS; i++) {
        do {
            random_bytes(secret, sizeof secret);
        } while (!p256_public_key(point, secret));
        EVP_PKEY *theirs = to_openssl(secret, point, sizeof point);
        BIGNUM *d = BN_bin2bn(secret, 32, NULL);
        struct encoded want = oracle_mul(d, NULL, NULL);
        assert_memory_equal(point, want.bytes, sizeof point);
        assert_int_equal(p256_ecdh(shared, secret, peer, sizeof peer), 1);
        expect_same_secret(theirs, their_peer, shared);
        assert_int_equal(p256_ecdh(shared, peer_secret, point, sizeof point), 1);
        expect_same_secret(their_peer, theirs, shared);
        check_signatures(theirs, secret, point, sizeof point);
        BN_free(d);
        EVP_PKEY_free(theirs);
    }
    EVP_PKEY_free(their_peer);
}

static int openssl_verifies_digest(EVP_PKEY *key, const uint8_t raw[64], const uint8_t digest[32])
{
    uint8_t der[80];
    size_t size = to_der(der, raw);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key, NULL);
    assert_int_equal(EVP_PKEY_verify_init(context), 1);
    int right = EVP_PKEY_verify(context, der, size, digest, 32);
    EVP_PKEY_CTX_free(context);
    return right == 1;
}

/* Digests around n and 2^256, both ways; a random one is seldom above n. */
static void digests_near_order(void **state)
{
    (void)state;
    uint8_t secret[32] = {[0] = 0x5a, [31] = 1}, point[65], digest[32], signature[64];
    assert_int_equal(p256_public_key(point, secret), 1);
    EVP_PKEY *theirs = to_openssl(secret, point, sizeof point);
    for (int offset = -2; offset <= 3; offset++) {
        BIGNUM *z = near(1, offset);
        BN_bn2binpad(z, digest, 32);
        if (offset == 3)
            memset(digest, 0xff, sizeof digest);
        assert_int_equal(p256_ecdsa_sign_digest(signature, secret, digest), 1);
        assert_true(openssl_verifies_digest(theirs, signature, digest));
        assert_int_equal(p256_ecdsa_verify_digest_vartime(signature, point, sizeof point, digest),
                         1);
        BN_free(z);
    }
    EVP_PKEY_free(theirs);
}

static void bad_keys_and_signatures(void **state)
{
    (void)state;
    uint8_t zero[32] = {0}, one[32] = {0}, bad[32], point[65], other[65], shared[32], signature[64],
            r[32];
    one[31] = 1;
    BN_bn2binpad(order, bad, 32);
    assert_int_equal(p256_public_key(point, one), 1);
    assert_int_equal(p256_public_key(other, zero), 0);
    assert_int_equal(p256_public_key(other, bad), 0);
    assert_int_equal(p256_ecdh(shared, zero, point, sizeof point), 0);
    assert_memory_equal(shared, zero, 32);
    assert_int_equal(p256_ecdh(shared, bad, point, sizeof point), 0);
    assert_int_equal(p256_ecdh(shared, one, point, sizeof point), 1);
    assert_memory_equal(shared, point + 1, 32);
    assert_int_equal(p256_ecdh(shared, one, point, sizeof point - 1), 0);
    assert_memory_equal(shared, zero, 32);
    assert_int_equal(p256_ecdsa_sign(signature, zero, "m", 1), 0);
    assert_int_equal(p256_ecdsa_sign(signature, bad, "m", 1), 0);
    assert_int_equal(p256_ecdsa_sign(signature, one, "m", 1), 1);
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, sizeof point, "m", 1), 1);

    /* r and s that are 0 or n; keys that are none. */
    for (int half = 0; half < 2; half++) {
        memcpy(r, signature + 32 * half, 32);
        memcpy(signature + 32 * half, zero, 32);
        assert_int_equal(p256_ecdsa_verify_vartime(signature, point, sizeof point, "m", 1), 0);
        memcpy(signature + 32 * half, bad, 32);
        assert_int_equal(p256_ecdsa_verify_vartime(signature, point, sizeof point, "m", 1), 0);
        memcpy(signature + 32 * half, r, 32);
    }
    point[64] ^= 1;
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, sizeof point, "m", 1), 0);
    assert_int_equal(p256_ecdsa_verify_vartime(signature, point, 0, "m", 1), 0);
}

/*
 * A key for which r = s = 2^200, z = 5 * 2^200 lead to the point R with x = 0: u1 = 5, u2 = 1,
 * Q = R - 5G. x is not r, and r + n, though below 2^256, is no element: p and above must not be
 * taken for 0.
 */
static void signature_of_x_zero(void **state)
{
    (void)state;
    const uint8_t zero_x[P256_COMPRESSED_BYTES] = {2}, digest[32] = {[6] = 5};
    const uint8_t signature[64] = {[6] = 1, [38] = 1};
    BIGNUM *minus_five = near(1, -5), *one = near(0, 1);
    EC_POINT *r = EC_POINT_new(group);
    assert_int_equal(EC_POINT_oct2point(group, r, zero_x, sizeof zero_x, bn), 1);
    struct encoded key = oracle_mul(minus_five, r, one);
    assert_int_equal(p256_ecdsa_verify_digest_vartime(signature, key.bytes, key.size, digest), 0);
    BN_free(minus_five);
    BN_free(one);
    EC_POINT_free(r);
}

/* A new key pair is one, and another each time. */
static void generated_keys(void **state)
{
    (void)state;
    uint8_t first[32], second[32], point[65], again[65];
    assert_int_equal(p256_generate_key(first, point), 1);
    assert_int_equal(p256_generate_key(second, point), 1);
    assert_memory_not_equal(first, second, 32);
    assert_int_equal(p256_public_key(again, second), 1);
    assert_memory_equal(point, again, sizeof point);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(encodings),
    cmocka_unit_test(edge_encodings),
    cmocka_unit_test(complete_addition),
    cmocka_unit_test(every_table_size),
    cmocka_unit_test(base_table),
    cmocka_unit_test(scalars),
    cmocka_unit_test(scalar_bytes),
    cmocka_unit_test(multiples_near_zero_and_order),
    cmocka_unit_test(multiples_at_exceptions),
    cmocka_unit_test(random_multiples),
    cmocka_unit_test(sums_of_dependent_points),
    cmocka_unit_test(rfc6979),
    cmocka_unit_test(random_keys_beside_openssl),
    cmocka_unit_test(digests_near_order),
    cmocka_unit_test(bad_keys_and_signatures),
    cmocka_unit_test(signature_of_x_zero),
    cmocka_unit_test(generated_keys),
};

int main(void)
{
    size_t position = 0;
    int failed = 0;
    const char *kernel;
    random_start(stdout, "");
    while ((kernel = next_kernel(&position)) != NULL) {
        printf("kernel %s\n", kernel);
        fflush(stdout);
        failed += cmocka_run_group_tests_name(kernel, tests, open_group, close_group);
    }
    return failed != 0;
}
