/* SPDX-License-Identifier: MIT */
/*
 * Runs files of field cases on every kernel: those named on the command line, else
 * vectors/field_cases.txt. Needs neither cmocka nor OpenSSL, so that cases made on one machine
 * (gen_vectors.c) can be replayed on any other.
 *
 * One case a line: an operation, its operands, and its result, in big-endian hexadecimal.
 * Elements have 64 digits. Comments begin with #. Of montmul and montsqr the numbers are limbs
 * (Montgomery form); of all others, plain residues.
 *
 *     add A B R    sub A B R    mul A B R    montmul A B R    mul_add A B C R
 *     neg A R      double A R   triple A R   half A R         sqr A R    montsqr A R
 *     inv A R      sqrt A R     (R or p-R)   nosqrt A         (A has no root)
 *     mul_u32 A K R    (K of 8 digits)       pow A E R        (E of any even length)
 *     reduce W R       (W of up to 64 bytes, R = W mod p)
 *     baddecode E      (32 bytes that from_bytes must refuse)
 *     dot A1 B1 A2 B2 ... R      sum A1 A2 ... R
 *
 * Every operation with an array form is run in it too, the case in every element.
 */
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum outcome { RIGHT, WRONG, MALFORMED };

enum {
    MOST_TOKENS = 128,
    MOST_BYTES = 128,   /* of one number */
    MOST_ELEMENTS = 17, /* of an array: more than one block of any kernel, and a tail */
    LINE = 16384,
    FEWEST_CASES = 80, /* in vectors/field_cases.txt */
};

/* A line taken apart: the operation's name, and the numbers after it. */
struct line {
    char text[LINE];
    const char *operation;
    char *number[MOST_TOKENS];
    size_t count;
};

/* ------------------------------------------------------------------------------------
 * Reading numbers. Each returns 0 if the number is malformed.
 */

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c != 0 ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

static int read_bytes(uint8_t *out, size_t *length, size_t most, const char *hex)
{
    size_t digits = strlen(hex);
    if (digits % 2 != 0 || digits / 2 > most)
        return 0;
    *length = digits / 2;
    for (size_t i = 0; i < *length; i++) {
        int high = digit(hex[2 * i]), low = digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return 0;
        out[i] = (uint8_t)(16 * high + low);
    }
    return 1;
}

static int read_32_bytes(uint8_t out[32], const char *hex)
{
    size_t length;
    return read_bytes(out, &length, 32, hex) && length == 32;
}

static int read_limbs(p256_fe *r, const char *hex)
{
    uint8_t bytes[32];
    if (!read_32_bytes(bytes, hex))
        return 0;
    limbs_from_bytes(r, bytes);
    return p256_fe_is_valid(r);
}

static int read_residue(p256_fe *r, const char *hex)
{
    uint8_t bytes[32];
    return read_32_bytes(bytes, hex) && p256_fe_from_bytes(r, bytes);
}

/* ------------------------------------------------------------------------------------
 * The operations, by their form.
 */

struct operation;
typedef enum outcome run_fn(const struct operation *op, const struct line *line);
typedef int read_fn(p256_fe *r, const char *hex);

struct operation {
    const char *name;
    size_t numbers; /* 0: any */
    run_fn *run;
    read_fn *read;
    void (*unary)(p256_fe *r, const p256_fe *a);
    void (*binary)(p256_fe *r, const p256_fe *a, const p256_fe *b);
    void (*array_unary)(p256_fe *r, const p256_fe *a, size_t n);
    void (*array_binary)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
};

static void fill(p256_fe r[MOST_ELEMENTS], const p256_fe *a)
{
    for (size_t i = 0; i < MOST_ELEMENTS; i++)
        r[i] = *a;
}

static int all_same(const p256_fe *r, const p256_fe *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!same(&r[i], want))
            return 0;
    return 1;
}

