/* SPDX-License-Identifier: MIT */
/*
 * Runs the fuzz target over files, and over those in directories, without libFuzzer:
 *
 *     fuzz_replay [--all] FILE-OR-DIRECTORY...
 *
 * Fails if it finds none to run; with --all also if some operation was in none of them.
 */
#define _FILE_OFFSET_BITS 64 /* on 32-bit systems readdir() meets offsets that large */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_field.h"

static size_t files_run;

static void fail(const char *message, const char *what)
{
    fprintf(stderr, "fuzz_replay: %s: %s\n", what, message);
    exit(1);
}

static void run_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        fail("cannot be opened", path);
    size_t size = fread(data, 1, sizeof data, f);
    if (ferror(f) || size == sizeof data)
        fail("cannot be read, or is larger than 1 MiB", path);
    fclose(f);
    printf("%s\n", path);
    fflush(stdout); /* so that it stands before an abort */
    LLVMFuzzerTestOneInput(data, size);
    files_run++;
}

/* Whether there is such a directory; if so, runs the files in it. */
static int run_directory(const char *path)
{
    DIR *dir = opendir(path);
    if (dir == NULL)
        return 0;
    errno = 0; /* readdir() tells an error from the end by it alone */
    for (struct dirent *entry; (entry = readdir(dir)) != NULL; errno = 0) {
        char file[4096];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(file, sizeof file, "%s/%s", path, entry->d_name) >= (int)sizeof file)
            fail("path too long", path);
        run_file(file);
    }
    if (errno != 0)
        fail(strerror(errno), path);
    closedir(dir);
    return 1;
}

static void require_all_operations(void)
{
    size_t position = 0;
    const char *name = fuzz_field_not_run(&position);
    if (name != NULL)
        fail("is in none of the inputs", name);
}

int main(int argc, char **argv)
{
    int all = argc > 1 && strcmp(argv[1], "--all") == 0;
    for (int i = 1 + all; i < argc; i++)
        if (!run_directory(argv[i]))
            run_file(argv[i]);
    if (files_run == 0)
        fail("no inputs", argc > 1 ? argv[argc - 1] : "no arguments");
    if (all)
        require_all_operations();
    printf("%zu inputs replayed\n", files_run);
    return 0;
}
