/* Inside a simulation; only src/evolve includes this. */
#ifndef TAUB_EVOLVE_INTERNAL_H
#define TAUB_EVOLVE_INTERNAL_H

#include <stdatomic.h>
#include <sys/types.h>

#include "comm/comm.h"
#include "core/locale.h"
#include "device/device.h"
#include "eos/eos.h"
#include "evolve/plan.h"
#include "evolve/run.h"
#include "launch.h"
#include "mesh/halo.h"
#include "mesh/mesh.h"
#include "output/output.h"
#include "problems/problem.h"
#include "systems/system.h"
#include "taub/case.h"
#include "taub/simulation.h"

enum {
    MOST_REDUCTIONS = 2 * TAUB_MOST_COMPONENTS + TAUB_MOST_DIAGNOSTICS,
    MAX_SCHEME_PASSES = 26,
    MAX_SCHEME_FILES = 8
};

struct taub_pass_name {
    const char *name;
    enum taub_pass_kind kind;
};
/* Numbers and rows of passes from a list of P(number, name, kind). */
#define TAUB_PASS_NUMBER(number, name, kind) number,
#define TAUB_PASS_ROW(number, name, kind) {name, TAUB_##kind##_PASS},

/* Passes of all schemes; those that a case does not use (taub_simulation_compile) are NULL. */
#define TAUB_PASSES(P)                                  \
    P(PASS_COPIES, "copies", POINT)                     \
    P(PASS_GHOSTS, "ghosts", POINT)                     \
    P(PASS_TURN_ARRIVED, "turn_arrived", POINT)         \
    P(PASS_SPEED, "speed", ROW)                         \
    P(PASS_MAXIMA, "maxima", ROW)                       \
    P(PASS_BEGIN, "begin", SINGLE)                      \
    P(PASS_EDGES, "edges", ROW)                         \
    P(PASS_LIMIT, "limit", SINGLE)                      \
    P(PASS_FINISH, "finish", SINGLE)                    \
    P(PASS_TOTALS, "totals", ROW)                       \
    P(PASS_COMBINE, "combine", ROW)                     \
    P(PASS_CONSERVE, "conserve", POINT)                 \
    P(PASS_RECOVER, "recover", POINT)                   \
    P(PASS_DERIVE, "derive", POINT)                     \
    P(PASS_WAKE, "wake", POINT)                         \
    P(PASS_DEPOSIT, "deposit", POINT)                   \
    P(PASS_TRANSFER, "transfer", POINT)                 \
    P(PASS_INDICATE, "indicate", ROW)                   \
    P(PASS_PROBES, "probes", POINT)                     \
    P(PASS_SURFACE_NODES, "surface_nodes", POINT)       \
    P(PASS_SURFACE_MARK, "surface_mark", POINT)         \
    P(PASS_SURFACE_ELEMENTS, "surface_elements", POINT) \
    P(PASS_SURFACE_PACK, "surface_pack", POINT)         \
    P(PASS_SURFACE_UNPACK, "surface_unpack", POINT)
enum pass_name { TAUB_PASSES(TAUB_PASS_NUMBER) PASS_COUNT };

/* Those of initial data. */
enum taub_start_pass { START_INITIALIZE, START_FACES, START_CHECK, START_JUMPS, START_COMPARE, TAUB_START_PASSES };

/* What ranks do together between two launches of a step: `before` a launch of its list. */
enum taub_cut_kind {
    TAUB_CUT_AGREE,    /* goes on when no rank has failed */
    TAUB_CUT_LARGEST,  /* of `count` values of fields[0] on all ranks, into the first of them */
    TAUB_CUT_EXCHANGE, /* ghost zones of fields */
};
struct taub_cut {
    enum taub_cut_kind kind;
    int before;
    struct taub_buffer *fields[2];
    int components[2], count;
    enum taub_op_halo halo;
    int troubled; /* AGREE, EXCHANGE: only while control.troubled of a rank was not below this at the last agreement */
    bool refill;  /* and only when control.refill is set on one */
    int hidden;   /* EXCHANGE: launches from `before` on that do not need the zones, so that these travel meanwhile */
};
struct taub_cuts {
    struct taub_cut *list; /* taub_simulation_cut_room */
    int count;
    int gate; /* while they are made: the least taub_op.gate of what was launched since the last agreement */
};