static enum outcome run_unary(const struct operation *op, const struct line *line)
{
    p256_fe a, want, r, as[MOST_ELEMENTS], rs[MOST_ELEMENTS];
    if (!op->read(&a, line->number[0]) || !op->read(&want, line->number[1]))
        return MALFORMED;
    op->unary(&r, &a);
    int right = same(&r, &want);
    r = a;
    op->unary(&r, &r);
    right &= same(&r, &want);
    for (size_t n = 1; op->array_unary != NULL && n <= MOST_ELEMENTS; n++) {
        fill(as, &a);
        op->array_unary(rs, as, n);
        right &= all_same(rs, &want, n);
    }
    return right ? RIGHT : WRONG;
}

static enum outcome run_binary(const struct operation *op, const struct line *line)
{
    p256_fe a, b, want, r, as[MOST_ELEMENTS], bs[MOST_ELEMENTS], rs[MOST_ELEMENTS];
    if (!op->read(&a, line->number[0]) || !op->read(&b, line->number[1]) ||
        !op->read(&want, line->number[2]))
        return MALFORMED;
    op->binary(&r, &a, &b);
    int right = same(&r, &want);
    r = a;
    op->binary(&r, &r, &b);
    right &= same(&r, &want);
    r = b;
    op->binary(&r, &a, &r);
    right &= same(&r, &want);
    for (size_t n = 1; n <= MOST_ELEMENTS; n++) {
        fill(as, &a);
        fill(bs, &b);
        op->array_binary(rs, as, bs, n);
        right &= all_same(rs, &want, n);
        if (op->array_binary != p256_vec_mul)
            continue;
        p256_vec_scale(rs, as, &b, n);
        right &= all_same(rs, &want, n);
        memset(rs, 0, sizeof rs);
        p256_vec_axpy(rs, &b, as, n);
        right &= all_same(rs, &want, n);
        memset(bs + 1, 0, sizeof bs - sizeof bs[0]);
        p256_vec_dot(rs, as, bs, n);
        right &= same(rs, &want);
    }
    return right ? RIGHT : WRONG;
}

static enum outcome run_mul_add(const struct operation *op, const struct line *line)
{
    p256_fe a, b, c, want, as[MOST_ELEMENTS], bs[MOST_ELEMENTS], cs[MOST_ELEMENTS];
    if (!op->read(&a, line->number[0]) || !op->read(&b, line->number[1]) ||
        !op->read(&c, line->number[2]) || !op->read(&want, line->number[3]))
        return MALFORMED;
    int right = 1;
    for (size_t n = 1; n <= MOST_ELEMENTS; n++) {
        fill(as, &a);
        fill(bs, &b);
        fill(cs, &c);
        p256_vec_mul_add(as, as, bs, cs, n);
        right &= all_same(as, &want, n);
        fill(as, &a);
        p256_vec_axpy(cs, &b, as, n);
        right &= all_same(cs, &want, n);
    }
    return right ? RIGHT : WRONG;
}

static enum outcome run_mul_u32(const struct operation *op, const struct line *line)
{
    p256_fe a, want, r;
    uint8_t k[4];
    size_t length;
    if (!op->read(&a, line->number[0]) || !read_bytes(k, &length, 4, line->number[1]) ||
        length != 4 || !op->read(&want, line->number[2]))
        return MALFORMED;
    uint32_t factor = (uint32_t)k[0] << 24 | (uint32_t)k[1] << 16 | (uint32_t)k[2] << 8 | k[3];
    p256_fe_mul_u32(&r, &a, factor);
    return same(&r, &want) ? RIGHT : WRONG;
}

static enum outcome run_inv(const struct operation *op, const struct line *line)
{
    p256_fe a, want, r, rs[MOST_ELEMENTS];
    if (!op->read(&a, line->number[0]) || !op->read(&want, line->number[1]))
        return MALFORMED;
    int nonzero = !p256_fe_is_zero(&a);
    int right = p256_fe_inv(&r, &a) == nonzero && same(&r, &want);
    right &= p256_fe_inv_vartime(&r, &a) == nonzero && same(&r, &want);
    for (size_t n = 1; n <= MOST_ELEMENTS; n++) {
        fill(rs, &a);
        right &= p256_vec_inv(rs, rs, n) == nonzero && all_same(rs, &want, n);
    }
    return right ? RIGHT : WRONG;
}

