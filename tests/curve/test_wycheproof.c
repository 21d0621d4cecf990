/* SPDX-License-Identifier: MIT */
/*
 * Project Wycheproof's vectors for P-256, on every kernel, with examples/curve.
 *
 *     test_wycheproof [DIRECTORY]
 *
 * The vectors are not part of this project. They are read from DIRECTORY, or the one that
 * P256_WYCHEPROOF_DIR names, or ../shared/wycheproof beside the project's own; where that is
 * missing, exit status 77. A vector is `valid` or `invalid`, and must be taken or refused, with the
 * stated result; of the `acceptable` ones, either is right, and what is done is listed.
 *
 * What the example leaves to others is done with OpenSSL here, strictly: DER signatures, and
 * keys in SubjectPublicKeyInfo, for which the curve must be named, not described.
 */
#include <jansson.h>
#include <openssl/ecdsa.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "p256_ecdh.h"
#include "p256_ecdsa.h"
#include "support.h"

enum { SKIP = 77, MAX_BYTES = 8192, MAX_LISTED = 512 };

struct bytes {
    uint8_t data[MAX_BYTES];
    size_t size;
};

static void stop(const char *what, const char *where)
{
    fprintf(stderr, "%s: %s\n", where, what);
    exit(1);
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

/* The member `name` of a vector, which must be hexadecimal. */
static void get_bytes(struct bytes *r, const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    if (text == NULL || strlen(text) % 2 != 0 || strlen(text) > 2 * MAX_BYTES)
        stop("missing, too long, or of odd length", name);
    r->size = strlen(text) / 2;
    for (size_t i = 0; i < r->size; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            stop("not hexadecimal", name);
        r->data[i] = (uint8_t)(16 * high + low);
    }
}

/* ------------------------------------------------------------------------------------
 * The formats around the example's own. Each returns 0 for what it refuses.
 */

/* A non-negative big-endian integer of any length as 32 bytes. */
static int to_32_bytes(uint8_t out[32], const struct bytes *in)
{
    size_t skip = in->size > 32 ? in->size - 32 : 0;
    for (size_t i = 0; i < skip; i++)
        if (in->data[i] != 0)
            return 0;
    memset(out, 0, 32);
    memcpy(out + 32 - (in->size - skip), in->data + skip, in->size - skip);
    return 1;
}

static int names_p256(const X509_ALGOR *algorithm)
{
    const ASN1_OBJECT *kind;
    const void *parameter;
    int parameter_type;
    X509_ALGOR_get0(&kind, &parameter_type, &parameter, algorithm);
    return OBJ_obj2nid(kind) == NID_X9_62_id_ecPublicKey && parameter_type == V_ASN1_OBJECT &&
           OBJ_obj2nid(parameter) == NID_X9_62_prime256v1;
}

/* The encoded point in a SubjectPublicKeyInfo that is DER and names P-256. */
static int point_of_key_info(struct bytes *point, const struct bytes *der)
{
    const uint8_t *position = der->data, *key_bytes;
    uint8_t *encoded = NULL;
    int size, ok = 0;
    X509_ALGOR *algorithm;
    X509_PUBKEY *key = d2i_X509_PUBKEY(NULL, &position, (long)der->size);
    if (key == NULL)
        return 0;
    int encoded_size = i2d_X509_PUBKEY(key, &encoded);
    if (encoded_size > 0 && (size_t)encoded_size == der->size &&
        memcmp(encoded, der->data, der->size) == 0 &&
        X509_PUBKEY_get0_param(NULL, &key_bytes, &size, &algorithm, key) == 1 &&
        names_p256(algorithm) && size > 0 && size <= MAX_BYTES) {
        memcpy(point->data, key_bytes, (size_t)size);
        point->size = (size_t)size;
        ok = 1;
    }
    OPENSSL_free(encoded);
    X509_PUBKEY_free(key);
    return ok;
}

static int is_32_bytes(uint8_t out[32], const BIGNUM *a)
{
    return !BN_is_negative(a) && BN_bn2binpad(a, out, 32) == 32;
}

/* r || s of a signature that is DER. */
static int signature_of_der(struct bytes *signature, const struct bytes *der)
{
    const uint8_t *position = der->data;
    uint8_t *encoded = NULL;
    ECDSA_SIG *parsed = d2i_ECDSA_SIG(NULL, &position, (long)der->size);
    if (parsed == NULL)
        return 0;
    int encoded_size = i2d_ECDSA_SIG(parsed, &encoded);
    int ok = encoded_size > 0 && (size_t)encoded_size == der->size &&
             memcmp(encoded, der->data, der->size) == 0 &&
             is_32_bytes(signature->data, ECDSA_SIG_get0_r(parsed)) &&
             is_32_bytes(signature->data + 32, ECDSA_SIG_get0_s(parsed));
    signature->size = P256_SIGNATURE_BYTES;
    OPENSSL_free(encoded);
    ECDSA_SIG_free(parsed);
    return ok;
}

/* ------------------------------------------------------------------------------------
 * One vector: REFUSED, or taken with the stated result (RIGHT) or another (WRONG).
 */

enum outcome { REFUSED, RIGHT, WRONG };

static enum outcome agree(const json_t *vector, const struct bytes *point)
{
    struct bytes private_key, expected;
    uint8_t d[32], shared[32];
    get_bytes(&private_key, vector, "private");
    get_bytes(&expected, vector, "shared");
    if (!to_32_bytes(d, &private_key) || !p256_ecdh(shared, d, point->data, point->size))
        return REFUSED;
    return expected.size == 32 && memcmp(shared, expected.data, 32) == 0 ? RIGHT : WRONG;
}

static enum outcome ecdh_point(const json_t *group, const json_t *vector)
{
    struct bytes point;
    (void)group;
    get_bytes(&point, vector, "public");
    return agree(vector, &point);
}

static enum outcome ecdh_key_info(const json_t *group, const json_t *vector)
{
    struct bytes der, point;
    (void)group;
    get_bytes(&der, vector, "public");
    return point_of_key_info(&point, &der) ? agree(vector, &point) : REFUSED;
}

static enum outcome verify(const json_t *group, const json_t *vector, const struct bytes *signature)
{
    struct bytes key, message;
    get_bytes(&key, json_object_get(group, "publicKey"), "uncompressed");
    get_bytes(&message, vector, "msg");
    return p256_ecdsa_verify_vartime(signature->data, key.data, key.size, message.data,
                                     message.size)
               ? RIGHT
               : REFUSED;
}

static enum outcome ecdsa_p1363(const json_t *group, const json_t *vector)
{
    struct bytes signature;
    get_bytes(&signature, vector, "sig");
    return signature.size == P256_SIGNATURE_BYTES ? verify(group, vector, &signature) : REFUSED;
}

static enum outcome ecdsa_der(const json_t *group, const json_t *vector)
{
    struct bytes der, signature;
    get_bytes(&der, vector, "sig");
    return signature_of_der(&signature, &der) ? verify(group, vector, &signature) : REFUSED;
}

/* ------------------------------------------------------------------------------------
 * Files
 */

static const struct file {
    const char *name;
    enum outcome (*run)(const json_t *group, const json_t *vector);
} files[] = {
    {"ecdh_secp256r1_ecpoint_test.json", ecdh_point},
    {"ecdh_secp256r1_test.json", ecdh_key_info},
    {"ecdsa_secp256r1_sha256_p1363_test.json", ecdsa_p1363},
    {"ecdsa_secp256r1_sha256_test.json", ecdsa_der},
};

/* Numbers of vectors, kept to be printed. */
struct list {
    json_int_t id[MAX_LISTED];
    size_t size;
};

static void list_add(struct list *list, json_int_t id)
{
    if (list->size == MAX_LISTED)
        stop("more acceptable vectors than expected", "list");
    list->id[list->size++] = id;
}

/* Runs as ranges: 3 5-9 12 */
static void list_print(const char *what, const struct list *list)
{
    printf("  acceptable ones %s: %zu:", what, list->size);
    for (size_t i = 0; i < list->size; i++) {
        size_t first = i;
        while (i + 1 < list->size && list->id[i + 1] == list->id[i] + 1)
            i++;
        printf(" %" JSON_INTEGER_FORMAT, list->id[first]);
        if (i > first)
            printf("-%" JSON_INTEGER_FORMAT, list->id[i]);
    }
    printf("\n");
}

/* Whether the outcome is what the vector's statement demands. */
static int as_stated(const char *stated, enum outcome outcome)
{
    if (strcmp(stated, "valid") == 0)
        return outcome == RIGHT;
    if (strcmp(stated, "invalid") == 0)
        return outcome == REFUSED;
    if (strcmp(stated, "acceptable") == 0)
        return outcome != WRONG;
    stop("unknown statement", stated);
    return 0;
}

/* Runs the vectors of a file; returns how many went wrong. */
static size_t run_file(const struct file *file, const json_t *root)
{
    struct list taken = {.size = 0}, refused = {.size = 0};
    size_t vectors = 0, failures = 0, i, j;
    json_t *group, *vector;
    json_array_foreach(json_object_get(root, "testGroups"), i, group)
    {
        json_array_foreach(json_object_get(group, "tests"), j, vector)
        {
            const char *stated = json_string_value(json_object_get(vector, "result"));
            json_int_t id = json_integer_value(json_object_get(vector, "tcId"));
            enum outcome outcome = file->run(group, vector);
            vectors++;
            if (!as_stated(stated != NULL ? stated : "none", outcome)) {
                printf("  %s: vector %" JSON_INTEGER_FORMAT " (%s): %s, stated: %s\n", file->name,
                       id, json_string_value(json_object_get(vector, "comment")),
                       outcome == RIGHT   ? "taken"
                       : outcome == WRONG ? "wrong result"
                                          : "refused",
                       stated);
                failures++;
            } else if (strcmp(stated, "acceptable") == 0) {
                list_add(outcome == RIGHT ? &taken : &refused, id);
            }
        }
    }
    if (vectors == 0 ||
        (json_int_t)vectors != json_integer_value(json_object_get(root, "numberOfTests")))
        stop("not as many vectors as it says", file->name);
    printf("  %s: %zu vectors, %zu not as stated\n", file->name, vectors, failures);
    if (taken.size > 0)
        list_print("taken", &taken);
    if (refused.size > 0)
        list_print("refused", &refused);
    return failures;
}

static json_t *load(const char *directory, const char *name)
{
    char path[4096];
    json_error_t error;
    if (snprintf(path, sizeof path, "%s/%s", directory, name) >= (int)sizeof path)
        stop("path too long", directory);
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL)
        stop(error.text, path);
    return root;
}

