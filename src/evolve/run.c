/* The run loop: steps between those who look at the state (src/evolve/observers.c); knows no equations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/locale.h"
#include "core/try.h"
#include "evolve/droplets.h"
#include "evolve/forces.h"
#include "evolve/media.h"
#include "evolve/restart.h"
#include "evolve/runner.h"
#include "evolve/summary.h"
#include "jit/cache.h"
#include "taub/taub.h"

enum { TIMED_STEPS = 2 };
#define SECONDS_PER_REPORT 0.2

enum taub_status taub_runner_agree(const struct runner *run, enum taub_status status, struct taub_error *error)
{
    return taub_comm_agree(run->comm, status, error);
}

/* ---- beginning ---- */

static size_t values_needed(const struct runner *run)
{
    return (size_t)taub_simulation_zones(run->simulation) * (size_t)taub_memory_output_components(run->config);
}

/* Room for outputs of the blocks that there are now. */
static enum taub_status follow_mesh(struct runner *run, struct taub_error *error)
{
    if (run->meshes == run->simulation->meshes)
        return TAUB_OK;
    free(run->values);
    run->values = malloc(values_needed(run) * sizeof *run->values);
    run->rows = (struct taub_rows){run->comm, run->simulation->mesh, run->values};
    run->meshes = run->simulation->meshes;
    run->result->zones = taub_simulation_all_zones(run->simulation);
    if (run->output)
        taub_output_follow(run->output, run->simulation->mesh);
    return taub_runner_agree(run, run->values ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for outputs"),
                             error);
}

static void note_metadata(struct taub_run_result *result, const struct taub_problem *problem)
{
    const char *name = NULL;
    double value = 0.0;
    while (problem && result->metadata_count < TAUB_RESULT_METADATA &&
           taub_problem_metadata(problem, result->metadata_count, &name, &value)) {
        struct taub_result_metadata *entry = &result->metadata[result->metadata_count++];
        snprintf(entry->name, sizeof entry->name, "%s", name);
        entry->value = value;
    }
}

static void describe_start(struct runner *run)
{
    struct taub_run_result *result = run->result;
    const struct taub_simulation *simulation = run->simulation;
    taub_device_describe(simulation->device, &result->device);
    result->threads = taub_device_threads(simulation->device);
    result->zones = taub_simulation_all_zones(simulation);
    result->ranks = run->comm->size;
    snprintf(result->exchange, sizeof result->exchange, "%s", taub_simulation_exchange(simulation));
    result->kernels_cached =
        taub_program_was_cached(simulation->program) && taub_program_was_cached(simulation->start.program);
    result->compile_seconds =
        taub_program_compile_seconds(simulation->program) + taub_program_compile_seconds(simulation->start.program);
    note_metadata(result, simulation->problem);
    taub_cache_refused(result->cache_refused, sizeof result->cache_refused);
    result->first_step = result->steps = taub_simulation_steps(simulation);
    result->time = taub_simulation_time(simulation);
    taub_simulation_deposited(simulation, result->droplets.start);
}

/* Of the first rank alone. */
static enum taub_status open_output(struct runner *run, struct taub_error *error)
{
    const struct taub_simulation *simulation = run->simulation;
    const char *folder = run->options->folder;
    if (run->appends)
        TRY(taub_output_append(folder, simulation->run_case, simulation->mesh, simulation->clock.step, &run->output,
                               error));
    else
        TRY(taub_output_create(folder, simulation->run_case, simulation->mesh, &run->output, error));
    if (run->comm->size > 1)
        taub_output_share(run->output, &run->rows);
    taub_output_provenance(run->output, simulation->run_case);
    if (run->options->restart) {
        char path[4096];
        taub_restart_path(run->options, path);
        taub_output_input_file(run->output, "restart", path);
    }
    return TAUB_OK;
}

static void note_columns(struct runner *run, bool start)
{
    struct taub_run_result *result = run->result;
    result->column_count = run->column_count < TAUB_RESULT_COLUMNS ? run->column_count : TAUB_RESULT_COLUMNS;
    for (int n = 0; n < result->column_count; n++) {
        struct taub_result_column *column = &result->columns[n];
        if (start) {
            snprintf(column->name, sizeof column->name, "%s", run->columns[n].name);
            column->start = run->looked[n];
        }
        column->end = run->looked[n];
    }
}

