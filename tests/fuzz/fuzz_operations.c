/* SPDX-License-Identifier: MIT */
#include "fuzz_operations.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "oracle_bn.h"
#include "support.h"

/* ------------------------------------------------------------------------------------
 * Operands
 */

static size_t length(const struct instruction *i)
{
    return i->n % (MAX_N + 1);
}

/* Of the array in the block that `operand` names. */
static size_t first_cell(const struct instruction *i, uint8_t operand)
{
    size_t block = operand % BLOCKS;
    return SINGLES + BLOCK * block + (i->u >> 2 * block & 3u);
}

/* The array itself. Two in one block are the same, since no other overlap is allowed. Where
 * n = 0 it may be NULL, and is. */
static p256_fe *array(struct memory *m, const struct instruction *i, uint8_t operand)
{
    return length(i) == 0 ? NULL : &m->cell[first_cell(i, operand)];
}

/* Bytes apart from the cells. */
static uint8_t *bytes(struct memory *m, const struct instruction *i)
{
    return m->bytes + (i->u & MAX_SHIFT);
}

/* Bytes apart, or such as overlap a cell in one way or another. */
static uint8_t *bytes_near(struct memory *m, const struct instruction *i, uint8_t cell)
{
    size_t place = 32 * (size_t)cell + i->b % 64;
    if (i->c % 2 == 0)
        return bytes(m, i);
    return (uint8_t *)m->cell + (place < 32 ? 0 : place - 32);
}

/* Bytes apart, or those of an array. */
static uint8_t *bytes_of_array(struct memory *m, const struct instruction *i, uint8_t operand)
{
    if (length(i) == 0)
        return NULL;
    return i->c % 2 == 0 ? bytes(m, i) : (uint8_t *)array(m, i, operand);
}

/* A string of 0 to 99 bytes, NULL if empty. */
static size_t byte_count(const struct instruction *i)
{
    return i->n % 100;
}

static uint8_t *unless_empty(const struct instruction *i, uint8_t *string)
{
    return byte_count(i) == 0 ? NULL : string;
}

static int flag(const struct instruction *i)
{
    return (int)(uint32_t)i->k;
}

#define CELL(x)    (&m->cell[i->x])
#define ARRAY(x)   array(m, i, i->x)
#define LENGTH     length(i)
#define FLAG       flag(i)
#define EXPONENT   unless_empty(i, bytes(m, i)), byte_count(i)
#define BYTES_R    bytes_near(m, i, i->r)
#define BYTES_A    bytes_near(m, i, i->a)
#define STRING_R   unless_empty(i, BYTES_R), byte_count(i)
#define BYTES_OF_R bytes_of_array(m, i, i->r)
#define BYTES_OF_A bytes_of_array(m, i, i->a)

/* ------------------------------------------------------------------------------------
 * Operations on single elements: what the library does, and what the oracle.
 */

#define PERFORM(side, name, expression)                                                            \
    static int side##_##name(struct memory *m, const struct instruction *i)                        \
    {                                                                                              \
        return expression;                                                                         \
    }
#define FUNC(name, of_library, of_oracle)                                                          \
    PERFORM(library, name, of_library)                                                             \
    PERFORM(oracle, name, of_oracle)
#define PROC(name, of_library, of_oracle) FUNC(name, (of_library, 0), (of_oracle, 0))

