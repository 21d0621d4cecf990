/* SPDX-License-Identifier: MIT */
#include "../cpu_features.h"

#if defined(__aarch64__)

#if defined(__linux__) || defined(__FreeBSD__) || defined(__OpenBSD__)
#include <sys/auxv.h>

/* From the kernels' interfaces, which never change: HWCAP bits of AArch64. */
#define HWCAP_BIT_ASIMD (1ul << 1)
#define HWCAP_BIT_CPUID (1ul << 11) /* MIDR_EL1 can be read from user mode */

static unsigned long read_hwcap(void)
{
#if defined(__linux__)
    return getauxval(AT_HWCAP);
#else
    unsigned long hwcap = 0;
    return elf_aux_info(AT_HWCAP, &hwcap, sizeof hwcap) == 0 ? hwcap : 0;
#endif
}

/* Where HWCAP_BIT_CPUID is set the operating system answers this read, else it traps. */
static uint64_t read_midr(void)
{
    uint64_t midr;
    __asm__("mrs %0, midr_el1" : "=r"(midr));
    return midr;
}

void p256_aarch64_read_id(struct p256_aarch64_id *id)
{
    unsigned long hwcap = read_hwcap();
    id->asimd = (hwcap & HWCAP_BIT_ASIMD) != 0;
    id->midr = (hwcap & HWCAP_BIT_CPUID) != 0 ? read_midr() : 0;
}

#elif defined(__APPLE__)
#include <sys/sysctl.h>

/* The name is documented ("Determining instruction set characteristics"); MIDR_EL1 cannot
 * be read, and no Apple core has a slow multiplier. */
void p256_aarch64_read_id(struct p256_aarch64_id *id)
{
    int value = 0;
    size_t size = sizeof value;
    id->asimd =
        sysctlbyname("hw.optional.AdvSIMD", &value, &size, NULL, 0) == 0 && value != 0;
    id->midr = 0;
}

#else

/* Elsewhere: what the compiler was told that every target CPU has. */
void p256_aarch64_read_id(struct p256_aarch64_id *id)
{
#if defined(__ARM_NEON)
    id->asimd = 1;
#else
    id->asimd = 0;
#endif
    id->midr = 0;
}

#endif

#else
typedef int p256_not_aarch64; /* a translation unit may not be empty */
#endif
