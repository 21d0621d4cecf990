/* SPDX-License-Identifier: MIT */
/*
 * A library built with P256_FIELD_VERIFY aborts, and says where, when any public function is
 * given an element that is not below p, in any argument and at any place of an array.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "child.h"
#include "public_calls.h"
#include "testing.h"

struct bad_call {
    const struct public_call *call;
    struct operands operands;
};

static int run(const void *argument)
{
    struct bad_call *c = malloc(sizeof *c);
    if (c == NULL)
        return 1;
    memcpy(c, argument, sizeof *c);
    c->call->call(&c->operands);
    free(c);
    return 0;
}

static p256_fe *operand(struct operands *o, char name)
{
    switch (name) {
    case 'r':
        return o->r;
    case 'a':
        return o->a;
    case 'b':
        return o->b;
    case 'c':
        return o->c;
    case 's':
        return o->s;
    default:
        fail_msg("public_calls.c: no operand '%c'", name);
        return NULL;
    }
}

/* The function's name stands at the start of the message, and is not a part of another. */
static int names_function(const char *errors, const char *name)
{
    size_t length = strlen(name);
    return strncmp(errors, name, length) == 0 && errors[length] == ':';
}

static void check_aborts(const struct public_call *call, char name, size_t at, const p256_fe *bad)
{
    static struct bad_call c;
    char errors[4096], hex[HEX_FE];
    c.call = call;
    random_operands(&c.operands);
    operand(&c.operands, name)[at] = *bad;
    int status = run_in_child(run, &c, errors, sizeof errors);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
        fail_msg("%s with %s in %c[%zu] did not abort: wait status 0x%x\n%s", call->name,
                 to_hex(hex, bad), name, at, (unsigned)status, errors);
    if (!names_function(errors, call->name))
        fail_msg("%s with %s in %c[%zu] aborted without its name: %s", call->name, to_hex(hex, bad),
                 name, at, errors);
}

static void every_argument_is_checked(void **state)
{
    (void)state;
    const p256_fe p_plus_1 = {{0, P256_P.limb[1] + 1, 0, P256_P.limb[3]}};
    const p256_fe all_ones = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    const p256_fe *bad[] = {&P256_P, &p_plus_1, &all_ones};
    for (size_t i = 0; i < public_call_count; i++)
        for (const char *name = public_calls[i].inputs; *name != 0; name++) {
            size_t n = *name == 's' ? 1 : public_calls[i].n;
            const size_t places[] = {0, n - 1, n / 2};
            for (size_t j = 0; j < COUNT_OF(bad); j++)
                check_aborts(&public_calls[i], *name, places[j], bad[j]);
        }
}

static void elements_are_accepted(void **state)
{
    (void)state;
    static struct bad_call c;
    for (size_t i = 0; i < public_call_count; i++)
        for (int j = 0; j < 50; j++) {
            c.call = &public_calls[i];
            random_operands(&c.operands);
            c.call->call(&c.operands);
        }
}

static void every_public_function_is_listed(void **state)
{
    (void)state;
    const char *unlisted = public_calls_unlisted();
    if (unlisted != NULL)
        fail_msg("public_calls.c and the header differ: %s", unlisted);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_public_function_is_listed),
    cmocka_unit_test(elements_are_accepted),
    cmocka_unit_test(every_argument_is_checked),
};

MAIN_ON_EVERY_KERNEL(tests)
