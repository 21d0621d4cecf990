/* SPDX-License-Identifier: MIT */
/*
 * bench_protocol: the operations of examples/curve on every kernel, and the same of OpenSSL's EVP
 * interface, in one run. Names are OPERATION/IMPLEMENTATION, for example
 *
 *     verify_1024/kernel:portable
 *     ecdh/openssl:EVP
 *
 * Signing and verification include the SHA-256 hash of a message of 1,024 or 16,384 bytes. Keys
 * are prepared as the interface allows: OpenSSL has them parsed, and the peer's key checked, before
 * the clock starts; ours come as bytes, and the peer's key is decoded and checked every time.
 */
#include <benchmark/benchmark.h>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/x509.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "p256_ecdh.h"
#include "p256_ecdsa.h"
}

namespace
{

constexpr std::size_t sizes[] = {1024, 16384};

void require(bool right, const char *what)
{
    if (!right) {
        std::fprintf(stderr, "bench_protocol: error: %s\n", what);
        std::exit(1);
    }
}

struct Key {
    std::uint8_t secret[32], point[P256_UNCOMPRESSED_BYTES];
    Key()
    {
        require(p256_generate_key(secret, point) == 1, "no key");
    }
};

std::vector<std::uint8_t> message(std::size_t size)
{
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; i++)
        bytes[i] = static_cast<std::uint8_t>(i * i >> 3);
    return bytes;
}

/* Runs `step`, which returns whether it succeeded, as often as Google Benchmark likes. */
template <class Step> void run(benchmark::State &state, Step step)
{
    for (auto _ : state)
        if (!step()) {
            state.SkipWithError("failed");
            return;
        }
    state.counters["rate"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

/* ------------------------------------------------------------------------------------
 * Ours
 */

template <class Step>
void add_ours(const std::string &operation, const std::string &kernel, Step step)
{
    std::string name = operation + "/kernel:" + kernel;
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
        if (!p256_field_set_kernel(kernel.c_str())) {
            state.SkipWithError("kernel not supported");
            return;
        }
        run(state, step);
    });
}

void add_kernel(const std::string &kernel)
{
    Key alice, bob;
    add_ours("keygen", kernel, [] {
        Key fresh;
        benchmark::DoNotOptimize(fresh);
        return true;
    });
    add_ours("ecdh", kernel, [=] {
        std::uint8_t shared[32];
        int ok = p256_ecdh(shared, alice.secret, bob.point, sizeof bob.point);
        benchmark::DoNotOptimize(shared);
        return ok == 1;
    });
    for (std::size_t size : sizes) {
        auto bytes = message(size);
        std::string suffix = "_" + std::to_string(size);
        struct {
            std::uint8_t bytes[P256_SIGNATURE_BYTES];
        } signature;
        require(p256_ecdsa_sign(signature.bytes, alice.secret, bytes.data(), size) == 1, "sign");
        add_ours("sign" + suffix, kernel, [=] {
            std::uint8_t fresh[P256_SIGNATURE_BYTES];
            int ok = p256_ecdsa_sign(fresh, alice.secret, bytes.data(), size);
            benchmark::DoNotOptimize(fresh);
            return ok == 1;
        });
        add_ours("verify" + suffix, kernel, [=] {
            return p256_ecdsa_verify_vartime(signature.bytes, alice.point, sizeof alice.point,
                                             bytes.data(), size) == 1;
        });
    }
}

/* ------------------------------------------------------------------------------------
 * OpenSSL's
 */

using Pkey = std::shared_ptr<EVP_PKEY>;
using PkeyContext = std::shared_ptr<EVP_PKEY_CTX>;

template <class Step> void add_openssl(const std::string &operation, Step step)
{
    benchmark::RegisterBenchmark((operation + "/openssl:EVP").c_str(),
                                 [=](benchmark::State &state) { run(state, step); });
}

PkeyContext generator()
{
    PkeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nullptr), EVP_PKEY_CTX_free);
    require(EVP_PKEY_keygen_init(context.get()) == 1 &&
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context.get(), NID_X9_62_prime256v1) == 1,
            "EVP_PKEY_keygen_init");
    return context;
}

Pkey generate(const PkeyContext &context)
{
    EVP_PKEY *key = nullptr;
    EVP_PKEY_keygen(context.get(), &key);
    return Pkey(key, EVP_PKEY_free);
}

std::vector<std::uint8_t> sign(EVP_MD_CTX *context, EVP_PKEY *key,
                               const std::vector<std::uint8_t> &bytes)
{
    std::vector<std::uint8_t> signature(80);
    std::size_t size = signature.size();
    if (EVP_DigestSignInit(context, nullptr, EVP_sha256(), nullptr, key) != 1 ||
        EVP_DigestSign(context, signature.data(), &size, bytes.data(), bytes.size()) != 1)
        return {};
    signature.resize(size);
    return signature;
}

bool verify(EVP_MD_CTX *context, EVP_PKEY *key, const std::vector<std::uint8_t> &signature,
            const std::vector<std::uint8_t> &bytes)
{
    return EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key) == 1 &&
           EVP_DigestVerify(context, signature.data(), signature.size(), bytes.data(),
                            bytes.size()) == 1;
}

void add_openssl_all()
{
    auto keys = generator();
    auto alice = generate(keys), bob = generate(keys);
    require(alice && bob, "EVP_PKEY_keygen");
    PkeyContext agreement(EVP_PKEY_CTX_new(alice.get(), nullptr), EVP_PKEY_CTX_free);
    require(EVP_PKEY_derive_init(agreement.get()) == 1 &&
                EVP_PKEY_derive_set_peer(agreement.get(), bob.get()) == 1,
            "EVP_PKEY_derive_init");

    add_openssl("keygen", [=] { return generate(keys) != nullptr; });
    add_openssl("ecdh", [=] {
        std::uint8_t shared[32];
        std::size_t size = sizeof shared;
        int ok = EVP_PKEY_derive(agreement.get(), shared, &size);
        benchmark::DoNotOptimize(shared);
        return ok == 1;
    });
    std::shared_ptr<EVP_MD_CTX> digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    for (std::size_t size : sizes) {
        auto bytes = message(size);
        auto signature = sign(digest.get(), alice.get(), bytes);
        std::string suffix = "_" + std::to_string(size);
        add_openssl("sign" + suffix,
                    [=] { return !sign(digest.get(), alice.get(), bytes).empty(); });
        add_openssl("verify" + suffix,
                    [=] { return verify(digest.get(), alice.get(), signature, bytes); });
    }
}

} /* namespace */

/* Several repetitions, taken in random turns, ahead of the user's arguments, which prevail. */
int main(int argc, char **argv)
{
    std::string defaults[] = {"--benchmark_enable_random_interleaving=true",
                              "--benchmark_repetitions=15", "--benchmark_min_time=0.02"};
    std::vector<char *> arguments(argv, argv + argc);
    for (auto &option : defaults)
        arguments.insert(arguments.begin() + 1, option.data());
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);

    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        return 1;
    for (std::size_t i = 0; i < p256_field_kernel_count(); i++) {
        const char *kernel = p256_field_kernel_name(i);
        if (p256_field_kernel_supported(i))
            add_kernel(kernel);
        else
            std::fprintf(stderr, "kernel %s: SKIPPED: this CPU does not support it\n", kernel);
    }
    add_openssl_all();
    if (benchmark::RunSpecifiedBenchmarks() == 0)
        return 1;
    benchmark::Shutdown();
    return 0;
}
