/* SPDX-License-Identifier: MIT */
/* What the dispatch costs: a public function, and the kernel's function it forwards to,
 * called through its pointer. */
#include "bench.h"

#include <cstring>

namespace bench
{

using Function = void (*)(p256_fe *, const p256_fe *, const p256_fe *);

static const p256_kernel *find_kernel(const char *name)
{
    std::size_t i = 0;
    while (std::strcmp(p256_kernels[i]->name, name) != 0)
        i++;
    return p256_kernels[i];
}

template <class Call>
static void add_pair(const std::string &name, const char *kernel, const char *way, Call call)
{
    add(name + "/latency_" + way, kernel, quick,
        [=](Operands &d, std::size_t) { call(&d.x, &d.x, &d.b[0]); });
    add(name + "/throughput_" + way, kernel, quick, [=](Operands &d, std::size_t i) {
        call(&d.r[i % slots], &d.a[i % slots], &d.b[i % slots]);
    });
}

void add_dispatch(const char *kernel)
{
    const p256_kernel *k = find_kernel(kernel);
    add_pair("dispatch_mul", kernel, "public",
             [](p256_fe *r, const p256_fe *a, const p256_fe *b) { p256_fe_mul(r, a, b); });
    add_pair("dispatch_mul", kernel, "direct", Function(k->mul));
    add_pair("dispatch_add", kernel, "public",
             [](p256_fe *r, const p256_fe *a, const p256_fe *b) { p256_fe_add(r, a, b); });
    add_pair("dispatch_add", kernel, "direct", Function(k->add));
}

} /* namespace bench */
