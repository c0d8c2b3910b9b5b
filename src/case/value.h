/* Values of keys: reading from nodes of a case file, writing as YAML, copying, defaults. One function for each, driven
 * by the type in the schema. */
#ifndef TAUB_CASE_VALUE_H
#define TAUB_CASE_VALUE_H

#include <stdio.h>

#include "case/arena.h"
#include "case/complaints.h"
#include "case/schema.h"
#include "case/tree.h"
#include "taub/error.h"

/* Reads the node into the key's member (and sets its flag), checking its form but not its range. False, with an error
 * reported, if the form is wrong; the member may then be partly set. */
bool taub_value_read(const struct taub_key *key, const struct taub_node *node, struct taub_config *config,
                     struct taub_arena *arena, struct taub_complaints *complaints);

/* Writes the member as YAML flow text; the locale must be "C". */
void taub_value_write(const struct taub_key *key, const struct taub_config *config, FILE *file);
void taub_write_quoted(FILE *file, const char *text);

/* Copies the member; strings and lists are copied into the arena. */
void taub_value_copy(const struct taub_key *key, const struct taub_config *from, struct taub_config *to,
                     struct taub_arena *arena);

/* Sets the documented default, or zero if there is none. */
void taub_value_default(const struct taub_key *key, struct taub_config *config);

/* What a value must be, such as "a number between 1 and 2" or "one of a, b, c", for messages and the reference; returns
 * buffer. `count` as in the schema; 1 for an element. */
const char *taub_value_expected(enum taub_key_type type, const struct taub_bounds *bounds,
                                const struct taub_enum_name *names, int count, char *buffer, size_t size);
bool taub_bounds_hold(const struct taub_bounds *bounds, double value); /* false for NaN and infinities, too */

/* Parses the whole text as a number in YAML 1.2 core form, including infinities and NaN. False otherwise. */
bool taub_parse_real(const char *text, double *value);
bool taub_parse_whole(const char *text, bool *negative, unsigned long long *magnitude);

/* The shortest text that reads back as the same number, at most 17 digits. Returns text. */
enum { TAUB_REAL_TEXT = 32 };
const char *taub_real_text(double value, char text[TAUB_REAL_TEXT]);

/* Makes a file name absolute, relative to folder, and checks that the file can be read. If not, returns NULL with the
 * reason in `reason`. */
const char *taub_resolve_file(const char *folder, const char *name, struct taub_arena *arena, char *reason,
                              size_t reason_size);

/* Reads the triangles of the named file into the arena. */
bool taub_stl_read(struct taub_stl_file *self, struct taub_arena *arena, struct taub_error *error);

bool taub_is_identifier(const char *text);

#endif
