/* The run loop: steps between outputs, history, checkpoints; knows no equations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "output/output.h"

enum { TIMED_STEPS = 2, COUNTERS = 7 };
#define SECONDS_PER_REPORT 0.2
/* Steps between looks at the highest temperature and energy density where no history is written. */
enum { LOOK_STEPS = 10 };

struct runner {
    const struct taub_config *config;
    const struct taub_run_options *options;
    struct taub_run_result *result;
    struct taub_simulation *simulation;
    struct taub_output *output;
    double *values; /* room for the quantities of one output, or a checkpoint */
    double reduced[MOST_REDUCTIONS];
    struct taub_column columns[TAUB_MOST_COLUMNS];
    int column_count;
    double temperature_max, energy_density_max; /* at the last look; only systems that reduce them have them */
    double next_output, next_checkpoint;
    int64_t last_output_step;
    double started, reported, stepping; /* wall clock; seconds spent in steps */
    int64_t reported_step;
};

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool in_heavy_ion_units(const struct runner *run)
{
    return run->simulation->system->heavy_ion_units(run->config);
}

static int checkpoint_components(const struct runner *run)
{
    return taub_simulation_saved_components(run->simulation);
}

/* ---- what is written ---- */

static enum taub_status write_fields(struct runner *run, struct taub_error *error)
{
    const struct taub_config_output *output = &run->config->output;
    struct taub_quantity *list = calloc((size_t)output->field_count + 1, sizeof *list);
    const size_t zones = (size_t)taub_simulation_zones(run->simulation);
    double *values = run->values;
    enum taub_status status = TAUB_OK;
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for writing fields");
    for (int n = 0; n < output->field_count && status == TAUB_OK; n++) {
        const struct taub_quantity_info *info = taub_system_quantity(run->simulation->system, output->fields[n]);
        if (!info) {
            status = taub_fail(error, TAUB_BAD_INPUT, "output.fields: this system has no quantity named %s",
                               output->fields[n]);
            break;
        }
        const size_t size = zones * (size_t)info->components;
        status = taub_simulation_read(run->simulation, info->name, values, size, error);
        list[n] =
            (struct taub_quantity){info->name, info->components, in_heavy_ion_units(run) ? info->unit : "1", values};
        values += size;
    }
    if (status == TAUB_OK)
        status = taub_output_fields(run->output, taub_simulation_steps(run->simulation),
                                    taub_simulation_time(run->simulation), taub_simulation_last_step(run->simulation),
                                    list, output->field_count, error);
    run->last_output_step = taub_simulation_steps(run->simulation);
    free(list);
    return status;
}

static const char *const counter_names[COUNTERS] = {"recovery_failures", "iterations_exceeded", "floored",
                                                    "regulated",         "first_order_cells",   "shock_cells",
                                                    "bounded_scalars"};

static enum taub_status write_history(struct runner *run, struct taub_error *error)
{
    const struct taub_simulation *simulation = run->simulation;
    const struct taub_control *clock = &simulation->clock;
    double values[TAUB_MOST_COLUMNS + COUNTERS];
    TRY(taub_simulation_totals(run->simulation, run->reduced, error));
    if (simulation->system->history)
        simulation->system->history(run->config, clock->time, run->reduced, values);
    else
        memcpy(values, run->reduced, (size_t)run->column_count * sizeof *values);
    for (int n = 0; n < run->column_count; n++) {
        if (strcmp(run->columns[n].name, "temperature_max") == 0)
            run->temperature_max = values[n];
        if (strcmp(run->columns[n].name, "energy_density_max") == 0)
            run->energy_density_max = values[n];
    }
    if (run->config->output.history == 0)
        return TAUB_OK;
    const double counters[COUNTERS] = {clock->recovery_failures, clock->iterations_exceeded, clock->floored,
                                       clock->regulated,         clock->first_order_cells,   clock->shock_cells,
                                       clock->bounded_scalars};
    memcpy(values + run->column_count, counters, sizeof counters);
    return taub_output_history(run->output, clock->step, clock->time, clock->dt, values, run->column_count + COUNTERS,
                               error);
}

