#include "batch/hadrons.h"
#include "batch/ledger.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/difference.h"
#include "eos/eos.h"
#include "jit/cache.h"
#include "problems/problem.h"
#include "systems/system.h"

const char *const taub_row_names[TAUB_ROW_METADATA] = {"steps",
                                                       "time",
                                                       "seconds",
                                                       "step_seconds",
                                                       "surface/elements",
                                                       "surface/energy",
                                                       "surface/lost_share",
                                                       "counts/recovery_failures",
                                                       "counts/iterations_exceeded",
                                                       "counts/floored",
                                                       "counts/regulated",
                                                       "counts/first_order_cells",
                                                       "counts/shock_cells",
                                                       "counts/bounded_scalars",
                                                       "counts/low_beta_cells",
                                                       "counts/lost"};

static int columns_of(const struct taub_case *run_case, struct taub_column columns[TAUB_MOST_COLUMNS])
{
    const struct taub_config *config = taub_case_config(run_case);
    const int count = taub_columns_of(config, columns);
    return count < TAUB_RESULT_COLUMNS ? count : TAUB_RESULT_COLUMNS;
}

/* Hash of everything that determines the events. */
static enum taub_status hash_of(const struct taub_study *study, const struct taub_case *first, char hash[33],
                                struct taub_error *error)
{
    char *text = NULL, *axes = NULL;
    size_t size = 0;
    enum taub_status status = taub_case_text(first, &text, error);
    FILE *file = status == TAUB_OK ? open_memstream(&axes, &size) : NULL;
    for (int n = 0; file && n < study->axis_count; n++) {
        fprintf(file, "%s %d\n", study->axes[n].key, n < study->design_axes);
        for (int v = 0; v < study->axes[n].count; v++)
            fprintf(file, "  %s\n", study->axes[n].values[v]);
    }
    if (file && study->hadrons) {
        fprintf(file, "spectra %s %s %d\n", study->hadrons, study->decays ? study->decays : "", study->feed_down);
        for (int n = 0; n < study->species_count; n++)
            fprintf(file, "  %lld\n", (long long)study->species[n]);
    }
    if (status == TAUB_OK && (!file || fclose(file) != 0))
        status = taub_fail(error, TAUB_FAILED, "Out of memory for the list of events.");
    if (status == TAUB_OK) {
        const struct taub_key_part parts[] = {{text, strlen(text)}, {axes, size}};
        snprintf(hash, 33, "%s", taub_key_of(parts, 2).hex);
    }
    free(text);
    free(axes);
    return status;
}