/* Totals are the first columns of the history, but for that of a charge behind what is not conserved. */
static int column_of_total(const struct runner *run, int n)
{
    return n < run->simulation->system->totals(run->config) ? n : run->column_of[TAUB_COLUMN_CHARGE];
}

static void start_totals(struct runner *run)
{
    const struct taub_system *system = run->simulation->system;
    const int first = system->totals(run->config);
    const int count = first + (system->charge && system->charge(run->config) > 0);
    run->result->total_count = count;
    for (int n = 0; n < count; n++) {
        struct taub_total *total = &run->result->totals[n];
        snprintf(total->name, sizeof total->name, "%s", run->columns[column_of_total(run, n)].name);
        total->start = total->end = run->looked[column_of_total(run, n)];
    }
}

/* What of a case cells carry badly; fields in layers obey equations that do not keep their energy. */
static void tell_start(const struct runner *run)
{
    const struct taub_run_options *options = run->options;
    const double share = run->simulation->begins_in_layers;
    char text[256];
    const struct taub_eos *eos = run->simulation->eos;
    if (!options->notice || run->comm->rank != 0)
        return;
    if (eos && *taub_eos_note(eos))
        options->notice(options->user, taub_eos_note(eos));
    if (options->restart)
        return;
    taub_forces_tell(run->config, options->notice, options->user);
    if (run->simulation->system->medium)
        run->simulation->system->medium->tell(run->config, options->notice, options->user);
    if (share > 1e-3) {
        snprintf(
            text, sizeof text,
            "fields begin in matched layers, with up to %.2g of the largest one: there they may gain energy, which "
            "goes into the mesh; expected to begin clear of them",
            share);
        options->notice(options->user, text);
    }
}

static enum taub_status begin(struct runner *run, struct taub_error *error)
{
    const bool writes = run->comm->rank == 0 && !run->silent;
    enum taub_status status = writes ? open_output(run, error) : TAUB_OK;
    run->goes_on = run->output && taub_output_has_fields(run->output);
    taub_comm_broadcast(run->comm, 0, &run->goes_on, sizeof run->goes_on);
    TRY(taub_runner_agree(run, status, error));
    run->begun = true;
    tell_start(run);
    TRY(taub_surface_append(run, error));
    TRY(taub_runner_agree(run, taub_history_begin(run, error), error));
    TRY(taub_history_start(run, error));
    TRY(taub_probes_begin(run, error));
    TRY(taub_fluxes_begin(run, error));
    taub_lost_begin(&run->lost, run->simulation, run->reduced);
    start_totals(run);
    note_columns(run, true);
    taub_observers_start(run);
    if (!run->goes_on) {
        TRY(taub_write_fields(run, error));
        TRY(taub_views_look(run->views, run->output, true, error));
    }
    if (run->output && taub_writer_wanted(run->config, run->comm->size))
        return taub_writer_create(run->simulation, run->output, run->values, &run->writer, error);
    return TAUB_OK;
}

/* ---- the loop ---- */

static void report(struct runner *run)
{
    const double now = taub_seconds();
    const struct taub_control *clock = &run->simulation->clock;
    if (!run->options->progress || now - run->reported < SECONDS_PER_REPORT)
        return;
    const double updates = run->simulation->updates;
    const double left = run->config->time.end - clock->time, done = clock->time - run->result->time;
    const struct taub_progress progress = {clock->step,
                                           clock->time,
                                           clock->dt,
                                           run->config->time.end,
                                           (updates - run->reported_updates) / (now - run->reported),
                                           done > 0.0 ? (now - run->started) * left / done : -1.0};
    run->options->progress(run->options->user, &progress);
    run->reported = now;
    run->reported_updates = updates;
}

/* Steps until somebody has to look at the state, or a fifth of a second. */
static int64_t chunk(const struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    const int64_t taken = clock->step - run->result->first_step;
    int64_t steps = 1;
    if (taken > 0 && run->stepping > 0.0)
        steps = (int64_t)fmin(fmax(SECONDS_PER_REPORT * (double)taken / run->stepping, 1.0), 4096.0);
    steps = taub_observers_steps(run, steps);
    const int64_t most = run->config->time.max_steps;
    if (most > 0 && most - clock->step < steps)
        steps = most - clock->step;
    return steps;
}

