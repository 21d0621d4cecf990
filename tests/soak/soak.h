/* SPDX-License-Identifier: MIT */
/*
 * The soak test: random operands through every slot of every kernel, without end. Each result
 * is compared with another kernel's, and with what the kernel's own other slots give for it.
 */
#ifndef SOAK_H
#define SOAK_H

#include <stdio.h>

#include "kernel.h"

enum {
    MAX_N = 300, /* more than one run of vec_inv in place */
    FEW = 4      /* operands a round of the slots that take microseconds */
};

/* The operands of one round: all slots share them. */
struct operands {
    size_t n;
    enum { SEPARATE, ONTO_A, ONTO_B } alias; /* where the slots put their results */
    int flag;
    uint32_t factor;
    unsigned times;
    size_t width, index; /* of a lookup in a[0..n-1] */
    p256_fe a[MAX_N], b[MAX_N], c[MAX_N], scalar;
    uint8_t bytes[32 * MAX_N];
};

/* What one slot made of them, with room after it that must stay as it was. */
struct result {
    p256_fe fe[MAX_N + FEW];
    int value[MAX_N];
};

struct slot {
    const char *name;
    /* Calls k's slot; returns how many elements it gave. */
    size_t (*run)(const struct p256_kernel *k, const struct operands *in, struct result *out);
    /* Whether element i of that result agrees with k's other slots. */
    int (*agrees)(const struct p256_kernel *k, const struct operands *in, const struct result *out,
                  size_t i);
    /* Writes what element i was made from, with the right results by OpenSSL, as lines of the
     * vector file; they are of the operations on which the slot's formula rests. */
    void (*write)(FILE *f, const struct operands *in, size_t i);
};

extern const struct slot slots[];
extern const size_t slot_count;

/*
 * Tables that are the portable kernel but for one slot, whose result is wrong in some cases
 * out of many: faulty_kernel(k, i) makes number i, and returns the slot's name, or NULL past
 * the last.
 */
const char *faulty_kernel(struct p256_kernel *k, size_t i);

#endif
