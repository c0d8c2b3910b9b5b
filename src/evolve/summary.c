/* What a run leaves in summary.json. */
#include "evolve/summary.h"

#include <stdio.h>

#include "case/case.h"
#include "evolve/run.h"

static void put_number(struct taub_output *output, const char *group, const char *name, double value)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", group, name);
    taub_output_summary_number(output, path, value);
}

static const struct {
    const char *name, *words;
} causes[TAUB_CAUSES] = {
    [TAUB_CAUSE_MOMENTUM] = {"momentum", "momentum or charge made smaller, more than the energy allows"},
    [TAUB_CAUSE_STRESS] = {"stress", "stress made smaller, which left no fluid"},
    [TAUB_CAUSE_REGULATOR] = {"regulator", "stress made smaller by transport.regulator"},
    [TAUB_CAUSE_RANGE] = {"eos_range", "beyond the equation of state"},
    [TAUB_CAUSE_DIFFUSION] = {"diffusion_bound", "kappa_B at its causal bound"},
    [TAUB_CAUSE_ACAUSAL] = {"acausal", "no causal fluid has the stress"},
    [TAUB_CAUSE_FLUXES] = {"first_order_fluxes", "fluxes of first order, for density and pressure above 0"},
    [TAUB_CAUSE_ENERGY] = {"energy", "energy added, for a pressure above 0"},
};

const char *taub_cause_words(enum taub_cause cause)
{
    return causes[cause].words;
}

void taub_summary_write(struct taub_output *output, const struct taub_simulation *simulation,
                        const struct taub_run_result *result, double wall_seconds)
{
    const struct taub_config_device *device = &simulation->config->device;
    const int *cells = simulation->mesh->cells;
    taub_output_summary_string(output, "system", simulation->system->name);
    taub_output_summary_string(output, "device.kind", taub_word("device.kind", (int)result->device.kind));
    taub_output_summary_string(output, "device.name", result->device.name);
    taub_output_summary_string(output, "device.detail", result->device.detail);
    taub_output_summary_number(output, "device.threads", result->threads);
    if (result->ranks > 1)
        taub_output_summary_number(output, "device.ranks", result->ranks);
    taub_output_summary_string(output, "device.precision", taub_word("device.precision", (int)device->precision));
    taub_output_summary_string(output, "device.reproducible",
                               taub_word("device.reproducible", (int)device->reproducible));
    taub_output_summary_string(output, "kernels.hash", simulation->kernels_hash);
    taub_output_summary_number(output, "kernels.cached", result->kernels_cached);
    taub_output_summary_number(output, "kernels.compile_seconds", result->compile_seconds);
    static const char *const quick[] = {"optimised", "quick", "quick, then optimised", "quick"};
    if (result->device.kind == TAUB_DEVICE_HOST)
        taub_output_summary_string(output, "kernels.build", quick[result->quick]);
    if (result->quick == TAUB_QUICK_RAN)
        taub_output_summary_number(output, "kernels.quick_seconds", result->quick_seconds);
    for (int a = 0; a < 3; a++)
        put_number(output, "cells", (const char *[]){"x", "y", "z"}[a], cells[a]);
    taub_output_summary_number(output, "steps", (double)result->steps);
    taub_output_summary_number(output, "first_step", (double)result->first_step);
    taub_output_summary_number(output, "time", result->time);
    if (result->step_bound > 0.0)
        taub_output_summary_number(output, "step_bound_at_start", result->step_bound);
    taub_output_summary_number(output, "wall_seconds", wall_seconds);
    taub_output_summary_number(output, "step_seconds", result->seconds);
    taub_output_summary_number(output, "zone_updates_per_second", result->zone_updates_per_second);
    for (int n = 0; n < result->total_count; n++) {
        put_number(output, "totals.start", result->totals[n].name, result->totals[n].start);
        put_number(output, "totals.end", result->totals[n].name, result->totals[n].end);
    }
    if (result->balance.kept) {
        const struct taub_result_balance *balance = &result->balance;
        const char *const names[] = {"start", "end", "heating", "outflow", "missing"};
        const double values[] = {balance->start, balance->end, balance->heating, balance->outflow, balance->missing};
        for (int n = 0; n < 5; n++)
            put_number(output, "energy_balance", names[n], values[n]);
    }
    const struct taub_result_droplets *droplets = &result->droplets;
    static const char *const deposited[] = {"energy", "momentum_x", "momentum_y", "momentum_z", "charge"};
    if (droplets->kept)
        put_number(output, "droplets", "count", (double)droplets->count);
    for (int n = 0; n < 5 && droplets->kept; n++) {
        put_number(output, "droplets.deposited", deposited[n], droplets->end[n]);
        put_number(output, "droplets.left", deposited[n], droplets->list[n] - droplets->end[n]);
        if (droplets->conserved[n])
            put_number(output, "droplets.balance", deposited[n], droplets->balance[n]);
    }
    put_number(output, "counts", "recovery_failures", (double)result->recovery_failures);
    put_number(output, "counts", "iterations_exceeded", (double)result->iterations_exceeded);
    put_number(output, "counts", "floored", (double)result->floored);
    put_number(output, "counts", "regulated", (double)result->regulated);
    put_number(output, "counts", "first_order_cells", (double)result->first_order_cells);
    put_number(output, "counts", "shock_cells", (double)result->shock_cells);
    put_number(output, "counts", "bounded_scalars", (double)result->bounded_scalars);
    put_number(output, "counts", "repeated_steps", (double)result->repeated_steps);
    if (simulation->config->mesh.refine.most_blocks > 0)
        put_number(output, "counts", "blocks_held_back", (double)result->blocks_held_back);
    for (int cause = 0; cause < TAUB_CAUSES; cause++)
        if (result->causes[cause] > 0)
            put_number(output, "regulated", causes[cause].name, (double)result->causes[cause]);
    put_number(output, "counts", "low_beta_cells", (double)result->low_beta_cells);
    if (*result->no_exact)
        taub_output_summary_string(output, "exact_solution", result->no_exact);
    if (result->exact_cells > 0)
        taub_output_summary_number(output, "errors_cells", (double)result->exact_cells);
    if (simulation->system->watch)
        put_number(output, "counts", "lost", (double)result->lost);
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
    for (int n = 0; simulation->problem && taub_problem_metadata(simulation->problem, n, &name, &value); n++)
        put_number(output, "initial", name, value);
    struct taub_pass_time passes[32];
    const int count = taub_device_times(simulation->device, passes, 32);
    for (int n = 0; n < count; n++)
        put_number(output, "passes.seconds_a_launch", passes[n].name, passes[n].seconds / (double)passes[n].launches);
}
