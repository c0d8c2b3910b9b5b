/* What all schemes of Maxwell's equations have in common. */
#ifndef TAUB_EVOLVE_LIGHT_H
#define TAUB_EVOLVE_LIGHT_H

#include "evolve/internal.h"

/* Whether a mesh has faces at its upper end of an axis that are no lower faces of cells; of how many axes. */
int taub_light_is_open(const struct taub_config *config, int axis);
int taub_light_open_axes(const struct taub_config *config);
/* What is stored in cells, and the last faces at ends of the mesh: parts of a touch. */
unsigned taub_light_cells_and_ends(const struct taub_config *config);
/* Ends of the mesh of a kind: bits 2 axis + side. */
int taub_light_ends(const struct taub_config *config, enum taub_boundary kind);
/* What matched layers remember, a field. */
struct taub_field_spec taub_light_layer_memory(const struct taub_config *config);
/* The last faces, of all vectors that stand on faces, in a field of their own: checkpoints keep them there. */
struct taub_field_spec taub_light_upper_faces(const struct taub_config *config);
/* The pass open_faces before a first step, where there are such faces. */
void taub_light_open(const struct taub_simulation *simulation, int pass, int upper_faces, bool fresh,
                     struct taub_step *step);
/* The same pass at the end of a step, which has made new ones. */
void taub_light_keep(const struct taub_simulation *simulation, int pass, int upper_faces, struct taub_step *step);
/* Constants of kernels/passes/maxwell_faces.h and maxwell_depth.h. */
enum taub_status taub_light_define(const struct taub_config *config, struct taub_bundle *bundle,
                                   struct taub_error *error);

#endif
