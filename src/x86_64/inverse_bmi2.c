/* SPDX-License-Identifier: MIT */
/* Inversion with the divstep in assembly: conditional moves make its chain an operation
 * shorter than masks do, and no compiler can be told to use them. */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../divsteps.h"

/*
 * The addend of an odd G is -half_f for t <= 0 (t - 1 < 0, delta > 0), else half_f + 1. The
 * sign of rotated & (t - 1), where the rotation brings the lowest bit of G to the top, tells
 * whether to swap.
 */
static inline void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
{
    uint64_t addend, other, rotated;
    __asm__("movq    %[half_f], %[addend]\n\t"
            "negq    %[addend]\n\t"
            "leaq    1(%[half_f]), %[other]\n\t"
            "rorxq   $1, %[G], %[rotated]\n\t"
            "subq    $1, %[t]\n\t"
            "cmovnsq %[other], %[addend]\n\t"
            "movq    %[G], %[other]\n\t"
            "sarq    $1, %[G]\n\t"
            "testb   $1, %b[other]\n\t"
            "cmovzq  %[zero], %[addend]\n\t"
            "movq    %[t], %[other]\n\t"
            "notq    %[other]\n\t"
            "andq    %[t], %[rotated]\n\t"
            "cmovsq  %[G], %[half_f]\n\t"
            "cmovsq  %[other], %[t]\n\t"
            "addq    %[addend], %[G]"
            : [half_f] "+&r"(*half_f), [G] "+&r"(*G), [t] "+&r"(*t), [addend] "=&r"(addend),
              [other] "=&r"(other), [rotated] "=&r"(rotated)
            : [zero] "r"(UINT64_C(0))
            : "cc");
}

int p256_inv_bmi2(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 0);
}

int p256_inv_vartime_bmi2(p256_fe *r, const p256_fe *a)
{
    return invert(r, a, 1);
}

#endif
