/* SPDX-License-Identifier: MIT */
/*
 * Writes p256_base_table.c (see p256_base_table.h) to the file named.
 *
 *     generate_base_table FILE
 */
#include <inttypes.h>
#include <stdio.h>

#include "p256_base_table.h"

static void write_fe(FILE *out, const p256_fe *a)
{
    fprintf(out, "{{");
    for (int i = 0; i < 4; i++)
        fprintf(out, "%sUINT64_C(0x%016" PRIx64 ")", i == 0 ? "" : ", ", a->limb[i]);
    fprintf(out, "}}");
}

static void write_window(FILE *out, const p256_affine *base)
{
    p256_affine row[P256_BASE_ROWS];
    p256_point_odd_multiples(row, P256_BASE_ROWS, base);
    fprintf(out, "    {\n");
    for (int j = 0; j < P256_BASE_ROWS; j++) {
        fprintf(out, "        {");
        write_fe(out, &row[j].x);
        fprintf(out, ",\n         ");
        write_fe(out, &row[j].y);
        fprintf(out, "},\n");
    }
    fprintf(out, "    },\n");
}

/* base = 2^7 base */
static void next_window(p256_affine *base)
{
    p256_jacobian p;
    p256_point_from_affine(&p, base);
    for (int i = 0; i < P256_BASE_WIDTH; i++)
        p256_point_double(&p, &p);
    (void)p256_point_to_affine(base, &p);
}

int main(int argc, char **argv)
{
    p256_affine base = P256_GENERATOR;
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: generate_base_table FILE\nFILE must be writable.\n");
        return 2;
    }
    fprintf(out, "/* SPDX-License-Identifier: MIT */\n"
                 "/* Made by generate_base_table.c. */\n"
                 "#include \"p256_base_table.h\"\n\n"
                 "const p256_affine p256_base_table[P256_BASE_WINDOWS][P256_BASE_ROWS] = {\n");
    for (int i = 0; i < P256_BASE_WINDOWS; i++) {
        write_window(out, &base);
        next_window(&base);
    }
    fprintf(out, "};\n");
    if (ferror(out) | fclose(out)) {
        fprintf(stderr, "generate_base_table: cannot write %s\n", argv[1]);
        return 1;
    }
    return 0;
}