PROC(fe_add, p256_fe_add(CELL(r), CELL(a), CELL(b)), oracle_add(CELL(r), CELL(a), CELL(b)))
PROC(fe_sub, p256_fe_sub(CELL(r), CELL(a), CELL(b)), oracle_sub(CELL(r), CELL(a), CELL(b)))
PROC(fe_neg, p256_fe_neg(CELL(r), CELL(a)), oracle_neg(CELL(r), CELL(a)))
PROC(fe_double, p256_fe_double(CELL(r), CELL(a)), oracle_double(CELL(r), CELL(a)))
PROC(fe_triple, p256_fe_triple(CELL(r), CELL(a)), oracle_triple(CELL(r), CELL(a)))
PROC(fe_half, p256_fe_half(CELL(r), CELL(a)), oracle_half(CELL(r), CELL(a)))
PROC(fe_mul, p256_fe_mul(CELL(r), CELL(a), CELL(b)), oracle_mul(CELL(r), CELL(a), CELL(b)))
PROC(fe_mul_u32, p256_fe_mul_u32(CELL(r), CELL(a), (uint32_t)i->k),
     oracle_mul_u32(CELL(r), CELL(a), (uint32_t)i->k))
PROC(fe_sqr, p256_fe_sqr(CELL(r), CELL(a)), oracle_sqr(CELL(r), CELL(a)))
PROC(fe_sqr_times, p256_fe_sqr_times(CELL(r), CELL(a), i->n),
     oracle_sqr_times(CELL(r), CELL(a), i->n))
FUNC(fe_inv, p256_fe_inv(CELL(r), CELL(a)), oracle_inv(CELL(r), CELL(a)))
FUNC(fe_inv_vartime, p256_fe_inv_vartime(CELL(r), CELL(a)), oracle_inv(CELL(r), CELL(a)))
FUNC(fe_sqrt, p256_fe_sqrt(CELL(r), CELL(a)), oracle_sqrt(CELL(r), CELL(a)))
FUNC(fe_is_square, p256_fe_is_square(CELL(a)), oracle_is_square(CELL(a)))
PROC(fe_pow_vartime, p256_fe_pow_vartime(CELL(r), CELL(a), EXPONENT),
     oracle_pow(CELL(r), CELL(a), EXPONENT))
FUNC(fe_equal, p256_fe_equal(CELL(a), CELL(b)), same(CELL(a), CELL(b)))
FUNC(fe_is_odd, p256_fe_is_odd(CELL(a)), oracle_is_odd(CELL(a)))

static int is_u64(const p256_fe *a, uint64_t x)
{
    p256_fe t;
    oracle_from_u64(&t, x);
    return same(a, &t);
}

FUNC(fe_is_zero, p256_fe_is_zero(CELL(a)), is_u64(CELL(a), 0))
FUNC(fe_is_one, p256_fe_is_one(CELL(a)), is_u64(CELL(a), 1))
PROC(fe_from_u64, p256_fe_from_u64(CELL(r), i->k), oracle_from_u64(CELL(r), i->k))

static int with_any_limbs(int is_valid(const p256_fe *), const uint8_t limbs[32])
{
    p256_fe a;
    memcpy(&a, limbs, sizeof a);
    return is_valid(&a);
}

FUNC(fe_is_valid, with_any_limbs(p256_fe_is_valid, bytes(m, i)),
     with_any_limbs(oracle_is_valid, bytes(m, i)))

static void reverse(uint8_t out[32], const uint8_t in[32])
{
    uint8_t t[32];
    for (int j = 0; j < 32; j++)
        t[j] = in[31 - j];
    memcpy(out, t, sizeof t);
}

static int oracle_from_bytes_le(p256_fe *r, const uint8_t in[32])
{
    uint8_t big_endian[32];
    reverse(big_endian, in);
    return oracle_from_bytes(r, big_endian);
}

static void oracle_to_bytes_le(uint8_t out[32], const p256_fe *a)
{
    oracle_to_bytes(out, a);
    reverse(out, out);
}

static int reduce_up_to_64(p256_fe *r, const uint8_t *in, size_t len)
{
    oracle_from_bytes_reduce(r, in, len <= 64 ? len : 0);
    return len <= 64;
}

FUNC(fe_from_bytes, p256_fe_from_bytes(CELL(r), BYTES_R), oracle_from_bytes(CELL(r), BYTES_R))
FUNC(fe_from_bytes_le, p256_fe_from_bytes_le(CELL(r), BYTES_R),
     oracle_from_bytes_le(CELL(r), BYTES_R))
