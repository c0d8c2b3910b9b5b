/* Who looks at the state of a run on its way: totals and history, freeze-out surface, probes, fields, checkpoints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fault.h"
#include "core/try.h"
#include "evolve/droplets.h"
#include "evolve/restart.h"
#include "evolve/runner.h"

/* Steps between looks at the highest temperature and energy density where no history is written. */
enum { LOOK_STEPS = TAUB_LOST_STEPS };

static bool in_heavy_ion_units(const struct runner *run)
{
    return run->simulation->system->heavy_ion_units(run->config);
}

static int checkpoint_components(const struct runner *run)
{
    return taub_simulation_saved_components(run->simulation);
}

/* ---- fields ---- */

/* Gradients need ghost zones, which ranks exchange: one that fails must not leave the others waiting. */
static enum taub_status read_quantity(struct runner *run, const struct taub_quantity_info *info, double *values,
                                      size_t size, struct taub_error *error)
{
    const enum taub_values which = taub_simulation_values(run->simulation);
    return taub_runner_agree(run, taub_simulation_read_as(run->simulation, info->name, which, values, size, error),
                             error);
}

/* Where nothing is written steps still end at the times of outputs: the same steps, the same bits. */
enum taub_status taub_write_fields(struct runner *run, struct taub_error *error)
{
    if (run->silent)
        return TAUB_OK;
    const struct taub_config_output *output = &run->config->output;
    struct taub_quantity *list = calloc((size_t)output->field_count + 1, sizeof *list);
    const size_t zones = (size_t)taub_simulation_zones(run->simulation);
    double *values = run->values;
    enum taub_status status = TAUB_OK;
    if (!list)
        status = taub_fail(error, TAUB_FAILED, "out of memory for writing fields");
    status = taub_runner_agree(run, status, error);
    for (int n = 0; n < output->field_count && status == TAUB_OK; n++) {
        const struct taub_quantity_info info = taub_quantity_of(run->config, output->fields[n]);
        if (!info.name) {
            status = taub_fail(error, TAUB_BAD_INPUT, "output.fields: this system has no quantity named %s",
                               output->fields[n]);
            break;
        }
        const size_t size = zones * (size_t)info.components;
        if (!run->writer)
            status = read_quantity(run, &info, values, size, error);
        const int64_t stand_ins = run->writer ? 0 : taub_comm_sum(run->comm, run->simulation->stand_ins);
        list[n] = (struct taub_quantity){info.name,
                                         info.components,
                                         in_heavy_ion_units(run) ? info.unit : "1",
                                         values,
                                         taub_simulation_values_text(run->simulation, &info),
                                         stand_ins};
        values += size;
    }
    if (status == TAUB_OK && run->writer) {
        status = taub_writer_take(run->writer, list, output->field_count, error);
    } else if (status == TAUB_OK && run->output) {
        status = taub_output_fields(run->output, taub_simulation_steps(run->simulation),
                                    taub_simulation_time(run->simulation), taub_simulation_last_step(run->simulation),
                                    list, output->field_count, error);
        taub_rows_done(&run->rows);
    } else if (status == TAUB_OK) {
        taub_rows_serve(&run->rows);
    }
    status = taub_runner_agree(run, status, error);
    run->last_output_step = taub_simulation_steps(run->simulation);
    free(list);
    return status;
}

/* ---- totals, history ---- */

/* Share of the largest energy density below which a cell belongs to the dilute edge, where no freeze-out tells. */
#define DILUTE 0.01

void taub_history_columns(const struct runner *run, double values[TAUB_MOST_COLUMNS])
{
    taub_history_of(run->config, run->simulation->clock.time, run->reduced, values);
}

static void find_columns(struct runner *run)
{
    run->column_count = taub_columns_of(run->config, run->columns);
    for (int role = 0; role < TAUB_COLUMN_ROLES; role++)
        run->column_of[role] = -1;
    for (int n = 0; n < run->column_count; n++)
        run->column_of[run->columns[n].role] = n;
}

/* Which diagnostic, if any, ends the run. Its columns follow those of the system. */
static void find_passed(struct runner *run, const double *values)
{
    const struct taub_diagnostics *own = &run->config->diagnostics.quantities;
    int column = run->column_count;
    for (int n = 0; n < own->count; n++)
        column -= own->list[n].column != TAUB_NO_COLUMN;
    run->passed = NULL;
    for (int n = 0; n < own->count && !run->passed; n++) {
        const struct taub_config_diagnostic *one = &own->list[n];
        if (one->column == TAUB_NO_COLUMN)
            continue;
        run->passed_value = values[column++];
        if ((one->stop_above_given && run->passed_value > one->stop_above) ||
            (one->stop_below_given && run->passed_value < one->stop_below))
            run->passed = one;
    }
}

