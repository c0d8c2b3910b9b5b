/* What two resolved cases differ in. */
#ifndef TAUB_CASE_DIFFERENCE_H
#define TAUB_CASE_DIFFERENCE_H

#include "taub/case.h"

/* A key of either case; before or after is "none" where that case has no such key. */
typedef void (*taub_case_difference_fn)(void *user, const char *path, const char *before, const char *after);

/* The resolved case as text, to be freed. */
enum taub_status taub_case_text(const struct taub_case *self, char **out, struct taub_error *error);

/* Compares two texts that taub_case_write has made, key by key in the order of the first. A text of an older version
 * may lack keys. TAUB_FAILED without memory. */
enum taub_status taub_case_difference(const char *before, const char *after, taub_case_difference_fn found, void *user,
                                      struct taub_error *error);

/* The value of a key in such a text, to be freed; NULL when there is none, or no memory. */
char *taub_case_text_value(const char *text, const char *path);

#endif
