/* SPDX-License-Identifier: MIT */
/*
 * Part of scripts/schedule: checks candidates of one kernel on vectors, then times them in
 * turns and prints for each, in ticks of the time stamp counter a call, the least of many:
 * latency through a, latency through b (mul alone), throughput (mul and sqr alone).
 * KIND: 0 mul, 1 sqr, 2 sqr_times.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

typedef struct {
    uint64_t w[4];
} fe;

#if KIND == 0
typedef void function(fe *r, const fe *a, const fe *b);
#define CALL(f, r, a, b) f(r, a, b)
#define STEPS            1
#elif KIND == 1
typedef void function(fe *r, const fe *a);
#define CALL(f, r, a, b) ((void)(b), f(r, a))
#define STEPS            1
#else
typedef void function(fe *r, const fe *a, unsigned n);
#define CALL(f, r, a, b) ((void)(b), f(r, a, steps))
#define STEPS            40
static unsigned steps;
#endif

extern function *const trials[];

static const struct {
    fe a, b, r;
} vectors[] = {
#define V(...) {__VA_ARGS__},
#include "vectors.h"
};

static void check(void)
{
#if KIND == 2
    steps = 3;
#endif
    for (size_t k = 0; trials[k]; k++)
        for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
            fe r;
            CALL(trials[k], &r, &vectors[i].a, &vectors[i].b);
            if (memcmp(&r, &vectors[i].r, sizeof r) != 0) {
                fprintf(stderr, "candidate %zu is wrong on vector %zu\n", k, i);
                exit(1);
            }
        }
#if KIND == 2
    steps = STEPS;
#endif
}

enum { CALLS = 400 / STEPS };

static uint64_t run(function *f, int what)
{
    fe x = vectors[20].a, y = vectors[21].a, z[8], c[8];
    for (int i = 0; i < 8; i++)
        c[i] = vectors[20 + i].b;
    uint64_t t = __rdtsc();
    if (what == 0)
        for (int i = 0; i < CALLS; i++)
            CALL(f, &x, &x, &y);
    else if (what == 1)
        for (int i = 0; i < CALLS; i++)
            CALL(f, &x, &y, &x);
    else
        for (int i = 0; i < CALLS; i++)
            CALL(f, &z[i & 7], &c[i & 7], &y);
    return __rdtsc() - t;
}

int main(int argc, char **argv)
{
    static const int kinds[3][3] = {{1, 1, 1}, {1, 0, 1}, {1, 0, 0}};
    static uint64_t least[256][3];
    int rounds = argc > 1 ? atoi(argv[1]) : 100;
    check();
    memset(least, 255, sizeof least);
    for (int i = 0; i < rounds; i++)
        for (size_t k = 0; trials[k]; k++)
            for (int what = 0; what < 3; what++)
                if (kinds[KIND][what]) {
                    uint64_t t = run(trials[k], what);
                    if (t < least[k][what])
                        least[k][what] = t;
                }
    for (size_t k = 0; trials[k]; k++) {
        for (int what = 0; what < 3; what++)
            if (kinds[KIND][what])
                printf("%.3f ", (double)least[k][what] / (CALLS * STEPS));
        printf("\n");
    }
    return 0;
}
