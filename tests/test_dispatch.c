/* SPDX-License-Identifier: MIT */
/*
 * Which kernel is chosen: detection from raw CPU answers, selection from features, the
 * overrides, and the first use through every public function.
 *
 * The process itself never uses the library before it forks, so that in each child the first
 * use is still to come.
 */
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "child.h"
#include "cpu_features.h"
#include "dispatch.h"
#include "public_calls.h"
#include "testing.h"

static int is_unused(void)
{
    return p256_active_kernel()->name == NULL;
}

/* ------------------------------------------------------------------------------------
 * Selection, from tables shaped like those of the kernels that are planned.
 */

#define AVX2_NEEDS    (P256_CPU_AVX2 | P256_CPU_FMA | P256_CPU_BMI2)
#define AVXIFMA_NEEDS (P256_CPU_AVX2 | P256_CPU_AVXIFMA | P256_CPU_BMI2)
#define AVX512_NEEDS                                                                               \
    (P256_CPU_AVX512F | P256_CPU_AVX512VL | P256_CPU_AVX512DQ | P256_CPU_AVX512IFMA |              \
     P256_CPU_BMI2 | P256_CPU_ADX)

static const struct p256_kernel fake_portable = {.name = "portable", .needs = 0};
static const struct p256_kernel fake_mulx = {.name = "mulx", .needs = P256_CPU_BMI2};
static const struct p256_kernel fake_avx2 = {.name = "avx2", .needs = AVX2_NEEDS};
static const struct p256_kernel fake_avxifma = {.name = "avxifma", .needs = AVXIFMA_NEEDS};
static const struct p256_kernel fake_avx512 = {.name = "avx512", .needs = AVX512_NEEDS};
static const struct p256_kernel *const fake_x86[] = {&fake_portable, &fake_mulx, &fake_avx2,
                                                     &fake_avxifma, &fake_avx512};

static const struct p256_kernel fake_gpr = {.name = "gpr", .needs = P256_CPU_NEON};
static const struct p256_kernel fake_neon = {.name = "neon",
                                             .needs = P256_CPU_NEON | P256_CPU_SLOW_UMULH};
static const struct p256_kernel *const fake_aarch64[] = {&fake_portable, &fake_gpr, &fake_neon};

static const char *selected_x86(uint64_t features)
{
    return p256_kernel_select(fake_x86, COUNT_OF(fake_x86), features)->name;
}

static void selection_from_features(void **state)
{
    (void)state;
    const uint64_t all = ~UINT64_C(0);
    assert_string_equal(selected_x86(0), "portable");
    assert_string_equal(selected_x86(all), "avx512");
    assert_string_equal(selected_x86(AVX512_NEEDS), "avx512");
    assert_string_equal(selected_x86(AVXIFMA_NEEDS), "avxifma");
    assert_string_equal(selected_x86(AVX2_NEEDS), "avx2");
    assert_string_equal(selected_x86(P256_CPU_BMI2), "mulx");
    assert_string_equal(selected_x86(P256_CPU_ADX), "portable");

    /* Each need that is missing, alone, rules its kernel out. */
    assert_string_equal(selected_x86(all & ~P256_CPU_AVX512F), "avxifma");
    assert_string_equal(selected_x86(all & ~P256_CPU_AVX512VL), "avxifma");
    assert_string_equal(selected_x86(all & ~P256_CPU_AVX512DQ), "avxifma");
    assert_string_equal(selected_x86(all & ~P256_CPU_AVX512IFMA), "avxifma");
    assert_string_equal(selected_x86(all & ~P256_CPU_ADX), "avxifma");
    assert_string_equal(selected_x86(all & ~P256_CPU_AVX512F & ~P256_CPU_AVXIFMA), "avx2");
    assert_string_equal(selected_x86(AVX2_NEEDS & ~P256_CPU_FMA), "mulx");
    assert_string_equal(selected_x86(AVX2_NEEDS & ~P256_CPU_BMI2), "portable");
    assert_string_equal(selected_x86(all & ~P256_CPU_BMI2), "portable");

    /* The first of the array is the last resort, whatever the features. */
    for (int bit = 0; bit < 64; bit++)
        assert_ptr_equal(p256_kernel_select(fake_x86, 1, UINT64_C(1) << bit), &fake_portable);
}

