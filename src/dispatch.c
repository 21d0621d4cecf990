/* SPDX-License-Identifier: MIT */
/* Chooses the active kernel, at first use or when told. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* secure_getenv */
#endif
#include "dispatch.h"

#include <stdlib.h>
#include <string.h>
#if defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
#include <unistd.h> /* issetugid */
#endif

#include "cpu_features.h"

/* A new kernel: one line here. */
const struct p256_kernel *const p256_kernels[] = {
    &p256_kernel_portable,
#if defined(__x86_64__) && !defined(P256_FIELD_NO_ASM)
    &p256_kernel_avx2,
#if defined(P256_HAVE_AVXIFMA)
    &p256_kernel_avxifma,
#endif
    &p256_kernel_avx512,
#endif
#if defined(__AARCH64EL__) && !defined(P256_FIELD_NO_ASM)
    &p256_kernel_gpr,
    &p256_kernel_neon,
#endif
};
const size_t p256_kernel_count = sizeof p256_kernels / sizeof p256_kernels[0];

static int runs_on(const struct p256_kernel *k, uint64_t features)
{
    return (k->needs & ~features) == 0;
}

const struct p256_kernel *p256_kernel_select(const struct p256_kernel *const *kernels, size_t count,
                                             uint64_t features)
{
    while (count > 1 && !runs_on(kernels[count - 1], features))
        count--;
    return kernels[count - 1];
}

/* The kernel of that name if this CPU runs it, else NULL. */
static const struct p256_kernel *find_supported(const char *name)
{
    uint64_t features = p256_cpu_features();
    for (size_t i = 0; i < p256_kernel_count; i++)
        if (strcmp(p256_kernels[i]->name, name) == 0 && runs_on(p256_kernels[i], features))
            return p256_kernels[i];
    return NULL;
}

/* The value of P256_FIELD_KERNEL, unless the program runs with raised privileges. */
static const char *kernel_wanted_by_environment(void)
{
#if defined(P256_FIELD_NO_ENV)
    return NULL;
#elif defined(__linux__) && !defined(__ANDROID__)
    return secure_getenv("P256_FIELD_KERNEL");
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    return issetugid() ? NULL : getenv("P256_FIELD_KERNEL");
#else
    return getenv("P256_FIELD_KERNEL");
#endif
}

const struct p256_kernel *p256_dispatch_init(void)
{
    const char *wanted = kernel_wanted_by_environment();
    const struct p256_kernel *k = wanted != NULL ? find_supported(wanted) : NULL;
    if (k == NULL)
        k = p256_kernel_select(p256_kernels, p256_kernel_count, p256_cpu_features());
    atomic_store_explicit(&p256_active, k, memory_order_relaxed);
    return k;
}

/*
 * The table that is active before the first use: every slot chooses a kernel and passes the
 * call on. Threads that come here at once all choose the same.
 */
#define STUB_PROC(slot, params, args)                                                              \
    static void slot##_first params                                                                \
    {                                                                                              \
        p256_dispatch_init()->slot args;                                                           \
    }
#define STUB_FUNC(slot, params, args)                                                              \
    static int slot##_first params                                                                 \
    {                                                                                              \
        return p256_dispatch_init()->slot args;                                                    \
    }
P256_KERNEL_SLOTS(STUB_PROC, STUB_FUNC)

#define STUB_ENTRY(slot, params, args) .slot = slot##_first,
static const struct p256_kernel first_use = {.name = NULL, /* marks it as no kernel */
                                             .needs = 0,
                                             P256_KERNEL_SLOTS(STUB_ENTRY, STUB_ENTRY)};

_Atomic(const struct p256_kernel *) p256_active = &first_use;

void p256_field_init(void)
{
    if (p256_active_kernel() == &first_use)
        (void)p256_dispatch_init();
}

const char *p256_field_kernel(void)
{
    p256_field_init();
    return p256_active_kernel()->name;
}

size_t p256_field_kernel_count(void)
{
    return p256_kernel_count;
}

const char *p256_field_kernel_name(size_t i)
{
    return i < p256_kernel_count ? p256_kernels[i]->name : NULL;
}

int p256_field_kernel_supported(size_t i)
{
    return i < p256_kernel_count && runs_on(p256_kernels[i], p256_cpu_features());
}

int p256_field_set_kernel(const char *name)
{
    if (name == NULL) {
        (void)p256_dispatch_init();
        return 1;
    }
    const struct p256_kernel *k = find_supported(name);
    if (k == NULL)
        return 0;
    atomic_store_explicit(&p256_active, k, memory_order_relaxed);
    return 1;
}
