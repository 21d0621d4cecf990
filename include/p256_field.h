/* SPDX-License-Identifier: MIT */
/*
 * p256_field: arithmetic in the base field of NIST P-256, the integers modulo
 *
 *     p = 2^256 - 2^224 + 2^192 + 2^96 - 1.
 *
 * Unless a function's comment says otherwise, these hold for all of them:
 *
 *  - Range.    Every p256_fe argument is below p; every p256_fe result is below p
 *              and is the same, limb for limb, on every CPU and kernel. An argument
 *              that is not below p gives an unspecified element (no memory is
 *              touched outside the arguments); a build with P256_FIELD_VERIFY
 *              aborts and names the function instead.
 *  - Aliasing. The result of a single operation may be any of its inputs. An array
 *              result may be exactly one of the input arrays, from the same first
 *              element; arrays that overlap in any other way are not allowed.
 *  - Timing.   Constant: neither the run time nor the addresses touched depend on the
 *              value of any element, byte, or flag, nor on a lookup's index. They may
 *              depend on lengths and counts (n, len, rows, width). A name that ends in
 *              _vartime promises less; its comment says what it reveals.
 *  - State.    No function allocates memory, prints, or keeps state between calls,
 *              apart from the choice of kernel. All may be called from many threads
 *              at once.
 *
 * Pointers must not be NULL, except where n, len, or both of rows and width make the
 * array behind them empty.
 */
#ifndef P256_FIELD_H
#define P256_FIELD_H

#include <stddef.h>
#include <stdint.h>

#define P256_FIELD_VERSION_MAJOR 0
#define P256_FIELD_VERSION_MINOR 1
#define P256_FIELD_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A field element x in Montgomery form: four 64-bit limbs, least significant first,
 * which hold x * 2^256 mod p, always fully reduced (below p). Two elements are equal
 * exactly when their limbs are. Alignment beyond that of uint64_t is not needed.
 */
typedef struct p256_fe {
    uint64_t limb[4]; /* least significant first */
} p256_fe;

/* The element 0. */
extern const p256_fe P256_FE_ZERO;

/* The element 1. */
extern const p256_fe P256_FE_ONE;

/* ------------------------------------------------------------------------------------
 * Library and kernels. A kernel is one complete implementation of the arithmetic; the
 * best one that the CPU can run is chosen at first use. Kernels differ in speed only
 * and may be switched at any time, even while other threads compute.
 */

/* The library's version, "major.minor.patch". A static string. */
const char *p256_field_version(void);

/*
 * Chooses the kernel now, rather than at first use. Optional, idempotent, thread-safe.
 * The environment variable P256_FIELD_KERNEL, if it names a supported kernel, overrides
 * the automatic choice; any other value of it is ignored, as it is in a set-user-ID
 * program.
 */
void p256_field_init(void);

/* The name of the active kernel, for example "portable". A static string. */
const char *p256_field_kernel(void);

/* How many kernels this build contains, at least 1. */
size_t p256_field_kernel_count(void);

/* The name of kernel i, i < p256_field_kernel_count(); NULL past the end. */
const char *p256_field_kernel_name(size_t i);

/* 1 if this CPU and operating system can run kernel i, else 0; 0 past the end. */
int p256_field_kernel_supported(size_t i);

/*
 * Makes the named kernel the active one and returns 1. Returns 0 and changes nothing if
 * the name is unknown or the kernel not supported here. NULL returns to the choice that
 * p256_field_init makes.
 */
int p256_field_set_kernel(const char *name);

/* ------------------------------------------------------------------------------------
 * Encoding. Bytes hold the plain value x, 0 <= x < p, not the Montgomery form.
 */

/*
 * r = the integer in[0..31], big-endian (SEC 1, section 2.3.6), and 1 if it is below p;
 * else r = 0 and 0. That r is refused is not hidden by the return value, but the time
 * does not tell. `in` may overlap r.
 */