static void selection_of_the_last_that_runs(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++) {
        uint64_t features = i % 2 == 0 ? random_u64() : random_u64() | random_u64() | AVX2_NEEDS;
        const struct p256_kernel *want = NULL;
        for (size_t k = 0; k < COUNT_OF(fake_x86); k++)
            if ((fake_x86[k]->needs & features) == fake_x86[k]->needs)
                want = fake_x86[k];
        assert_ptr_equal(p256_kernel_select(fake_x86, COUNT_OF(fake_x86), features), want);
        assert_ptr_equal(p256_kernel_select(fake_x86, COUNT_OF(fake_x86), features), want);
    }
}

/* ------------------------------------------------------------------------------------
 * Detection on x86-64.
 */

/* A CPU and a system that have everything, also all that is unknown today. */
static struct p256_x86_cpuid full_cpu(void)
{
    return (struct p256_x86_cpuid){
        .max_leaf = 0x20,
        .leaf1_ecx = UINT32_MAX,
        .leaf7_ebx = UINT32_MAX,
        .leaf7_ecx = UINT32_MAX,
        .leaf7_max_subleaf = 2,
        .leaf7_1_eax = UINT32_MAX,
        .xcr0 = UINT64_MAX,
        .macos = 0,
    };
}

#define ALL_AVX512                                                                                 \
    (P256_CPU_AVX512F | P256_CPU_AVX512VL | P256_CPU_AVX512DQ | P256_CPU_AVX512BW |                \
     P256_CPU_AVX512IFMA | P256_CPU_AVX512VBMI | P256_CPU_AVX512VBMI2)
#define ALL_AVX2   (P256_CPU_AVX2 | P256_CPU_AVXIFMA)
#define ALL_AVX    (P256_CPU_AVX | P256_CPU_FMA)
#define ALL_SCALAR (P256_CPU_BMI2 | P256_CPU_ADX)
#define ALL_X86    (ALL_SCALAR | ALL_AVX | ALL_AVX2 | ALL_AVX512)

enum { LEAF1_FMA = 12, LEAF1_OSXSAVE = 27, LEAF1_AVX = 28 };
enum {
    LEAF7_AVX2 = 5,
    LEAF7_BMI2 = 8,
    LEAF7_AVX512F = 16,
    LEAF7_AVX512DQ = 17,
    LEAF7_ADX = 19,
    LEAF7_AVX512IFMA = 21,
    LEAF7_AVX512BW = 30,
    LEAF7_AVX512VL = 31
};
enum { LEAF7C_VBMI = 1, LEAF7C_VBMI2 = 6 };
enum { LEAF7_1_AVXIFMA = 23 };

static uint32_t without(int bit)
{
    return ~(UINT32_C(1) << bit);
}

/* What a CPU lacks of the full one (masks that clear bits), and what follows. */
struct lacking {
    const char *what;
    uint32_t leaf1_ecx, leaf7_ebx, leaf7_ecx, leaf7_1_eax;
    uint64_t xcr0;
    uint64_t lost;      /* features */
    const char *kernel; /* of fake_x86 */
};

static void check_lacking(const struct lacking *l)
{
    struct p256_x86_cpuid id = full_cpu();
    id.leaf1_ecx &= l->leaf1_ecx;
    id.leaf7_ebx &= l->leaf7_ebx;
    id.leaf7_ecx &= l->leaf7_ecx;
    id.leaf7_1_eax &= l->leaf7_1_eax;
    id.xcr0 &= l->xcr0;
    uint64_t features = p256_x86_features(&id), want = ALL_X86 & ~l->lost;
    if (features != want)
        fail_msg("%s: features 0x%llx, not 0x%llx", l->what, (unsigned long long)features,
                 (unsigned long long)want);
    if (strcmp(selected_x86(features), l->kernel) != 0)
        fail_msg("%s: selects %s, not %s", l->what, selected_x86(features), l->kernel);
}

