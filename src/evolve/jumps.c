/* Whether states jump at the start, so that the first step must be short (kernels/passes/clock.h). */
#include <math.h>
#include <stdlib.h>

#include "evolve/internal.h"

/* Waves of a Riemann problem whose pressures differ by less than this are at most three times as fast as those of its
 * two states: the shock's Mach number is sqrt(1 + (gamma + 1)/(2 gamma) (q/p - 1)), the pressure q behind it
 * being below the higher one. Fluids without a rest mass need no such care: their waves are never slower than a third
 * of light. */
static const double JUMP = 10.0;

static double pressure(const struct taub_simulation *self, const double *state, size_t zones, size_t at)
{
    if (self->config->system == TAUB_SYSTEM_EULER || self->config->system == TAUB_SYSTEM_MHD)
        return state[4 * zones + at];
    return taub_eos_pressure(self->eos, state[at], state[4 * zones + at]);
}

static bool differ(double a, double b)
{
    return fmax(a, b) > JUMP * fmin(a, b);
}

/* Neighbours along one axis, also across a periodic boundary. */
static bool jumps_along(const struct taub_simulation *self, const double *values, int axis)
{
    const int *n = self->mesh->cells;
    const size_t strides[3] = {1, (size_t)n[0], (size_t)n[0] * (size_t)n[1]};
    const size_t zones = strides[2] * (size_t)n[2], stride = strides[axis], length = (size_t)n[axis];
    const bool periodic = self->config->mesh.boundary[axis][0] == TAUB_PERIODIC;
    for (size_t at = 0; at < zones; at++) {
        const bool last = at / stride % length == length - 1;
        if (last && !periodic)
            continue;
        if (differ(values[at], values[last ? at - (length - 1) * stride : at + stride]))
            return true;
    }
    return false;
}

bool taub_simulation_jumps(const struct taub_simulation *self, const double *state)
{
    if (taub_has_boundary(self->config, TAUB_INFLOW) || taub_has_boundary(self->config, TAUB_BOUNDARY_CODE))
        return true;
    if (self->config->eos.kind != TAUB_EOS_IDEAL_GAS)
        return false;
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *values = malloc(zones * sizeof *values);
    if (!values)
        return true;
    for (size_t at = 0; at < zones; at++)
        values[at] = pressure(self, state, zones, at);
    bool found = false;
    for (int axis = 0; axis < 3 && !found; axis++)
        found = self->mesh->active[axis] && jumps_along(self, values, axis);
    free(values);
    return found;
}
