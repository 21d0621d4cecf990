/* SPDX-License-Identifier: MIT */
/* The same from C++: arrays in a vector, 1/i * i = 1. */
#include <cstdint>
#include <iostream>
#include <vector>

#include "p256_field.h"

int main()
{
    const std::size_t n = 100;
    std::vector<p256_fe> a(n), b(n);

    for (std::size_t i = 0; i < n; i++)
        p256_fe_from_u64(&a[i], static_cast<std::uint64_t>(i + 1));
    if (!p256_vec_inv(b.data(), a.data(), n))
        return 1;
    p256_vec_mul(b.data(), b.data(), a.data(), n);
    for (const p256_fe &product : b)
        if (!p256_fe_equal(&product, &P256_FE_ONE))
            return 1;
    std::cout << "p256_field " << p256_field_version() << " works from C++\n";
    return 0;
}
