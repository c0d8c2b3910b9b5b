/* Checks of a whole config, from a case file or filled by a program. */
#ifndef TAUB_CASE_CHECK_H
#define TAUB_CASE_CHECK_H

#include "case/complaints.h"
#include "case/schema.h"

struct taub_node;

struct taub_check {
    const struct taub_config *config;
    struct taub_complaints *complaints;
    struct taub_node *root;     /* of the case file, for the places in messages; NULL if a program filled the config */
    const unsigned char *wrong; /* for each key of the schema: an error has been reported; NULL: none */
    const struct taub_config *whole; /* the config, also where `config` is an element of a list of maps */
};

/* Checks each key separately: ranges, words, names, states. */
void taub_check_values(struct taub_check *self);
/* Checks one key. For an element of a list of maps, `config` is the element and the path of the key is the full one. */
void taub_check_key(struct taub_check *self, const struct taub_key *key);
/* Checks combinations of keys; call it only if no errors were found so far. These are its parts, each in a file of its
 * name; those of electrodynamics are called by check_maxwell.c, and schemes and initial data have checks of their own.
 */
typedef void taub_checks(struct taub_check *self);
taub_checks taub_check_combinations, taub_check_system, taub_check_transport, taub_check_diffusion, taub_check_views,
    taub_check_fluxes, taub_check_probes, taub_check_spacing, taub_check_sphere, taub_check_refine,
    taub_check_diagnostics, taub_check_bodies, taub_check_bloch, taub_check_poles, taub_check_radiation,
    taub_check_resolution, taub_check_equilibrium, taub_scheme_check, taub_problem_check;

/* A state has exactly one of the first group, and at most one of the second. */
enum {
    TAUB_GIVEN_THERMODYNAMIC = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_PRESSURE | TAUB_GIVEN_TEMPERATURE,
    TAUB_GIVEN_MOTION = TAUB_GIVEN_VELOCITY | TAUB_GIVEN_FOUR_VELOCITY
};
/* Checks the complete state at this path: one thermodynamic quantity, at most one velocity, in the range of the
 * equation of state. */
void taub_check_state(struct taub_check *self, const char *path, const struct taub_state *state);
/* Checks only the velocity of a state, if any; and the additional conditions of an ideal gas. */
void taub_check_motion(struct taub_check *self, const char *path, const struct taub_state *state);
void taub_check_ideal_gas(struct taub_check *self, const char *path, const struct taub_state *state);

/* Inverse of the longest explicit time step allowed by diffusion at uniform density, 0 without diffusion; and the
 * longest time step of the case's method. */
double taub_diffusion_rate(const struct taub_config *config);
double taub_diffusion_longest_step(const struct taub_config *config);
/* Bits of the systems that go with a word of the key at this path; all of them, where no table says which. */
unsigned taub_check_systems_of(const char *path, int value);
/* What schemes and initial data say of themselves: evolve/scheme.c, problems/problem.c. */
unsigned taub_scheme_systems(int kind);
unsigned taub_problem_systems(int kind);
/* The quantity of this name in a list of fields. Reports an error and returns one without a name if the case has none;
 * imaginary parts need complex fields. */
struct taub_quantity_info;
struct taub_quantity_info taub_check_quantity(struct taub_check *self, const char *path, int element, const char *name);

/* Reports an error in the value at a path; element >= 0: in this element of a list. */
void taub_check_complain(struct taub_check *self, const char *path, int element, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