PROC(fe_to_bytes, p256_fe_to_bytes(BYTES_A, CELL(a)), oracle_to_bytes(BYTES_A, CELL(a)))
PROC(fe_to_bytes_le, p256_fe_to_bytes_le(BYTES_A, CELL(a)), oracle_to_bytes_le(BYTES_A, CELL(a)))
FUNC(fe_from_bytes_reduce, p256_fe_from_bytes_reduce(CELL(r), STRING_R),
     reduce_up_to_64(CELL(r), STRING_R))

/* ------------------------------------------------------------------------------------
 * Moves
 */

static void swap(p256_fe *a, p256_fe *b)
{
    p256_fe t = *a;
    *a = *b;
    *b = t;
}

static void copy(p256_fe *r, const p256_fe *a)
{
    *r = *a;
}

PROC(fe_cmov, p256_fe_cmov(CELL(r), CELL(a), FLAG), FLAG ? copy(CELL(r), CELL(a)) : (void)0)
PROC(fe_cswap, p256_fe_cswap(CELL(r), CELL(a), FLAG), FLAG ? swap(CELL(r), CELL(a)) : (void)0)
PROC(fe_cneg, p256_fe_cneg(CELL(r), CELL(a), FLAG),
     FLAG ? oracle_neg(CELL(r), CELL(a)) : copy(CELL(r), CELL(a)))

/* A table in the block of a, and a row in another one. */
struct table {
    size_t rows, width, index;
    p256_fe *row;
    const p256_fe *table;
};

static struct table table_of(struct memory *m, const struct instruction *i)
{
    struct table t = {LENGTH, i->b % 9, 0, NULL, NULL};
    if (t.rows > 0 && t.width > MAX_N / t.rows)
        t.width = MAX_N / t.rows;
    t.index = i->c < 192 ? i->c % (t.rows + 2) : (size_t)i->k;
    if (t.rows * t.width > 0)
        t.table = ARRAY(a);
    if (t.width > 0)
        t.row = &m->cell[SINGLES + BLOCK * ((i->a + 1u + i->r % 3) % BLOCKS)];
    return t;
}

static int library_fe_lookup(struct memory *m, const struct instruction *i)
{
    struct table t = table_of(m, i);
    p256_fe_lookup(t.row, t.table, t.rows, t.width, t.index);
    return 0;
}

static int oracle_fe_lookup(struct memory *m, const struct instruction *i)
{
    struct table t = table_of(m, i);
    for (size_t j = 0; j < t.width; j++)
        if (t.index < t.rows)
            t.row[j] = t.table[t.index * t.width + j];
        else
            t.row[j] = (p256_fe){{0, 0, 0, 0}};
    return 0;
}

/* ------------------------------------------------------------------------------------
 * Arrays: the oracle goes through them element by element.
 */

#define ARRAYS(name, of_library, of_each)                                                          \
    PERFORM(library, name, (of_library, 0))                                                        \
    static int oracle_##name(struct memory *m, const struct instruction *i)                        \
    {                                                                                              \
        const p256_fe s = *CELL(b); /* as it is on entry */                                        \
        for (size_t j = 0; j < LENGTH; j++) {                                                      \
            p256_fe *r = ARRAY(r) + j, *a = ARRAY(a) + j, *b = ARRAY(b) + j, *c = ARRAY(c) + j;    \
            (void)s, (void)a, (void)b, (void)c;                                                    \
            of_each;                                                                               \
        }                                                                                          \
        return 0;                                                                                  \
    }

static void mul_add(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c)
{
    p256_fe t;
    oracle_mul(&t, a, b);
    oracle_add(r, &t, c);
}

