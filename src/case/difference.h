/* Differences between two resolved cases. */
#ifndef TAUB_CASE_DIFFERENCE_H
#define TAUB_CASE_DIFFERENCE_H

#include "taub/case.h"

/* Called for each key that differs; before or after is "none" if that case lacks the key. */
typedef void (*taub_case_difference_fn)(void *user, const char *path, const char *before, const char *after);

/* The resolved case as text; the caller frees it. */
enum taub_status taub_case_text(const struct taub_case *self, char **out, struct taub_error *error);

/* Compares two texts written by taub_case_write(), key by key in the order of the first. Texts of older versions may
 * lack keys. TAUB_FAILED if out of memory. */
enum taub_status taub_case_difference(const char *before, const char *after, taub_case_difference_fn found, void *user,
                                      struct taub_error *error);

/* The value of a key in such a text, to be freed by the caller; NULL if there is none or out of memory. */
char *taub_case_text_value(const char *text, const char *path);

#endif