static enum outcome run_sqrt(const struct operation *op, const struct line *line)
{
    p256_fe a, root, other, r;
    if (!op->read(&a, line->number[0]) || !op->read(&root, line->number[1]))
        return MALFORMED;
    p256_fe_neg(&other, &root);
    int right = p256_fe_sqrt(&r, &a) == 1 && (same(&r, &root) || same(&r, &other));
    right &= p256_fe_is_square(&a) == 1;
    return right ? RIGHT : WRONG;
}

static enum outcome run_nosqrt(const struct operation *op, const struct line *line)
{
    p256_fe a, r;
    if (!op->read(&a, line->number[0]))
        return MALFORMED;
    int right = p256_fe_sqrt(&r, &a) == 0 && same(&r, &P256_FE_ZERO);
    right &= p256_fe_is_square(&a) == 0;
    return right ? RIGHT : WRONG;
}

static enum outcome run_pow(const struct operation *op, const struct line *line)
{
    p256_fe a, want, r;
    uint8_t exponent[MOST_BYTES];
    size_t length;
    if (!op->read(&a, line->number[0]) ||
        !read_bytes(exponent, &length, sizeof exponent, line->number[1]) ||
        !op->read(&want, line->number[2]))
        return MALFORMED;
    p256_fe_pow_vartime(&r, &a, exponent, length);
    return same(&r, &want) ? RIGHT : WRONG;
}

static enum outcome run_reduce(const struct operation *op, const struct line *line)
{
    p256_fe r, want;
    uint8_t bytes[64];
    size_t length;
    if (!read_bytes(bytes, &length, sizeof bytes, line->number[0]) ||
        !op->read(&want, line->number[1]))
        return MALFORMED;
    int right = p256_fe_from_bytes_reduce(&r, bytes, length) == 1 && same(&r, &want);
    return right ? RIGHT : WRONG;
}

static enum outcome run_baddecode(const struct operation *op, const struct line *line)
{
    p256_fe r, rs[MOST_ELEMENTS];
    uint8_t bytes[32], reversed[32], many[32 * MOST_ELEMENTS];
    (void)op;
    if (!read_32_bytes(bytes, line->number[0]))
        return MALFORMED;
    for (size_t i = 0; i < 32; i++)
        reversed[i] = bytes[31 - i];
    int right = p256_fe_from_bytes(&r, bytes) == 0 && same(&r, &P256_FE_ZERO);
    right &= p256_fe_from_bytes_le(&r, reversed) == 0 && same(&r, &P256_FE_ZERO);
    for (size_t n = 1; n <= MOST_ELEMENTS; n++) {
        memcpy(many + 32 * (n - 1), bytes, 32);
        right &= p256_vec_from_bytes(rs, many, n) == 0 && all_same(rs, &P256_FE_ZERO, n);
    }
    return right ? RIGHT : WRONG;
}

static enum outcome run_dot(const struct operation *op, const struct line *line)
{
    p256_fe a[MOST_TOKENS], b[MOST_TOKENS], want, r;
    size_t n = line->count / 2;
    if (line->count % 2 != 1 || !op->read(&want, line->number[2 * n]))
        return MALFORMED;
    for (size_t i = 0; i < n; i++)
        if (!op->read(&a[i], line->number[2 * i]) || !op->read(&b[i], line->number[2 * i + 1]))
            return MALFORMED;
    p256_vec_dot(&r, a, b, n);
    return same(&r, &want) ? RIGHT : WRONG;
}

