/* SPDX-License-Identifier: MIT */
/*
 * Single operations through the public header. Latency: each operation needs the result of
 * the one before. Throughput: independent operations. Where a function's result cannot be
 * its next argument, the latency's chain runs through the choice of the next argument.
 */
#include "bench.h"

namespace bench
{

constexpr unsigned run_of_squarings = 100;
constexpr std::uint32_t factor = 0x9e3779b9;

static void add_products(const char *k)
{
    using D = Operands;
    add("mul/latency_a", k, quick, [](D &d, std::size_t) { p256_fe_mul(&d.x, &d.x, &d.b[0]); });
    add("mul/latency_b", k, quick, [](D &d, std::size_t) { p256_fe_mul(&d.x, &d.b[0], &d.x); });
    add("mul/throughput", k, quick, [](D &d, std::size_t i) {
        p256_fe_mul(&d.r[i % slots], &d.a[i % slots], &d.b[i % slots]);
    });
    add("sqr/latency", k, quick, [](D &d, std::size_t) { p256_fe_sqr(&d.x, &d.x); });
    add("sqr/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_sqr(&d.r[i % slots], &d.a[i % slots]); });
    add(
        "sqr_times/latency", k, slow,
        [](D &d, std::size_t) { p256_fe_sqr_times(&d.x, &d.x, run_of_squarings); },
        run_of_squarings);
    add("mul_u32/latency", k, quick,
        [](D &d, std::size_t) { p256_fe_mul_u32(&d.x, &d.x, factor); });
    add("mul_u32/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_mul_u32(&d.r[i % slots], &d.a[i % slots], factor); });
}

static void add_sums(const char *k)
{
    using D = Operands;
    add("add/latency", k, quick, [](D &d, std::size_t) { p256_fe_add(&d.x, &d.x, &d.b[0]); });
    add("add/throughput", k, quick, [](D &d, std::size_t i) {
        p256_fe_add(&d.r[i % slots], &d.a[i % slots], &d.b[i % slots]);
    });
    add("sub/latency", k, quick, [](D &d, std::size_t) { p256_fe_sub(&d.x, &d.x, &d.b[0]); });
    add("sub/throughput", k, quick, [](D &d, std::size_t i) {
        p256_fe_sub(&d.r[i % slots], &d.a[i % slots], &d.b[i % slots]);
    });
    add("neg/latency", k, quick, [](D &d, std::size_t) { p256_fe_neg(&d.x, &d.x); });
    add("neg/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_neg(&d.r[i % slots], &d.a[i % slots]); });
    add("double/latency", k, quick, [](D &d, std::size_t) { p256_fe_double(&d.x, &d.x); });
    add("double/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_double(&d.r[i % slots], &d.a[i % slots]); });
    add("triple/latency", k, quick, [](D &d, std::size_t) { p256_fe_triple(&d.x, &d.x); });
    add("triple/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_triple(&d.r[i % slots], &d.a[i % slots]); });
    add("half/latency", k, quick, [](D &d, std::size_t) { p256_fe_half(&d.x, &d.x); });
    add("half/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_half(&d.r[i % slots], &d.a[i % slots]); });
}

static void add_moves(const char *k)
{
    using D = Operands;
    add("cmov/latency", k, quick,
        [](D &d, std::size_t i) { p256_fe_cmov(&d.x, &d.a[i % slots], flag(i)); });
    add("cmov/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_cmov(&d.r[i % slots], &d.a[i % slots], flag(i)); });
    add("cswap/latency", k, quick,
        [](D &d, std::size_t i) { p256_fe_cswap(&d.x, &d.a[i % slots], flag(i)); });
    add("cswap/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_cswap(&d.a[i % slots], &d.b[i % slots], flag(i)); });
    add("cneg/latency", k, quick, [](D &d, std::size_t i) { p256_fe_cneg(&d.x, &d.x, flag(i)); });
    add("cneg/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_cneg(&d.r[i % slots], &d.a[i % slots], flag(i)); });
    add("lookup_16x3/latency", k, quick,
        [](D &d, std::size_t) { p256_fe_lookup(d.r, d.table, 16, 3, d.r[0].limb[0] % 16); });
    add("lookup_16x3/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_lookup(d.r, d.table, 16, 3, i * 7 % 16); });
    add("lookup_64x2/latency", k, quick,
        [](D &d, std::size_t) { p256_fe_lookup(d.r, d.table, 64, 2, d.r[0].limb[0] % 64); });
    add("lookup_64x2/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_lookup(d.r, d.table, 64, 2, i * 7 % 64); });
}

/* inv(inv(x)) is x: adding an element keeps the chain from going round in two values, which
 * would suit a branch predictor. */
static void add_powers(const char *k)
{
    using D = Operands;
    add("inv/latency", k, slow, [](D &d, std::size_t i) {
        d.result = p256_fe_inv(&d.x, &d.x);
        p256_fe_add(&d.x, &d.x, &d.a[i % many]);
    });
    add("inv/throughput", k, slow,
        [](D &d, std::size_t i) { d.result = p256_fe_inv(&d.r[i % many], &d.a[i % many]); });
    add("inv_vartime/latency", k, slow, [](D &d, std::size_t i) {
        d.result = p256_fe_inv_vartime(&d.x, &d.x);
        p256_fe_add(&d.x, &d.x, &d.a[i % many]);
    });
    add("inv_vartime/throughput", k, slow, [](D &d, std::size_t i) {
        d.result = p256_fe_inv_vartime(&d.r[i % many], &d.a[i % many]);
    });
    /* The root of a square is a square again. */
    add("sqrt/latency", k, slow, [](D &d, std::size_t) { d.result = p256_fe_sqrt(&d.x, &d.x); });
    add("sqrt/throughput", k, slow,
        [](D &d, std::size_t i) { d.result = p256_fe_sqrt(&d.r[i % many], &d.a[i % many]); });
    add("is_square/latency", k, slow, [](D &d, std::size_t i) {
        d.result = p256_fe_is_square(&d.a[(i + static_cast<unsigned>(d.result)) % many]);
    });
    add("is_square/throughput", k, slow,
        [](D &d, std::size_t i) { d.result = p256_fe_is_square(&d.a[i % many]); });
    add("pow_vartime_256bit/latency", k, slow,
        [](D &d, std::size_t i) { p256_fe_pow_vartime(&d.x, &d.x, d.bytes[i % slots], 32); });
    add("pow_vartime_256bit/throughput", k, slow, [](D &d, std::size_t i) {
        p256_fe_pow_vartime(&d.r[i % many], &d.a[i % many], d.bytes[i % slots], 32);
    });
}

static void add_codec(const char *k)
{
    using D = Operands;
    add("to_bytes_from_bytes/latency", k, quick, [](D &d, std::size_t) {
        p256_fe_to_bytes(d.bytes[0], &d.x);
        d.result = p256_fe_from_bytes(&d.x, d.bytes[0]);
    });
    add("from_bytes/throughput", k, quick, [](D &d, std::size_t i) {
        d.result = p256_fe_from_bytes(&d.r[i % slots], d.bytes[i % slots]);
    });
    add("to_bytes/throughput", k, quick,
        [](D &d, std::size_t i) { p256_fe_to_bytes(d.bytes[i % slots], &d.a[i % slots]); });
    add("from_bytes_reduce_48/throughput", k, quick, [](D &d, std::size_t i) {
        d.result = p256_fe_from_bytes_reduce(&d.r[i % slots], d.wide[i % slots], 48);
    });
}

void add_single(const char *kernel)
{
    add_products(kernel);
    add_sums(kernel);
    add_moves(kernel);
    add_powers(kernel);
    add_codec(kernel);
}

} /* namespace bench */
