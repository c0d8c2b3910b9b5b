/* A fluid from an energy-momentum tensor on the grid of a file, plus a background, by Landau matching. */
#include <math.h>
#include <stdlib.h>

#include "problems/grid_file.h"
#include "problems/problem_kind.h"
#include "problems/viscous.h"

struct grid {
    struct taub_grid_file file;
    double scale, background;
    bool bulk;
};

/* Fails if the file has nothing inside the mesh. */
static enum taub_status check_reach(struct taub_problem *self, const struct taub_config *config,
                                    struct taub_error *error)
{
    const struct grid *grid = self->data;
    const struct taub_grid_file *file = &grid->file;
    const int *cells = config->mesh.cells;
    double values[TAUB_GRID_COMPONENTS];
    bool reached = false, charged = false;
    for (long n = 0; n < (long)cells[0] * cells[1] * cells[2] && !reached; n++) {
        const int at[3] = {(int)(n % cells[0]), (int)(n / cells[0] % cells[1]), (int)(n / ((long)cells[0] * cells[1]))};
        double x[3];
        for (int a = 0; a < 3; a++)
            x[a] = self->lower[a] + (self->upper[a] - self->lower[a]) * (at[a] + 0.5) / cells[a];
        taub_grid_file_at(file, x, values);
        reached = values[TAUB_TT] > 0;
    }
    if (!reached)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: no part of it lies in a cell of the mesh: its %d x %d x %d points reach from (%g, %g, "
                         "%g) to (%g, %g, %g), the mesh from (%g, %g, %g) to (%g, %g, %g).",
                         config->initial.file, file->count[0], file->count[1], file->count[2], file->first[0],
                         file->first[1], file->first[2], file->first[0] + (file->count[0] - 1) * file->spacing[0],
                         file->first[1] + (file->count[1] - 1) * file->spacing[1],
                         file->first[2] + (file->count[2] - 1) * file->spacing[2], self->lower[0], self->lower[1],
                         self->lower[2], self->upper[0], self->upper[1], self->upper[2]);
    const size_t points = (size_t)file->count[0] * (size_t)file->count[1] * (size_t)file->count[2];
    for (size_t n = 0; n < points; n++)
        charged = charged || file->values[n * TAUB_GRID_COMPONENTS + TAUB_GRID_CHARGE] != 0;
    const bool viscous = self->system == TAUB_SYSTEM_ISRAEL_STEWART;
    if (charged && viscous && self->components <= TAUB_VISCOUS_CHARGE)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s: holds a charge density; system israel-stewart carries a charge with eos.kind: table-2d alone.",
            config->initial.file);
    if (charged && viscous && self->has_stress)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: holds a charge density, which requires initial.stress: none.",
                         config->initial.file);
    for (int a = 0; a < 3; a++)
        taub_problem_add_metadata(self, a == 0 ? "points_x" : a == 1 ? "points_y" : "points_z", file->count[a]);
    return TAUB_OK;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct grid *grid = calloc(1, sizeof *grid);
    if (!grid)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = grid;
    grid->scale = initial->scale;
    grid->background = initial->background.given & TAUB_GIVEN_ENERGY_DENSITY ? initial->background.energy_density : 0;
    grid->bulk = initial->stress == TAUB_GRID_STRESS_FULL;
    self->has_stress = (initial->format == TAUB_GRID_STRESS_ENERGY || initial->format == TAUB_GRID_MUSIC ||
                        initial->format == TAUB_GRID_KOMPOST) &&
                       initial->stress != TAUB_GRID_STRESS_NONE;
    if (!initial->file)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.file: kind grid needs the name of a file.");
    const enum taub_status status = taub_grid_file_read(initial, config->time.start, &grid->file, error);
    return status == TAUB_OK ? check_reach(self, config, error) : status;
}

static void destroy(struct taub_problem *self)
{
    struct grid *grid = self->data;
    if (grid)
        taub_grid_file_free(&grid->file);
    free(grid);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct grid *grid = self->data;
    double values[TAUB_GRID_COMPONENTS];
    taub_grid_file_at(&grid->file, x, values);
    for (int c = 0; c < TAUB_GRID_COMPONENTS; c++)
        values[c] *= grid->scale;
    const enum taub_status status =
        taub_problem_match(self, values, grid->background, x, "initial.file", grid->bulk, out, error);
    if (!self->has_stress)
        out[4] = values[TAUB_GRID_CHARGE]; /* only fluids at rest carry a charge here */
    return status;
}

static void check(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const enum taub_grid_format format = config->initial.format;
    const bool stress = taub_key_conditions_hold(taub_schema_find("initial.stress"), config) &&
                        config->initial.stress != TAUB_GRID_STRESS_NONE;
    taub_problem_check_background(self);
    if (format != TAUB_GRID_STRESS_ENERGY && config->mesh.coordinates != TAUB_MILNE)
        taub_check_complain(self, "initial.format", -1, "expected mesh.coordinates: milne: the file uses eta");
    if (config->eos.kind == TAUB_EOS_CODE)
        taub_check_complain(self, "eos.kind", -1,
                            "initial.kind grid needs the pressure before the run, which a user's equation of state "
                            "does not give; use kind table");
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && stress &&
        config->transport.initial_stress.kind != TAUB_STRESS_ZERO)
        taub_check_complain(self, "transport.initial_stress.kind", -1,
                            "expected zero, because the stress comes from the file; or initial.stress: none");
}

const struct taub_problem_methods taub_problem_grid = {.kind = TAUB_INITIAL_GRID,
                                                       .systems = TAUB_FLUIDS,
                                                       .check = check,
                                                       .create = create,
                                                       .destroy = destroy,
                                                       .state = state};