/* Nothing is hot any more, nor is going to be by droplets. */
static bool is_frozen(const struct runner *run)
{
    return run->temperature_max < run->config->time.freeze_out &&
           taub_droplets_over(run->simulation->droplets, run->simulation->clock.time);
}

bool taub_runner_finished(const struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    return clock->time >= run->config->time.end || is_frozen(run) || run->passed ||
           (run->config->time.max_steps > 0 && clock->step >= run->config->time.max_steps);
}

/* Steps end at the times of outputs and at the end of the run; checkpoints, and outputs with output.exact: false, wait
 * for the first step that reaches their time. */
static enum taub_status advance(struct runner *run, struct taub_error *error)
{
    double until, pause;
    taub_observers_times(run, &until, &pause);
    int64_t steps = chunk(run);
    taub_comm_broadcast(run->comm, 0, &steps, sizeof steps);
    return taub_simulation_advance_to(run->simulation, steps, until, pause, error);
}

/* A signal to one rank is one to all. */
static bool is_interrupted(struct runner *run)
{
    double signalled = run->options->interrupt && *run->options->interrupt;
    taub_comm_maximum(run->comm, &signalled, 1);
    run->interrupted = run->interrupted || signalled > 0.0;
    return run->interrupted;
}

static enum taub_status evolve(struct runner *run, struct taub_error *error)
{
    struct taub_control *clock = &run->simulation->clock;
    while (!taub_runner_finished(run)) {
        /* passes are timed one by one in the first steps only: that costs a graph or a queue its advantage */
        taub_device_timing(run->simulation->device,
                           !run->silent && clock->step - run->result->first_step < TIMED_STEPS);
        const double before = taub_seconds();
        TRY(advance(run, error));
        run->stepping += taub_seconds() - before;
        TRY(follow_mesh(run, error));
        TRY(taub_observers_look(run, error));
        TRY(taub_writer_check(run->writer, error));
        report(run);
        if (is_interrupted(run) && !taub_runner_finished(run))
            return taub_fail(error, TAUB_FAILED,
                             "interrupted after step %ld at time %.8g; go on with --restart %s, which adds to it, or "
                             "with -o into another folder",
                             clock->step, clock->time, run->silent ? "" : run->options->folder);
    }
    return TAUB_OK;
}

/* ---- the end ---- */

/* Milne coordinates do work on the energy and on the momentum along the beam. */
static void summarise_droplets(const struct runner *run)
{
    struct taub_result_droplets *out = &run->result->droplets;
    const bool milne = run->config->mesh.coordinates == TAUB_MILNE;
    const struct taub_droplets *list = run->simulation->droplets;
    if (!list)
        return;
    out->kept = true;
    out->count = (int64_t)list->count;
    taub_simulation_deposited(run->simulation, out->end);
    taub_droplets_entered(list, HUGE_VAL, out->list);
    for (int n = 0; n < run->result->total_count && n < TAUB_DEPOSITED; n++) {
        const struct taub_total *total = &run->result->totals[n];
        out->conserved[n] = !milne || (n != 0 && n != 3);
        out->balance[n] = total->end - total->start - (out->end[n] - out->start[n]);
    }
}

static void summarise_counters(struct runner *run)
{
    const struct taub_control *clock = &run->simulation->clock;
    struct taub_run_result *result = run->result;
    result->steps = clock->step;
    result->time = clock->time;
    result->seconds = run->stepping;
    result->zone_updates_per_second = run->stepping > 0.0 ? run->simulation->updates / run->stepping : 0.0;
    int64_t counts[TAUB_COUNTS];
    taub_simulation_counts(run->simulation, counts);
    result->recovery_failures = counts[TAUB_COUNT_RECOVERY_FAILURES];
    result->floored = counts[TAUB_COUNT_FLOORED];
    result->regulated = counts[TAUB_COUNT_REGULATED];
    memcpy(result->causes, counts + TAUB_COUNT_CAUSE, sizeof result->causes);
    result->lost = counts[TAUB_COUNT_LOST];
    result->iterations_exceeded = counts[TAUB_COUNT_ITERATIONS_EXCEEDED];
    result->first_order_cells = counts[TAUB_COUNT_FIRST_ORDER_CELLS];
    result->shock_cells = counts[TAUB_COUNT_SHOCK_CELLS];
    result->bounded_scalars = counts[TAUB_COUNT_BOUNDED_SCALARS];
    result->repeated_steps = counts[TAUB_COUNT_REPEATED_STEPS];
    result->blocks_held_back = counts[TAUB_COUNT_BLOCKS_HELD_BACK];
    result->low_beta_cells = counts[TAUB_COUNT_LOW_BETA_CELLS];
    double values[TAUB_MOST_COLUMNS];
    if (result->total_count > 0)
        taub_history_columns(run, values);
    for (int n = 0; n < result->total_count; n++)
        result->totals[n].end = values[column_of_total(run, n)];
    taub_balance_report(run);
    summarise_droplets(run);
}

