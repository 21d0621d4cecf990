/* SPDX-License-Identifier: MIT */
/* Runs part of a test in a process of its own (POSIX). */
#ifndef CHILD_H
#define CHILD_H

#include <stddef.h>

/*
 * Calls f(argument) in a child and returns what wait() says of it; the exit status is what f
 * returns. What it wrote to standard error, up to size - 1 characters, comes back in `errors`.
 * f must not use cmocka: its assertions jump out of the child. Skips the calling test where
 * fork() does not work.
 */
int run_in_child(int (*f)(const void *argument), const void *argument, char *errors, size_t size);

/* Fails the calling test, and shows the child's errors, unless f(argument) returns 0 there. */
void expect_child_succeeds(int (*f)(const void *argument), const void *argument);

#endif
