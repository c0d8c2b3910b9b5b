/* Between fields on a device and dense arrays of the host: the cells of this rank in the order of the mesh, one
 * component after the other. */
#ifndef TAUB_EVOLVE_DENSE_H
#define TAUB_EVOLVE_DENSE_H

#include "evolve/internal.h"

/* All components of a field; ghost zones get values of no meaning. */
enum taub_status taub_simulation_upload_dense(struct taub_simulation *self, struct taub_buffer *to, int components,
                                              const double *dense, struct taub_error *error);
/* One component of a state, all of which are stored; the others stay. */
enum taub_status taub_simulation_upload_component(struct taub_simulation *self, struct taub_buffer *to, int component,
                                                  const double *dense, struct taub_error *error);
/* The conserved state, with its upper faces of the axes that checkpoints save, at `upper`; NULL: none. */
enum taub_status taub_simulation_upload_saved(struct taub_simulation *self, const double *dense, const double *upper,
                                              struct taub_error *error);
/* `wanted` of a field's components, from `first` on, as they are stored: [block][component], with ghost zones. */
enum taub_status taub_simulation_download_stored(struct taub_simulation *self, struct taub_buffer *from, int components,
                                                 int first, int wanted, void *stored, struct taub_error *error);
/* The same, dense. */
enum taub_status taub_simulation_download_dense(struct taub_simulation *self, struct taub_buffer *from, int components,
                                                int first, int wanted, double *dense, struct taub_error *error);
/* One component of a state that stands on lower faces across an axis, of the upper faces of cells. */
enum taub_status taub_simulation_download_upper(struct taub_simulation *self, struct taub_buffer *from, int component,
                                                int axis, double *dense, struct taub_error *error);

#endif
