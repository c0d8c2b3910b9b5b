/* output.fluxes in a run: fluxes.csv while it goes on, flux_spectra.csv and near_fields.h5 when it ends. */
#include <stdlib.h>

#include "core/try.h"
#include "evolve/runner.h"

enum taub_status taub_fluxes_prepare(struct runner *run, struct taub_error *error)
{
    if (!taub_fluxes_wanted(run->config) || run->silent)
        return TAUB_OK;
    TRY(taub_fluxes_create(run->simulation, &run->fluxes, error));
    TRY(taub_fluxes_find_medium(run->fluxes, error));
    const struct taub_checkpoint_list *kept = &run->transforms;
    /* a run that is made to go on with a checkpoint of other planes begins its transforms there */
    const bool fresh = !run->options->restart || (run->options->force_restart && kept->size == 0);
    return fresh ? TAUB_OK
                 : taub_runner_agree(run, taub_fluxes_load(run->fluxes, kept->values, kept->size, error), error);
}

enum taub_status taub_fluxes_observe(struct runner *run, struct taub_error *error)
{
    const struct taub_control *clock = &run->simulation->clock;
    const double *values;
    const char *const *names;
    TRY(taub_fluxes_look(run->fluxes, &values, error));
    const int count = taub_fluxes_columns(run->fluxes, &names);
    const enum taub_status status = run->output ? taub_output_csv_line(run->output, TAUB_CSV_FLUXES, clock->step,
                                                                       clock->time, clock->dt, values, count, error)
                                                : TAUB_OK;
    return taub_runner_agree(run, status, error);
}

enum taub_status taub_fluxes_begin(struct runner *run, struct taub_error *error)
{
    const char *const *names;
    if (!run->fluxes)
        return TAUB_OK;
    const int count = taub_fluxes_columns(run->fluxes, &names);
    const enum taub_status status =
        run->output ? taub_output_csv_header(run->output, TAUB_CSV_FLUXES, names, count, error) : TAUB_OK;
    TRY(taub_runner_agree(run, status, error));
    return run->transforms.size > 0 ? TAUB_OK : taub_fluxes_observe(run, error);
}

static enum taub_status write_near_fields(struct runner *run, struct taub_error *error)
{
    struct taub_near_fields near;
    if (!run->config->output.fluxes.near_fields)
        return TAUB_OK;
    TRY(taub_fluxes_near_fields(run->fluxes, &near, error));
    const enum taub_status status = taub_output_near_fields(run->output, &near, error);
    taub_fluxes_near_fields_free(&near);
    return status;
}

enum taub_status taub_fluxes_end(struct runner *run, struct taub_error *error)
{
    const char *const *names;
    double *values = NULL;
    int columns, rows;
    if (!run->fluxes || !run->output)
        return TAUB_OK;
    TRY(taub_fluxes_spectra(run->fluxes, &names, &columns, &rows, &values, error));
    const enum taub_status status =
        rows > 0 ? taub_output_flux_spectra(run->output, names, columns, values, rows, error) : TAUB_OK;
    free(values);
    return status == TAUB_OK ? write_near_fields(run, error) : status;
}
