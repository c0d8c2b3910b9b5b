#include "systems/medium.h"

#include <math.h>
#include <string.h>

/* CODATA 2018 for the vacuum's permeability; the speed of light is exact. */
static const double vacuum_permeability = 1.25663706212e-6, light = 299792458.0;

void taub_medium_vacuum(const struct taub_config *config, double *permittivity, double *permeability)
{
    const bool si = config->medium.units == TAUB_UNITS_SI;
    *permeability = si ? vacuum_permeability : 1.0;
    *permittivity = si ? 1.0 / (vacuum_permeability * light * light) : 1.0;
}

bool taub_medium_varies(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    return config->initial.kind == TAUB_INITIAL_CODE || medium->inclusion.given || medium->inclusions.count > 0 ||
           medium->permittivities.count > 0 || medium->permeabilities.count > 0 || medium->conductivities.count > 0;
}

bool taub_medium_has_source(const struct taub_config *config)
{
    return config->source.file || config->source.given;
}

bool taub_medium_conducts(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    bool some = config->initial.kind == TAUB_INITIAL_CODE || taub_medium_has_source(config) ||
                medium->conductivity > 0 || (medium->inclusion.given && medium->inclusion.conductivity > 0);
    for (int n = 0; n < medium->conductivities.count; n++)
        some = some || medium->conductivities.list[n] > 0;
    for (int n = 0; n < medium->inclusions.count; n++)
        some = some || medium->inclusions.list[n].conductivity > 0;
    return some;
}

static bool is_round_inside(enum taub_inclusion kind, const double center[3], double radius, const double x[3])
{
    const int along = (int)kind - (int)TAUB_INCLUSION_CYLINDER_X;
    double sum = 0;
    for (int a = 0; a < 3; a++) {
        const double r = x[a] - center[a];
        sum += a == along ? 0 : r * r;
    }
    return sum < radius * radius;
}

static bool is_inside(const struct taub_config_inclusion *one, const double x[3])
{
    for (int a = 0; a < 3; a++)
        if ((one->lower_given && x[a] < one->lower[a]) || (one->upper_given && x[a] >= one->upper[a]))
            return false;
    return one->kind == TAUB_INCLUSION_BOX || is_round_inside(one->kind, one->center, one->radius, x);
}

/* A number of a list that has one for each piece; `all` when there is none. */
static double of_piece(const struct taub_reals *list, int piece, double all)
{
    return list->count > piece ? list->list[piece] : all;
}

void taub_medium_at(const struct taub_config *config, const double x[3], double out[TAUB_MEDIUM_NUMBERS])
{
    const struct taub_config_medium *medium = &config->medium;
    double permittivity, permeability;
    int piece = 0;
    for (int a = 2; a >= 0; a--) {
        const struct taub_reals *cuts = &medium->cuts[a];
        int n = 0;
        while (n < cuts->count && x[a] >= cuts->list[n])
            n++;
        piece = piece * (cuts->count + 1) + n;
    }
    taub_medium_vacuum(config, &permittivity, &permeability);
    const bool inside = medium->inclusion.given &&
                        is_round_inside(medium->inclusion.kind, medium->inclusion.center, medium->inclusion.radius, x);
    out[TAUB_PERMITTIVITY] = permittivity * (inside ? medium->inclusion.permittivity
                                                    : of_piece(&medium->permittivities, piece, medium->permittivity));
    out[TAUB_PERMEABILITY] = permeability * (inside ? medium->inclusion.permeability
                                                    : of_piece(&medium->permeabilities, piece, medium->permeability));
    out[TAUB_CONDUCTIVITY] =
        inside ? medium->inclusion.conductivity : of_piece(&medium->conductivities, piece, medium->conductivity);
    for (int n = medium->inclusions.count - 1; n >= 0; n--) {
        const struct taub_config_inclusion *one = &medium->inclusions.list[n];
        if (!is_inside(one, x))
            continue;
        out[TAUB_PERMITTIVITY] = permittivity * one->permittivity;
        out[TAUB_PERMEABILITY] = permeability * one->permeability;
        out[TAUB_CONDUCTIVITY] = one->conductivity;
        return;
    }
}

double taub_medium_fastest(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    double permittivity, permeability, least = medium->permittivity * medium->permeability;
    const int pieces = (medium->cuts[0].count + 1) * (medium->cuts[1].count + 1) * (medium->cuts[2].count + 1);
    for (int n = 0; n < pieces; n++) {
        const double index_squared = of_piece(&medium->permittivities, n, medium->permittivity) *
                                     of_piece(&medium->permeabilities, n, medium->permeability);
        least = n == 0 ? index_squared : fmin(least, index_squared);
    }
    if (medium->inclusion.given)
        least = fmin(least, medium->inclusion.permittivity * medium->inclusion.permeability);
    for (int n = 0; n < medium->inclusions.count; n++)
        least = fmin(least, medium->inclusions.list[n].permittivity * medium->inclusions.list[n].permeability);
    taub_medium_vacuum(config, &permittivity, &permeability);
    return 1.0 / (sqrt(permittivity * permeability) * sqrt(least));
}

enum { POINTS = 8 }; /* along each axis of a cell that is cut */

void taub_medium_of_cell(const struct taub_config *config, const double center[3], const double spacing[3],
                         const bool active[3], double out[TAUB_MEDIUM_NUMBERS])
{
    const int n[3] = {active[0] ? POINTS : 1, active[1] ? POINTS : 1, active[2] ? POINTS : 1};
    double sum[TAUB_MEDIUM_NUMBERS] = {0}, first[TAUB_MEDIUM_NUMBERS], here[TAUB_MEDIUM_NUMBERS];
    bool same = true;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                const int at[3] = {i, j, k};
                double x[3];
                for (int a = 0; a < 3; a++)
                    x[a] = center[a] + ((at[a] + 0.5) / n[a] - 0.5) * (active[a] ? spacing[a] : 0);
                taub_medium_at(config, x, here);
                if (i == 0 && j == 0 && k == 0)
                    memcpy(first, here, sizeof first);
                for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++) {
                    sum[c] += here[c];
                    same = same && here[c] == first[c];
                }
            }
    for (int c = 0; c < TAUB_MEDIUM_NUMBERS; c++)
        out[c] = same ? first[c] : sum[c] / ((double)n[0] * n[1] * n[2]);
}
