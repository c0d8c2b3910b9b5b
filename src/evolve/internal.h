/* Inside a simulation; only src/evolve includes this. */
#ifndef TAUB_EVOLVE_INTERNAL_H
#define TAUB_EVOLVE_INTERNAL_H

#include "device/device.h"
#include "eos/eos.h"
#include "evolve/run.h"
#include "launch.h"
#include "mesh/mesh.h"
#include "problems/problem.h"
#include "systems/system.h"
#include "taub/case.h"
#include "taub/simulation.h"

enum {
    MOST_REDUCTIONS = 2 * TAUB_MOST_COMPONENTS,
    MAX_STEP_LAUNCHES = 96,
    MAX_SCHEME_PASSES = 8,
    MAX_PERIOD = 6,
    MAX_SCHEME_FIELDS = 8
};

/* Passes that every scheme needs; those that a case does not use are NULL. */
enum pass_name {
    PASS_GHOSTS,
    PASS_SPEED,
    PASS_MAXIMA,
    PASS_BEGIN,
    PASS_FINISH,
    PASS_TOTALS,
    PASS_COMBINE,
    PASS_CONSERVE,
    PASS_RECOVER,
    PASS_DERIVE,
    PASS_INVENT,
    PASS_COUNT
};

struct taub_simulation {
    const struct taub_case *run_case;
    const struct taub_config *config;
    const struct taub_system *system;
    const struct taub_scheme *scheme;
    int components; /* of the conserved state and of the primitive one */
    int reductions; /* numbers that the passes totals and combine reduce a state to */
    struct taub_device *device;
    struct taub_mesh *mesh;
    struct taub_eos *eos;
    struct taub_problem *problem; /* NULL for initial.kind code */
    struct taub_program *program;
    struct taub_pass *passes[PASS_COUNT];
    struct taub_pass *scheme_passes[MAX_SCHEME_PASSES]; /* in the order of taub_scheme.passes */
    size_t real_bytes;

    /* The conserved state of the last whole step is conserved[parity]; a step writes the other one, so that a step that
     * fails can be taken back. The primitive state is primitive[primitive_parity]; schemes that keep conserved states
     * only have none. */
    struct taub_buffer *conserved[2], *primitive[2];
    struct taub_buffer *scheme_fields[MAX_SCHEME_FIELDS]; /* see taub_scheme.fields */
    struct taub_buffer *rows[2];                          /* partial reductions */
    struct taub_buffer *control, *tables, *links;
    int parity;
    int phase; /* completed steps modulo the scheme's period */

    struct taub_sequence *step[MAX_PERIOD]; /* one step from each phase */
    struct taub_sequence *cycle;            /* a whole period from phase 0 */

    struct taub_control clock; /* host copy, as of the last synchronisation */
    void *staging;             /* host scratch: one field as stored */
};

/* How a scheme advances a system. A scheme is one of these in a file of its own, one line in src/evolve/scheme.c, and
 * kernel files. */
struct taub_scheme {
    enum taub_scheme_kind kind;
    unsigned systems; /* that it can advance: bits 1 << enum taub_system_kind */
    int ghosts;
    int (*ghosts_of)(const struct taub_config *config); /* where they depend on the case; NULL: `ghosts` */
    int corners;             /* 1: ghost zones at edges and corners of blocks are read, too */
    const char *kernels[20]; /* kernel files, in order, behind the system's; ends with NULL; "reconstruct/limiter"
                                stands for that of scheme.limiter, and face.h; "systems/change" for the changes of
                                the system along changes of its state; "riemann/solver" for what scheme.riemann
                                adds */
    struct {
        const char *name;
        enum taub_pass_kind kind;
    } passes[MAX_SCHEME_PASSES]; /* those its kernel files declare */
    /* Whether this case and device need the pass of this number; NULL: always. */
    bool (*has_pass)(const struct taub_simulation *simulation, int pass);
    /* Constants of the scheme's kernels. */
    enum taub_status (*define)(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error);
    /* Group and tile of tile passes; `kind` is filled in already. */
    void (*shape_pass)(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry);
    /* Appends the launches between begin and finish to list; returns their number. With the period of 2 that is usual
     * the phase is the parity. */
    int (*step)(const struct taub_simulation *simulation, int phase, struct taub_launch *list);
    /* 1 when the primitive state changes buffers from step to step. */
    int (*primitive_alternates)(const struct taub_config *config);
    /* Bound of dt times the sum over axes of |signal speed|/(cell size). */
    double (*sum_limit)(const struct taub_config *config);
    double (*bytes_per_zone)(const struct taub_simulation *simulation);
    double (*flops_per_zone)(const struct taub_config *config, const int active[3]);
    /* The launches of step n depend on n modulo this, at most MAX_PERIOD; NULL: 2. */
    int (*period)(const struct taub_config *config);
    /* How often the conserved state changes buffers in a step, times the period even; NULL: once. */
    int (*writes)(const struct taub_config *config);
    /* There are no primitive buffers: passes recover what they need (kernels/passes/common.h: load_primitive). A pass
     * that fails leaves in control->spare how many of the step's writes came before its own: what it read is the last
     * good state, and the message says so. `writes` must be there. */
    int conserved_only;
    int fields; /* cell-centred fields with ghost zones that it needs between its passes, at most MAX_SCHEME_FIELDS */
    unsigned gpu_fields; /* bits of those that the host does without */
    int gradients;       /* its pass for quantities behind QUANTITY_OF_GRADIENTS; 0: none */
    /* Components of each, 0 for one that this case does without; NULL: as many as the conserved state has. */
    int (*field_components)(const struct taub_config *config, int field);
    /* Fields that belong to the state between steps, field n of both being that before a step of parity n; they go into
     * checkpoints. 0: none, or 2. */
    int state_fields;
    /* 1: `step` appends the clock's begin too, and what finds the time step. */
    int own_clock;
    /* Launches after the state was set from outside; fresh: its conserved components only. NULL: none. */
    int (*prepare)(const struct taub_simulation *simulation, bool fresh, struct taub_launch *list);
    /* Order in space; NULL: 2. Above 2 a state is one of cell averages: initial data and exact solutions are then
     * averaged, too. */
    int (*order)(const struct taub_config *config);
};
/* By kind and system; NULL when there is none. */
const struct taub_scheme *taub_scheme_find(const struct taub_config *config);
/* Bytes of one conserved state of a cell. */
double taub_scheme_state_bytes(const struct taub_config *config);
extern const struct taub_scheme taub_scheme_kurganov_tadmor;
extern const struct taub_scheme taub_scheme_shasta;
extern const struct taub_scheme taub_scheme_musta;
extern const struct taub_scheme taub_scheme_cese;
extern const struct taub_scheme taub_scheme_ader_weno;
extern const struct taub_scheme taub_scheme_rk_weno;
int taub_scheme_ghosts(const struct taub_config *config);
extern const struct taub_scheme taub_scheme_viscous; /* kurganov-tadmor of israel-stewart */
/* Operations of one evaluation of pressure and sound speed (kernels/eos/). */
double taub_scheme_eos_flops(const struct taub_config *config);
/* 256 GPU threads over x and y: 32 x 8, or all along the one axis that has cells (bench/stage.md). */
void taub_scheme_group(const struct taub_config *config, int group[2]);

