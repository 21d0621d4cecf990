/* SPDX-License-Identifier: MIT */
/* Operands, the machine's description, and the registration of everything. */
#include "bench.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#endif

namespace bench
{

/* SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
static std::uint64_t next_random(std::uint64_t &state)
{
    std::uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

std::uint8_t flags[65536];

void fill_flags()
{
    std::uint64_t state = 1;
    for (auto &bit : flags)
        bit = next_random(state) >> 63 & 1;
}

void random_elements(p256_fe *r, std::size_t count, std::uint64_t seed)
{
    for (std::size_t i = 0; i < count; i++) {
        for (auto &limb : r[i].limb)
            limb = next_random(seed);
        r[i].limb[3] >>= 1; /* below 2^255, so below p */
    }
}

Operands::Operands() : result(0)
{
    random_elements(a, many, 2);
    random_elements(b, many, 3);
    random_elements(r, many, 4);
    random_elements(table, sizeof table / sizeof table[0], 5);
    p256_fe_sqr(&x, &a[0]);
    for (std::size_t i = 0; i < slots; i++)
        p256_fe_to_bytes(bytes[i], &a[i]);
    std::uint64_t state = 6;
    for (auto &row : wide)
        for (auto &byte : row)
            byte = static_cast<std::uint8_t>(next_random(state));
}

} /* namespace bench */

/* The value of the first line of /proc/cpuinfo that begins with `key`, or "". */
static std::string cpuinfo(const std::string &key)
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        std::size_t colon = line.find(": ");
        if (line.compare(0, key.size(), key) == 0 && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "";
}

static std::string cpu_name()
{
#if defined(__APPLE__)
    char name[128] = "";
    std::size_t size = sizeof name;
    if (sysctlbyname("machdep.cpu.brand_string", name, &size, nullptr, 0) == 0)
        return name;
#endif
    std::string model = cpuinfo("model name");
    if (!model.empty()) /* x86: the name alone often hides the generation */
        return model + ", family " + cpuinfo("cpu family") + " model " + cpuinfo("model\t");
    std::string part = cpuinfo("CPU part");
    if (!part.empty())
        return "Arm implementer " + cpuinfo("CPU implementer") + " part " + part;
    return "unknown CPU";
}

static void add_kernels()
{
    std::string skipped;
    for (std::size_t i = 0; i < p256_field_kernel_count(); i++) {
        const char *kernel = p256_field_kernel_name(i);
        if (!p256_field_kernel_supported(i)) {
            std::fprintf(stderr, "kernel %s: SKIPPED: this CPU does not support it\n", kernel);
            skipped += skipped.empty() ? kernel : std::string(" ") + kernel;
            continue;
        }
        bench::add_single(kernel);
        bench::add_arrays(kernel);
        bench::add_dispatch(kernel);
        bench::add_openjdk(kernel);
    }
    benchmark::AddCustomContext("skipped_kernels", skipped);
    benchmark::AddCustomContext("automatic_kernel", p256_field_kernel());
}

/*
 * Defaults that suit these benchmarks, ahead of the user's arguments, which so prevail:
 * several repetitions, taken in random turns, so that a change of the machine's speed in
 * the middle of the run meets all alike.
 */
int main(int argc, char **argv)
{
    std::string defaults[] = {"--benchmark_enable_random_interleaving=true",
                              "--benchmark_repetitions=25", "--benchmark_min_time=0.005"};
    std::vector<char *> arguments(argv, argv + argc);
    for (auto &option : defaults)
        arguments.insert(arguments.begin() + 1, option.data());
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);

    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        return 1;
    benchmark::AddCustomContext("cpu", cpu_name());
    benchmark::AddCustomContext("compiler", P256_BENCH_COMPILER);
    bench::fill_flags();
    add_kernels();
#if defined(P256_BENCH_NISTZ256)
    bench::add_nistz256();
#endif
    bench::add_bignum();
    bench::add_gmp();
    if (benchmark::RunSpecifiedBenchmarks() == 0)
        return 1;
    benchmark::Shutdown();
    return 0;
}
