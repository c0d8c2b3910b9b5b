#include "systems/radiation.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text_file.h"
#include "core/try.h"
#include "eos/data_file.h"
#include "systems/medium.h"

enum { USER_CODE = 1, BUMP, WAVE };            /* kernels/schemes/maxwell_sources.h */
enum { MOST_TIMES = 4096, CUBIC_NUMBERS = 5 }; /* tables are part of the program's text */

/* Distance, in lengths of the mesh, of the ends of an infinite box: outside of all currents. */
static const double far_away = 1e6;

static bool is_wave(const struct taub_config *config)
{
    return config->source.kind == TAUB_SOURCE_PLANE_WAVE || config->source.kind == TAUB_SOURCE_BEAM;
}

/* The box of the total field, inside which the wave is complete; for a beam it is a half space. */
static void inner_box(const struct taub_config *config, double lower[3], double upper[3])
{
    const struct taub_config_source *source = &config->source;
    for (int a = 0; a < 3; a++) {
        const double size = far_away * (config->mesh.upper[a] - config->mesh.lower[a]);
        const bool endless = source->kind == TAUB_SOURCE_BEAM || config->mesh.cells[a] == 1;
        lower[a] = endless ? config->mesh.lower[a] - size : source->lower[a];
        upper[a] = endless ? config->mesh.upper[a] + size : source->upper[a];
    }
    if (source->kind != TAUB_SOURCE_BEAM)
        return;
    const int a = (int)source->axis;
    if (source->propagation[a] > 0)
        lower[a] = source->position[a] + 0.5 * source->thickness;
    else
        upper[a] = source->position[a] - 0.5 * source->thickness;
}

void taub_radiation_box(const struct taub_config *config, double lower[3], double upper[3])
{
    const struct taub_config_source *source = &config->source;
    if (is_wave(config))
        inner_box(config, lower, upper);
    for (int a = 0; a < 3; a++) {
        const double size = far_away * (config->mesh.upper[a] - config->mesh.lower[a]);
        const bool ball = source->kind == TAUB_SOURCE_DIPOLE && config->mesh.cells[a] > 1;
        const bool sheet = source->kind == TAUB_SOURCE_SHEET && a == (int)source->axis;
        const double half = ball ? source->radius : sheet ? 0.5 * source->thickness : size;
        lower[a] = is_wave(config) ? lower[a] - source->thickness : source->position[a] - half;
        upper[a] = is_wave(config) ? upper[a] + source->thickness : source->position[a] + half;
    }
    if (source->kind == TAUB_SOURCE_BEAM) { /* there are no currents on the other side */
        const int a = (int)source->axis;
        lower[a] = source->position[a] - 0.5 * source->thickness;
        upper[a] = source->position[a] + 0.5 * source->thickness;
    }
}

/* The currents that make plane waves and beams are computed for the case's default medium, which must not conduct. */
bool taub_radiation_medium(const struct taub_config *config, const struct taub_medium_array *array, double at[3])
{
    enum { POINTS = 12 };
    double lower[3], upper[3], medium[TAUB_MEDIUM_NUMBERS], permittivity, permeability;
    const bool beam = config->source.kind == TAUB_SOURCE_BEAM;
    if (!config->source.given || (config->source.kind != TAUB_SOURCE_PLANE_WAVE && !beam))
        return true;
    taub_radiation_box(config, lower, upper);
    taub_medium_vacuum(config, &permittivity, &permeability);
    permittivity *= config->medium.permittivity;
    permeability *= config->medium.permeability;
    const double thick = config->source.thickness;
    for (int n = 0; n < POINTS * POINTS * POINTS; n++) {
        const int place[3] = {n % POINTS, n / POINTS % POINTS, n / (POINTS * POINTS)};
        bool layer = beam;
        for (int a = 0; a < 3; a++) {
            const double from = fmax(lower[a], config->mesh.lower[a]), to = fmin(upper[a], config->mesh.upper[a]);
            at[a] = from + (to - from) * place[a] / (POINTS - 1);
            layer = layer || (config->mesh.cells[a] > 1 && (at[a] < lower[a] + thick || at[a] > upper[a] - thick));
        }
        if (!layer)
            continue;
        taub_medium_at(config, array, at, medium);
        if (medium[TAUB_PERMITTIVITY] != permittivity || medium[TAUB_PERMITTIVITY_Y] != permittivity ||
            medium[TAUB_PERMITTIVITY_Z] != permittivity || medium[TAUB_PERMEABILITY] != permeability ||
            medium[TAUB_CONDUCTIVITY] > 0 || taub_medium_poles_at(config, at)->count > 0)
            return false;
    }
    return true;
}

