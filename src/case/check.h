/* Checks of a whole config, the same for a case file and for structs filled by a program. */
#ifndef TAUB_CASE_CHECK_H
#define TAUB_CASE_CHECK_H

#include "case/complaints.h"
#include "case/schema.h"
#include "case/tree.h"

struct taub_check {
    const struct taub_config *config;
    struct taub_complaints *complaints;
    struct taub_node *root;     /* of the case file, for places; NULL when a program filled the config */
    const unsigned char *wrong; /* per key of the schema: already complained about; NULL: none */
};

/* Every key by itself: ranges, enum names, names, states. */
void taub_check_values(struct taub_check *self);
/* One key; of a view, `config` stands for it and the path of the key is the whole one. */
void taub_check_key(struct taub_check *self, const struct taub_key *key);
/* Keys against each other; to be called when nothing is wrong so far. */
void taub_check_combinations(struct taub_check *self);

/* What a state has one of, and at most one of. */
enum {
    TAUB_GIVEN_THERMODYNAMIC = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_PRESSURE | TAUB_GIVEN_TEMPERATURE,
    TAUB_GIVEN_MOTION = TAUB_GIVEN_VELOCITY | TAUB_GIVEN_FOUR_VELOCITY
};
/* A complete state at this path: one thermodynamic quantity, at most one motion, what the equation of state can take.
 */
void taub_check_state(struct taub_check *self, const char *path, const struct taub_state *state);
/* Its motion, if any, alone; what an ideal gas asks of it. */
void taub_check_motion(struct taub_check *self, const char *path, const struct taub_state *state);
void taub_check_ideal_gas(struct taub_check *self, const char *path, const struct taub_state *state);

/* Its part about viscosities. */
void taub_check_transport(struct taub_check *self);
/* Its part about resistivity, viscosity and conduction. */
void taub_check_diffusion(struct taub_check *self);
/* 1/(the longest explicit time step) that they allow at an even density, 0 where there is none; the longest time step
 * of the case's method. */
double taub_diffusion_rate(const struct taub_config *config);
double taub_diffusion_longest_step(const struct taub_config *config);
/* The system with its scheme, initial data, fields; one of the combinations. */
void taub_check_system(struct taub_check *self);
/* Its parts about output.views, output.probes and output.fluxes. */
void taub_check_views(struct taub_check *self);
void taub_check_fluxes(struct taub_check *self);
void taub_check_probes(struct taub_check *self);
/* Its part about cells of unequal widths. */
void taub_check_spacing(struct taub_check *self);
/* Its part about electrodynamics. */
void taub_check_maxwell(struct taub_check *self);
/* Its part about Bloch-periodic boundaries. */
void taub_check_bloch(struct taub_check *self);
/* Whether a quantity is there: imaginary parts are of complex fields. Complains where it is not. */
struct taub_quantity_info;
bool taub_check_part(struct taub_check *self, const char *path, int element, const struct taub_quantity_info *info);
/* Its part about poles of dispersive media. */
void taub_check_poles(struct taub_check *self);
/* Its part about sources and matched layers. */
void taub_check_radiation(struct taub_check *self);
/* Its part about what cells can carry of lengths and waves. */
void taub_check_resolution(struct taub_check *self);

/* Complains about the value at a path; element >= 0 is one of a list. */
void taub_check_complain(struct taub_check *self, const char *path, int element, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
