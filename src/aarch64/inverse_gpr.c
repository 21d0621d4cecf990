/* SPDX-License-Identifier: MIT */
/* Inversion with the divstep in assembly: conditional selection makes its chain shorter than
 * masks do, and no compiler can be told to use it. */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../divsteps.h"

/*
 * G/2, rounded down, less `minus`: 0 for an even G, half_f where t - 1 < 0 (delta > 0), else
 * ~half_f, which is the complement of what the step adds, so that the subtraction adds the 1
 * too. For an odd G the conditional comparison tests t - 1, for an even one it clears N: "mi"
 * then says whether to swap.
 */
static inline void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
{
    uint64_t minus, half_g;
    __asm__("subs    %[t], %[t], #1\n\t"
            "asr     %[half_g], %[G], #1\n\t"
            "csinv   %[minus], %[half_f], %[half_f], mi\n\t"
            "tst     %[G], #1\n\t"
            "csel    %[minus], %[minus], xzr, ne\n\t"
            "ccmp    %[t], #0, #0, ne\n\t"
            "sub     %[G], %[half_g], %[minus]\n\t"
            "csel    %[half_f], %[half_g], %[half_f], mi\n\t"
            "csinv   %[t], %[t], %[t], pl"
            : [half_f] "+&r"(*half_f), [G] "+&r"(*G), [t] "+&r"(*t), [minus] "=&r"(minus),
              [half_g] "=&r"(half_g)
            :
            : "cc");
}

int p256_inv_gpr(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 0);
}

int p256_inv_vartime_gpr(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 1);
}

#endif