/* A list of copies, and what of it is on the device: struct taub_copy; NULL where there are none. */
struct taub_halo_lists {
    struct taub_halo *halo; /* NULL: no operation of this case uses it */
    struct taub_buffer *list[TAUB_HALO_PARTS];
};

struct taub_simulation {
    const struct taub_case *run_case;
    const struct taub_config *config;
    const struct taub_system *system;
    const struct taub_scheme *scheme;
    int components; /* of the conserved state and of the primitive one; of complex fields each part has so many */
    int stored;     /* components of both parts */
    int reductions; /* numbers that the passes totals and combine reduce a state to */
    struct taub_device *device;
    bool device_lent; /* and is not closed here */
    bool eos_lent;
    struct taub_mesh *mesh;
    struct taub_eos *eos;
    double *initial;              /* the problem's state on all cells, until it is on the device */
    struct taub_problem *problem; /* NULL for initial.kind code */
    struct taub_program *program;
    char kernels_hash[33]; /* of the program's text */
    struct {
        struct taub_program *program;
        struct taub_pass *passes[TAUB_START_PASSES]; /* those that the case does not use are NULL */
        struct taub_buffer *numbers;                 /* of kinds that are formulas */
        struct taub_buffer *tables; /* in double where those of the run are in single precision; NULL: the same */
    } start;                        /* initial data: src/evolve/start.c */
    struct taub_pass *passes[PASS_COUNT];
    struct taub_pass *scheme_passes[MAX_SCHEME_PASSES]; /* in the order of taub_scheme.passes */
    size_t real_bytes;

    double begins_in_layers; /* maxwell: the largest initial field in matched layers over that of all */
    struct taub_plan *plan;
    struct taub_buffer *buffers[TAUB_MOST_FIELDS]; /* NULL for fields that the case does without */
    int at[TAUB_MOST_FIELDS];                      /* which of them holds a field now */
    int phase;                                     /* completed steps modulo the plan's phases */
    struct taub_buffer *rows[2];                   /* partial reductions */
    struct taub_buffer *control, *tables, *blocks;
    struct taub_halo_lists halos[TAUB_HALOS];

    struct taub_sequence *step[TAUB_MOST_PHASES]; /* one step from each phase */
    struct taub_sequence *cycle;                  /* all phases from the first one */

    int64_t repeated_steps;        /* with half of the length, since the start of the run */
    int64_t blocks_held_back;      /* by mesh.refine.most_blocks from being refined, likewise */
    int64_t at_rest[TAUB_AT_REST]; /* what is known of the state at rest, to be found again in a restart */
    bool broken;                   /* a device or a rank failed within a step: there is no state any more */
    bool zones_filled;             /* ghost zones are those of the state as it is: taub_simulation_see_neighbours */
    int64_t states;                /* how often the state has changed */
    int64_t meshes;                /* and the tree of blocks (mesh.refine) */
    int level;                     /* of the cells that arrays of the public interface have */
    double updates;                /* cells advanced by a step, since this process began */
    int64_t stand_ins; /* cells of this rank where the last quantity that was derived is that of means, for want of a
                          state with the densities at the centre */

    const struct taub_comm *comm; /* never NULL */
    struct taub_comm *joined;     /* that, where the simulation has to leave it; NULL: somebody else's */
    struct taub_ranks *ranks;     /* NULL where there is one */

    struct taub_control clock; /* host copy, as of the last synchronisation; counters: of all ranks */
    void *staging;             /* host scratch: one field as stored */
    bool lacks_faces;          /* the state that a scheme has to prepare comes from outside, without fields on faces */

    struct taub_droplets *droplets; /* NULL without source.kind droplets */
    struct taub_surface *surface;   /* of taub_simulation_surface; NULL before its first call */
    struct taub_points *points;     /* of taub_simulation_read_at; NULL before its first call */
    struct taub_view *views;        /* memory of taub_simulation_device_array, a list */

    pid_t process;                  /* that made it */
    atomic_bool in_use;             /* by a function of the public interface */
    struct taub_plain_locale plain; /* of its thread */
};

/* How a scheme advances a system. A scheme is one of these in a file of its own, one line in src/evolve/scheme.c, and
 * kernel files. */
