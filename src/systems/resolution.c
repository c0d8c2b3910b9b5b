#include "systems/resolution.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "systems/medium.h"

enum { FEWEST_CELLS = 8 };           /* waves of fewer cells are reported */
enum { CELLS_PER_VACUUM_WAVE = 20 }; /* cells per vacuum wavelength, if no frequency is known */
enum { MOST_NOTICES = 4 };
static const double two_pi = 6.283185307179586;

double taub_resolution_width(const struct taub_config *config)
{
    double width = 0;
    for (int a = 0; a < 3; a++)
        if (config->mesh.cells[a] > 1)
            width = fmax(width, (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a]);
    return width;
}

static double light(const struct taub_config *config)
{
    double permittivity, permeability;
    taub_medium_vacuum(config, &permittivity, &permeability);
    return 1 / sqrt(permittivity * permeability);
}

double taub_resolution_cells(const struct taub_config *config, double frequency, double index)
{
    return light(config) / (frequency * index * taub_resolution_width(config));
}

double taub_resolution_index(const struct taub_config *config)
{
    double relative[3];
    taub_medium_permittivity(&config->medium, relative);
    return sqrt(fmax(relative[0], fmax(relative[1], relative[2])) * config->medium.permeability);
}

double taub_resolution_bandwidth(const struct taub_config_source *source)
{
    switch (source->signal) {
    case TAUB_SIGNAL_CONTINUOUS:
        return 0.5 / source->duration;
    case TAUB_SIGNAL_RICKER: /* where it has most */
        return sqrt(2.0) / (two_pi * source->duration);
    default:
        return 1 / (two_pi * source->duration);
    }
}

/* The highest of all sources whose signal is known. */
static double highest_of_sources(const struct taub_config *config)
{
    const struct taub_config_source *source;
    double highest = 0;
    for (int n = 0; (source = taub_medium_source(config, n)); n++) {
        const bool carried = source->signal == TAUB_SIGNAL_PULSE || source->signal == TAUB_SIGNAL_CONTINUOUS;
        const double wide = source->signal == TAUB_SIGNAL_CONTINUOUS ? 0 : taub_resolution_bandwidth(source);
        if (source->given && source->kind != TAUB_SOURCE_CODE && source->signal != TAUB_SIGNAL_FILE)
            highest = fmax(highest, (carried ? source->frequency : 0) + wide);
    }
    return highest;
}

double taub_resolution_frequency(const struct taub_config *config)
{
    const struct taub_config_initial *initial = &config->initial;
    const double highest = highest_of_sources(config);
    if (highest > 0)
        return highest;
    if (initial->kind == TAUB_INITIAL_PULSE)
        return light(config) / taub_resolution_index(config) *
               ((initial->wavelength > 0 ? 1 / initial->wavelength : 0) + 1 / (two_pi * initial->extent));
    return config->output.fluxes.count > 0 ? config->output.fluxes.frequencies[1] : 0;
}

/* ---- parts of the medium ---- */

struct part {
    char name[160];
    double permittivity, permeability, conductivity; /* relative; the permittivity of the slowest polarisation */
    const struct taub_poles *poles;
};

static double largest(const double of[3])
{
    return fmax(of[0], fmax(of[1], of[2]));
}

static double of_piece(const struct taub_reals *list, int piece, double all)
{
    return piece < list->count ? list->list[piece] : all;
}

/* The n-th piece between cuts; without cuts there is only one. */
static void take_piece(const struct taub_config *config, int n, struct part *part)
{
    const struct taub_config_medium *medium = &config->medium;
    double relative[3];
    taub_medium_permittivity(medium, relative);
    part->permittivity = of_piece(&medium->permittivities, n, largest(relative));
    part->permeability = of_piece(&medium->permeabilities, n, medium->permeability);
    part->conductivity = of_piece(&medium->conductivities, n, medium->conductivity);
    part->poles = &medium->poles;
    int used = snprintf(part->name, sizeof part->name, "medium");
    for (int a = 0, rest = n; a < 3; a++) {
        const struct taub_reals *cuts = &medium->cuts[a];
        const int at = rest % (cuts->count + 1);
        rest /= cuts->count + 1;
        if (cuts->count > 0)
            used += snprintf(part->name + used, sizeof part->name - (size_t)used, ", %c from %.6g to %.6g", 'x' + a,
                             at > 0 ? cuts->list[at - 1] : config->mesh.lower[a],
                             at < cuts->count ? cuts->list[at] : config->mesh.upper[a]);
    }
}

static void take_inclusion(const struct taub_config_inclusion *inclusion, struct part *part)
{
    part->permittivity = inclusion->axes_given ? largest(inclusion->permittivity_axes) : inclusion->permittivity;
    part->permeability = inclusion->permeability;
    part->conductivity = inclusion->conductivity;
    part->poles = &inclusion->poles;
}

