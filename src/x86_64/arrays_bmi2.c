/* SPDX-License-Identifier: MIT */
/* Array operations as loops: for short arrays, and the ends of long ones. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../array_loops.h"

P256_ARRAY_LOOPS(bmi2, p256_add_x86_64, p256_kernel_avx2)

#endif
