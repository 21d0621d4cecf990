/* SPDX-License-Identifier: MIT */
/*
 * A page of memory between two that nobody may touch, seen twice: once to be written and once
 * to be read only.
 */
#ifndef P256_TESTS_ARENA_H
#define P256_TESTS_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct arena {
    uint8_t *writable, *read_only;
};

size_t arena_size(void); /* of the page */
struct arena arena_create(void);

/* Runs action(state). Returns 0, or 1 and the address that it touched although it may not. */
int arena_fault(void (*action)(void *state), void *state, const uint8_t **address);

#endif
