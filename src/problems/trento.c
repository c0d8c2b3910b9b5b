/* Energy density from a TRENTo event: scale times the reduced thickness, times H(eta), is e or s; plus the background.
 *
 * The grid is centred on the origin, with values at the centres of its cells (TRENTo's convention), and interpolated
 * bilinearly: this is positive, creates no new extrema, treats x and y alike, is second order, and is exact if the mesh
 * has the grid's cells. Outside the grid there is only the background. */
#include <math.h>
#include <stdlib.h>

#include "problems/free_stream.h"
#include "problems/landau.h"
#include "problems/problem_kind.h"
#include "problems/transverse_map.h"
#include "problems/trento_grid.h"

struct trento {
    struct taub_map map;
    struct taub_deposit_scale deposit;
    double background, cosine, sine; /* of the rotation */
    struct taub_config_longitudinal longitudinal;
    double distance, velocity; /* of free streaming; 0: none */
};

static enum taub_status read_config(struct trento *trento, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    trento->deposit = taub_deposit_scale(config);
    trento->background = initial->background.given & TAUB_GIVEN_ENERGY_DENSITY ? initial->background.energy_density : 0;
    trento->cosine = cos(initial->rotation);
    trento->sine = sin(initial->rotation);
    trento->longitudinal = initial->longitudinal;
    trento->distance = initial->free_stream.given ? initial->free_stream.time : 0;
    trento->velocity = initial->free_stream.velocity;
    if (!isfinite(initial->rotation))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.rotation: must be finite, and is %g.", initial->rotation);
    if (!initial->file)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.file: kind trento needs the name of a file.");
    if (!(initial->spacing > 0) || isinf(initial->spacing))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.spacing: must be positive, and is %g.", initial->spacing);
    if (!(initial->scale > 0) || isinf(initial->scale))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.scale: must be positive, and is %g.", initial->scale);
    if (!(trento->background >= 0) || isinf(trento->background))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.background.energy_density: must not be negative, and is %g.",
                         trento->background);
    return taub_longitudinal_check(&trento->longitudinal, error);
}

/* Rotates x back to the coordinates of the file. */
static void rotate_back(const struct trento *trento, const double x[3], double place[2])
{
    place[0] = trento->cosine * x[0] + trento->sine * x[1];
    place[1] = trento->cosine * x[1] - trento->sine * x[0];
}

/* The tensor in the rotated frame of the event. */
static struct taub_stream rotate_tensor(const struct trento *trento, const struct taub_stream *s)
{
    const double c = trento->cosine, d = trento->sine;
    struct taub_stream out = *s;
    out.tx = c * s->tx - d * s->ty;
    out.ty = d * s->tx + c * s->ty;
    out.xx = c * c * s->xx - 2.0 * c * d * s->xy + d * d * s->yy;
    out.yy = d * d * s->xx + 2.0 * c * d * s->xy + c * c * s->yy;
    out.xy = c * d * (s->xx - s->yy) + (c * c - d * d) * s->xy;
    return out;
}