static enum outcome run_sum(const struct operation *op, const struct line *line)
{
    p256_fe a[MOST_TOKENS], want, r;
    if (line->count == 0)
        return MALFORMED;
    size_t n = line->count - 1;
    if (!op->read(&want, line->number[n]))
        return MALFORMED;
    for (size_t i = 0; i < n; i++)
        if (!op->read(&a[i], line->number[i]))
            return MALFORMED;
    p256_vec_sum(&r, a, n);
    return same(&r, &want) ? RIGHT : WRONG;
}

#define BINARY(name, read, f, array)                                                               \
    {                                                                                              \
        name, 3, run_binary, read, NULL, f, NULL, array                                            \
    }
#define UNARY(name, read, f, array)                                                                \
    {                                                                                              \
        name, 2, run_unary, read, f, NULL, array, NULL                                             \
    }
#define OTHER(name, numbers, run)                                                                  \
    {                                                                                              \
        name, numbers, run, read_residue, NULL, NULL, NULL, NULL                                   \
    }

static const struct operation operations[] = {
    BINARY("add", read_residue, p256_fe_add, p256_vec_add),
    BINARY("sub", read_residue, p256_fe_sub, p256_vec_sub),
    BINARY("mul", read_residue, p256_fe_mul, p256_vec_mul),
    BINARY("montmul", read_limbs, p256_fe_mul, p256_vec_mul),
    UNARY("neg", read_residue, p256_fe_neg, p256_vec_neg),
    UNARY("double", read_residue, p256_fe_double, NULL),
    UNARY("triple", read_residue, p256_fe_triple, NULL),
    UNARY("half", read_residue, p256_fe_half, NULL),
    UNARY("sqr", read_residue, p256_fe_sqr, p256_vec_sqr),
    UNARY("montsqr", read_limbs, p256_fe_sqr, p256_vec_sqr),
    OTHER("mul_add", 4, run_mul_add),
    OTHER("mul_u32", 3, run_mul_u32),
    OTHER("inv", 2, run_inv),
    OTHER("sqrt", 2, run_sqrt),
    OTHER("nosqrt", 1, run_nosqrt),
    OTHER("pow", 3, run_pow),
    OTHER("reduce", 2, run_reduce),
    OTHER("baddecode", 1, run_baddecode),
    OTHER("dot", 0, run_dot),
    OTHER("sum", 0, run_sum),
};

/* ------------------------------------------------------------------------------------
 * Lines and files.
 */

/* Takes line->text apart; 0 if there are too many numbers. */
static int split(struct line *line)
{
    static const char space[] = " \t\r\n";
    line->count = 0;
    line->operation = strtok(line->text, space);
    for (char *token; (token = strtok(NULL, space)) != NULL;) {
        if (line->count == MOST_TOKENS)
            return 0;
        line->number[line->count++] = token;
    }
    return 1;
}

static enum outcome run_line(const char *text)
{
    static struct line line;
    if (strlen(text) >= sizeof line.text)
        return MALFORMED;
    memcpy(line.text, text, strlen(text) + 1);
    if (!split(&line))
        return MALFORMED;
    for (size_t i = 0; i < COUNT_OF(operations); i++) {
        const struct operation *op = &operations[i];
        if (line.operation == NULL || strcmp(line.operation, op->name) != 0)
            continue;
        if (op->numbers != 0 && op->numbers != line.count)
            return MALFORMED;
        return op->run(op, &line);
    }
    return MALFORMED;
}

static int is_case(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text != 0 && *text != '#';
}

/* Runs a file on the active kernel; the number of its cases, or -1 after a failure. */
static long run_file(const char *path, const char *kernel)
{
    static char text[LINE];
    FILE *f = fopen(path, "r");
    if (f == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return -1;
    }
    long cases = 0, failures = 0;
    for (long number = 1; fgets(text, sizeof text, f) != NULL; number++) {
        if (!is_case(text))
            continue;
        cases++;
        enum outcome outcome = strchr(text, '\n') != NULL || feof(f) ? run_line(text) : MALFORMED;
        if (outcome == RIGHT)
            continue;
        failures++;
        fprintf(stderr, "%s:%ld: %s: %s", path, number,
                outcome == WRONG ? "wrong result" : "malformed line", text);
    }
    int unread = ferror(f);
    fclose(f);
    printf("kernel %s: %s: %ld cases, %ld failed\n", kernel, path, cases, failures);
    return unread || failures > 0 ? -1 : cases;
}

