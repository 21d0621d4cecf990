/* SPDX-License-Identifier: MIT */
/*
 * Drives every function of p256_field.h from the input bytes, on every kernel that this CPU
 * runs, and compares all that it does with OpenSSL's BIGNUM.
 *
 * The input is a program. Its instructions (fuzz_operations.h) work on a memory of elements
 * and bytes, which is full of edge values at the start; so each operand is an edge value, raw
 * input, or the result of an earlier instruction. An instruction is done by the oracle on one
 * copy of the memory and by each kernel on another. All of each copy must then be the same,
 * bit for bit: the result is right, and nothing else has changed. The portable kernel comes
 * first, so a copy that equals the oracle's also equals the portable kernel's.
 */
#include "fuzz_field.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "fuzz_operations.h"
#include "support.h"

enum { MAX_INSTRUCTIONS = 64 };

static int has_run[MAX_OPERATIONS];

const char *fuzz_field_not_run(size_t *position)
{
    while (*position < operation_count && has_run[*position])
        ++*position;
    return *position < operation_count ? operations[(*position)++].name : NULL;
}

/* ------------------------------------------------------------------------------------
 * Guidance. The library has hardly a branch on data for libFuzzer to see, so each operation
 * counts for it what else tells inputs apart: the runs of zeros and ones in the results, by
 * first half-word, length in half-words, and bit, for they come of long carries and of values
 * next to a multiple of p; the lengths of arrays; and which operands overlap.
 */

#ifdef __linux__
__attribute__((section("__libfuzzer_extra_counters")))
#endif
static struct {
    uint8_t runs[8][8][2];
    uint8_t lengths[MAX_N + 1];
    uint8_t overlaps[16];
} seen[MAX_OPERATIONS];

static void note_runs(size_t operation, const p256_fe *a)
{
    uint32_t half[8];
    for (int j = 0; j < 8; j++)
        half[j] = (uint32_t)(a->limb[j / 2] >> (32 * (j % 2)));
    for (int j = 0, end; j < 8; j = end) {
        for (end = j + 1; end < 8 && half[end] == half[j]; end++)
            ;
        if (half[j] == 0 || half[j] == UINT32_MAX)
            seen[operation].runs[j][end - j - 1][half[j] & 1] = 1;
    }
}

static unsigned overlap(struct cells x, struct cells y)
{
    return x.first < y.first + y.count && y.first < x.first + x.count;
}

