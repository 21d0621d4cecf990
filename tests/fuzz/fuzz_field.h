/* SPDX-License-Identifier: MIT */
/* The fuzz target, for libFuzzer and for replay_main.c. */
#ifndef FUZZ_FIELD_H
#define FUZZ_FIELD_H

#include <stddef.h>
#include <stdint.h>

/* Runs the program that the bytes encode (see fuzz_field.c). Aborts if a result is wrong. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next operation from *position on that no input so far has run; NULL after the last. */
const char *fuzz_field_not_run(size_t *position);

#endif
