/* What the command line needs beyond the public simulation: whole runs with outputs, benchmarks, errors. */
#ifndef TAUB_RUN_H
#define TAUB_RUN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "comm/comm.h"
#include "device/device.h"
#include "taub/simulation.h"

enum { TAUB_WAY_WORDS = 600 }; /* room for how ghost zones go between ranks, and why not otherwise */

struct taub_progress {
    int64_t step;
    double time, dt, end;
    double zone_updates_per_second; /* since the last report */
    double seconds_left;            /* estimate; negative when unknown */
};

struct taub_run_result;
struct taub_surface_element;
struct taub_eos;

struct taub_run_options {
    const struct taub_comm *comm; /* the ranks that run the case together; NULL: alone */
    const char *folder;           /* where outputs go; NULL: *result is all that is wanted, and no file is written */
    /* An open device with what the case asks of one (taub_device_keep), which this thread alone uses; NULL: the run
     * opens its own. */
    struct taub_device *device;
    struct taub_eos *eos; /* the case's, made before; NULL: the run makes its own */
    /* checkpoint.hdf or a run's folder to go on from; NULL: from the initial data. Where that is `folder` itself, its
     * outputs go on behind the earlier ones. */
    const char *restart;
    bool force_restart; /* also when the checkpoint's numbers mean something else in this case */
    /* Something that the user should know and that is no error, a line; NULL for silence. */
    void (*notice)(void *user, const char *text);
    /* Called at most a few times a second, from the thread that runs; NULL for silence. */
    void (*progress)(void *user, const struct taub_progress *progress);
    void *user;
    /* Elements of the freeze-out surface as they are found, perhaps from another thread; NULL: not wanted. Gets
     * `surface_user`. */
    void (*surface)(void *user, const struct taub_surface_element *elements, size_t count);
    /* Called once when there are no more of them and the run is good so far, before its last files are written; NULL:
     * never. On the first rank those of all have been given by then. */
    void (*surface_ended)(void *user);
    void *surface_user;
    const volatile sig_atomic_t *interrupt; /* non-zero: finish the step, write, return; NULL: never */
    struct taub_run_result *result;         /* filled as far as the run came, also when it failed; NULL: not wanted */
    /* Called once, when the kernels are ready and before the first step, with the first part of *result; NULL: never.
     */
    void (*started)(void *user, const struct taub_run_result *result);
    /* Told when kernels must be compiled first, by the device and the compiler; gets `user`. NULL: not wanted. */
    void (*compiling)(void *user, const char *device, const char *compiler);
};

/* Runs a case to time.end and leaves DIR as docs/guide describes. TAUB_FAILED with the place and time when the
 * numerics fail or the disk does; the last good state is then on disk if it can be. An interrupt gives TAUB_FAILED and
 * a message that says how to go on. Nothing is written when the input is wrong. */
enum taub_status taub_run(const struct taub_case *run_case, const struct taub_run_options *options,
                          struct taub_error *error);

/* Norms of (result - exact) over the mesh at the current time. */
struct taub_norm {
    char quantity[64];
    double l1, l2, maximum; /* mean |d|, root mean square, max |d| */
    double mean, scale;     /* mean |exact|, max |exact| */
};
/* Over the cells in which the exact solution holds, *cells of them; none and *count = 0 where there is no such cell or
 * no solution. */
enum taub_status taub_simulation_errors(struct taub_simulation *self, struct taub_norm *rows, int capacity, int *count,
                                        int64_t *cells, struct taub_error *error);
/* Why there is no exact solution now, NULL when there is one. `known`: in other cases of this initial.kind there is. */
const char *taub_simulation_no_exact(const struct taub_simulation *self, bool *known);

enum { TAUB_RESULT_COLUMNS = 64, TAUB_RESULT_METADATA = 12 };

/* What a run tells the one who started it; the same numbers as in summary.json. */
struct taub_run_result {
    struct taub_device_report device; /* known before the first step: down to compile_seconds */
    int threads;                      /* host; 0 on other devices */
    int ranks;
    char exchange[TAUB_WAY_WORDS]; /* how ghost zones go between them; "": there is one */
    int64_t zones;
    bool kernels_cached;
    double compile_seconds;
    enum taub_quick quick;   /* how passes ran at the end, on the host */
    double quick_seconds;    /* until the optimised kernels took over, where they did */
    char cache_refused[512]; /* why the kernel cache is not used; "": it is, or there is none */
    double step_bound;       /* with time.step: what time.cfl allows the state at the start; else 0 */
    int64_t steps;           /* completed in all; first_step of them by an earlier run */
    int64_t first_step;
    double time;
    double seconds;       /* wall, of the stepping alone */
    double total_seconds; /* wall, of everything from the start of taub_run to the last output */
    double zone_updates_per_second;
    char ended[128]; /* why a run that is done ended before time.end; else empty */
    int total_count;
    struct taub_total {
        char name[32]; /* energy, momentum_x ... */
        double start, end;
    } totals[32];
    /* cells, since the start */
    int64_t recovery_failures, floored, regulated, iterations_exceeded, first_order_cells, shock_cells, bounded_scalars,
        low_beta_cells;
    int64_t repeated_steps;      /* failed, and taken again with half of the length */
    int64_t blocks_held_back;    /* blocks times changes of the tree, not refined because of mesh.refine.most_blocks */
    int64_t causes[TAUB_CAUSES]; /* of the regulated; one cell may have several */
    int64_t lost;                /* of the regulated: above freeze-out, no causal fluid with its stress */
    int64_t exact_cells;         /* in which the result is compared with the exact solution */
    char no_exact[256];          /* why it is not */
    bool exact_known;            /* no_exact: in other cases of this initial.kind there is an exact solution */
    int column_count;            /* what the history would hold, at the start and at the end */
    struct taub_result_column {
        char name[32];
        double start, end;
    } columns[TAUB_RESULT_COLUMNS];
    int metadata_count; /* of the initial data: impact parameter, participants ... as in summary.json */
    struct taub_result_metadata {
        char name[32];
        double value;
    } metadata[TAUB_RESULT_METADATA];
    struct taub_result_balance {
        bool kept;   /* the system has one, and a history is written */
        bool driven; /* currents from outside: what is missing is what they took, less what the scheme lost */
        double start, end, heating, outflow, missing; /* energy in the box; where it went */
    } balance;
    struct taub_result_droplets {
        bool kept;               /* there is a list of them, which may be empty */
        int64_t count;           /* in the list */
        double start[5], end[5]; /* energy, momentum, charge that had entered when this run began, and at its end */
        double list[5];          /* of all */
        bool conserved[5];       /* in these coordinates and of this fluid: then the totals gain what enters */
        double balance[5]; /* what they gained, less that; in a mesh that is open it is what left through its ends */
    } droplets;
    struct taub_result_surface {
        bool wanted;
        int64_t elements;
        double energy, lost_share; /* through the surface; left the mesh instead, of all */
        double seconds;            /* wall, that steps waited for it */
    } surface;
    int norm_count; /* 0 when there is no exact solution */
    struct taub_norm norms[16];
};