/* ------------------------------------------------------------------------------------
 * Before anything may pass: lines that must not.
 */

#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"
#define ONE  "0000000000000000000000000000000000000000000000000000000000000001"
#define TWO  "0000000000000000000000000000000000000000000000000000000000000002"
#define P    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"

static const struct {
    const char *text;
    enum outcome outcome;
} planted[] = {
    {"add " ONE " " ONE " " TWO, RIGHT},
    {"add " ONE " " ONE " " ONE, WRONG},
    {"sub " TWO " " ONE " " TWO, WRONG},
    {"mul " ONE " " TWO " " ONE, WRONG},
    {"montmul " ONE " " ONE " " ONE, WRONG},
    {"mul_add " ONE " " ONE " " ONE " " ONE, WRONG},
    {"neg " ONE " " ONE, WRONG},
    {"double " ONE " " ONE, WRONG},
    {"triple " ONE " " TWO, WRONG},
    {"half " TWO " " TWO, WRONG},
    {"sqr " TWO " " TWO, WRONG},
    {"montsqr " ONE " " ONE, WRONG},
    {"mul_u32 " ONE " 00000002 " ONE, WRONG},
    {"inv " TWO " " TWO, WRONG},
    {"sqrt " ONE " " TWO, WRONG},
    {"nosqrt " ONE, WRONG},
    {"pow " TWO " 02 " TWO, WRONG},
    {"reduce 01 " TWO, WRONG},
    {"baddecode " ONE, WRONG},
    {"dot " ONE " " ONE " " ONE " " ONE " " ONE, WRONG},
    {"sum " ONE " " ONE " " ONE, WRONG},
    {"multiply " ONE " " ONE " " ONE, MALFORMED},
    {"add", MALFORMED},
    {"add " ONE " " ONE, MALFORMED},
    {"add " ONE " " ONE " " TWO " " TWO, MALFORMED},
    {"add " ONE " " ONE " 2", MALFORMED},
    {"add " ONE " " ONE " " TWO "00", MALFORMED},
    {"add " ONE " " P " " ONE, MALFORMED},
    {"add " ONE " " ZERO " " P, MALFORMED},
    {"montmul " P " " ONE " " ZERO, MALFORMED},
    {"reduce " ONE ONE "00 " ONE, MALFORMED},
    {"reduce 0g " ONE, MALFORMED},
    {"reduce 0 " ZERO, MALFORMED},
    {"mul_u32 " ONE " 02 " TWO, MALFORMED},
    {"baddecode " P "00", MALFORMED},
    {"dot " ONE " " ONE, MALFORMED},
    {"dot", MALFORMED},
    {"sum", MALFORMED},
};

static int refuses_planted_faults(void)
{
    for (size_t i = 0; i < COUNT_OF(planted); i++)
        if (run_line(planted[i].text) != planted[i].outcome) {
            fprintf(stderr, "the planted line was not judged right: %s\n", planted[i].text);
            return 0;
        }
    return 1;
}

int main(int argc, char **argv)
{
    size_t position = 0;
    int failed = 0;
    const char *kernel;
    while ((kernel = next_kernel(&position)) != NULL) {
        failed |= !refuses_planted_faults();
        if (argc == 1)
            failed |= run_file(P256_TEST_VECTORS, kernel) < FEWEST_CASES;
        for (int i = 1; i < argc; i++)
            failed |= run_file(argv[i], kernel) < 1;
    }
    if (failed)
        fprintf(stderr, "FAILED (or fewer cases than there must be)\n");
    return failed;
}
