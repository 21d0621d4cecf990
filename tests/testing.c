/* SPDX-License-Identifier: MIT */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

void expect_fe(const char *operation, const p256_fe *got, const p256_fe *want,
               const p256_fe *const *operands)
{
    char hex[HEX_FE];
    if (same(got, want))
        return;
    print_error("kernel %s, limbs: %s", p256_field_kernel(), operation);
    for (; *operands != NULL; operands++)
        print_error(" %s", to_hex(hex, *operands));
    print_error("\n got  %s\n", to_hex(hex, got));
    print_error(" want %s\n", to_hex(hex, want));
    fail();
}

void expect_fes(const char *operation, const p256_fe *got, const p256_fe *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!same(&got[i], &want[i]))
            print_error("element %zu of %zu\n", i, n);
        EXPECT_FE(operation, &got[i], &want[i], NULL);
    }
}

/* ------------------------------------------------------------------------------------
 * [size][guard][memory][guard]. malloc aligns to 16 bytes on the usual machines; the odd
 * number of words before the memory takes it off that.
 */

enum { GUARD = 64, GUARD_BYTE = 0xa5, FILL_BYTE = 0x5a };

static void check_guard(const uint8_t *guard, const char *where)
{
    for (size_t i = 0; i < GUARD; i++)
        if (guard[i] != GUARD_BYTE)
            fail_msg("kernel %s wrote %s the memory it was given", p256_field_kernel(), where);
}

void *guarded_alloc(size_t size)
{
    uint64_t size_word = size;
    uint8_t *block = malloc(sizeof size_word + GUARD + size + GUARD);
    assert_non_null(block);
    memcpy(block, &size_word, sizeof size_word);
    uint8_t *memory = block + sizeof size_word + GUARD;
    memset(memory - GUARD, GUARD_BYTE, GUARD);
    memset(memory, FILL_BYTE, size);
    memset(memory + size, GUARD_BYTE, GUARD);
    return memory;
}

void guarded_free(void *memory)
{
    uint8_t *start = memory;
    uint8_t *block = start - GUARD - sizeof(uint64_t);
    uint64_t size_word;
    memcpy(&size_word, block, sizeof size_word);
    check_guard(start - GUARD, "before");
    check_guard(start + size_word, "after");
    free(block);
}

p256_fe *guarded_fes(size_t n)
{
    return guarded_alloc(n * sizeof(p256_fe));
}

p256_fe *guarded_copy(const p256_fe *a, size_t n)
{
    p256_fe *copy = guarded_fes(n);
    if (n > 0)
        memcpy(copy, a, n * sizeof *a);
    return copy;
}