static void x86_that_lacks_something(void **state)
{
    (void)state;
    const uint32_t all = UINT32_MAX;
    const uint64_t vectors = ALL_AVX | ALL_AVX2 | ALL_AVX512, state_all = UINT64_MAX;
    const struct lacking rows[] = {
        {"nothing", all, all, all, all, state_all, 0, "avx512"},

        {"OSXSAVE", without(LEAF1_OSXSAVE), all, all, all, state_all, vectors, "mulx"},
        {"AVX", without(LEAF1_AVX), all, all, all, state_all, vectors, "mulx"},
        {"FMA", without(LEAF1_FMA), all, all, all, state_all, P256_CPU_FMA, "avx512"},
        {"FMA and AVX-512F", without(LEAF1_FMA), without(LEAF7_AVX512F), all, all, state_all,
         P256_CPU_FMA | ALL_AVX512, "avxifma"},
        {"FMA, AVX-512F, AVX-IFMA", without(LEAF1_FMA), without(LEAF7_AVX512F), all,
         without(LEAF7_1_AVXIFMA), state_all, P256_CPU_FMA | ALL_AVX512 | P256_CPU_AVXIFMA, "mulx"},

        {"AVX2", all, without(LEAF7_AVX2), all, all, state_all, ALL_AVX2 | ALL_AVX512, "mulx"},
        {"BMI2 but not ADX", all, without(LEAF7_BMI2), all, all, state_all, P256_CPU_BMI2,
         "portable"},
        {"ADX but not BMI2", all, without(LEAF7_ADX), all, all, state_all, P256_CPU_ADX, "avxifma"},
        {"ADX and AVX-IFMA", all, without(LEAF7_ADX), all, without(LEAF7_1_AVXIFMA), state_all,
         P256_CPU_ADX | P256_CPU_AVXIFMA, "avx2"},
        {"AVX-IFMA", all, all, all, without(LEAF7_1_AVXIFMA), state_all, P256_CPU_AVXIFMA,
         "avx512"},

        {"AVX-512F", all, without(LEAF7_AVX512F), all, all, state_all, ALL_AVX512, "avxifma"},
        {"AVX-512 IFMA", all, without(LEAF7_AVX512IFMA), all, all, state_all, P256_CPU_AVX512IFMA,
         "avxifma"},
        {"AVX-512 VL", all, without(LEAF7_AVX512VL), all, all, state_all, P256_CPU_AVX512VL,
         "avxifma"},
        {"AVX-512 DQ", all, without(LEAF7_AVX512DQ), all, all, state_all, P256_CPU_AVX512DQ,
         "avxifma"},
        {"AVX-512 BW", all, without(LEAF7_AVX512BW), all, all, state_all, P256_CPU_AVX512BW,
         "avx512"},
        {"AVX-512 VBMI", all, all, without(LEAF7C_VBMI), all, state_all, P256_CPU_AVX512VBMI,
         "avx512"},
        {"AVX-512 VBMI2", all, all, without(LEAF7C_VBMI2), all, state_all, P256_CPU_AVX512VBMI2,
         "avx512"},

        /* XCR0: bit 1 XMM, 2 upper YMM, 5 opmask, 6 upper halves of ZMM, 7 ZMM16-31. */
        {"no state", all, all, all, all, 0, vectors, "mulx"},
        {"state beyond XMM", all, all, all, all, 0x03, vectors, "mulx"},
        {"XMM state", all, all, all, all, ~UINT64_C(0x02), vectors, "mulx"},
        {"YMM state", all, all, all, all, ~UINT64_C(0x04), vectors, "mulx"},
        {"opmask and ZMM state", all, all, all, all, 0x07, ALL_AVX512, "avxifma"},
        {"opmask state", all, all, all, all, ~UINT64_C(0x20), ALL_AVX512, "avxifma"},
        {"lower ZMM state", all, all, all, all, ~UINT64_C(0x40), ALL_AVX512, "avxifma"},
        {"upper ZMM state", all, all, all, all, ~UINT64_C(0x80), ALL_AVX512, "avxifma"},
        {"state beyond AVX-512", all, all, all, all, 0xe7, 0, "avx512"},
        {"XCR0 above the low half", all, all, all, all, 0x200e7, 0, "avx512"},
        {"XCR0's low half", all, all, all, all, UINT64_C(0xe7) << 32, vectors, "mulx"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        check_lacking(&rows[i]);
}

/* Leaves that the CPU does not have count as zero, whatever stands in the structure. */
static void x86_without_a_leaf(void **state)
{
    (void)state;
    struct p256_x86_cpuid id = full_cpu();
    id.max_leaf = 7;
    assert_int_equal(p256_x86_features(&id), ALL_X86);
    id.max_leaf = 6;
    assert_int_equal(p256_x86_features(&id), ALL_AVX);
    assert_string_equal(selected_x86(p256_x86_features(&id)), "portable");
    id.max_leaf = 1;
    assert_int_equal(p256_x86_features(&id), ALL_AVX);
    id.max_leaf = 0;
    assert_int_equal(p256_x86_features(&id), 0);

    id = full_cpu();
    id.leaf7_max_subleaf = 1;
    assert_int_equal(p256_x86_features(&id), ALL_X86);
    id.leaf7_max_subleaf = 0;
    assert_int_equal(p256_x86_features(&id), ALL_X86 & ~P256_CPU_AVXIFMA);
}

static void x86_on_macos(void **state)
{
    (void)state;
    struct p256_x86_cpuid id = full_cpu();
    id.macos = 1;
    assert_int_equal(p256_x86_features(&id), ALL_X86 & ~ALL_AVX512);
    assert_string_equal(selected_x86(p256_x86_features(&id)), "avxifma");
}

/* Every bit that means nothing here is set, and every one that does is clear. */
static void x86_with_other_bits_only(void **state)
{
    (void)state;
    struct p256_x86_cpuid id = full_cpu();
    id.leaf1_ecx &= without(LEAF1_AVX) & without(LEAF1_FMA);
    id.leaf7_ebx &= without(LEAF7_BMI2) & without(LEAF7_ADX);
    assert_int_equal(p256_x86_features(&id), 0);
    id = full_cpu();
    id.leaf7_ebx = (UINT32_C(1) << LEAF7_AVX2) | (UINT32_C(1) << LEAF7_AVX512F);
    id.leaf7_ecx &= without(LEAF7C_VBMI) & without(LEAF7C_VBMI2);
    id.leaf7_1_eax &= without(LEAF7_1_AVXIFMA);
    assert_int_equal(p256_x86_features(&id), ALL_AVX | P256_CPU_AVX2 | P256_CPU_AVX512F);
}

#if defined(__x86_64__)
/* Every raw answer, asked again leaf by leaf. */
static void x86_answers_are_the_cpus(void **state)
{
    (void)state;
    struct p256_x86_cpuid id, want = {0};
    unsigned eax, ebx, ecx, edx;
    p256_x86_read_cpuid(&id);

    __cpuid(0, want.max_leaf, ebx, ecx, edx);
    assert_true(want.max_leaf >= 1);
    __cpuid(1, eax, ebx, want.leaf1_ecx, edx);
    if (want.leaf1_ecx & UINT32_C(1) << 27) {
        uint32_t low, high;
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        want.xcr0 = (uint64_t)high << 32 | low;
    }
    if (want.max_leaf >= 7)
        __cpuid_count(7, 0, want.leaf7_max_subleaf, want.leaf7_ebx, want.leaf7_ecx, edx);
    if (want.leaf7_max_subleaf >= 1)
        __cpuid_count(7, 1, want.leaf7_1_eax, ebx, ecx, edx);

    assert_int_equal(id.max_leaf, want.max_leaf);
    assert_int_equal(id.leaf1_ecx, want.leaf1_ecx);
    assert_true(id.xcr0 == want.xcr0);
    assert_int_equal(id.leaf7_max_subleaf, want.leaf7_max_subleaf);
    assert_int_equal(id.leaf7_ebx, want.leaf7_ebx);
    assert_int_equal(id.leaf7_ecx, want.leaf7_ecx);
    assert_int_equal(id.leaf7_1_eax, want.leaf7_1_eax);
}

static void x86_agrees_with_the_compiler(void **state)
{
    (void)state;
    struct p256_x86_cpuid id;
    p256_x86_read_cpuid(&id);
    uint64_t features = p256_cpu_features();
    assert_int_equal(features, p256_x86_features(&id));
    assert_int_equal(features, p256_cpu_features());

    __builtin_cpu_init();
    assert_int_equal((features & P256_CPU_BMI2) != 0, __builtin_cpu_supports("bmi2") != 0);
    assert_int_equal((features & P256_CPU_AVX) != 0, __builtin_cpu_supports("avx") != 0);
    assert_int_equal((features & P256_CPU_AVX2) != 0, __builtin_cpu_supports("avx2") != 0);
    assert_int_equal((features & P256_CPU_FMA) != 0, __builtin_cpu_supports("fma") != 0);
    if (id.macos)
        return;
    assert_int_equal((features & P256_CPU_AVX512F) != 0, __builtin_cpu_supports("avx512f") != 0);
    assert_int_equal((features & P256_CPU_AVX512VL) != 0, __builtin_cpu_supports("avx512vl") != 0);
    assert_int_equal((features & P256_CPU_AVX512DQ) != 0, __builtin_cpu_supports("avx512dq") != 0);
    assert_int_equal((features & P256_CPU_AVX512BW) != 0, __builtin_cpu_supports("avx512bw") != 0);
    assert_int_equal((features & P256_CPU_AVX512IFMA) != 0,
                     __builtin_cpu_supports("avx512ifma") != 0);
    assert_int_equal((features & P256_CPU_AVX512VBMI) != 0,
                     __builtin_cpu_supports("avx512vbmi") != 0);
    assert_int_equal((features & P256_CPU_AVX512VBMI2) != 0,
                     __builtin_cpu_supports("avx512vbmi2") != 0);
}
#endif

/* ------------------------------------------------------------------------------------
 * Detection on AArch64. MIDR_EL1: implementer, variant, architecture, part, revision.
 */

static void aarch64_cores(void **state)
{
    (void)state;
    static const struct {
        uint64_t midr;
        int slow_umulh;
    } cores[] = {
        {0x410fd083, 1},                   /* Cortex-A72 r0p3 */
        {0x410fd034, 0},                   /* Cortex-A53 */
        {0x411fd071, 0},                   /* Cortex-A57 */
        {0x410fd092, 0},                   /* Cortex-A73 */
        {0x412fd0a1, 0},                   /* Cortex-A75 */
        {0x414fd0b1, 1},                   /* Cortex-A76 r4p1 */
        {0x413fd0c1, 1},                   /* Neoverse N1 r3p1 */
        {0x411fd401, 0},                   /* Neoverse V1 */
        {0x410fd493, 0},                   /* Neoverse N2 */
        {0x410fd4f1, 0},                   /* Neoverse V2 */
        {0x611f0221, 0},                   /* Apple M1 */
        {0x51af8014, 0},                   /* another implementer */
        {0x510fd0c1, 0},                   /* a part number of Arm's, not by Arm */
        {UINT64_C(0xffffffff413fd0c1), 1}, /* upper half reserved */
        {0, 0},                            /* could not be read */
    };
    for (size_t i = 0; i < COUNT_OF(cores); i++) {
        struct p256_aarch64_id id = {.asimd = 1, .midr = cores[i].midr};
        uint64_t features = p256_aarch64_features(&id);
        uint64_t want = P256_CPU_NEON | (cores[i].slow_umulh ? P256_CPU_SLOW_UMULH : 0);
        assert_int_equal(features, want);
        assert_string_equal(
            p256_kernel_select(fake_aarch64, COUNT_OF(fake_aarch64), features)->name,
            cores[i].slow_umulh ? "neon" : "gpr");
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
        assert_string_equal(p256_kernel_select(p256_kernels, p256_kernel_count, features)->name,
                            cores[i].slow_umulh ? "neon" : "gpr");
#endif
        id.asimd = 0;
        features = p256_aarch64_features(&id);
        assert_int_equal(features, 0);
        assert_string_equal(
            p256_kernel_select(fake_aarch64, COUNT_OF(fake_aarch64), features)->name, "portable");
    }
}

/* The list that p256-field-info prints from leaves none out, and names none twice. */
static void features_have_names(void **state)
{
    (void)state;
#define BIT(name) P256_CPU_##name,
    static const uint64_t bits[] = {P256_CPU_NAMES(BIT)};
    uint64_t seen = 0;
    for (size_t i = 0; i < COUNT_OF(bits); i++) {
        assert_int_equal(seen & bits[i], 0);
        seen |= bits[i];
    }
    assert_int_equal(seen, ALL_X86 | P256_CPU_NEON | P256_CPU_SLOW_UMULH);
}

/* ------------------------------------------------------------------------------------
 * The kernels of this build.
 */

static void kernels_are_complete(void **state)
{
    (void)state;
    assert_true(p256_kernel_count >= 1);
    assert_int_equal(p256_kernels[0]->needs, 0);
    assert_string_equal(p256_kernels[0]->name, "portable");
    for (size_t i = 0; i < p256_kernel_count; i++) {
        const struct p256_kernel *k = p256_kernels[i];
        assert_non_null(k->name);
        assert_true(strlen(k->name) > 0);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(k->name, p256_kernels[j]->name);
#define IS_SET(slot, params, args)                                                                 \
    if (k->slot == NULL)                                                                           \
        fail_msg("kernel %s has no " #slot, k->name);
        P256_KERNEL_SLOTS(IS_SET, IS_SET)
    }
}

/* What README says, beside what scripts/check-objects finds in the code. */
static void kernels_need_what_is_documented(void **state)
{
    (void)state;
    static const struct p256_kernel documented[] = {
        {.name = "portable", .needs = 0},
        {.name = "avx2", .needs = AVX2_NEEDS},
        {.name = "avxifma", .needs = AVXIFMA_NEEDS},
        /* by AVX-512, for tests alone */
        {.name = "avxifma",
         .needs = P256_CPU_BMI2 | P256_CPU_AVX2 | P256_CPU_AVX512F | P256_CPU_AVX512VL |
                  P256_CPU_AVX512IFMA},
        {.name = "avx512",
         .needs = P256_CPU_BMI2 | P256_CPU_AVX2 | P256_CPU_AVX512F | P256_CPU_AVX512VL |
                  P256_CPU_AVX512DQ | P256_CPU_AVX512BW | P256_CPU_AVX512IFMA |
                  P256_CPU_AVX512VBMI2},
        {.name = "gpr", .needs = P256_CPU_NEON},
        {.name = "neon", .needs = P256_CPU_NEON | P256_CPU_SLOW_UMULH},
    };
    for (size_t i = 0; i < p256_kernel_count; i++) {
        int found = 0;
        for (size_t j = 0; j < COUNT_OF(documented); j++)
            found |= strcmp(documented[j].name, p256_kernels[i]->name) == 0 &&
                     documented[j].needs == p256_kernels[i]->needs;
        if (!found)
            fail_msg("kernel %s: other needs than documented", p256_kernels[i]->name);
    }
}

/* The list of slots has all of the table's: name, needs, and then pointers alone. */
static void slots_are_all_listed(void **state)
{
    (void)state;
#define COUNT(slot, params, args) +1
    size_t listed = 0 P256_KERNEL_SLOTS(COUNT, COUNT);
    size_t size = offsetof(struct p256_kernel, add) + listed * sizeof(void (*)(void));
    size_t alignment = _Alignof(struct p256_kernel);
    assert_int_equal((size + alignment - 1) / alignment * alignment, sizeof(struct p256_kernel));
}

static void selection_among_the_real_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++) {
        uint64_t features = i == 0 ? 0 : i == 1 ? UINT64_MAX : random_u64() | random_u64();
        const struct p256_kernel *k = p256_kernel_select(p256_kernels, p256_kernel_count, features);
        assert_int_equal(k->needs & ~features, 0);
        for (size_t j = p256_kernel_count; p256_kernels[j - 1] != k; j--)
            assert_int_not_equal(p256_kernels[j - 1]->needs & ~features, 0);
    }
}

/* This build has the kernel `name`. */
static int is_built(const char *name)
{
    for (size_t i = 0; i < p256_kernel_count; i++)
        if (strcmp(p256_kernels[i]->name, name) == 0)
            return 1;
    return 0;
}

/* What some CPUs get: of the kernels meant for them the first that this build has. */
static void kernels_of_some_cpus(void **state)
{
    (void)state;
    const uint64_t haswell = P256_CPU_BMI2 | P256_CPU_AVX | P256_CPU_AVX2 | P256_CPU_FMA;
    const uint64_t skylake_x = haswell | P256_CPU_ADX | P256_CPU_AVX512F | P256_CPU_AVX512VL |
                               P256_CPU_AVX512DQ | P256_CPU_AVX512BW;
    const uint64_t cannon_lake = skylake_x | P256_CPU_AVX512IFMA | P256_CPU_AVX512VBMI;
    const uint64_t ice_lake = cannon_lake | P256_CPU_AVX512VBMI2;
    const uint64_t sierra_forest = haswell | P256_CPU_ADX | P256_CPU_AVXIFMA;
    const struct {
        uint64_t features;
        const char *kernels[3];
    } cpus[] = {
        {0, {"portable"}},
        {haswell, {"avx2", "portable"}},
        {skylake_x, {"avx2", "portable"}},
        {cannon_lake, {"avx2", "portable"}}, /* no VBMI2 */
        {ice_lake, {"avx512", "portable"}},
        {ice_lake | P256_CPU_AVXIFMA, {"avx512", "portable"}},
        {sierra_forest, {"avxifma", "avx2", "portable"}},
        {ice_lake & ~P256_CPU_BMI2, {"portable"}},
    };
    for (size_t i = 0; i < COUNT_OF(cpus); i++) {
        const char *const *kernel = cpus[i].kernels;
        while (!is_built(*kernel))
            kernel++;
        assert_string_equal(
            p256_kernel_select(p256_kernels, p256_kernel_count, cpus[i].features)->name, *kernel);
    }
}

static void public_list_of_kernels(void **state)
{
    (void)state;
    uint64_t features = p256_cpu_features();
    size_t count = p256_field_kernel_count();
    assert_int_equal(count, p256_kernel_count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(p256_field_kernel_name(i), p256_kernels[i]->name);
        assert_int_equal(p256_field_kernel_supported(i), (p256_kernels[i]->needs & ~features) == 0);
    }
    assert_int_equal(p256_field_kernel_supported(0), 1);
    const size_t beyond[] = {count, count + 1, SIZE_MAX / 2 + 1, SIZE_MAX};
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        assert_null(p256_field_kernel_name(beyond[i]));
        assert_int_equal(p256_field_kernel_supported(beyond[i]), 0);
    }
}

