/* SPDX-License-Identifier: MIT */
#include "operands.h"

#include <limits.h>
#include <string.h>

#include "support.h"

/* ------------------------------------------------------------------------------------
 * Adapters: call f, whose type is the adapter's cast, with the arguments v.
 */
#define OUT(i) ((p256_fe *)v[i])
#define IN(i)  ((const p256_fe *)v[i])

typedef void unary(p256_fe *, const p256_fe *);
static int call_unary(any_function f, const uintptr_t *v)
{
    ((unary *)f)(OUT(0), IN(1));
    return 0;
}

typedef int unary_int(p256_fe *, const p256_fe *);
static int call_unary_int(any_function f, const uintptr_t *v)
{
    return ((unary_int *)f)(OUT(0), IN(1));
}

typedef void binary(p256_fe *, const p256_fe *, const p256_fe *);
static int call_binary(any_function f, const uintptr_t *v)
{
    ((binary *)f)(OUT(0), IN(1), IN(2));
    return 0;
}

typedef void with_unsigned(p256_fe *, const p256_fe *, unsigned);
static int call_unsigned(any_function f, const uintptr_t *v)
{
    ((with_unsigned *)f)(OUT(0), IN(1), (unsigned)v[2]);
    return 0;
}

typedef void with_flag(p256_fe *, const p256_fe *, int);
static int call_flag(any_function f, const uintptr_t *v)
{
    ((with_flag *)f)(OUT(0), IN(1), (int)v[2]);
    return 0;
}

typedef void swap(p256_fe *, p256_fe *, int);
static int call_swap(any_function f, const uintptr_t *v)
{
    ((swap *)f)(OUT(0), OUT(1), (int)v[2]);
    return 0;
}

typedef void lookup(p256_fe *, const p256_fe *, size_t, size_t, size_t);
static int call_lookup(any_function f, const uintptr_t *v)
{
    ((lookup *)f)(OUT(0), IN(1), v[2], v[3], v[4]);
    return 0;
}

typedef void vec_unary(p256_fe *, const p256_fe *, size_t);
static int call_vec_unary(any_function f, const uintptr_t *v)
{
    ((vec_unary *)f)(OUT(0), IN(1), v[2]);
    return 0;
}

typedef int vec_unary_int(p256_fe *, const p256_fe *, size_t);
static int call_vec_unary_int(any_function f, const uintptr_t *v)
{
    return ((vec_unary_int *)f)(OUT(0), IN(1), v[2]);
}

typedef void vec_binary(p256_fe *, const p256_fe *, const p256_fe *, size_t);
static int call_vec_binary(any_function f, const uintptr_t *v)
{
    ((vec_binary *)f)(OUT(0), IN(1), IN(2), v[3]);
    return 0;
}

typedef void vec_ternary(p256_fe *, const p256_fe *, const p256_fe *, const p256_fe *, size_t);
static int call_vec_ternary(any_function f, const uintptr_t *v)
{
    ((vec_ternary *)f)(OUT(0), IN(1), IN(2), IN(3), v[4]);
    return 0;
}

typedef int vec_decode(p256_fe *, const uint8_t *, size_t);
static int call_vec_decode(any_function f, const uintptr_t *v)
{
    return ((vec_decode *)f)(OUT(0), (const uint8_t *)v[1], v[2]);
}

typedef void vec_encode(uint8_t *, const p256_fe *, size_t);
static int call_vec_encode(any_function f, const uintptr_t *v)
{
    ((vec_encode *)f)((uint8_t *)v[0], IN(1), v[2]);
    return 0;
}

typedef void vec_flag(p256_fe *, const p256_fe *, int, size_t);
static int call_vec_flag(any_function f, const uintptr_t *v)
{
    ((vec_flag *)f)(OUT(0), IN(1), (int)v[2], v[3]);
    return 0;
}

/* ------------------------------------------------------------------------------------
 * The slots. One that is missing here does not compile.
 */
#define SHAPE_add            "oii", call_binary
#define SHAPE_sub            "oii", call_binary
#define SHAPE_neg            "oi", call_unary
#define SHAPE_dbl            "oi", call_unary
#define SHAPE_triple         "oi", call_unary
#define SHAPE_half           "oi", call_unary
#define SHAPE_mul            "oii", call_binary
#define SHAPE_mul_u32        "oik", call_unsigned
#define SHAPE_sqr            "oi", call_unary
#define SHAPE_sqr_times      "oit", call_unsigned
#define SHAPE_inv            "oi", call_unary_int
#define SHAPE_inv_vartime    "oi", call_unary_int
#define SHAPE_cmov           "uif", call_flag
#define SHAPE_cswap          "uuf", call_swap
#define SHAPE_cneg           "oif", call_flag
#define SHAPE_lookup         "LTRWX", call_lookup
#define SHAPE_vec_add        "OIIn", call_vec_binary
#define SHAPE_vec_sub        "OIIn", call_vec_binary
#define SHAPE_vec_neg        "OIn", call_vec_unary
#define SHAPE_vec_mul        "OIIn", call_vec_binary
#define SHAPE_vec_sqr        "OIn", call_vec_unary
#define SHAPE_vec_scale      "OIin", call_vec_binary
#define SHAPE_vec_axpy       "UiIn", call_vec_binary
#define SHAPE_vec_mul_add    "OIIIn", call_vec_ternary
#define SHAPE_vec_dot        "oIIn", call_vec_binary
#define SHAPE_vec_sum        "oIn", call_vec_unary
#define SHAPE_vec_inv        "OIn", call_vec_unary_int
#define SHAPE_vec_from_bytes "Obn", call_vec_decode
#define SHAPE_vec_to_bytes   "BIn", call_vec_encode
#define SHAPE_vec_cmov       "UIfn", call_vec_flag

