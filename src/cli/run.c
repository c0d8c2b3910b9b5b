/* taub run: prints progress and a summary. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "core/clock.h"
#include "evolve/run.h"

struct progress_line {
    const struct taub_config *config;
    bool quiet, terminal;
    bool drawn;         /* the terminal shows a line that has not ended */
    double last_report; /* seconds */
};

static int terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

#define SECONDS_BETWEEN_LINES 5

static void show_progress(void *user, const struct taub_progress *progress)
{
    struct progress_line *self = user;
    const double now = taub_seconds();
    char line[256];
    if (self->quiet || (!self->terminal && now - self->last_report < SECONDS_BETWEEN_LINES))
        return;
    if (!cli_stderr_ready(0)) /* a full pipe must not stop the run */
        return;
    self->last_report = now;
    int used =
        snprintf(line, sizeof line, "step %lld  time %.4g/%.4g  dt %.3g  %s zone updates/s", (long long)progress->step,
                 progress->time, progress->end, progress->dt, cli_rate(progress->zone_updates_per_second).text);
    if (progress->seconds_left >= 0)
        snprintf(line + used, sizeof line - (size_t)used, "  %s left", cli_duration(progress->seconds_left).text);
    if (self->terminal)
        fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    self->drawn = self->terminal;
}

static void show_compiling(void *user, const char *device, const char *compiler)
{
    const struct progress_line *self = user;
    if (!self->quiet)
        cli_compiling(NULL, device, compiler);
}

static void show_start(void *user, const struct taub_run_result *result)
{
    struct progress_line *self = user;
    const struct taub_config *config = self->config;
    cli_stepping(true);
    char threads[48] = "", kernels[64] = "cached";
    if (self->quiet || !cli_stderr_ready(0))
        return;
    if (result->threads > 0)
        snprintf(threads, sizeof threads, ", %d thread%s", result->threads, result->threads == 1 ? "" : "s");
    if (!result->kernels_cached)
        snprintf(kernels, sizeof kernels, "compiled in %.2f s", result->compile_seconds);
    if (config->title && *config->title) {
        cli_print_text(stderr, config->title);
        fputc('\n', stderr);
    }
    fprintf(stderr, "device   %s:%d %s%s\n", cli_device_name(result->device.kind), result->device.index,
            result->device.name, threads);
    if (result->ranks > 1)
        fprintf(stderr, "ranks    %d, ghost zones %s\n", result->ranks, result->exchange);
    fprintf(stderr, "cells    %s, %s precision, %s; kernels %s\n", cli_mesh(config).text,
            cli_precision_name(config->device.precision), cli_reproducible_name(config->device.reproducible), kernels);
    if (*result->cache_refused)
        fprintf(stderr, "cache    not used: %s\n", result->cache_refused);
    if (result->step_bound > 0 && config->time.step > result->step_bound)
        fprintf(stderr, "step     time.step, %g, is above the bound of the initial state, %.4g (time.cfl %g)\n",
                config->time.step, result->step_bound, config->time.cfl);
    if (result->first_step > 0)
        fprintf(stderr, "restart  step %lld, time %g\n", (long long)result->first_step, result->time);
}

static void print_totals(const struct taub_run_result *result)
{
    double largest = 0;
    for (int i = 0; i < result->total_count; i++)
        largest = fmax(largest, fabs(result->totals[i].start));
    for (int i = 0; i < result->total_count; i++) {
        const struct taub_total *total = &result->totals[i];
        if (total->start == 0 && total->end == 0)
            continue;
        /* A momentum that starts at zero has no relative drift, so all drifts are relative to the largest total. */
        printf("total    %-16s %.10g -> %.10g", total->name, total->start, total->end);
        if (largest > 0)
            printf("  (%+.1e)", (total->end - total->start) / largest);
        putchar('\n');
    }
}

/* What has entered: docs/guide/droplets.md. */
static void print_droplets(const struct taub_result_droplets *droplets)
{
    const double *in = droplets->end;
    if (droplets->kept)
        printf("droplets %lld: entered energy %.10g, momentum %.6g, %.6g, %.6g, charge %.6g; energy to come %.6g\n",
               (long long)droplets->count, in[0], in[1], in[2], in[3], in[4], droplets->list[0] - in[0]);
}

