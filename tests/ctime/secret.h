/* SPDX-License-Identifier: MIT */
/*
 * Marks memory as secret for a checker that follows undefined values and reports every
 * branch and every address that depends on one:
 *
 *   Valgrind   memcheck, on the machine code as it is, assembly included
 *   MSan       clang -fsanitize=memory, on C alone
 *   none       neither is there; CHECKER_PRESENT() says so, and nothing is checked
 *
 * REPORTS() counts what was reported so far. It stays 0 under MSan, which ends the program
 * at its first report.
 */
#ifndef P256_TESTS_SECRET_H
#define P256_TESTS_SECRET_H

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define SECRET_MSAN 1
#endif
#endif

#if defined(SECRET_MSAN)
#include <sanitizer/msan_interface.h>
#define CHECKER_PRESENT()    1
#define MARK_SECRET(p, size) __msan_poison(p, size)
#define MARK_PUBLIC(p, size) __msan_unpoison(p, size)
#define REPORTS()            0u
#elif defined(HAVE_VALGRIND_MEMCHECK_H)
#include <valgrind/memcheck.h>
#define CHECKER_PRESENT()    (RUNNING_ON_VALGRIND != 0)
#define MARK_SECRET(p, size) ((void)VALGRIND_MAKE_MEM_UNDEFINED(p, size))
#define MARK_PUBLIC(p, size) ((void)VALGRIND_MAKE_MEM_DEFINED(p, size))
#define REPORTS()            VALGRIND_COUNT_ERRORS
#else
#define CHECKER_PRESENT()    0
#define MARK_SECRET(p, size) ((void)(p), (void)(size))
#define MARK_PUBLIC(p, size) ((void)(p), (void)(size))
#define REPORTS()            0u
#endif

#endif
