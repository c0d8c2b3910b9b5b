/* A validated case. */
#ifndef TAUB_CASE_H
#define TAUB_CASE_H

#include <stddef.h>
#include <stdio.h>

#include "taub/config.h"
#include "taub/error.h"

struct taub_case; /* owns a deep copy of its config */

/* Reads a YAML case file, applies overrides ("mesh.cells=[256,256,64]") in order, checks everything that can be
 * checked without computing: unknown keys, types, ranges, impossible combinations, files that cannot be opened.
 * Errors are TAUB_BAD_INPUT and read "FILE:LINE:COLUMN: key: what was expected (did you mean ...?)"; for an override
 * the place is "override N". */
enum taub_status taub_case_load(const char *path, const char *const *overrides, int override_count,
                                struct taub_case **out, struct taub_error *error);

/* The same from text in memory. `name` stands for FILE in messages; relative file names in the text start from its
 * folder. The text need not end with a zero. */
enum taub_status taub_case_load_text(const char *name, const char *text, size_t length, const char *const *overrides,
                                     int override_count, struct taub_case **out, struct taub_error *error);

/* The same checks on a config filled by a program. */
enum taub_status taub_case_create(const struct taub_config *config, struct taub_case **out, struct taub_error *error);

void taub_case_destroy(struct taub_case *self);

/* The resolved config; valid until the case is destroyed. */
const struct taub_config *taub_case_config(const struct taub_case *self);

/* Writes the resolved case as YAML, defaults and overrides filled in, numbers with as many digits as they need (17 at
 * most), file names absolute: loading it again gives an equal config. */
enum taub_status taub_case_write(const struct taub_case *self, FILE *file, struct taub_error *error);

/* Writes the reference of every key as Markdown, from the schema that taub_case_load uses. */
enum taub_status taub_case_write_reference(FILE *file, struct taub_error *error);

#endif