/* Reduces the state to the columns of the history. */
static enum taub_status look(struct runner *run, double values[TAUB_MOST_COLUMNS], struct taub_error *error)
{
    TRY(taub_simulation_totals(run->simulation, run->reduced, error));
    taub_history_columns(run, values);
    const int hottest = run->column_of[TAUB_COLUMN_TEMPERATURE_MAX];
    const int densest = run->column_of[TAUB_COLUMN_ENERGY_DENSITY_MAX];
    if (hottest >= 0)
        run->temperature_max = values[hottest];
    if (densest >= 0)
        run->energy_density_max = values[densest];
    find_passed(run, values);
    memcpy(run->looked, values, (size_t)run->column_count * sizeof *values);
    if (run->config->time.freeze_out == 0.0)
        run->simulation->clock.lost_above = DILUTE * run->energy_density_max;
    return TAUB_OK;
}

/* The last columns of a run with droplets: what has entered. */
static const struct taub_column deposited_columns[TAUB_DEPOSITED] = {{.name = "deposited_energy", .unit = "GeV"},
                                                                     {.name = "deposited_momentum_x", .unit = "GeV"},
                                                                     {.name = "deposited_momentum_y", .unit = "GeV"},
                                                                     {.name = "deposited_momentum_z", .unit = "GeV"},
                                                                     {.name = "deposited_charge"}};

static int columns_written(const struct runner *run)
{
    return run->column_count + TAUB_COUNTERS + (run->simulation->droplets ? TAUB_DEPOSITED : 0);
}

static enum taub_status write_history(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    double values[TAUB_MOST_COLUMNS + TAUB_COUNTERS + TAUB_DEPOSITED];
    TRY(look(run, values, error));
    if (run->config->output.history == 0)
        return TAUB_OK;
    taub_balance_observe(run, values);
    int64_t counts[TAUB_COUNTS];
    taub_simulation_counts(run->simulation, counts);
    for (int n = 0; n < TAUB_COUNTERS; n++)
        values[run->column_count + n] = (double)counts[taub_counters[n].count];
    if (run->simulation->droplets)
        taub_simulation_deposited(run->simulation, values + run->column_count + TAUB_COUNTERS);
    enum taub_status status = TAUB_OK;
    if (run->output)
        status = taub_output_csv_line(run->output, TAUB_CSV_HISTORY, clock->step, clock->time, clock->dt, values,
                                      columns_written(run), error);
    return taub_runner_agree(run, status, error);
}

static void name_column(const struct runner *run, const struct taub_column *column, char text[64])
{
    const bool unit = column->unit && in_heavy_ion_units(run);
    snprintf(text, 64, unit ? "%s [%s]" : "%s", column->name, column->unit);
}

enum taub_status taub_history_begin(struct runner *run, struct taub_error *error)
{
    char texts[TAUB_MOST_COLUMNS + TAUB_DEPOSITED][64];
    const char *names[TAUB_MOST_COLUMNS + TAUB_COUNTERS + TAUB_DEPOSITED];
    find_columns(run);
    if (run->config->output.history == 0 || !run->output)
        return TAUB_OK;
    for (int n = 0; n < run->column_count; n++) {
        name_column(run, &run->columns[n], texts[n]);
        names[n] = texts[n];
    }
    for (int n = 0; n < TAUB_COUNTERS; n++)
        names[run->column_count + n] = taub_counters[n].name;
    for (int n = 0; n < TAUB_DEPOSITED; n++) {
        name_column(run, &deposited_columns[n], texts[run->column_count + n]);
        names[run->column_count + TAUB_COUNTERS + n] = texts[run->column_count + n];
    }
    return taub_output_csv_header(run->output, TAUB_CSV_HISTORY, names, columns_written(run), error);
}

static bool may_stop(const struct taub_config *config)
{
    const struct taub_diagnostics *own = &config->diagnostics.quantities;
    bool may = false;
    for (int n = 0; n < own->count; n++)
        may = may || own->list[n].stop_above_given || own->list[n].stop_below_given;
    return may;
}

static bool reads_table(const struct taub_config *config)
{
    return config->eos.kind == TAUB_EOS_TABLE || config->eos.kind == TAUB_EOS_TABLE_2D;
}

/* Reductions are made after so many steps; 0: only at the ends. */
static int steps_between_looks(const struct runner *run)
{
    const int history = run->config->output.history;
    const bool needed = run->config->time.freeze_out > 0.0 || reads_table(run->config) || may_stop(run->config) ||
                        run->simulation->system->watch;
    return history > 0 ? history : needed ? LOOK_STEPS : 0;
}

