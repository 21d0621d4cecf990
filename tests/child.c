/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testing.h"

static void child(int (*f)(const void *argument), const void *argument, int error_pipe)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none); /* some children abort, and are meant to */
    signal(SIGABRT, SIG_DFL);      /* rather than cmocka's handlers */
    signal(SIGSEGV, SIG_DFL);
    signal(SIGBUS, SIG_DFL);
    signal(SIGILL, SIG_DFL);
    signal(SIGFPE, SIG_DFL);
    dup2(error_pipe, STDERR_FILENO);
    _exit(f(argument));
}

/*
 * Whether a child gets as far as its first instruction: under some versions of QEMU's i386
 * emulation it hangs in the C library's part of fork().
 */
static int fork_works(void)
{
    enum { TENTHS_OF_SECONDS = 50 };
    const struct timespec tenth = {0, 100000000};
    int status;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    assert_true(pid > 0);
    for (int i = 0; i < TENTHS_OF_SECONDS; i++) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return 1;
        nanosleep(&tenth, NULL);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return 0;
}

static void skip_without_fork(void)
{
    static int works = -1;
    if (works < 0)
        works = fork_works();
    if (!works) {
        printf("SKIPPED: a child process hangs after fork() on this machine\n");
        skip();
    }
}

int run_in_child(int (*f)(const void *argument), const void *argument, char *errors, size_t size)
{
    int ends[2], status;
    skip_without_fork();
    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(f, argument, ends[1]);
    }
    close(ends[1]);
    assert_true(pid > 0);

    size_t length = 0;
    char excess[256];
    for (;;) { /* to the end, so that the child never waits for a reader */
        int full = length + 1 >= size;
        ssize_t got = read(ends[0], full ? excess : errors + length,
                           full ? sizeof excess : size - 1 - length);
        if (got <= 0)
            break;
        if (!full)
            length += (size_t)got;
    }
    errors[length] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

void expect_child_succeeds(int (*f)(const void *argument), const void *argument)
{
    char errors[4096];
    int status = run_in_child(f, argument, errors, sizeof errors);
    if (status != 0)
        fail_msg("child process: wait status 0x%x\n%s", (unsigned)status, errors);
}
