/* SPDX-License-Identifier: MIT */
/* OpenSSL's public big-number functions. */
#include "bench.h"

#include <openssl/bn.h>
#include <openssl/crypto.h>

namespace bench
{

struct BignumOperands {
    BN_CTX *ctx = BN_CTX_new();
    BN_MONT_CTX *mont = BN_MONT_CTX_new();
    BIGNUM *p = BN_new();
    BIGNUM *x = BN_new();
    BIGNUM *r = BN_new();
    BIGNUM *a[many];
    BIGNUM *b[slots];
    BIGNUM *out[slots];

    BignumOperands()
    {
        Operands o;
        BN_hex2bn(&p, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
        BN_MONT_CTX_set(mont, p, ctx);
        for (std::size_t i = 0; i < many; i++)
            a[i] = number(o.a[i]);
        for (std::size_t i = 0; i < slots; i++) {
            b[i] = number(o.b[i]);
            out[i] = number(o.r[i]);
        }
        BN_copy(x, a[0]);
    }

    ~BignumOperands()
    {
        for (BIGNUM *n : a)
            BN_free(n);
        for (std::size_t i = 0; i < slots; i++) {
            BN_free(b[i]);
            BN_free(out[i]);
        }
        BN_free(r);
        BN_free(x);
        BN_free(p);
        BN_MONT_CTX_free(mont);
        BN_CTX_free(ctx);
    }

    BignumOperands(const BignumOperands &) = delete;
    BignumOperands &operator=(const BignumOperands &) = delete;

  private:
    static BIGNUM *number(const p256_fe &e)
    {
        std::uint8_t bytes[32];
        p256_fe_to_bytes(bytes, &e);
        return BN_bin2bn(bytes, 32, nullptr);
    }
};

/* The same with operands marked secret, which makes BN_mod_inverse take its branch-free way. */
struct SecretBignumOperands : BignumOperands {
    SecretBignumOperands()
    {
        for (BIGNUM *n : a)
            BN_set_flags(n, BN_FLG_CONSTTIME);
    }
};

void add_bignum()
{
    using D = BignumOperands;
    benchmark::AddCustomContext("openssl", OpenSSL_version(OPENSSL_VERSION));
    add_alternative<D>("mul/latency_a/openssl:BN_mod_mul_montgomery", quick, [](D &d, std::size_t) {
        BN_mod_mul_montgomery(d.x, d.x, d.b[0], d.mont, d.ctx);
    });
    add_alternative<D>(
        "mul/throughput/openssl:BN_mod_mul_montgomery", quick, [](D &d, std::size_t i) {
            BN_mod_mul_montgomery(d.out[i % slots], d.a[i % slots], d.b[i % slots], d.mont, d.ctx);
        });
    add_alternative<SecretBignumOperands>("inv/throughput/openssl:BN_mod_inverse_consttime", slow,
                                          [](SecretBignumOperands &d, std::size_t i) {
                                              BN_mod_inverse(d.r, d.a[i % many], d.p, d.ctx);
                                          });
    add_alternative<D>("inv_vartime/throughput/openssl:BN_mod_inverse", slow,
                       [](D &d, std::size_t i) { BN_mod_inverse(d.r, d.a[i % many], d.p, d.ctx); });
}

} /* namespace bench */
