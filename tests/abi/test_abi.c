/* SPDX-License-Identifier: MIT */
/*
 * Every function of every kernel keeps the calling convention. First the functions of
 * planted_*.S show that the checker notices each kind of damage, and those of sample_*.S
 * that it notices nothing else.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cpu_features.h"
#include "guard.h"
#include "support.h"

#if defined(_WIN32)
static const struct convention native = {abi_call, 1};
#else
static const struct convention native = {abi_call, 0};
#endif
#if defined(__x86_64__) && !defined(_WIN32)
static const struct convention win64 = {abi_call_win64, 1};
#else
#define win64 native
#endif

/* ------------------------------------------------------------------------------------
 * What the planted functions are taken for, and should have done
 */
static int call_nothing(any_function f, const uintptr_t *v)
{
    (void)v;
    f();
    return 0;
}

static void do_nothing(void)
{
}

static void set_zero(p256_fe *r, const p256_fe *a)
{
    (void)a;
    *r = P256_FE_ZERO;
}

static void set_number(p256_fe *r, const p256_fe *a, uint32_t k)
{
    (void)a;
    *r = (p256_fe){{k, 0, 0, 0}};
}

static void assign_if(p256_fe *r, const p256_fe *a, int flag)
{
    if (flag)
        *r = *a;
}

#define SAMPLE_PARAMETERS                                                                          \
    p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c, const p256_fe *d,            \
        const p256_fe *e

/* What abi_sample of sample_*.S does. */
static void exclusive_or(SAMPLE_PARAMETERS)
{
    static const uint64_t constant[4] = {UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210),
                                         UINT64_C(0x55aa55aa55aa55aa),
                                         UINT64_C(0x00ff00ff00ff00ff)};
    for (int i = 0; i < 4; i++)
        r->limb[i] = constant[i] ^ a->limb[i] ^ b->limb[i] ^ c->limb[i] ^ d->limb[i] ^ e->limb[i];
}

typedef void sample_function(SAMPLE_PARAMETERS);
static int call_sample(any_function f, const uintptr_t *v)
{
    ((sample_function *)f)((p256_fe *)v[0], (const p256_fe *)v[1], (const p256_fe *)v[2],
                           (const p256_fe *)v[3], (const p256_fe *)v[4], (const p256_fe *)v[5]);
    return 0;
}

#if defined(__x86_64__) && !defined(_WIN32)
/* The compiler's own function of that convention. */
static void __attribute__((ms_abi)) win64_sample(SAMPLE_PARAMETERS)
{
    exclusive_or(r, a, b, c, d, e);
}
#endif

enum kind { NOTHING, UNARY, NUMBER, FLAG, SAMPLE };

static const struct {
    any_function reference;
    const char *slot; /* of the same type */
} kinds[] = {
    [NOTHING] = {(any_function)do_nothing, NULL},     [UNARY] = {(any_function)set_zero, "neg"},
    [NUMBER] = {(any_function)set_number, "mul_u32"}, [FLAG] = {(any_function)assign_if, "cmov"},
    [SAMPLE] = {(any_function)exclusive_or, NULL},
};

static const struct function *function_of_kind(enum kind kind)
{
    static const struct function nothing = {"nothing", 0, "", call_nothing};
    static const struct function sample = {"sample", 0, "oiiiii", call_sample};
    if (kind == NOTHING)
        return &nothing;
    if (kind == SAMPLE)
        return &sample;
    return &kernel_slots[slot_index(kinds[kind].slot)];
}

/* ------------------------------------------------------------------------------------
 * The planted functions: P(name, what it is taken for, what the checker must complain of,
 * convention, flags)
 */
enum {
    ASSEMBLY = 1, /* held to the stricter rules of hand-written code */
    /* needs, for the fault to happen or to be seen: */
    AVX2 = 2,
    AVX512 = 4,
    UPPER_HALVES = 8,
    STEPS = 16,
    CRASHES = 32,
    TRAPS = 64
};

