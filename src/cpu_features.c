/* SPDX-License-Identifier: MIT */
/* From the raw answers of a CPU to feature bits. */
#include "cpu_features.h"

static int has(uint64_t word, int bit)
{
    return (int)(word >> bit & 1);
}

/*
 * Bit numbers: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A,
 * CPUID; volume 1, chapter 13, XCR0.
 */
uint64_t p256_x86_features(const struct p256_x86_cpuid *id)
{
    const uint64_t ymm_state = 0x06;             /* XCR0: XMM, upper halves of YMM */
    const uint64_t zmm_state = ymm_state | 0xe0; /* and opmask, ZMM0-15, ZMM16-31 */
    uint32_t leaf1_ecx = id->max_leaf >= 1 ? id->leaf1_ecx : 0;
    uint64_t xcr0 = has(leaf1_ecx, 27) ? id->xcr0 : 0; /* OSXSAVE */
    int leaf7 = id->max_leaf >= 7;
    uint32_t ebx = leaf7 ? id->leaf7_ebx : 0;
    uint32_t ecx = leaf7 ? id->leaf7_ecx : 0;
    uint32_t eax_1 = leaf7 && id->leaf7_max_subleaf >= 1 ? id->leaf7_1_eax : 0;
    uint64_t f = 0;

    /* These two work on general registers and need no state saved. */
    if (has(ebx, 8))
        f |= P256_CPU_BMI2;
    if (has(ebx, 19))
        f |= P256_CPU_ADX;

    if (!has(leaf1_ecx, 28) || (xcr0 & ymm_state) != ymm_state)
        return f;
    f |= P256_CPU_AVX;
    if (has(leaf1_ecx, 12))
        f |= P256_CPU_FMA;
    if (!has(ebx, 5))
        return f;
    f |= P256_CPU_AVX2;
    if (has(eax_1, 23))
        f |= P256_CPU_AVXIFMA;

    if (!has(ebx, 16) || (xcr0 & zmm_state) != zmm_state || id->macos)
        return f;
    f |= P256_CPU_AVX512F;
    if (has(ebx, 31))
        f |= P256_CPU_AVX512VL;
    if (has(ebx, 17))
        f |= P256_CPU_AVX512DQ;
    if (has(ebx, 30))
        f |= P256_CPU_AVX512BW;
    if (has(ebx, 21))
        f |= P256_CPU_AVX512IFMA;
    if (has(ecx, 1))
        f |= P256_CPU_AVX512VBMI;
    if (has(ecx, 6))
        f |= P256_CPU_AVX512VBMI2;
    return f;
}

/*
 * Part numbers of implementer 0x41 (Arm), from the cores' technical reference manuals: the
 * cores on which a 64x64-bit multiplication holds up the multiplier, which makes the hybrid the
 * faster kernel. For Neoverse N1 LLVM's model of it says so; Cortex-A76 is the core that N1 was
 * made from; Cortex-A72 follows A57, on which GMP's mpn_mul_1, a MUL and a UMULH a limb, takes 7
 * cycles. Of others, as Cortex-A73 and A75, nothing is known here, and the bit stays clear.
 *
 * MIDR is that of the core that reads it; others of the same system may differ (big.LITTLE),
 * and the thread may move. That costs time, never a wrong result: the bit says nothing of
 * instruction sets, and either kernel runs on every core that has NEON.
 */
static int has_slow_umulh(uint64_t midr)
{
    uint64_t implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
    if (implementer != 0x41)
        return 0;
    return part == 0xd08 || /* Cortex-A72 */
           part == 0xd0b || /* Cortex-A76 */
           part == 0xd0c;   /* Neoverse N1 */
}

uint64_t p256_aarch64_features(const struct p256_aarch64_id *id)
{
    uint64_t f = 0;
    if (id->asimd)
        f |= P256_CPU_NEON;
    if (id->asimd && has_slow_umulh(id->midr))
        f |= P256_CPU_SLOW_UMULH;
    return f;
}

uint64_t p256_cpu_features(void)
{
#if defined(__x86_64__)
    struct p256_x86_cpuid id;
    p256_x86_read_cpuid(&id);
    return p256_x86_features(&id);
#elif defined(__aarch64__)
    struct p256_aarch64_id id;
    p256_aarch64_read_id(&id);
    return p256_aarch64_features(&id);
#else
    return 0;
#endif
}