static void version(void **state)
{
    (void)state;
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", P256_FIELD_VERSION_MAJOR, P256_FIELD_VERSION_MINOR,
             P256_FIELD_VERSION_PATCH);
    assert_string_equal(p256_field_version(), text);
}

/* ------------------------------------------------------------------------------------
 * In children from here on. A check there returns 1 after a message.
 */

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s, line %d: %s\n", __func__, __LINE__, #condition);                  \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

static const char *automatic_choice(void)
{
    return p256_kernel_select(p256_kernels, p256_kernel_count, p256_cpu_features())->name;
}

static int active_is(const char *name)
{
    return strcmp(p256_field_kernel(), name) == 0;
}

/* The environment variable's value, NULL for none, and the kernel that it must lead to. */
struct environment {
    const char *value, *kernel;
};

static int apply(const struct environment *e)
{
    CHECK(is_unused());
    if (e->value == NULL)
        CHECK(unsetenv("P256_FIELD_KERNEL") == 0);
    else
        CHECK(setenv("P256_FIELD_KERNEL", e->value, 1) == 0);
    return 0;
}

static int first_use_by_kernel(const void *argument)
{
    const struct environment *e = argument;
    CHECK(apply(e) == 0);
    CHECK(active_is(e->kernel));
    return 0;
}

