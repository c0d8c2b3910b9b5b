/* taub converge: errors against the exact solution at several resolutions, and observed orders. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "evolve/run.h"

#define MAX_NORMS 16

struct level {
    int cells[3];
    int refined; /* cells along the axis that was given */
    int64_t steps;
    double seconds;
    int64_t exact_cells;
    int norm_count;
    struct taub_norm norms[MAX_NORMS];
};

/* Scales the cells of each axis with more than one by given/first; false if the result is not a whole number. */
static bool scale_cells(const int cells[3], int given, int scaled[3])
{
    int first = 0;
    for (int axis = 2; axis >= 0; axis--)
        if (cells[axis] > 1)
            first = cells[axis];
    for (int axis = 0; axis < 3; axis++) {
        const int64_t product = (int64_t)cells[axis] * given;
        scaled[axis] = 1;
        if (cells[axis] == 1)
            continue;
        if (product % first || product / first < 2 || product / first > 1 << 30)
            return false;
        scaled[axis] = (int)(product / first);
    }
    return first > 0;
}

static enum taub_status measure(const struct taub_case *run_case, const struct taub_compile_watch *watch,
                                struct level *level, struct taub_error *error)
{
    struct taub_simulation *simulation;
    struct timespec start, end;
    const struct taub_config *config = taub_case_config(run_case);
    const int64_t limit = config->time.max_steps > 0 ? config->time.max_steps : INT64_MAX;
    enum taub_status status = taub_simulation_create_watched(run_case, watch, &simulation, error);
    if (status != TAUB_OK)
        return status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    status = taub_simulation_advance(simulation, limit, config->time.end, error);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (status == TAUB_OK)
        status =
            taub_simulation_errors(simulation, level->norms, MAX_NORMS, &level->norm_count, &level->exact_cells, error);
    const double time = taub_simulation_time(simulation);
    char reason[256] = "waves from the boundaries have reached all cells";
    bool known;
    if (taub_simulation_no_exact(simulation, &known))
        snprintf(reason, sizeof reason, "%s", taub_simulation_no_exact(simulation, &known));
    level->steps = taub_simulation_steps(simulation);
    level->seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    taub_simulation_destroy(simulation);
    if (status == TAUB_OK && level->norm_count == 0)
        return taub_fail(error, TAUB_BAD_INPUT, "This case has no exact solution to converge to at time %g: %s.", time,
                         reason);
    return status;
}

/* The order from level i - 1 to i; NaN for the first level and for zero errors. */
static double order(const struct level *levels, int i, int n)
{
    if (i == 0 || levels[i].norms[n].l1 == 0.0 || levels[i - 1].norms[n].l1 == 0.0)
        return NAN;
    return log(levels[i - 1].norms[n].l1 / levels[i].norms[n].l1) /
           log((double)levels[i].refined / levels[i - 1].refined);
}

static void print_table(const struct level *levels, int count)
{
    for (int n = 0; n < levels[0].norm_count; n++) {
        printf("%s%s\n%-20s %12s %12s %12s %12s %8s\n", n ? "\n" : "", levels[0].norms[n].quantity, "cells", "L1", "L2",
               "maximum", "L1/scale", "order");
        for (int i = 0; i < count; i++) {
            const struct taub_norm *norm = &levels[i].norms[n];
            const double rate = order(levels, i, n);
            printf("%-20s %12.4e %12.4e %12.4e", cli_cells(levels[i].cells).text, norm->l1, norm->l2, norm->maximum);
            if (norm->scale > 0.0)
                printf(" %12.4e", norm->l1 / norm->scale);
            else
                printf(" %12s", "-");
            if (isfinite(rate))
                printf(" %8.2f", rate);
            else if (i > 0)
                printf(" %8s", "-");
            putchar('\n');
        }
    }
}

static void write_level(struct cli_json *json, const struct level *levels, int i)
{
    cli_json_begin(json, NULL, '{');
    cli_json_begin(json, "cells", '[');
    for (int axis = 0; axis < 3; axis++)
        cli_json_integer(json, NULL, levels[i].cells[axis]);
    cli_json_end(json, ']');
    cli_json_integer(json, "steps", levels[i].steps);
    cli_json_number(json, "seconds", levels[i].seconds);
    cli_json_begin(json, "norms", '[');
    for (int n = 0; n < levels[i].norm_count; n++) {
        const struct taub_norm *norm = &levels[i].norms[n];
        cli_json_begin(json, NULL, '{');
        cli_json_string(json, "quantity", norm->quantity);
        cli_json_number(json, "l1", norm->l1);
        cli_json_number(json, "l2", norm->l2);
        cli_json_number(json, "maximum", norm->maximum);
        cli_json_number(json, "mean", norm->mean);
        cli_json_number(json, "scale", norm->scale);
        cli_json_number(json, "order", order(levels, i, n));
        cli_json_end(json, '}');
    }
    cli_json_end(json, ']');
    cli_json_end(json, '}');
}

static bool write_json(const char *path, const struct level *levels, int count)
{
    struct cli_json json;
    if (!cli_json_open(&json, path))
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_begin(&json, "levels", '[');
    for (int i = 0; i < count; i++)
        write_level(&json, levels, i);
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

static enum taub_status measure_at(const struct cli_options *options, const int base[3], int given, struct level *level)
{
    struct taub_error error;
    struct taub_case *run_case;
    char override[96];
    if (!scale_cells(base, given, level->cells)) {
        fprintf(stderr, "taub: --cells %d: the case's %s cells cannot be scaled to that in proportion\n", given,
                cli_cells(base).text);
        return TAUB_BAD_INPUT;
    }
    level->refined = given;
    snprintf(override, sizeof override, "mesh.cells=[%d,%d,%d]", level->cells[0], level->cells[1], level->cells[2]);
    enum taub_status status = cli_load_case(options, override, &run_case);
    if (status != TAUB_OK)
        return status;
    const struct taub_compile_watch watch = {.compiling = options->quiet ? NULL : cli_compiling};
    status = measure(run_case, &watch, level, &error);
    if (status != TAUB_OK)
        cli_report(&error);
    else if (!options->quiet)
        fprintf(stderr, "%s: %lld steps in %s\n", cli_cells(level->cells).text, (long long)level->steps,
                cli_duration(level->seconds).text);
    taub_case_destroy(run_case);
    return status;
}

int cli_converge(const struct cli_options *options)
{
    struct taub_case *run_case;
    int base[3];
    if (!options->resolution_count) {
        fprintf(stderr, "taub converge: --cells is needed, as in --cells 32,64,128\n");
        return TAUB_BAD_INPUT;
    }
    enum taub_status status = cli_load_case(options, NULL, &run_case);
    if (status != TAUB_OK)
        return status;
    memcpy(base, taub_case_config(run_case)->mesh.cells, sizeof base);
    taub_case_destroy(run_case);
    struct level *levels = calloc((size_t)options->resolution_count, sizeof *levels);
    if (!levels) {
        fprintf(stderr, "taub: out of memory\n");
        return TAUB_FAILED;
    }
    for (int i = 0; i < options->resolution_count && status == TAUB_OK; i++)
        status = measure_at(options, base, options->resolutions[i], &levels[i]);
    if (status == TAUB_OK && (!options->json || strcmp(options->json, "-")))
        print_table(levels, options->resolution_count);
    if (status == TAUB_OK && options->json && !write_json(options->json, levels, options->resolution_count))
        status = TAUB_FAILED;
    free(levels);
    return status;
}
