/* SPDX-License-Identifier: MIT */
/*
 * A kernel: one complete implementation of the arithmetic, as a const table. Every slot's
 * contract stands here, once; the kernels and the public header both mean it.
 *
 * For every slot:
 *   range     p256_fe inputs below p, p256_fe outputs below p, bit for bit those of the
 *             portable kernel
 *   aliasing  r may be any input (exactly; no partial overlap)
 *   timing    independent of all but n, rows, and width (inv_vartime excepted)
 *   memory    reads and writes nothing but its arguments and its own stack; elements are
 *             aligned to 8 bytes, no more; arrays may be NULL where n = 0
 *   flag      any non-zero int counts as 1
 *
 * In the formulas R = 2^256, and values are the limbs' (Montgomery form), so that mul is
 * {a*b/R mod p}.
 */
#ifndef P256_KERNEL_H
#define P256_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "p256_field.h"
#include "x86_64/have_avxifma.h"

#pragma GCC visibility push(hidden)

struct p256_kernel {
    const char *name;
    uint64_t needs; /* P256_CPU_* bits: exactly the instruction sets in its code */

    /* Single elements. */

    /* {a + b mod p} */
    void (*add)(p256_fe *r, const p256_fe *a, const p256_fe *b);
    /* {a - b mod p} */
    void (*sub)(p256_fe *r, const p256_fe *a, const p256_fe *b);
    /* {-a mod p}, 0 for 0 */
    void (*neg)(p256_fe *r, const p256_fe *a);
    /* {2*a mod p} */
    void (*dbl)(p256_fe *r, const p256_fe *a);
    /* {3*a mod p} */
    void (*triple)(p256_fe *r, const p256_fe *a);
    /* {a/2 mod p} */
    void (*half)(p256_fe *r, const p256_fe *a);
    /* {a*b/R mod p} */
    void (*mul)(p256_fe *r, const p256_fe *a, const p256_fe *b);
    /* {a*k mod p}, 0 <= k < 2^32 */
    void (*mul_u32)(p256_fe *r, const p256_fe *a, uint32_t k);
    /* {a^2/R mod p} */
    void (*sqr)(p256_fe *r, const p256_fe *a);
    /* n times sqr, n >= 0 */
    void (*sqr_times)(p256_fe *r, const p256_fe *a, unsigned n);
    /* {R^2/a mod p} and 1; 0 and 0 for a = 0 */
    int (*inv)(p256_fe *r, const p256_fe *a);
    /* the same; time depends on a */
    int (*inv_vartime)(p256_fe *r, const p256_fe *a);
    /* {a} if flag, else r stays */
    void (*cmov)(p256_fe *r, const p256_fe *a, int flag);
    /* exchanges a and b if flag */
    void (*cswap)(p256_fe *a, p256_fe *b, int flag);
    /* {-a mod p} if flag, else {a} */
    void (*cneg)(p256_fe *r, const p256_fe *a, int flag);
    /* r[0..width-1] = table[index*width ..], zeros if index >= rows; reads every row;
     * r does not overlap the table */
    void (*lookup)(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index);

    /* Arrays of n >= 0 elements: r[i] for all i < n. */

    /* {a[i] + b[i] mod p} */
    void (*vec_add)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
    /* {a[i] - b[i] mod p} */
    void (*vec_sub)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
    /* {-a[i] mod p} */
    void (*vec_neg)(p256_fe *r, const p256_fe *a, size_t n);
    /* {a[i]*b[i]/R mod p} */
    void (*vec_mul)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
    /* {a[i]^2/R mod p} */
    void (*vec_sqr)(p256_fe *r, const p256_fe *a, size_t n);
    /* {a[i]*s/R mod p}; s does not overlap r */
    void (*vec_scale)(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);
    /* y[i] = {y[i] + s*x[i]/R mod p}; s does not overlap y */
    void (*vec_axpy)(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);
    /* {a[i]*b[i]/R + c[i] mod p} */
    void (*vec_mul_add)(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c, size_t n);
    /* r[0] = {sum of a[i]*b[i]/R mod p}; r may lie anywhere */
    void (*vec_dot)(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);
    /* r[0] = {sum of a[i] mod p}; r may lie anywhere */
    void (*vec_sum)(p256_fe *r, const p256_fe *a, size_t n);
    /* {R^2/a[i] mod p}, 0 where a[i] = 0; 1 if no a[i] is 0, else 0 */
    int (*vec_inv)(p256_fe *r, const p256_fe *a, size_t n);
    /* {R*x[i] mod p} for the big-endian x[i] = in[32*i .. 32*i+31], 0 where x[i] >= p;
     * 1 if no x[i] is, else 0; in may be r */
    int (*vec_from_bytes)(p256_fe *r, const uint8_t *in, size_t n);
    /* out[32*i .. 32*i+31] = {a[i]/R mod p} big-endian; out may be a */
    void (*vec_to_bytes)(uint8_t *out, const p256_fe *a, size_t n);
    /* {a[i]} if flag, else r[i] stays */
    void (*vec_cmov)(p256_fe *r, const p256_fe *a, int flag, size_t n);
};

