/* Values of keys that are lists of maps (output.views, output.fluxes.planes, medium.inclusions): each map is read,
 * written, copied and checked by keys of its own (struct taub_map_schema, src/case/schema_maps.c), with one element of
 * the list in the place of the config. A member of the config is a struct of an int, how many there are, and a pointer
 * to them. */
#ifndef TAUB_CASE_MAP_LIST_H
#define TAUB_CASE_MAP_LIST_H

#include <stdio.h>

#include "case/arena.h"
#include "case/check.h"
#include "case/complaints.h"
#include "case/tree.h"

/* False, with complaints, when the form is wrong. member: of the config, here and below. */
bool taub_map_list_read(const struct taub_key *key, const struct taub_node *node, void *member,
                        struct taub_arena *arena, struct taub_complaints *complaints);
void taub_map_list_write(const struct taub_key *key, const void *member, FILE *file);
void taub_map_list_copy(const struct taub_key *key, const void *from, void *to, struct taub_arena *arena);
/* Every key of every map by itself. */
void taub_map_list_check(struct taub_check *self, const struct taub_key *key, const void *member);
int taub_map_list_count(const void *member);

#endif