static int first_use_by_init(const void *argument)
{
    const struct environment *e = argument;
    CHECK(apply(e) == 0);
    p256_field_init();
    CHECK(!is_unused());
    CHECK(active_is(e->kernel));
    p256_field_init();
    CHECK(active_is(e->kernel));
    return 0;
}

static int first_use_by_operation(const void *argument)
{
    const struct environment *e = argument;
    p256_fe r;
    CHECK(apply(e) == 0);
    p256_fe_add(&r, &P256_FE_ONE, &P256_FE_ZERO);
    CHECK(p256_fe_is_one(&r));
    CHECK(strcmp(p256_active_kernel()->name, e->kernel) == 0);
    return 0;
}

static int first_use_by_set_kernel(const void *argument)
{
    const struct environment *e = argument;
    CHECK(apply(e) == 0);
    CHECK(p256_field_set_kernel("portable") == 1);
    CHECK(active_is("portable"));
    p256_field_init(); /* does not undo the explicit choice */
    CHECK(active_is("portable"));
    CHECK(p256_field_set_kernel(NULL) == 1);
    CHECK(active_is(e->kernel));
    return 0;
}

static int first_use_by_refused_set_kernel(const void *argument)
{
    const struct environment *e = argument;
    CHECK(apply(e) == 0);
    CHECK(p256_field_set_kernel("no such kernel") == 0);
    CHECK(active_is(e->kernel));
    return 0;
}