struct taub_check;

struct taub_scheme {
    enum taub_scheme_kind kind;
    unsigned systems;                        /* that it can advance: bits 1 << enum taub_system_kind */
    void (*check)(struct taub_check *check); /* what cases must be, beyond the ranges of their keys; NULL: nothing */
    int ghosts;
    int (*ghosts_of)(const struct taub_config *config); /* where they depend on the case; NULL: `ghosts` */
    bool sphere;                                        /* for meshes that are cubed spheres, and for no others */
    /* Beyond walls and open ends it does not continue the pressure by a source's force: evolve/forces.h. */
    bool mirrors_forces;
    /* Its pass over faces of finer blocks, which is there with mesh.refine; 0: it takes no blocks of several levels. */
    int levels;
    int corners; /* 1: ghost zones at edges and corners of blocks are read, too; of trees they always are */
    /* Kernel files that declare its passes, in any order: they include what they use. And those from which passes of
     * all schemes take something of this one (kernels/case/scheme.h). The first NULL ends a list. */
    const char *kernels[MAX_SCHEME_FILES], *shared[MAX_SCHEME_FILES];
    struct taub_pass_name passes[MAX_SCHEME_PASSES]; /* those its kernel files declare */
    /* Whether this case and device need the pass of this number; NULL: always. */
    bool (*has_pass)(const struct taub_simulation *simulation, int pass);
    /* Constants of the scheme's kernels. */
    enum taub_status (*define)(const struct taub_config *config, struct taub_bundle *bundle, struct taub_error *error);
    /* Group and tile of tile passes; `kind` is filled in already. */
    void (*shape_pass)(const struct taub_simulation *simulation, int pass, struct taub_pass_geometry *geometry);
    /* Its fields, the two of every scheme first (taub_fields_conserved, taub_fields_with_primitive below); returns
     * their number. host: whether the device is one. */
    int (*fields)(const struct taub_config *config, bool host, struct taub_field_spec *fields);
    /* Writes one step down. A scheme without a primitive field keeps conserved states only, from which passes recover
     * what they need (kernels/passes/common.h: load_primitive). */
    void (*step)(const struct taub_simulation *simulation, int variant, struct taub_step *step);
    /* How many variants of the step are taken in turn; NULL: 1. */
    int (*variants)(const struct taub_config *config);
    /* Bound of dt times the sum over axes of |signal speed|/(cell size). */
    double (*sum_limit)(const struct taub_config *config);
    double (*flops_per_zone)(const struct taub_config *config, const int active[3]);
    int gradients; /* its pass for quantities behind QUANTITY_OF_GRADIENTS; 0: none */
    /* What has to be done after the state was set from outside, as operations; fresh: its conserved components only.
     * NULL: nothing. */
    void (*prepare)(const struct taub_simulation *simulation, bool fresh, struct taub_step *step);
    /* Order in space; NULL: 2. Above 2 a state is one of cell averages: initial data and exact solutions are then
     * averaged, too. */
    int (*order)(const struct taub_config *config);
};
/* Functions of a file that has all of these by these names. */
#define TAUB_SCHEME_FUNCTIONS \
    .define = define, .fields = fields, .step = step, .sum_limit = sum_limit, .flops_per_zone = flops_per_zone
/* By kind and system; NULL when there is none. */
const struct taub_scheme *taub_scheme_find(const struct taub_config *config);
extern const struct taub_scheme *const taub_schemes[]; /* all, then NULL: cmake/wings.cmake */
int taub_scheme_ghosts(const struct taub_config *config);
/* scheme.order, for the member `order`. */
int taub_order_of_case(const struct taub_config *config);
/* The fields that every scheme has, and for those with a primitive state also that one and the one that a stage writes;
 * return their number. */
enum { TAUB_FIELD_PRIMITIVE = TAUB_FIELD_OWN, TAUB_FIELD_PRIMITIVE_NEXT };
int taub_fields_conserved(const struct taub_config *config, struct taub_field_spec *fields);
int taub_fields_with_primitive(const struct taub_config *config, struct taub_field_spec *fields);
/* Whether the scheme keeps conserved states only. */
bool taub_scheme_conserved_only(const struct taub_config *config);
/* Operations of one evaluation of pressure and sound speed (kernels/eos/). */
double taub_scheme_eos_flops(const struct taub_config *config);

