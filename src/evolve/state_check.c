/* Whether a system can start from a state that was set from outside. */
#include <math.h>
#include <stdio.h>

#include "core/try.h"
#include "evolve/internal.h"

/* Of the largest four-velocity, or velocity: squares of it must stay numbers. */
#define LARGEST_VALUE 1e100

/* What is wrong with a state, in words; false: nothing that is known here. */
static bool find_fault(const struct taub_simulation *self, const double *q, char *text, size_t size)
{
    const struct taub_system *system = self->system;
    int named = 0;
    while (system->names[named])
        named++;
    for (int c = 0; c < self->components; c++) {
        const bool low = c < named && system->positive && system->positive(c) && !(q[c] > 0.0);
        if (!isfinite(q[c]) || !(fabs(q[c]) <= LARGEST_VALUE) || low) {
            char scalar[32];
            snprintf(scalar, sizeof scalar, "scalar %d", c - named + 1);
            const char *name = c < named ? system->names[c] : scalar;
            snprintf(text, size, "the %s is %g%s", name, q[c],
                     isnan(q[c])           ? ", not a number"
                     : low                 ? ", and must be above 0"
                     : isfinite(q[c]) != 0 ? ", too large to be computed with"
                                           : ", and must be finite");
            return true;
        }
    }
    return false;
}

/* "FILE: in the cell (3, 0, 0) at (0.5, 0, 0)"; cells are counted from 0. */
static void name_cell(const struct taub_simulation *self, size_t at, const char *whose, char *text, size_t size)
{
    const int *n = self->mesh->cells;
    const size_t row = (size_t)taub_mesh_row(self->mesh, (int)(at / (size_t)n[0]));
    const int i = (int)(at % (size_t)n[0]), j = (int)(row % (size_t)n[1]), k = (int)(row / (size_t)n[1]);
    double x[3];
    taub_mesh_center(self->mesh, i, j, k, x);
    snprintf(text, size, "%s: in the cell (%d, %d, %d) at (%g, %g, %g)", whose, i, j, k, x[0], x[1], x[2]);
}

/* The lowest and the highest energy density, and the cells that have them. */
struct extremes {
    double lowest, highest;
    size_t lowest_at, highest_at;
};

/* Every value finite, and a state that the system knows; names the first cell that is not. */
static enum taub_status check_cells(const struct taub_simulation *self, const double *state, const char *whose,
                                    struct extremes *out, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    char cell[4096], fault[128], text[512];
    *out = (struct extremes){HUGE_VAL, 0.0, 0, 0};
    for (size_t at = 0; at < zones; at++) {
        double q[TAUB_MOST_COMPONENTS];
        for (int c = 0; c < self->components; c++)
            q[c] = state[(size_t)c * zones + at];
        out->lowest_at = q[0] < out->lowest ? at : out->lowest_at;
        out->highest_at = q[0] > out->highest ? at : out->highest_at;
        out->lowest = fmin(out->lowest, q[0]);
        out->highest = fmax(out->highest, q[0]);
        const bool known = find_fault(self, q, fault, sizeof fault);
        if (!known && self->system->valid(self->config, q))
            continue;
        name_cell(self, at, whose, cell, sizeof cell);
        self->system->describe(self->config, q, text, sizeof text);
        return taub_fail(error, TAUB_BAD_INPUT, "%s %s. The whole state: %s.", cell,
                         known ? fault : "the values belong to no state of this system", text);
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_check_state(struct taub_simulation *self, const double *state, const char *whose,
                                             struct taub_error *error)
{
    struct extremes own;
    double least, most;
    char cell[4096];
    TRY(taub_simulation_agree(self, check_cells(self, state, whose, &own, error), error));
    const double lowest = -taub_simulation_share_largest(self, -own.lowest);
    const double highest = taub_simulation_share_largest(self, own.highest);
    if (!self->system->check_start)
        return TAUB_OK;
    const enum taub_status status = self->system->check_start(self->config, self->eos, lowest, highest, whose, error);
    taub_eos_range(self->eos, &least, &most);
    if (status == TAUB_OK || (lowest >= least && highest <= most))
        return status;
    name_cell(self, lowest < least ? own.lowest_at : own.highest_at, whose, cell, sizeof cell);
    const bool here = lowest < least ? own.lowest == lowest : own.highest == highest;
    return taub_simulation_agree(
        self, here ? self->system->check_start(self->config, self->eos, lowest, highest, cell, error) : TAUB_OK, error);
}
