/* SPDX-License-Identifier: MIT */
/*
 * Every public function of the field as one call with the same signature, for tests that must
 * treat them all. public_calls_unlisted() compares the list with the header.
 */
#ifndef PUBLIC_CALLS_H
#define PUBLIC_CALLS_H

#include "support.h"

enum { CALL_N = 19 }; /* elements of an array: more than one block of any kernel, and a tail */

/* All that a call reads and writes. */
struct operands {
    p256_fe r[CALL_N], a[CALL_N], b[CALL_N], c[CALL_N], s[1];
    uint8_t bytes[32 * CALL_N];
    int result;
};

struct public_call {
    const char *name;
    const char *inputs; /* which of r, a, b, c, s hold elements that it reads */
    size_t n;           /* how many of each; but s is always one */
    void (*call)(struct operands *o);
};

extern const struct public_call public_calls[];
extern const size_t public_call_count;

/* Elements everywhere, and in `bytes` encodings below p. */
void random_operands(struct operands *o);

/* A function that the header declares and the list has not, or the other way round; NULL if
 * there is none. Exits if the header cannot be read. */
const char *public_calls_unlisted(void);

#endif