/* Names of metadata from the initial data of the first event. Errors are ignored here: that event reports them. */
static void find_metadata(struct taub_ledger *self, const struct taub_config *config)
{
    struct taub_eos *eos = NULL;
    struct taub_problem *problem = NULL;
    const char *name;
    double value;
    if (config->initial.kind != TAUB_INITIAL_CODE && taub_eos_create(&config->eos, &eos, NULL) == TAUB_OK &&
        taub_problem_create(config, eos, &problem, NULL) == TAUB_OK)
        while (self->metadata_count < TAUB_RESULT_METADATA &&
               taub_problem_metadata(problem, self->metadata_count, &name, &value))
            snprintf(self->metadata[self->metadata_count++], sizeof self->metadata[0], "%s", name);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

enum taub_status taub_ledger_create(const struct taub_study *study, const struct taub_case *first,
                                    struct taub_ledger **out, struct taub_error *error)
{
    struct taub_column columns[TAUB_MOST_COLUMNS];
    struct taub_ledger *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the ledger of events.");
    self->count = study->count;
    find_metadata(self, taub_case_config(first));
    self->column_count = columns_of(first, columns);
    const bool units = taub_system_find(taub_case_config(first)->system)->heavy_ion_units(taub_case_config(first));
    for (int n = 0; n < self->column_count; n++) {
        snprintf(self->columns[n].name, sizeof self->columns[n].name, "%s", columns[n].name);
        snprintf(self->columns[n].unit, sizeof self->columns[n].unit, "%s",
                 units && columns[n].unit ? columns[n].unit : "1");
    }
    self->species_count = study->hadrons ? study->species_count : 0;
    self->width = TAUB_ROW_COLUMNS + 2 * self->column_count + self->species_count * TAUB_HADRON_NUMBERS;
    self->status = calloc((size_t)self->count, 1);
    self->rows = malloc((size_t)self->count * (size_t)self->width * sizeof *self->rows);
    self->reasons = calloc((size_t)self->count, sizeof *self->reasons);
    enum taub_status status = TAUB_OK;
    if (!self->status || !self->rows || !self->reasons)
        status = taub_fail(error, TAUB_FAILED, "Out of memory for the ledger of %lld events.", (long long)self->count);
    for (int64_t n = 0; status == TAUB_OK && n < self->count * self->width; n++)
        self->rows[n] = NAN;
    if (status == TAUB_OK)
        status = hash_of(study, first, self->hash, error);
    if (status == TAUB_OK)
        *out = self;
    else
        taub_ledger_destroy(self);
    return status;
}

void taub_ledger_destroy(struct taub_ledger *self)
{
    if (!self)
        return;
    for (int64_t n = 0; self->reasons && n < self->count; n++)
        free(self->reasons[n]);
    free(self->reasons);
    free(self->rows);
    free(self->status);
    free(self);
}

enum taub_status taub_ledger_check(const struct taub_ledger *self, const struct taub_case *run_case,
                                   struct taub_error *error)
{
    struct taub_column columns[TAUB_MOST_COLUMNS];
    bool same = columns_of(run_case, columns) == self->column_count;
    for (int n = 0; same && n < self->column_count; n++)
        same = strcmp(columns[n].name, self->columns[n].name) == 0;
    return same ? TAUB_OK
                : taub_fail(error, TAUB_BAD_INPUT,
                            "the history of this event has different columns from that of event 0: the system differs");
}

void taub_ledger_put(struct taub_ledger *self, int64_t event, const struct taub_run_result *result, double seconds,
                     enum taub_event_status status, const char *reason, const double *hadrons)
{
    double *row = self->rows + event * self->width;
    const int64_t counts[] = {result->recovery_failures, result->iterations_exceeded, result->floored,
                              result->regulated,         result->first_order_cells,   result->shock_cells,
                              result->bounded_scalars,   result->low_beta_cells,      result->lost};
    for (int n = 0; n < self->width; n++)
        row[n] = NAN;
    row[TAUB_ROW_SECONDS] = seconds;
    if (result->column_count == self->column_count) { /* the run has started */
        row[TAUB_ROW_STEPS] = (double)result->steps;
        row[TAUB_ROW_TIME] = result->time;
        row[TAUB_ROW_STEP_SECONDS] = result->seconds;
        for (int n = 0; n < result->metadata_count; n++)
            for (int f = 0; f < self->metadata_count; f++)
                if (strcmp(result->metadata[n].name, self->metadata[f]) == 0)
                    row[TAUB_ROW_METADATA + f] = result->metadata[n].value;
        for (int n = 0; n < (int)(sizeof counts / sizeof *counts); n++)
            row[TAUB_ROW_COUNTS + n] = (double)counts[n];
        for (int n = 0; n < self->column_count; n++) {
            row[TAUB_ROW_COLUMNS + n] = result->columns[n].start;
            row[TAUB_ROW_COLUMNS + self->column_count + n] = result->columns[n].end;
        }
    }
    const int first_hadron = TAUB_ROW_COLUMNS + 2 * self->column_count;
    for (int n = first_hadron; hadrons && n < self->width; n++)
        row[n] = hadrons[n - first_hadron];
    if (result->surface.wanted) {
        row[TAUB_ROW_SURFACE_ELEMENTS] = (double)result->surface.elements;
        row[TAUB_ROW_SURFACE_ENERGY] = result->surface.energy;
        row[TAUB_ROW_SURFACE_LOST_SHARE] = result->surface.lost_share;
    }
    free(self->reasons[event]);
    self->reasons[event] = status == TAUB_EVENT_FAILED && reason ? strdup(reason) : NULL;
    self->status[event] = (unsigned char)status;
}
