/* SPDX-License-Identifier: MIT */
#include "public_calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* function, inputs, elements of each, call */
#define PUBLIC_CALLS(X)                                                                            \
    X(p256_fe_from_bytes, "", 0, o->result = p256_fe_from_bytes(o->r, o->bytes))                   \
    X(p256_fe_to_bytes, "a", 1, p256_fe_to_bytes(o->bytes, o->a))                                  \
    X(p256_fe_from_bytes_le, "", 0, o->result = p256_fe_from_bytes_le(o->r, o->bytes))             \
    X(p256_fe_to_bytes_le, "a", 1, p256_fe_to_bytes_le(o->bytes, o->a))                            \
    X(p256_fe_from_bytes_reduce, "", 0, o->result = p256_fe_from_bytes_reduce(o->r, o->bytes, 48)) \
    X(p256_fe_from_u64, "", 0, p256_fe_from_u64(o->r, o->a->limb[0]))                              \
    X(p256_fe_is_valid, "", 0, o->result = p256_fe_is_valid(o->a))                                 \
    X(p256_fe_add, "ab", 1, p256_fe_add(o->r, o->a, o->b))                                         \
    X(p256_fe_sub, "ab", 1, p256_fe_sub(o->r, o->a, o->b))                                         \
    X(p256_fe_neg, "a", 1, p256_fe_neg(o->r, o->a))                                                \
    X(p256_fe_double, "a", 1, p256_fe_double(o->r, o->a))                                          \
    X(p256_fe_triple, "a", 1, p256_fe_triple(o->r, o->a))                                          \
    X(p256_fe_half, "a", 1, p256_fe_half(o->r, o->a))                                              \
    X(p256_fe_mul, "ab", 1, p256_fe_mul(o->r, o->a, o->b))                                         \
    X(p256_fe_mul_u32, "a", 1, p256_fe_mul_u32(o->r, o->a, 0x89abcdef))                            \
    X(p256_fe_sqr, "a", 1, p256_fe_sqr(o->r, o->a))                                                \
    X(p256_fe_sqr_times, "a", 1, p256_fe_sqr_times(o->r, o->a, 3))                                 \
    X(p256_fe_inv, "a", 1, o->result = p256_fe_inv(o->r, o->a))                                    \
    X(p256_fe_inv_vartime, "a", 1, o->result = p256_fe_inv_vartime(o->r, o->a))                    \
    X(p256_fe_sqrt, "a", 1, o->result = p256_fe_sqrt(o->r, o->a))                                  \
    X(p256_fe_is_square, "a", 1, o->result = p256_fe_is_square(o->a))                              \
    X(p256_fe_pow_vartime, "a", 1, p256_fe_pow_vartime(o->r, o->a, o->bytes, 9))                   \
    X(p256_fe_is_zero, "a", 1, o->result = p256_fe_is_zero(o->a))                                  \
    X(p256_fe_is_one, "a", 1, o->result = p256_fe_is_one(o->a))                                    \
    X(p256_fe_equal, "ab", 1, o->result = p256_fe_equal(o->a, o->b))                               \
    X(p256_fe_is_odd, "a", 1, o->result = p256_fe_is_odd(o->a))                                    \
    X(p256_fe_cmov, "ra", 1, p256_fe_cmov(o->r, o->a, 1))                                          \
    X(p256_fe_cswap, "ab", 1, p256_fe_cswap(o->a, o->b, 1))                                        \
    X(p256_fe_cneg, "a", 1, p256_fe_cneg(o->r, o->a, 1))                                           \
    X(p256_fe_lookup, "a", CALL_N, p256_fe_lookup(o->r, o->a, CALL_N, 1, 5))                       \
    X(p256_fe_clear, "", 0, p256_fe_clear(o->a, CALL_N))                                           \
    X(p256_vec_add, "ab", CALL_N, p256_vec_add(o->r, o->a, o->b, CALL_N))                          \
    X(p256_vec_sub, "ab", CALL_N, p256_vec_sub(o->r, o->a, o->b, CALL_N))                          \
    X(p256_vec_neg, "a", CALL_N, p256_vec_neg(o->r, o->a, CALL_N))                                 \
    X(p256_vec_mul, "ab", CALL_N, p256_vec_mul(o->r, o->a, o->b, CALL_N))                          \
    X(p256_vec_sqr, "a", CALL_N, p256_vec_sqr(o->r, o->a, CALL_N))                                 \
    X(p256_vec_scale, "as", CALL_N, p256_vec_scale(o->r, o->a, o->s, CALL_N))                      \
    X(p256_vec_axpy, "ras", CALL_N, p256_vec_axpy(o->r, o->s, o->a, CALL_N))                       \
    X(p256_vec_mul_add, "abc", CALL_N, p256_vec_mul_add(o->r, o->a, o->b, o->c, CALL_N))           \
    X(p256_vec_dot, "ab", CALL_N, p256_vec_dot(o->r, o->a, o->b, CALL_N))                          \
    X(p256_vec_sum, "a", CALL_N, p256_vec_sum(o->r, o->a, CALL_N))                                 \
    X(p256_vec_inv, "a", CALL_N, o->result = p256_vec_inv(o->r, o->a, CALL_N))                     \
    X(p256_vec_from_bytes, "", 0, o->result = p256_vec_from_bytes(o->r, o->bytes, CALL_N))         \
    X(p256_vec_to_bytes, "a", CALL_N, p256_vec_to_bytes(o->bytes, o->a, CALL_N))                   \
    X(p256_vec_cmov, "ra", CALL_N, p256_vec_cmov(o->r, o->a, 1, CALL_N))

