/* output.views: parts of the fields, each with a rhythm of its own, in files of their own. Only the cells of a view
 * leave the device (cells.h). */
#ifndef TAUB_EVOLVE_VIEWS_H
#define TAUB_EVOLVE_VIEWS_H

#include "evolve/internal.h"
#include "output/output.h"

struct taub_views_state;

/* NULL in *out where the case has none. All ranks call. `silent`: nothing is written or read, but steps end where they
 * would otherwise. */
enum taub_status taub_views_create(struct taub_simulation *simulation, bool silent, struct taub_views_state **out,
                                   struct taub_error *error);
void taub_views_destroy(struct taub_views_state *self);
/* Memory beside the simulation's own. */
void taub_views_memory(const struct taub_config *config, const struct taub_mesh *mesh, double *device, double *host);

/* From now on; *self may be NULL here and below. */
void taub_views_start(struct taub_views_state *self);
/* Writes the views whose time has come; all ranks call, the first has the output. `first`: those for which it is now,
 * at the start of a run. `output`: NULL on the other ranks. */
enum taub_status taub_views_look(struct taub_views_state *self, struct taub_output *output, bool first,
                                 struct taub_error *error);
/* Lowers the time at which a step has to end, or the one that the clock waits for (taub_observers_times). */
void taub_views_times(const struct taub_views_state *self, double *until, double *pause);

#endif
