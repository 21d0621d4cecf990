/* SPDX-License-Identifier: MIT */
/*
 * Every function of every kernel touches its operands and nothing else, however they lie.
 * Each operand goes in turn to every 8-byte offset from a 64-byte boundary, both before and
 * after a page without access, up to its very edge; bytes also to odd addresses. What a
 * function only reads is mapped read-only. Contents of all pages afterwards must be those
 * that the portable kernel leaves in ordinary memory. Array lengths 0..67. First, planted
 * faults show that each kind is noticed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../abi/operands.h"
#include "arena.h"
#include "support.h"

/* ------------------------------------------------------------------------------------
 * Public functions that are no kernel's slot
 */
#define IN(i) ((const p256_fe *)v[i])

typedef int predicate(const p256_fe *);
static int call_predicate(any_function f, const uintptr_t *v)
{
    return ((predicate *)f)(IN(0));
}

typedef int comparison(const p256_fe *, const p256_fe *);
static int call_comparison(any_function f, const uintptr_t *v)
{
    return ((comparison *)f)(IN(0), IN(1));
}

typedef int root(p256_fe *, const p256_fe *);
static int call_root(any_function f, const uintptr_t *v)
{
    return ((root *)f)((p256_fe *)v[0], IN(1));
}

typedef void power(p256_fe *, const p256_fe *, const uint8_t *, size_t);
static int call_power(any_function f, const uintptr_t *v)
{
    ((power *)f)((p256_fe *)v[0], IN(1), (const uint8_t *)v[2], v[3]);
    return 0;
}

typedef int decode(p256_fe *, const uint8_t *);
static int call_decode(any_function f, const uintptr_t *v)
{
    return ((decode *)f)((p256_fe *)v[0], (const uint8_t *)v[1]);
}

typedef void encode(uint8_t *, const p256_fe *);
static int call_encode(any_function f, const uintptr_t *v)
{
    ((encode *)f)((uint8_t *)v[0], IN(1));
    return 0;
}

typedef int reduce(p256_fe *, const uint8_t *, size_t);
static int call_reduce(any_function f, const uintptr_t *v)
{
    return ((reduce *)f)((p256_fe *)v[0], (const uint8_t *)v[1], v[2]);
}

typedef void clear(p256_fe *, size_t);
static int call_clear(any_function f, const uintptr_t *v)
{
    ((clear *)f)((p256_fe *)v[0], v[1]);
    return 0;
}

static const struct {
    struct function kind;
    any_function f;
} public_functions[] = {
    {{"p256_fe_is_valid", 1, "i", call_predicate}, (any_function)p256_fe_is_valid},
    {{"p256_fe_is_zero", 1, "i", call_predicate}, (any_function)p256_fe_is_zero},
    {{"p256_fe_is_one", 1, "i", call_predicate}, (any_function)p256_fe_is_one},
    {{"p256_fe_is_odd", 1, "i", call_predicate}, (any_function)p256_fe_is_odd},
    {{"p256_fe_is_square", 1, "i", call_predicate}, (any_function)p256_fe_is_square},
    {{"p256_fe_equal", 1, "ii", call_comparison}, (any_function)p256_fe_equal},
    {{"p256_fe_sqrt", 1, "oi", call_root}, (any_function)p256_fe_sqrt},
    {{"p256_fe_pow_vartime", 0, "oiyn", call_power}, (any_function)p256_fe_pow_vartime},
    {{"p256_fe_from_bytes", 1, "od", call_decode}, (any_function)p256_fe_from_bytes},
    {{"p256_fe_from_bytes_le", 1, "od", call_decode}, (any_function)p256_fe_from_bytes_le},
    {{"p256_fe_to_bytes", 0, "Di", call_encode}, (any_function)p256_fe_to_bytes},
    {{"p256_fe_to_bytes_le", 0, "Di", call_encode}, (any_function)p256_fe_to_bytes_le},
    {{"p256_fe_from_bytes_reduce", 1, "oyn", call_reduce}, (any_function)p256_fe_from_bytes_reduce},
    {{"p256_fe_clear", 0, "On", call_clear}, (any_function)p256_fe_clear},
};