static void check_environment(const char *value, const char *kernel)
{
    const struct environment e = {value, kernel};
    assert_true(is_unused());
    expect_child_succeeds(first_use_by_kernel, &e);
    expect_child_succeeds(first_use_by_init, &e);
    expect_child_succeeds(first_use_by_operation, &e);
    expect_child_succeeds(first_use_by_set_kernel, &e);
    expect_child_succeeds(first_use_by_refused_set_kernel, &e);
}

static void environment_variable(void **state)
{
    (void)state;
    static const char *const unknown[] = {"",          "nonesuch",     "Portable", "PORTABLE",
                                          "portable ", " portable",    "portabl",  "portable2",
                                          "0",         "portable,avx2"};
    const char *automatic = automatic_choice();
    if (strcmp(automatic, "portable") == 0)
        printf("SKIPPED: an override that differs from the automatic choice: "
               "this machine supports but one kernel\n");
    check_environment(NULL, automatic);
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        check_environment(unknown[i], automatic);
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        const char *name = p256_field_kernel_name(i);
        check_environment(name, p256_field_kernel_supported(i) ? name : automatic);
    }
}

static int set_kernel_child(const void *argument)
{
    (void)argument;
    CHECK(unsetenv("P256_FIELD_KERNEL") == 0);
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        char name[64], longer[70];
        snprintf(name, sizeof name, "%s", p256_field_kernel_name(i));
        snprintf(longer, sizeof longer, "%s2", name);
        const char *before = p256_field_kernel();

        CHECK(p256_field_set_kernel(longer) == 0);
        CHECK(p256_field_set_kernel("") == 0);
        CHECK(p256_field_set_kernel("nonesuch") == 0);
        CHECK(active_is(before));

        CHECK(p256_field_set_kernel(name) == p256_field_kernel_supported(i));
        CHECK(active_is(p256_field_kernel_supported(i) ? name : before));
        memset(name, 'x', sizeof name - 1); /* the caller's string is not kept */
        CHECK(strcmp(p256_field_kernel(), name) != 0);
        CHECK(p256_field_set_kernel("nonesuch") == 0);
        CHECK(active_is(p256_field_kernel_supported(i) ? p256_field_kernel_name(i) : before));
    }
    CHECK(p256_field_set_kernel(NULL) == 1);
    CHECK(active_is(automatic_choice()));
    return 0;
}

