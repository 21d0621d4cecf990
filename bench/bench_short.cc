/* SPDX-License-Identifier: MIT */
/*
 * bench_short: an array function on 1 to 16 elements beside a loop of the single functions. Both
 * are measured in turns; the counter `over_singles` is the least time of the one over the least of
 * the other, and the time shown is the array function's for 64 calls.
 */
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "p256_field.h"

namespace
{

constexpr std::size_t most = 16;
constexpr int calls = 64;

struct Arrays {
    alignas(64) p256_fe a[most], b[most], c[most], r[most];
    p256_fe s;

    Arrays()
    {
        for (std::size_t i = 0; i < most; i++) {
            p256_fe_from_u64(&a[i], 1000 + i);
            p256_fe_inv(&a[i], &a[i]); /* looks random */
            p256_fe_sqr(&b[i], &a[i]);
            p256_fe_mul(&c[i], &a[i], &b[i]);
        }
        p256_fe_mul(&s, &c[0], &c[1]);
    }
};

using Operation = void (*)(Arrays &v, std::size_t n);

/* Seconds for `calls` calls. */
double measure(Operation operation, Arrays &v, std::size_t n)
{
    auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++) {
        operation(v, n);
        benchmark::ClobberMemory();
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void compare(benchmark::State &state, const char *kernel, Operation array, Operation single)
{
    static Arrays arrays;
    auto n = static_cast<std::size_t>(state.range(0));
    double array_least = 1, single_least = 1;
    if (!p256_field_set_kernel(kernel)) {
        state.SkipWithError("kernel not supported");
        return;
    }
    for (auto _ : state) {
        double seconds = measure(array, arrays, n);
        array_least = std::min(array_least, seconds);
        single_least = std::min(single_least, measure(single, arrays, n));
        state.SetIterationTime(seconds);
    }
    state.counters["over_singles"] = array_least / single_least;
}

template <void (*single)(Arrays &v, std::size_t i)> void each(Arrays &v, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++)
        single(v, i);
}

void add(Arrays &v, std::size_t i)
{
    p256_fe_add(&v.r[i], &v.a[i], &v.b[i]);
}

void sub(Arrays &v, std::size_t i)
{
    p256_fe_sub(&v.r[i], &v.a[i], &v.b[i]);
}

void neg(Arrays &v, std::size_t i)
{
    p256_fe_neg(&v.r[i], &v.a[i]);
}

void mul(Arrays &v, std::size_t i)
{
    p256_fe_mul(&v.r[i], &v.a[i], &v.b[i]);
}

void sqr(Arrays &v, std::size_t i)
{
    p256_fe_sqr(&v.r[i], &v.a[i]);
}

void scale(Arrays &v, std::size_t i)
{
    p256_fe_mul(&v.r[i], &v.a[i], &v.s);
}

void axpy(Arrays &v, std::size_t i)
{
    p256_fe t;
    p256_fe_mul(&t, &v.a[i], &v.s);
    p256_fe_add(&v.r[i], &v.r[i], &t);
}

void mul_add(Arrays &v, std::size_t i)
{
    p256_fe t;
    p256_fe_mul(&t, &v.a[i], &v.b[i]);
    p256_fe_add(&v.r[i], &t, &v.c[i]);
}

void dot(Arrays &v, std::size_t n)
{
    p256_fe sum = P256_FE_ZERO, t;
    for (std::size_t i = 0; i < n; i++) {
        p256_fe_mul(&t, &v.a[i], &v.b[i]);
        p256_fe_add(&sum, &sum, &t);
    }
    v.r[0] = sum;
}

void sum(Arrays &v, std::size_t n)
{
    p256_fe sum = P256_FE_ZERO;
    for (std::size_t i = 0; i < n; i++)
        p256_fe_add(&sum, &sum, &v.a[i]);
    v.r[0] = sum;
}

struct {
    const char *name;
    Operation array, single;
} const operations[] = {
    {"add", [](Arrays &v, std::size_t n) { p256_vec_add(v.r, v.a, v.b, n); }, each<add>},
    {"sub", [](Arrays &v, std::size_t n) { p256_vec_sub(v.r, v.a, v.b, n); }, each<sub>},
    {"neg", [](Arrays &v, std::size_t n) { p256_vec_neg(v.r, v.a, n); }, each<neg>},
    {"mul", [](Arrays &v, std::size_t n) { p256_vec_mul(v.r, v.a, v.b, n); }, each<mul>},
    {"sqr", [](Arrays &v, std::size_t n) { p256_vec_sqr(v.r, v.a, n); }, each<sqr>},
    {"scale", [](Arrays &v, std::size_t n) { p256_vec_scale(v.r, v.a, &v.s, n); }, each<scale>},
    {"axpy", [](Arrays &v, std::size_t n) { p256_vec_axpy(v.r, &v.s, v.a, n); }, each<axpy>},
    {"mul_add", [](Arrays &v, std::size_t n) { p256_vec_mul_add(v.r, v.a, v.b, v.c, n); },
     each<mul_add>},
    {"dot", [](Arrays &v, std::size_t n) { p256_vec_dot(v.r, v.a, v.b, n); }, dot},
    {"sum", [](Arrays &v, std::size_t n) { p256_vec_sum(v.r, v.a, n); }, sum},
};

} /* namespace */

int main(int argc, char **argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    for (std::size_t k = 0; k < p256_field_kernel_count(); k++) {
        const char *kernel = p256_field_kernel_name(k);
        if (!p256_field_kernel_supported(k))
            continue;
        for (const auto &o : operations) {
            std::string name = std::string(kernel) + "/" + o.name;
            auto array = o.array, single = o.single;
            benchmark::RegisterBenchmark(
                name.c_str(),
                [=](benchmark::State &state) { compare(state, kernel, array, single); })
                ->DenseRange(1, most)
                ->Iterations(2000)
                ->UseManualTime();
        }
    }
    if (benchmark::RunSpecifiedBenchmarks() == 0)
        return 1;
    benchmark::Shutdown();
    return 0;
}