bool taub_simulation_on_host(const struct taub_simulation *self);
/* A launch of a pass over all inner cells, fields to be filled in. */
struct taub_launch taub_simulation_launch(const struct taub_simulation *self, enum pass_name pass);
/* The same for the scheme's own pass of this number. */
struct taub_launch taub_simulation_scheme_launch(const struct taub_simulation *self, int pass);
/* All memory on the device that depends on the blocks of the mesh, and the sequences of a step. */
enum taub_status taub_simulation_create_blocks(struct taub_simulation *self, struct taub_error *error);
/* The buffer that holds a field now; NULL when the case does without it. */
struct taub_buffer *taub_simulation_field(const struct taub_simulation *self, int field);
bool taub_simulation_conserved_only(const struct taub_simulation *self);

/* src/evolve/launches.c: makes the scheme's plan; turns operations into launches. at: which buffer holds which field
 * before them, and afterwards behind them. Return the number of launches. */
enum taub_status taub_simulation_plan(struct taub_simulation *self, struct taub_error *error);
int taub_simulation_step_launches(const struct taub_simulation *self, int phase, struct taub_launch *list,
                                  struct taub_cuts *cuts);
/* Records every phase of a step and all phases together as sequences; `launches` writes those of one phase into a list
 * with room for `most` and returns their number. */
typedef int taub_launches_of_phase(const struct taub_simulation *self, int phase, struct taub_launch *list);
enum taub_status taub_simulation_record(struct taub_simulation *self, taub_launches_of_phase *launches, int most,
                                        struct taub_error *error);
void taub_simulation_forget_record(struct taub_simulation *self);
/* Where a buffer of the step has moved. All ranks call it. */
enum taub_status taub_simulation_record_again(struct taub_simulation *self, struct taub_error *error);
/* taub_launch.gate of what is done while control.troubled is not below a number, or only where cells were changed since
 * ghost zones were filled. */
int taub_simulation_gate(int troubled, bool refill);
/* No fewer than the launches of these operations; of a step of any phase. */
int taub_simulation_launch_room(const struct taub_step *step);
int taub_simulation_step_room(const struct taub_simulation *self);
/* And no fewer than the cuts between them. */
int taub_simulation_cut_room(const struct taub_step *step);
int taub_simulation_launches(const struct taub_simulation *self, const struct taub_step *step, int at[TAUB_MOST_FIELDS],
                             struct taub_launch *list, struct taub_cuts *cuts);
/* src/evolve/state_check.c: whether the system can start from a state, of this rank's cells and in the order of
 * components; `whose` it is begins the message, which names the cell that is at fault, or the one with the lowest or
 * the highest energy density of this rank when they are out of range. All ranks call it. */
enum taub_status taub_simulation_check_state(struct taub_simulation *self, const double *state, const char *whose,
                                             struct taub_error *error);
/* src/evolve/halos.c: lists of copies, by the plan. */
/* Whether ghost zones at edges and corners of blocks are filled. */
bool taub_simulation_sees_corners(const struct taub_simulation *self);
enum taub_status taub_simulation_create_halos(struct taub_simulation *self, struct taub_error *error);
void taub_simulation_destroy_halos(struct taub_simulation *self);
/* The most that are sent to or received from other ranks at a time. */
long taub_simulation_most_zones(const struct taub_simulation *self);
/* Makes a launch one over the boxes of a list, which is field `slot`. */
void taub_simulation_over_list(const struct taub_simulation *self, enum taub_op_halo halo, enum taub_halo_part part,
                               int slot, struct taub_launch *launch);
/* A launch of PASS_COPIES over one of the lists, which is field 2. */
struct taub_launch taub_simulation_list_launch(const struct taub_simulation *self, enum taub_op_halo halo,
                                               enum taub_halo_part part);
/* src/evolve/ranks.c: what several ranks do together. */
/* Across which sides of its blocks this rank meets others, when cells away from these are computed while ghost zones
 * travel; false: they are not. */
