/* SPDX-License-Identifier: MIT */
/* GMP, on plain values. */
#include "bench.h"

#include <gmp.h>

namespace bench
{

struct GmpOperands {
    mpz_t p, x, product, r;
    mpz_t a[many], b[slots], out[slots];

    GmpOperands()
    {
        Operands o;
        mpz_init_set_str(p, "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
        mpz_inits(product, r, nullptr);
        for (std::size_t i = 0; i < many; i++)
            set(a[i], o.a[i]);
        for (std::size_t i = 0; i < slots; i++) {
            set(b[i], o.b[i]);
            set(out[i], o.r[i]);
        }
        mpz_init_set(x, a[0]);
    }

    ~GmpOperands()
    {
        for (auto &n : a)
            mpz_clear(n);
        for (std::size_t i = 0; i < slots; i++)
            mpz_clears(b[i], out[i], nullptr);
        mpz_clears(p, x, product, r, nullptr);
    }

    GmpOperands(const GmpOperands &) = delete;
    GmpOperands &operator=(const GmpOperands &) = delete;

  private:
    static void set(mpz_t n, const p256_fe &e)
    {
        std::uint8_t bytes[32];
        p256_fe_to_bytes(bytes, &e);
        mpz_init(n);
        mpz_import(n, 32, 1, 1, 0, 0, bytes);
    }
};

void add_gmp()
{
    using D = GmpOperands;
    benchmark::AddCustomContext("gmp", gmp_version);
    add_alternative<D>("mul/latency_a/gmp:mpz_mul+mpz_mod", quick, [](D &d, std::size_t) {
        mpz_mul(d.product, d.x, d.b[0]);
        mpz_mod(d.x, d.product, d.p);
    });
    add_alternative<D>("mul/throughput/gmp:mpz_mul+mpz_mod", quick, [](D &d, std::size_t i) {
        mpz_mul(d.product, d.a[i % slots], d.b[i % slots]);
        mpz_mod(d.out[i % slots], d.product, d.p);
    });
    add_alternative<D>("inv_vartime/throughput/gmp:mpz_invert", slow,
                       [](D &d, std::size_t i) { mpz_invert(d.r, d.a[i % many], d.p); });
}

} /* namespace bench */
