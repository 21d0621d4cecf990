/* SPDX-License-Identifier: MIT */
#include <stdint.h>

/* Whether a * b = c in the field. */
int product_is(uint64_t a, uint64_t b, uint64_t c);