/* The state of a restart is looked at, but what the looks decide is left to those steps at which a run in one piece
 * looks. */
enum taub_status taub_history_start(struct runner *run, struct taub_error *error)
{
    double values[TAUB_MOST_COLUMNS];
    const int steps = steps_between_looks(run);
    TRY(run->goes_on ? look(run, values, error) : write_history(run, error));
    if (steps > 0 && run->simulation->clock.step % steps != 0) {
        run->temperature_max = HUGE_VAL;
        run->energy_density_max = 0.0;
        run->passed = NULL;
    }
    return TAUB_OK;
}

/* A user's table goes on beyond its rows, but not as the fluid would. */
static enum taub_status check_table(const struct runner *run, struct taub_error *error)
{
    const struct taub_eos *eos = run->simulation->eos;
    double lowest, highest;
    taub_eos_range(eos, &lowest, &highest);
    if (!reads_table(run->config) || run->energy_density_max <= highest)
        return TAUB_OK;
    return taub_fail_numerics(
        error,
        "%s: the table ends at the energy density %.10g, and the fluid needs %.10g at time %.8g; the table "
        "must go on further",
        taub_eos_name(eos), highest, run->energy_density_max, taub_simulation_time(run->simulation));
}

/* Totals and extrema: a line of the history, the highest temperature for the stop at freeze-out, limits of diagnostics,
 * and whether what is computed is still a solution. */
static enum taub_status look_at_totals(struct runner *run, struct taub_error *error)
{
    TRY(write_history(run, error));
    TRY(check_table(run, error));
    return taub_lost_check(&run->lost, run->simulation, run->reduced, error);
}

/* ---- probes ---- */

enum taub_status taub_probes_prepare(struct runner *run, struct taub_error *error)
{
    return taub_probes_wanted(run->config) && !run->silent ? taub_probes_create(run->simulation, &run->probes, error)
                                                           : TAUB_OK;
}

static enum taub_status look_at_probes(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    const double *values;
    const char *const *names;
    TRY(taub_probes_look(run->probes, &values, error));
    const int count = taub_probes_columns(run->probes, &names);
    const enum taub_status status = run->output ? taub_output_csv_line(run->output, TAUB_CSV_PROBES, clock->step,
                                                                       clock->time, clock->dt, values, count, error)
                                                : TAUB_OK;
    return taub_runner_agree(run, status, error);
}

enum taub_status taub_probes_begin(struct runner *run, struct taub_error *error)
{
    const char *const *names;
    if (!run->probes)
        return TAUB_OK;
    const int count = taub_probes_columns(run->probes, &names);
    const enum taub_status status =
        run->output ? taub_output_csv_header(run->output, TAUB_CSV_PROBES, names, count, error) : TAUB_OK;
    TRY(taub_runner_agree(run, status, error));
    return run->simulation->clock.step % run->config->output.probes.every ? TAUB_OK : look_at_probes(run, error);
}

static int probes_steps(const struct runner *run)
{
    return run->probes ? run->config->output.probes.every : 0;
}

/* ---- views ---- */

static enum taub_status look_at_views(struct runner *run, struct taub_error *error)
{
    return taub_views_look(run->views, run->output, false, error);
}

/* ---- checkpoints ---- */

static void let_go(struct runner *run)
{
    free((void *)run->held.values);
    memset(&run->held, 0, sizeof run->held);
}

static enum taub_status write_checkpoint(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    int64_t counts[TAUB_COUNTS];
    taub_simulation_counts(run->simulation, counts);
    /* they share the room for values */
    enum taub_status status = taub_writer_wait(run->writer, error);
    if (status == TAUB_OK)
        status = taub_simulation_save(run->simulation, run->values, error);
    TRY(taub_runner_agree(run, status, error));
    TRY(taub_surface_hold(run, error));
    struct taub_checkpoint checkpoint = {.step = clock->step,
                                         .time = clock->time,
                                         .dt = clock->dt,
                                         .allowed = clock->allowed,
                                         .components = checkpoint_components(run),
                                         .upper_faces = taub_saved_upper_faces(run->config),
                                         .values = run->values,
                                         .counter_count = TAUB_COUNTS_SAVED,
                                         .counters = counts,
                                         .surface = run->held};
    memcpy(checkpoint.at_rest, run->simulation->at_rest, sizeof checkpoint.at_rest);
    if (run->fluxes)
        taub_fluxes_save(run->fluxes, &checkpoint.fluxes.values, &checkpoint.fluxes.size);
    if (run->balance.lines > 0)
        checkpoint.balance = (struct taub_checkpoint_list){TAUB_BALANCE_NUMBERS, (const double *)&run->balance};
    if (run->output) {
        status = taub_output_checkpoint(run->output, &checkpoint, error);
        taub_rows_done(&run->rows);
    } else {
        taub_rows_serve(&run->rows);
    }
    return taub_runner_agree(run, status, error);
}