/* The balance of energy in the box of the history: docs/theory/maxwell.md#balance-of-energy. */
static void print_balance(const struct taub_result_balance *balance)
{
    if (!balance->kept)
        return;
    printf("balance  energy %.10g -> %.10g, heating %.10g, outflow %.10g", balance->start, balance->end,
           balance->heating, balance->outflow);
    if (balance->driven)
        printf("; supplied by currents %.10g\n", -balance->missing);
    else
        printf("; missing %.2e of %.10g\n", balance->missing, balance->start);
}

/* Prints a line for each cause of regulation. A mean of 2 per cell and step is every cell in both stages. */
static void print_causes(const struct taub_run_result *result)
{
    const double steps = (double)(result->steps > 0 ? result->steps : 1);
    for (int cause = 0; cause < TAUB_CAUSES; cause++)
        if (result->causes[cause] > 0)
            printf("cells    regulated %lld times, %.2g a cell and step: %s\n", (long long)result->causes[cause],
                   (double)result->causes[cause] / ((double)result->zones * steps),
                   taub_cause_words((enum taub_cause)cause));
}

static void print_result(const struct taub_run_result *result)
{
    printf("steps    %lld to time %g in %s: %s zone updates/s\n", (long long)result->steps, result->time,
           cli_duration(result->seconds).text, cli_rate(result->zone_updates_per_second).text);
    printf("wall     %s", cli_duration(result->total_seconds).text);
    if (!result->kernels_cached)
        printf(", %s of it for compiling the kernels", cli_duration(result->compile_seconds).text);
    printf("\n");
    if (result->quick == TAUB_QUICK_RAN)
        printf("kernels  a quick build for %s, then the optimised one\n", cli_duration(result->quick_seconds).text);
    else if (result->quick == TAUB_QUICK_RUNS)
        printf("kernels  a quick build: the run ended before the optimised one was ready (taub compile makes it)\n");
    else if (result->quick == TAUB_QUICK_STAYS)
        printf("kernels  a quick build: the compiler could not make the optimised one\n");
    if (*result->ended)
        printf("ended    %s\n", result->ended);
    print_totals(result);
    print_balance(&result->balance);
    print_droplets(&result->droplets);
    printf("cells    %lld failed recoveries, %lld floored, %lld regulated, %lld at the bound on iterations, "
           "%lld of first order, %lld near strong shocks, %lld with bounded scalars, %lld of low beta\n",
           (long long)result->recovery_failures, (long long)result->floored, (long long)result->regulated,
           (long long)result->iterations_exceeded, (long long)result->first_order_cells, (long long)result->shock_cells,
           (long long)result->bounded_scalars, (long long)result->low_beta_cells);
    if (result->repeated_steps > 0)
        printf("steps    %lld times a step failed, because a primitive state could not be recovered, and was repeated "
               "with half its length\n",
               (long long)result->repeated_steps);
    if (result->blocks_held_back > 0)
        printf(
            "blocks   %lld times a block was to be refined and was not: there was no room (mesh.refine.most_blocks)\n",
            (long long)result->blocks_held_back);
    print_causes(result);
    if (*result->no_exact && result->exact_known)
        printf("error    not measured: there is no exact solution at time %g: %s\n", result->time, result->no_exact);
    if (result->exact_cells > 0 && result->exact_cells < result->zones)
        printf("error    over the %lld cells that waves from boundaries have not reached\n",
               (long long)result->exact_cells);
    for (int i = 0; i < result->norm_count; i++) {
        const struct taub_norm *norm = &result->norms[i];
        if (norm->scale == 0 && norm->maximum == 0)
            continue;
        printf("error    %-16s L1 %.4e  L2 %.4e  max %.4e  (scale %.4g)\n", norm->quantity, norm->l1, norm->l2,
               norm->maximum, norm->scale);
    }
}

