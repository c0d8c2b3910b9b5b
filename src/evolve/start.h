/* How a simulation gets its initial state, or the exact one of a later time: where the kind of initial data is a
 * formula or the user's code, by a program of its own on the device (kernels/passes/initial.h), and from arrays of the
 * host otherwise. What is in the state is looked at on the device, too. */
#ifndef TAUB_EVOLVE_START_H
#define TAUB_EVOLVE_START_H

#include "evolve/internal.h"

/* The program with its passes, and what it reads. */
enum taub_status taub_start_compile(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_start_create_numbers(struct taub_simulation *self, struct taub_error *error);
void taub_start_destroy(struct taub_simulation *self);
enum taub_status taub_start_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                   struct taub_bundle **out, struct taub_error *error);

/* Whether states are made on the device: false for kinds that are arrays. */
bool taub_start_is_on_device(const struct taub_simulation *self);
/* The primitive state of cells at a time into a field, with the medium. */
enum taub_status taub_start_fill(struct taub_simulation *self, double t, struct taub_buffer *to,
                                 struct taub_error *error);
/* The same of the user's `equilibrium`, at the time of the state. */
enum taub_status taub_start_fill_equilibrium(struct taub_simulation *self, struct taub_buffer *to,
                                             struct taub_error *error);
/* In such a state what stands on faces, those at upper ends of the mesh included. */
enum taub_status taub_start_fill_faces(struct taub_simulation *self, double t, struct taub_buffer *to,
                                       struct taub_error *error);

/* What a look at a primitive state finds, of all ranks. */
struct taub_start_look {
    bool fault;             /* perhaps: taub_simulation_check_state knows */
    double lowest, highest; /* of the first component */
};
enum taub_status taub_start_look(struct taub_simulation *self, struct taub_buffer *state, struct taub_start_look *out,
                                 struct taub_error *error);
/* Whether states jump at the start, so that the first step must be short (kernels/passes/clock.h): in the state as the
 * scheme has it, or at a face where one is prescribed. All ranks call it. */
enum taub_status taub_simulation_jumps(struct taub_simulation *self, bool *jumps, struct taub_error *error);
/* How the magnetic field of the user's `initial` in cells differs from that of faces, on this rank. */
enum taub_status taub_start_compare(struct taub_simulation *self, struct taub_buffer *cells, struct taub_buffer *faces,
                                    struct taub_difference sums[3], struct taub_error *error);

#endif