bool taub_simulation_hides(const struct taub_simulation *self, bool shared[3][2]);
/* The operations once, outside a step. */
enum taub_status taub_simulation_run_list(struct taub_simulation *self, const struct taub_step *step,
                                          struct taub_error *error);
/* `steps` steps from the present phase on. */
enum taub_status taub_simulation_share_steps(struct taub_simulation *self, int64_t steps, struct taub_error *error);
/* src/evolve/steps.c: steps from this phase on of one rank, or where the sequences have all that ranks do
 * together.
 */
enum taub_status taub_simulation_run_recorded(struct taub_simulation *self, int phase, int64_t steps,
                                              struct taub_error *error);
/* Seconds to wait for another rank: TAUB_PATIENCE in the environment, for ranks that a debugger holds, say. */
double taub_simulation_patience(void);
/* src/evolve/program.c: a program of this kernel file alone, in the precision of the run, and its passes, which have no
 * tiles. Both are the caller's, also when a pass is not found. */
enum taub_status taub_simulation_small_program(const struct taub_simulation *self, const char *file,
                                               const struct taub_pass_name *names, int count, struct taub_program **out,
                                               struct taub_pass **passes, struct taub_error *error);
/* The clock as the device has it; of ranks, one for all. */
enum taub_status taub_simulation_download_clock(struct taub_simulation *self, struct taub_error *error);
/* Adds up the counters of all ranks, and takes the failure of one for that of all. */
enum taub_status taub_simulation_share_clock(struct taub_simulation *self, struct taub_error *error);
/* What this rank has counted, in place of the sums over all. */
void taub_simulation_own_counters(const struct taub_simulation *self, struct taub_control *clock);
/* What was counted in a step that has not been completed. */
void taub_simulation_forget_step(struct taub_simulation *self);
/* The counters that stand in the clock become those of the first rank. */
void taub_simulation_assign_counters(struct taub_simulation *self);
/* A message about a failed cell is that of the rank that has it. */
enum taub_status taub_simulation_tell_failure(struct taub_simulation *self, enum taub_status status,
                                              struct taub_error *error);
/* The largest value of all ranks. */
double taub_simulation_share_largest(const struct taub_simulation *self, double value);
/* How ghost zones go between ranks in a step, in words; "" where there is one rank. */
const char *taub_simulation_exchange(const struct taub_simulation *self);
/* Seconds of what ranks have done together in steps, waiting included; while passes are timed (taub_device_timing)
 * without passes that were still under way. passes: those that were timed. */
double taub_simulation_exchange_seconds(const struct taub_simulation *self, const struct taub_pass_time *passes,
                                        int count);
/* Whether a pass of this name belongs to that. */
bool taub_simulation_exchanges(const struct taub_simulation *self, const char *pass);
enum taub_status taub_simulation_create_ranks(struct taub_simulation *self, struct taub_error *error);
/* Behind it, when all ranks have come so far: lets their devices reach each other where they can. */
enum taub_status taub_simulation_connect_ranks(struct taub_simulation *self, struct taub_error *error);
void taub_simulation_destroy_ranks(struct taub_simulation *self);
/* What depends on the blocks of the mesh; clocks stay. All ranks call it. */
void taub_simulation_forget_links(struct taub_simulation *self);
/* That, and both of the above once more, where buffers of the step have moved. */
enum taub_status taub_simulation_renew_ranks(struct taub_simulation *self, struct taub_error *error);
/* src/evolve/rank_device.c: which device and how many threads a rank takes of those of its host; TAUB_BAD_INPUT
 * when ranks would compute on devices of several kinds. */
void taub_simulation_choose_device(const struct taub_comm *comm, struct taub_device_config *device);
enum taub_status taub_simulation_same_devices(const struct taub_simulation *self, struct taub_error *error);
/* Ranks with another case, checkpoint (NULL: none) or Taub would wait for each other for ever: TAUB_BAD_INPUT. */
enum taub_status taub_ranks_check_sameness(const struct taub_comm *comm, const struct taub_case *run_case,
                                           const char *restart, struct taub_error *error);
/* The status of all ranks (comm/comm.h). */
enum taub_status taub_simulation_agree(const struct taub_simulation *self, enum taub_status status,
                                       struct taub_error *error);