/* The check must notice a vector that states the opposite of what is so. */
static void notice_false_statements(const struct file *file, const json_t *root)
{
    const json_t *group = json_array_get(json_object_get(root, "testGroups"), 0);
    const json_t *vector = json_array_get(json_object_get(group, "tests"), 0);
    json_t *other = json_deep_copy(vector);
    json_object_set_new(other, "result", json_string("invalid"));
    if (as_stated("invalid", file->run(group, other)))
        stop("a valid vector called invalid was not noticed", file->name);
    const char *result = json_object_get(other, "shared") != NULL ? "shared" : "msg";
    json_object_set_new(other, result, json_string("00"));
    if (as_stated("valid", file->run(group, other)))
        stop("a wrong result was not noticed", file->name);
    json_decref(other);
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : getenv("P256_WYCHEPROOF_DIR");
    json_t *roots[COUNT_OF(files)];
    struct stat status;
    size_t failures = 0, position = 0;
    const char *kernel;

    if (directory == NULL)
        directory = P256_TEST_WYCHEPROOF;
    if (stat(directory, &status) != 0) {
        printf(
            "SKIPPED: no Wycheproof vectors in %s; P256_WYCHEPROOF_DIR names another directory\n",
            directory);
        return SKIP;
    }
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        roots[i] = load(directory, files[i].name);
        notice_false_statements(&files[i], roots[i]);
    }
    while ((kernel = next_kernel(&position)) != NULL) {
        printf("kernel %s\n", kernel);
        for (size_t i = 0; i < COUNT_OF(files); i++)
            failures += run_file(&files[i], roots[i]);
    }
    for (size_t i = 0; i < COUNT_OF(files); i++)
        json_decref(roots[i]);
    return failures != 0;
}