/*
 * The slots once more, as a list for code that must treat every one of them: the first-use
 * stubs of dispatch.c, and the checkers in tests/. PROC(slot, parameters, arguments) for
 * those that return nothing, FUNC for those that return int.
 */
#define P256_KERNEL_SLOTS(PROC, FUNC)                                                              \
    PROC(add, (p256_fe * r, const p256_fe *a, const p256_fe *b), (r, a, b))                        \
    PROC(sub, (p256_fe * r, const p256_fe *a, const p256_fe *b), (r, a, b))                        \
    PROC(neg, (p256_fe * r, const p256_fe *a), (r, a))                                             \
    PROC(dbl, (p256_fe * r, const p256_fe *a), (r, a))                                             \
    PROC(triple, (p256_fe * r, const p256_fe *a), (r, a))                                          \
    PROC(half, (p256_fe * r, const p256_fe *a), (r, a))                                            \
    PROC(mul, (p256_fe * r, const p256_fe *a, const p256_fe *b), (r, a, b))                        \
    PROC(mul_u32, (p256_fe * r, const p256_fe *a, uint32_t k), (r, a, k))                          \
    PROC(sqr, (p256_fe * r, const p256_fe *a), (r, a))                                             \
    PROC(sqr_times, (p256_fe * r, const p256_fe *a, unsigned n), (r, a, n))                        \
    FUNC(inv, (p256_fe * r, const p256_fe *a), (r, a))                                             \
    FUNC(inv_vartime, (p256_fe * r, const p256_fe *a), (r, a))                                     \
    PROC(cmov, (p256_fe * r, const p256_fe *a, int flag), (r, a, flag))                            \
    PROC(cswap, (p256_fe * a, p256_fe * b, int flag), (a, b, flag))                                \
    PROC(cneg, (p256_fe * r, const p256_fe *a, int flag), (r, a, flag))                            \
    PROC(lookup, (p256_fe * r, const p256_fe *t, size_t rows, size_t width, size_t index),         \
         (r, t, rows, width, index))                                                               \
    PROC(vec_add, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n), (r, a, b, n))       \
    PROC(vec_sub, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n), (r, a, b, n))       \
    PROC(vec_neg, (p256_fe * r, const p256_fe *a, size_t n), (r, a, n))                            \
    PROC(vec_mul, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n), (r, a, b, n))       \
    PROC(vec_sqr, (p256_fe * r, const p256_fe *a, size_t n), (r, a, n))                            \
    PROC(vec_scale, (p256_fe * r, const p256_fe *a, const p256_fe *s, size_t n), (r, a, s, n))     \
    PROC(vec_axpy, (p256_fe * y, const p256_fe *s, const p256_fe *x, size_t n), (y, s, x, n))      \
    PROC(vec_mul_add,                                                                              \
         (p256_fe * r, const p256_fe *a, const p256_fe *b, const p256_fe *c, size_t n),            \
         (r, a, b, c, n))                                                                          \
    PROC(vec_dot, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n), (r, a, b, n))       \
    PROC(vec_sum, (p256_fe * r, const p256_fe *a, size_t n), (r, a, n))                            \
    FUNC(vec_inv, (p256_fe * r, const p256_fe *a, size_t n), (r, a, n))                            \
    FUNC(vec_from_bytes, (p256_fe * r, const uint8_t *in, size_t n), (r, in, n))                   \
    PROC(vec_to_bytes, (uint8_t * out, const p256_fe *a, size_t n), (out, a, n))                   \
    PROC(vec_cmov, (p256_fe * r, const p256_fe *a, int flag, size_t n), (r, a, flag, n))

/* The kernels of this build, the slowest first: portable always, and always supported. */
extern const struct p256_kernel *const p256_kernels[];
extern const size_t p256_kernel_count;

extern const struct p256_kernel p256_kernel_portable;
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
extern const struct p256_kernel p256_kernel_avx2;
extern const struct p256_kernel p256_kernel_avx512;
#endif
#if defined(P256_HAVE_AVXIFMA)
extern const struct p256_kernel p256_kernel_avxifma;
#endif
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
extern const struct p256_kernel p256_kernel_gpr;
extern const struct p256_kernel p256_kernel_neon;
#endif

#pragma GCC visibility pop

#endif
