/* A bundle: the text that one compiler reads once for one case.
 *
 * The kernel sources are embedded in the library; TAUB_KERNELS=DIR reads them from a folder instead. A bundle starts
 * with the case's constants as #define lines and ends with the entry files; quoted includes are replaced by the files
 * they name, each once, with #line directives so that logs point at kernels/... or at the user's own file. A header
 * includes what it uses; where that depends on the case it includes a header of kernels/case, which the case fills
 * (taub_bundle_role). What stands under a condition that the constants of the case say is false is left out. */
#ifndef TAUB_BUNDLE_H
#define TAUB_BUNDLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "jit/text.h"
#include "taub/error.h"

struct taub_bundle;

enum taub_status taub_bundle_create(struct taub_bundle **out, struct taub_error *error);
void taub_bundle_destroy(struct taub_bundle *self);

/* "#define NAME VALUE"; printf style value. */
enum taub_status taub_bundle_define(struct taub_bundle *self, struct taub_error *error, const char *name,
                                    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A list of constants that ends with the name NULL; whole numbers are written as such. */
struct taub_constant {
    const char *name;
    double value;
};
enum taub_status taub_bundle_define_all(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error);
/* Constants that only GPUs have use for, say the size of a group: no part of the host's text. */
enum taub_status taub_bundle_define_gpu(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error);
/* Numbers: the text has their names and kernels read them as data of type real, so that programs of other values are
 * the same program. No #if, no size of an array may use one. All are given before taub_bundle_close_numbers, and that
 * is called before the first kernel. A list ends with the name NULL. */
enum taub_status taub_bundle_number(struct taub_bundle *self, const char *name, double value, struct taub_error *error);
enum taub_status taub_bundle_numbers(struct taub_bundle *self, const struct taub_constant *numbers,
                                     struct taub_error *error);
enum taub_status taub_bundle_close_numbers(struct taub_bundle *self, struct taub_error *error);
/* Literal lines of kernel language. */
enum taub_status taub_bundle_text(struct taub_bundle *self, const char *text, struct taub_error *error);
/* What the case puts in the place of a header of kernels/case, say "case/eos.h": lines, and behind all lines a file of
 * the user's (NULL: none); or kernel files, whose list ends with NULL. What comes later is added. Without it the header
 * is the one in kernels/case, which is empty. */
enum taub_status taub_bundle_role(struct taub_bundle *self, const char *role, const char *text, const char *user_file,
                                  struct taub_error *error);
enum taub_status taub_bundle_role_files(struct taub_bundle *self, const char *role, const char *const *files,
                                        struct taub_error *error);
enum taub_status taub_bundle_role_file(struct taub_bundle *self, const char *role, const char *file,
                                       struct taub_error *error);
/* Part n of the headers that the case has filled, in their order; NULL behind the last one. */
const char *taub_bundle_role_at(const struct taub_bundle *self, int n, const char **text, const char **user_file);
/* A kernel source by its path below kernels/, say "passes/stage.h". */
enum taub_status taub_bundle_kernel(struct taub_bundle *self, const char *path, struct taub_error *error);
/* A file of the user's; may include only kernel headers and files beside itself. */
enum taub_status taub_bundle_user_file(struct taub_bundle *self, const char *path, struct taub_error *error);
/* A function that the file must define, and how it is declared: for messages when it does not. */
enum taub_status taub_bundle_expect(struct taub_bundle *self, const char *path, const char *function,
                                    const char *declaration, struct taub_error *error);

/* The whole text so far, as the host's compiler reads it. */
const char *taub_bundle_source(const struct taub_bundle *self, size_t *length);
/* The same for a GPU's compiler: with the constants of taub_bundle_define_gpu; and, for one that takes numbers as
 * constants, with their values. False: there is no memory. */
bool taub_bundle_gpu_source(const struct taub_bundle *self, bool with_values, struct taub_text *out);
/* The values of the numbers in their order. */
const double *taub_bundle_values(const struct taub_bundle *self, int *count);
/* True when the compiler log names one of the user's files. */
int taub_bundle_blames_user(const struct taub_bundle *self, const char *log);
/* The name of the first user file; NULL when there is none. */
const char *taub_bundle_user(const struct taub_bundle *self);
/* When the log says that a function of taub_bundle_expect is nowhere: its file and its declaration. */
bool taub_bundle_misses(const struct taub_bundle *self, const char *log, const char **path, const char **declaration);

#endif
