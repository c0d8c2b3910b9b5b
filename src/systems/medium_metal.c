#include "systems/medium_metal.h"

#include <math.h>

#include "systems/medium.h"

static double smallest_width(const double spacing[3], const bool active[3])
{
    double least = INFINITY;
    for (int a = 0; a < 3; a++)
        least = active[a] ? fmin(least, spacing[a]) : least;
    return least;
}

static bool is_metal(const double medium[TAUB_MEDIUM_NUMBERS], double width)
{
    const double permittivity =
        fmax(medium[TAUB_PERMITTIVITY], fmax(medium[TAUB_PERMITTIVITY_Y], medium[TAUB_PERMITTIVITY_Z]));
    return medium[TAUB_CONDUCTIVITY] * width * sqrt(medium[TAUB_PERMEABILITY] / permittivity) > TAUB_METAL_CONDUCTION;
}

/* Moves a point beyond ends of the mesh to where its medium is: periodic ends to the other side, of others the mirror
 * image, since metal that waves meet has to lie in the mesh. False behind a perfect conductor, which is metal itself.
 */
static bool move_inside(const struct taub_config *config, const bool active[3], double x[3])
{
    for (int a = 0; a < 3; a++) {
        const double lower = config->mesh.lower[a], upper = config->mesh.upper[a], length = upper - lower;
        const bool above = x[a] >= upper;
        if (!active[a] || (x[a] >= lower && !above))
            continue;
        const enum taub_boundary end = config->mesh.boundary[a][above];
        if (end == TAUB_REFLECTING)
            return false;
        if (end == TAUB_PERIODIC)
            x[a] -= length * floor((x[a] - lower) / length);
        else
            x[a] = 2 * (above ? upper : lower) - x[a];
        x[a] = fmin(fmax(x[a], lower), nextafter(upper, lower)); /* a point on an end has a body that ends there */
    }
    return true;
}

/* Whether metal goes on for two cells from `start` along `direction`, both in widths of cells from the center. */
static bool is_thick(const struct taub_config *config, const struct taub_medium_array *array, const double center[3],
                     const double spacing[3], const bool active[3], const double start[3], const double direction[3])
{
    enum { STEPS = 8 };
    const double width = smallest_width(spacing, active);
    for (int step = 0; step <= STEPS; step++) {
        double x[3], medium[TAUB_MEDIUM_NUMBERS];
        for (int a = 0; a < 3; a++)
            x[a] = center[a] + (active[a] ? (start[a] + 2.0 * step / STEPS * direction[a]) * spacing[a] : 0.0);
        if (!move_inside(config, active, x))
            continue;
        taub_medium_at(config, array, x, medium);
        if (!is_metal(medium, width))
            return false;
    }
    return true;
}

void taub_metal_find(const struct taub_config *config, const struct taub_medium_array *array,
                     const struct taub_medium_points *points, const double center[3], const double spacing[3],
                     const bool active[3], struct taub_metal *metal)
{
    const double width = smallest_width(spacing, active);
    double sum[2][3] = {{0}}, direction[3], size = 0;
    int number[2] = {0};
    for (int p = 0; p < points->count; p++) {
        const int at[3] = {p % points->n[0], p / points->n[0] % points->n[1], p / (points->n[0] * points->n[1])};
        double here[TAUB_MEDIUM_NUMBERS];
        for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
            here[c] = points->of[c][p];
        metal->is[p] = is_metal(here, width);
        number[metal->is[p]]++;
        for (int a = 0; a < 3; a++)
            sum[metal->is[p]][a] += (at[a] + 0.5) / points->n[a] - 0.5;
    }
    metal->surface = false;
    if (number[0] == 0 || number[1] == 0)
        return;
    for (int a = 0; a < 3; a++) {
        sum[0][a] /= number[0];
        sum[1][a] /= number[1];
        direction[a] = sum[1][a] - sum[0][a];
        size += direction[a] * direction[a];
    }
    /* half a cell for one plane; less where metal lies on several sides, or a sheet between two */
    if (size < 0.25 * 0.25)
        return;
    for (int a = 0; a < 3; a++)
        direction[a] /= sqrt(size);
    metal->surface = is_thick(config, array, center, spacing, active, sum[1], direction);
}