ARRAYS(fe_clear, p256_fe_clear(ARRAY(r), LENGTH), oracle_sub(r, r, r))
ARRAYS(vec_add, p256_vec_add(ARRAY(r), ARRAY(a), ARRAY(b), LENGTH), oracle_add(r, a, b))
ARRAYS(vec_sub, p256_vec_sub(ARRAY(r), ARRAY(a), ARRAY(b), LENGTH), oracle_sub(r, a, b))
ARRAYS(vec_neg, p256_vec_neg(ARRAY(r), ARRAY(a), LENGTH), oracle_neg(r, a))
ARRAYS(vec_mul, p256_vec_mul(ARRAY(r), ARRAY(a), ARRAY(b), LENGTH), oracle_mul(r, a, b))
ARRAYS(vec_sqr, p256_vec_sqr(ARRAY(r), ARRAY(a), LENGTH), oracle_sqr(r, a))
ARRAYS(vec_scale, p256_vec_scale(ARRAY(r), ARRAY(a), CELL(b), LENGTH), oracle_mul(r, a, &s))
ARRAYS(vec_axpy, p256_vec_axpy(ARRAY(r), CELL(b), ARRAY(a), LENGTH), mul_add(r, &s, a, r))
ARRAYS(vec_mul_add, p256_vec_mul_add(ARRAY(r), ARRAY(a), ARRAY(b), ARRAY(c), LENGTH),
       mul_add(r, a, b, c))
ARRAYS(vec_cmov, p256_vec_cmov(ARRAY(r), ARRAY(a), FLAG, LENGTH), *r = FLAG ? *a : *r)
PROC(vec_dot, p256_vec_dot(CELL(r), ARRAY(a), ARRAY(b), LENGTH),
     oracle_dot(CELL(r), ARRAY(a), ARRAY(b), LENGTH))
PROC(vec_sum, p256_vec_sum(CELL(r), ARRAY(a), LENGTH), oracle_sum(CELL(r), ARRAY(a), LENGTH))

static int invert_all(p256_fe *r, const p256_fe *a, size_t n)
{
    int nonzero = 1;
    for (size_t j = 0; j < n; j++)
        nonzero &= oracle_inv(&r[j], &a[j]);
    return nonzero;
}

static int decode_all(p256_fe *r, const uint8_t *in, size_t n)
{
    int canonical = 1;
    for (size_t j = 0; j < n; j++)
        canonical &= oracle_from_bytes(&r[j], in + 32 * j);
    return canonical;
}

static void encode_all(uint8_t *out, const p256_fe *a, size_t n)
{
    for (size_t j = 0; j < n; j++)
        oracle_to_bytes(out + 32 * j, &a[j]);
}

FUNC(vec_inv, p256_vec_inv(ARRAY(r), ARRAY(a), LENGTH), invert_all(ARRAY(r), ARRAY(a), LENGTH))
FUNC(vec_from_bytes, p256_vec_from_bytes(ARRAY(r), BYTES_OF_R, LENGTH),
     decode_all(ARRAY(r), BYTES_OF_R, LENGTH))
PROC(vec_to_bytes, p256_vec_to_bytes(BYTES_OF_A, ARRAY(a), LENGTH),
     encode_all(BYTES_OF_A, ARRAY(a), LENGTH))

/* ------------------------------------------------------------------------------------
 * The library itself and the choice of kernel: 1 where all is as it should be.
 */

const char *automatic_kernel;

static int always_1(struct memory *m, const struct instruction *i)
{
    (void)m;
    (void)i;
    return 1;
}

static int library_field_set_kernel(struct memory *m, const struct instruction *i)
{
    (void)m;
    const size_t count = p256_field_kernel_count();
    const size_t choice = i->a % (count + 3); /* a kernel, NULL, or no kernel's name */
    const char *name = p256_field_kernel_name(choice), *active = p256_field_kernel();
    int accepted = p256_field_kernel_supported(choice);
    if (choice > count)
        name = choice == count + 1 ? "" : "no such kernel";
    else if (choice == count)
        accepted = 1;
    if (accepted)
        active = name != NULL ? name : automatic_kernel;
    return p256_field_set_kernel(name) == accepted && strcmp(p256_field_kernel(), active) == 0;
}