#define REGISTER(P, prefix, reg, abi) P(prefix##reg, NOTHING, #reg, abi, 0)

#define PLANTED_ANYWHERE(P)                                                                        \
    P(abi_sample, SAMPLE, NULL, native, ASSEMBLY)                                                  \
    P(plant_pops_one, NOTHING, "stack pointer", native, 0)                                         \
    P(plant_leaves_one, NOTHING, "stack pointer", native, 0)                                       \
    P(plant_returns_wild, NOTHING, "crash", native, CRASHES)                                       \
    P(plant_above, NOTHING, "caller's frame", native, 0)                                           \
    P(plant_deep, NOTHING, "depth of stack", native, 0)                                            \
    P(plant_wide_flag, FLAG, "result", native, 0)                                                  \
    P(plant_wide_number, NUMBER, "result", native, 0)                                              \
    P(plant_trusts_general, UNARY, "result", native, 0)                                            \
    P(plant_trusts_vector, UNARY, "result", native, 0)                                             \
    P(plant_trusts_flags, UNARY, "result", native, 0)                                              \
    P(plant_trusts_rounding, UNARY, "result", native, 0)

#if defined(__x86_64__)
#define PLANTED(P)                                                                                 \
    PLANTED_ANYWHERE(P)                                                                            \
    REGISTER(P, plant_, rbx, native)                                                               \
    REGISTER(P, plant_, rbp, native)                                                               \
    REGISTER(P, plant_, r12, native)                                                               \
    REGISTER(P, plant_, r13, native)                                                               \
    REGISTER(P, plant_, r14, native)                                                               \
    REGISTER(P, plant_, r15, native)                                                               \
    P(plant_direction, NOTHING, "direction flag", native, 0)                                       \
    P(plant_mxcsr, NOTHING, "MXCSR", native, 0)                                                    \
    P(plant_x87_control, NOTHING, "x87 control word", native, 0)                                   \
    P(plant_mmx, NOTHING, "x87 stack", native, 0)                                                  \
    P(plant_inexact, NOTHING, "crash", native, CRASHES | TRAPS)                                    \
    P(plant_red_zone, NOTHING, NULL, native, 0)                                                    \
    P(plant_red_zone, NOTHING, "memory below the stack pointer", native, ASSEMBLY | STEPS)         \
    P(plant_below_red_zone, NOTHING, "memory below the stack pointer", native, STEPS)              \
    P(plant_far_below, NOTHING, "memory below the stack pointer", native, STEPS)                   \
    P(plant_dirty_ymm, NOTHING, "upper halves of vector registers", native, UPPER_HALVES)          \
    P(plant_dirty_zmm, NOTHING, "upper halves of vector registers", native, UPPER_HALVES | AVX512) \
    P(plant_trusts_ymm, UNARY, "result", native, AVX2)                                             \
    P(plant_trusts_mask, UNARY, "result", native, AVX512)                                          \
    P(plant_win64_xmm6, NOTHING, "xmm6", native, ASSEMBLY)                                         \
    REGISTER(P, plant_win64_, rbx, win64)                                                          \
    REGISTER(P, plant_win64_, rbp, win64)                                                          \
    REGISTER(P, plant_win64_, rdi, win64)                                                          \
    REGISTER(P, plant_win64_, rsi, win64)                                                          \
    REGISTER(P, plant_win64_, r12, win64)                                                          \
    REGISTER(P, plant_win64_, r13, win64)                                                          \
    REGISTER(P, plant_win64_, r14, win64)                                                          \
    REGISTER(P, plant_win64_, r15, win64)                                                          \
    REGISTER(P, plant_win64_, xmm6, win64)                                                         \
    REGISTER(P, plant_win64_, xmm7, win64)                                                         \
    REGISTER(P, plant_win64_, xmm8, win64)                                                         \
    REGISTER(P, plant_win64_, xmm9, win64)                                                         \
    REGISTER(P, plant_win64_, xmm10, win64)                                                        \
    REGISTER(P, plant_win64_, xmm11, win64)                                                        \
    REGISTER(P, plant_win64_, xmm12, win64)                                                        \
    REGISTER(P, plant_win64_, xmm13, win64)                                                        \
    REGISTER(P, plant_win64_, xmm14, win64)                                                        \
    REGISTER(P, plant_win64_, xmm15, win64)