static enum taub_status write_history_header(struct runner *run, struct taub_error *error)
{
    char texts[TAUB_MOST_COLUMNS][64];
    const char *names[TAUB_MOST_COLUMNS + COUNTERS];
    run->column_count = run->simulation->system->columns(run->config, run->columns);
    if (run->config->output.history == 0)
        return TAUB_OK;
    for (int n = 0; n < run->column_count; n++) {
        const struct taub_column *column = &run->columns[n];
        const bool unit = column->unit && in_heavy_ion_units(run);
        snprintf(texts[n], sizeof texts[n], unit ? "%s [%s]" : "%s", column->name, column->unit);
        names[n] = texts[n];
    }
    memcpy(names + run->column_count, counter_names, sizeof counter_names);
    return taub_output_history_header(run->output, names, run->column_count + COUNTERS, error);
}

static enum taub_status write_checkpoint(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    const int64_t counters[COUNTERS] = {clock->recovery_failures,   clock->floored,           clock->regulated,
                                        clock->iterations_exceeded, clock->first_order_cells, clock->shock_cells,
                                        clock->bounded_scalars};
    const struct taub_checkpoint checkpoint = {clock->step, clock->time, clock->dt, checkpoint_components(run),
                                               run->values, COUNTERS,    counters};
    TRY(taub_simulation_save(run->simulation, run->values, error));
    return taub_output_checkpoint(run->output, &checkpoint, error);
}

/* ---- beginning ---- */

static enum taub_status restart(struct runner *run, struct taub_error *error)
{
    struct taub_checkpoint checkpoint;
    struct stat what;
    char path[4096];
    const char *from = run->options->restart;
    const bool folder = stat(from, &what) == 0 && S_ISDIR(what.st_mode);
    snprintf(path, sizeof path, "%s%s", from, folder ? "/checkpoint.h5" : "");
    TRY(taub_checkpoint_read(path, run->simulation->mesh, checkpoint_components(run), COUNTERS, &checkpoint, error));
    enum taub_status status = TAUB_OK;
    if (!(checkpoint.time < run->config->time.end))
        status = taub_fail(error, TAUB_BAD_INPUT, "time.end: %g is not after the checkpoint's time %g (%s)",
                           run->config->time.end, checkpoint.time, path);
    else
        status = taub_simulation_load(run->simulation, checkpoint.values, checkpoint.step, checkpoint.time,
                                      checkpoint.dt, checkpoint.counters, error);
    taub_checkpoint_free(&checkpoint);
    return status;
}

static size_t values_needed(const struct runner *run)
{
    const struct taub_config_output *output = &run->config->output;
    int components = 0;
    for (int n = 0; n < output->field_count; n++) {
        const struct taub_quantity_info *info = taub_system_quantity(run->simulation->system, output->fields[n]);
        components += info ? info->components : 0;
    }
    if (components < checkpoint_components(run))
        components = checkpoint_components(run);
    return (size_t)taub_simulation_zones(run->simulation) * (size_t)components;
}

/* The first time after `now` of a schedule that starts at `start`. */
static double next_after(double start, double every, double now)
{
    if (every <= 0.0)
        return HUGE_VAL;
    double next = start + every * floor((now - start) / every);
    while (next <= now * (1.0 + 1e-13) + 1e-300)
        next += every;
    return next;
}

static void describe_start(struct runner *run)
{
    struct taub_run_result *result = run->result;
    const struct taub_simulation *simulation = run->simulation;
    taub_device_describe(simulation->device, &result->device);
    result->threads = taub_device_threads(simulation->device);
    result->zones = taub_simulation_zones(simulation);
    result->kernels_cached = taub_program_was_cached(simulation->program);
    result->compile_seconds = taub_program_compile_seconds(simulation->program);
    result->first_step = result->steps = taub_simulation_steps(simulation);
    result->time = taub_simulation_time(simulation);
}