static int library_field_init(struct memory *m, const struct instruction *i)
{
    (void)m;
    const char *active = p256_field_kernel();
    const size_t past = p256_field_kernel_count() + (size_t)i->k % 1000;
    char version[40];
    snprintf(version, sizeof version, "%d.%d.%d", P256_FIELD_VERSION_MAJOR,
             P256_FIELD_VERSION_MINOR, P256_FIELD_VERSION_PATCH);
    p256_field_init();
    return p256_field_kernel() == active && strcmp(p256_field_version(), version) == 0 &&
           p256_field_kernel_name(past) == NULL && !p256_field_kernel_supported(past) &&
           is_u64(&P256_FE_ZERO, 0) && is_u64(&P256_FE_ONE, 1);
}

/* ------------------------------------------------------------------------------------
 * Instructions that only prepare operands. What they compute need not be right, only below
 * p, so two of them use the library.
 */

void reduce_once(p256_fe *a)
{
    uint64_t borrow = 0;
    p256_fe t;
    for (int j = 0; j < 4; j++) {
        uint64_t x = a->limb[j], y = P256_P.limb[j];
        t.limb[j] = x - y - borrow;
        borrow = x < y || (x == y && borrow);
    }
    if (!borrow)
        *a = t;
}

static int oracle_limbs(struct memory *m, const struct instruction *i)
{
    limbs_from_bytes(CELL(r), i->raw);
    reduce_once(CELL(r));
    return 0;
}

uint64_t edge_word(uint8_t choice)
{
    static const uint64_t words[16] = {
        0,
        1,
        UINT64_C(1) << 63,
        UINT64_C(1) << 32,
        UINT64_C(1) << 31,
        UINT64_C(0xffffffff00000001),
        UINT64_C(0xffffffff00000000),
        UINT64_C(0xfffffffe00000000),
        UINT64_C(1) << 29,
        UINT64_C(1) << 52,
        UINT64_C(1) << 48,
        UINT64_C(1) << 44,
        UINT64_C(1) << 36,
        UINT64_C(1) << 12,
        UINT64_C(0x5555555555555555),
        UINT64_C(0x0123456789abcdef),
    };
    uint64_t distance = choice / 32;
    return words[choice % 16] + (choice & 16 ? 0 - distance : distance);
}

static int oracle_edge_words(struct memory *m, const struct instruction *i)
{
    for (int j = 0; j < 4; j++)
        CELL(r)->limb[j] = edge_word(i->raw[j]);
    reduce_once(CELL(r));
    return 0;
}

p256_fe edge_value(size_t i)
{
    size_t count;
    const p256_fe *edges = edge_values(&count);
    return edges[i % count];
}

static int oracle_edge_value(struct memory *m, const struct instruction *i)
{
    *CELL(r) = edge_value(i->a + 256 * (size_t)i->b);
    return 0;
}

/* c with the bits a .. b-1 flipped */
static int oracle_run(struct memory *m, const struct instruction *i)
{
    *CELL(r) = *CELL(c);
    for (int j = i->a; j < i->b; j++)
        CELL(r)->limb[j / 64] ^= UINT64_C(1) << (j % 64);
    reduce_once(CELL(r));
    return 0;
}

static int oracle_copy(struct memory *m, const struct instruction *i)
{
    for (size_t j = 0; j < LENGTH; j++)
        ARRAY(r)[j] = ARRAY(a)[j];
    return 0;
}

static int oracle_fill(struct memory *m, const struct instruction *i)
{
    const p256_fe value = *CELL(a);
    for (size_t j = 0; j < LENGTH; j++)
        ARRAY(r)[j] = value;
    return 0;
}

