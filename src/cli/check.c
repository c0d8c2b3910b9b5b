/* taub check: whether a case is valid, and how large it is. */
#include <math.h>

#include "case/preset.h"
#include "cli.h"
#include "evolve/forces.h"
#include "evolve/media.h"
#include "evolve/run.h"

static void print_tree(const struct taub_tree_size *size, const char *when, const char *why)
{
    printf("blocks    %s %lld%s%s: %s on the device, %s on the host\n", when, (long long)size->blocks, *why ? ", " : "",
           why, cli_bytes(size->device_bytes).text, cli_bytes(size->host_bytes).text);
}

/* Blocks of several levels: at the start, and the most that there can be. `unknown`: why the former are not known. */
static void print_trees(const struct taub_estimate *estimate, const struct taub_tree_size *start, const char *unknown)
{
    if (start->blocks > 0)
        print_tree(start, "at the start", "");
    else
        printf("blocks    not known before the run starts: %s\n", unknown);
    print_tree(&estimate->limit, "at most", estimate->limit_by);
    if (*estimate->limit_refusal)
        printf("too large for %s:%d here with so many: %s\n", cli_device_name(estimate->device.kind),
               estimate->device.index, estimate->limit_refusal);
}

static void print_ranks(int ranks, const struct taub_tree_size *rank)
{
    if (rank->blocks > 0)
        printf("ranks     %d, each with at most %lld block%s: %s on the device, %s on the host\n", ranks,
               (long long)rank->blocks, rank->blocks == 1 ? "" : "s", cli_bytes(rank->device_bytes).text,
               cli_bytes(rank->host_bytes).text);
}

static void print_estimate(const struct taub_config *config, int ranks, const struct taub_estimate *estimate,
                           const struct taub_tree_size *start, const char *unknown)
{
    const double length = config->time.end - config->time.start;
    const int *blocks = config->mesh.blocks;
    const bool tree = estimate->limit.blocks > 0;
    if (tree)
        printf("cells     %s of level 0, in ", cli_mesh(config).text);
    else
        printf("cells     %s = %lld, in ", cli_mesh(config).text, (long long)estimate->zones);
    if (blocks[0] * blocks[1] * blocks[2] == 1)
        printf("one block\n");
    else
        printf("%s blocks\n", cli_cells(blocks).text);
    if (tree)
        print_trees(estimate, start, unknown);
    else
        printf("memory    %s on the device (%.0f bytes a cell, %s precision), %s on the host\n",
               cli_bytes(estimate->device_bytes).text, estimate->device_bytes / (double)estimate->zones,
               cli_precision_name(config->device.precision), cli_bytes(estimate->host_bytes).text);
    print_ranks(ranks, &estimate->rank);
    if (*estimate->refusal)
        printf("too large for %s:%d here: %s\n", cli_device_name(estimate->device.kind), estimate->device.index,
               estimate->refusal);
    if (*estimate->note)
        printf("note      %s\n", estimate->note);
    printf("time      %g to %g\n", config->time.start, config->time.end);
    if (estimate->steps > 0)
        printf("steps     about %.0f%s\n", ceil(estimate->steps),
               estimate->steps_sampled ? "  (not all cells were checked)" : "");
    else
        printf("steps     not known before the run starts%s\n",
               *estimate->refusal && config->initial.kind == TAUB_INITIAL_PARTICLES
                   ? ""
                   : " (the initial data or the equation of state are code)");
    if (config->time.step > 0 && estimate->bound > 0 && config->time.step > estimate->bound)
        printf("step      time.step, %g, is above the bound of the initial state, %.4g (time.cfl %g)\n",
               config->time.step, estimate->bound, config->time.cfl);
    if (config->output.every > 0)
        printf("outputs   %.0f of %d quantities\n", 1 + ceil(length / config->output.every),
               config->output.field_count);
    else
        printf("outputs   2 (start and end) of %d quantities\n", config->output.field_count);
}

static void print_notice(void *user, const char *text)
{
    printf("notice    %s\n", text);
}

static void print_preset_value(void *user, const char *path, const char *value)
{
    printf("          %s: %s\n", path, value);
}

/* Makes the tree that the run starts with. Only what is wrong with the case is an error; what this machine lacks is
 * told in `unknown`. */
static enum taub_status find_start(const struct taub_case *run_case, int ranks, struct taub_estimate *estimate,
                                   struct taub_tree_size *start, char *unknown, size_t size, struct taub_error *error)
{
    static const struct taub_compile_watch watch = {.compiling = cli_compiling};
    if (!estimate->device_found || *estimate->refusal) {
        snprintf(unknown, size, "%s", estimate->device_found ? "too large" : "the device of the case is not here");
        return TAUB_OK;
    }
    const enum taub_status status = taub_estimate_start(run_case, ranks, &watch, start, &estimate->rank, error);
    if (status == TAUB_OK || (status == TAUB_BAD_INPUT && !error->machine))
        return status;
    snprintf(unknown, size, "%.*s", (int)size - 1, error->message);
    return TAUB_OK;
}

int cli_check(const struct cli_options *options)
{
    struct taub_tree_size start = {0};
    char unknown[512] = "";
    struct taub_error error = {0};
    struct taub_estimate estimate;
    struct taub_case *run_case;
    const struct cli_wing *const *wing = cli_wings;
    while (*wing && !((*wing)->is_input && (*wing)->is_input(options->case_path)))
        wing++;
    enum taub_status status = *wing ? (*wing)->load(options, &run_case) : cli_load_case(options, NULL, &run_case);
    if (status != TAUB_OK)
        return status;
    const struct taub_config *config = taub_case_config(run_case);
    const struct taub_medium_methods *medium = taub_system_find(config->system)->medium;
    status = taub_estimate(run_case, options->devices, &estimate, &error);
    if (status == TAUB_OK && estimate.limit.blocks > 0)
        status = find_start(run_case, options->devices, &estimate, &start, unknown, sizeof unknown, &error);
    if (status == TAUB_OK) {
        printf("case      ");
        cli_print_text(stdout, config->title && *config->title ? config->title : options->case_path);
        printf(": valid\n");
        const char *source = taub_preset_values(config, NULL, NULL);
        if (source) {
            printf("preset    %s; its values here:\n", source);
            taub_preset_values(config, print_preset_value, NULL);
        }
        print_estimate(config, options->devices, &estimate, &start, unknown);
        taub_forces_tell(config, print_notice, NULL);
        if (medium)
            medium->tell(config, print_notice, NULL);
    } else {
        cli_report(&error);
    }
    taub_case_destroy(run_case);
    return status;
}