/* On all ranks, so many bytes of each block of the mesh, from those of its rank. */
void taub_simulation_gather_blocks(const struct taub_simulation *self, const void *own, size_t bytes, void *all);
void taub_simulation_start_list(const struct taub_simulation *self, struct taub_step *step);
/* Reduces rows[0] of `count` numbers each down to one row; returns the launches' number. The result is in rows[*at]. */
int taub_simulation_append_reduction(const struct taub_simulation *self, enum pass_name pass, struct taub_launch *list,
                                     int *at);
/* Whether a face has this boundary, on an axis with more than one cell. */
bool taub_has_boundary(const struct taub_config *config, enum taub_boundary kind);
/* Whether there is a source term, or current, in a C file of the user. */
bool taub_has_user_source(const struct taub_config *config);
/* src/evolve/fills.c: at which sides of the mesh along an axis (bits) there are ends of a rank of geometry/blocks.h. */
enum { TAUB_RANKS_OF_ENDS = 4 };
unsigned taub_ends_of_rank(const struct taub_config *config, int axis, int rank);

/* src/evolve/interface.c: around every function of the public interface that launches something. Fails while another
 * thread is inside, and in a fork of the process that made the simulation, since threads and devices do not follow. */
enum taub_status taub_simulation_enter(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_simulation_leave(struct taub_simulation *self, enum taub_status status); /* returns status */
void taub_simulation_release_views(struct taub_simulation *self);

/* src/evolve/steps.c: fails where a step was left half-way, so that what is there is not taken for a state. */
enum taub_status taub_simulation_check_whole(const struct taub_simulation *self, struct taub_error *error);

/* src/evolve/steps.c: the step that time.cfl allows the state as it is; 0 where nothing moves. */
enum taub_status taub_simulation_step_bound(struct taub_simulation *self, double *bound, struct taub_error *error);

/* src/evolve/errors.c: the errors against the exact solution, or the reason why there are none. */
enum taub_status taub_simulation_compare_exact(struct taub_simulation *self, struct taub_run_result *result,
                                               struct taub_error *error);

/* src/evolve/state.c */
struct taub_buffer *taub_simulation_primitive_now(const struct taub_simulation *self);
/* What the scheme has to do before its next step with a state that was set from outside, `fresh` or as it was kept. */
enum taub_status taub_simulation_prepare(struct taub_simulation *self, bool fresh, struct taub_error *error);
/* The primitive state of a scheme that has one, from the conserved one. */
enum taub_status taub_simulation_restore_primitive(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_simulation_launch_pointwise(struct taub_simulation *self, enum pass_name pass,
                                                  struct taub_buffer *to, struct taub_buffer *from, int option,
                                                  struct taub_error *error);
/* What outputs hold of a quantity, and the text for it in their attributes. */
enum taub_values { TAUB_POINTS, TAUB_MEANS };
enum taub_values taub_simulation_values(const struct taub_simulation *self);
const char *taub_simulation_values_text(const struct taub_simulation *self, const struct taub_quantity_info *info);
/* Before a pass reads output values: fills ghost zones where these need them and no step has. All ranks call it. */
enum taub_status taub_simulation_see_neighbours(struct taub_simulation *self, enum taub_values values,
                                                struct taub_error *error);
/* taub_simulation_read of means or points, whatever outputs hold. */
enum taub_status taub_simulation_read_as(struct taub_simulation *self, const char *name, enum taub_values which,
                                         double *values, size_t size, struct taub_error *error);
/* The state is about to change: ghost zones and copies of it are out of date. */
void taub_simulation_change_state(struct taub_simulation *self);
/* A quantity that this simulation has; without a name if there is none of this name. Imaginary parts are of complex
 * fields only. */
struct taub_quantity_info taub_simulation_find_quantity(const struct taub_simulation *self, const char *name);
/* src/evolve/levels.c: taub_simulation_read_as of a tree, on all cells of the level. And why nothing can be written. */
enum taub_status taub_simulation_read_level(struct taub_simulation *self, const char *name, double *values, size_t size,
                                            struct taub_error *error);
enum taub_status taub_simulation_refuse_tree(const struct taub_simulation *self, struct taub_error *error);
/* Writes a quantity of every cell into a spare buffer of the size of a state, its components first. */
enum taub_status taub_simulation_derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                                        struct taub_buffer **out, struct taub_error *error);
/* The same from means, with the ghost zones, of a quantity that needs no differences of neighbours. */
enum taub_status taub_simulation_derive_around(struct taub_simulation *self, const struct taub_quantity_info *info,
                                               struct taub_buffer **out, struct taub_error *error);
/* Which component of that buffer, of those of a state as it is stored, is the quantity's first one. */
int taub_simulation_derived_at(const struct taub_simulation *self, const struct taub_quantity_info *info);
/* A quantity of every cell as the device has it: [block][component], with ghost zones, of which `beyond` layers around
 * each block have the quantity, too. */
enum taub_status taub_simulation_read_stored(struct taub_simulation *self, const struct taub_quantity_info *info,
                                             int beyond, void *stored, struct taub_error *error);
enum taub_status taub_simulation_upload_clock(struct taub_simulation *self, struct taub_error *error);
/* Initial data that are arrays, found and checked before kernels are compiled, so that bad input is refused at once.
 * Then, or for other kinds at once, the initial state. */
enum taub_status taub_simulation_compute_initial(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_simulation_take_initial(struct taub_simulation *self, struct taub_error *error);
/* src/evolve/at_rest.c: notes the state at rest from its primitive state, with what stands on faces, before it becomes
 * conserved; refuses the checkpoint at `path` of another one. */
enum taub_status taub_at_rest_note(struct taub_simulation *self, struct taub_buffer *primitive,
                                   struct taub_error *error);
enum taub_status taub_at_rest_compare(const struct taub_simulation *self, const int64_t kept[TAUB_AT_REST],
                                      const char *path, struct taub_error *error);
/* The same without the state at rest (scheme.equilibrium), which stays as it is. */
enum taub_status taub_simulation_take_data(struct taub_simulation *self, struct taub_error *error);
/* The exact state at a time becomes the state; or its cells are read, without what stands on faces: `components` of the
 * real part, one after the other. */
enum taub_status taub_simulation_take_exact(struct taub_simulation *self, double t, struct taub_error *error);
enum taub_status taub_simulation_read_exact(struct taub_simulation *self, double t, double *values,
                                            struct taub_error *error);
/* src/evolve/start.c: whether taub_simulation_jumps has to look. */
bool taub_simulation_may_jump(const struct taub_config *config);

/* src/evolve/average.c: points along each axis for averages over cells; 1: values at the centre are enough. */
int taub_average_points(const struct taub_config *config);
/* Kinds that are arrays: the initial state at time.start, and the exact one later, of every cell: of its mean
 * densities, or at its centre. `components` values of all cells, one after the other. */
enum taub_status taub_simulation_exact_cells(const struct taub_simulation *self, double t, double *values,
                                             struct taub_error *error);

/* src/evolve/initial_faces.c: fields on faces, as initial data give them. */
/* Axes (bits) at whose upper end faces of the mesh are no lower faces of cells, and belong to the state. They stand in
 * ghost zones. */
unsigned taub_upper_faces(const struct taub_config *config);
/* The component of B along x. */
int taub_magnetic_component(const struct taub_system *system);
/* Of the magnetic field along an axis, sums over cells: of its difference between what faces and what the user's
 * `initial` gives, and of the size of both. */
struct taub_difference {
    double difference, faces, given;
};
/* Refuses a potential of which a component is not that of the user's function `whose`, given what this rank has of all
 * three. */
enum taub_status taub_simulation_check_potential(struct taub_simulation *self, const char *whose,
                                                 const struct taub_difference sums[3], struct taub_error *error);
/* Refuses a magnetic field that has a divergence. */
enum taub_status taub_simulation_check_divergence(struct taub_simulation *self, struct taub_error *error);

/* src/evolve/program.c */
enum taub_status taub_simulation_compile(struct taub_simulation *self, struct taub_error *error);
enum taub_status taub_program_bundle(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_bundle **out, struct taub_error *error);

/* taub_simulation_advance that also stops, without a change to any step, where the first one ends at `pause` or later.
 */
enum taub_status taub_simulation_advance_to(struct taub_simulation *self, int64_t steps, double until, double pause,
                                            struct taub_error *error);

/* The reductions of the system, sums times the cell volume. */
enum taub_status taub_simulation_totals(struct taub_simulation *self, double totals[MOST_REDUCTIONS],
                                        struct taub_error *error);
/* What was counted until now. */
void taub_simulation_counts(const struct taub_simulation *self, int64_t counts[TAUB_COUNTS]);
/* Dense conserved and primitive state, and the scheme's part of it, for a checkpoint, and back; and for each axis of
 * taub_saved_upper_faces what stands on the upper faces of cells across it, of which the state has the last ones only
 * there. */
unsigned taub_saved_upper_faces(const struct taub_config *config);
int taub_simulation_saved_components(const struct taub_simulation *self);
enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error);
/* `upper_faces`: axes of which the values have them. `allowed`: of the clock, 0 when it is not known. */
enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, unsigned upper_faces,
                                      int64_t step, double time, double dt, double allowed,
                                      const int64_t counters[TAUB_COUNTS_SAVED], struct taub_error *error);