#else
#if defined(__APPLE__)
#define PLANTED_X18(P)
#else
#define PLANTED_X18(P) P(plant_x18, NOTHING, "x18", native, ASSEMBLY)
#endif
#define PLANTED(P)                                                                                 \
    PLANTED_ANYWHERE(P)                                                                            \
    PLANTED_X18(P)                                                                                 \
    REGISTER(P, plant_, x19, native)                                                               \
    REGISTER(P, plant_, x20, native)                                                               \
    REGISTER(P, plant_, x21, native)                                                               \
    REGISTER(P, plant_, x22, native)                                                               \
    REGISTER(P, plant_, x23, native)                                                               \
    REGISTER(P, plant_, x24, native)                                                               \
    REGISTER(P, plant_, x25, native)                                                               \
    REGISTER(P, plant_, x26, native)                                                               \
    REGISTER(P, plant_, x27, native)                                                               \
    REGISTER(P, plant_, x28, native)                                                               \
    REGISTER(P, plant_, x29, native)                                                               \
    REGISTER(P, plant_, d8, native)                                                                \
    REGISTER(P, plant_, d9, native)                                                                \
    REGISTER(P, plant_, d10, native)                                                               \
    REGISTER(P, plant_, d11, native)                                                               \
    REGISTER(P, plant_, d12, native)                                                               \
    REGISTER(P, plant_, d13, native)                                                               \
    REGISTER(P, plant_, d14, native)                                                               \
    REGISTER(P, plant_, d15, native)                                                               \
    P(plant_fpcr, NOTHING, "FPCR", native, 0)
#endif

#define PROTOTYPE(function, kind, expected, abi, flags) void function(void);
PLANTED(PROTOTYPE)

struct planted {
    const char *name;
    any_function f;
    enum kind kind;
    const char *expected; /* NULL: no complaint */
    const struct convention *abi;
    int flags;
};

