/* SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* REG_RSP */
#endif
#include "guard.h"

#if defined(_WIN32)

int guarded_call(void (*call)(struct abi_call *c), struct abi_call *c)
{
    call(c);
    return 1;
}

int guard_catches_crashes(void)
{
    return 0;
}

int guard_steps(int (*step)(uint64_t *stack_pointer))
{
    (void)step;
    return 0;
}

#else

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* Handlers run on a stack of their own: the functions' may be full, or gone. */
static uint8_t handler_stack[1 << 16];
static sigjmp_buf before_call;

static void handle(int number, void (*handler)(int, siginfo_t *, void *))
{
    const stack_t alternate = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    struct sigaction action = {0};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    if (sigaltstack(&alternate, NULL) != 0 || sigaction(number, &action, NULL) != 0) {
        perror("signal handler");
        exit(2);
    }
}

static void leave(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)info;
    (void)context;
    siglongjmp(before_call, 1);
}

int guarded_call(void (*call)(struct abi_call *c), struct abi_call *c)
{
    static int is_ready;
    if (!is_ready) {
        handle(SIGSEGV, leave);
        handle(SIGBUS, leave);
        handle(SIGILL, leave);
        handle(SIGFPE, leave);
        is_ready = 1;
    }
    if (sigsetjmp(before_call, 1) != 0)
        return 0;
    call(c);
    return 1;
}

int guard_catches_crashes(void)
{
    return 1;
}

#if defined(__linux__) && defined(__x86_64__)

#include <ucontext.h>

static int (*on_step)(uint64_t *stack_pointer);
static unsigned traps;

static void trap(int number, siginfo_t *info, void *context)
{
    ucontext_t *machine = context;
    (void)number;
    (void)info;
    traps++;
    if (on_step != NULL && !on_step((uint64_t *)machine->uc_mcontext.gregs[REG_RSP]))
        machine->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)0x100;
}

/* Sets the trap flag for a few instructions. Emulators may ignore it. */
static int traps_work(void)
{
    handle(SIGTRAP, trap);
    __asm__ volatile("subq $128, %%rsp\n\t" /* the red zone */
                     "pushfq\n\t"
                     "orq $0x100, (%%rsp)\n\t"
                     "popfq\n\t"
                     "nop\n\t"
                     "pushfq\n\t"
                     "andq $~0x100, (%%rsp)\n\t"
                     "popfq\n\t"
                     "addq $128, %%rsp"
                     :
                     :
                     : "cc", "memory");
    return traps > 0;
}

int guard_steps(int (*step)(uint64_t *stack_pointer))
{
    static int works = -1;
    if (works < 0)
        works = traps_work();
    on_step = step;
    return works;
}

#else

int guard_steps(int (*step)(uint64_t *stack_pointer))
{
    (void)step;
    return 0;
}

#endif
#endif
