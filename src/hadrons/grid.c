#include "hadrons/grid.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Gregory's quadrature for equal steps, order 6: the trapezoidal rule with end corrections. */
static double gregory(int n, int count)
{
    static const double ends[] = {95.0 / 288.0, 317.0 / 240.0, 23.0 / 30.0, 793.0 / 720.0, 157.0 / 160.0};
    const int from = n < count - 1 - n ? n : count - 1 - n;
    return from < 5 ? ends[from] : 1.0;
}

double taub_grid_step(const struct taub_spectra_config *config)
{
    return asinh(config->pt_max / TAUB_PT_SCALE) / (config->pt_count - 1);
}

enum taub_status taub_grid_make(const struct taub_spectra_config *config, bool invariant, struct taub_spectra *out,
                                struct taub_error *error)
{
    const double step = taub_grid_step(config);
    out->momenta = config->pt_count;
    out->directions = config->directions;
    out->rapidities = invariant ? 1 : config->rapidities;
    out->invariant = invariant;
    out->pt = calloc((size_t)out->momenta, sizeof *out->pt);
    out->pt_weight = calloc((size_t)out->momenta, sizeof *out->pt_weight);
    out->phi = calloc((size_t)out->directions, sizeof *out->phi);
    out->rapidity = calloc((size_t)out->rapidities, sizeof *out->rapidity);
    if (!out->pt || !out->pt_weight || !out->phi || !out->rapidity)
        return taub_fail(error, TAUB_FAILED, "No memory for the momenta of spectra.");
    for (int m = 0; m < out->momenta; m++) {
        out->pt[m] = TAUB_PT_SCALE * sinh(m * step);
        out->pt_weight[m] = TAUB_PT_SCALE * cosh(m * step) * step * gregory(m, out->momenta);
    }
    out->pt[out->momenta - 1] = config->pt_max;
    for (int d = 0; d < out->directions; d++)
        out->phi[d] = 2.0 * pi * d / out->directions;
    for (int r = 0; r < out->rapidities && out->rapidities > 1; r++)
        out->rapidity[r] = config->rapidity_max * (2.0 * r / (out->rapidities - 1) - 1.0);
    return TAUB_OK;
}
