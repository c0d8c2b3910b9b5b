/* Initial data, with their exact solution if there is one.
 *
 * A state is a primitive state of the system. srhd: (e, u^x, u^y, u^z, n): energy density, four-velocity (orthonormal
 * eta component tau u^eta in Milne coordinates), charge density, all in the local rest frame. israel-stewart: (e, u^x,
 * u^y, u^z, pi^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz, Pi), see viscous.h. euler: (rho, v^x, v^y, v^z, p). mhd: (rho,
 * v, p, B). srmhd: (rho, W v, p, B), where W v is the four-velocity. Components that a problem does not set are
 * zero. */
#ifndef TAUB_PROBLEM_H
#define TAUB_PROBLEM_H

#include <stdbool.h>

#include "eos/eos.h"
#include "taub/config.h"
#include "taub/error.h"

struct taub_problem;
struct taub_particles;

/* Does all expensive work, such as reading files, sampling nuclei and solving Riemann problems, so that
 * taub_problem_state() is fast. The eos must outlive the problem. Fails for initial.kind code, which is evaluated on
 * the device. */
enum taub_status taub_problem_create(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_problem **out, struct taub_error *error);
/* The fluid of particles in memory, each of this weight; config.initial must be of kind particles. */
enum taub_status taub_problem_from_particles(const struct taub_config *config, const struct taub_eos *eos,
                                             const struct taub_particles *list, double weight,
                                             struct taub_problem **out, struct taub_error *error);
void taub_problem_destroy(struct taub_problem *self);

/* Completes a state of a case file, given by any sufficient set of quantities, to a primitive state with space for
 * TAUB_MOST_COMPONENTS; `where` names the key in error messages. */
enum taub_status taub_state_complete(enum taub_system_kind system, const struct taub_eos *eos,
                                     const struct taub_state *given, const char *where, double state[],
                                     struct taub_error *error);

/* Whether there is an exact solution at some time; taub_problem_no_exact() says when there is none. */
bool taub_problem_has_exact(const struct taub_problem *self);
/* Why there is no exact solution at time t; NULL if there is one. `known`: this kind has one in other cases. */
const char *taub_problem_no_exact(const struct taub_problem *self, double t, bool *known);
/* Whether the exact solution holds at x, at a time when there is one: not where waves from the boundary have
 * arrived. */
bool taub_problem_exact_covers(const struct taub_problem *self, const double x[3], double t);
/* The state has no jumps: cell averages need no subdivision of cells. */
bool taub_problem_is_smooth(const struct taub_problem *self);

/* The initial state at x for t = time.start; for later t the exact solution if there is one. `center` is the cell
 * centre, and the result is a point value: to second order this is the average. Of complex fields the real part. */
enum taub_status taub_problem_state(const struct taub_problem *self, const double center[3], double t, double state[],
                                    struct taub_error *error);
/* The same in a cell of these widths, which are not those of mesh.cells on finer levels: of some kinds stress follows
 * from differences between cells. */
enum taub_status taub_problem_cell(const struct taub_problem *self, const double center[3], const double width[3],
                                   double t, double state[], struct taub_error *error);

/* Kinds that are formulas: their file below kernels/ and how many numbers it reads; NULL: the kind is none in this
 * system. */
const char *taub_problem_kernel(const struct taub_config *config, size_t *numbers);
bool taub_problem_is_formula(const struct taub_problem *self);
/* These numbers. */
const double *taub_problem_numbers(const struct taub_problem *self);

/* Metadata such as impact parameter or participants: name and value by index from 0; false after the last. Written to
 * summary.json. */
bool taub_problem_metadata(const struct taub_problem *self, int index, const char **name, double *value);

#endif