/* Fails if no cell receives energy: the file, the spacing or the mesh is wrong. */
static enum taub_status check_reach(struct taub_problem *self, const struct taub_config *config,
                                    const struct taub_map *map, struct taub_error *error)
{
    const struct trento *trento = self->data;
    const struct taub_config_mesh *mesh = &config->mesh;
    const size_t count = (size_t)map->count[0] * (size_t)map->count[1];
    double total = 0, inside = 0;
    bool reached = false;
    for (size_t n = 0; n < count; n++) {
        const double x = map->first[0] + map->spacing[0] * (double)(n % (size_t)map->count[0]);
        const double y = map->first[1] + map->spacing[1] * (double)(n / (size_t)map->count[0]);
        const double here[2] = {trento->cosine * x - trento->sine * y, trento->sine * x + trento->cosine * y};
        total += map->values[n];
        if (here[0] >= mesh->lower[0] && here[0] <= mesh->upper[0] && here[1] >= mesh->lower[1] &&
            here[1] <= mesh->upper[1])
            inside += map->values[n];
    }
    if (!(total > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s: the event is empty: all of its %zu values are 0.",
                         config->initial.file, count);
    for (int j = 0; j < mesh->cells[1] && !reached; j++)
        for (int i = 0; i < mesh->cells[0] && !reached; i++) {
            const double x[3] = {mesh->lower[0] + (mesh->upper[0] - mesh->lower[0]) * (i + 0.5) / mesh->cells[0],
                                 mesh->lower[1] + (mesh->upper[1] - mesh->lower[1]) * (j + 0.5) / mesh->cells[1], 0};
            double place[2];
            rotate_back(trento, x, place);
            reached = taub_map_bilinear(map, place[0], place[1]) > 0;
        }
    if (!reached)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: no part of the event lies in a cell of the mesh: with initial.spacing %g fm its %d x %d "
                         "points reach from (%g, %g) to (%g, %g) fm, the mesh from (%g, %g) to (%g, %g).",
                         config->initial.file, map->spacing[0], map->count[0], map->count[1], map->first[0],
                         map->first[1], -map->first[0], -map->first[1], mesh->lower[0], mesh->lower[1], mesh->upper[0],
                         mesh->upper[1]);
    taub_problem_add_metadata(self, "share_on_mesh", inside / total);
    return TAUB_OK;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct trento *trento = calloc(1, sizeof *trento);
    if (!trento)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = trento;
    self->has_stress = initial->free_stream.given;
    struct taub_trento_grid grid;
    enum taub_status status = read_config(trento, config, error);
    if (status == TAUB_OK)
        status = taub_trento_read(initial->file, initial->event, &grid, error);
    if (status != TAUB_OK)
        return status;
    const double step = initial->spacing;
    trento->map = (struct taub_map){{grid.columns, grid.rows},
                                    {step * (0.5 - grid.columns / 2.0), step * (0.5 - grid.rows / 2.0)},
                                    {step, step},
                                    grid.values};
    for (int i = 0; i < TAUB_TRENTO_METADATA; i++)
        if (!isnan(grid.metadata[i]))
            taub_problem_add_metadata(self, taub_trento_metadata_names[i], grid.metadata[i]);
    return check_reach(self, config, &trento->map, error);
}

static void destroy(struct taub_problem *self)
{
    struct trento *trento = self->data;
    if (trento)
        taub_map_free(&trento->map);
    free(trento);
}

/* The fluid with the energy-momentum tensor of free-streaming particles plus the background at rest. */
static enum taub_status streamed(const struct taub_problem *self, const double x[3], double out[],
                                 struct taub_error *error)
{
    const struct trento *trento = self->data;
    const double scale = trento->deposit.scale;
    double place[2];
    rotate_back(trento, x, place);
    const struct taub_stream unturned =
        taub_free_stream(&trento->map, trento->distance, trento->velocity, place[0], place[1]);
    const struct taub_stream s = rotate_tensor(trento, &unturned);
    const double stress[TAUB_TENSOR] = {
        scale * s.tt, scale * s.tx, scale * s.ty, 0, scale * s.xx, scale * s.xy, 0, scale * s.yy, 0, scale * s.zz};
    return taub_problem_match(self, stress, trento->background, x, "initial.free_stream", true, out, error);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct trento *trento = self->data;
    if (self->has_stress)
        return streamed(self, x, out, error);
    double place[2];
    rotate_back(trento, x, place);
    const double along = self->active[2] ? taub_longitudinal_at(&trento->longitudinal, x[2]) : 1;
    const double across = taub_map_bilinear(&trento->map, place[0], place[1]);
    const double e = taub_deposit_energy(trento->deposit, self->eos, across, along) + trento->background;
    return taub_problem_rest_state(self, e, x, "initial.scale", out, error);
}

/* Free streaming in the transverse plane. */
static void check(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    taub_problem_check_background(self);
    taub_problem_check_deposit(self);
    if (!config->initial.free_stream.given)
        return;
    if (config->mesh.coordinates != TAUB_MILNE || config->mesh.cells[2] > 1)
        taub_check_complain(self, "initial.free_stream", -1,
                            "expected milne coordinates and one cell along eta: the streaming is boost-invariant");
    else if (config->initial.free_stream.time > config->time.start)
        taub_check_complain(self, "initial.free_stream.time", -1, "expected at most time.start, %.10g, got %.10g",
                            config->time.start, config->initial.free_stream.time);
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.initial_stress.kind != TAUB_STRESS_ZERO)
        taub_check_complain(
            self, "transport.initial_stress.kind", -1,
            "expected zero: with initial.free_stream the stress comes from the free-streaming particles");
}

const struct taub_problem_methods taub_problem_trento = {.kind = TAUB_INITIAL_TRENTO,
                                                         .systems = TAUB_FLUIDS,
                                                         .check = check,
                                                         .create = create,
                                                         .destroy = destroy,
                                                         .state = state};
