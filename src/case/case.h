/* The case as the rest of the library sees it. */
#ifndef TAUB_CASE_CASE_H
#define TAUB_CASE_CASE_H

#include "case/arena.h"
#include "taub/case.h"

struct taub_case {
    struct taub_config config;
    struct taub_arena arena; /* strings and lists of the config */
};

/* Sets the defaults that depend on system and scheme. */
void taub_config_set_system_defaults(struct taub_config *config);

/* Deep copy of a checked config; members that do not apply to the chosen kinds get their defaults. */
enum taub_status taub_case_copy(const struct taub_config *config, struct taub_case **out, struct taub_error *error);

/* How case files call the value of an enum: "cuda" of device.kind. */
const char *taub_word(const char *key, int value);

#endif
