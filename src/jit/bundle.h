/* A bundle: the text that one compiler reads once for one case.
 *
 * The kernel sources are embedded in the library; TAUB_KERNELS=DIR reads them from a folder instead. A bundle starts
 * with the case's constants as #define lines and ends with the entry files; quoted includes are replaced by the files
 * they name, each once, with #line directives so that logs point at kernels/... or at the user's own file. */
#ifndef TAUB_BUNDLE_H
#define TAUB_BUNDLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

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
/* Literal lines of kernel language. */
enum taub_status taub_bundle_text(struct taub_bundle *self, const char *text, struct taub_error *error);
/* A kernel source by its path below kernels/, say "passes/stage.h". */
enum taub_status taub_bundle_kernel(struct taub_bundle *self, const char *path, struct taub_error *error);
/* A file of the user's; may include only kernel headers and files beside itself. */
enum taub_status taub_bundle_user_file(struct taub_bundle *self, const char *path, struct taub_error *error);
/* A function that the file must define, and how it is declared: for messages when it does not. */
enum taub_status taub_bundle_expect(struct taub_bundle *self, const char *path, const char *function,
                                    const char *declaration, struct taub_error *error);

const char *taub_bundle_source(const struct taub_bundle *self, size_t *length); /* whole text so far */
/* True when the compiler log names one of the user's files. */
int taub_bundle_blames_user(const struct taub_bundle *self, const char *log);
/* The name of the first user file; NULL when there is none. */
const char *taub_bundle_user(const struct taub_bundle *self);
/* When the log says that a function of taub_bundle_expect is nowhere: its file and its declaration. */
bool taub_bundle_misses(const struct taub_bundle *self, const char *log, const char **path, const char **declaration);

#endif
