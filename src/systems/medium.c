#include "systems/medium.h"

#include <math.h>
#include <stddef.h>

#include "bodies/bodies.h"

/* CODATA 2018 for the vacuum's permeability; the speed of light is exact. */
static const double vacuum_permeability = 1.25663706212e-6, light = 299792458.0;

void taub_medium_vacuum(const struct taub_config *config, double *permittivity, double *permeability)
{
    const bool si = config->medium.units == TAUB_UNITS_SI;
    *permeability = si ? vacuum_permeability : 1.0;
    *permittivity = si ? 1.0 / (vacuum_permeability * light * light) : 1.0;
}

/* Those of the list, before them the single one. */
static int count_inclusions(const struct taub_config_medium *medium)
{
    return medium->inclusion_given + medium->inclusions.count;
}

static const struct taub_config_inclusion *inclusion_of(const struct taub_config_medium *medium, int n)
{
    const int listed = n - medium->inclusion_given;
    return listed < 0 ? &medium->inclusion : &medium->inclusions.list[listed];
}

bool taub_medium_varies(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    return config->initial.kind == TAUB_INITIAL_CODE || count_inclusions(medium) > 0 || medium->array.file ||
           medium->permittivities.count > 0 || medium->permeabilities.count > 0 || medium->conductivities.count > 0;
}

void taub_medium_permittivity(const struct taub_config_medium *medium, double out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = medium->axes_given ? medium->permittivity_axes[a] : medium->permittivity;
}

/* Likewise in an inclusion. */
static void permittivity_of(const struct taub_config_inclusion *self, double out[3])
{
    for (int a = 0; a < 3; a++)
        out[a] = self->axes_given ? self->permittivity_axes[a] : self->permittivity;
}

bool taub_medium_is_anisotropic(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    bool some = medium->axes_given || medium->averaging == TAUB_AVERAGING_AXES;
    for (int n = 0; n < count_inclusions(medium); n++)
        some = some || inclusion_of(medium, n)->axes_given;
    return some;
}

int taub_medium_numbers(const struct taub_config *config)
{
    return taub_medium_is_anisotropic(config) ? TAUB_MEDIUM_NUMBERS : TAUB_MEDIUM_SCALARS;
}

int taub_medium_component(const struct taub_config *config)
{
    return 6 + taub_medium_conducts(config); /* behind D, B and the charge */
}

static int place_of(int axis)
{
    return axis == 0 ? TAUB_PERMITTIVITY : axis == 1 ? TAUB_PERMITTIVITY_Y : TAUB_PERMITTIVITY_Z;
}

bool taub_medium_has_source(const struct taub_config *config)
{
    return taub_medium_source(config, 0) != NULL;
}

const struct taub_config_source *taub_medium_source(const struct taub_config *config, int n)
{
    if (config->sources.count > 0)
        return n < config->sources.count ? &config->sources.list[n] : NULL;
    return n == 0 && (config->source.file || config->source.given) ? &config->source : NULL;
}

bool taub_medium_conducts(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    bool some = config->initial.kind == TAUB_INITIAL_CODE || taub_medium_has_source(config) ||
                medium->conductivity > 0 || (medium->array.file && medium->array.conductivity);
    for (int n = 0; n < medium->conductivities.count; n++)
        some = some || medium->conductivities.list[n] > 0;
    for (int n = 0; n < count_inclusions(medium); n++)
        some = some || inclusion_of(medium, n)->conductivity > 0;
    return some;
}

bool taub_medium_is_uniform(const struct taub_config *config, const double center[3], const double spacing[3],
                            const bool active[3])
{
    const struct taub_config_medium *medium = &config->medium;
    double half[3];
    for (int a = 0; a < 3; a++)
        half[a] = active[a] ? 0.5 * spacing[a] : 0;
    for (int n = count_inclusions(medium) - 1; n >= 0; n--) {
        const enum taub_side side = taub_body_side(&inclusion_of(medium, n)->body, center, half);
        if (side != TAUB_OUTSIDE)
            return side == TAUB_INSIDE;
    }
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < medium->cuts[a].count; n++)
            if (fabs(center[a] - medium->cuts[a].list[n]) <= half[a])
                return false;
    return true;
}