bool taub_simulation_on_host(const struct taub_simulation *self);
/* A launch of a pass over all inner cells, fields to be filled in. */
struct taub_launch taub_simulation_launch(const struct taub_simulation *self, enum pass_name pass);
/* The same for the scheme's own pass of this number. */
struct taub_launch taub_simulation_scheme_launch(const struct taub_simulation *self, int pass);
int taub_simulation_append_ghosts(const struct taub_simulation *self, struct taub_buffer *primitive,
                                  struct taub_launch *list);
/* The same for boundaries that depend on the time, `share` of dt after the step's start (append_ghosts: 0). */
int taub_simulation_append_ghosts_at(const struct taub_simulation *self, struct taub_buffer *primitive, double share,
                                     struct taub_launch *list);
/* Reduces rows[0] of `count` numbers each down to one row; returns the launches' number. The result is in rows[*at]. */
int taub_simulation_append_reduction(const struct taub_simulation *self, enum pass_name pass, struct taub_launch *list,
                                     int *at);
/* Components of the scheme's own field. */
int taub_simulation_field_components(const struct taub_simulation *self, int field);
/* Which conserved buffer holds the state before a step of this phase. */
int taub_simulation_parity_at(const struct taub_simulation *self, int phase);
/* Which primitive buffer belongs to the state before a step of this parity. */
int taub_simulation_primitive_at(const struct taub_simulation *self, int parity);

/* 1 when the scheme keeps no primitive state between steps, and the buffer that describes the state before a step of
 * this phase: the primitive one, or else the conserved one. */
/* Steps after which the list of launches repeats. */
int taub_simulation_period(const struct taub_simulation *self);
bool taub_simulation_conserved_only(const struct taub_simulation *self);
struct taub_buffer *taub_simulation_visible_at(const struct taub_simulation *self, int phase);

/* src/evolve/state.c */
struct taub_buffer *taub_simulation_primitive_now(const struct taub_simulation *self);
enum taub_status taub_simulation_launch_pointwise(struct taub_simulation *self, enum pass_name pass,
                                                  struct taub_buffer *to, struct taub_buffer *from, int option,
                                                  struct taub_error *error);
enum taub_status taub_simulation_upload_clock(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_simulation_initial_from_problem(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_simulation_initial_from_code(struct taub_simulation *self, struct taub_error *error);

/* src/evolve/average.c: points along each axis for averages over cells; 1: values at the centre are enough. */
int taub_average_points(const struct taub_config *config);
/* The initial state at time.start, and the exact one later, of every cell: of its mean densities, or at its centre.
 * Component c of the cell that is number n in [nz][ny][nx] goes to values[n * cell_stride + c * component_stride]. */
enum taub_status taub_simulation_exact_cells(const struct taub_simulation *self, double t, double *values,
                                             size_t cell_stride, size_t component_stride, struct taub_error *error);

/* src/evolve/program.c */
enum taub_status taub_simulation_compile(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_program_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_bundle **out, struct taub_error *error);

/* The reductions of the system, sums times the cell volume. */
enum taub_status taub_simulation_totals(struct taub_simulation *self, double totals[MOST_REDUCTIONS],
                                        struct taub_error *error);
/* Dense conserved and primitive state, and the scheme's part of it, for a checkpoint, and back. */
int taub_simulation_saved_components(const struct taub_simulation *self);
enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error);
enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, int64_t step, double time,
                                      double dt, const int64_t counters[7], struct taub_error *error);
int64_t taub_simulation_zones(const struct taub_simulation *self);
double taub_simulation_memory(const struct taub_simulation *self); /* bytes of all device buffers */

#endif
