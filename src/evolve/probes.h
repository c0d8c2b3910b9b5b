/* Quantities at points of the mesh while a run goes on (kernels/passes/probes.h). Cells around a point are read from
 * the device (evolve/around.h). The same bits on every device in strict mode and on any number of ranks. */
#ifndef TAUB_EVOLVE_PROBES_H
#define TAUB_EVOLVE_PROBES_H

#include "evolve/internal.h"

struct taub_probes;

/* Whether the case asks for some. */
bool taub_probes_wanted(const struct taub_config *config);

enum taub_status taub_probes_create(struct taub_simulation *simulation, struct taub_probes **out,
                                    struct taub_error *error);
void taub_probes_destroy(struct taub_probes *self);

/* Columns of a line: quantity, component, place; of the strings that are returned *self keeps hold. */
int taub_probes_columns(const struct taub_probes *self, const char *const **names);
/* The values now; all ranks call, and the first has them. Stays until the next call. */
enum taub_status taub_probes_look(struct taub_probes *self, const double **values, struct taub_error *error);

#endif
