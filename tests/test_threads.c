/* SPDX-License-Identifier: MIT */
/* First use from many threads at once, and kernels switched while others compute. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "child.h"
#include "dispatch.h"
#include "public_calls.h"
#include "testing.h"

enum { THREADS = 32 };

/* What each thread is to do, and what came of it. */
struct job {
    pthread_t thread;
    const struct public_call *call;
    struct operands operands;
};
static struct job jobs[THREADS];

/* A barrier that spins, since the threads must leave it as close together as they can. */
static atomic_int waiting;

static void wait_for_all(void)
{
    atomic_fetch_sub(&waiting, 1);
    while (atomic_load(&waiting) > 0)
        sched_yield();
}

static void *do_job(void *argument)
{
    struct job *job = argument;
    wait_for_all();
    job->call->call(&job->operands);
    return NULL;
}

static int start(pthread_t *thread, void *(*f)(void *), void *argument)
{
    if (pthread_create(thread, NULL, f, argument) == 0)
        return 0;
    fprintf(stderr, "pthread_create failed\n");
    return 1;
}

/* In a fresh process: all threads make their first call at once, then one after another
 * repeats all the calls. */
static int first_use_at_once(const void *argument)
{
    static struct operands given[THREADS];
    (void)argument;
    if (p256_active_kernel()->name != NULL) {
        fprintf(stderr, "the library was used before\n");
        return 1;
    }
    atomic_store(&waiting, THREADS);
    for (int i = 0; i < THREADS; i++) {
        memcpy(&given[i], &jobs[i].operands, sizeof given[i]);
        if (start(&jobs[i].thread, do_job, &jobs[i]) != 0)
            return 1;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(jobs[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        jobs[i].call->call(&given[i]);
        if (memcmp(&given[i], &jobs[i].operands, sizeof given[i]) != 0) {
            fprintf(stderr, "%s: wrong as first call from many threads\n", jobs[i].call->name);
            return 1;
        }
    }
    return 0;
}

/* Rounds enough that every function comes to be called first, in changing company. */
static void first_use_from_many_threads(void **state)
{
    (void)state;
    for (size_t round = 0; round < 30; round++) {
        for (size_t i = 0; i < THREADS; i++) {
            size_t call = round % 3 == 0 ? round : round * THREADS + i; /* also all the same */
            jobs[i].call = &public_calls[call % public_call_count];
            random_operands(&jobs[i].operands);
        }
        expect_child_succeeds(first_use_at_once, NULL);
    }
}

/* ------------------------------------------------------------------------------------ */

enum { CHAIN = 3000, WORKERS = 7 };

struct chain {
    pthread_t thread;
    p256_fe x, y;
    p256_fe array[CALL_N];
};

static atomic_int stop;

/* A long dependent computation over single and array operations. */
static void compute(struct chain *c)
{
    for (int i = 0; i < CHAIN; i++) {
        p256_fe_mul(&c->x, &c->x, &c->y);
        p256_fe_sqr(&c->y, &c->x);
        p256_fe_sub(&c->y, &c->y, &P256_FE_ONE);
        p256_vec_axpy(c->array, &c->x, c->array, CALL_N);
        p256_vec_dot(&c->x, c->array, c->array, CALL_N);
        if (i % 64 == 0)
            (void)p256_fe_inv(&c->y, &c->y);
    }
}

static void *compute_thread(void *argument)
{
    compute(argument);
    return NULL;
}

static void *switch_thread(void *argument)
{
    (void)argument;
    while (!atomic_load(&stop)) {
        for (size_t i = 0; i < p256_field_kernel_count(); i++)
            (void)p256_field_set_kernel(p256_field_kernel_name(i));
        (void)p256_field_set_kernel(NULL);
        sched_yield();
    }
    return NULL;
}

static int switch_while_computing(const void *argument)
{
    static struct chain chains[WORKERS], expected[WORKERS];
    pthread_t switcher;
    (void)argument;
    for (int i = 0; i < WORKERS; i++) {
        random_fe(&chains[i].x);
        random_fe(&chains[i].y);
        random_fes(chains[i].array, CALL_N);
        memcpy(&expected[i], &chains[i], sizeof chains[i]);
        compute(&expected[i]);
    }
    if (start(&switcher, switch_thread, NULL) != 0)
        return 1;
    for (int i = 0; i < WORKERS; i++)
        if (start(&chains[i].thread, compute_thread, &chains[i]) != 0)
            return 1;
    for (int i = 0; i < WORKERS; i++)
        pthread_join(chains[i].thread, NULL);
    atomic_store(&stop, 1);
    pthread_join(switcher, NULL);
    for (int i = 0; i < WORKERS; i++)
        if (!same(&chains[i].x, &expected[i].x) || !same(&chains[i].y, &expected[i].y) ||
            memcmp(chains[i].array, expected[i].array, sizeof chains[i].array) != 0) {
            fprintf(stderr, "a chain of operations went wrong while kernels were switched\n");
            return 1;
        }
    return 0;
}

static void switching_while_others_compute(void **state)
{
    (void)state;
    size_t supported = 0;
    for (size_t i = 0; i < p256_field_kernel_count(); i++)
        supported += p256_field_kernel_supported(i) != 0;
    if (supported < 2)
        printf("SKIPPED: switching between different kernels: this machine supports but one\n");
    expect_child_succeeds(switch_while_computing, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(first_use_from_many_threads),
    cmocka_unit_test(switching_while_others_compute),
};

int main(void)
{
    random_start(stdout, "");
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