int p256_fe_from_bytes(p256_fe *r, const uint8_t in[32]);

/* out[0..31] = a as a big-endian integer. out may overlap a. */
void p256_fe_to_bytes(uint8_t out[32], const p256_fe *a);

/* p256_fe_from_bytes in little-endian order. */
int p256_fe_from_bytes_le(p256_fe *r, const uint8_t in[32]);

/* p256_fe_to_bytes in little-endian order. */
void p256_fe_to_bytes_le(uint8_t out[32], const p256_fe *a);

/*
 * r = the big-endian integer in[0..len-1] mod p, and 1, for len = 0 (which gives 0) to 64;
 * r = 0 and 0 for a longer input. With len = 48 this is the last step of hash_to_field of
 * RFC 9380. Time depends on len alone. `in` may overlap r.
 */
int p256_fe_from_bytes_reduce(p256_fe *r, const uint8_t *in, size_t len);

/* r = x, any x. */
void p256_fe_from_u64(p256_fe *r, uint64_t x);

/* 1 if the limbs of a are below p, as every other function requires; else 0. Any a. */
int p256_fe_is_valid(const p256_fe *a);

/* ------------------------------------------------------------------------------------
 * Arithmetic. r may be any of the inputs.
 */

/* r = a + b */
void p256_fe_add(p256_fe *r, const p256_fe *a, const p256_fe *b);

/* r = a - b */
void p256_fe_sub(p256_fe *r, const p256_fe *a, const p256_fe *b);

/* r = -a */
void p256_fe_neg(p256_fe *r, const p256_fe *a);

/* r = 2 * a */
void p256_fe_double(p256_fe *r, const p256_fe *a);

/* r = 3 * a */
void p256_fe_triple(p256_fe *r, const p256_fe *a);

/* r = a / 2, the element whose double is a */
void p256_fe_half(p256_fe *r, const p256_fe *a);

/* r = a * b */
void p256_fe_mul(p256_fe *r, const p256_fe *a, const p256_fe *b);

/* r = a * k, any k; k is treated as secret */
void p256_fe_mul_u32(p256_fe *r, const p256_fe *a, uint32_t k);

/* r = a^2 */
void p256_fe_sqr(p256_fe *r, const p256_fe *a);

/* r = a^(2^n): n squarings, n public; n = 0 copies a */
void p256_fe_sqr_times(p256_fe *r, const p256_fe *a, unsigned n);

/* r = 1/a and 1; if a = 0, r = 0 and 0. */
int p256_fe_inv(p256_fe *r, const p256_fe *a);

/* The same in a time that depends on a. */
int p256_fe_inv_vartime(p256_fe *r, const p256_fe *a);

/*
 * r = a root of a and 1 if there is one; else r = 0 and 0. Of the two roots r and -r it
 * gives a^((p+1)/4), the one that is itself a square. The time does not tell whether
 * there is a root.
 */
int p256_fe_sqrt(p256_fe *r, const p256_fe *a);

/* 1 if a is the square of an element, as 0 is; else 0. */
int p256_fe_is_square(const p256_fe *a);

/*
 * r = a^e for the big-endian integer e = exp_be[0..len-1] of any length; a^0 = 1, for
 * a = 0 too. Time and addresses depend on e, which must be public, but not on a.
 */
void p256_fe_pow_vartime(p256_fe *r, const p256_fe *a, const uint8_t *exp_be, size_t len);

/* 1 if a = 0, else 0. */
int p256_fe_is_zero(const p256_fe *a);

/* 1 if a = 1, else 0. */
int p256_fe_is_one(const p256_fe *a);

/* 1 if a = b, else 0. */
int p256_fe_equal(const p256_fe *a, const p256_fe *b);

/* The parity, 0 or 1, of the plain value of a in 0..p-1 (sgn0 of RFC 9380). */
int p256_fe_is_odd(const p256_fe *a);

