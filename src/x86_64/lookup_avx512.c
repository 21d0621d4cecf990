/* SPDX-License-Identifier: MIT */
/* The same lookup with AVX-512, where selection is one instruction a register. */
#include "kernels.h" /* a translation unit may not be empty */

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#define LOOKUP_TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define LOOKUP_NAME   p256_lookup_avx512
#include "lookup.h"

#endif
