/* SPDX-License-Identifier: MIT */
/*
 * The caller's setting of MXCSR, the control and status register of SSE and AVX, decides
 * nothing and comes back exactly, flags included, from every function: with each rounding, with
 * subnormal numbers flushed to zero or not, and with exceptions that trap.
 */
#include <string.h>

#include "public_calls.h"
#include "testing.h"

#if defined(__x86_64__)

enum {
    FLAGS = 0x003f,     /* exceptions that have occurred */
    DENORMALS = 0x0040, /* operands are taken for zero */
    MASKS = 0x1f80,     /* exceptions that do not trap */
    ROUNDING = 0x2000,  /* times 0 to 3 */
    FLUSH = 0x8000      /* results become zero */
};

static uint32_t get_mxcsr(void)
{
    uint32_t x;
    __asm__ volatile("stmxcsr %0" : "=m"(x) : : "memory");
    return x;
}

static void set_mxcsr(uint32_t x)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(x) : "memory");
}

/* The setting in which the call leaves MXCSR that it finds as `setting`. */
static uint32_t run_with(uint32_t setting, void (*call)(struct operands *o), struct operands *o)
{
    uint32_t usual = get_mxcsr();
    set_mxcsr(setting);
    call(o);
    uint32_t after = get_mxcsr();
    set_mxcsr(usual);
    return after;
}

static void check_call(const struct public_call *call, uint32_t setting)
{
    static struct operands o, want;
    random_operands(&o);
    memcpy(&want, &o, sizeof o);
    (void)run_with(MASKS, call->call, &want);
    uint32_t after = run_with(setting, call->call, &o);
    if (after != setting)
        fail_msg("%s, kernel %s: MXCSR is %#x after the call, was %#x", call->name,
                 p256_field_kernel(), (unsigned)after, (unsigned)setting);
    if (memcmp(&o, &want, sizeof o) != 0)
        fail_msg("%s, kernel %s: another result where MXCSR is %#x", call->name,
                 p256_field_kernel(), (unsigned)setting);
}

static void every_function_in_every_setting(void **state)
{
    (void)state;
    for (size_t i = 0; i < public_call_count; i++)
        for (uint32_t rounding = 0; rounding < 4; rounding++)
            for (uint32_t flush = 0; flush < 4; flush++)
                for (uint32_t masked = 0; masked < 2; masked++) {
                    uint32_t setting = rounding * ROUNDING;
                    setting |= (flush & 1 ? FLUSH : 0) | (flush & 2 ? DENORMALS : 0);
                    setting |= masked ? MASKS : 0;
                    check_call(&public_calls[i], setting);
                    check_call(&public_calls[i], setting | (random_u64() & FLAGS));
                }
}

/* Functions that must be noticed. */

static void raises_a_flag(struct operands *o)
{
    (void)o;
    double x = 1;
    __asm__ volatile("divsd %1, %0" : "+x"(x) : "x"(3.0)); /* stays where it stands */
}

static void leaves_another_rounding(struct operands *o)
{
    (void)o;
    set_mxcsr(get_mxcsr() ^ ROUNDING);
}

static void faults_are_seen(void **state)
{
    (void)state;
    static struct operands o;
    assert_int_not_equal(run_with(MASKS, raises_a_flag, &o), MASKS);
    assert_int_not_equal(run_with(MASKS, leaves_another_rounding, &o), MASKS);
}

#else

static void every_function_in_every_setting(void **state)
{
    (void)state;
    printf("SKIPPED: MXCSR is a register of x86-64\n");
    skip();
}

static void faults_are_seen(void **state)
{
    every_function_in_every_setting(state);
}

#endif

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(faults_are_seen),
    cmocka_unit_test(every_function_in_every_setting),
};

MAIN_ON_EVERY_KERNEL(tests)
