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
/* Which sources each cell is near to, a field. */
struct taub_field_spec taub_light_sources(const struct taub_config *config);
/* Passes and fields that each of them has, by the numbers that they have there. */
struct taub_light_places {
    int open_faces, find_charge, find_sources, send_faces, send_charges, absorb, layer_charges, judge; /* passes */
    int upper_faces, layer_memory, sent, sources;                                                      /* fields */
};
/* Last faces, memories of layers and charges of a state that comes from outside (fresh) or a checkpoint. */
void taub_light_begin(const struct taub_simulation *simulation, const struct taub_light_places *places, bool fresh,
                      struct taub_step *step);
/* What currents from outside take from D of the next state in a part of the step. */
void taub_light_send(const struct taub_simulation *simulation, const struct taub_light_places *places, double from,
                     double until, struct taub_step *step);
/* The last operations of a step, whose next state lacks ghost zones only. */
void taub_light_end(const struct taub_simulation *simulation, const struct taub_light_places *places,
                    struct taub_step *step);
/* Constants of kernels/passes/maxwell_faces.h and maxwell_depth.h. */
enum taub_status taub_light_define(const struct taub_config *config, struct taub_bundle *bundle,
                                   struct taub_error *error);

#endif
