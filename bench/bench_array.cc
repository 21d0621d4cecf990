/* SPDX-License-Identifier: MIT */
/* Arrays; per_op is the time for one element. */
#include "bench.h"

#include <algorithm>
#include <vector>

namespace bench
{

constexpr std::size_t longest = 65536;

/*
 * The arrays, shared by all benchmarks. They begin on cache lines, at different offsets
 * within a page, since equal offsets would make stores to one array seem to overlap loads
 * from another.
 */
struct Arrays {
    p256_fe *r, *a, *b, *c;
    std::uint8_t *in, *out;

    Arrays() : memory((longest + stagger) * 6 * sizeof(p256_fe) + 64)
    {
        auto address = reinterpret_cast<std::uintptr_t>(memory.data());
        next = memory.data() + (-address % 64);
        r = array(1);
        a = array(2);
        b = array(3);
        c = array(4);
        in = reinterpret_cast<std::uint8_t *>(array(5));
        out = reinterpret_cast<std::uint8_t *>(array(6));
        p256_vec_to_bytes(in, a, longest);
    }

  private:
    static constexpr std::size_t stagger = 34; /* elements, 17 cache lines */
    std::vector<std::uint8_t> memory;
    std::uint8_t *next;

    p256_fe *array(std::uint64_t seed)
    {
        auto *elements = reinterpret_cast<p256_fe *>(next);
        random_elements(elements, longest, seed);
        next += (longest + stagger) * sizeof(p256_fe);
        return elements;
    }
};

/* Short arrays are done several times an iteration. */
template <class Step>
static void add_lengths(const std::string &name, const char *kernel, Step step)
{
    for (std::size_t n : {std::size_t(16), std::size_t(64), std::size_t(1024), longest}) {
        std::string full_name = name + "/n:" + std::to_string(n) + "/kernel:" + kernel;
        benchmark::RegisterBenchmark(full_name.c_str(), [=](benchmark::State &state) {
            if (!p256_field_set_kernel(kernel)) {
                state.SkipWithError("kernel not supported");
                return;
            }
            static Arrays arrays;
            int times = static_cast<int>(std::max<std::size_t>(1, 1024 / n));
            run(state, &arrays, times, static_cast<int>(n),
                [=](Arrays &v, std::size_t i) { step(v, n, i); });
        });
    }
}

void add_arrays(const char *k)
{
    using V = Arrays;
    using std::size_t;
    add_lengths("vec_add", k, [](V &v, size_t n, size_t) { p256_vec_add(v.r, v.a, v.b, n); });
    add_lengths("vec_sub", k, [](V &v, size_t n, size_t) { p256_vec_sub(v.r, v.a, v.b, n); });
    add_lengths("vec_neg", k, [](V &v, size_t n, size_t) { p256_vec_neg(v.r, v.a, n); });
    add_lengths("vec_mul", k, [](V &v, size_t n, size_t) { p256_vec_mul(v.r, v.a, v.b, n); });
    add_lengths("vec_sqr", k, [](V &v, size_t n, size_t) { p256_vec_sqr(v.r, v.a, n); });
    add_lengths("vec_scale", k, [](V &v, size_t n, size_t) { p256_vec_scale(v.r, v.a, v.b, n); });
    add_lengths("vec_axpy", k, [](V &v, size_t n, size_t) { p256_vec_axpy(v.r, v.b, v.a, n); });
    add_lengths("vec_mul_add", k,
                [](V &v, size_t n, size_t) { p256_vec_mul_add(v.r, v.a, v.b, v.c, n); });
    add_lengths("vec_dot", k, [](V &v, size_t n, size_t) { p256_vec_dot(v.r, v.a, v.b, n); });
    add_lengths("vec_sum", k, [](V &v, size_t n, size_t) { p256_vec_sum(v.r, v.a, n); });
    add_lengths("vec_inv", k, [](V &v, size_t n, size_t) {
        int all = p256_vec_inv(v.r, v.a, n);
        benchmark::DoNotOptimize(all);
    });
    add_lengths("vec_inv_in_place", k, [](V &v, size_t n, size_t) {
        int all = p256_vec_inv(v.c, v.c, n);
        benchmark::DoNotOptimize(all);
    });
    add_lengths("vec_from_bytes", k, [](V &v, size_t n, size_t) {
        int all = p256_vec_from_bytes(v.r, v.in, n);
        benchmark::DoNotOptimize(all);
    });
    add_lengths("vec_to_bytes", k,
                [](V &v, size_t n, size_t) { p256_vec_to_bytes(v.out, v.a, n); });
    add_lengths("vec_cmov", k,
                [](V &v, size_t n, size_t i) { p256_vec_cmov(v.r, v.a, flag(i), n); });
}

} /* namespace bench */
