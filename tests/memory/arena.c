/* SPDX-License-Identifier: MIT */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#endif
#include "arena.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(int success, const char *what)
{
    if (success)
        return;
    perror(what);
    exit(2);
}

size_t arena_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The file's first page between two without access. */
static uint8_t *map_page(int file, int protection)
{
    size_t size = arena_size();
    void *pages = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    require(pages != MAP_FAILED, "mmap");
    uint8_t *page = (uint8_t *)pages + size;
    require(mmap(page, size, protection, MAP_SHARED | MAP_FIXED, file, 0) == page, "mmap");
    return page;
}

struct arena arena_create(void)
{
    FILE *file = tmpfile();
    require(file != NULL, "tmpfile");
    require(ftruncate(fileno(file), (off_t)arena_size()) == 0, "ftruncate");
    struct arena a = {map_page(fileno(file), PROT_READ | PROT_WRITE),
                      map_page(fileno(file), PROT_READ)};
    fclose(file); /* the mappings stay */
    return a;
}

static sigjmp_buf before_action;
static const uint8_t *volatile fault;

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    fault = info->si_addr;
    siglongjmp(before_action, 1);
}

static void handle(int number)
{
    struct sigaction action = {0};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    require(sigaction(number, &action, NULL) == 0, "sigaction");
}

int arena_fault(void (*action)(void *state), void *state, const uint8_t **address)
{
    static int is_ready;
    if (!is_ready) {
        handle(SIGSEGV);
        handle(SIGBUS);
        is_ready = 1;
    }
    if (sigsetjmp(before_action, 1) == 0) {
        action(state);
        return 0;
    }
    *address = fault;
    return 1;
}
