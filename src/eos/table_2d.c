/* Equation of state p, T, mu of (e, n) from levels of grids (table_2d.h), evaluated as kernels do. */
#include "eos/table_2d.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "eos/eos_kind.h"
#include "jit/bundle.h"

#define DEFAULT_TOLERANCE 0.02

/* ---- bicubic interpolation ---- */

static void hermite_cubics(double t, double h[4], double slope[4])
{
    const double r = 1 - t;
    h[0] = (1 + 2 * t) * r * r;
    h[1] = t * r * r;
    h[2] = t * t * (3 - 2 * t);
    h[3] = -t * t * r;
    slope[0] = 6 * t * (t - 1);
    slope[1] = r * (1 - 3 * t);
    slope[2] = -slope[0];
    slope[3] = t * (3 * t - 2);
}

/* Interpolates the function that begins at number `f` of each node, from the lower and upper row of the cell. */
static double interpolate(const double *lower, const double *upper, int f, const double a[4], const double b[4])
{
    double total = 0;
    for (int m = 0; m < 4; m++) {
        const double *at = (m < 2 ? lower : upper) + f + m % 2, *next = at + TAUB_LEVEL_NODE;
        total += a[m] * (b[0] * at[0] + b[1] * at[2] + b[2] * next[0] + b[3] * next[2]);
    }
    return total;
}

struct taub_level_state taub_levels_at(const double *values, int levels, double e, double n)
{
    int level = 0;
    while (level + 1 < levels && e >= values[(level + 1) * TAUB_LEVEL_HEAD])
        level++;
    const double *head = values + level * TAUB_LEVEL_HEAD, rows = head[2];
    const double x = (e - head[0]) * head[1], clamped_x = fmin(fmax(x, 0), rows);
    const int j = (int)fmin(floor(clamped_x), rows - 1);
    const double limit = values[(int)head[5] + j], y = fabs(n) * head[3], clamped_y = fmin(y, limit);
    const int i = (int)fmin(floor(clamped_y), limit - 1);
    const double *lower = values + (size_t)head[6] + TAUB_LEVEL_NODE * ((size_t)j * (size_t)head[4] + (size_t)i);
    const double *upper = lower + TAUB_LEVEL_NODE * (size_t)head[4];
    const bool outside = x < 0 || x > rows;
    const double per_edge = x > rows ? head[8] : x < 0 ? head[7] : 0;
    const double scale = per_edge > 0 ? e * per_edge : 1, sign = n < 0 ? -1 : 1;
    double a[4], b[4], slope_a[4], slope_b[4];
    hermite_cubics(clamped_x - j, a, slope_a);
    hermite_cubics(clamped_y - i, b, slope_b);
    const double p = interpolate(lower, upper, 0, a, b);
    return (struct taub_level_state){
        .pressure = p * scale,
        .by_e = outside ? p * per_edge : interpolate(lower, upper, 0, slope_a, b) * head[1],
        .by_n = y > limit ? 0 : interpolate(lower, upper, 0, a, slope_b) * head[3] * scale * sign,
        .temperature = sqrt(sqrt(fmax(interpolate(lower, upper, 4, a, b) * scale, 0))),
        .potential = sign * interpolate(lower, upper, 8, a, b) * sqrt(sqrt(fmax(scale, 0))),
        .charge_limit = limit / head[3]};
}

/* ---- methods ---- */

struct pieces {
    int levels;
    double *values;
};

static struct taub_level_state state_at(const struct taub_eos *self, double e, double n)
{
    const struct pieces *pieces = self->data;
    return taub_levels_at(pieces->values, pieces->levels, e, n);
}

static void destroy(struct taub_eos *self)
{
    struct pieces *pieces = self->data;
    if (pieces)
        free(pieces->values);
    free(pieces);
}

static enum taub_status create(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error)
{
    struct taub_levels levels = {0};
    struct pieces *pieces = self->data = calloc(1, sizeof *pieces);
    if (!pieces)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    if (!config->file)
        return taub_fail(error, TAUB_BAD_INPUT, "eos.file: kind table-2d needs the name of a file.");
    enum taub_status status = taub_levels_read(config->file, &levels, error);
    if (status == TAUB_OK)
        status = taub_levels_build(&levels, config->tolerance > 0 ? config->tolerance : DEFAULT_TOLERANCE,
                                   &pieces->values, &self->numbers.count, error);
    snprintf(self->note, sizeof self->note, "%s", levels.note);
    if (status == TAUB_OK) {
        const struct taub_level *top = &levels.level[levels.count - 1];
        pieces->levels = levels.count;
        self->numbers.values = pieces->values;
        self->lowest = levels.level[0].first;
        self->highest = top->first + top->rows * top->step;
    }
    taub_levels_free(&levels);
    return status;
}

static double pressure(const struct taub_eos *self, double e, double n)
{
    return state_at(self, e, n).pressure;
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    const struct taub_level_state state = state_at(self, e, n);
    return state.by_e + state.by_n * n / (e + state.pressure);
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    return state_at(self, e, n).temperature;
}

static double chemical_potential(const struct taub_eos *self, double e, double n)
{
    return state_at(self, e, n).potential;
}

static double entropy_density(const struct taub_eos *self, double e, double n)
{
    const struct taub_level_state state = state_at(self, e, n);
    return (e + state.pressure - state.potential * n) / state.temperature;
}

static double charge_limit(const struct taub_eos *self, double e)
{
    return state_at(self, e, 0).charge_limit;
}

static enum taub_status define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error)
{
    const struct pieces *pieces = self->data;
    return taub_bundle_define(bundle, error, "TAUB_EOS_LEVELS", "%d", pieces->levels);
}

const struct taub_eos_methods taub_eos_table_2d = {
    .kind = TAUB_EOS_TABLE_2D,
    .name = "table-2d",
    .create = create,
    .destroy = destroy,
    .pressure = pressure,
    .sound_speed_squared = sound_speed_squared,
    .temperature = temperature,
    .entropy_density = entropy_density,
    .chemical_potential = chemical_potential,
    .charge_limit = charge_limit,
    .kernel = "eos/table_2d.h",
    .define = define,
};
