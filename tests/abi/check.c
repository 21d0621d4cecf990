/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "cpu_features.h"
#include "guard.h"
#include "support.h"

#define OFFSET(member, offset)                                                                     \
    _Static_assert(offsetof(struct abi_call, member) == (offset), #member)
OFFSET(target, ABI_TARGET);
OFFSET(arg, ABI_ARG);
OFFSET(stack, ABI_STACK);
OFFSET(own_stack, ABI_OWN_STACK);
OFFSET(own_control, ABI_OWN_CONTROL);
OFFSET(flags, ABI_FLAGS);
OFFSET(vectors, ABI_VECTORS);
OFFSET(read_xinuse, ABI_READ_XINUSE);
OFFSET(result, ABI_RESULT);
OFFSET(noise, ABI_NOISE);
OFFSET(before, ABI_BEFORE);
OFFSET(after, ABI_AFTER);
OFFSET(own, ABI_OWN);
OFFSET(vector_noise, ABI_VECTOR_NOISE);

/* ------------------------------------------------------------------------------------
 * What must be preserved
 */
enum { EVERYWHERE, WIN64_ONLY, ASSEMBLY_ONLY, WIN64_AND_ASSEMBLY };

struct preserved {
    const char *name;
    int word, words; /* of before[] and after[] */
    uint64_t mask;   /* of each */
    int where;
};

#define ALL UINT64_MAX
static const struct preserved preserved[] = {
    {"stack pointer", ABI_SP, 1, ALL, EVERYWHERE},
#if defined(__x86_64__)
    {"rbx", ABI_RBX, 1, ALL, EVERYWHERE},
    {"rbp", ABI_RBP, 1, ALL, EVERYWHERE},
    {"r12", ABI_R12, 1, ALL, EVERYWHERE},
    {"r13", ABI_R13, 1, ALL, EVERYWHERE},
    {"r14", ABI_R14, 1, ALL, EVERYWHERE},
    {"r15", ABI_R15, 1, ALL, EVERYWHERE},
    {"direction flag", ABI_DF, 1, 0x400, EVERYWHERE},
    {"MXCSR", ABI_MXCSR, 1, 0xffc0, EVERYWHERE}, /* all but the sticky exception flags */
    {"x87 control word", ABI_X87_CONTROL, 1, 0x1f3f, EVERYWHERE},
    {"x87 stack", ABI_X87_TAGS, 1, 0xffff, EVERYWHERE},
    {"upper halves of vector registers", ABI_XINUSE, 1, 0x44, EVERYWHERE}, /* of YMM, of ZMM */
    {"rdi", ABI_RDI, 1, ALL, WIN64_ONLY},
    {"rsi", ABI_RSI, 1, ALL, WIN64_ONLY},
#define XMM(i)                                                                                     \
    {                                                                                              \
        "xmm" #i, ABI_XMM6 + 2 * (i - 6), 2, ALL, WIN64_AND_ASSEMBLY                               \
    }
    XMM(6),
    XMM(7),
    XMM(8),
    XMM(9),
    XMM(10),
    XMM(11),
    XMM(12),
    XMM(13),
    XMM(14),
    XMM(15),
#else
#define GENERAL(i)                                                                                 \
    {                                                                                              \
        "x" #i, ABI_X19 + i - 19, 1, ALL, EVERYWHERE                                               \
    }
#define VECTOR(i)                                                                                  \
    {                                                                                              \
        "d" #i, ABI_D8 + i - 8, 1, ALL, EVERYWHERE                                                 \
    }
    GENERAL(19),
    GENERAL(20),
    GENERAL(21),
    GENERAL(22),
    GENERAL(23),
    GENERAL(24),
    GENERAL(25),
    GENERAL(26),
    GENERAL(27),
    GENERAL(28),
    GENERAL(29),
    VECTOR(8),
    VECTOR(9),
    VECTOR(10),
    VECTOR(11),
    VECTOR(12),
    VECTOR(13),
    VECTOR(14),
    VECTOR(15),
    {"FPCR", ABI_FPCR, 1, 0x03c00000, EVERYWHERE}, /* DN, FZ, rounding mode */
#if !defined(__APPLE__)
    /* Compilers for Linux use it as they like; assembly runs on other systems too. */
    {"x18", ABI_X18, 1, ALL, ASSEMBLY_ONLY},
#endif
#endif
};

static int must_preserve(const struct preserved *p, const struct convention *abi, int is_assembly)
{
    switch (p->where) {
    case EVERYWHERE:
        return 1;
    case WIN64_ONLY:
        return abi->is_win64;
    case ASSEMBLY_ONLY:
        return is_assembly;
    default:
        return abi->is_win64 || is_assembly;
    }
}

/* ------------------------------------------------------------------------------------
 * Complaints about one function
 */
struct complaints complaints;

static void complain(const char *about)
{
    for (int i = 0; i < complaints.count; i++)
        if (strcmp(complaints.about[i], about) == 0)
            return;
    if (complaints.count < (int)COUNT_OF(complaints.about))
        complaints.about[complaints.count++] = about;
}

/* ------------------------------------------------------------------------------------
 * The stack that the functions run on
 */
enum { BELOW = 8192, ABOVE = 512, RED_ZONE = 128 };
static _Alignas(64) uint64_t stack[BELOW + ABOVE];
static uint64_t *const stack_top = stack + BELOW; /* the stack pointer at the call */

static uint64_t stack_noise(const uint64_t *word)
{
    return (uint64_t)(word - stack + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static void fill_with_noise(uint64_t *from, uint64_t *to)
{
    for (; from < to; from++)
        *from = stack_noise(from);
}

/* The first word of from .. to - 1 that was written to, or `to`. */
static uint64_t *first_change(uint64_t *from, uint64_t *to)
{
    while (from < to && *from == stack_noise(from))
        from++;
    return from;
}

size_t deepest;

static void check_stack(const struct convention *abi)
{
    /* Win64: 32 bytes for the callee's use, and two arguments. */
    uint64_t *frame = stack_top + (abi->is_win64 ? 6 : 0);
    if (first_change(frame, stack + COUNT_OF(stack)) != stack + COUNT_OF(stack))
        complain("caller's frame");
    size_t depth = (size_t)(stack_top - first_change(stack, stack_top)) * sizeof(uint64_t);
    if (depth > deepest)
        deepest = depth;
    if (depth > STACK_LIMIT)
        complain("depth of stack");
}

/*
 * At each instruction of a stepped call, up to a limit that keeps slow code bearable: what
 * lies below the stack pointer and the red zone is noise, as if a signal handler had just run
 * there. `above` is the lowest word that may differ.
 */
enum { STEP_LIMIT = 20000 };
static struct {
    uint64_t *above;
    ptrdiff_t zone; /* words */
    int left;       /* of the limit */
} steps;

static void start_steps(int is_assembly)
{
    steps.zone = is_assembly ? 0 : RED_ZONE / (ptrdiff_t)sizeof(uint64_t);
    steps.above = stack_top - 1 - steps.zone;
    steps.left = STEP_LIMIT;
}

/* Returns whether to go on. */
static int check_step(uint64_t *stack_pointer)
{
    enum { NEAR = 256 }; /* words to look at now; check_stack looks at all */
    if (stack_pointer < stack + RED_ZONE || stack_pointer > stack_top)
        return 1; /* the caller's, or gone wild */
    uint64_t *above = stack_pointer - steps.zone;
    uint64_t *end = above < steps.above ? above : steps.above;
    uint64_t *start = end - stack > NEAR ? end - NEAR : stack;
    if (first_change(start, end) != end)
        complain("memory below the stack pointer");
    if (above > steps.above)
        fill_with_noise(steps.above, above);
    steps.above = above;
    return --steps.left > 0;
}

static void finish_steps(void)
{
    if (steps.left > 0 && first_change(stack, steps.above) != steps.above)
        complain("memory below the stack pointer");
}

/* ------------------------------------------------------------------------------------
 * One call
 */
enum pass { CLEAN, NOISY, STEPPED };

/* A value that faults when used as an address. */
static uint64_t noise(void)
{
    return (random_u64() & UINT64_C(0x0f0fffffffffffff)) | UINT64_C(0x4040000000000000);
}

/* After a clean pass always its complement, so that both states of each flag are tried. */
static uint64_t flag_noise(enum pass pass)
{
    static uint64_t clean;
    if (pass == CLEAN)
        clean = random_u64();
    return pass == CLEAN ? clean : ~clean;
}

static uint64_t features; /* P256_CPU_... */
static int has_xinuse;

#if defined(__x86_64__)
/*
 * Whether xgetbv with ECX = 1 tells which vector state is in use: CPUID leaf 13, subleaf 1,
 * EAX bit 2 says that it exists; and then it must follow vzeroupper.
 */
static int detect_xinuse(void)
{
    uint32_t eax = 0, ebx, ecx = 0, edx;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (eax < 13 || !(features & P256_CPU_AVX))
        return 0;
    eax = 13;
    ecx = 1;
    __asm__("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
    if (!(eax >> 2 & 1))
        return 0;
    __asm__ volatile("vzeroupper\n\txgetbv" : "=a"(eax), "=d"(edx) : "c"(1));
    return (eax & 0x44) == 0;
}

static void set_state(struct abi_call *c, enum pass pass)
{
    const uint64_t status = 0x8d5, masked = 0x1f80, up = 0x4000, down = 0x2000, flush = 0x8040;
    c->flags = (flag_noise(pass) & status) | 2 | (pass == STEPPED ? 0x100 : 0);
    c->before[ABI_DF] = 0;
    c->before[ABI_MXCSR] = pass == CLEAN ? masked | up | flush : down;
    c->before[ABI_X87_CONTROL] = pass == CLEAN ? 0x023f : 0x0c00; /* double, single precision */
    c->before[ABI_X87_TAGS] = 0xffff;
    c->before[ABI_XINUSE] = c->after[ABI_XINUSE] = 0;
    if (!(features & P256_CPU_AVX))
        c->vectors = ABI_VECTORS_SSE;
    else if (pass == CLEAN)
        c->vectors = ABI_VECTORS_CLEAN;
    else
        c->vectors = features & P256_CPU_AVX512F ? ABI_VECTORS_ZMM : ABI_VECTORS_YMM;
    c->read_xinuse = pass == CLEAN && has_xinuse;
}
#else
static int detect_xinuse(void)
{
    return 0;
}

static void set_state(struct abi_call *c, enum pass pass)
{
    const uint64_t rounding = pass == CLEAN ? 1 : 2, flush = pass == CLEAN, no_nans = 1;
    c->flags = flag_noise(pass) & 0xf0000000;
    c->before[ABI_FPCR] = rounding << 22 | flush << 24 | no_nans << 25;
}
#endif

static void check_registers(const struct abi_call *c, const struct target *t)
{
    for (size_t i = 0; i < COUNT_OF(preserved); i++) {
        const struct preserved *p = &preserved[i];
        uint64_t change = 0;
        for (int j = p->word; j < p->word + p->words; j++)
            change |= (c->before[j] ^ c->after[j]) & p->mask;
        if (change != 0 && must_preserve(p, t->abi, t->is_assembly))
            complain(p->name);
    }
}

/* Two sets of operands with the same contents: for the reference, and for the function. */
static _Alignas(64) uint8_t memory[2][MAX_ARGS][MAX_OPERAND];

static void call_once(const struct target *t, const struct call_case *values, enum pass pass)
{
    static struct abi_call c;
    struct operand o[MAX_ARGS];
    uintptr_t v[MAX_ARGS];
    int args = operands_of(t->kind->shape, values, o);

    for (int i = 0; i < MAX_ARGS; i++)
        c.arg[i] = noise();
    for (int i = 0; i < args; i++) {
        random_operand(&o[i], memory[0][i]);
        memcpy(memory[1][i], memory[0][i], o[i].size);
        v[i] = o[i].is_pointer ? (uintptr_t)memory[0][i] : o[i].value;
        if (o[i].is_pointer)
            c.arg[i] = (uintptr_t)memory[1][i];
        else if (o[i].is_32_bits)
            c.arg[i] = (c.arg[i] & ~UINT64_C(0xffffffff)) | o[i].value;
        else
            c.arg[i] = o[i].value;
    }
    int expected = t->kind->call(t->reference, v);

    for (size_t i = 0; i < COUNT_OF(c.before); i++)
        c.before[i] = c.after[i] = noise();
    for (size_t i = 0; i < COUNT_OF(c.noise); i++)
        c.noise[i] = noise();
    for (size_t i = 0; i < COUNT_OF(c.vector_noise); i++)
        c.vector_noise[i] = noise() | 1; /* not zero in its lower half either */
    c.target = (uintptr_t)t->f;
    c.stack = (uintptr_t)stack_top;
    c.before[ABI_SP] = c.stack;
    set_state(&c, pass);
    fill_with_noise(stack, stack + COUNT_OF(stack));
    if (t->abi->is_win64)
        memcpy(stack_top + 4, &c.arg[4], 2 * sizeof c.arg[4]);

    start_steps(t->is_assembly);
    if (!guarded_call(t->abi->call, &c)) {
        complain("crash");
        return;
    }
    if (pass == STEPPED)
        finish_steps();
    check_stack(t->abi);
    check_registers(&c, t);
    if (t->kind->returns_int && (int)c.result != expected)
        complain("result");
    for (int i = 0; i < args; i++)
        if (o[i].is_pointer && memcmp(memory[0][i], memory[1][i], o[i].size) != 0)
            complain("result");
}

/* Stepping is slow, in virtual machines above all: no elements and 32 + 16 + 8 + 3, which end
 * in each block of an unrolled loop; the smallest numbers; one index a table. */
static int worth_stepping(const struct call_case *c)
{
    return (c->n == 0 || c->n == 59) && (c->number == 0 || c->number == 1) && c->index == 0;
}

void check_start(void)
{
    features = p256_cpu_features();
    has_xinuse = detect_xinuse();
}

int check_sees_upper_halves(void)
{
    return has_xinuse;
}

int check_sees_steps(void)
{
    return guard_steps(check_step);
}

void check(const struct target *t)
{
    complaints.count = 0;
    for (size_t i = 0; i < case_count(t->kind->shape); i++) {
        struct call_case c = case_at(t->kind->shape, i);
        call_once(t, &c, CLEAN);
        call_once(t, &c, NOISY);
        if (worth_stepping(&c) && check_sees_steps())
            call_once(t, &c, STEPPED);
    }
}