/* Words of a pseudorandom sequence (SplitMix64), or edge words, the more the smaller a is. */
static int oracle_random(struct memory *m, const struct instruction *i)
{
    uint64_t state = i->k;
    for (size_t j = 0; j < 4 * LENGTH; j++) {
        uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
        p256_fe *r = ARRAY(r) + j / 4;
        r->limb[j % 4] = z >> 56 < i->a ? z : edge_word((uint8_t)z);
        if (j % 4 == 3)
            reduce_once(r);
    }
    return 0;
}

/* b/a, whose product with a is b: a special result of operands that are not. */
static int oracle_quotient(struct memory *m, const struct instruction *i)
{
    p256_fe inverse[MAX_N];
    (void)p256_vec_inv(inverse, ARRAY(a), LENGTH);
    p256_vec_mul(ARRAY(r), inverse, ARRAY(b), LENGTH);
    return 0;
}

/* A root of a or of -a, for the same end. */
static int oracle_root(struct memory *m, const struct instruction *i)
{
    if (!p256_fe_sqrt(CELL(r), CELL(a))) {
        p256_fe_neg(CELL(r), CELL(a));
        (void)p256_fe_sqrt(CELL(r), CELL(r));
    }
    return 0;
}

static uint8_t *place_in_bytes(struct memory *m, const struct instruction *i)
{
    return bytes(m, i) + 32 * (i->r % MAX_N);
}

static int oracle_bytes(struct memory *m, const struct instruction *i)
{
    memcpy(place_in_bytes(m, i), i->raw, sizeof i->raw);
    return 0;
}

/* The limbs of a, plus 0 to 15, plus p or not, mod 2^256, in either order of bytes. */
static int oracle_number(struct memory *m, const struct instruction *i)
{
    uint8_t *place = place_in_bytes(m, i);
    p256_fe x = *CELL(a);
    uint64_t carry = i->c % 16;
    for (int j = 0; j < 4; j++) {
        uint64_t addend = i->b & 1 ? P256_P.limb[j] : 0;
        x.limb[j] += carry;
        carry = x.limb[j] < carry;
        x.limb[j] += addend;
        carry += x.limb[j] < addend;
    }
    limbs_to_bytes(place, &x);
    if (i->b & 2)
        reverse(place, place);
    return 0;
}

/* ------------------------------------------------------------------------------------
 * The operations. The inputs name them by their places: new ones go to the end.
 */

#define OPERATION(name, operands)                                                                  \
    {                                                                                              \
        "p256_" #name, operands, library_##name, oracle_##name, 0                                  \
    }
#define LIBRARY_OPERATION(name)                                                                    \
    {                                                                                              \
        "p256_" #name, "", library_##name, always_1, 0                                             \
    }
#define PREPARATION(name, raw_bytes)                                                               \
    {                                                                                              \
        "prepare " #name, "", NULL, oracle_##name, raw_bytes                                       \
    }