static void note_operands(size_t operation, const struct instruction *i)
{
    struct cells x[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    const char *letters = operations[operation].operands;
    for (int j = 0; j < 4 && letters[j] != 0; j++)
        x[j] = operand_cells(letters[j], i);
    seen[operation].overlaps[overlap(x[0], x[1]) | overlap(x[0], x[2]) << 1 |
                             overlap(x[1], x[2]) << 2 | overlap(x[0], x[3]) << 3] = 1;
    if (strpbrk(letters, "RAI") != NULL)
        seen[operation].lengths[i->n % (MAX_N + 1)] = 1;
}

static void note_results(size_t operation, const struct memory *before, const struct memory *after)
{
    for (int j = 0; j < CELLS; j++)
        if (!same(&before->cell[j], &after->cell[j]))
            note_runs(operation, &after->cell[j]);
}

/* ------------------------------------------------------------------------------------
 * The report
 */

static struct {
    const struct operation *op; /* NULL between instructions */
    const char *kernel;
    struct memory *memory;
    const struct instruction *instruction;
} running;

static void print_differences(const struct memory *want, const struct memory *got)
{
    for (size_t j = 0; j < CELLS; j++)
        if (!same(&want->cell[j], &got->cell[j])) {
            print_element("wanted cell", j, &want->cell[j]);
            print_element("got    cell", j, &got->cell[j]);
        }
    for (size_t j = 0; j < BYTES; j++)
        if (want->bytes[j] != got->bytes[j])
            fprintf(stderr, "  wanted byte[%zu] = %02x, got %02x\n", j, want->bytes[j],
                    got->bytes[j]);
}

static void print_running(void)
{
    if (running.op == NULL)
        return;
    fprintf(stderr, "%s on kernel %s:\n", running.op->name, running.kernel);
    print_instruction(running.op, running.memory, running.instruction);
}

/* The sanitizers call these, where there are any, at the beginning of a report. */
void __asan_on_error(void);
void __ubsan_on_report(void);

void __asan_on_error(void)
{
    print_running();
}

void __ubsan_on_report(void)
{
    print_running();
}

static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
static struct sigaction earlier[COUNT_OF(signals)];

/* Says what was running, and lets the signal go the way it went before: to a sanitizer, to
 * libFuzzer, or to the end. */
static void report(int signal_number)
{
    for (size_t j = 0; j < COUNT_OF(signals); j++)
        sigaction(signals[j], &earlier[j], NULL);
    print_running();
    running.op = NULL; /* once */
    if (signal_number == SIGABRT)
        raise(signal_number); /* the others come again, as what caused them is done again */
}

static void report_signals(void)
{
    struct sigaction action = {.sa_handler = report};
    for (size_t j = 0; j < COUNT_OF(signals); j++)
        sigaction(signals[j], &action, &earlier[j]);
}

/* ------------------------------------------------------------------------------------
 * The machine
 */

static struct memory initial;
static uint64_t supported; /* bit k: this CPU runs kernel k */

static void start(void)
{
    report_signals();
    p256_field_set_kernel(NULL);
    automatic_kernel = p256_field_kernel();
    for (size_t k = 0; k < p256_kernel_count; k++)
        if (p256_field_kernel_supported(k))
            supported |= UINT64_C(1) << k;
        else
            fprintf(stderr, "SKIPPED: kernel %s: this CPU does not run it\n",
                    p256_kernels[k]->name);
    for (size_t j = 0; j < CELLS; j++)
        initial.cell[j] = edge_value(j);
    for (size_t j = 0; j < BYTES / 32; j++)
        limbs_to_bytes(initial.bytes + 32 * j, &initial.cell[j]);
}

/* p256_field_set_kernel() without asking the CPU, which takes long in a virtual machine. */
static void use_kernel(size_t k)
{
    running.kernel = p256_kernels[k]->name;
    atomic_store_explicit(&p256_active, p256_kernels[k], memory_order_relaxed);
}

static void compare(const struct memory *want, int wanted_result, const struct memory *got,
                    int result)
{
    if (result == wanted_result && memcmp(got, want, sizeof *want) == 0)
        return;
    fprintf(stderr, "differs from OpenSSL%s\n",
            running.kernel == p256_kernels[0]->name ? "" : " and from the portable kernel");
    fprintf(stderr, "  wanted result %d, got %d\n", wanted_result, result);
    print_differences(want, got);
    abort();
}

static void perform(const struct operation *op, struct memory *m, const struct instruction *i)
{
    static _Alignas(64) uint64_t place[sizeof(struct memory) / 8 + 8];
    struct memory want = *m, *got = (struct memory *)(void *)&place[i->c / 2 % 8];
    running.op = op, running.memory = m, running.instruction = i;
    use_kernel(0);
    int wanted_result = op->oracle(&want, i);
    for (size_t k = 0; op->library != NULL && k < p256_kernel_count; k++)
        if (supported >> k & 1) {
            memcpy(got, m, sizeof *m);
            use_kernel(k);
            compare(&want, wanted_result, got, op->library(got, i));
        }
    running.op = NULL;
    note_operands((size_t)(op - operations), i);
    note_results((size_t)(op - operations), m, &want);
    *m = want;
    for (size_t j = 0; j < CELLS; j++) /* bytes may have been written over them */
        reduce_once(&m->cell[j]);
}

struct input {
    const uint8_t *data;
    size_t size;
};

/* The next n bytes, zeros past the end. */
static void take(struct input *in, uint8_t *out, size_t n)
{
    size_t available = n < in->size ? n : in->size;
    memset(out, 0, n);
    memcpy(out, in->data, available);
    in->data += available;
    in->size -= available;
}

static const struct operation *next_instruction(struct input *in, struct instruction *i)
{
    uint8_t head[8], k[8];
    take(in, head, sizeof head);
    const struct operation *op = &operations[head[0] % operation_count];
    *i = (struct instruction){head[1], head[2], head[3], head[4], head[5], head[6], 0, {0}};
    i->k = edge_word(head[7]);
    if (head[7] >= 192) {
        take(in, k, sizeof k);
        for (int j = 0; j < 8; j++)
            i->k = i->k << 8 | k[j];
    }
    take(in, i->raw, op->raw_bytes);
    return op;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct memory m;
    if (automatic_kernel == NULL)
        start();
    m = initial;
    for (int count = 0; in.size > 0 && count < MAX_INSTRUCTIONS; count++) {
        struct instruction i;
        const struct operation *op = next_instruction(&in, &i);
        perform(op, &m, &i);
        has_run[op - operations] = 1;
    }
    return 0;
}
