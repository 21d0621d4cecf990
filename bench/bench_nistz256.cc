/* SPDX-License-Identifier: MIT */
/*
 * OpenSSL's own P-256 field assembly. It is internal to libcrypto, but global in the static
 * library. Its elements are ours: four limbs, Montgomery form with R = 2^256.
 */
#include "bench.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void ecp_nistz256_mul_mont(std::uint64_t *r, const std::uint64_t *a, const std::uint64_t *b);
void ecp_nistz256_sqr_mont(std::uint64_t *r, const std::uint64_t *a);
void ecp_nistz256_add(std::uint64_t *r, const std::uint64_t *a, const std::uint64_t *b);
void ecp_nistz256_sub(std::uint64_t *r, const std::uint64_t *a, const std::uint64_t *b);
void ecp_nistz256_neg(std::uint64_t *r, const std::uint64_t *a);
void ecp_nistz256_mul_by_2(std::uint64_t *r, const std::uint64_t *a);
void ecp_nistz256_mul_by_3(std::uint64_t *r, const std::uint64_t *a);
void ecp_nistz256_div_by_2(std::uint64_t *r, const std::uint64_t *a);
/* Row index - 1 of 16 rows of three elements, of 64 rows of two; zeros for index 0. */
void ecp_nistz256_gather_w5(void *r, const void *table, int index);
void ecp_nistz256_gather_w7(void *r, const void *table, int index);
}

namespace bench
{

using Unary = void (*)(std::uint64_t *, const std::uint64_t *);
using Binary = void (*)(std::uint64_t *, const std::uint64_t *, const std::uint64_t *);
using OurUnary = void (*)(p256_fe *, const p256_fe *);
using OurBinary = void (*)(p256_fe *, const p256_fe *, const p256_fe *);

/* A comparison of speeds means something only between functions with equal results. */
static void check_equal(const char *name, const p256_fe &ours, const p256_fe &theirs)
{
    if (std::memcmp(&ours, &theirs, sizeof ours) != 0) {
        std::fprintf(stderr, "error: ecp_nistz256_%s differs from this library's result\n", name);
        std::exit(1);
    }
}

static std::string full_name(const std::string &operation, const char *name)
{
    return operation + "/openssl:ecp_nistz256_" + name;
}

/* The function is a template argument, so that it is called directly, as a user would. */
template <Binary f>
static void add_binary(const std::string &operation, const char *latency, const char *name,
                       OurBinary ours)
{
    Operands o;
    f(o.r[0].limb, o.a[0].limb, o.b[0].limb);
    ours(&o.r[1], &o.a[0], &o.b[0]);
    check_equal(name, o.r[1], o.r[0]);

    add_alternative<Operands>(full_name(operation + latency, name), quick,
                              [](Operands &d, std::size_t) { f(d.x.limb, d.x.limb, d.b[0].limb); });
    add_alternative<Operands>(full_name(operation + "/throughput", name), quick,
                              [](Operands &d, std::size_t i) {
                                  f(d.r[i % slots].limb, d.a[i % slots].limb, d.b[i % slots].limb);
                              });
}

template <Unary f>
static void add_unary(const std::string &operation, const char *name, OurUnary ours)
{
    Operands o;
    f(o.r[0].limb, o.a[0].limb);
    ours(&o.r[1], &o.a[0]);
    check_equal(name, o.r[1], o.r[0]);

    add_alternative<Operands>(full_name(operation + "/latency", name), quick,
                              [](Operands &d, std::size_t) { f(d.x.limb, d.x.limb); });
    add_alternative<Operands>(
        full_name(operation + "/throughput", name), quick,
        [](Operands &d, std::size_t i) { f(d.r[i % slots].limb, d.a[i % slots].limb); });
}

template <void (*f)(void *, const void *, int), int rows>
static void add_gather(const std::string &operation, const char *name)
{
    add_alternative<Operands>(full_name(operation + "/latency", name), quick,
                              [](Operands &d, std::size_t) {
                                  f(d.r, d.table, 1 + static_cast<int>(d.r[0].limb[0] % rows));
                              });
    add_alternative<Operands>(
        full_name(operation + "/throughput", name), quick,
        [](Operands &d, std::size_t i) { f(d.r, d.table, 1 + static_cast<int>(i * 7 % rows)); });
}

static void add_openjdk_likes()
{
    add_alternative<Operands>(
        full_name("openjdk/mul_10000", "mul_mont"), 10000,
        [](Operands &d, std::size_t) { ecp_nistz256_mul_mont(d.x.limb, d.x.limb, d.a[0].limb); });
    add_alternative<Operands>(
        full_name("openjdk/sqr_10000", "sqr_mont"), 10000,
        [](Operands &d, std::size_t) { ecp_nistz256_sqr_mont(d.x.limb, d.x.limb); });
}

void add_nistz256()
{
    add_binary<ecp_nistz256_mul_mont>("mul", "/latency_a", "mul_mont", p256_fe_mul);
    add_alternative<Operands>(
        full_name("mul/latency_b", "mul_mont"), quick,
        [](Operands &d, std::size_t) { ecp_nistz256_mul_mont(d.x.limb, d.b[0].limb, d.x.limb); });
    add_unary<ecp_nistz256_sqr_mont>("sqr", "sqr_mont", p256_fe_sqr);
    add_binary<ecp_nistz256_add>("add", "/latency", "add", p256_fe_add);
    add_binary<ecp_nistz256_sub>("sub", "/latency", "sub", p256_fe_sub);
    add_unary<ecp_nistz256_neg>("neg", "neg", p256_fe_neg);
    add_unary<ecp_nistz256_mul_by_2>("double", "mul_by_2", p256_fe_double);
    add_unary<ecp_nistz256_mul_by_3>("triple", "mul_by_3", p256_fe_triple);
    add_unary<ecp_nistz256_div_by_2>("half", "div_by_2", p256_fe_half);
    add_gather<ecp_nistz256_gather_w5, 16>("lookup_16x3", "gather_w5");
    add_gather<ecp_nistz256_gather_w7, 64>("lookup_64x2", "gather_w7");
    add_openjdk_likes();
}

} /* namespace bench */
