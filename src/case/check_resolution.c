/* Checks of resolution in electrodynamics: lengths of sources against the cell size, frequencies and wavenumbers
 * against waves of two cells, the shortest on a mesh. */
#include <math.h>

#include "case/check.h"
#include "systems/medium.h"
#include "systems/radiation.h"
#include "systems/resolution.h"

static const double shortest = 2; /* cells per wavelength */

static double width_of(const struct taub_config *config, int a)
{
    return (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
}

static void expect_length(struct taub_check *self, const char *path, double length, double cells, double width)
{
    if (length < cells * width * (1 - 1e-9))
        taub_check_complain(self, path, -1, "expected at least %g cell%s here, %.6g, got %.6g", cells,
                            cells == 1 ? "" : "s", cells * width, length);
}

/* Least lengths for which sums over cells approximate integrals well; measured in docs/theory/maxwell.md. */
static void check_lengths(struct taub_check *self, const struct taub_config_source *source, int source_number)
{
    const struct taub_config *config = self->config;
    const double widest = taub_resolution_width(config), across = width_of(config, (int)source->axis % 3);
    double lower[3], upper[3], ends = 0;
    char path[64];
    switch (source->kind) {
    case TAUB_SOURCE_DIPOLE: /* or a point */
        if (source->radius > 0)
            expect_length(self, taub_radiation_path(config, source_number, "radius", path), source->radius, 1, widest);
        break;
    case TAUB_SOURCE_SHEET:
        expect_length(self, taub_radiation_path(config, source_number, "thickness", path), source->thickness, 2,
                      across);
        break;
    case TAUB_SOURCE_BEAM:
        expect_length(self, taub_radiation_path(config, source_number, "thickness", path), source->thickness, 3,
                      across);
        expect_length(self, taub_radiation_path(config, source_number, "waist", path), source->waist, 1, widest);
        break;
    case TAUB_SOURCE_PLANE_WAVE: /* only axes along which the box has faces inside the mesh count */
        taub_radiation_box(config, source, lower, upper);
        for (int a = 0; a < 3; a++)
            if (config->mesh.cells[a] > 1 && (upper[a] > config->mesh.lower[a] && lower[a] < config->mesh.upper[a]) &&
                (lower[a] > config->mesh.lower[a] || upper[a] < config->mesh.upper[a]))
                ends = fmax(ends, width_of(config, a));
        expect_length(self, taub_radiation_path(config, source_number, "thickness", path), source->thickness, 3, ends);
        break;
    default:
        break;
    }
}

/* sqrt(eps mu) at a dipole or sheet, or of the background medium for waves. */
static double index_of_source(const struct taub_config *config, const struct taub_config_source *source)
{
    double at[TAUB_MEDIUM_NUMBERS], permittivity, permeability;
    const bool known = config->initial.kind != TAUB_INITIAL_CODE && !config->medium.array.file;
    if (!known || taub_radiation_is_wave(source))
        return taub_resolution_index(config);
    taub_medium_at(config, NULL, source->position, at);
    taub_medium_vacuum(config, &permittivity, &permeability);
    return sqrt(fmax(at[TAUB_PERMITTIVITY], fmax(at[TAUB_PERMITTIVITY_Y], at[TAUB_PERMITTIVITY_Z])) / permittivity *
                at[TAUB_PERMEABILITY] / permeability);
}

static void check_source(struct taub_check *self, const struct taub_config_source *source, int source_number)
{
    const struct taub_config *config = self->config;
    const bool carried =
        source->signal == TAUB_SIGNAL_CONTINUOUS || (source->signal == TAUB_SIGNAL_PULSE && source->frequency > 0);
    char path[64];
    check_lengths(self, source, source_number);
    if (source->signal == TAUB_SIGNAL_FILE)
        return;
    const double index = index_of_source(config, source), turn = 6.283185307179586;
    const double most = taub_resolution_cells(config, shortest, index); /* the frequency of the shortest wave */
    /* bandwidth: of a pulse without carrier, or of the start of a sine */
    const double rate = taub_resolution_bandwidth(source);
    if (carried && source->frequency > most)
        taub_check_complain(self, taub_radiation_path(config, source_number, "frequency", path), -1,
                            "expected at most %.6g, the frequency of a wave of two cells in the source's medium, got "
                            "%.6g",
                            most, source->frequency);
    else if ((source->signal == TAUB_SIGNAL_CONTINUOUS || !carried) && rate > most)
        taub_check_complain(
            self, taub_radiation_path(config, source_number, "duration", path), -1,
            "expected at least %.6g: a wave of two cells in the source's medium has the frequency %.6g, "
            "got %.6g",
            source->duration * rate / most, most, source->duration);
    /* the Bloch phase of a sheet varies along it */
    for (int a = 0; a < 3 && source->kind == TAUB_SOURCE_SHEET && config->mesh.bloch_given; a++)
        if (a != (int)source->axis && config->mesh.cells[a] > 1 &&
            fabs(config->mesh.bloch[a]) * width_of(config, a) * shortest > turn)
            taub_check_complain(
                self, "mesh.bloch", a,
                "expected a wavenumber of at most %.6g for a sheet along %c, that of a wave of two cells, got %.6g",
                turn / (shortest * width_of(config, a)), 'x' + a, config->mesh.bloch[a]);
}

static void check_initial(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_initial *initial = &config->initial;
    const double turn = 6.283185307179586;
    const bool mode = initial->kind == TAUB_INITIAL_BOX_MODE;
    for (int a = 0; a < 3 && (initial->kind == TAUB_INITIAL_PLANE_WAVE || mode); a++) {
        const double length = config->mesh.upper[a] - config->mesh.lower[a];
        const double waves = (mode ? 0.5 : 1.0) * initial->waves[a] + config->mesh.bloch[a] * length / turn;
        if (config->mesh.cells[a] > 1 && fabs(waves) * shortest > config->mesh.cells[a])
            taub_check_complain(self, "initial.waves", a,
                                "expected waves of at least two cells: at most %g on the %d cells along %c, got %g",
                                config->mesh.cells[a] / shortest, config->mesh.cells[a], 'x' + a, fabs(waves));
    }
    if (initial->kind != TAUB_INITIAL_PULSE)
        return;
    const double width = width_of(config, (int)initial->axis);
    if (initial->wavelength > 0)
        expect_length(self, "initial.wavelength", initial->wavelength, shortest, width);
    if (initial->extent * turn < shortest * width)
        taub_check_complain(self, "initial.extent", -1,
                            "expected at least %.6g, a wave of two cells over 2 pi, got %.6g", shortest * width / turn,
                            initial->extent);
}

static void check_spectra(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_fluxes *fluxes = &config->output.fluxes;
    if (fluxes->planes.count == 0 || fluxes->count == 0 || config->medium.array.file ||
        config->initial.kind == TAUB_INITIAL_CODE)
        return;
    const double most = taub_medium_fastest(config) / (shortest * taub_resolution_width(config));
    if (fluxes->frequencies[1] > most)
        taub_check_complain(self, "output.fluxes.frequencies", 1,
                            "expected at most %.6g, the frequency of a wave of two cells where light is fastest, got "
                            "%.6g",
                            most, fluxes->frequencies[1]);
}

void taub_check_resolution(struct taub_check *self)
{
    const struct taub_config_source *source;
    for (int n = 0; (source = taub_medium_source(self->config, n)); n++)
        if (source->given && source->kind != TAUB_SOURCE_CODE)
            check_source(self, source, n);
    check_initial(self);
    check_spectra(self);
}