/* ------------------------------------------------------------------------------------
 * One call
 */
enum { FAULT = 1, CONTENTS = 2, RESULT = 4 };

struct target {
    const struct function *kind;
    any_function f, reference;
};

/* 8 places before the end of a page, 8 after its beginning, and NULL for what has no size. */
enum { PLACES = 17, NULL_PLACE = 16 };

static struct arena arenas[MAX_ARGS];
static uint8_t *images[MAX_ARGS]; /* what the pages should hold, in ordinary memory */
static uint8_t *noise;            /* what they hold around the operands */

static void set_up(void)
{
    size_t size = arena_size();
    noise = malloc(size);
    for (int i = 0; i < MAX_ARGS; i++) {
        arenas[i] = arena_create();
        images[i] = malloc(size);
        if (images[i] == NULL || noise == NULL)
            exit(2);
    }
    for (size_t i = 0; i < size; i++)
        noise[i] = (uint8_t)random_u64();
}

static size_t offset_in_page(const struct operand *o, size_t place)
{
    size_t step = o->is_bytes ? 9 : 8;
    place %= 16;
    return place < 8 ? arena_size() - o->size - place * step : (place - 8) * step;
}

struct call {
    const struct target *target;
    size_t number, place; /* of the case; of argument 0, the others follow */
    struct operand operands[MAX_ARGS];
    int args;
    int same_as[MAX_ARGS]; /* the argument whose memory it is: mostly its own */
    size_t offset[MAX_ARGS];
    uintptr_t v[MAX_ARGS];
    int result;
};

static void run(void *state)
{
    struct call *c = state;
    c->result = c->target->kind->call(c->target->f, c->v);
}

/*
 * Argument 0 may be the same memory as an input of its size. Returns the number of inputs to
 * choose from; `which` counts from 1, 0 is none.
 */
static int alias(struct call *c, int which)
{
    int choices = 0;
    for (int i = 0; i < c->args; i++) {
        c->same_as[i] = i;
        const struct operand *o = &c->operands[i];
        if (i > 0 && o->is_pointer && o->is_read && c->operands[0].is_written &&
            o->size == c->operands[0].size && strchr(c->target->kind->shape, 'T') == NULL &&
            ++choices == which) {
            c->same_as[i] = 0;
            c->operands[0].is_read = 1;
            c->operands[0].is_bytes &= o->is_bytes;
        }
    }
    return choices;
}

/* Puts the operands into images and pages alike: in the same place, or some places apart. */
static void place_operands(struct call *c)
{
    for (int i = 0; i < c->args; i++) {
        const struct operand *o = &c->operands[i];
        if (!o->is_pointer || c->same_as[i] != i)
            continue;
        c->offset[i] = offset_in_page(o, c->place + c->number * (size_t)i);
        memcpy(images[i], noise, arena_size());
        if (o->is_read)
            random_operand(o, images[i] + c->offset[i]);
        memcpy(arenas[i].writable, images[i], arena_size());
    }
}

/* Arguments with pointers into pages, or into images. */
static void set_arguments(struct call *c, int in_pages)
{
    for (int i = 0; i < c->args; i++) {
        int own = c->same_as[i];
        const struct operand *o = &c->operands[own];
        const uint8_t *page = !in_pages       ? images[own]
                              : o->is_written ? arenas[own].writable
                                              : arenas[own].read_only;
        if (!o->is_pointer)
            c->v[i] = o->value;
        else
            c->v[i] =
                c->place == NULL_PLACE && o->size == 0 ? 0 : (uintptr_t)(page + c->offset[own]);
    }
}

static char detail[256]; /* about the first thing found wrong with a function */

static void note(const struct call *c, const char *what, ptrdiff_t at, int arg)
{
    if (detail[0] == '\0')
        snprintf(detail, sizeof detail,
                 "%s at byte %td of argument %d's %zu (case %zu, place %zu%s)", what, at, arg,
                 c->operands[arg].size, c->number, c->place,
                 c->same_as[1] == 1 ? "" : ", in place");
}

