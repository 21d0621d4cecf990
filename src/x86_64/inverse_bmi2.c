/* SPDX-License-Identifier: MIT */
/*
 * Inversion with its inner operations in assembly. Conditional moves make the divstep's chain
 * shorter than masks do, and no compiler can be told to use them; and GCC breaks the carry
 * chains of the long numbers.
 */
#include "kernels.h"

#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)

#include "../divsteps.h"

/*
 * The addend of an odd G is -half_f for t <= 0 (t - 1 < 0, delta > 0), else half_f + 1. The
 * sign of rotated & (t - 1), where the rotation brings the lowest bit of G to the top, tells
 * whether to swap.
 */
INLINE void divstep(uint64_t *half_f, uint64_t *G, uint64_t *t)
{
    uint64_t addend, other, rotated;
    __asm__("movq    %[half_f], %[addend]\n\t"
            "negq    %[addend]\n\t"
            "leaq    1(%[half_f]), %[other]\n\t"
            "rorxq   $1, %[G], %[rotated]\n\t"
            "subq    $1, %[t]\n\t"
            "cmovnsq %[other], %[addend]\n\t"
            "movq    %[t], %[other]\n\t"
            "notq    %[other]\n\t"
            "sarq    $1, %[G]\n\t" /* carry: G was odd */
            "cmovncq %[zero], %[addend]\n\t"
            "andq    %[t], %[rotated]\n\t"
            "cmovsq  %[G], %[half_f]\n\t"
            "cmovsq  %[other], %[t]\n\t"
            "addq    %[addend], %[G]"
            : [half_f] "+&r"(*half_f), [G] "+&r"(*G), [t] "+&r"(*t), [addend] "=&r"(addend),
              [other] "=&r"(other), [rotated] "=&r"(rotated)
            : [zero] "r"(UINT64_C(0))
            : "cc");
}

INLINE void row(wide *t, uint64_t x, const wide *a)
{
    uint64_t t0, t1, t2, t3, t4, low;
    __asm__("movq    %%rdx, %[t4]\n\t"
            "imulq   %[a4], %[t4]\n\t"
            "mulxq   %[a0], %[t0], %[t1]\n\t"
            "mulxq   %[a1], %[low], %[t2]\n\t"
            "addq    %[low], %[t1]\n\t"
            "mulxq   %[a2], %[low], %[t3]\n\t"
            "adcq    %[low], %[t2]\n\t"
            "mulxq   %[a3], %[low], %%rdx\n\t"
            "adcq    %[low], %[t3]\n\t"
            "adcq    %%rdx, %[t4]"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
              [low] "=&r"(low), "+&d"(x)
            : [a0] "m"(a->limb[0]), [a1] "m"(a->limb[1]), [a2] "m"(a->limb[2]),
              [a3] "m"(a->limb[3]), [a4] "m"(a->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
}

INLINE void add(wide *t, const wide *a, const wide *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    uint64_t t4 = a->limb[4];
    __asm__("addq    %5, %0\n\t"
            "adcq    %6, %1\n\t"
            "adcq    %7, %2\n\t"
            "adcq    %8, %3\n\t"
            "adcq    %9, %4"
            : "+&r"(t0), "+&r"(t1), "+&r"(t2), "+&r"(t3), "+&r"(t4)
            : "rm"(b->limb[0]), "rm"(b->limb[1]), "rm"(b->limb[2]), "rm"(b->limb[3]),
              "rm"(b->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
}

INLINE void subtract(wide *t, const wide *a, const wide *b)
{
    uint64_t t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3];
    uint64_t t4 = a->limb[4];
    __asm__("subq    %5, %0\n\t"
            "sbbq    %6, %1\n\t"
            "sbbq    %7, %2\n\t"
            "sbbq    %8, %3\n\t"
            "sbbq    %9, %4"
            : "+&r"(t0), "+&r"(t1), "+&r"(t2), "+&r"(t3), "+&r"(t4)
            : "rm"(b->limb[0]), "rm"(b->limb[1]), "rm"(b->limb[2]), "rm"(b->limb[3]),
              "rm"(b->limb[4])
            : "cc");
    *t = (wide){{t0, t1, t2, t3, t4}};
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
