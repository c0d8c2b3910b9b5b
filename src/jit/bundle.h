/* A bundle: the source text that is compiled for a case.
 *
 * The kernel sources are embedded in the library; TAUB_KERNELS=DIR reads them from a folder instead. A bundle starts
 * with the case's constants as #define lines and ends with the entry files; quoted includes are replaced by the files
 * they name, each once, with #line directives so that messages of compilers refer to kernels/... or to the user's own
 * file. A header includes what it uses; where that depends on the case, it includes a header of kernels/case, whose
 * content the case provides (taub_bundle_role). Text under conditions that are false for the constants of the case is
 * left out. */
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

/* For passes that run only a few times: the program is made quickly rather than to be fast, and computes in double
 * precision with the same bits on every device, whatever the device was opened for. Its constants TAUB_SINGLE and
 * TAUB_STRICT must say so, too. */
void taub_bundle_set_brief(struct taub_bundle *self);
bool taub_bundle_is_brief(const struct taub_bundle *self);

/* Adds "#define NAME VALUE"; the value is formatted as by printf. */
enum taub_status taub_bundle_define(struct taub_bundle *self, struct taub_error *error, const char *name,
                                    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A list of constants that ends with the name NULL; whole numbers are written as such. */
struct taub_constant {
    const char *name;
    double value;
};
enum taub_status taub_bundle_define_all(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error);
/* Constants for GPUs only, such as the size of a thread group; they are not part of the text for the host. */
enum taub_status taub_bundle_define_gpu(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error);
/* Numbers: the text contains only their names, and kernels read the values as data of type real, so that cases which
 * differ only in these values share a program. They cannot be used in #if or as array sizes. All must be added before
 * taub_bundle_close_numbers, which must be called before the first kernel is added. A list ends with the name NULL. */
enum taub_status taub_bundle_number(struct taub_bundle *self, const char *name, double value, struct taub_error *error);
enum taub_status taub_bundle_numbers(struct taub_bundle *self, const struct taub_constant *numbers,
                                     struct taub_error *error);
enum taub_status taub_bundle_close_numbers(struct taub_bundle *self, struct taub_error *error);
/* Adds literal lines of kernel text. */
enum taub_status taub_bundle_text(struct taub_bundle *self, const char *text, struct taub_error *error);
/* Provides the content of a header of kernels/case, such as "case/eos.h": lines, followed by a file of the user (NULL:
 * none); or a list of kernel files, which ends with NULL. Later calls append to it. Without a call the header is the
 * empty one in kernels/case. */
enum taub_status taub_bundle_role(struct taub_bundle *self, const char *role, const char *text, const char *user_file,
                                  struct taub_error *error);
enum taub_status taub_bundle_role_files(struct taub_bundle *self, const char *role, const char *const *files,
                                        struct taub_error *error);
enum taub_status taub_bundle_role_file(struct taub_bundle *self, const char *role, const char *file,
                                       struct taub_error *error);
/* The n-th part of the headers that the case provides, in the order of the calls; NULL after the last one. */
const char *taub_bundle_role_at(const struct taub_bundle *self, int n, const char **text, const char **user_file);
/* Adds a kernel source by its path below kernels/, such as "passes/stage.h". */
enum taub_status taub_bundle_kernel(struct taub_bundle *self, const char *path, struct taub_error *error);
/* Adds a file of the user, which may include only kernel headers and files in its own folder. */
enum taub_status taub_bundle_user_file(struct taub_bundle *self, const char *path, struct taub_error *error);
/* Names a function that a user's file must define, and its declaration, for the message if it is missing. */
enum taub_status taub_bundle_expect(struct taub_bundle *self, const char *path, const char *function,
                                    const char *declaration, struct taub_error *error);

/* The text so far, for the host's compiler. */
const char *taub_bundle_source(const struct taub_bundle *self, size_t *length);
/* The same for a GPU's compiler, with the constants of taub_bundle_define_gpu and, if with_values, the numbers as
 * constants. False if there is no memory. */
bool taub_bundle_gpu_source(const struct taub_bundle *self, bool with_values, struct taub_text *out);
/* The values of the numbers in the order in which they were added. */
const double *taub_bundle_values(const struct taub_bundle *self, int *count);
/* Whether the compiler's log reports an error that is in the user's files. */
int taub_bundle_blames_user(const struct taub_bundle *self, const char *log);
/* The name of the first user file; NULL if there is none. */
const char *taub_bundle_user(const struct taub_bundle *self);
/* Whether the log says that a function of taub_bundle_expect is not defined; returns its file and declaration. */
bool taub_bundle_misses(const struct taub_bundle *self, const char *log, const char **path, const char **declaration);

#endif