enum taub_status taub_radiation_check(const struct taub_config *config, const struct taub_medium_array *array,
                                      struct taub_error *error)
{
    double at[3];
    if (!array || taub_radiation_medium(config, array, at))
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT, "source.kind: " TAUB_RADIATION_MEDIUM ".", at[0], at[1], at[2]);
}

static enum taub_status define_vector(struct taub_bundle *bundle, const char *name, const double v[3],
                                      struct taub_error *error)
{
    return taub_bundle_define(bundle, error, name, "{%.17g, %.17g, %.17g}", v[0], v[1], v[2]);
}

/* A vector that is data of the program: NAME_X, NAME_Y, NAME_Z. */
static enum taub_status number_vector(struct taub_bundle *bundle, const char *name, const double v[3],
                                      struct taub_error *error)
{
    for (int a = 0; a < 3; a++) {
        char component[64];
        snprintf(component, sizeof component, "%s_%c", name, "XYZ"[a]);
        TRY(taub_bundle_number(bundle, component, v[a], error));
    }
    return TAUB_OK;
}

static enum taub_status define_box(struct taub_bundle *bundle, const char *name, const double lower[3],
                                   const double upper[3], struct taub_error *error)
{
    return taub_bundle_define(bundle, error, name, "{%.17g, %.17g, %.17g, %.17g, %.17g, %.17g}", lower[0], upper[0],
                              lower[1], upper[1], lower[2], upper[2]);
}

static void to_unit(double v[3])
{
    const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int a = 0; a < 3; a++)
        v[a] /= size;
}

struct bump {
    double per_radius[3]; /* 0 along axes on which the bump does not depend */
    double volume;        /* integral of (1 - r^2)^6: pi^(d/2) Gamma(7)/Gamma(7 + d/2) of the unit ball, times radii */
};

static void describe_bump(const struct taub_config *config, struct bump *bump)
{
    const struct taub_config_source *source = &config->source;
    const bool sheet = source->kind == TAUB_SOURCE_SHEET;
    int axes = 0;
    *bump = (struct bump){.volume = 1};
    for (int a = 0; a < 3; a++)
        if (sheet ? a == (int)source->axis : config->mesh.cells[a] > 1) {
            bump->per_radius[a] = sheet ? 2 / source->thickness : 1 / source->radius;
            bump->volume /= bump->per_radius[a];
            axes++;
        }
    bump->volume *= pow(3.14159265358979323846, 0.5 * axes) * 720 / tgamma(7 + 0.5 * axes);
}

/* The points along axis d at which kernels evaluate a bump for faces across axis c: on faces along c, at the Gauss
 * points of cells along the other axes. Returns the n-th of them, relative to the centre in units of the radius; false
 * after the last one. */
static bool sample_point(const struct taub_config *config, const struct bump *bump, int c, int d, int n, double *x)
{
    const double gauss = 0.28867513459481287;
    const double h = (config->mesh.upper[d] - config->mesh.lower[d]) / config->mesh.cells[d];
    const int samples = c == d ? 1 : 2;
    if (bump->per_radius[d] == 0) {
        *x = 0;
        return n == 0;
    }
    const double first = floor((config->source.position[d] - 1 / bump->per_radius[d] - config->mesh.lower[d]) / h);
    const double cell = first + n / samples + (c == d ? 0 : n % 2 ? 0.5 + gauss : 0.5 - gauss);
    *x = (config->mesh.lower[d] + cell * h - config->source.position[d]) * bump->per_radius[d];
    return *x < 1;
}