/* eps + i sigma/omega, relative to the vacuum. */
static double complex permittivity_at(const struct taub_config *config, const struct part *part, double frequency)
{
    const double w = two_pi * frequency;
    double vacuum, permeability;
    taub_medium_vacuum(config, &vacuum, &permeability);
    double complex sum = part->permittivity + I * part->conductivity / (w * vacuum);
    for (int n = 0; n < part->poles->count; n++) {
        const struct taub_config_pole *pole = &part->poles->list[n];
        const double complex damped = w * w + I * pole->damping * w;
        sum += pole->kind == TAUB_POLE_DRUDE ? -pole->plasma_frequency * pole->plasma_frequency / damped
               : pole->kind == TAUB_POLE_LORENTZ
                   ? pole->strength * pole->frequency * pole->frequency / (pole->frequency * pole->frequency - damped)
                   : pole->strength / (1 - I * w * pole->time);
    }
    return sum;
}

/* The notice about a part of the medium; false if there is none. */
static bool describe_part(const struct taub_config *config, const struct part *part, char *text, size_t size)
{
    const double known = taub_resolution_frequency(config), width = taub_resolution_width(config);
    const double frequency = known > 0 ? known : light(config) / (CELLS_PER_VACUUM_WAVE * width);
    const double complex permittivity = permittivity_at(config, part, frequency);
    const double complex index = csqrt(permittivity * part->permeability);
    const double skin = light(config) / (two_pi * frequency * cimag(index));
    const double cells = taub_resolution_cells(config, frequency, cabs(index));
    if (cimag(index) > 0.5 * creal(index)) {
        /* share of a wave's energy absorbed by a half space of this part, for waves from the default medium */
        double relative[3];
        taub_medium_permittivity(&config->medium, relative);
        const double complex admittance =
            csqrt(permittivity / part->permeability) / sqrt(largest(relative) / config->medium.permeability);
        const double absorbed = 4 * creal(admittance) / pow(cabs(1 + admittance), 2);
        if (!(skin < width) || !(3 * absorbed > 1e-3) || !taub_medium_varies(config))
            return false;
        snprintf(text, size,
                 "%s: at the frequency %.4g%s waves penetrate %.3g, %.2g of a cell: its surface absorbs %.2g of waves "
                 "at normal incidence, but up to four times as much with these cells",
                 part->name, frequency, known > 0 ? "" : " (20 cells per vacuum wavelength)", skin, skin / width,
                 absorbed);
    } else if (known > 0 && cells < FEWEST_CELLS) {
        /* measured: docs/theory/maxwell.md */
        const char *lost = config->scheme.order == 2 ? "26" : config->scheme.order == 3 ? "6" : "4";
        snprintf(text, size,
                 "%s: %.2g cells in a wave at the frequency %.4g; a wave of %d cells loses %s %% of its energy per "
                 "wavelength at order %d, shorter ones lose more",
                 part->name, cells, frequency, FEWEST_CELLS, lost, config->scheme.order);
    } else {
        return false;
    }
    return true;
}

/* The n-th part of the medium: pieces, then inclusions; false after the last one. */
static bool take_part(const struct taub_config *config, int n, struct part *part)
{
    const struct taub_config_medium *medium = &config->medium;
    const int pieces = (medium->cuts[0].count + 1) * (medium->cuts[1].count + 1) * (medium->cuts[2].count + 1);
    const int single = medium->inclusion_given, listed = n - pieces - single;
    if (listed >= medium->inclusions.count)
        return false;
    if (n < pieces) {
        take_piece(config, n, part);
    } else if (listed < 0) {
        take_inclusion(&medium->inclusion, part);
        snprintf(part->name, sizeof part->name, "medium.inclusion");
    } else {
        take_inclusion(&medium->inclusions.list[listed], part);
        snprintf(part->name, sizeof part->name, "medium.inclusions[%d]", listed);
    }
    return true;
}

/* The notice about a beam that has not fallen off at a periodic end, where its currents jump: it has no images beyond.
 * One that is the same on both sides does not jump. */
static bool describe_beam(const struct taub_config *config, const struct taub_config_source *source, char *text,
                          size_t size)
{
    for (int a = 0; a < 3 && source->kind == TAUB_SOURCE_BEAM; a++) {
        const double below = source->position[a] - config->mesh.lower[a];
        const double above = config->mesh.upper[a] - source->position[a];
        const double share = exp(-pow(fmin(below, above) / source->waist, 2));
        const bool same = source->propagation[a] == 0 && fabs(above - below) < 1e-6 * source->waist;
        if (config->mesh.cells[a] < 2 || a == (int)source->axis || same || !(share > 1e-3) ||
            config->mesh.boundary[a][0] != TAUB_PERIODIC)
            continue;
        snprintf(text, size,
                 "source: at a periodic end of %c the beam has %.2g of its field; its currents jump there, for it has "
                 "no images beyond",
                 "xyz"[a], share);
        return true;
    }
    return false;
}

void taub_resolution_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user)
{
    struct part part;
    char text[512];
    int count = 0;
    const struct taub_config_source *source;
    for (int n = 0; (source = taub_medium_source(config, n)); n++)
        if (describe_beam(config, source, text, sizeof text))
            tell(user, text);
    if (config->initial.kind == TAUB_INITIAL_CODE)
        return;
    for (int n = 0; take_part(config, n, &part); n++)
        if (describe_part(config, &part, text, sizeof text) && count++ < MOST_NOTICES)
            tell(user, text);
    if (count > MOST_NOTICES) {
        snprintf(text, sizeof text, "the same applies to %d more parts of the medium", count - MOST_NOTICES);
        tell(user, text);
    }
}