/* A number of a list that has one for each piece; `all` when there is none. */
static double of_piece(const struct taub_reals *list, int piece, double all)
{
    return list->count > piece ? list->list[piece] : all;
}

/* Where there is no inclusion: what the pieces say, relative to the vacuum. */
static void of_pieces(const struct taub_config_medium *medium, const double x[3], double out[TAUB_MEDIUM_NUMBERS])
{
    int piece = 0;
    for (int a = 2; a >= 0; a--) {
        const struct taub_reals *cuts = &medium->cuts[a];
        int n = 0;
        while (n < cuts->count && x[a] >= cuts->list[n])
            n++;
        piece = piece * (cuts->count + 1) + n;
    }
    double permittivity[3];
    taub_medium_permittivity(medium, permittivity);
    for (int a = 0; a < 3; a++)
        out[place_of(a)] = of_piece(&medium->permittivities, piece, permittivity[a]);
    out[TAUB_PERMEABILITY] = of_piece(&medium->permeabilities, piece, medium->permeability);
    out[TAUB_CONDUCTIVITY] = of_piece(&medium->conductivities, piece, medium->conductivity);
}

/* `given`: what an array has there, NAN where it has nothing. */
static void medium_at(const struct taub_config *config, const double given[TAUB_MEDIUM_NUMBERS], const double x[3],
                      double out[TAUB_MEDIUM_NUMBERS])
{
    const struct taub_config_medium *medium = &config->medium;
    double vacuum[TAUB_MEDIUM_NUMBERS] = {1, 1, 1};
    taub_medium_vacuum(config, &vacuum[TAUB_PERMITTIVITY], &vacuum[TAUB_PERMEABILITY]);
    vacuum[TAUB_PERMITTIVITY_Y] = vacuum[TAUB_PERMITTIVITY_Z] = vacuum[TAUB_PERMITTIVITY];
    int n = count_inclusions(medium) - 1;
    while (n >= 0 && !taub_body_has(&inclusion_of(medium, n)->body, x))
        n--;
    if (n >= 0) {
        const struct taub_config_inclusion *inclusion = inclusion_of(medium, n);
        double permittivity[3];
        permittivity_of(inclusion, permittivity);
        for (int a = 0; a < 3; a++)
            out[place_of(a)] = permittivity[a];
        out[TAUB_PERMEABILITY] = inclusion->permeability;
        out[TAUB_CONDUCTIVITY] = inclusion->conductivity;
    } else {
        of_pieces(medium, x, out);
        for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
            out[c] = isnan(given[c]) ? out[c] : given[c];
    }
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
        out[c] = vacuum[c] * out[c];
}

const struct taub_poles *taub_medium_poles_at(const struct taub_config *config, const double x[3])
{
    const struct taub_config_medium *medium = &config->medium;
    int n = count_inclusions(medium) - 1;
    while (n >= 0 && !taub_body_has(&inclusion_of(medium, n)->body, x))
        n--;
    return n >= 0 ? &inclusion_of(medium, n)->poles : &medium->poles;
}

static void of_array(const struct taub_medium_array *array, const double x[3], double given[TAUB_MEDIUM_NUMBERS])
{
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
        given[c] = NAN;
    if (array)
        taub_medium_array_at(array, x, given);
}

void taub_medium_at(const struct taub_config *config, const struct taub_medium_array *array, const double x[3],
                    double out[TAUB_MEDIUM_NUMBERS])
{
    double given[TAUB_MEDIUM_NUMBERS];
    of_array(array, x, given);
    medium_at(config, given, x, out);
}

double taub_medium_fastest(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    double permittivity, permeability, least = INFINITY; /* square of the index */
    const int pieces = (medium->cuts[0].count + 1) * (medium->cuts[1].count + 1) * (medium->cuts[2].count + 1);
    double relative[3];
    for (int a = 0; a < 3; a++) {
        taub_medium_permittivity(medium, relative);
        for (int n = 0; n < pieces; n++)
            least = fmin(least, of_piece(&medium->permittivities, n, relative[a]) *
                                    of_piece(&medium->permeabilities, n, medium->permeability));
        for (int n = 0; n < count_inclusions(medium); n++) {
            permittivity_of(inclusion_of(medium, n), relative);
            least = fmin(least, relative[a] * inclusion_of(medium, n)->permeability);
        }
    }
    taub_medium_vacuum(config, &permittivity, &permeability);
    return 1.0 / (sqrt(permittivity * permeability) * sqrt(least));
}