const struct operation operations[] = {
    OPERATION(fe_from_bytes, "ri"),
    OPERATION(fe_to_bytes, "a"),
    OPERATION(fe_from_bytes_le, "ri"),
    OPERATION(fe_to_bytes_le, "a"),
    OPERATION(fe_from_bytes_reduce, "ri"),
    OPERATION(fe_from_u64, "r"),
    OPERATION(fe_is_valid, "e"),
    OPERATION(fe_add, "rab"),
    OPERATION(fe_sub, "rab"),
    OPERATION(fe_neg, "ra"),
    OPERATION(fe_double, "ra"),
    OPERATION(fe_triple, "ra"),
    OPERATION(fe_half, "ra"),
    OPERATION(fe_mul, "rab"),
    OPERATION(fe_mul_u32, "ra"),
    OPERATION(fe_sqr, "ra"),
    OPERATION(fe_sqr_times, "ra"),
    OPERATION(fe_inv, "ra"),
    OPERATION(fe_inv_vartime, "ra"),
    OPERATION(fe_sqrt, "ra"),
    OPERATION(fe_is_square, "a"),
    OPERATION(fe_pow_vartime, "rae"),
    OPERATION(fe_is_zero, "a"),
    OPERATION(fe_is_one, "a"),
    OPERATION(fe_equal, "ab"),
    OPERATION(fe_is_odd, "a"),
    OPERATION(fe_cmov, "ra"),
    OPERATION(fe_cswap, "ra"),
    OPERATION(fe_cneg, "ra"),
    OPERATION(fe_lookup, "A"),
    OPERATION(fe_clear, "R"),
    OPERATION(vec_add, "RAB"),
    OPERATION(vec_sub, "RAB"),
    OPERATION(vec_neg, "RA"),
    OPERATION(vec_mul, "RAB"),
    OPERATION(vec_sqr, "RA"),
    OPERATION(vec_scale, "RAb"),
    OPERATION(vec_axpy, "RAb"),
    OPERATION(vec_mul_add, "RABC"),
    OPERATION(vec_dot, "rAB"),
    OPERATION(vec_sum, "rA"),
    OPERATION(vec_inv, "RA"),
    OPERATION(vec_from_bytes, "RI"),
    OPERATION(vec_to_bytes, "A"),
    OPERATION(vec_cmov, "RA"),
    LIBRARY_OPERATION(field_set_kernel),
    LIBRARY_OPERATION(field_init),
    PREPARATION(limbs, 32),
    PREPARATION(edge_words, 4),
    PREPARATION(edge_value, 0),
    PREPARATION(run, 0),
    PREPARATION(copy, 0),
    PREPARATION(fill, 0),
    PREPARATION(random, 0),
    PREPARATION(quotient, 0),
    PREPARATION(root, 0),
    PREPARATION(bytes, 32),
    PREPARATION(number, 0),
};
const size_t operation_count = COUNT_OF(operations);
_Static_assert(COUNT_OF(operations) <= MAX_OPERATIONS, "raise MAX_OPERATIONS");

/* ------------------------------------------------------------------------------------
 * What an operation's letters stand for
 */

struct cells operand_cells(char letter, const struct instruction *i)
{
    const char *at = strchr("rabcRABC", letter);
    struct cells none = {0, 0};
    if (at == NULL)
        return none;
    const uint8_t numbers[] = {i->r, i->a, i->b, i->c};
    size_t which = (size_t)(at - "rabcRABC");
    uint8_t number = numbers[which % 4];
    if (which < 4)
        return (struct cells){number, 1};
    return (struct cells){first_cell(i, number), length(i)};
}

void print_element(const char *what, size_t index, const p256_fe *a)
{
    char hex[HEX_FE];
    fprintf(stderr, "  %s[%zu] = %s\n", what, index, to_hex(hex, a));
}

static void print_bytes(const uint8_t *place, size_t n)
{
    fprintf(stderr, "  bytes ");
    for (size_t j = 0; j < n; j++)
        fprintf(stderr, "%02x", place[j]);
    fprintf(stderr, "\n");
}

void print_instruction(const struct operation *op, struct memory *m, const struct instruction *i)
{
    fprintf(stderr, "  r %d, a %d, b %d, c %d, n %d, u %d, k 0x%016" PRIx64 "\n", i->r, i->a, i->b,
            i->c, i->n, i->u, i->k);
    for (const char *letter = op->operands; *letter != 0; letter++) {
        struct cells cells = operand_cells(*letter, i);
        fprintf(stderr, "  %c:\n", *letter);
        for (size_t j = cells.first; j < cells.first + cells.count; j++)
            print_element("cell", j, &m->cell[j]);
        if (*letter == 'i')
            print_bytes(BYTES_R, 100);
        if (*letter == 'I')
            print_bytes(BYTES_OF_R, 32 * LENGTH);
        if (*letter == 'e')
            print_bytes(bytes(m, i), 100);
    }
}
