/* SPDX-License-Identifier: MIT */
/*
 * The public header alone, in C11 and (test_header.cc) in C++: self-contained, and with
 * these names and types, which programs are compiled against. A declaration that
 * differs does not compile; a function that is missing, or mangled, does not link.
 */
#include "p256_field.h"
#include "p256_field.h" /* twice does no harm */

#define FUNCTIONS(X)                                                                               \
    X(const char *, p256_field_version, (void))                                                    \
    X(void, p256_field_init, (void))                                                               \
    X(const char *, p256_field_kernel, (void))                                                     \
    X(size_t, p256_field_kernel_count, (void))                                                     \
    X(const char *, p256_field_kernel_name, (size_t i))                                            \
    X(int, p256_field_kernel_supported, (size_t i))                                                \
    X(int, p256_field_set_kernel, (const char *name))                                              \
    X(int, p256_fe_from_bytes, (p256_fe * r, const uint8_t in[32]))                                \
    X(void, p256_fe_to_bytes, (uint8_t out[32], const p256_fe *a))                                 \
    X(int, p256_fe_from_bytes_le, (p256_fe * r, const uint8_t in[32]))                             \
    X(void, p256_fe_to_bytes_le, (uint8_t out[32], const p256_fe *a))                              \
    X(int, p256_fe_from_bytes_reduce, (p256_fe * r, const uint8_t *in, size_t len))                \
    X(void, p256_fe_from_u64, (p256_fe * r, uint64_t x))                                           \
    X(int, p256_fe_is_valid, (const p256_fe *a))                                                   \
    X(void, p256_fe_add, (p256_fe * r, const p256_fe *a, const p256_fe *b))                        \
    X(void, p256_fe_sub, (p256_fe * r, const p256_fe *a, const p256_fe *b))                        \
    X(void, p256_fe_neg, (p256_fe * r, const p256_fe *a))                                          \
    X(void, p256_fe_double, (p256_fe * r, const p256_fe *a))                                       \
    X(void, p256_fe_triple, (p256_fe * r, const p256_fe *a))                                       \
    X(void, p256_fe_half, (p256_fe * r, const p256_fe *a))                                         \
    X(void, p256_fe_mul, (p256_fe * r, const p256_fe *a, const p256_fe *b))                        \
    X(void, p256_fe_mul_u32, (p256_fe * r, const p256_fe *a, uint32_t k))                          \
    X(void, p256_fe_sqr, (p256_fe * r, const p256_fe *a))                                          \
    X(void, p256_fe_sqr_times, (p256_fe * r, const p256_fe *a, unsigned n))                        \
    X(int, p256_fe_inv, (p256_fe * r, const p256_fe *a))                                           \
    X(int, p256_fe_inv_vartime, (p256_fe * r, const p256_fe *a))                                   \
    X(int, p256_fe_sqrt, (p256_fe * r, const p256_fe *a))                                          \
    X(int, p256_fe_is_square, (const p256_fe *a))                                                  \
    X(void, p256_fe_pow_vartime,                                                                   \
      (p256_fe * r, const p256_fe *a, const uint8_t *exp_be, size_t len))                          \
    X(int, p256_fe_is_zero, (const p256_fe *a))                                                    \
    X(int, p256_fe_is_one, (const p256_fe *a))                                                     \
    X(int, p256_fe_equal, (const p256_fe *a, const p256_fe *b))                                    \
    X(int, p256_fe_is_odd, (const p256_fe *a))                                                     \
    X(void, p256_fe_cmov, (p256_fe * r, const p256_fe *a, int flag))                               \
    X(void, p256_fe_cswap, (p256_fe * a, p256_fe * b, int flag))                                   \
    X(void, p256_fe_cneg, (p256_fe * r, const p256_fe *a, int flag))                               \
    X(void, p256_fe_lookup,                                                                        \
      (p256_fe * r, const p256_fe *table, size_t rows, size_t width, size_t index))                \
    X(void, p256_fe_clear, (p256_fe * a, size_t n))                                                \
    X(void, p256_vec_add, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n))             \
    X(void, p256_vec_sub, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n))             \
    X(void, p256_vec_neg, (p256_fe * r, const p256_fe *a, size_t n))                               \
    X(void, p256_vec_mul, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n))             \
    X(void, p256_vec_sqr, (p256_fe * r, const p256_fe *a, size_t n))                               \
    X(void, p256_vec_scale, (p256_fe * r, const p256_fe *a, const p256_fe *s, size_t n))           \
    X(void, p256_vec_axpy, (p256_fe * y, const p256_fe *s, const p256_fe *x, size_t n))            \
    X(void, p256_vec_mul_add,                                                                      \
      (p256_fe * r, const p256_fe *a, const p256_fe *b, const p256_fe *c, size_t n))               \
    X(void, p256_vec_dot, (p256_fe * r, const p256_fe *a, const p256_fe *b, size_t n))             \
    X(void, p256_vec_sum, (p256_fe * r, const p256_fe *a, size_t n))                               \
    X(int, p256_vec_inv, (p256_fe * r, const p256_fe *a, size_t n))                                \
    X(int, p256_vec_from_bytes, (p256_fe * r, const uint8_t *in, size_t n))                        \
    X(void, p256_vec_to_bytes, (uint8_t * out, const p256_fe *a, size_t n))                        \
    X(void, p256_vec_cmov, (p256_fe * r, const p256_fe *a, int flag, size_t n))

#ifdef __cplusplus
extern "C" {
#endif
#define DECLARE(result, name, parameters) result name parameters;
FUNCTIONS(DECLARE)
#ifdef __cplusplus
}
#endif

typedef void any_function(void);
#define ADDRESS(result, name, parameters) (any_function *)name,
any_function *volatile functions[] = {FUNCTIONS(ADDRESS)};

/* The element is 32 bytes, four limbs, and nothing else. */
typedef char element_has_32_bytes[sizeof(p256_fe) == 32 ? 1 : -1];
typedef char limbs_have_64_bits[sizeof P256_FE_ONE.limb / sizeof(uint64_t) == 4 ? 1 : -1];

int main(void)
{
    p256_fe r;
    p256_fe_sub(&r, &P256_FE_ONE, &P256_FE_ONE);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (!functions[i])
            return 1;
    return p256_fe_equal(&r, &P256_FE_ZERO) ? 0 : 1;
}
