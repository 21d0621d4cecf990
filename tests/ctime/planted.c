/* SPDX-License-Identifier: MIT */
#include "planted.h"

#include <string.h>

#include "ct.h"

#define NOINLINE __attribute__((noinline))

static volatile uint64_t sink; /* a store to it cannot be made unconditional */
static volatile uint64_t table[16];

void refused_branch_limb(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n, (void)flag;
    if (a->limb[3] & 1)
        sink = 1;
}

void refused_branch_barrier(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n, (void)flag;
    if (p256_value_barrier(a->limb[2]) & 2)
        sink = 1;
}

void refused_branch_loop_count(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n, (void)flag;
    for (uint64_t i = a->limb[2] & 7; i > 0; i--)
        sink = i;
}

void refused_branch_spill(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    volatile uint64_t local[2] = {n, (uint64_t)flag};
    (void)r, (void)a;
    if (local[0] & 1)
        sink = 1;
    if (local[1] & 1)
        sink = 2;
}

void refused_branch_array(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    volatile uint64_t local[8] = {0};
    (void)flag;
    for (size_t i = 0; i < n; i++)
        local[i & 7] = a->limb[i & 3];
    r->limb[0] = local[0];
    if (local[2] & 1)
        sink = 1;
}

static NOINLINE void store_if(volatile uint64_t *to, uint64_t condition)
{
    if (condition & 1)
        *to = 1;
}

void refused_branch_callee(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n, (void)flag;
    store_if(&sink, a->limb[0]);
}

/* As public operations do internally, where a status is still secret. */
static NOINLINE int is_odd(const p256_fe *a)
{
    return (int)(a->limb[0] & 1);
}

void refused_branch_status(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n, (void)flag;
    if (is_odd(a))
        sink = 1;
}

void refused_address_load(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)n, (void)flag;
    r->limb[0] = table[a->limb[1] & 15];
}

void refused_address_store(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)r, (void)n;
    table[flag & 15] = a->limb[0];
}

void refused_instruction_division(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)n, (void)flag;
    r->limb[0] = UINT64_C(0xffffffff00000001) / (a->limb[0] | 1);
}

void refused_argument_size(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    (void)n, (void)flag;
    memcpy(r, a, (size_t)a->limb[0]);
}

void accepted_select(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    uint64_t mask = p256_mask_nonzero((unsigned)flag);
    (void)n;
    for (int i = 0; i < 4; i++)
        r->limb[i] = p256_select(mask, a->limb[i], r->limb[i]);
}

void accepted_scan(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    volatile uint64_t local[8] = {0};
    uint64_t x = 0;
    for (size_t i = 0; i < n; i++)
        local[i & 7] = a[i].limb[0];
    for (size_t i = 0; i < 8; i++)
        x |= local[i] & ~p256_mask_nonzero(i ^ (unsigned)flag);
    r->limb[0] = x;
}

void accepted_constants(p256_fe *r, const p256_fe *a, size_t n, int flag)
{
    static const uint8_t steps[16] = {1, 0, 7, 3, 2, 0, 9, 1, 4, 6, 0, 8, 5, 2, 3, 1};
    (void)flag;
    for (size_t i = 0; i < n; i++)
        if (steps[i & 15] & 1)
            r[i] = a[i];
}
