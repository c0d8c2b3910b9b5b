/* Internal interface of the kinds of initial data. A new kind needs a file that defines a struct taub_problem_methods;
 * its formulas, if it has any, are a file of kernels/problems. */
#ifndef TAUB_PROBLEM_KIND_H
#define TAUB_PROBLEM_KIND_H

#include "case/check.h"
#include "problems/problem.h"
#include "problems/validity.h"
#include "systems/system.h"

enum { TAUB_MOST_METADATA = 16 };

struct taub_metadatum {
    const char *name; /* a string literal */
    double value;
};

/* Systems that often go together. */
#define TAUB_FLUIDS (1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_ISRAEL_STEWART)
#define TAUB_FIELDS (1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD)

struct taub_problem_methods {
    enum taub_initial_kind kind;
    unsigned systems; /* systems it supports: bits 1 << enum taub_system_kind */
    /* What cases must be, beyond the ranges of their keys. NULL: nothing. */
    taub_checks *check;
    /* Sets data, has_exact, the limits of the solution (validity.h) and metadata. After a failure destroy is called. */
    enum taub_status (*create)(struct taub_problem *self, const struct taub_config *config, struct taub_error *error);
    size_t bytes; /* of `data`, which arrives filled with 0 and is freed; 0: `create` and `destroy` do that */
    void (*destroy)(struct taub_problem *self); /* NULL: nothing to free */
    /* Kinds that are formulas: their file below kernels/ whose numbers `data` is, and that file compiled here
     * (compiled.h). */
    const char *kernel;
    void (*evaluate)(const void *numbers, const double x[3], double t, int part, double q[TAUB_MOST_COMPONENTS]);
    /* Whether they are in this case; NULL: always. */
    bool (*is_formula)(const struct taub_config *config);
    /* Others, and those in other cases: the state at a point. */
    enum taub_status (*state)(const struct taub_problem *self, const double x[3], double t, double state[],
                              struct taub_error *error);
};

struct taub_problem {
    const struct taub_problem_methods *methods;
    enum taub_system_kind system;
    int components; /* of the primitive state */
    const struct taub_eos *eos;
    const struct taub_particles *particles; /* kind particles: while created, those in memory; NULL: initial.file */
    double weight;                          /* of each of them */
    bool formula;                           /* `evaluate` gives the state, not `state` */
    unsigned given;                         /* for kinds that complete states: bits of struct taub_state */
    bool has_stress; /* israel-stewart: the kind sets all components, although it supports srhd, too */
    bool smooth;     /* kinds with `state`: no jumps anywhere, cell averages need no subdivision */
    bool has_exact;  /* cleared by problem.c when the case has sources */
    struct taub_validity validity;
    double start, end;
    enum taub_coordinates coordinates;
    bool active[3]; /* the mesh has more than one cell along the axis */
    double lower[3], upper[3];
    int metadata_count;
    struct taub_metadatum metadata[TAUB_MOST_METADATA];
    void *data;                 /* of the kind of problem */
    struct taub_stress *stress; /* israel-stewart */
};

/* Completes a state of the case file, given by any sufficient set of quantities, to a primitive state; `where` names
 * the key in error messages. */
enum taub_status taub_problem_complete(const struct taub_problem *self, const struct taub_state *given,
                                       const char *where, double state[], struct taub_error *error);

/* The state at a point without the stresses of israel-stewart, whatever the limits of an exact solution. */
enum taub_status taub_problem_point(const struct taub_problem *self, const double x[3], double t, double state[],
                                    struct taub_error *error);

void taub_problem_add_metadata(struct taub_problem *self, const char *name, double value);

/* State at rest without charge for an energy density, which must lie in the range of the eos; `where` names the key in
 * error messages. */
enum taub_status taub_problem_rest_state(const struct taub_problem *self, double energy_density, const double x[3],
                                         const char *where, double state[5], struct taub_error *error);

/* The fluid with this energy-momentum tensor (landau.h, ten components) plus a background at rest. For israel-stewart
 * with has_stress the shear stress is set, too, and with `bulk` the bulk pressure from the trace. */
enum taub_status taub_problem_match(const struct taub_problem *self, const double stress[10], double background,
                                    const double x[3], const char *where, bool bulk, double state[],
                                    struct taub_error *error);

/* Checks that several kinds share, in check.c or with the first of these kinds: initial.state is one of the system;
 * without a magnetic field; at rest; waves go along an axis with cells; x and y have cells; left and right of a Riemann
 * problem; heavy-ion data. */
taub_checks taub_problem_check_flow, taub_problem_check_no_field, taub_problem_check_rest, taub_problem_check_waves,
    taub_problem_check_plane, taub_problem_check_disc, taub_problem_check_vortex, taub_problem_check_sides,
    taub_problem_check_bjorken, taub_problem_check_gubser, taub_problem_check_background, taub_problem_check_deposit;
void taub_problem_check_milne(struct taub_check *self, const char *kind);

extern const struct taub_problem_methods *const taub_problems[]; /* all, then NULL: cmake/wings.cmake */

#endif
