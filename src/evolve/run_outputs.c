/* What a run writes on the way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/runner.h"

enum { COUNTERS = 7 };

enum taub_status taub_runner_agree(const struct runner *run, enum taub_status status, struct taub_error *error)
{
    return taub_comm_agree(run->comm, status, error);
}

static bool in_heavy_ion_units(const struct runner *run)
{
    return run->simulation->system->heavy_ion_units(run->config);
}

static int checkpoint_components(const struct runner *run)
{
    return taub_simulation_saved_components(run->simulation);
}

/* Gradients need ghost zones, which ranks exchange: one that fails must not leave the others waiting. */
static enum taub_status read_quantity(struct runner *run, const struct taub_quantity_info *info, double *values,
                                      size_t size, struct taub_error *error)
{
    return taub_runner_agree(run, taub_simulation_read(run->simulation, info->name, values, size, error), error);
}

enum taub_status taub_runner_write_fields(struct runner *run, struct taub_error *error)
{
    const struct taub_config_output *output = &run->config->output;
    struct taub_quantity *list = calloc((size_t)output->field_count + 1, sizeof *list);
    const size_t zones = (size_t)taub_simulation_zones(run->simulation);
    double *values = run->values;
    enum taub_status status = TAUB_OK;
    if (!list)
        status = taub_fail(error, TAUB_FAILED, "out of memory for writing fields");
    for (int n = 0; n < output->field_count && status == TAUB_OK; n++) {
        const struct taub_quantity_info *info = taub_system_quantity(run->simulation->system, output->fields[n]);
        if (!info) {
            status = taub_fail(error, TAUB_BAD_INPUT, "output.fields: this system has no quantity named %s",
                               output->fields[n]);
            break;
        }
        const size_t size = zones * (size_t)info->components;
        status = read_quantity(run, info, values, size, error);
        list[n] =
            (struct taub_quantity){info->name, info->components, in_heavy_ion_units(run) ? info->unit : "1", values};
        values += size;
    }
    status = taub_runner_agree(run, status, error);
    if (status == TAUB_OK && run->output) {
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

static const char *const counter_names[COUNTERS] = {"recovery_failures", "iterations_exceeded", "floored",
                                                    "regulated",         "first_order_cells",   "shock_cells",
                                                    "bounded_scalars"};

/* Share of the largest energy density below which a cell belongs to the dilute edge, where no freeze-out tells. */
#define DILUTE 0.01

/* Reduces the state to the columns of the history. */
enum taub_status taub_runner_look(struct runner *run, double values[TAUB_MOST_COLUMNS], struct taub_error *error)
{
    const struct taub_simulation *simulation = run->simulation;
    TRY(taub_simulation_totals(run->simulation, run->reduced, error));
    if (simulation->system->history)
        simulation->system->history(run->config, simulation->clock.time, run->reduced, values);
    else
        memcpy(values, run->reduced, (size_t)run->column_count * sizeof *values);
    for (int n = 0; n < run->column_count; n++) {
        if (strcmp(run->columns[n].name, "temperature_max") == 0)
            run->temperature_max = values[n];
        if (strcmp(run->columns[n].name, "energy_density_max") == 0)
            run->energy_density_max = values[n];
    }
    if (run->config->time.freeze_out == 0.0)
        run->simulation->clock.lost_above = DILUTE * run->energy_density_max;
    return TAUB_OK;
}

enum taub_status taub_runner_write_history(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    double values[TAUB_MOST_COLUMNS + COUNTERS];
    TRY(taub_runner_look(run, values, error));
    if (run->config->output.history == 0)
        return TAUB_OK;
    const double counters[COUNTERS] = {clock->recovery_failures, clock->iterations_exceeded, clock->floored,
                                       clock->regulated,         clock->first_order_cells,   clock->shock_cells,
                                       clock->bounded_scalars};
    memcpy(values + run->column_count, counters, sizeof counters);
    enum taub_status status = TAUB_OK;
    if (run->output)
        status = taub_output_history(run->output, clock->step, clock->time, clock->dt, values,
                                     run->column_count + COUNTERS, error);
    return taub_runner_agree(run, status, error);
}

enum taub_status taub_runner_write_history_header(struct runner *run, struct taub_error *error)
{
    char texts[TAUB_MOST_COLUMNS][64];
    const char *names[TAUB_MOST_COLUMNS + COUNTERS];
    run->column_count = run->simulation->system->columns(run->config, run->columns);
    if (run->config->output.history == 0 || !run->output)
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

enum taub_status taub_runner_write_checkpoint(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    const int64_t counters[COUNTERS] = {clock->recovery_failures,   clock->floored,           clock->regulated,
                                        clock->iterations_exceeded, clock->first_order_cells, clock->shock_cells,
                                        clock->bounded_scalars};
    const struct taub_checkpoint checkpoint = {
        clock->step, clock->time, clock->dt, clock->allowed, checkpoint_components(run),
        run->values, COUNTERS,    counters};
    enum taub_status status = taub_simulation_save(run->simulation, run->values, error);
    TRY(taub_runner_agree(run, status, error));
    if (run->output) {
        status = taub_output_checkpoint(run->output, &checkpoint, error);
        taub_rows_done(&run->rows);
    } else {
        taub_rows_serve(&run->rows);
    }
    return taub_runner_agree(run, status, error);
}