/* ------------------------------------------------------------------------------------
 * Constant-time moves. Any non-zero flag counts as 1.
 */

/* r = a if flag, else r unchanged */
void p256_fe_cmov(p256_fe *r, const p256_fe *a, int flag);

/* exchanges a and b if flag; a may be b */
void p256_fe_cswap(p256_fe *a, p256_fe *b, int flag);

/* r = -a if flag, else r = a */
void p256_fe_cneg(p256_fe *r, const p256_fe *a, int flag);

/*
 * r[0..width-1] = row `index` of a table of `rows` rows of `width` elements each, that is
 * table[index*width .. index*width + width-1]; zeros if index >= rows. Reads every row,
 * whatever the index, which may be secret. r must not overlap the table. rows = 0 gives
 * zeros; width = 0 does nothing.
 */
void p256_fe_lookup(p256_fe *r, const p256_fe *table, size_t rows, size_t width, size_t index);

/* Overwrites a[0..n-1] with zeros, in a way that no compiler removes. Any contents. */
void p256_fe_clear(p256_fe *a, size_t n);

/* ------------------------------------------------------------------------------------
 * Arrays of n elements, n public and of any size. n = 0 does nothing, and the pointers to
 * the arrays may then be NULL.
 */

/* r[i] = a[i] + b[i] */
void p256_vec_add(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);

/* r[i] = a[i] - b[i] */
void p256_vec_sub(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);

/* r[i] = -a[i] */
void p256_vec_neg(p256_fe *r, const p256_fe *a, size_t n);

/* r[i] = a[i] * b[i] */
void p256_vec_mul(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);

/* r[i] = a[i]^2 */
void p256_vec_sqr(p256_fe *r, const p256_fe *a, size_t n);

/* r[i] = a[i] * s, with the value that s has on entry: s may lie inside r or a. */
void p256_vec_scale(p256_fe *r, const p256_fe *a, const p256_fe *s, size_t n);

/* y[i] = y[i] + s * x[i], with the value that s has on entry: s may lie inside y or x. */
void p256_vec_axpy(p256_fe *y, const p256_fe *s, const p256_fe *x, size_t n);

/* r[i] = a[i] * b[i] + c[i] */
void p256_vec_mul_add(p256_fe *r, const p256_fe *a, const p256_fe *b, const p256_fe *c, size_t n);

/* r = a[0]*b[0] + ... + a[n-1]*b[n-1], one element, 0 for n = 0; r may lie inside a or b. */
void p256_vec_dot(p256_fe *r, const p256_fe *a, const p256_fe *b, size_t n);

/* r = a[0] + ... + a[n-1], one element, 0 for n = 0; r may lie inside a. */
void p256_vec_sum(p256_fe *r, const p256_fe *a, size_t n);

/*
 * r[i] = 1/a[i], where a[i] = 0 gives r[i] = 0 and disturbs no other. Returns 1 if every
 * a[i] was non-zero (as for n = 0), else 0. Montgomery's trick: about three
 * multiplications an element; a little slower in place (r = a) than into another array.
 */
int p256_vec_inv(p256_fe *r, const p256_fe *a, size_t n);

/*
 * r[i] = the big-endian integer in[32*i .. 32*i+31] if it is below p, else 0. Returns 1 if
 * all were below p, else 0. `in` must not overlap r, except that both may start at the
 * same address.
 */
int p256_vec_from_bytes(p256_fe *r, const uint8_t *in, size_t n);

/*
 * out[32*i .. 32*i+31] = a[i] as a big-endian integer. out must not overlap a, except that
 * both may start at the same address.
 */
void p256_vec_to_bytes(uint8_t *out, const p256_fe *a, size_t n);

/* r[i] = a[i] if flag, else r[i] unchanged. Any non-zero flag counts as 1. */
void p256_vec_cmov(p256_fe *r, const p256_fe *a, int flag, size_t n);

#ifdef __cplusplus
}
#endif

#endif /* P256_FIELD_H */
