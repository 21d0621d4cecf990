/* SPDX-License-Identifier: MIT */
/*
 * Decompresses P-256 public keys.
 *
 *     decompress [FILE]
 *
 * FILE, or standard input if it is "-" or missing, holds one compressed key a line, as
 * SEC 1, section 2.3.3 has it: 02 or 03, the parity of y, and the 32 bytes of x, in
 * hexadecimal. For each the uncompressed key, 04 || x || y, is printed in the same order.
 * Empty lines are passed over; blanks around a key, and the end of line of DOS, are allowed.
 *
 * Exit status: 0; 1 if any key was bad, which standard error then names by its line;
 * 2 if the work could not be done.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "p256_field.h"

enum { X_BYTES = 32, KEY_BYTES = 1 + X_BYTES, KEY_DIGITS = 2 * KEY_BYTES };

/* b of the curve equation y^2 = x^3 - 3x + b: SEC 2, section 2.4.2 */
static const uint8_t curve_b[32] = {
    0x5a, 0xc6, 0x35, 0xd8, 0xaa, 0x3a, 0x93, 0xe7, 0xb3, 0xeb, 0xbd, 0x55, 0x76, 0x98, 0x86, 0xbc,
    0x65, 0x1d, 0x06, 0xb0, 0xcc, 0x53, 0xb0, 0xf6, 0x3b, 0xce, 0x3c, 0x3e, 0x27, 0xd2, 0x60, 0x4b};

/* A line without its end and the blanks around it; longer ones are counted, not kept. */
struct line {
    char text[KEY_DIGITS];
    size_t length;
};

/* Reads the next line; 0 at the end of the file or at an error. */
static int read_line(FILE *in, struct line *line)
{
    size_t blanks = 0; /* seen since the last character that counts */
    int c;

    line->length = 0;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (c == ' ' || c == '\t' || c == '\r') {
            blanks++;
            continue;
        }
        /* Blanks inside a line are part of it, and no digits. */
        for (; blanks > 0 && line->length > 0; blanks--, line->length++)
            if (line->length < sizeof(line->text))
                line->text[line->length] = ' ';
        blanks = 0;
        if (line->length < sizeof(line->text))
            line->text[line->length] = (char)c;
        line->length++;
    }
    return c != EOF || line->length > 0;
}

static int digit_value(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = memchr(digits, tolower((unsigned char)c), 16);
    return found != NULL ? (int)(found - digits) : -1;
}

/* The key on the line as bytes; 0 if it is not hexadecimal. */
static int decode_hex(uint8_t key[KEY_BYTES], const struct line *line)
{
    for (size_t i = 0; i < KEY_BYTES; i++) {
        int high = digit_value(line->text[2 * i]), low = digit_value(line->text[2 * i + 1]);
        if (high < 0 || low < 0)
            return 0;
        key[i] = (uint8_t)(16 * high + low);
    }
    return 1;
}

/* r = x^3 - 3x + b */
static void curve_right_side(p256_fe *r, const p256_fe *x)
{
    p256_fe b, three_x;
    (void)p256_fe_from_bytes(&b, curve_b);
    p256_fe_triple(&three_x, x);
    p256_fe_sqr(r, x);
    p256_fe_mul(r, r, x);
    p256_fe_sub(r, r, &three_x);
    p256_fe_add(r, r, &b);
}

/* Whether the point (x, y) lies on the curve. */
static int on_curve(const p256_fe *x, const p256_fe *y)
{
    p256_fe left, right;
    p256_fe_sqr(&left, y);
    curve_right_side(&right, x);
    return p256_fe_equal(&left, &right);
}

/* NULL and the bytes of y; or what is wrong with the key. */
static const char *recover_y(uint8_t y_bytes[X_BYTES], const uint8_t key[KEY_BYTES])
{
    p256_fe x, y, right;

    if (key[0] != 0x02 && key[0] != 0x03)
        return "wrong prefix: a compressed key begins with 02 or 03";
    if (!p256_fe_from_bytes(&x, key + 1))
        return "x is not below p";
    curve_right_side(&right, &x);
    if (!p256_fe_sqrt(&y, &right))
        return "no point on the curve has this x";
    p256_fe_cneg(&y, &y, p256_fe_is_odd(&y) != (key[0] & 1));
    if (!on_curve(&x, &y))
        return "the point found is not on the curve: the library or the machine is faulty";
    p256_fe_to_bytes(y_bytes, &y);
    return NULL;
}

static void print_hex(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%02x", bytes[i]);
}

/* Answers one line; 1, or 0 and a message if its key is bad. */
static int decompress_line(const struct line *line, const char *file, unsigned long number)
{
    uint8_t key[KEY_BYTES], y[X_BYTES];
    const char *problem;

    if (line->length != KEY_DIGITS) {
        fprintf(stderr, "%s:%lu: wrong length: %zu characters, not %d\n", file, number,
                line->length, KEY_DIGITS);
        return 0;
    }
    problem = decode_hex(key, line) ? recover_y(y, key) : "not hexadecimal";
    if (problem != NULL) {
        fprintf(stderr, "%s:%lu: %s\n", file, number, problem);
        return 0;
    }
    printf("04");
    print_hex(key + 1, X_BYTES);
    print_hex(y, X_BYTES);
    printf("\n");
    return 1;
}

/* Answers every line; returns the exit status. */
static int decompress_file(FILE *in, const char *file)
{
    struct line line;
    int status = 0;

    for (unsigned long number = 1; read_line(in, &line); number++)
        if (line.length > 0 && !decompress_line(&line, file, number))
            status = 1;
    if (ferror(in)) {
        fprintf(stderr, "decompress: cannot read %s: %s\n", file, strerror(errno));
        return 2;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "decompress: cannot write: %s\n", strerror(errno));
        return 2;
    }
    return status;
}

int main(int argc, char **argv)
{
    const char *file = argc > 1 ? argv[1] : "-";
    FILE *in;
    int status;

    if (argc > 2 || (file[0] == '-' && file[1] != '\0')) {
        fprintf(stderr, "usage: decompress [FILE]\n"
                        "Prints the uncompressed form of the compressed P-256 public keys in\n"
                        "FILE or standard input, one a line, in hexadecimal.\n");
        return 2;
    }
    if (strcmp(file, "-") == 0)
        return decompress_file(stdin, "standard input");
    in = fopen(file, "r");
    if (in == NULL) {
        fprintf(stderr, "decompress: cannot open %s: %s\n", file, strerror(errno));
        return 2;
    }
    status = decompress_file(in, file);
    fclose(in);
    return status;
}
