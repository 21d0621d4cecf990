/* SPDX-License-Identifier: MIT */
/*
 * Does the run time tell a fixed secret from random ones? For each operation and kernel,
 * many calls are timed, each with a secret of one of the two classes, chosen by chance, and
 * Welch's t test compares the classes (O. Reparaz, J. Balasch, I. Verbauwhede, "Dude, is my
 * code constant time?", DATE 2017). To be run by hand, on a quiet machine:
 *
 *     ctime_timing [MEASUREMENTS]      of each operation, by default 100000
 *
 * |t| above 4.5 deserves a second, longer run; if it then grows with the square root of the
 * number of measurements, time depends on the secret. inv_vartime, whose time does, shows
 * what that looks like. A small |t| proves nothing: that is for the other checks.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "p256_field.h"

enum { ROWS = 16, CROPS = 3 };

struct secret {
    p256_fe a, b;
    uint8_t bytes[32];
    size_t index;
    int flag;
};

static p256_fe table[ROWS], result;

static void mul(const struct secret *s)
{
    p256_fe_mul(&result, &s->a, &s->b);
}

static void sqr(const struct secret *s)
{
    p256_fe_sqr(&result, &s->a);
}

static void inv(const struct secret *s)
{
    (void)p256_fe_inv(&result, &s->a);
}

static void inv_vartime(const struct secret *s)
{
    (void)p256_fe_inv_vartime(&result, &s->a);
}

static void sqrt_(const struct secret *s)
{
    (void)p256_fe_sqrt(&result, &s->a);
}

static void from_bytes(const struct secret *s)
{
    (void)p256_fe_from_bytes(&result, s->bytes);
}

static void lookup(const struct secret *s)
{
    p256_fe_lookup(&result, table, ROWS, 1, s->index);
}

static void cmov(const struct secret *s)
{
    p256_fe_cmov(&result, &s->a, s->flag);
}

static const struct {
    const char *name;
    void (*call)(const struct secret *s);
    unsigned calls; /* in one measurement, to be well above the clock's step */
} operations[] = {
    {"mul", mul, 16},
    {"sqr", sqr, 16},
    {"inv", inv, 1},
    {"sqrt", sqrt_, 1},
    {"from_bytes", from_bytes, 8},
    {"lookup", lookup, 16},
    {"cmov", cmov, 16},
    {"inv_vartime", inv_vartime, 1},
};

/* xorshift64 (G. Marsaglia, 2003) */
static uint64_t random_word(void)
{
    static uint64_t x = 88172645463325252u;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x;
}

static void random_element(p256_fe *a)
{
    for (int i = 0; i < 4; i++)
        a->limb[i] = random_word();
    a->limb[3] >>= 1; /* below 2^255 < p */
}

/* The fixed class: zero elements, bytes that are refused, the first row, a clear flag. The
 * two classes are written by the same stores, so that the caches see no difference. */
static void choose(struct secret *s, int is_random)
{
    struct secret fixed = {.index = 0}, other;
    memset(fixed.bytes, 0xff, sizeof fixed.bytes);
    random_element(&other.a);
    random_element(&other.b);
    for (size_t i = 0; i < sizeof other.bytes; i++)
        other.bytes[i] = (uint8_t)random_word();
    other.index = random_word() % ROWS;
    other.flag = (int)(random_word() & 1);
    const struct secret *sources[2] = {&fixed, &other};
    memcpy(s, sources[is_random], sizeof *s);
}

static uint64_t now(void)
{
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ __volatile__("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
#endif
}

struct moments {
    double n, mean, m2; /* B. P. Welford, 1962: m2 is the sum of squared differences */
};

static void add(struct moments *m, double x)
{
    double d = x - m->mean;
    m->n += 1;
    m->mean += d / m->n;
    m->m2 += d * (x - m->mean);
}

static double welch(const struct moments m[2])
{
    double error = 0;
    for (int i = 0; i < 2; i++)
        error += m[i].m2 / (m[i].n - 1) / m[i].n;
    return error > 0 ? (m[0].mean - m[1].mean) / sqrt(error) : 0;
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* t over all measurements, and over those below some quantiles of all: the slow ones tell
 * of interrupts. The largest of these in absolute value. */
static double largest_t(const uint64_t *time, const uint8_t *class, size_t n)
{
    static const double quantiles[CROPS] = {1, 0.99, 0.9};
    uint64_t *sorted = malloc(n * sizeof *sorted);
    double largest = 0;
    if (sorted == NULL)
        abort();
    memcpy(sorted, time, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_size);
    for (int crop = 0; crop < CROPS; crop++) {
        uint64_t limit = sorted[(size_t)(quantiles[crop] * (double)(n - 1))];
        struct moments m[2] = {{0}};
        for (size_t i = 0; i < n; i++)
            if (time[i] <= limit)
                add(&m[class[i]], (double)time[i]);
        double t = welch(m);
        if (fabs(t) > fabs(largest))
            largest = t;
    }
    free(sorted);
    return largest;
}

static double measure(size_t operation, size_t n)
{
    uint64_t *time = malloc(n * sizeof *time);
    uint8_t *class = malloc(n);
    struct secret s;
    if (time == NULL || class == NULL)
        abort();
    for (size_t i = 0; i < n; i++) {
        class[i] = (uint8_t)(random_word() >> 32 & 1);
        choose(&s, class[i]);
        uint64_t start = now();
        for (unsigned j = 0; j < operations[operation].calls; j++)
            operations[operation].call(&s);
        time[i] = now() - start;
    }
    double t = largest_t(time, class, n);
    free(time);
    free(class);
    return t;
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 100000;
    if (n < 100) {
        fprintf(stderr, "usage: %s [MEASUREMENTS, at least 100]\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; i < ROWS; i++)
        random_element(&table[i]);
    for (size_t k = 0; k < p256_field_kernel_count(); k++) {
        const char *kernel = p256_field_kernel_name(k);
        if (!p256_field_set_kernel(kernel)) {
            printf("SKIPPED: kernel %s: not supported by this CPU\n", kernel);
            continue;
        }
        for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
            printf("%-10s %-12s t = %8.2f\n", kernel, operations[i].name, measure(i, n));
    }
    return 0;
}