int64_t taub_simulation_zones(const struct taub_simulation *self);     /* of this rank */
int64_t taub_simulation_all_zones(const struct taub_simulation *self); /* of the mesh */

/* src/evolve/lost.c: what a run had to correct since it was last looked at, for systems that watch that. `reduced`: of
 * the state as it is (taub_simulation_totals). */
enum { TAUB_LOST_STEPS = 10 }; /* fewer tell nothing */
struct taub_lost {
    double share;   /* of the energy, when it was last looked at */
    int64_t energy; /* counted until then */
    int64_t step;   /* of then */
};
void taub_lost_begin(struct taub_lost *self, struct taub_simulation *simulation, const double *reduced);
enum taub_status taub_lost_check(struct taub_lost *self, struct taub_simulation *simulation, const double *reduced,
                                 struct taub_error *error);

/* src/evolve/memory.c */
enum taub_purpose { TAUB_FOR_STEPS, TAUB_FOR_RUN, TAUB_FOR_RESTART }; /* what the caller does beside stepping */
struct taub_memory {
    size_t fields[TAUB_MOST_FIELDS];     /* bytes of each; 0: this case and device do without */
    size_t rows, control, blocks, table; /* of the other buffers */
    size_t staging;                      /* on the host */
    int tree;                            /* blocks of several levels (mesh.refine), this many; 0: others */
    double device;                       /* all buffers */
    double host;                         /* beside them, at the most demanding moment */
};
/* exact: errors against an exact solution are computed at the end. */
void taub_memory_plan(const struct taub_config *config, const struct taub_mesh *mesh, const struct taub_eos *eos,
                      bool on_host, enum taub_purpose purpose, bool exact, struct taub_memory *out);
