/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const p256_fe P256_P = {{UINT64_MAX, UINT32_MAX, 0, UINT64_C(0xffffffff00000001)}};

/* ------------------------------------------------------------------------------------ */

static uint64_t random_state;

/* SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014). */
uint64_t random_u64(void)
{
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t random_below(size_t n)
{
    return (size_t)(random_u64() % n);
}

static uint64_t fresh_seed(void)
{
    uint64_t seed = (uint64_t)time(NULL) << 32 ^ (uint64_t)clock();
    FILE *f = fopen("/dev/urandom", "rb");
    if (f != NULL) {
        if (fread(&seed, sizeof seed, 1, f) != 1)
            fprintf(stderr, "/dev/urandom gave nothing: the seed is the time\n");
        fclose(f);
    }
    return seed;
}

void random_start(FILE *out, const char *prefix)
{
    const char *text = getenv("P256_TEST_SEED");
    if (text == NULL) {
        random_state = fresh_seed();
    } else {
        char *end;
        errno = 0;
        random_state = strtoull(text, &end, 0);
        if (*text == 0 || *end != 0 || errno != 0) {
            fprintf(stderr, "P256_TEST_SEED=%s: not a number of 64 bits\n", text);
            exit(2);
        }
    }
    fprintf(out, "%sP256_TEST_SEED=0x%016" PRIx64 "\n", prefix, random_state);
    fflush(out);
}

uint64_t random_word(void)
{
    static const uint64_t words[] = {
        0,
        1,
        2,
        UINT64_C(0x000000007fffffff),
        UINT64_C(0x0000000080000000),
        UINT64_C(0x00000000fffffffe),
        UINT64_C(0x00000000ffffffff), /* 2^32 - 1: limb 1 of p */
        UINT64_C(0x0000000100000000),
        UINT64_C(0x0000000100000001),
        UINT64_C(0x7fffffffffffffff),
        UINT64_C(0x8000000000000000),
        UINT64_C(0x8000000000000001),
        UINT64_C(0xfffffffeffffffff),
        UINT64_C(0xffffffff00000000),
        UINT64_C(0xffffffff00000001), /* 2^64 - 2^32 + 1: limb 3 of p */
        UINT64_C(0xfffffffffffffffe),
        UINT64_C(0xffffffffffffffff),
    };
    switch (random_below(8)) {
    case 0:
        return random_u64();
    case 1: /* few bits set */
        return random_u64() & random_u64() & random_u64();
    case 2: /* few bits clear */
        return random_u64() | random_u64() | random_u64();
    case 3: { /* a run of ones, or of zeros */
        uint64_t run = UINT64_MAX >> random_below(64);
        run <<= random_below(64);
        return run ^ (0 - (random_u64() & 1));
    }
    default:
        return words[random_below(COUNT_OF(words))];
    }
}

/* ------------------------------------------------------------------------------------
 * Just enough arithmetic to make edge values, limb by limb.
 */

static int is_below_p(const p256_fe *a)
{
    for (int i = 3; i >= 0; i--)
        if (a->limb[i] != P256_P.limb[i])
            return a->limb[i] < P256_P.limb[i];
    return 0;
}

/* r = a + b mod 2^256; the carry. */
static int add_limbs(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    int carry = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t sum = a->limb[i] + b->limb[i];
        int carry_out = sum < a->limb[i] || (carry && sum == UINT64_MAX);
        r->limb[i] = sum + (uint64_t)carry;
        carry = carry_out;
    }
    return carry;
}

/* r = a - b mod 2^256 */
static void sub_limbs(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    const p256_fe one = {{1, 0, 0, 0}};
    p256_fe complement;
    for (int i = 0; i < 4; i++)
        complement.limb[i] = ~b->limb[i];
    add_limbs(&complement, &complement, &one);
    add_limbs(r, a, &complement);
}

static void add_mod_p(p256_fe *r, const p256_fe *a, const p256_fe *b)
{
    int carry = add_limbs(r, a, b);
    if (carry || !is_below_p(r))
        sub_limbs(r, r, &P256_P);
}

static void neg_mod_p(p256_fe *r, const p256_fe *a)
{
    p256_fe difference, zero = {{0, 0, 0, 0}};
    sub_limbs(&difference, &P256_P, a);
    add_mod_p(r, &difference, &zero);
}

static void halve_mod_p(p256_fe *r, const p256_fe *a)
{
    int carry = 0;
    *r = *a;
    if (a->limb[0] & 1)
        carry = add_limbs(r, a, &P256_P);
    for (int i = 0; i < 4; i++) {
        uint64_t above = i < 3 ? r->limb[i + 1] : (uint64_t)carry;
        r->limb[i] = r->limb[i] >> 1 | above << 63;
    }
}

static p256_fe edges[400];
static size_t edge_count;

static void add_edge(const p256_fe *a)
{
    if (!is_below_p(a))
        return;
    for (size_t i = 0; i < edge_count; i++)
        if (same(&edges[i], a))
            return;
    if (edge_count == COUNT_OF(edges)) {
        fprintf(stderr, "support.c: edges[] is too small\n");
        abort();
    }
    edges[edge_count++] = *a;
}

/* a - 1, a, a + 1, and their negatives, mod p. */
static void add_neighbours(const p256_fe *a)
{
    const p256_fe one = {{1, 0, 0, 0}};
    p256_fe t, minus_one;
    neg_mod_p(&minus_one, &one);
    add_mod_p(&t, a, &minus_one);
    for (int i = 0; i < 3; i++) {
        p256_fe negative;
        neg_mod_p(&negative, &t);
        add_edge(&t);
        add_edge(&negative);
        add_mod_p(&t, &t, &one);
    }
}

