/* SPDX-License-Identifier: MIT */
/* Constant-time lookup with AVX2. */
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#define LOOKUP_TARGET __attribute__((target("avx2")))
#define LOOKUP_NAME   p256_lookup_avx2
#include "lookup.h"

#else
typedef int p256_no_lookup_avx2; /* a translation unit may not be empty */
#endif
