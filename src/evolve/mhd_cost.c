/* Operations of a step of magnetohydrodynamics. */
#include "evolve/mhd_cost.h"

#include "evolve/mhd_solver.h"
#include "evolve/weights.h"

/* Of a Riemann problem of a face, without both gases. */
static const double solver_flops[] = {[TAUB_SOLVER_RUSANOV] = 50.0,
                                      [TAUB_SOLVER_HLL] = 50.0,
                                      [TAUB_SOLVER_HLLC] = 280.0,
                                      [TAUB_SOLVER_HLLD] = 330.0,
                                      [TAUB_SOLVER_HLLI] = 230.0};

/* Counted in the kernel text, each operation, comparison, division or root as one, for eight components. */
double taub_mhd_flops_per_zone(const struct taub_config *config, const int active[3])
{
    const double axes = active[0] + active[1] + active[2], planes = axes * (axes - 1.0) / 2.0;
    const double corners = axes > 2.0 ? 8.0 : axes > 1.0 ? 4.0 : 0.0;
    const int order = config->scheme.order, ader = taub_is_ader(config);
    int stages;
    taub_weights_of(config, &stages);
    /* a relativistic gas takes Newton's steps, as a rule three */
    const bool relativistic = config->system == TAUB_SYSTEM_SRMHD;
    const double recovery = 3.0 * 42.0 + 130.0;
    const bool primitive = taub_mhd_primitive_data(config); /* one recovery a cell */
    const double gas = !relativistic ? 40.0 : primitive ? 60.0 : recovery;
    const double product = relativistic ? 190.0 : 118.0, curvature = relativistic ? 400.0 : 135.0;
    const double rate = gas + (product + 8.0) * axes, edge = primitive ? 50.0 : relativistic ? gas + 20.0 : 45.0;
    /* relativistic: about four trials of the pressure */
    const double solver = relativistic && config->scheme.riemann == TAUB_SOLVER_HLLD
                              ? 4.0 * 190.0 + 300.0
                              : solver_flops[config->scheme.riemann];
    const bool fixes = taub_mhd_fixes_shocks(config);
    const double face = 2.0 * (gas + 60.0) + 60.0 + solver + (order > 2 ? 40.0 : 0.0) + (fixes ? 25.0 : 0.0);
    double cell = axes * 8.0 * (order > 2 ? 98.0 : 10.0) + 20.0 + (taub_mhd_primitive_means(config) ? recovery : 0.0);
    if (order == 2)
        cell += 2.0 * axes * 16.0 + (ader ? rate + 16.0 : 0.0) + planes * 4.0 * edge;
    if (order > 2)
        cell += planes * 8.0 * 6.0 + 2.0 * axes * (24.0 + gas + (axes - 1.0 + ader) * curvature) +
                planes * 4.0 * (8.0 * 14.0 + (axes - 2.0 + ader) * 40.0);
    if (ader && order == 3)
        cell += (2.0 + 2.0 * axes) * rate + axes * 8.0 * 18.0 + 96.0;
    if (ader && order == 4)
        cell += (4.0 + 4.0 * axes + corners) * rate + axes * 8.0 * 62.0 + corners * 8.0 * 30.0 + 320.0;
    if (config->scheme.positivity)
        cell += 2.0 * axes * 48.0;
    if (fixes)
        cell += axes * 50.0;
    return stages * (config->scheme.equilibrium ? 2 : 1) * (cell + axes * face + planes * 60.0 + 8.0 * axes * 3.0);
}