static void add_powers_of_two(void)
{
    static const int up[] = {0,   1,   2,   31,  32,  33,  63,  64,  65,  95,  96,
                             97,  127, 128, 129, 159, 160, 191, 192, 193, 223, 224,
                             225, 254, 255, 256, 257, 320, 384, 512, 768};
    static const int down[] = {1, 2, 32, 64, 96, 128, 256};
    p256_fe power = {{1, 0, 0, 0}};
    size_t next = 0;
    for (int k = 0; next < COUNT_OF(up); k++) {
        if (k == up[next]) {
            add_neighbours(&power);
            next++;
        }
        add_mod_p(&power, &power, &power);
    }
    power = (p256_fe){{1, 0, 0, 0}};
    next = 0;
    for (int k = 0; next < COUNT_OF(down); k++) {
        if (k == down[next]) {
            add_neighbours(&power);
            next++;
        }
        halve_mod_p(&power, &power);
    }
}

/* Every choice of two words for the four limbs. */
static void add_patterns(uint64_t low, uint64_t high)
{
    for (int choice = 0; choice < 16; choice++) {
        p256_fe a;
        for (int i = 0; i < 4; i++)
            a.limb[i] = choice >> i & 1 ? high : low;
        add_edge(&a);
    }
}

/* a with one limb changed by one and those below it empty or full: the borders of a comparison. */
static void add_borders(const p256_fe *a)
{
    static const uint64_t fill[] = {0, UINT64_MAX};
    for (int i = 0; i < 4; i++)
        for (int up = 0; up < 2; up++) {
            p256_fe b = *a;
            b.limb[i] += up ? 1 : UINT64_MAX;
            add_edge(&b);
            for (size_t f = 0; f < COUNT_OF(fill); f++) {
                for (int j = 0; j < i; j++)
                    b.limb[j] = fill[f];
                add_edge(&b);
            }
        }
}

const p256_fe *edge_values(size_t *count)
{
    if (edge_count == 0) {
        add_powers_of_two();
        add_patterns(0, UINT64_MAX);
        add_patterns(0, UINT64_C(0xffffffff00000000));
        add_patterns(UINT32_MAX, UINT64_C(0xfffffffeffffffff));
        add_patterns(UINT64_C(1) << 63, UINT64_C(1) << 32);
        p256_fe half = {{1, 0, 0, 0}}; /* the first a with 2a >= p */
        halve_mod_p(&half, &half);
        add_borders(&half);
        add_borders(&P256_P);
    }
    *count = edge_count;
    return edges;
}

static void random_limbs(p256_fe *r, uint64_t (*word)(void))
{
    do
        for (int i = 0; i < 4; i++)
            r->limb[i] = word();
    while (!is_below_p(r));
}

void random_fe(p256_fe *r)
{
    size_t count;
    const p256_fe *edge = edge_values(&count);
    p256_fe near = {{0, 0, 0, 0}};
    switch (random_below(16)) {
    case 0:
    case 1:
        *r = edge[random_below(count)];
        return;
    case 2: /* next to an edge value */
        near.limb[0] = random_u64() >> random_below(64);
        add_mod_p(r, &edge[random_below(count)], &near);
        return;
    case 3:
    case 4:
    case 5:
        random_limbs(r, random_u64);
        return;
    default:
        random_limbs(r, random_word);
        return;
    }
}

void random_fes(p256_fe *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        random_fe(&r[i]);
}

/* ------------------------------------------------------------------------------------ */

int same(const p256_fe *a, const p256_fe *b)
{
    return memcmp(a->limb, b->limb, sizeof a->limb) == 0;
}

const char *to_hex(char out[HEX_FE], const p256_fe *a)
{
    for (int i = 0; i < 4; i++)
        snprintf(out + 16 * i, 17, "%016" PRIx64, a->limb[3 - i]);
    return out;
}

void limbs_to_bytes(uint8_t out[32], const p256_fe *a)
{
    for (int i = 0; i < 32; i++)
        out[31 - i] = (uint8_t)(a->limb[i / 8] >> (8 * (i % 8)));
}

void limbs_from_bytes(p256_fe *r, const uint8_t in[32])
{
    p256_fe t = {{0, 0, 0, 0}};
    for (int i = 0; i < 32; i++)
        t.limb[i / 8] |= (uint64_t)in[31 - i] << (8 * (i % 8));
    *r = t;
}

static int runs_here(const char *kernel)
{
    const char *name;
    for (size_t i = 0; (name = p256_field_kernel_name(i)) != NULL; i++)
        if (strcmp(name, kernel) == 0)
            return p256_field_kernel_supported(i);
    return 0;
}

int is_wanted(const char *kernel)
{
    const char *only = getenv("P256_TEST_KERNEL");
    if (only != NULL && !runs_here(only)) {
        fprintf(stderr, "P256_TEST_KERNEL=%s: not a kernel that runs here\n", only);
        exit(2);
    }
    return only == NULL || strcmp(only, kernel) == 0;
}

const char *next_kernel(size_t *position)
{
    const char *name;
    while ((name = p256_field_kernel_name(*position)) != NULL) {
        size_t i = (*position)++;
        if (!is_wanted(name))
            continue;
        if (!p256_field_kernel_supported(i)) {
            printf("SKIPPED: kernel %s: this CPU or operating system does not support it\n", name);
            continue;
        }
        if (p256_field_set_kernel(name) != 1 || strcmp(p256_field_kernel(), name) != 0) {
            fprintf(stderr, "kernel %s is supported but cannot be made active\n", name);
            abort();
        }
        return name;
    }
    return NULL;
}
