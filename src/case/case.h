/* The case as the rest of the library owns it. */
#ifndef TAUB_CASE_CASE_H
#define TAUB_CASE_CASE_H

#include "case/arena.h"
#include "taub/case.h"

struct taub_case {
    struct taub_config config;
    struct taub_arena arena; /* strings and lists of the config */
};

/* Chooses what the config leaves to its system and scheme. */
void taub_config_settle(struct taub_config *config);

/* A deep copy of a checked config: what does not apply to the chosen kinds is set to its default. */
enum taub_status taub_case_copy(const struct taub_config *config, struct taub_case **out, struct taub_error *error);

#endif