/* A run may be done before time.end. */
static void say_why(struct runner *run)
{
    const struct taub_config_time *time = &run->config->time;
    struct taub_run_result *result = run->result;
    if (is_frozen(run))
        snprintf(result->ended, sizeof result->ended,
                 "by freeze-out at time %.8g: the highest temperature, %.4g GeV, is below time.freeze_out, %.4g GeV",
                 run->simulation->clock.time, run->temperature_max, time->freeze_out);
    else if (run->passed) {
        const bool above = run->passed->stop_above_given && run->passed_value > run->passed->stop_above;
        snprintf(result->ended, sizeof result->ended, "at time %.8g: %s, %.6g, is %s %.6g (diagnostics)",
                 run->simulation->clock.time, run->passed->name, run->passed_value,
                 above ? "above stop_above," : "below stop_below,",
                 above ? run->passed->stop_above : run->passed->stop_below);
    } else if (run->simulation->clock.time < time->end)
        snprintf(result->ended, sizeof result->ended, "by time.max_steps, %lld, before time.end, %g",
                 (long long)time->max_steps, time->end);
}

/* Last outputs on every path; the first error wins. */
static enum taub_status end(struct runner *run, enum taub_status status, struct taub_error *error)
{
    const bool stopped = is_interrupted(run) && status != TAUB_OK;
    struct taub_error second;
    memset(&second, 0, sizeof second);
    enum taub_status last = follow_mesh(run, &second);
    if (last == TAUB_OK && taub_simulation_steps(run->simulation) != run->last_output_step)
        last = taub_write_fields(run, &second);
    /* from here on no fields are written beside the run */
    const enum taub_status written = taub_writer_wait(run->writer, last ? NULL : &second);
    last = last ? last : written;
    taub_writer_destroy(run->writer);
    run->writer = NULL;
    /* each is tried, because a full disk may have room for the smaller ones */
    const enum taub_status totals = taub_simulation_totals(run->simulation, run->reduced, last ? NULL : &second);
    last = last ? last : totals;
    /* a run that goes on from the checkpoint finds the elements since its last look by itself */
    const bool keeps = !run->silent && (status != TAUB_OK || last != TAUB_OK || run->config->output.checkpoint_at_end);
    const enum taub_status held = keeps ? taub_surface_hold(run, last ? NULL : &second) : TAUB_OK;
    last = last ? last : held;
    const enum taub_status surface = taub_surface_end(run, last ? NULL : &second);
    last = last ? last : surface;
    const enum taub_status spectra = taub_fluxes_end(run, last ? NULL : &second);
    last = last ? last : spectra;
    if (status == TAUB_OK && last == TAUB_OK && run->options->surface_ended)
        run->options->surface_ended(run->options->surface_user);
    const enum taub_status checkpoint = keeps ? taub_write_checkpoint(run, last ? NULL : &second) : TAUB_OK;
    last = last ? last : checkpoint;
    note_columns(run, false);
    if (last == TAUB_OK && status == TAUB_OK && !run->silent)
        last = taub_simulation_compare_exact(run->simulation, run->result, &second);
    summarise_counters(run);
    last = taub_runner_agree(run, last, &second);
    run->result->quick = taub_program_quick(run->simulation->program, &run->result->quick_seconds);
    if (run->output)
        taub_summary_write(run->output, run->simulation, run->result, taub_seconds() - run->started);
    if (status == TAUB_OK && last != TAUB_OK) {
        status = last;
        if (error)
            *error = second;
    }
    const char *word = status == TAUB_OK ? "done" : stopped ? "interrupted" : "failed";
    if (status == TAUB_OK)
        say_why(run);
    last = TAUB_OK;
    if (run->output)
        last = taub_output_finish(run->output, word,
                                  status == TAUB_OK ? run->result->ended
                                  : error           ? error->message
                                                    : "",
                                  &second);
    last = taub_runner_agree(run, last, &second);
    if (status == TAUB_OK && last != TAUB_OK) {
        status = last;
        if (error)
            *error = second;
    }
    if (status != TAUB_OK && error && run->output && taub_output_kept_earlier(run->output)) {
        const size_t used = strlen(error->message);
        snprintf(error->message + used, sizeof error->message - used, " The earlier run in %s is kept as it was.",
                 run->options->folder);
    }
    return status;
}

