/* SPDX-License-Identifier: MIT */
/*
 * What the benchmarks share. Names are OPERATION/MEASURE/IMPLEMENTATION, for example
 *
 *     mul/latency_a/kernel:portable
 *     mul/throughput/openssl:ecp_nistz256_mul_mont
 *     vec_mul/n:1024/kernel:portable
 *
 * so that scripts/bench-report pairs an operation with the alternatives' like operation by
 * name alone. Each benchmark reports the counter per_op, CPU time for one operation or one
 * element of an array.
 */
#ifndef P256_BENCH_H
#define P256_BENCH_H

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "p256_field.h"

extern "C" {
#include "kernel.h"
}

namespace bench
{

/* Operations that one iteration of Google Benchmark's own loop does, so that its cost
 * vanishes: for those of some nanoseconds, and for those of about a microsecond. */
constexpr int quick = 1024;
constexpr int slow = 16;

/* Independent operands of quick operations: few enough to stay in the first-level cache. */
constexpr std::size_t slots = 16;

/* Distinct operands of slow operations: so many that branch predictors cannot learn them. */
constexpr std::size_t many = 1024;

/* Random flags, 0 or 1: too many for a branch predictor to learn. */
extern std::uint8_t flags[65536];
void fill_flags();

inline int flag(std::size_t i)
{
    return flags[i % sizeof flags];
}

/* count random elements, the same in every run. */
void random_elements(p256_fe *r, std::size_t count, std::uint64_t seed);

/* The operands of the benchmarks of single operations. */
struct Operands {
    alignas(64) p256_fe x; /* the end of a dependent chain; starts as a non-zero square */
    alignas(64) p256_fe a[many];
    alignas(64) p256_fe b[many];
    alignas(64) p256_fe r[many];
    alignas(64) p256_fe table[64 * 2];
    alignas(64) std::uint8_t bytes[slots][32]; /* canonical encodings */
    alignas(64) std::uint8_t wide[slots][48];  /* any bytes */
    int result;                                /* of functions that return int */
    Operands();
};

/*
 * Calls step(operands, i) with i = 0, 1, 2, ..., `ops` times an iteration. A step does
 * `per_step` operations. The barrier after each step makes the compiler assume that all
 * operands were read and written, so that it can neither drop a step nor merge two.
 */
template <class Data, class Step>
void run(benchmark::State &state, Data *operands, int ops, int per_step, Step step)
{
    std::size_t i = 0;
    benchmark::DoNotOptimize(operands);
    for (auto _ : state) {
        for (int j = 0; j < ops; j++) {
            step(*operands, i++);
            benchmark::ClobberMemory();
        }
    }
    state.counters["per_op"] = benchmark::Counter(static_cast<double>(ops) * per_step,
                                                  benchmark::Counter::kIsIterationInvariantRate |
                                                      benchmark::Counter::kInvert);
}

/* Registers a benchmark of an alternative. Data is the type of its operands. */
template <class Data, class Step> void add_alternative(const std::string &name, int ops, Step step)
{
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
        auto operands = std::make_unique<Data>();
        run(state, operands.get(), ops, 1, step);
    });
}

/* Registers a benchmark on one kernel. */
template <class Step>
void add(const std::string &name, const char *kernel, int ops, Step step, int per_step = 1)
{
    std::string full_name = name + "/kernel:" + kernel;
    benchmark::RegisterBenchmark(full_name.c_str(), [=](benchmark::State &state) {
        if (!p256_field_set_kernel(kernel)) {
            state.SkipWithError("kernel not supported");
            return;
        }
        auto operands = std::make_unique<Operands>();
        run(state, operands.get(), ops, per_step, step);
    });
}

/* Each registers the benchmarks of its file, for one kernel or for all alternatives. */
void add_single(const char *kernel);
void add_arrays(const char *kernel);
void add_dispatch(const char *kernel);
void add_openjdk(const char *kernel);
void add_nistz256();
void add_bignum();
void add_gmp();

} /* namespace bench */

#endif
