/* SPDX-License-Identifier: MIT */
/* Array operations as loops over p256_mul_neon and p256_sqr_neon. */
#include "../arrays.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "array_loops.h"

P256_ARRAY_LOOPS(neon)

#endif