static enum taub_status begin(struct runner *run, struct taub_error *error)
{
    const double now = taub_simulation_time(run->simulation);
    TRY(taub_output_create(run->options->folder, run->simulation->run_case, run->simulation->mesh, &run->output,
                           error));
    TRY(write_history_header(run, error));
    TRY(write_history(run, error));
    run->result->total_count = run->simulation->system->totals(run->config);
    for (int n = 0; n < run->result->total_count; n++) {
        struct taub_total *total = &run->result->totals[n];
        snprintf(total->name, sizeof total->name, "%s", run->columns[n].name);
        total->start = total->end = run->reduced[n];
    }
    run->next_output = next_after(run->config->time.start, run->config->output.every, now);
    run->next_checkpoint = next_after(run->config->time.start, run->config->output.checkpoint, now);
    return write_fields(run, error);
}

/* ---- the loop ---- */

static void report(struct runner *run)
{
    const double now = seconds_now();
    const struct taub_control *clock = &run->simulation->clock;
    if (!run->options->progress || now - run->reported < SECONDS_PER_REPORT)
        return;
    const double zones = (double)run->result->zones;
    const double left = run->config->time.end - clock->time, done = clock->time - run->result->time;
    const struct taub_progress progress = {clock->step,
                                           clock->time,
                                           clock->dt,
                                           run->config->time.end,
                                           zones * (double)(clock->step - run->reported_step) / (now - run->reported),
                                           done > 0.0 ? (now - run->started) * left / done : -1.0};
    run->options->progress(run->options->user, &progress);
    run->reported = now;
    run->reported_step = clock->step;
}

/* Reductions are made after so many steps; 0: only at the ends. */
static int steps_between_looks(const struct runner *run)
{
    const int history = run->config->output.history;
    const bool needed = run->config->time.freeze_out > 0.0 || run->config->eos.kind == TAUB_EOS_TABLE;
    return history > 0 ? history : needed ? LOOK_STEPS : 0;
}

/* A user's table goes on beyond its rows, but not as the fluid would. */
static enum taub_status check_table(const struct runner *run, struct taub_error *error)
{
    const struct taub_eos *eos = run->simulation->eos;
    double lowest, highest;
    taub_eos_range(eos, &lowest, &highest);
    if (run->config->eos.kind != TAUB_EOS_TABLE || run->energy_density_max <= highest)
        return TAUB_OK;
    return taub_fail(
        error, TAUB_FAILED,
        "%s: the table ends at the energy density %.10g, and the fluid needs %.10g at time %.8g; the table "
        "must go on further",
        taub_eos_name(eos), highest, run->energy_density_max, taub_simulation_time(run->simulation));
}

/* Steps until the host must look again: the next line of history, or a fifth of a second. */
static int64_t chunk(const struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    const int64_t taken = clock->step - run->result->first_step;
    int64_t steps = 1;
    if (taken > 0 && run->stepping > 0.0)
        steps = (int64_t)fmin(fmax(SECONDS_PER_REPORT * (double)taken / run->stepping, 1.0), 4096.0);
    const int look = steps_between_looks(run);
    if (look > 0 && look - clock->step % look < steps)
        steps = look - clock->step % look;
    const int64_t most = run->config->time.max_steps;
    if (most > 0 && most - clock->step < steps)
        steps = most - clock->step;
    return steps;
}

static bool finished(const struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    return clock->time >= run->config->time.end || run->temperature_max < run->config->time.freeze_out ||
           (run->config->time.max_steps > 0 && clock->step >= run->config->time.max_steps);
}

