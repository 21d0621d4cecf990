/* SPDX-License-Identifier: MIT */
/*
 * The measurements by which OpenJDK judged its P-256 intrinsics (the microbenchmark
 * PolynomialP256Bench), so that figures can be set side by side: 10,000 dependent
 * multiplications, 10,000 squarings, and 40,000 conditional assigns, here with random flags.
 */
#include "bench.h"

namespace bench
{

void add_openjdk(const char *kernel)
{
    add("openjdk/mul_10000", kernel, 10000,
        [](Operands &d, std::size_t) { p256_fe_mul(&d.x, &d.x, &d.a[0]); });
    add("openjdk/sqr_10000", kernel, 10000,
        [](Operands &d, std::size_t) { p256_fe_sqr(&d.x, &d.x); });
    add("openjdk/assign_40000", kernel, 40000,
        [](Operands &d, std::size_t i) { p256_fe_cmov(&d.x, &d.a[i % slots], flag(i)); });
}

} /* namespace bench */