/* out/NAME: the case file's name without its ending, or the folder's name if the file is called case.yaml. */
static void default_folder(const char *case_path, char *folder, size_t size)
{
    char *resolved = realpath(case_path, NULL);
    char *path = resolved ? resolved : strdup(case_path);
    snprintf(folder, size, "out/case");
    if (path) {
        char *slash = strrchr(path, '/');
        if (slash && !strcmp(slash + 1, "case.yaml") && slash != path) {
            *slash = '\0';
            slash = strrchr(path, '/');
        }
        char *name = slash ? slash + 1 : path;
        char *ending = strrchr(name, '.');
        if (ending && ending != name && (!strcmp(ending, ".yaml") || !strcmp(ending, ".yml")))
            *ending = '\0';
        if (*name)
            snprintf(folder, size, "out/%s", name);
    }
    free(path);
}

/* The folder of a checkpoint, in which the restarted run continues. */
static void restart_folder(const char *restart, char *folder, size_t size)
{
    struct stat what;
    const char *slash = strrchr(restart, '/');
    if (stat(restart, &what) == 0 && S_ISDIR(what.st_mode))
        snprintf(folder, size, "%s", restart);
    else
        snprintf(folder, size, "%.*s", slash ? (int)(slash - restart) + 1 : 1, slash ? restart : ".");
}

static void show_notice(void *user, const char *text)
{
    fprintf(stderr, "notice   %s\n", text);
}

/* With several ranks, only the first one prints. */
static int run_case_on(const struct taub_comm *comm, const struct cli_options *options, struct taub_case *run_case,
                       struct taub_run_result *result)
{
    const bool prints = comm->rank == 0;
    struct taub_error error;
    char folder[4096];
    if (options->output)
        snprintf(folder, sizeof folder, "%s", options->output);
    else if (options->restart)
        restart_folder(options->restart, folder, sizeof folder);
    else
        default_folder(options->case_path, folder, sizeof folder);
    struct progress_line line = {taub_case_config(run_case), options->quiet, isatty(STDERR_FILENO), false,
                                 taub_seconds()};
    void *hadrons = NULL;
    const struct cli_wing *const *wing = cli_wings;
    while (*wing && !(*wing)->open)
        wing++;
    enum taub_status status = !prints ? TAUB_OK
                              : *wing ? (*wing)->open(options, taub_case_config(run_case), folder, &hadrons)
                              : cli_wants_hadrons(options) ? (enum taub_status)cli_absent("hadrons")
                                                           : TAUB_OK;
    if (taub_comm_agree(comm, status, NULL) != TAUB_OK)
        return TAUB_BAD_INPUT;
    struct taub_run_options run_options = {.comm = comm,
                                           .folder = folder,
                                           .restart = options->restart,
                                           .force_restart = options->force_restart,
                                           .notice = prints ? show_notice : NULL,
                                           .progress = prints ? show_progress : NULL,
                                           .user = &line,
                                           .interrupt = cli_catch_signals(),
                                           .result = result,
                                           .started = prints ? show_start : NULL,
                                           .compiling = prints ? show_compiling : NULL};
    if (hadrons)
        (*wing)->attach(hadrons, &run_options);
    status = taub_run(run_case, &run_options, &error);
    cli_stepping(false);
    if (line.drawn)
        fputc('\n', stderr);
    if (status != TAUB_OK && prints)
        cli_report(&error);
    if (prints && status != TAUB_BAD_INPUT && !options->quiet && result->zones > 0) {
        print_result(result);
        printf("results  %s\nplot     taub plot %s\n", folder, folder);
    }
    return hadrons ? (*wing)->close(hadrons, status) : status;
}

static int run_on(const struct taub_comm *comm, const struct cli_options *options, struct taub_case *run_case)
{
    struct taub_error error;
    struct taub_run_result *result = calloc(1, sizeof *result);
    int status = taub_comm_agree(comm, result ? TAUB_OK : taub_fail(&error, TAUB_FAILED, "out of memory"), &error);
    if (status == TAUB_OK)
        status = run_case_on(comm, options, run_case, result);
    else if (comm->rank == 0)
        cli_report(&error);
    free(result);
    return status;
}

int cli_run(const struct cli_options *options)
{
    return cli_on_ranks(options, run_on);
}
