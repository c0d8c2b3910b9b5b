/* Initial data with their exact solution where one exists.
 *
 * A state is the system's primitive one. srhd: (e, u^x, u^y, u^z, n): energy density, four-velocity (orthonormal eta
 * component tau u^eta in Milne coordinates), charge density, all in the local rest frame. israel-stewart: (e, u^x, u^y,
 * u^z, pi^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz, Pi), see viscous.h. euler: (rho, v^x, v^y, v^z, p). mhd: (rho, v, p,
 * B). srmhd: (rho, W v, p, B), W v the four-velocity. What a problem does not fill is zero. */
#ifndef TAUB_PROBLEM_H
#define TAUB_PROBLEM_H

#include <stdbool.h>

#include "eos/eos.h"
#include "taub/config.h"
#include "taub/error.h"

struct taub_problem;
struct taub_particles;

/* Reads files, samples nuclei, solves Riemann problems: all that is needed to answer taub_problem_state fast. The eos
 * must outlive the problem. For initial.kind code it fails: that is evaluated on the device. */
enum taub_status taub_problem_create(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_problem **out, struct taub_error *error);
/* The fluid of particles that a program has, each of this weight; config.initial is that of kind particles. */
enum taub_status taub_problem_from_particles(const struct taub_config *config, const struct taub_eos *eos,
                                             const struct taub_particles *list, double weight,
                                             struct taub_problem **out, struct taub_error *error);
void taub_problem_destroy(struct taub_problem *self);

/* A primitive state, of room for TAUB_MOST_COMPONENTS, from one of a case file, any sufficient set of names; `where`
 * names the key to blame. */
enum taub_status taub_state_complete(enum taub_system_kind system, const struct taub_eos *eos,
                                     const struct taub_state *given, const char *where, double state[],
                                     struct taub_error *error);

/* At some time; taub_problem_no_exact says when not. */
bool taub_problem_has_exact(const struct taub_problem *self);
/* Why there is no exact solution at time t; NULL where there is one. `known`: the kind has one in other cases. */
const char *taub_problem_no_exact(const struct taub_problem *self, double t, bool *known);
/* Whether it holds at x, at a time at which there is one: not where a face has sent in something else. */
bool taub_problem_exact_covers(const struct taub_problem *self, const double x[3], double t);
/* No state jumps: a rule of quadrature gives averages over cells. */
bool taub_problem_is_smooth(const struct taub_problem *self);

/* The initial state at x for t = time.start; the exact solution for later t where there is one. `center` is the cell
 * centre (point value): the schemes here are second order, so that point values and averages agree. */
enum taub_status taub_problem_state(const struct taub_problem *self, const double center[3], double t, double state[],
                                    struct taub_error *error);

/* The vector potential of a field on faces less `uniform`: mhd of B; maxwell of D (vector 0) and of B (vector 1).
 * False: this kind gives the field itself. */
bool taub_problem_potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3],
                            double uniform[3]);

/* Of which part of complex fields (mesh.bloch) the two functions above tell from now on: 0 real, as in the beginning,
 * 1 imaginary, which is zero for kinds that have none. Not while another thread calls them. */
void taub_problem_take_part(struct taub_problem *self, int part);

/* Metadata worth keeping with the run (impact parameter, participants, ...): name and value, index from 0; false past
 * the last. Written to summary.json. */
bool taub_problem_metadata(const struct taub_problem *self, int index, const char **name, double *value);

#endif
