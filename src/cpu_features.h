/* SPDX-License-Identifier: MIT */
/*
 * What the CPU and the operating system offer, as bits. Detection knows CPUs and nothing
 * of kernels; a kernel states the bits it needs (kernel.h).
 */
#ifndef P256_CPU_FEATURES_H
#define P256_CPU_FEATURES_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * x86-64. Each bit already includes what it rests on: P256_CPU_AVX2 is set only where AVX
 * is, and where the operating system saves the YMM registers; the AVX-512 bits only where
 * it saves opmask and ZMM registers too.
 */
#define P256_CPU_BMI2        (UINT64_C(1) << 0)
#define P256_CPU_ADX         (UINT64_C(1) << 1)
#define P256_CPU_AVX         (UINT64_C(1) << 2)
#define P256_CPU_AVX2        (UINT64_C(1) << 3)
#define P256_CPU_FMA         (UINT64_C(1) << 4)
#define P256_CPU_AVXIFMA     (UINT64_C(1) << 5)
#define P256_CPU_AVX512F     (UINT64_C(1) << 6)
#define P256_CPU_AVX512VL    (UINT64_C(1) << 7)
#define P256_CPU_AVX512DQ    (UINT64_C(1) << 8)
#define P256_CPU_AVX512BW    (UINT64_C(1) << 9)
#define P256_CPU_AVX512IFMA  (UINT64_C(1) << 10)
#define P256_CPU_AVX512VBMI  (UINT64_C(1) << 11)
#define P256_CPU_AVX512VBMI2 (UINT64_C(1) << 12)

/* AArch64. SLOW_UMULH marks cores on which the NEON/GPR hybrid is the faster kernel. */
#define P256_CPU_NEON       (UINT64_C(1) << 32)
#define P256_CPU_SLOW_UMULH (UINT64_C(1) << 33)

/* Every name above, for code that must treat each: F(name), where P256_CPU_name is the bit. */
#define P256_CPU_NAMES(F)                                                                          \
    F(BMI2)                                                                                        \
    F(ADX)                                                                                         \
    F(AVX)                                                                                         \
    F(AVX2)                                                                                        \
    F(FMA)                                                                                         \
    F(AVXIFMA)                                                                                     \
    F(AVX512F)                                                                                     \
    F(AVX512VL)                                                                                    \
    F(AVX512DQ)                                                                                    \
    F(AVX512BW)                                                                                    \
    F(AVX512IFMA)                                                                                  \
    F(AVX512VBMI)                                                                                  \
    F(AVX512VBMI2)                                                                                 \
    F(NEON)                                                                                        \
    F(SLOW_UMULH)

/* The features of the CPU this runs on. Asks the hardware anew at each call. */
uint64_t p256_cpu_features(void);

/*
 * The raw answers of an x86-64 CPU, and the pure function from them to bits. A leaf that
 * the CPU does not have, and XCR0 where OSXSAVE is off, count as zero, whatever stands in
 * the structure. `macos` is 1 for macOS, which turns ZMM state on only at first use: there
 * AVX-512 is never reported.
 */
struct p256_x86_cpuid {
    uint32_t max_leaf;
    uint32_t leaf1_ecx;
    uint32_t leaf7_ebx;
    uint32_t leaf7_ecx;
    uint32_t leaf7_max_subleaf; /* EAX of leaf 7, subleaf 0 */
    uint32_t leaf7_1_eax;
    uint64_t xcr0;
    int macos;
};
void p256_x86_read_cpuid(struct p256_x86_cpuid *id); /* src/x86_64/, x86-64 only */
uint64_t p256_x86_features(const struct p256_x86_cpuid *id);

/*
 * The same for AArch64. `midr` is MIDR_EL1, or 0 where it cannot be read: implementer in
 * bits 31..24, part number in bits 15..4.
 */
struct p256_aarch64_id {
    int asimd;
    uint64_t midr;
};
void p256_aarch64_read_id(struct p256_aarch64_id *id); /* src/aarch64/, AArch64 only */
uint64_t p256_aarch64_features(const struct p256_aarch64_id *id);

#pragma GCC visibility pop

#endif
