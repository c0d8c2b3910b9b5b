/* Whether states jump at the start, so that the first step must be short (kernels/passes/clock.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/internal.h"

/* Waves of a Riemann problem whose pressures differ by less than this are at most three times as fast as those of its
 * two states: the shock's Mach number is sqrt(1 + (gamma + 1)/(2 gamma) (q/p - 1)), the pressure q behind it
 * being below the higher one. Fluids without a rest mass need no such care: their waves are never slower than a third
 * of light. */
static const double JUMP = 10.0;

static double pressure(const struct taub_simulation *self, const double *state, size_t zones, size_t at)
{
    if (self->config->system == TAUB_SYSTEM_EULER || self->config->system == TAUB_SYSTEM_MHD ||
        self->config->system == TAUB_SYSTEM_SRMHD)
        return state[4 * zones + at];
    return taub_eos_pressure(self->eos, state[at], state[4 * zones + at]);
}

static bool differ(double a, double b)
{
    return fmax(a, b) > JUMP * fmin(a, b);
}

static const double *cell_of(const struct taub_shape *s, const double *field, int b, const int at[3])
{
    return field + (long)b * s->component_stride + (at[2] + s->ghosts[2]) * s->plane_stride +
           (long)(at[1] + s->ghosts[1]) * s->row_stride + at[0] + s->row_offset;
}

/* Between the last cells of a block and the first ones beyond its upper face: of the block there, or in the ghost zones
 * where that is on another rank. */
static bool jumps_across(const struct taub_simulation *self, const double *field, int b, int axis)
{
    const struct taub_shape *s = &self->mesh->shape;
    const int link = self->mesh->blocks[b].neighbour[2 * axis + 1].block[0], last = s->cells[axis] - 1;
    int upper[3] = {s->cells[0], s->cells[1], s->cells[2]}, at[3];
    if (link < 0 && link != TAUB_BLOCK_ELSEWHERE)
        return false;
    upper[axis] = 1;
    for (int k = 0; k < upper[2]; k++)
        for (int j = 0; j < upper[1]; j++)
            for (int i = 0; i < upper[0]; i++) {
                int beyond[3] = {i, j, k};
                memcpy(at, beyond, sizeof at);
                at[axis] = last;
                beyond[axis] = link < 0 ? last + 1 : 0;
                if (differ(*cell_of(s, field, b, at), *cell_of(s, field, link < 0 ? b : link, beyond)))
                    return true;
            }
    return false;
}

static bool jumps_inside(const struct taub_simulation *self, const double *field, int b, int axis)
{
    const struct taub_shape *s = &self->mesh->shape;
    const long stride = axis == 0 ? 1 : axis == 1 ? (long)s->row_stride : s->plane_stride;
    int upper[3] = {s->cells[0], s->cells[1], s->cells[2]}, at[3];
    upper[axis]--;
    for (at[2] = 0; at[2] < upper[2]; at[2]++)
        for (at[1] = 0; at[1] < upper[1]; at[1]++)
            for (at[0] = 0; at[0] < upper[0]; at[0]++) {
                const double *cell = cell_of(s, field, b, at);
                if (differ(cell[0], cell[stride]))
                    return true;
            }
    return false;
}

bool taub_simulation_jumps(const struct taub_simulation *self, const double *state)
{
    if (taub_has_boundary(self->config, TAUB_INFLOW) || taub_has_boundary(self->config, TAUB_BOUNDARY_CODE))
        return true;
    if (self->config->system == TAUB_SYSTEM_MAXWELL || self->config->eos.kind != TAUB_EOS_IDEAL_GAS)
        return false;
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *values = malloc(zones * sizeof *values);
    double *field = calloc(taub_mesh_values(self->mesh, TAUB_CELL, 1), sizeof *field);
    const bool lacks = taub_simulation_share_largest(self, !values || !field) > 0.0;
    bool found = lacks;
    if (!lacks) {
        for (size_t at = 0; at < zones; at++)
            values[at] = pressure(self, state, zones, at);
        taub_mesh_scatter(self->mesh, field, sizeof *field, 1, 0, values);
        taub_simulation_share_zones(self, field);
    }
    for (int axis = 0; axis < 3 && !lacks; axis++) {
        if (!self->mesh->active[axis])
            continue;
        for (int b = 0; b < self->mesh->shape.blocks && !found; b++)
            found = jumps_inside(self, field, b, axis) || jumps_across(self, field, b, axis);
    }
    free(values);
    free(field);
    return taub_simulation_share_largest(self, found) > 0.0;
}
