/* Published sets of parameters that a case takes by name, `preset: NAME`. */
#ifndef TAUB_CASE_PRESET_H
#define TAUB_CASE_PRESET_H

#include "case/schema.h"
#include "case/tree.h"

/* Adds what the set has and the case does not give, so that the case has the last word:
 * - below `transport` every key;
 * - elsewhere keys of maps that the case gives, unless it gives the alternative key;
 * - nothing of a map for which the case names another kind, and no key that a word of the case excludes. */
void taub_preset_fill(struct taub_arena *arena, struct taub_node *root, struct taub_complaints *complaints);

/* The source of a case's set, NULL without one; calls `tell` with each of the set's values that the case has. */
const char *taub_preset_values(const struct taub_config *config,
                               void (*tell)(void *user, const char *path, const char *value), void *user);

#endif