static void set_kernel(void **state)
{
    (void)state;
    assert_true(is_unused());
    expect_child_succeeds(set_kernel_child, NULL);
}

/* ------------------------------------------------------------------------------------ */

static struct operands given;

/* The very first call, through the stubs, gives what the second gives, and what each kernel. */
static int first_use_by_call(const void *argument)
{
    const struct public_call *call = argument;
    static struct operands first, again;
    CHECK(is_unused());
    memcpy(&first, &given, sizeof first);
    call->call(&first);
    for (size_t i = 0; i < p256_field_kernel_count(); i++) {
        if (!p256_field_kernel_supported(i))
            continue;
        CHECK(p256_field_set_kernel(p256_field_kernel_name(i)) == 1);
        memcpy(&again, &given, sizeof again);
        call->call(&again);
        if (memcmp(&first, &again, sizeof first) != 0) {
            fprintf(stderr, "%s: the first call differs from one on %s\n", call->name,
                    p256_field_kernel_name(i));
            return 1;
        }
    }
    return 0;
}

static void first_use_through_every_function(void **state)
{
    (void)state;
    const char *unlisted = public_calls_unlisted();
    if (unlisted != NULL)
        fail_msg("public_calls.c and the header differ: %s", unlisted);
    for (size_t i = 0; i < public_call_count; i++) {
        random_operands(&given);
        assert_true(is_unused());
        expect_child_succeeds(first_use_by_call, &public_calls[i]);
    }
}