/* The kernels' sum of a bump over the faces across axis c, divided by its integral. */
static double share_on_faces(const struct taub_config *config, const struct bump *bump, int c)
{
    double sum = 0, x[3];
    for (int k = 0; sample_point(config, bump, c, 2, k, &x[2]); k++)
        for (int j = 0; sample_point(config, bump, c, 1, j, &x[1]); j++)
            for (int i = 0; sample_point(config, bump, c, 0, i, &x[0]); i++) {
                const double inside = fmax(1 - x[0] * x[0] - x[1] * x[1] - x[2] * x[2], 0);
                sum += pow(inside, 6);
            }
    for (int a = 0; a < 3; a++)
        if (bump->per_radius[a] > 0)
            sum *= (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a] / (a == c ? 1 : 2);
    return sum / bump->volume;
}

/* Normalises the total current through all faces to that of the case, since the sum over faces differs from the
 * integral for a bump of few cells. With SUMMED or more cells in a radius both agree to 1e-9. */
static enum taub_status define_bump(const struct taub_config *config, struct taub_bundle *bundle,
                                    struct taub_error *error)
{
    enum { SUMMED = 32 };
    const struct taub_config_source *source = &config->source;
    struct bump bump;
    double direction[3];
    bool summed = false;
    describe_bump(config, &bump);
    memcpy(direction, source->polarization, sizeof direction);
    to_unit(direction);
    for (int a = 0; a < 3; a++)
        summed = summed ||
                 (config->mesh.upper[a] - config->mesh.lower[a]) * bump.per_radius[a] * SUMMED > config->mesh.cells[a];
    for (int a = 0; a < 3; a++)
        direction[a] *= source->size / bump.volume / (summed ? share_on_faces(config, &bump, a) : 1);
    TRY(define_vector(bundle, "TAUB_SOURCE_PER_RADIUS", bump.per_radius, error));
    return number_vector(bundle, "TAUB_SOURCE_AMPLITUDE", direction, error);
}

static enum taub_status define_wave(const struct taub_config *config, struct taub_bundle *bundle,
                                    struct taub_error *error)
{
    const struct taub_config_source *source = &config->source;
    double direction[3], electric[3], lower[3], upper[3], along = 0, permittivity, permeability;
    memcpy(direction, source->propagation, sizeof direction);
    memcpy(electric, source->polarization, sizeof electric);
    to_unit(direction);
    for (int a = 0; a < 3; a++)
        along += direction[a] * electric[a];
    for (int a = 0; a < 3; a++)
        electric[a] -= along * direction[a];
    to_unit(electric);
    for (int a = 0; a < 3; a++)
        electric[a] *= source->size;
    inner_box(config, lower, upper);
    taub_medium_vacuum(config, &permittivity, &permeability);
    permittivity *= config->medium.permittivity;
    permeability *= config->medium.permeability;
    const bool narrow = source->kind == TAUB_SOURCE_BEAM;
    const struct taub_constant constants[] = {{"TAUB_SOURCE_THICKNESS", source->thickness},
                                              {"TAUB_SOURCE_LIGHT", 1 / sqrt(permittivity * permeability)},
                                              {"TAUB_SOURCE_PERMEABILITY", permeability},
                                              {"TAUB_SOURCE_NARROW", narrow},
                                              {"TAUB_SOURCE_AXIS", (double)source->axis},
                                              {"TAUB_SOURCE_WAIST", narrow ? source->waist : 1},
                                              {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, constants, error));
    TRY(define_vector(bundle, "TAUB_SOURCE_DIRECTION", direction, error));
    TRY(number_vector(bundle, "TAUB_SOURCE_ELECTRIC", electric, error));
    return define_box(bundle, "TAUB_SOURCE_INNER", lower, upper, error);
}

/* The times between which currents flow, if the signal is known: a pulse is below 4e-17 of its peak 9 durations from
 * its middle. For waves, the time that they need to cross the mesh, and the cells outside of it that finite differences
 * use, is added. */