#define PROC_ROW(slot, params, args) {#slot, 0, SHAPE_##slot},
#define FUNC_ROW(slot, params, args) {#slot, 1, SHAPE_##slot},
const struct function kernel_slots[] = {P256_KERNEL_SLOTS(PROC_ROW, FUNC_ROW)};
const size_t kernel_slot_count = COUNT_OF(kernel_slots);

any_function kernel_function(const struct p256_kernel *k, size_t i)
{
#define FUNCTION(slot, params, args) (any_function) k->slot,
    const any_function functions[] = {P256_KERNEL_SLOTS(FUNCTION, FUNCTION)};
    return functions[i];
}

size_t slot_index(const char *name)
{
    size_t i = 0;
    while (i < kernel_slot_count && strcmp(kernel_slots[i].name, name) != 0)
        i++;
    return i;
}

/* ------------------------------------------------------------------------------------
 * Cases
 */
static const int flags[] = {0, 1, -1, 2, 256, 65536, INT_MIN};
static const int factors[] = {0, 1, 3, INT_MAX, INT_MIN, -1};
static const int times[] = {0, 1, 2, 3, 8};
static const size_t table_rows[] = {0, 1, 2, 3, 16, 17};
enum { WIDTHS = 5, INDICES = 5 };

/* The numbers to try in place of k, t, or f. */
static size_t numbers_for(const char *shape, const int **numbers)
{
    static const int none[] = {0};
    *numbers = none;
    if (strchr(shape, 'f') != NULL)
        return *numbers = flags, COUNT_OF(flags);
    if (strchr(shape, 'k') != NULL)
        return *numbers = factors, COUNT_OF(factors);
    if (strchr(shape, 't') != NULL)
        return *numbers = times, COUNT_OF(times);
    return COUNT_OF(none);
}

static int has_count(const char *shape)
{
    return strchr(shape, 'n') != NULL;
}

static int has_table(const char *shape)
{
    return strchr(shape, 'T') != NULL;
}

size_t case_count(const char *shape)
{
    const int *numbers;
    size_t count = numbers_for(shape, &numbers);
    if (has_count(shape))
        count *= MAX_COUNT + 1;
    if (has_table(shape))
        count *= COUNT_OF(table_rows) * WIDTHS * INDICES;
    return count;
}

struct call_case case_at(const char *shape, size_t i)
{
    struct call_case c = {0};
    const int *numbers;
    size_t count = numbers_for(shape, &numbers);
    c.number = numbers[i % count];
    i /= count;
    if (has_count(shape))
        c.n = i;
    if (has_table(shape)) {
        c.width = i % WIDTHS;
        c.rows = table_rows[i / WIDTHS / INDICES];
        const size_t indices[INDICES] = {0, c.rows / 2, c.rows - 1, c.rows, SIZE_MAX / 32};
        c.index = indices[i / WIDTHS % INDICES];
    }
    return c;
}

/* ------------------------------------------------------------------------------------
 * Operands
 */
static struct operand memory(size_t size, const char *access)
{
    struct operand o = {.size = size, .is_pointer = 1};
    o.is_read = strchr(access, 'r') != NULL;
    o.is_written = strchr(access, 'w') != NULL;
    o.is_bytes = strchr(access, 'b') != NULL;
    return o;
}

static struct operand number(uintptr_t value)
{
    return (struct operand){.value = value};
}

static struct operand operand_of(char letter, const struct call_case *c)
{
    switch (letter) {
    case 'i':
        return memory(32, "r");
    case 'o':
        return memory(32, "w");
    case 'u':
        return memory(32, "rw");
    case 'I':
        return memory(32 * c->n, "r");
    case 'O':
        return memory(32 * c->n, "w");
    case 'U':
        return memory(32 * c->n, "rw");
    case 'd':
        return memory(32, "rb");
    case 'D':
        return memory(32, "wb");
    case 'b':
        return memory(32 * c->n, "rb");
    case 'B':
        return memory(32 * c->n, "wb");
    case 'y':
        return memory(c->n, "rb");
    case 'T':
        return memory(32 * c->rows * c->width, "r");
    case 'L':
        return memory(32 * c->width, "w");
    case 'R':
        return number(c->rows);
    case 'W':
        return number(c->width);
    case 'X':
        return number(c->index);
    case 'n':
        return number(c->n);
    default: /* k, t, f */
        return (struct operand){.value = (unsigned)c->number, .is_32_bits = 1};
    }
}

int operands_of(const char *shape, const struct call_case *c, struct operand out[MAX_ARGS])
{
    int count = 0;
    for (; shape[count] != '\0'; count++)
        out[count] = operand_of(shape[count], c);
    return count;
}

void random_operand(const struct operand *o, void *to)
{
    uint8_t *bytes = to;
    size_t i = 0;
    if (!o->is_bytes)
        for (; i < o->size; i += sizeof(p256_fe)) {
            p256_fe x;
            random_fe(&x);
            memcpy(bytes + i, &x, sizeof x);
        }
    for (; i < o->size; i++)
        bytes[i] = (uint8_t)random_u64();
}