/* After a first call the table of stubs is left behind: for every slot. */
static int slot_replaces_stubs(const void *argument)
{
    const struct public_call *call = argument;
    static struct operands o;
    CHECK(is_unused());
    memcpy(&o, &given, sizeof o);
    call->call(&o);
    CHECK(!is_unused());
    return 0;
}

static const struct public_call *call_of_slot(const char *slot)
{
    char name[64];
    int is_array = strncmp(slot, "vec_", 4) == 0;
    if (strcmp(slot, "dbl") == 0)
        slot = "double";
    snprintf(name, sizeof name, is_array ? "p256_%s" : "p256_fe_%s", slot);
    for (size_t i = 0; i < public_call_count; i++)
        if (strcmp(public_calls[i].name, name) == 0)
            return &public_calls[i];
    fail_msg("slot %s has no public function %s", slot, name);
    return NULL;
}

static void first_use_of_every_slot(void **state)
{
    (void)state;
#define NAME(slot, params, args) #slot,
    static const char *const slots[] = {P256_KERNEL_SLOTS(NAME, NAME)};
    random_operands(&given);
    for (size_t i = 0; i < COUNT_OF(slots); i++)
        expect_child_succeeds(slot_replaces_stubs, call_of_slot(slots[i]));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(selection_from_features),
    cmocka_unit_test(selection_of_the_last_that_runs),
    cmocka_unit_test(x86_that_lacks_something),
    cmocka_unit_test(x86_without_a_leaf),
    cmocka_unit_test(x86_on_macos),
    cmocka_unit_test(x86_with_other_bits_only),
#if defined(__x86_64__)
    cmocka_unit_test(x86_answers_are_the_cpus),
    cmocka_unit_test(x86_agrees_with_the_compiler),
#endif
    cmocka_unit_test(aarch64_cores),
    cmocka_unit_test(features_have_names),
    cmocka_unit_test(kernels_are_complete),
    cmocka_unit_test(kernels_need_what_is_documented),
    cmocka_unit_test(slots_are_all_listed),
    cmocka_unit_test(selection_among_the_real_kernels),
    cmocka_unit_test(kernels_of_some_cpus),
    cmocka_unit_test(public_list_of_kernels),
    cmocka_unit_test(version),
    cmocka_unit_test(environment_variable),
    cmocka_unit_test(set_kernel),
    cmocka_unit_test(first_use_through_every_function),
    cmocka_unit_test(first_use_of_every_slot),
};

int main(void)
{
    random_start(stdout, "");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
