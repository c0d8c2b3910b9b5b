/* Values of the key output.views: a list of maps, each read, written, copied and checked by the keys of a view
 * (taub_view_schema), with a struct taub_config_view in the place of the config. */
#ifndef TAUB_CASE_VIEWS_H
#define TAUB_CASE_VIEWS_H

#include <stdio.h>

#include "case/arena.h"
#include "case/check.h"
#include "case/complaints.h"
#include "case/tree.h"

/* False, with complaints, when the form is wrong. */
bool taub_views_read(const char *path, const struct taub_node *node, struct taub_views *views, struct taub_arena *arena,
                     struct taub_complaints *complaints);
void taub_views_write(const struct taub_views *views, FILE *file);
void taub_views_copy(const struct taub_views *from, struct taub_views *to, struct taub_arena *arena);
/* Every key of every view by itself. */
void taub_views_check(struct taub_check *self, const char *path, const struct taub_views *views);

#endif