static enum taub_status define_times(const struct taub_config *config, struct taub_bundle *bundle,
                                     struct taub_error *error)
{
    const struct taub_config_source *source = &config->source;
    const double far = 1e300, widths = 9 * source->duration;
    double begin = -far, end = far, early = 0, late = 0;
    if (is_wave(config)) {
        double direction[3], permittivity, permeability;
        memcpy(direction, source->propagation, sizeof direction);
        to_unit(direction);
        taub_medium_vacuum(config, &permittivity, &permeability);
        const double slowness =
            sqrt(permittivity * config->medium.permittivity * permeability * config->medium.permeability);
        for (int a = 0; a < 3; a++) {
            const double from = config->mesh.lower[a], to = config->mesh.upper[a];
            const double outside = 3 * (to - from) / config->mesh.cells[a], per = direction[a] * slowness;
            const double lower = per * (from - outside - source->position[a]);
            const double upper = per * (to + outside - source->position[a]);
            early += fmin(lower, upper);
            late += fmax(lower, upper);
        }
    }
    if (source->kind != TAUB_SOURCE_CODE && source->signal != TAUB_SIGNAL_FILE) {
        const bool pulse = source->signal == TAUB_SIGNAL_PULSE;
        begin = source->start + early - (pulse ? widths : 0);
        end = pulse ? source->start + late + widths : far;
    }
    const struct taub_constant constants[] = {{"TAUB_SOURCE_BEGIN", begin}, {"TAUB_SOURCE_END", end}, {NULL, 0.0}};
    return taub_bundle_define_all(bundle, constants, error);
}

enum taub_status taub_radiation_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error)
{
    const struct taub_config_source *source = &config->source;
    double lower[3], upper[3];
    if (!taub_medium_has_source(config))
        return taub_bundle_define(bundle, error, "TAUB_SOURCE", "0");
    const int kind = source->kind == TAUB_SOURCE_CODE ? USER_CODE : is_wave(config) ? WAVE : BUMP;
    TRY(taub_bundle_define(bundle, error, "TAUB_SOURCE", "%d", kind));
    TRY(taub_bundle_define(bundle, error, "TAUB_SOURCE_PHASED", "%d",
                           config->mesh.bloch_given && source->kind == TAUB_SOURCE_SHEET));
    int periodic = 0; /* bits of the axes along which currents are periodic */
    for (int a = 0; a < 3; a++)
        if (config->mesh.cells[a] > 1 && config->mesh.boundary[a][0] == TAUB_PERIODIC &&
            !(config->mesh.bloch_given && config->mesh.bloch[a] != 0))
            periodic |= 1 << a;
    TRY(taub_bundle_define(bundle, error, "TAUB_SOURCE_AROUND", "%d", periodic));
    taub_radiation_box(config, lower, upper);
    TRY(define_box(bundle, "TAUB_SOURCE_BOX", lower, upper, error));
    TRY(define_times(config, bundle, error));
    if (kind == USER_CODE)
        return TAUB_OK;
    const bool carried = source->signal != TAUB_SIGNAL_FILE && source->frequency > 0;
    const struct taub_constant constants[] = {{"TAUB_SOURCE_SIGNAL", (double)source->signal},
                                              {"TAUB_SOURCE_CARRIED", carried},
                                              {"TAUB_SOURCE_FREQUENCY", carried ? source->frequency : 1},
                                              {"TAUB_SOURCE_PHASE", source->phase},
                                              {"TAUB_SOURCE_START", source->start},
                                              {"TAUB_SOURCE_DURATION", source->duration > 0 ? source->duration : 1},
                                              {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, constants, error));
    TRY(define_vector(bundle, "TAUB_SOURCE_CENTER", source->position, error));
    return kind == BUMP ? define_bump(config, bundle, error) : define_wave(config, bundle, error);
}

/* ---- signals of files ---- */

static enum taub_status read_times(const char *path, const char *text, size_t length, double *times, double *values,
                                   int *count, struct taub_error *error)
{
    struct taub_numbers pair = {0};
    enum taub_status status = TAUB_OK;
    int line = 0, n = 0;
    for (const char *at = text; status == TAUB_OK && at < text + length;) {
        char bad[32];
        const char *start = at;
        pair.count = 0;
        line++;
        const int got = taub_line_numbers(&at, text + length, &pair, bad);
        if (got == 0)
            continue;
        if (got == -2)
            status = taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", path);
        else if (got != 2 || !isfinite(pair.values[0]) || !isfinite(pair.values[1]))
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected a time and a value, got '%.*s'", path, line,
                               (int)strcspn(start, "#\r\n"), start);
        else if (n > 0 && !(pair.values[0] > times[n - 1]))
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected growing times, got %.10g after %.10g", path,
                               line, pair.values[0], times[n - 1]);
        else if (n == MOST_TIMES)
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected at most %d times", path, line, MOST_TIMES);
        else {
            times[n] = pair.values[0];
            values[n++] = pair.values[1];
        }
    }
    free(pair.values);
    if (status == TAUB_OK && n < 2)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: expected two times or more, got %d", path, n);
    *count = n;
    return status;
}