static enum taub_status check_interrupt(struct runner *run, struct taub_error *error)
{
    return is_interrupted(run) ? taub_fail(error, TAUB_FAILED, "interrupted before the first step; nothing was written")
                               : TAUB_OK;
}

static enum taub_status prepare(struct runner *run, const struct taub_case *run_case, struct taub_error *error)
{
    const struct taub_run_options *options = run->options;
    const enum taub_purpose purpose = options->restart ? TAUB_FOR_RESTART : TAUB_FOR_RUN;
    /* Ranks choose the same steps from the same numbers, so they run the same build; a device that is lent will run
     * other cases, which want optimised kernels. */
    const struct taub_compile_watch watch = {options->compiling, options->user, options->interrupt,
                                             .quick = run->comm->size == 1 && !options->device};
    enum taub_status status = TAUB_OK;
    TRY(taub_ranks_check_sameness(run->comm, run_case, options->restart, error));
    run->appends = taub_restart_appends(options);
    taub_comm_broadcast(run->comm, 0, &run->appends, sizeof run->appends);
    bool ends = run->appends && taub_output_lacks_end(options->folder);
    taub_comm_broadcast(run->comm, 0, &ends, sizeof ends);
    if (options->restart && run->comm->rank == 0)
        status = taub_restart_check(run_case, options, error);
    TRY(taub_runner_agree(run, status, error));
    TRY(taub_simulation_create_on(run_case, run->comm, purpose, &watch, options->device, options->eos, &run->simulation,
                                  error));
    TRY(check_interrupt(run, error));
    if (options->restart)
        TRY(taub_restart(run->simulation, options, ends, &run->restored, &run->transforms, &run->balance, error));
    run->meshes = -1;
    TRY(follow_mesh(run, error));
    TRY(taub_surface_prepare(run, error));
    TRY(taub_probes_prepare(run, error));
    TRY(taub_fluxes_prepare(run, error));
    TRY(taub_views_create(run->simulation, run->silent, &run->views, error));
    describe_start(run);
    if (run->config->time.step > 0.0)
        TRY(taub_simulation_step_bound(run->simulation, &run->result->step_bound, error));
    return check_interrupt(run, error);
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
    run.comm = options->comm ? options->comm : taub_comm_alone();
    run.result = options->result ? options->result : &result;
    run.silent = !options->folder;
    run.last_output_step = -1;
    const double called = run.started = run.reported = taub_seconds();
    memset(run.result, 0, sizeof *run.result);
    error = error ? error : &local; /* the reason goes into summary.json in any case */
    struct taub_plain_locale plain = taub_plain_locale_begin();
    enum taub_status status = prepare(&run, run_case, error);
    if (status == TAUB_OK) {
        if (options->started)
            options->started(options->user, run.result);
        run.started = run.reported = taub_seconds();
        status = begin(&run, error);
        /* what could not be added to stays as it was */
        if (run.begun && (status == TAUB_OK || !run.appends)) {
            if (status == TAUB_OK)
                status = evolve(&run, error);
            status = end(&run, status, error);
        }
    }
    run.result->total_seconds = taub_seconds() - called;
    taub_writer_destroy(run.writer);
    taub_surface_drain_destroy(run.drain);
    taub_output_destroy(run.output);
    taub_surface_destroy(run.surface);
    taub_probes_destroy(run.probes);
    taub_fluxes_destroy(run.fluxes);
    taub_views_destroy(run.views);
    free((void *)run.restored.values);
    free((void *)run.transforms.values);
    free((void *)run.held.values);
    free(run.values);
    taub_simulation_destroy(run.simulation);
    taub_plain_locale_end(&plain);
    return status;
}
