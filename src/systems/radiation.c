#include "systems/radiation.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "systems/medium.h"
#include "systems/signal.h"

/* kernels/schemes/maxwell_sources.h */
enum { USER_CODE, BUMP, WAVE };
enum { MONOCYCLE, PULSE, CONTINUOUS, SIGNAL_FILE, GAUSSIAN, RICKER };

/* Distance, in lengths of the mesh, of the ends of an infinite box: outside of all currents. */
static const double far_away = 1e6;

/* Cells around a point over which its current is spread: with fewer its power depends on its place in a cell by more
 * than 4e-3, with more it takes part in waves of 12 cells less (docs/theory/maxwell.md). */
static const double point_cells = 4;

static double width_of(const struct taub_config *config, int a)
{
    return (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
}

bool taub_radiation_is_wave(const struct taub_config_source *source)
{
    return source->kind == TAUB_SOURCE_PLANE_WAVE || source->kind == TAUB_SOURCE_BEAM;
}

double taub_radiation_radius(const struct taub_config *config, const struct taub_config_source *source, int axis)
{
    return source->radius > 0 ? source->radius : point_cells * width_of(config, axis);
}

const char *taub_radiation_path(const struct taub_config *config, int n, const char *key, char path[64])
{
    if (config->sources.count > 0)
        snprintf(path, 64, "source[%d].%s", n, key);
    else
        snprintf(path, 64, "source.%s", key);
    return path;
}

/* The box of the total field, inside which the wave is complete; for a beam it is a half space. */
static void inner_box(const struct taub_config *config, const struct taub_config_source *source, double lower[3],
                      double upper[3])
{
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

void taub_radiation_box(const struct taub_config *config, const struct taub_config_source *source, double lower[3],
                        double upper[3])
{
    const bool wave = taub_radiation_is_wave(source);
    if (wave)
        inner_box(config, source, lower, upper);
    for (int a = 0; a < 3; a++) {
        const double size = far_away * (config->mesh.upper[a] - config->mesh.lower[a]);
        const bool ball = source->kind == TAUB_SOURCE_DIPOLE && config->mesh.cells[a] > 1;
        const bool sheet = source->kind == TAUB_SOURCE_SHEET && a == (int)source->axis;
        const double half = ball ? taub_radiation_radius(config, source, a) : sheet ? 0.5 * source->thickness : size;
        lower[a] = wave ? lower[a] - source->thickness : source->position[a] - half;
        upper[a] = wave ? upper[a] + source->thickness : source->position[a] + half;
    }
    if (source->kind == TAUB_SOURCE_BEAM) { /* there are no currents on the other side */
        const int a = (int)source->axis;
        lower[a] = source->position[a] - 0.5 * source->thickness;
        upper[a] = source->position[a] + 0.5 * source->thickness;
    }
}

/* The currents that make plane waves and beams are computed for the case's default medium, which must not conduct. */
bool taub_radiation_medium(const struct taub_config *config, const struct taub_config_source *source,
                           const struct taub_medium_array *array, double at[3])
{
    enum { POINTS = 12 };
    double lower[3], upper[3], medium[TAUB_MEDIUM_NUMBERS], permittivity, permeability;
    if (!taub_radiation_is_wave(source))
        return true;
    taub_radiation_box(config, source, lower, upper);
    taub_medium_vacuum(config, &permittivity, &permeability);
    permittivity *= config->medium.permittivity;
    permeability *= config->medium.permeability;
    const double thick = source->thickness;
    for (int n = 0; n < POINTS * POINTS * POINTS; n++) {
        const int place[3] = {n % POINTS, n / POINTS % POINTS, n / (POINTS * POINTS)};
        bool layer = source->kind == TAUB_SOURCE_BEAM;
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
    const struct taub_config_source *source;
    double at[3];
    char path[64];
    for (int n = 0; array && (source = taub_medium_source(config, n)); n++)
        if (!taub_radiation_medium(config, source, array, at))
            return taub_fail(error, TAUB_BAD_INPUT, "%s: " TAUB_RADIATION_MEDIUM ".",
                             taub_radiation_path(config, n, "kind", path), at[0], at[1], at[2]);
    return TAUB_OK;
}

/* ---- what kernels know of a source ---- */

/* Numbers of one source; those that its kind has no use for are such that they harm none. */
struct described {
    int kind, signal, is_phased, axis;
    double begin, end;
    double box[6], inner[6]; /* lower and upper ends */
    double center[3], direction[3];
    double per_radius[3]; /* 0 along axes on which a bump does not depend */
    double profile[2];
    double strength[3];
    double thickness, light, permeability;
    double waist; /* 0: no beam */
    double frequency, phase, start, duration;
};

static void to_unit(double v[3])
{
    const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int a = 0; a < 3; a++)
        v[a] /= size;
}

static void put_box(const double lower[3], const double upper[3], double box[6])
{
    for (int a = 0; a < 3; a++) {
        box[2 * a] = lower[a];
        box[2 * a + 1] = upper[a];
    }
}

/* The integral of r^(2 j) (1 - r^2)^n over the unit ball of so many axes, over its surface. */
static double moment_of_power(int n, int j, int axes)
{
    return tgamma(n + 1) * tgamma(0.5 * axes + j) / tgamma(n + 1 + 0.5 * axes + j);
}

/* p and q of (1 - r^2)^6 (1 + p (1 - r^2) + q (1 - r^2)^2), whose second and fourth moments are to vanish: such a
 * current radiates as a point does, but for the sixth power of its radius in waves. */
static void find_profile(int axes, double profile[2])
{
    double m[2][3];
    for (int j = 0; j < 2; j++)
        for (int n = 0; n < 3; n++)
            m[j][n] = moment_of_power(6 + n, 1 + j, axes);
    const double determinant = m[0][1] * m[1][2] - m[0][2] * m[1][1];
    profile[0] = (m[0][2] * m[1][0] - m[0][0] * m[1][2]) / determinant;
    profile[1] = (m[0][0] * m[1][1] - m[0][1] * m[1][0]) / determinant;
}

/* Returns the integral of a bump: pi^(d/2) Gamma(n + 1)/Gamma(n + 1 + d/2) of the unit ball for (1 - r^2)^n, times
 * radii. */
static double describe_bump(const struct taub_config *config, const struct taub_config_source *source,
                            struct described *out)
{
    const bool sheet = source->kind == TAUB_SOURCE_SHEET;
    double volume = 1;
    int axes = 0;
    for (int a = 0; a < 3; a++)
        if (sheet ? a == (int)source->axis : config->mesh.cells[a] > 1) {
            out->per_radius[a] = sheet ? 2 / source->thickness : 1 / taub_radiation_radius(config, source, a);
            volume /= out->per_radius[a];
            axes++;
        }
    if (!sheet && !(source->radius > 0))
        find_profile(axes, out->profile);
    const double shares[3] = {1, out->profile[0], out->profile[1]}, root = pow(3.14159265358979323846, 0.5 * axes);
    double sum = 0;
    for (int n = 0; n < 3; n++)
        sum += shares[n] * (root * tgamma(7 + n) / tgamma(7 + n + 0.5 * axes));
    return volume * sum;
}

/* The points along axis d at which kernels evaluate a bump for faces across axis c: on faces along c, at the Gauss
 * points of cells along the other axes. Returns the n-th of them, relative to the centre in units of the radius; false
 * after the last one. */
static bool sample_point(const struct taub_config *config, const struct described *bump, int c, int d, int n, double *x)
{
    const double gauss = 0.28867513459481287;
    const double h = width_of(config, d);
    const int samples = c == d ? 1 : 2;
    if (bump->per_radius[d] == 0) {
        *x = 0;
        return n == 0;
    }
    const double first = floor((bump->center[d] - 1 / bump->per_radius[d] - config->mesh.lower[d]) / h);
    const double cell = first + n / samples + (c == d ? 0 : n % 2 ? 0.5 + gauss : 0.5 - gauss);
    *x = (config->mesh.lower[d] + cell * h - bump->center[d]) * bump->per_radius[d];
    return *x < 1;
}

/* The kernels' sum of a bump over the faces across axis c, divided by its integral. */
static double share_on_faces(const struct taub_config *config, const struct described *bump, double volume, int c)
{
    double sum = 0, x[3];
    for (int k = 0; sample_point(config, bump, c, 2, k, &x[2]); k++)
        for (int j = 0; sample_point(config, bump, c, 1, j, &x[1]); j++)
            for (int i = 0; sample_point(config, bump, c, 0, i, &x[0]); i++) {
                const double inside = fmax(1 - x[0] * x[0] - x[1] * x[1] - x[2] * x[2], 0);
                sum += pow(inside, 6) * (1 + inside * (bump->profile[0] + inside * bump->profile[1]));
            }
    for (int a = 0; a < 3; a++)
        if (bump->per_radius[a] > 0)
            sum *= width_of(config, a) / (a == c ? 1 : 2);
    return sum / volume;
}

/* Normalises the total current through all faces to that of the case, since the sum over faces differs from the
 * integral for a bump of few cells. With SUMMED or more cells in a radius both agree to 1e-9. */
static void find_strength(const struct taub_config *config, const struct taub_config_source *source,
                          struct described *out)
{
    enum { SUMMED = 32 };
    const double volume = describe_bump(config, source, out);
    bool summed = false;
    memcpy(out->strength, source->polarization, sizeof out->strength);
    to_unit(out->strength);
    for (int a = 0; a < 3; a++)
        summed = summed ||
                 (config->mesh.upper[a] - config->mesh.lower[a]) * out->per_radius[a] * SUMMED > config->mesh.cells[a];
    for (int a = 0; a < 3; a++)
        out->strength[a] *= source->size / volume / (summed ? share_on_faces(config, out, volume, a) : 1);
}

static void describe_wave(const struct taub_config *config, const struct taub_config_source *source,
                          struct described *out)
{
    double lower[3], upper[3], along = 0, permittivity, permeability, *electric = out->strength;
    memcpy(out->direction, source->propagation, sizeof out->direction);
    memcpy(electric, source->polarization, sizeof out->strength);
    to_unit(out->direction);
    for (int a = 0; a < 3; a++)
        along += out->direction[a] * electric[a];
    for (int a = 0; a < 3; a++)
        electric[a] -= along * out->direction[a];
    to_unit(electric);
    for (int a = 0; a < 3; a++)
        electric[a] *= source->size;
    inner_box(config, source, lower, upper);
    put_box(lower, upper, out->inner);
    taub_medium_vacuum(config, &permittivity, &permeability);
    permittivity *= config->medium.permittivity;
    permeability *= config->medium.permeability;
    out->thickness = source->thickness;
    out->light = 1 / sqrt(permittivity * permeability);
    out->permeability = permeability;
    out->axis = (int)source->axis;
    out->waist = source->kind == TAUB_SOURCE_BEAM ? source->waist : 0;
}

/* The times between which currents flow, if the signal is known: a pulse is below 4e-17 of its peak 9 durations from
 * its middle (a Ricker pulse below 3e-16). For waves, the time that they need to cross the mesh, and the cells outside
 * of it that finite differences use, is added. */
static void find_times(const struct taub_config *config, const struct taub_config_source *source, struct described *out)
{
    const double far = 1e300, widths = 9 * source->duration;
    double early = 0, late = 0;
    out->begin = -far;
    out->end = far;
    if (taub_radiation_is_wave(source)) {
        double permittivity, permeability;
        taub_medium_vacuum(config, &permittivity, &permeability);
        const double slowness =
            sqrt(permittivity * config->medium.permittivity * permeability * config->medium.permeability);
        for (int a = 0; a < 3; a++) {
            const double from = config->mesh.lower[a], to = config->mesh.upper[a];
            const double outside = 3 * (to - from) / config->mesh.cells[a], per = out->direction[a] * slowness;
            const double lower = per * (from - outside - source->position[a]);
            const double upper = per * (to + outside - source->position[a]);
            early += fmin(lower, upper);
            late += fmax(lower, upper);
        }
    }
    if (source->kind != TAUB_SOURCE_CODE && source->signal != TAUB_SIGNAL_FILE) {
        const bool ends = source->signal != TAUB_SIGNAL_CONTINUOUS;
        out->begin = source->start + early - (ends ? widths : 0);
        out->end = ends ? source->start + late + widths : far;
    }
}

static int signal_of(const struct taub_config_source *source)
{
    switch (source->signal) {
    case TAUB_SIGNAL_CONTINUOUS:
        return CONTINUOUS;
    case TAUB_SIGNAL_FILE:
        return SIGNAL_FILE;
    case TAUB_SIGNAL_GAUSSIAN:
        return GAUSSIAN;
    case TAUB_SIGNAL_RICKER:
        return RICKER;
    default:
        return source->frequency > 0 ? PULSE : MONOCYCLE;
    }
}

static struct described describe(const struct taub_config *config, const struct taub_config_source *source)
{
    const bool code = source->kind == TAUB_SOURCE_CODE;
    struct described out = {
        .thickness = 1, .light = 1, .permeability = 1, .frequency = 1, .duration = 1, .start = source->start};
    double lower[3], upper[3];
    memcpy(out.center, source->position, sizeof out.center);
    out.kind = code ? USER_CODE : taub_radiation_is_wave(source) ? WAVE : BUMP;
    out.signal = code ? MONOCYCLE : signal_of(source);
    out.is_phased = config->mesh.bloch_given && source->kind == TAUB_SOURCE_SHEET;
    out.frequency = out.signal == PULSE || out.signal == CONTINUOUS ? source->frequency : 1;
    out.phase = source->phase;
    out.duration = source->duration > 0 ? source->duration : 1;
    taub_radiation_box(config, source, lower, upper);
    put_box(lower, upper, out.box);
    if (out.kind == BUMP)
        find_strength(config, source, &out);
    else if (out.kind == WAVE)
        describe_wave(config, source, &out);
    find_times(config, source, &out);
    return out;
}

/* Strengths are data of the program, so that meshes that differ in size may share it. */
static enum taub_status define_strengths(const struct taub_config *config, int count, struct taub_bundle *bundle,
                                         struct taub_error *error)
{
    for (int n = 0; n < count; n++) {
        const struct described source = describe(config, taub_medium_source(config, n));
        for (int a = 0; a < 3; a++) {
            char name[64];
            snprintf(name, sizeof name, "TAUB_SOURCE_STRENGTH_%d", 3 * n + a);
            TRY(taub_bundle_number(bundle, name, source.strength[a], error));
        }
    }
    return TAUB_OK;
}

enum taub_status taub_radiation_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error)
{
    const struct taub_config_source *source;
    bool some[3] = {false, false, false}, phased = false, splines = false;
    int count = 0, periodic = 0; /* bits of the axes along which currents are periodic */
    for (; (source = taub_medium_source(config, count)); count++) {
        const bool code = source->kind == TAUB_SOURCE_CODE;
        some[code ? USER_CODE : taub_radiation_is_wave(source) ? WAVE : BUMP] = true;
        splines = splines || (source->given && source->signal == TAUB_SIGNAL_FILE);
        phased = phased || (config->mesh.bloch_given && source->kind == TAUB_SOURCE_SHEET);
    }
    for (int a = 0; a < 3; a++)
        if (config->mesh.cells[a] > 1 && config->mesh.boundary[a][0] == TAUB_PERIODIC &&
            !(config->mesh.bloch_given && config->mesh.bloch[a] != 0))
            periodic |= 1 << a;
    const struct taub_constant constants[] = {{"TAUB_SOURCES", count},           {"TAUB_SOURCE_USER", some[USER_CODE]},
                                              {"TAUB_SOURCE_BUMPS", some[BUMP]}, {"TAUB_SOURCE_WAVES", some[WAVE]},
                                              {"TAUB_SOURCE_PHASED", phased},    {"TAUB_SOURCE_SPLINES", splines},
                                              {"TAUB_SOURCE_AROUND", periodic},  {NULL, 0.0}};
    if (count == 0)
        return taub_bundle_define(bundle, error, "TAUB_SOURCES", "0");
    TRY(taub_bundle_define_all(bundle, constants, error));
    return define_strengths(config, count, bundle, error);
}

/* ---- tables ---- */

static bool add_numbers(struct taub_text *text, const char *type, const char *name, const double *values, int count)
{
    bool good = taub_text_print(text, "CONSTANT_TABLE %s %s[] = {\n", type, name);
    for (int n = 0; good && n < count; n++)
        good = taub_text_print(text, "%.17g%s\n", values[n], n + 1 < count ? "," : "");
    return good && taub_text_print(text, "};\n");
}

/* A member of all sources, a table of their numbers one after the other. */
static bool add_member(struct taub_text *text, const char *name, const struct described *list, int count, size_t offset,
                       int numbers)
{
    bool good = taub_text_print(text, "CONSTANT_TABLE %s source_%s[] = {", numbers ? "double" : "int", name);
    for (int n = 0; good && n < count; n++) {
        const char *member = (const char *)&list[n] + offset;
        double values[6];
        int whole;
        memcpy(numbers ? (void *)values : &whole, member, numbers ? (size_t)numbers * sizeof *values : sizeof whole);
        if (!numbers)
            good = taub_text_print(text, "%d, ", whole);
        for (int i = 0; good && i < numbers; i++)
            good = taub_text_print(text, "%.17g, ", values[i]);
    }
    return good && taub_text_print(text, "};\n");
}

static bool add_sources(struct taub_text *text, const struct described *list, int count)
{
#define WHOLE(name)                                \
    {                                              \
#name, offsetof(struct described, name), 0 \
    }
#define REALS(name, numbers)                             \
    {                                                    \
#name, offsetof(struct described, name), numbers \
    }
    static const struct {
        const char *name;
        size_t offset;
        int numbers; /* 0: a whole one */
    } members[] = {WHOLE(kind),         WHOLE(is_phased),
                   WHOLE(axis),         REALS(begin, 1),
                   REALS(end, 1),       REALS(box, 6),
                   REALS(inner, 6),     REALS(center, 3),
                   REALS(direction, 3), REALS(per_radius, 3),
                   REALS(profile, 2),   REALS(thickness, 1),
                   REALS(light, 1),     REALS(permeability, 1),
                   REALS(waist, 1),     REALS(frequency, 1),
                   REALS(phase, 1),     REALS(start, 1),
                   REALS(duration, 1),  {"signal_kind", offsetof(struct described, signal), 0}};
    bool good = true;
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
        good = good && add_member(text, members[m].name, list, count, members[m].offset, members[m].numbers);
    good = good && taub_text_print(text, "INLINE real source_strength(int n)\n{\nswitch (n) {\n");
    for (int n = 0; n < 3 * count; n++)
        good = good && taub_text_print(text, "case %d:\nreturn TAUB_SOURCE_STRENGTH_%d;\n", n, n);
    return good && taub_text_print(text, "}\nreturn R(0.0);\n}\n");
}

/* The signals of files, one after the other. */
struct splines {
    double *times, (*cubics)[TAUB_CUBIC_NUMBERS];
    int count;
};

static enum taub_status add_spline(const char *path, struct splines *all, struct taub_error *error)
{
    double *times = NULL, *values = NULL;
    int count = 0;
    TRY(taub_signal_read(path, &times, &values, &count, error));
    const size_t room = (size_t)(all->count + count);
    double *longer = realloc(all->times, room * sizeof *longer);
    double(*cubics)[TAUB_CUBIC_NUMBERS] = realloc(all->cubics, room * sizeof *cubics);
    all->times = longer ? longer : all->times;
    all->cubics = cubics ? cubics : all->cubics;
    if (longer && cubics) {
        memcpy(longer + all->count, times, (size_t)count * sizeof *times);
        taub_signal_spline(times, values, count, cubics + all->count);
        all->count += count;
    }
    free(times);
    free(values);
    return longer && cubics ? TAUB_OK : taub_fail(error, TAUB_FAILED, "Out of memory.");
}

static enum taub_status add_files(const struct taub_config *config, int sources, struct taub_text *text,
                                  struct taub_error *error)
{
    struct splines all = {NULL, NULL, 0};
    enum taub_status status = TAUB_OK;
    bool good = taub_text_print(text, "CONSTANT_TABLE int source_table_begin[] = {");
    for (int n = 0; n < sources && status == TAUB_OK; n++) {
        const struct taub_config_source *source = taub_medium_source(config, n);
        good = good && taub_text_print(text, "%d, ", all.count);
        if (source->given && source->signal == TAUB_SIGNAL_FILE)
            status = add_spline(source->table, &all, error);
    }
    if (status == TAUB_OK) {
        good = good && taub_text_print(text, "%d};\n", all.count);
        if (good && all.count > 0)
            good = add_numbers(text, "double", "source_times", all.times, all.count) &&
                   add_numbers(text, "real", "source_cubics", all.cubics[0], TAUB_CUBIC_NUMBERS * all.count);
        status = good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "Out of memory.");
    }
    free(all.times);
    free(all.cubics);
    return status;
}

enum taub_status taub_radiation_add_tables(const struct taub_config *config, struct taub_bundle *bundle,
                                           struct taub_error *error)
{
    int count = 0;
    while (taub_medium_source(config, count))
        count++;
    struct described *list = count > 0 ? malloc((size_t)count * sizeof *list) : NULL;
    struct taub_text text = {0};
    if (count == 0)
        return TAUB_OK;
    for (int n = 0; list && n < count; n++)
        list[n] = describe(config, taub_medium_source(config, n));
    enum taub_status status = list && add_sources(&text, list, count) ? add_files(config, count, &text, error)
                                                                      : taub_fail(error, TAUB_FAILED, "Out of memory.");
    if (status == TAUB_OK)
        status = taub_bundle_role(bundle, "case/source.h", text.data, NULL, error);
    taub_text_free(&text);
    free(list);
    return status;
}