#define ROW(function, kind, expected, abi, flags)                                                  \
    {#function, function, kind, expected, &abi, flags},
static const struct planted planted[] = {
    PLANTED(ROW)
#if defined(__x86_64__) && !defined(_WIN32)
        {"win64_sample", (any_function)win64_sample, SAMPLE, NULL, &win64, 0},
#endif
};

#if defined(__x86_64__)
static void divide(struct abi_call *c)
{
    const uint32_t all_traps = 0, no_traps = 0x1f80;
    double third = 1;
    (void)c;
    __asm__ volatile("ldmxcsr %1\n\tdivsd %3, %0\n\tldmxcsr %2"
                     : "+x"(third)
                     : "m"(all_traps), "m"(no_traps), "x"(3.0));
}

/* Emulators may ignore MXCSR's mask of exceptions. */
static int floating_point_traps(void)
{
    return !guarded_call(divide, NULL);
}
#else
static int floating_point_traps(void)
{
    return 0;
}
#endif

/* Why the checker cannot see this fault here; NULL if it can. */
static const char *blind_to(const struct planted *p)
{
    uint64_t features = p256_cpu_features();
    if (p->flags & AVX2 && !(features & P256_CPU_AVX2))
        return "no AVX2 here";
    if (p->flags & AVX512 && !(features & P256_CPU_AVX512F))
        return "no AVX-512 here";
    if (p->flags & UPPER_HALVES && !check_sees_upper_halves())
        return "xgetbv does not tell which vector state is in use";
    if (p->flags & STEPS && !check_sees_steps())
        return "no single steps by trap flag here";
    if (p->flags & CRASHES && !guard_catches_crashes())
        return "a crash ends the program here";
    if (p->flags & TRAPS && !floating_point_traps())
        return "floating point exceptions do not trap here";
    return NULL;
}

static void print_complaints(const char *prefix)
{
    for (int i = 0; i < complaints.count; i++)
        printf("%s%s", i == 0 ? prefix : ", ", complaints.about[i]);
    printf("%s\n", complaints.count == 0 ? "nothing" : "");
}

/* Returns 1 if the checker says of p what it must. */
static int is_noticed(const struct planted *p)
{
    const struct target t = {function_of_kind(p->kind), p->f, kinds[p->kind].reference, p->abi,
                             p->flags & ASSEMBLY};
    check(&t);
    if (p->expected == NULL
            ? complaints.count == 0
            : complaints.count == 1 && strcmp(complaints.about[0], p->expected) == 0)
        return 1;
    printf("FAILED: %s: expected: %s; noticed: ", p->name, p->expected ? p->expected : "nothing");
    print_complaints("");
    return 0;
}

static int check_planted(void)
{
    int noticed = 0, failed = 0;
    for (size_t i = 0; i < COUNT_OF(planted); i++) {
        const char *reason = blind_to(&planted[i]);
        if (reason != NULL)
            printf("SKIPPED: %s: %s\n", planted[i].name, reason);
        else if (is_noticed(&planted[i]))
            noticed++;
        else
            failed++;
    }
    printf("planted functions: %d as expected, %d not\n", noticed, failed);
    return failed;
}

/* ------------------------------------------------------------------------------------
 * The kernels
 */

/* The functions of the library's .S files. */
#define ASM_FUNCTION(name) void name(void);
#include "asm_functions.h"
#undef ASM_FUNCTION

static int is_assembly(any_function f)
{
    static const any_function functions[] = {
#define ASM_FUNCTION(name) name,
#include "asm_functions.h"
#undef ASM_FUNCTION
        NULL};
    for (size_t i = 0; functions[i] != NULL; i++)
        if (functions[i] == f)
            return 1;
    return 0;
}

/* Whether a supported kernel before number k has the same function in slot i. */
static int is_known(size_t k, size_t i)
{
    for (size_t j = 0; j < k; j++)
        if (p256_field_kernel_supported(j) &&
            kernel_function(p256_kernels[j], i) == kernel_function(p256_kernels[k], i))
            return 1;
    return 0;
}

static int check_kernel(size_t number)
{
    const struct p256_kernel *k = p256_kernels[number];
    int failed = 0, known = 0, assembly = 0;
    deepest = 0;
    for (size_t i = 0; i < kernel_slot_count; i++) {
        struct target t = {&kernel_slots[i], kernel_function(k, i),
                           kernel_function(&p256_kernel_portable, i), &native, 0};
        if (is_known(number, i)) {
            known++;
            continue;
        }
        t.is_assembly = is_assembly(t.f);
        assembly += t.is_assembly;
        check(&t);
        if (complaints.count == 0)
            continue;
        failed++;
        printf("FAILED: kernel %s, %s: not as the convention says: ", k->name, t.kind->name);
        print_complaints("");
    }
    printf("kernel %s: %zu functions, %d in assembly, %d another kernel's and checked there, "
           "%d wrong; at most %zu bytes of stack\n",
           k->name, kernel_slot_count, assembly, known, failed, deepest);
    return failed;
}

int main(void)
{
    random_start(stdout, "");
    check_start();
    if (!check_sees_steps())
        puts("SKIPPED: writes below the stack pointer: no single steps by trap flag here");
#if defined(__x86_64__)
    if (!check_sees_upper_halves())
        puts("SKIPPED: clean upper halves: xgetbv does not tell which vector state is in use");
#endif
    int failed = check_planted();
    for (size_t i = 0; i < p256_kernel_count; i++) {
        if (!is_wanted(p256_kernels[i]->name))
            continue;
        if (p256_field_kernel_supported(i))
            failed += check_kernel(i);
        else
            printf("SKIPPED: kernel %s: this CPU or operating system does not support it\n",
                   p256_kernels[i]->name);
    }
    return failed != 0;
}