/* TAUB_BAD_INPUT, with the numbers, when the device or the host does not have as much. */
enum taub_status taub_memory_check(const struct taub_config *config, const struct taub_memory *memory,
                                   const struct taub_device_report *device, struct taub_error *error);
/* The same for the blocks of a simulation, before anything large is made for them; `held`: bytes that stay on the
 * device besides. */
enum taub_status taub_simulation_check_memory(const struct taub_simulation *self, enum taub_purpose purpose,
                                              size_t held, struct taub_error *error);
int taub_memory_saved_components(const struct taub_config *config);  /* of a checkpoint */
int taub_memory_state_components(const struct taub_config *config);  /* of it without upper faces */
int taub_memory_output_components(const struct taub_config *config); /* of an output or a checkpoint, the larger */
/* taub_simulation_create for a caller that needs memory for more. */
enum taub_status taub_simulation_create_for(const struct taub_case *run_case, const struct taub_comm *comm,
                                            enum taub_purpose purpose, const struct taub_compile_watch *watch,
                                            struct taub_simulation **out, struct taub_error *error);
/* The same on a device that is open already, with what the case asks of one, and with its equation of state, which
 * others may read at the same time; both stay. NULL: the case's own. */
enum taub_status taub_simulation_create_on(const struct taub_case *run_case, const struct taub_comm *comm,
                                           enum taub_purpose purpose, const struct taub_compile_watch *watch,
                                           struct taub_device *device, struct taub_eos *eos,
                                           struct taub_simulation **out, struct taub_error *error);
double taub_simulation_memory(const struct taub_simulation *self); /* bytes of all device buffers */

#endif