#define DEFINE(function, inputs, n, call)                                                          \
    static void call_##function(struct operands *o)                                                \
    {                                                                                              \
        call;                                                                                      \
    }
PUBLIC_CALLS(DEFINE)

#define ENTRY(function, inputs, n, call) {#function, inputs, n, call_##function},
const struct public_call public_calls[] = {PUBLIC_CALLS(ENTRY)};
const size_t public_call_count = COUNT_OF(public_calls);

void random_operands(struct operands *o)
{
    memset(o, 0, sizeof *o); /* the padding too: results are compared as memory */
    random_fes(o->r, CALL_N);
    random_fes(o->a, CALL_N);
    random_fes(o->b, CALL_N);
    random_fes(o->c, CALL_N);
    random_fe(o->s);
    for (size_t i = 0; i < CALL_N; i++)
        limbs_to_bytes(o->bytes + 32 * i, &o->c[i]);
}

/* ------------------------------------------------------------------------------------ */

/* The header, with comments blanked out. */
static char *read_header(void)
{
    FILE *f = fopen(P256_TEST_HEADER, "rb");
    enum { MOST = 1 << 20 };
    char *text = malloc(MOST);
    size_t length = f != NULL && text != NULL ? fread(text, 1, MOST - 1, f) : 0;
    if (length == 0) {
        fprintf(stderr, "cannot read %s\n", P256_TEST_HEADER);
        exit(2);
    }
    fclose(f);
    text[length] = 0;
    for (char *comment; (comment = strstr(text, "/*")) != NULL;) {
        char *end = strstr(comment, "*/");
        size_t size = end != NULL ? (size_t)(end + 2 - comment) : strlen(comment);
        memset(comment, ' ', size);
    }
    return text;
}

static int is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *s)
{
    size_t length = 0;
    while (is_name_character(s[length]))
        length++;
    return length;
}

static int is_listed(const char *name, size_t length)
{
    for (size_t i = 0; i < public_call_count; i++)
        if (strlen(public_calls[i].name) == length &&
            memcmp(public_calls[i].name, name, length) == 0)
            return 1;
    return 0;
}

/* A declared field function that is not listed, or NULL; *declared counts them all. */
static const char *first_unlisted(const char *header, size_t *declared)
{
    static char unlisted[80];
    *declared = 0;
    for (const char *s = header; *s != 0;) {
        size_t length = name_length(s);
        if (length == 0) {
            s++;
            continue;
        }
        int is_field = strncmp(s, "p256_fe_", 8) == 0 || strncmp(s, "p256_vec_", 9) == 0;
        if (is_field && s[length] == '(') {
            ++*declared;
            if (!is_listed(s, length)) {
                snprintf(unlisted, sizeof unlisted, "%.*s", (int)length, s);
                return unlisted;
            }
        }
        s += length;
    }
    return NULL;
}

const char *public_calls_unlisted(void)
{
    char *header = read_header();
    size_t declared;
    const char *unlisted = first_unlisted(header, &declared);
    free(header);
    if (unlisted == NULL && declared != public_call_count)
        return "a function that the header does not declare, or declares twice";
    return unlisted;
}