static int own_memory(const struct call *c, int arg)
{
    return c->operands[arg].is_pointer && c->same_as[arg] == arg;
}

static void note_fault(const struct call *c, const uint8_t *address)
{
    ptrdiff_t size = (ptrdiff_t)arena_size();
    for (int i = 0; i < c->args; i++) {
        ptrdiff_t at = address - (const uint8_t *)c->v[i];
        if (own_memory(c, i) && c->v[i] != 0 && at > -2 * size && at < 2 * size)
            note(c, "touched memory", at, i);
    }
    if (detail[0] == '\0')
        snprintf(detail, sizeof detail, "crashed, far from its arguments");
}

static void note_contents(const struct call *c, int arg)
{
    size_t at = 0;
    while (arenas[arg].writable[at] == images[arg][at])
        at++;
    note(c, "wrong contents", (ptrdiff_t)at - (ptrdiff_t)c->offset[arg], arg);
}

/* Returns what is wrong, a sum of FAULT, CONTENTS, RESULT. */
static int compare(struct call *c)
{
    const uint8_t *address;
    int wrong = 0;
    set_arguments(c, 0);
    int expected = c->target->kind->call(c->target->reference, c->v);
    set_arguments(c, 1);
    if (arena_fault(run, c, &address)) {
        note_fault(c, address);
        return FAULT;
    }
    if (c->result != expected) {
        note(c, "wrong return value", 0, 0);
        wrong |= RESULT;
    }
    for (int i = 0; i < c->args; i++)
        if (own_memory(c, i) && memcmp(arenas[i].writable, images[i], arena_size()) != 0) {
            note_contents(c, i);
            wrong |= CONTENTS;
        }
    return wrong;
}

static int check_case(const struct target *t, size_t number, size_t place)
{
    struct call_case values = case_at(t->kind->shape, number);
    int wrong = 0, choices = 0;
    for (int which = 0; which <= choices; which++) {
        struct call c = {.target = t, .number = number, .place = place};
        c.args = operands_of(t->kind->shape, &values, c.operands);
        choices = alias(&c, which);
        place_operands(&c);
        wrong |= compare(&c);
    }
    return wrong;
}

static int check(const struct target *t)
{
    int wrong = 0;
    detail[0] = '\0';
    for (size_t i = 0; i < case_count(t->kind->shape); i++)
        for (size_t place = 0; place < PLACES; place++)
            wrong |= check_case(t, i, place);
    return wrong;
}

/* ------------------------------------------------------------------------------------
 * Planted faults, in functions that otherwise add arrays as they should
 */
static void add_all(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)
{
    p256_kernel_portable.vec_add(r, a, b, n);
}

/* Whatever a sanitizer would say of it: the pages are to tell. */
#define UNCHECKED __attribute__((no_sanitize("undefined")))

UNCHECKED static void touch(const void *address)
{
    (void)*(const volatile uint8_t *)address;
}

UNCHECKED static void rewrite(void *address)
{
    *(volatile uint8_t *)address = *(volatile uint8_t *)address;
}

#define PLANTED(name)                                                                              \
    UNCHECKED static void name(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n)

PLANTED(reads_past)
{
    add_all(r, a, b, n);
    touch(b + n);
}

/* As a vector of eight elements would be read for the last three. */
PLANTED(reads_past_in_the_tail)
{
    add_all(r, a, b, n);
    if (n % 8 == 3)
        touch((const uint8_t *)(a + n + 5) - 1);
}

PLANTED(reads_before)
{
    if (n > 0)
        touch((const uint8_t *)a - 8);
    add_all(r, a, b, n);
}

PLANTED(reads_null)
{
    touch(a);
    add_all(r, a, b, n);
}

/* Puts back what was there: no change, but another thread's may be lost. */
PLANTED(rewrites_past)
{
    add_all(r, a, b, n);
    rewrite(r + n);
}

PLANTED(rewrites_input)
{
    if (n > 0)
        rewrite((void *)(uintptr_t)b);
    add_all(r, a, b, n);
}

/* Where it can, that is where there is no fault. */
PLANTED(writes_past)
{
    add_all(r, a, b, n);
    if ((uintptr_t)(r + n) % 64 != 0)
        r[n].limb[0] = 0;
}

