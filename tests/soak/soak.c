/* SPDX-License-Identifier: MIT */
/*
 *   soak seconds N FILE   runs for N seconds
 *   soak rounds N FILE    runs N rounds
 *   soak self-test FILE   shows that a wrong result in any slot is found
 *
 * FILE receives the failing cases, as lines of the form of vectors/field_cases.txt. The
 * environment variable P256_TEST_SEED repeats a run. Status 1 if a case failed.
 */
#include "soak.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support.h"

enum { MAX_FAILURES = 1000 }; /* then it stops: the disk is finite */

static FILE *cases;
static uint64_t rounds, results;
static uint64_t differences;   /* from the portable kernel */
static uint64_t disagreements; /* with the kernel's other slots */

static uint64_t failures(void)
{
    return differences + disagreements;
}

/* ------------------------------------------------------------------------------------
 * Operands
 */

/* Elements that differ, or now and then all the same one, which fills an accumulator. */
static void choose_elements(p256_fe *r, size_t n)
{
    random_fes(r, n);
    if (random_below(8) == 0)
        for (size_t i = 1; i < n; i++)
            r[i] = r[0];
}

/* Encodings of elements, but one in 256 that is of 32 any bytes. */
static void choose_bytes(uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p256_fe x;
        random_fe(&x);
        if (random_below(256) == 0)
            for (int j = 0; j < 4; j++)
                x.limb[j] = random_word();
        limbs_to_bytes(bytes + 32 * i, &x);
    }
}

static void choose_operands(struct operands *in)
{
    static const int flags[] = {0, 0, 0, 1, 2, 256, 65536, -1, INT_MIN, INT_MAX};
    in->n = random_below(64) == 0 ? random_below(MAX_N + 1) : random_below(68);
    in->alias = random_below(3) == 0 ? ONTO_A : random_below(3) == 0 ? ONTO_B : SEPARATE;
    in->flag = flags[random_below(COUNT_OF(flags))];
    in->factor = (uint32_t)random_word();
    in->times = (unsigned)random_below(9);
    in->width = 1 + random_below(4);
    in->index = random_below(in->n / in->width + 2);
    choose_elements(in->a, in->n);
    choose_elements(in->b, in->n);
    choose_elements(in->c, in->n);
    random_fe(&in->scalar);
    choose_bytes(in->bytes, in->n);
}

/* ------------------------------------------------------------------------------------
 * Checks
 */

static void report(const struct p256_kernel *k, const struct slot *s, const struct operands *in,
                   size_t i, const char *what)
{
    fprintf(cases, "# kernel %s, slot %s, %s: n = %zu, element %zu, alias %d, flag %d\n", k->name,
            s->name, what, in->n, i, (int)in->alias, in->flag);
    s->write(cases, in, i);
    fflush(cases);
}

/* The first element in which results differ, or the last of all if it is none of them. */
static size_t first_difference(const struct result *x, const struct result *y, size_t n)
{
    size_t i = 0;
    while (i + 1 < n && same(&x->fe[i], &y->fe[i]) && x->value[i] == y->value[i])
        i++;
    return i;
}

static size_t run(const struct slot *s, const struct p256_kernel *k, const struct operands *in,
                  struct result *out)
{
    memset(out, 0, sizeof *out);
    size_t n = s->run(k, in, out);
    results += n;
    return n;
}

static void check_agreement(const struct slot *s, const struct p256_kernel *k,
                            const struct operands *in, const struct result *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!s->agrees(k, in, out, i)) {
            disagreements++;
            report(k, s, in, i, "disagrees with its other slots");
        }
}

/* One slot of the reference against itself, and of the other kernels also against that one. */
static void check_slot(const struct slot *s, const struct operands *in,
                       const struct p256_kernel *reference, const struct p256_kernel *const *others,
                       size_t count)
{
    static struct result want, out;
    size_t n = run(s, reference, in, &want);
    check_agreement(s, reference, in, &want, n);
    for (size_t i = 0; i < count; i++) {
        (void)run(s, others[i], in, &out);
        if (memcmp(&out, &want, sizeof out) != 0) {
            differences++;
            report(others[i], s, in, first_difference(&out, &want, n),
                   "differs from the portable kernel");
        }
        check_agreement(s, others[i], in, &out, n);
    }
}

