/* What the command line needs beyond the public simulation: whole runs with outputs, benchmarks, errors. */
#ifndef TAUB_RUN_H
#define TAUB_RUN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"
#include "taub/simulation.h"

struct taub_progress {
    int64_t step;
    double time, dt, end;
    double zone_updates_per_second; /* since the last report */
    double seconds_left;            /* estimate; negative when unknown */
};

struct taub_run_result;

struct taub_run_options {
    const char *folder;  /* where outputs go */
    const char *restart; /* checkpoint.h5 or a run's folder to go on from; NULL: from the initial data */
    /* Called at most a few times a second, from the thread that runs; NULL for silence. */
    void (*progress)(void *user, const struct taub_progress *progress);
    void *user;
    const volatile sig_atomic_t *interrupt; /* non-zero: finish the step, write, return; NULL: never */
    struct taub_run_result *result;         /* filled as far as the run came, also when it failed; NULL: not wanted */
    /* Called once, when the kernels are ready and before the first step, with the first part of *result; NULL: never.
     */
    void (*started)(void *user, const struct taub_run_result *result);
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
/* *count = 0 when the problem has no exact solution. */
enum taub_status taub_simulation_errors(struct taub_simulation *self, struct taub_norm *rows, int capacity, int *count,
                                        struct taub_error *error);

/* What a run tells the one who started it; the same numbers as in summary.json. */
struct taub_run_result {
    struct taub_device_report device; /* known before the first step: down to compile_seconds */
    int threads;                      /* host; 0 on other devices */
    int64_t zones;
    bool kernels_cached;
    double compile_seconds;
    int64_t steps; /* completed in all; first_step of them by an earlier run */
    int64_t first_step;
    double time;
    double seconds; /* wall, of the stepping alone */
    double zone_updates_per_second;
    int total_count;
    struct taub_total {
        char name[32]; /* energy, momentum_x ... */
        double start, end;
    } totals[32];
    /* cells, since the start */
    int64_t recovery_failures, floored, regulated, iterations_exceeded, first_order_cells, shock_cells, bounded_scalars;
    int norm_count; /* 0 when there is no exact solution */
    struct taub_norm norms[16];
};

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
    struct taub_pass_time passes[32];
};
/* Timed steps after warm-up: at least `steps` (0: as many as fill a second), `repeats` times. */
enum taub_status taub_bench(const struct taub_case *run_case, int64_t steps, int repeats, struct taub_bench *out,
                            struct taub_error *error);

/* What taub check prints. */
struct taub_estimate {
    int64_t zones;
    double device_bytes;
    double steps; /* from the initial signal speed; 0 when it needs the device (initial: code) */
};
enum taub_status taub_estimate(const struct taub_case *run_case, struct taub_estimate *out, struct taub_error *error);

/* Compiles the case's kernels for its device into the cache. */
enum taub_status taub_compile(const struct taub_case *run_case, bool *was_cached, double *seconds,
                              struct taub_error *error);

#endif
