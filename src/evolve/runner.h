/* Inside of a run: what the loop (run.c) and what it writes (run_outputs.c) share. */
#ifndef TAUB_EVOLVE_RUNNER_H
#define TAUB_EVOLVE_RUNNER_H

#include "evolve/internal.h"
#include "evolve/schedule.h"
#include "mesh/rows.h"
#include "output/output.h"

struct runner {
    const struct taub_config *config;
    const struct taub_run_options *options;
    struct taub_run_result *result;
    const struct taub_comm *comm;
    struct taub_simulation *simulation;
    struct taub_output *output; /* of the first rank; NULL on the others */
    double *values;             /* room for the quantities of one output, or a checkpoint, on the cells of this rank */
    struct taub_rows rows;      /* these, for the output of the first rank */
    bool interrupted;           /* as all ranks know it, like the following */
    bool appends;               /* adds to the folder of the checkpoint */
    bool goes_on;               /* and that has outputs */
    bool begun;                 /* there is an output */
    double reduced[MOST_REDUCTIONS];
    struct taub_column columns[TAUB_MOST_COLUMNS];
    int column_count;
    double temperature_max, energy_density_max; /* at the last look; only systems that reduce them have them */
    struct taub_schedule outputs, checkpoints;
    double lost_share; /* cells that had to be corrected, of those that count, and when that was found */
    int64_t lost_before, lost_step;
    double next_output, next_checkpoint;
    int64_t last_output_step;
    double started, reported, stepping; /* wall clock; seconds spent in steps */
    int64_t reported_step;
};

/* The status of all ranks. */
enum taub_status taub_runner_agree(const struct runner *run, enum taub_status status, struct taub_error *error);

/* Written by the first rank, with the values of all; every rank calls these. */
enum taub_status taub_runner_write_fields(struct runner *run, struct taub_error *error);
enum taub_status taub_runner_write_history_header(struct runner *run, struct taub_error *error);
enum taub_status taub_runner_write_history(struct runner *run, struct taub_error *error);
enum taub_status taub_runner_write_checkpoint(struct runner *run, struct taub_error *error);
/* Reduces the state to the columns of the history. */
enum taub_status taub_runner_look(struct runner *run, double values[TAUB_MOST_COLUMNS], struct taub_error *error);

#endif