static void one_round(const struct p256_kernel *reference, const struct p256_kernel *const *others,
                      size_t count)
{
    static struct operands in;
    choose_operands(&in);
    for (size_t i = 0; i < slot_count; i++)
        check_slot(&slots[i], &in, reference, others, count);
    rounds++;
}

/* ------------------------------------------------------------------------------------ */

/* Whether a kernel is found out by comparison, or by itself alone. */
static int is_noticed(const struct p256_kernel *faulty, int alone)
{
    differences = disagreements = 0;
    for (int i = 0; i < 5000; i++) {
        one_round(alone ? faulty : &p256_kernel_portable, &faulty, !alone);
        if (alone ? disagreements : differences)
            return 1;
    }
    return 0;
}

static int self_test(void)
{
    struct p256_kernel faulty;
    const char *name;
    int planted = 0, missed = 0;
    for (size_t i = 0; (name = faulty_kernel(&faulty, i)) != NULL; i++)
        for (int alone = 0; alone < 2; alone++) {
            planted++;
            if (is_noticed(&faulty, alone))
                continue;
            missed++;
            printf("not noticed: a fault in %s, %s\n", name,
                   alone ? "checked against itself" : "compared with the portable kernel");
        }
    printf("%d planted faults, %d not noticed\n", planted, missed);
    return missed != 0 || ftell(cases) <= 0;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_progress(double seconds)
{
    printf("%.0f s: %" PRIu64 " rounds, %" PRIu64 " results, %" PRIu64 " failures\n", seconds,
           rounds, results, failures());
    fflush(stdout);
}

/* The kernels beside the portable one that run here. */
static size_t find_others(const struct p256_kernel **others, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < p256_kernel_count; i++) {
        const struct p256_kernel *k = p256_kernels[i];
        if (!is_wanted(k->name))
            continue;
        if (!p256_field_kernel_supported(i)) {
            printf("SKIPPED: kernel %s: this CPU or operating system does not support it\n",
                   k->name);
            continue;
        }
        printf("kernel %s\n", k->name);
        if (k == &p256_kernel_portable)
            continue;
        if (count == room)
            abort();
        others[count++] = k;
    }
    return count;
}

static int soak(double seconds, uint64_t max_rounds)
{
    double begin = now(), next = 10;
    const struct p256_kernel *others[64];
    size_t count = find_others(others, COUNT_OF(others));
    while (rounds < max_rounds && failures() < MAX_FAILURES) {
        one_round(&p256_kernel_portable, others, count);
        double elapsed = now() - begin;
        if (elapsed >= next) {
            print_progress(elapsed);
            next += 10;
        }
        if (elapsed >= seconds)
            break;
    }
    print_progress(now() - begin);
    return failures() != 0;
}

static int usage(void)
{
    fputs("usage: soak (seconds N | rounds N | self-test) FILE\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int by_time = argc == 4 && strcmp(argv[1], "seconds") == 0;
    int by_rounds = argc == 4 && strcmp(argv[1], "rounds") == 0;
    if (!by_time && !by_rounds && !(argc == 3 && strcmp(argv[1], "self-test") == 0))
        return usage();
    char *end = NULL;
    unsigned long long n = argc == 4 ? strtoull(argv[2], &end, 10) : 0;
    if (argc == 4 && (end == argv[2] || *end != 0))
        return usage();

    const char *path = argv[argc - 1];
    cases = fopen(path, "w");
    if (cases == NULL) {
        perror(path);
        return 2;
    }
    random_start(stdout, "");
    int status = by_time ? soak((double)n, UINT64_MAX) : by_rounds ? soak(1e9, n) : self_test();
    if (fclose(cases) != 0) {
        perror(path);
        return 2;
    }
    if (status != 0 && argc == 4)
        printf("the failing cases are in %s\n", path);
    return status;
}