/* Why cells were regulated, for people. */
const char *taub_cause_words(enum taub_cause cause);

struct taub_bench {
    struct taub_device_report device;
    int64_t zones, steps;
    double seconds;                 /* of the timed steps, median of the repeats x steps */
    double zone_updates_per_second; /* median of the repeats */
    double slowest, fastest;        /* the same, extremes */
    double bytes_per_zone;          /* of a zone update: what the passes must read and write once */
    double flops_per_zone;          /* counted in the kernel text, see docs/theory/performance.md */
    double memory_per_zone;         /* bytes of device memory per zone, all buffers */
    double copy_bandwidth;          /* bytes/s measured on the device */
    int pass_count;
    struct taub_pass_time passes[40]; /* of the first rank */
    int ranks;
    char exchange[TAUB_WAY_WORDS]; /* how ghost zones go between ranks; "": there is one */
    struct taub_bench_rank {
        char host[64];
        int device;
        /* Seconds a step: of passes, each timed by itself; and of what the ranks do together between them, where the
         * faster ones wait for the slower. */
        double compute, exchange;
    } * per_rank; /* to be freed; NULL where there is one rank */
};
/* Timed steps after warm-up: at least `steps` (0: as many as fill a second), `repeats` times. All ranks get the same
 * numbers, but for passes. comm NULL: alone. */
enum taub_status taub_bench(const struct taub_case *run_case, const struct taub_comm *comm, int64_t steps, int repeats,
                            const struct taub_compile_watch *watch, struct taub_bench *out, struct taub_error *error);

/* taub_simulation_create, with one who is told of the compilation; watch may be NULL. */
enum taub_status taub_simulation_create_watched(const struct taub_case *run_case,
                                                const struct taub_compile_watch *watch, struct taub_simulation **out,
                                                struct taub_error *error);

/* Whether a run may start from the case's initial data; those of code and of particles are not made. */
enum taub_status taub_check_start(const struct taub_case *run_case, struct taub_error *error);

/* A tree of blocks (mesh.refine): how many, and what they need. */
struct taub_tree_size {
    int64_t blocks;
    double device_bytes, host_bytes; /* as below */
};

/* What taub check prints. */
struct taub_estimate {
    int64_t zones;              /* with mesh.refine those of level 0 and of the regions */
    double device_bytes;        /* all buffers */
    double host_bytes;          /* beside them: initial data, transfers, outputs */
    double steps;               /* from the initial signal speed; 0 when it is not known before the run */
    double bound;               /* of the step at the start, by time.cfl; 0 when it is not known */
    bool steps_sampled;         /* the mesh is large: not every cell was looked at */
    struct taub_tree_size rank; /* of `ranks` ranks the most that one has, its shadows (mesh/mesh.h) among the blocks;
                                   no blocks: not asked for, or of a tree, of which taub_estimate_start knows that */
    char note[512];             /* about the equation of state; "": nothing */
    bool device_found;          /* the case's device is there; then: */
    struct taub_device_report device;
    char refusal[512]; /* why it cannot hold the case; "": it can */
    /* with mesh.refine, else no blocks: the most that there can be, what it is that limits them, and why the device
     * cannot hold as many; with the state of the tree before, from which theirs is made */
    struct taub_tree_size limit;
    char limit_by[64];
    char limit_refusal[512];
};
enum taub_status taub_estimate(const struct taub_case *run_case, int ranks, struct taub_estimate *out,
                               struct taub_error *error);

/* With mesh.refine: the tree that a run starts with, made as the run makes it, kernels compiled and all; and the most
 * that one of several ranks has of it. */
struct taub_compile_watch;
enum taub_status taub_estimate_start(const struct taub_case *run_case, int ranks,
                                     const struct taub_compile_watch *watch, struct taub_tree_size *out,
                                     struct taub_tree_size *rank, struct taub_error *error);

/* Compiles the case's kernels for its device into the cache. */
enum taub_status taub_compile(const struct taub_case *run_case, const struct taub_compile_watch *watch,
                              bool *was_cached, double *seconds, struct taub_error *error);

#endif