static enum taub_status evolve(struct runner *run, struct taub_error *error)
{
    struct taub_control *clock = &run->simulation->clock;
    const struct taub_config *config = run->config;
    while (!finished(run)) {
        /* passes are timed one by one in the first steps only: that costs a graph or a queue its advantage */
        taub_device_timing(run->simulation->device, clock->step - run->result->first_step < TIMED_STEPS);
        const double target = fmin(fmin(run->next_output, run->next_checkpoint), config->time.end);
        const double before = seconds_now();
        TRY(taub_simulation_advance(run->simulation, chunk(run), target, error));
        run->stepping += seconds_now() - before;
        const int look = steps_between_looks(run);
        if (look > 0 && (clock->step % look == 0 || finished(run))) {
            TRY(write_history(run, error));
            TRY(check_table(run, error));
        }
        if (clock->time >= run->next_output) {
            TRY(write_fields(run, error));
            run->next_output = next_after(config->time.start, config->output.every, clock->time);
        }
        if (clock->time >= run->next_checkpoint) {
            TRY(write_checkpoint(run, error));
            run->next_checkpoint = next_after(config->time.start, config->output.checkpoint, clock->time);
        }
        report(run);
        if (run->options->interrupt && *run->options->interrupt && !finished(run))
            return taub_fail(error, TAUB_FAILED, "interrupted after step %ld at time %.8g; go on with --restart %s",
                             clock->step, clock->time, run->options->folder);
    }
    return TAUB_OK;
}

/* ---- the end ---- */

static void summarise_counters(struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    struct taub_run_result *result = run->result;
    result->steps = clock->step;
    result->time = clock->time;
    result->seconds = run->stepping;
    result->zone_updates_per_second =
        run->stepping > 0.0 ? (double)result->zones * (double)(result->steps - result->first_step) / run->stepping
                            : 0.0;
    result->recovery_failures = clock->recovery_failures;
    result->floored = clock->floored;
    result->regulated = clock->regulated;
    result->iterations_exceeded = clock->iterations_exceeded;
    result->first_order_cells = clock->first_order_cells;
    result->shock_cells = clock->shock_cells;
    result->bounded_scalars = clock->bounded_scalars;
    for (int n = 0; n < result->total_count; n++)
        result->totals[n].end = run->reduced[n];
}

static void put_number(struct taub_output *output, const char *group, const char *name, double value)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", group, name);
    taub_output_summary_number(output, path, value);
}

static void write_summary(struct runner *run)
{
    static const char *const kinds[] = {"auto", "host", "cuda", "opencl"};
    const struct taub_run_result *result = run->result;
    struct taub_output *output = run->output;
    const int *cells = run->simulation->mesh->cells;
    taub_output_summary_string(output, "system", run->simulation->system->name);
    taub_output_summary_string(output, "device.kind", kinds[result->device.kind]);
    taub_output_summary_string(output, "device.name", result->device.name);
    taub_output_summary_number(output, "device.threads", result->threads);
    taub_output_summary_string(output, "device.precision",
                               (const char *[]){"double", "single", "mixed"}[run->config->device.precision]);
    taub_output_summary_string(output, "device.reproducible",
                               run->config->device.reproducible == TAUB_STRICT ? "strict" : "fast");
    taub_output_summary_number(output, "kernels.cached", result->kernels_cached);
    taub_output_summary_number(output, "kernels.compile_seconds", result->compile_seconds);
    for (int a = 0; a < 3; a++)
        put_number(output, "cells", (const char *[]){"x", "y", "z"}[a], cells[a]);
    taub_output_summary_number(output, "steps", (double)result->steps);
    taub_output_summary_number(output, "first_step", (double)result->first_step);
    taub_output_summary_number(output, "time", result->time);
    taub_output_summary_number(output, "wall_seconds", seconds_now() - run->started);
    taub_output_summary_number(output, "step_seconds", result->seconds);
    taub_output_summary_number(output, "zone_updates_per_second", result->zone_updates_per_second);
    for (int n = 0; n < result->total_count; n++) {
        put_number(output, "totals.start", result->totals[n].name, result->totals[n].start);
        put_number(output, "totals.end", result->totals[n].name, result->totals[n].end);
    }
    put_number(output, "counts", "recovery_failures", (double)result->recovery_failures);
    put_number(output, "counts", "iterations_exceeded", (double)result->iterations_exceeded);
    put_number(output, "counts", "floored", (double)result->floored);
    put_number(output, "counts", "regulated", (double)result->regulated);
    put_number(output, "counts", "first_order_cells", (double)result->first_order_cells);
    put_number(output, "counts", "shock_cells", (double)result->shock_cells);
    put_number(output, "counts", "bounded_scalars", (double)result->bounded_scalars);
    for (int n = 0; n < result->norm_count; n++) {
        char group[128];
        snprintf(group, sizeof group, "errors.%s", result->norms[n].quantity);
        put_number(output, group, "l1", result->norms[n].l1);
        put_number(output, group, "l2", result->norms[n].l2);
        put_number(output, group, "maximum", result->norms[n].maximum);
        put_number(output, group, "mean_of_exact", result->norms[n].mean);
    }
    const char *name = NULL;
    double value = 0.0;
    for (int n = 0; run->simulation->problem && taub_problem_fact(run->simulation->problem, n, &name, &value); n++)
        put_number(output, "initial", name, value);
    struct taub_pass_time passes[32];
    const int count = taub_device_times(run->simulation->device, passes, 32);
    for (int n = 0; n < count; n++)
        put_number(output, "passes.seconds_a_launch", passes[n].name, passes[n].seconds / (double)passes[n].launches);
}