/* Of the permittivity along axis a at points of a cell that are not metal: harmonic means along a, of which the mean. A
 * plane across a gives D_a over E_a of layers in series, one along a that of layers side by side. */
static double mean_along(const struct taub_medium_points *points, const struct taub_metal *metal, int a)
{
    const int *n = points->n, stride[3] = {1, n[0], n[0] * n[1]}, p = (a + 1) % 3, q = (a + 2) % 3;
    double sum = 0;
    int all = 0;
    for (int k = 0; k < n[q]; k++)
        for (int j = 0; j < n[p]; j++) {
            double inverse = 0;
            int count = 0;
            for (int i = 0; i < n[a]; i++) {
                const int at = i * stride[a] + j * stride[p] + k * stride[q];
                const bool counts = !(metal->surface && metal->is[at]);
                inverse += counts ? 1 / points->of[place_of(a)][at] : 0;
                count += counts;
            }
            sum += count > 0 ? count * (count / inverse) : 0;
            all += count;
        }
    return sum / all;
}

/* Means over the points of a cell, without those that are metal where its surface cuts the cell: what is left, `share`
 * of the cell, is stretched. */
static void mean_of_points(const struct taub_config *config, const struct taub_medium_points *points,
                           const struct taub_metal *metal, double out[TAUB_MEDIUM_NUMBERS])
{
    double sum[TAUB_MEDIUM_NUMBERS] = {0}, first[TAUB_MEDIUM_NUMBERS];
    bool same = true;
    int count = 0;
    for (int p = 0; p < points->count; p++) {
        if (metal->surface && metal->is[p])
            continue;
        for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++) {
            first[c] = count == 0 ? points->of[c][p] : first[c];
            sum[c] += points->of[c][p];
            same = same && points->of[c][p] == first[c];
        }
        count++;
    }
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
        out[c] = same ? first[c] : sum[c] / count;
    for (int a = 0; a < 3 && !same && config->medium.averaging == TAUB_AVERAGING_AXES; a++)
        out[place_of(a)] = mean_along(points, metal, a);
    const double share = (double)count / points->count;
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS && metal->surface; c++)
        out[c] = c == TAUB_PERMEABILITY ? out[c] * share : out[c] / share;
}

void taub_medium_of_cell(const struct taub_config *config, const struct taub_medium_array *array,
                         const double center[3], const double spacing[3], const bool active[3],
                         struct taub_metal *metal, double out[TAUB_MEDIUM_NUMBERS])
{
    struct taub_medium_points points;
    double given[TAUB_MEDIUM_NUMBERS], here[TAUB_MEDIUM_NUMBERS];
    bool same = true;
    metal->surface = false;
    of_array(array, center, given);
    if (taub_medium_is_uniform(config, center, spacing, active)) {
        medium_at(config, given, center, out);
        return;
    }
    points.count = 0;
    for (int a = 0; a < 3; a++)
        points.n[a] = active[a] ? TAUB_MEDIUM_POINTS : 1;
    for (int k = 0; k < points.n[2]; k++)
        for (int j = 0; j < points.n[1]; j++)
            for (int i = 0; i < points.n[0]; i++) {
                const int at[3] = {i, j, k};
                double x[3];
                for (int a = 0; a < 3; a++)
                    x[a] = center[a] + ((at[a] + 0.5) / points.n[a] - 0.5) * (active[a] ? spacing[a] : 0);
                medium_at(config, given, x, here);
                for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++) {
                    points.of[c][points.count] = here[c];
                    same = same && here[c] == points.of[c][0];
                }
                points.count++;
            }
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
        out[c] = points.of[c][0];
    if (same)
        return;
    taub_metal_find(config, array, &points, center, spacing, active, metal);
    mean_of_points(config, &points, metal, out);
}