PLANTED(writes_before)
{
    if (n > 0 && (uintptr_t)r % 64 != 0)
        r[-1].limb[3] = 0;
    add_all(r, a, b, n);
}

PLANTED(needs_alignment)
{
    add_all(r, a, b, (uintptr_t)b % 16 == 0 || n == 0 ? n : n - 1);
}

PLANTED(fails_in_place)
{
    add_all(r, a, b, r != b || n == 0 ? n : n - 1);
}

static int returns_wrong(p256_fe *r, const p256_fe *a, size_t n)
{
    return 1 + p256_kernel_portable.vec_inv(r, a, n);
}

PLANTED(nothing_wrong)
{
    add_all(r, a, b, n);
}

static const struct {
    const char *name, *slot;
    any_function f;
    int expected;
} planted[] = {
    {"nothing_wrong", "vec_add", (any_function)nothing_wrong, 0},
    {"reads_past", "vec_add", (any_function)reads_past, FAULT},
    {"reads_past_in_the_tail", "vec_add", (any_function)reads_past_in_the_tail, FAULT},
    {"reads_before", "vec_add", (any_function)reads_before, FAULT},
    {"reads_null", "vec_add", (any_function)reads_null, FAULT},
    {"rewrites_past", "vec_add", (any_function)rewrites_past, FAULT},
    {"rewrites_input", "vec_add", (any_function)rewrites_input, FAULT},
    {"writes_past", "vec_add", (any_function)writes_past, CONTENTS},
    {"writes_before", "vec_add", (any_function)writes_before, CONTENTS},
    {"needs_alignment", "vec_add", (any_function)needs_alignment, CONTENTS},
    {"fails_in_place", "vec_add", (any_function)fails_in_place, CONTENTS},
    {"returns_wrong", "vec_inv", (any_function)returns_wrong, RESULT},
};

static int check_planted(void)
{
    int failed = 0;
    for (size_t i = 0; i < COUNT_OF(planted); i++) {
        size_t slot = slot_index(planted[i].slot);
        const struct target t = {&kernel_slots[slot], planted[i].f,
                                 kernel_function(&p256_kernel_portable, slot)};
        int found = check(&t);
        if (found != planted[i].expected) {
            failed++;
            printf("FAILED: planted %s: found %d, not %d: %s\n", planted[i].name, found,
                   planted[i].expected, detail);
        }
    }
    printf("planted functions: %zu as expected, %d not\n", COUNT_OF(planted) - (size_t)failed,
           failed);
    return failed;
}

/* ------------------------------------------------------------------------------------ */

static int report(const char *kernel, const struct target *t)
{
    if (check(t) == 0)
        return 0;
    printf("FAILED: kernel %s, %s: %s\n", kernel, t->kind->name, detail);
    return 1;
}

static int check_kernel(const struct p256_kernel *k)
{
    int failed = 0;
    for (size_t i = 0; i < kernel_slot_count; i++) {
        const struct target t = {&kernel_slots[i], kernel_function(k, i),
                                 kernel_function(&p256_kernel_portable, i)};
        failed += report(k->name, &t);
    }
    p256_field_set_kernel(k->name);
    for (size_t i = 0; i < COUNT_OF(public_functions); i++) {
        const struct target t = {&public_functions[i].kind, public_functions[i].f,
                                 public_functions[i].f};
        failed += report(k->name, &t);
    }
    printf("kernel %s: %zu functions, %d wrong\n", k->name,
           kernel_slot_count + COUNT_OF(public_functions), failed);
    return failed;
}

int main(void)
{
    random_start(stdout, "");
    set_up();
    int failed = check_planted();
    for (size_t i = 0; i < p256_kernel_count; i++) {
        if (!is_wanted(p256_kernels[i]->name))
            continue;
        if (p256_field_kernel_supported(i))
            failed += check_kernel(p256_kernels[i]);
        else
            printf("SKIPPED: kernel %s: this CPU or operating system does not support it\n",
                   p256_kernels[i]->name);
    }
    return failed != 0;
}
