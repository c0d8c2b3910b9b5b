/* A running simulation: the handle that a transport model or a script embeds.
 *
 * Fields are named as in the case file and outputs (energy_density, velocity, ...), always in double here, shape
 * [component][nz][ny][nx] with x contiguous, over the whole mesh without ghost zones. */
#ifndef TAUB_SIMULATION_H
#define TAUB_SIMULATION_H

#include <stddef.h>
#include <stdint.h>

#include "taub/case.h"

struct taub_simulation;

/* Opens the device, compiles (or finds in the cache) the kernels, sets the initial data. The case must outlive the
 * simulation. */
enum taub_status taub_simulation_create(const struct taub_case *run_case, struct taub_simulation **out,
                                        struct taub_error *error);
void taub_simulation_destroy(struct taub_simulation *self);

/* At most `steps` further steps, never past `until`: one ends there exactly, for which the last ones before it are made
 * equal. On failure the state is the last good one. */
enum taub_status taub_simulation_advance(struct taub_simulation *self, int64_t steps, double until,
                                         struct taub_error *error);

double taub_simulation_time(const struct taub_simulation *self);
double taub_simulation_last_step(const struct taub_simulation *self); /* dt of the last step, 0 before the first */
int64_t taub_simulation_steps(const struct taub_simulation *self);

/* Number of components of a quantity, 0 when the system has none of that name. */
int taub_simulation_components(const struct taub_simulation *self, const char *name);

/* Copies a quantity out; `size` is the number of doubles `values` has room for. */
enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error);

/* Replaces the state by (energy_density, four_velocity x y z, charge_density), shape [5][nz][ny][nx]. */
enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error);

#endif
