/* SPDX-License-Identifier: MIT */
#include "../cpu_features.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <stddef.h>

/* XGETBV as bytes of code, since the intrinsic needs a compiler flag. Only with OSXSAVE. */
static uint64_t read_xcr0(void)
{
    uint32_t low, high;
    __asm__ __volatile__(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

void p256_x86_read_cpuid(struct p256_x86_cpuid *id)
{
    unsigned eax, ebx, ecx, edx;

    *id = (struct p256_x86_cpuid){0};
#if defined(__APPLE__)
    id->macos = 1;
#endif
    id->max_leaf = (uint32_t)__get_cpuid_max(0, NULL);
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        id->leaf1_ecx = ecx;
        if (ecx & bit_OSXSAVE)
            id->xcr0 = read_xcr0();
    }
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        id->leaf7_max_subleaf = eax;
        id->leaf7_ebx = ebx;
        id->leaf7_ecx = ecx;
        if (id->leaf7_max_subleaf >= 1) {
            __cpuid_count(7, 1, eax, ebx, ecx, edx);
            id->leaf7_1_eax = eax;
        }
    }
}

#else
typedef int p256_not_x86_64; /* a translation unit may not be empty */
#endif
