/* SPDX-License-Identifier: MIT */
/* Constant-time lookup with AVX2. */
#include "kernels.h" /* a translation unit may not be empty */

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#define LOOKUP_TARGET __attribute__((target("avx2")))
#define LOOKUP_NAME   p256_lookup_avx2
#include "lookup.h"

#endif
