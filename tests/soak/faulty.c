/* SPDX-License-Identifier: MIT */
/* Planted faults: kernels that are wrong now and then, to show that the soak test notices. */
#include <string.h>

#include "soak.h"

#define FIRST(first, ...) first

/* Some results in 32: those whose first byte ends in 10110. */
static int is_hit(const void *result)
{
    uint8_t byte;
    memcpy(&byte, result, 1);
    return byte % 32 == 22;
}

static void spoil(void *result)
{
    if (is_hit(result))
        ((uint8_t *)result)[3] ^= 0x10;
}

#define SPOILED_PROC(slot, params, args)                                                           \
    static void slot##_spoiled params                                                              \
    {                                                                                              \
        p256_kernel_portable.slot args;                                                            \
        spoil(FIRST args);                                                                         \
    }
#define SPOILED_FUNC(slot, params, args)                                                           \
    static int slot##_spoiled params                                                               \
    {                                                                                              \
        int value = p256_kernel_portable.slot args;                                                \
        spoil(FIRST args);                                                                         \
        return value;                                                                              \
    }
P256_KERNEL_SLOTS(SPOILED_PROC, SPOILED_FUNC)

#define NOTHING(slot, params, args)
#define WRONG_VALUE(slot, params, args)                                                            \
    static int slot##_wrong_value params                                                           \
    {                                                                                              \
        int value = p256_kernel_portable.slot args;                                                \
        return is_hit(FIRST args) ? !value : value;                                                \
    }
P256_KERNEL_SLOTS(NOTHING, WRONG_VALUE)

#define PLANT(slot, params, args)                                                                  \
    if (i-- == 0) {                                                                                \
        k->slot = slot##_spoiled;                                                                  \
        return #slot;                                                                              \
    }
#define PLANT_VALUE(slot, params, args)                                                            \
    if (i-- == 0) {                                                                                \
        k->slot = slot##_wrong_value;                                                              \
        return #slot " (its return value)";                                                        \
    }

const char *faulty_kernel(struct p256_kernel *k, size_t i)
{
    *k = p256_kernel_portable;
    k->name = "faulty";
    P256_KERNEL_SLOTS(PLANT, PLANT)
    P256_KERNEL_SLOTS(NOTHING, PLANT_VALUE)
    return NULL;
}