/* Last outputs on every path; the first error wins. */
static enum taub_status end(struct runner *run, enum taub_status status, struct taub_error *error)
{
    const bool stopped = run->options->interrupt && *run->options->interrupt && status != TAUB_OK;
    struct taub_error second;
    memset(&second, 0, sizeof second);
    enum taub_status last = TAUB_OK;
    if (taub_simulation_steps(run->simulation) != run->last_output_step)
        last = write_fields(run, &second);
    if (last == TAUB_OK)
        last = taub_simulation_totals(run->simulation, run->reduced, &second);
    if (last == TAUB_OK)
        last = write_checkpoint(run, &second);
    if (last == TAUB_OK && status == TAUB_OK)
        last = taub_simulation_errors(run->simulation, run->result->norms, 16, &run->result->norm_count, &second);
    summarise_counters(run);
    write_summary(run);
    if (status == TAUB_OK && last != TAUB_OK) {
        status = last;
        if (error)
            *error = second;
    }
    const char *word = status == TAUB_OK ? "done" : stopped ? "interrupted" : "failed";
    last = taub_output_finish(run->output, word, status == TAUB_OK || !error ? "" : error->message, &second);
    if (status == TAUB_OK && last != TAUB_OK) {
        status = last;
        if (error)
            *error = second;
    }
    return status;
}

static enum taub_status prepare(struct runner *run, const struct taub_case *run_case, struct taub_error *error)
{
    TRY(taub_simulation_create(run_case, &run->simulation, error));
    run->values = malloc(values_needed(run) * sizeof *run->values);
    if (!run->values)
        return taub_fail(error, TAUB_FAILED, "out of memory for outputs");
    if (run->options->restart)
        TRY(restart(run, error));
    describe_start(run);
    return TAUB_OK;
}

enum taub_status taub_run(const struct taub_case *run_case, const struct taub_run_options *options,
                          struct taub_error *error)
{
    struct taub_run_result result;
    struct taub_error local;
    struct runner run;
    memset(&run, 0, sizeof run);
    memset(&local, 0, sizeof local);
    run.config = taub_case_config(run_case);
    run.options = options;
    run.result = options->result ? options->result : &result;
    run.last_output_step = -1;
    run.started = run.reported = seconds_now();
    memset(run.result, 0, sizeof *run.result);
    error = error ? error : &local; /* the reason goes into summary.json in any case */
    enum taub_status status = prepare(&run, run_case, error);
    if (status == TAUB_OK) {
        if (options->started)
            options->started(options->user, run.result);
        run.started = run.reported = seconds_now();
        run.reported_step = run.result->first_step;
        status = begin(&run, error);
        if (run.output) {
            if (status == TAUB_OK)
                status = evolve(&run, error);
            status = end(&run, status, error);
        }
    }
    taub_output_destroy(run.output);
    free(run.values);
    taub_simulation_destroy(run.simulation);
    return status;
}