enum taub_status taub_write_checkpoint(struct runner *run, struct taub_error *error)
{
    const enum taub_status status = write_checkpoint(run, error);
    let_go(run);
    return status;
}

/* ---- the list ---- */

static int fluxes_steps(const struct runner *run)
{
    return run->fluxes ? taub_fluxes_every(run->fluxes) : 0;
}

static int surface_steps(const struct runner *run)
{
    return run->surface ? run->config->output.surface.every : 0;
}

static double fields_time(const struct runner *run)
{
    return run->config->output.every;
}

static bool fields_exact(const struct runner *run)
{
    return run->config->output.exact;
}

static double checkpoint_time(const struct runner *run)
{
    return run->silent ? 0.0 : run->config->output.checkpoint;
}

const struct taub_observer taub_observers[TAUB_OBSERVERS] = {
    [TAUB_OBSERVE_TOTALS] = {.name = "totals", .steps = steps_between_looks, .last = true, .look = look_at_totals},
    [TAUB_OBSERVE_SURFACE] = {.name = "surface", .steps = surface_steps, .look = taub_write_surface},
    [TAUB_OBSERVE_PROBES] = {.name = "probes", .steps = probes_steps, .look = look_at_probes},
    [TAUB_OBSERVE_FLUXES] = {.name = "fluxes", .steps = fluxes_steps, .look = taub_fluxes_observe},
    [TAUB_OBSERVE_FIELDS] = {.name = "fields", .time = fields_time, .exact = fields_exact, .look = taub_write_fields},
    [TAUB_OBSERVE_VIEWS] = {.name = "views", .own = true, .look = look_at_views},
    [TAUB_OBSERVE_CHECKPOINT] = {.name = "checkpoint", .time = checkpoint_time, .look = taub_write_checkpoint}};

void taub_observers_start(struct runner *run)
{
    const double now = taub_simulation_time(run->simulation);
    for (int n = 0; n < TAUB_OBSERVERS; n++) {
        struct taub_observed *observed = &run->observed[n];
        const struct taub_observer *observer = &taub_observers[n];
        observed->schedule = (struct taub_schedule){.start = run->config->time.start,
                                                    .every = observer->time ? observer->time(run) : 0.0};
        observed->next = taub_schedule_next(&observed->schedule, now);
    }
    taub_views_start(run->views);
}

enum taub_status taub_observers_look(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    for (int n = 0; n < TAUB_OBSERVERS; n++) {
        const struct taub_observer *observer = &taub_observers[n];
        struct taub_observed *observed = &run->observed[n];
        const int steps = observer->steps ? observer->steps(run) : 0;
        if (steps > 0 && (clock->step % steps == 0 || (observer->last && taub_runner_finished(run))))
            TRY(observer->look(run, error));
        if (observer->own)
            TRY(observer->look(run, error));
        if (clock->time >= taub_schedule_threshold(&observed->schedule, observed->next)) {
            TRY(observer->look(run, error));
            observed->next = taub_schedule_next(&observed->schedule, clock->time);
        }
    }
    return TAUB_OK;
}

int64_t taub_observers_steps(const struct runner *run, int64_t steps)
{
    const struct taub_control *clock = &run->simulation->clock;
    for (int n = 0; n < TAUB_OBSERVERS; n++) {
        const int look = taub_observers[n].steps ? taub_observers[n].steps(run) : 0;
        if (look > 0 && look - clock->step % look < steps)
            steps = look - clock->step % look;
    }
    return steps;
}

void taub_observers_times(const struct runner *run, double *until, double *pause)
{
    const double end = run->config->time.end;
    *until = end;
    *pause = HUGE_VAL;
    for (int n = 0; n < TAUB_OBSERVERS; n++) {
        const struct taub_observer *observer = &taub_observers[n];
        const struct taub_observed *observed = &run->observed[n];
        if (observer->exact && observer->exact(run))
            *until = fmin(*until, taub_schedule_target(&observed->schedule, observed->next, end));
        else
            *pause = fmin(*pause, taub_schedule_threshold(&observed->schedule, observed->next));
    }
    taub_views_times(run->views, until, pause);
}