enum taub_status taub_radiation_read(const char *path, double **times, double **values, int *count,
                                     struct taub_error *error)
{
    char *text;
    size_t length;
    TRY(taub_file_read_as("source.table ", SIZE_MAX, path, &text, &length, error));
    *times = malloc(MOST_TIMES * sizeof **times);
    *values = malloc(MOST_TIMES * sizeof **values);
    const enum taub_status status = *times && *values
                                        ? read_times(path, text, length, *times, *values, count, error)
                                        : taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", path);
    free(text);
    if (status != TAUB_OK) {
        free(*times);
        free(*values);
        *times = *values = NULL;
    }
    return status;
}

/* Natural cubic spline. At each time, `cubics` has the value, the slope, half of the second and a sixth of the third
 * derivative, and the integral up to there; the last entry has only the value and the integral. */
static void spline(const double *t, const double *v, int n, double (*cubics)[CUBIC_NUMBERS])
{
    /* second derivatives by elimination; entries 2 and 3 store them and the upper diagonal in the meantime */
    cubics[0][2] = cubics[0][3] = 0;
    for (int i = 1; i < n - 1; i++) {
        const double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
        const double pivot = 2 * (before + after) - before * cubics[i - 1][3];
        const double right = 6 * ((v[i + 1] - v[i]) / after - (v[i] - v[i - 1]) / before);
        cubics[i][3] = after / pivot;
        cubics[i][2] = (right - before * cubics[i - 1][2]) / pivot;
    }
    cubics[n - 1][2] = 0;
    for (int i = n - 2; i > 0; i--)
        cubics[i][2] -= cubics[i][3] * cubics[i + 1][2];
    cubics[0][4] = 0;
    for (int i = 0; i < n - 1; i++) {
        const double h = t[i + 1] - t[i], here = cubics[i][2], next = cubics[i + 1][2];
        cubics[i][0] = v[i];
        cubics[i][1] = (v[i + 1] - v[i]) / h - h * (2 * here + next) / 6;
        cubics[i][2] = here / 2;
        cubics[i][3] = (next - here) / (6 * h);
        cubics[i + 1][4] =
            cubics[i][4] + h * (cubics[i][0] + h * (cubics[i][1] / 2 + h * (cubics[i][2] / 3 + h * cubics[i][3] / 4)));
    }
    cubics[n - 1][0] = v[n - 1];
    cubics[n - 1][1] = cubics[n - 1][3] = 0;
}

static bool add_numbers(struct taub_text *text, const char *type, const char *name, const double *values, int count)
{
    bool good = taub_text_print(text, "CONSTANT_TABLE %s %s[] = {\n", type, name);
    for (int n = 0; good && n < count; n++)
        good = taub_text_print(text, "%.17g%s\n", values[n], n + 1 < count ? "," : "");
    return good && taub_text_print(text, "};\n");
}

enum taub_status taub_radiation_add_table(const struct taub_config *config, struct taub_bundle *bundle,
                                          struct taub_error *error)
{
    double *times = NULL, *values = NULL;
    int count = 0;
    if (!config->source.given || config->source.signal != TAUB_SIGNAL_FILE)
        return TAUB_OK;
    TRY(taub_radiation_read(config->source.table, &times, &values, &count, error));
    double(*cubics)[CUBIC_NUMBERS] = malloc((size_t)count * sizeof *cubics);
    struct taub_text text = {0};
    if (cubics)
        spline(times, values, count, cubics);
    const bool good = cubics && taub_text_print(&text, "#define TAUB_SOURCE_TIMES %d\n", count) &&
                      add_numbers(&text, "double", "source_times", times, count) &&
                      add_numbers(&text, "real", "source_cubics", cubics[0], CUBIC_NUMBERS * count);
    const enum taub_status status = good ? taub_bundle_role(bundle, "case/source.h", text.data, NULL, error)
                                         : taub_fail(error, TAUB_FAILED, "Out of memory.");
    taub_text_free(&text);
    free(cubics);
    free(times);
    free(values);
    return status;
}
