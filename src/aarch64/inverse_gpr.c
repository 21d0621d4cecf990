/* SPDX-License-Identifier: MIT */
/*
 * Inversion with its inner operations in assembly. Conditional selection makes the divstep's chain
 * shorter than masks do, and no compiler can be told to use it; and GCC breaks the carry chains of
 * the long numbers.
 */
#include "kernels.h"

#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)

#include "../divsteps.h"

/*
 * G/2, rounded down, less `minus`: 0 for an even G, half_f where t - 1 < 0 (delta > 0), else
 * ~half_f, which is the complement of what the step adds, so that the subtraction adds the 1
 * too. For an odd G the conditional comparison tests t - 1, for an even one it clears N: "mi"
 * then says whether to swap.
 */
INLINE void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
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

INLINE void row(wide *t, uint64_t x, const wide *a)
{
    uint64_t t0, t1, t2, t3, t4, low;
    __asm__("mul     %[t0], %[x], %[a0]\n\t"
            "umulh   %[t1], %[x], %[a0]\n\t"
            "mul     %[low], %[x], %[a1]\n\t"
            "umulh   %[t2], %[x], %[a1]\n\t"
            "adds    %[t1], %[t1], %[low]\n\t"
            "mul     %[low], %[x], %[a2]\n\t"
            "umulh   %[t3], %[x], %[a2]\n\t"
            "adcs    %[t2], %[t2], %[low]\n\t"
            "mul     %[low], %[x], %[a3]\n\t"
            "umulh   %[t4], %[x], %[a3]\n\t"
            "adcs    %[t3], %[t3], %[low]\n\t"
            "madd    %[t4], %[x], %[a4], %[t4]\n\t"
            "adc     %[t4], %[t4], xzr"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
              [low] "=&r"(low)
            : [x] "r"(x), [a0] "r"(a->limb[0]), [a1] "r"(a->limb[1]), [a2] "r"(a->limb[2]),
              [a3] "r"(a->limb[3]), [a4] "r"(a->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
}

INLINE void add(wide *t, const wide *a, const wide *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    uint64_t t4 = a->limb[4];
    __asm__("adds    %0, %0, %5\n\t"
            "adcs    %1, %1, %6\n\t"
            "adcs    %2, %2, %7\n\t"
            "adcs    %3, %3, %8\n\t"
            "adc     %4, %4, %9"
            : "+&r"(t0), "+&r"(t1), "+&r"(t2), "+&r"(t3), "+r"(t4)
            : "r"(b->limb[0]), "r"(b->limb[1]), "r"(b->limb[2]), "r"(b->limb[3]), "r"(b->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
}

INLINE void subtract(wide *t, const wide *a, const wide *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    uint64_t t4 = a->limb[4];
    __asm__("subs    %0, %0, %5\n\t"
            "sbcs    %1, %1, %6\n\t"
            "sbcs    %2, %2, %7\n\t"
            "sbcs    %3, %3, %8\n\t"
            "sbc     %4, %4, %9"
            : "+&r"(t0), "+&r"(t1), "+&r"(t2), "+&r"(t3), "+r"(t4)
            : "r"(b->limb[0]), "r"(b->limb[1]), "r"(b->limb[2]), "r"(b->limb[3]), "r"(b->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
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
