/* Keys whose values are lists of maps (output.views, output.fluxes.planes, medium.inclusions, medium.poles). Each map
 * is read, written, copied and checked by keys of its own (struct taub_map_schema, src/case/schema_maps.c), with the
 * element of the list in place of the config. The member of the config must be a struct of an int count and a pointer
 * to the elements. */
#ifndef TAUB_CASE_MAP_LIST_H
#define TAUB_CASE_MAP_LIST_H

#include <stdio.h>

#include "case/arena.h"
#include "case/check.h"
#include "case/complaints.h"
#include "case/tree.h"

/* False, with errors reported, if the form is wrong. member: of the config, here and below. */
bool taub_map_list_read(const struct taub_key *key, const struct taub_node *node, void *member,
                        struct taub_arena *arena, struct taub_complaints *complaints);
void taub_map_list_write(const struct taub_key *key, const void *member, FILE *file);
void taub_map_list_copy(const struct taub_key *key, const void *from, void *to, struct taub_arena *arena);
/* Checks each key of each map separately. */
void taub_map_list_check(struct taub_check *self, const struct taub_key *key, const void *member);
int taub_map_list_count(const void *member);

#endif
