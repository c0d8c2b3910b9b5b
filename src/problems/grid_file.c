#include "problems/grid_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"
#include "core/locale.h"
#include "core/try.h"
#include "eos/data_file.h"

#define HBAR_C 0.1973269804 /* GeV fm */

/* Tolerance of coordinates, which have few digits, as a fraction of a spacing. */
static const double same_place = 1e-3;

void taub_grid_file_free(struct taub_grid_file *self)
{
    free(self->values);
    self->values = NULL;
}

/* ---- lines of each format ---- */

/* Energy-momentum tensor from the numbers of a line; on failure returns false with the reason in `why`. */
typedef bool read_line_fn(const double *line, double time, double out[TAUB_GRID_COMPONENTS], const char **why);

static bool read_stress_energy(const double *line, double time, double out[TAUB_GRID_COMPONENTS], const char **why)
{
    memcpy(out, line + 3, TAUB_TENSOR * sizeof *out);
    out[TAUB_GRID_CHARGE] = 0;
    *why = "T^tt is negative";
    return out[TAUB_TT] >= 0;
}

/* Completes the shear stress, orthogonal to u and traceless, from its components xx, xy, xz, yy, yz. */
static void complete_shear(const double u[4], double pi[TAUB_TENSOR])
{
    pi[TAUB_ZZ] = (2 * (u[1] * u[2] * pi[TAUB_XY] + u[1] * u[3] * pi[TAUB_XZ] + u[2] * u[3] * pi[TAUB_YZ]) -
                   (u[0] * u[0] - u[1] * u[1]) * pi[TAUB_XX] - (u[0] * u[0] - u[2] * u[2]) * pi[TAUB_YY]) /
                  (u[0] * u[0] - u[3] * u[3]);
    pi[TAUB_TX] = (u[1] * pi[TAUB_XX] + u[2] * pi[TAUB_XY] + u[3] * pi[TAUB_XZ]) / u[0];
    pi[TAUB_TY] = (u[1] * pi[TAUB_XY] + u[2] * pi[TAUB_YY] + u[3] * pi[TAUB_YZ]) / u[0];
    pi[TAUB_TZ] = (u[1] * pi[TAUB_XZ] + u[2] * pi[TAUB_YZ] + u[3] * pi[TAUB_ZZ]) / u[0];
    pi[TAUB_TT] = (u[1] * pi[TAUB_TX] + u[2] * pi[TAUB_TY] + u[3] * pi[TAUB_TZ]) / u[0];
}

/* eta x y e u^tau u^x u^y u^eta, pi^{tau tau} tau x, tau y, tau eta, xx, xy, x eta, yy, y eta, eta eta. As in MUSIC,
 * u^tau, pi^{tau mu} and pi^{eta eta} are computed from the other components, since the file has few digits; the tensor
 * of the glasma is traceless, p + Pi = e/3. */
static bool read_music(const double *line, double time, double out[TAUB_GRID_COMPONENTS], const char **why)
{
    const double *pi = line + 8;
    struct taub_landau fluid = {.energy_density = line[3], .pressure = line[3] / 3};
    double *u = fluid.u, *shear = fluid.shear;
    *why = "the energy density is negative";
    memset(out, 0, TAUB_GRID_COMPONENTS * sizeof *out);
    if (!(line[3] > 0))
        return line[3] == 0;
    u[1] = line[5];
    u[2] = line[6];
    u[3] = time * line[7];
    u[0] = sqrt(1 + u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    *why = "u^tau does not match u^x, u^y and time.start u^eta";
    if (fabs(line[4] - u[0]) > 0.01 * u[0])
        return false;
    shear[TAUB_XX] = HBAR_C * pi[4];
    shear[TAUB_XY] = HBAR_C * pi[5];
    shear[TAUB_XZ] = HBAR_C * time * pi[6];
    shear[TAUB_YY] = HBAR_C * pi[7];
    shear[TAUB_YZ] = HBAR_C * time * pi[8];
    complete_shear(u, shear);
    taub_landau_tensor(&fluid, out);
    return true;
}

static void set_at_rest(double energy_density, double out[TAUB_GRID_COMPONENTS])
{
    memset(out, 0, TAUB_GRID_COMPONENTS * sizeof *out);
    out[TAUB_TT] = energy_density;
    out[TAUB_XX] = out[TAUB_YY] = out[TAUB_ZZ] = energy_density / 3;
}

/* eta x y n e */
static bool read_densities(const double *line, double time, double out[TAUB_GRID_COMPONENTS], const char **why)
{
    set_at_rest(line[4], out);
    out[TAUB_GRID_CHARGE] = line[3];
    *why = "the energy density is negative";
    return line[4] >= 0;
}

/* x y, T_{tau tau}, xx, yy, eta eta, tau x, tau y, tau eta, xy, y eta, eta x, lower indices with (+,-,-,-) and tau for
 * each eta, so that six of them have the other sign. */
static bool read_kompost(const double *line, double time, double out[TAUB_GRID_COMPONENTS], const char **why)
{
    static const int order[] = {TAUB_TT, TAUB_XX, TAUB_YY, TAUB_ZZ, TAUB_TX,
                                TAUB_TY, TAUB_TZ, TAUB_XY, TAUB_YZ, TAUB_XZ};
    for (int n = 0; n < TAUB_TENSOR; n++)
        out[order[n]] = n < 4 ? line[2 + n] : -line[2 + n];
    out[TAUB_GRID_CHARGE] = 0;
    *why = "T^tt is negative";
    return out[TAUB_TT] >= 0;
}

static const struct layout {
    int numbers;
    int place[3]; /* columns of x, y, z in a line; below 0: none, the fluid is uniform along it */
    read_line_fn *read;
    const char *columns;
    int more; /* numbers that may follow in all lines */
} layouts[] = {
    [TAUB_GRID_STRESS_ENERGY] = {13, {0, 1, 2}, read_stress_energy, "x y z T^tt tx ty tz xx xy xz yy yz zz"},
    [TAUB_GRID_MUSIC] = {18,
                         {1, 2, 0},
                         read_music,
                         "eta x y e u^tau u^x u^y u^eta pi^{tau tau} tau x, tau y, tau eta, xx, xy, x eta, yy, y eta, "
                         "eta eta"},
    [TAUB_GRID_MUSIC_DENSITIES] = {5, {1, 2, 0}, read_densities, "eta x y n e"},
    [TAUB_GRID_KOMPOST] = {12,
                           {0, 1, -1},
                           read_kompost,
                           "x y T^tt xx yy, tau^2 T^etaeta, -T^tx -ty, -tau T^teta, -T^xy, -tau T^yeta, -tau T^etax, "
                           "and 16 more in newer versions",
                           16},
};

/* ---- text with coordinates ---- */

struct lines {
    struct taub_numbers numbers;
    size_t count;
    int *line; /* line number of each point */
};

static enum taub_status read_lines(const char *text, size_t length, const char *name, struct layout *layout,
                                   struct lines *out, struct taub_error *error)
{
    int line = 0;
    size_t room = 0;
    for (const char *at = text; at < text + length;) {
        char bad[32];
        const size_t before = out->numbers.count;
        const int got = taub_line_numbers(&at, text + length, &out->numbers, bad);
        line++;
        if (got == -1)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: \"%s\" is not a number.", name, line, bad);
        if (got == 0)
            continue;
        if (got == layout->numbers + layout->more && out->count == 0)
            layout->numbers = got;
        if (got > 0 && got != layout->numbers)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: has %d numbers, expected %d: %s.", name, line, got,
                             layout->numbers, layout->columns);
        if (got > 0 && out->count == room) {
            room = room ? 2 * room : 1024;
            int *grown = realloc(out->line, room * sizeof *grown);
            out->line = grown ? grown : out->line;
            room = grown ? room : 0;
        }
        if (got < 0 || room == 0)
            return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", name);
        for (int n = 0; n < got; n++)
            if (!isfinite(out->numbers.values[before + (size_t)n]))
                return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: number %d of the line is %g; expected a finite one.",
                                 name, line, n + 1, out->numbers.values[before + (size_t)n]);
        out->line[out->count++] = line;
    }
    return out->count > 0 ? TAUB_OK : taub_fail(error, TAUB_BAD_INPUT, "%s:%d: holds no lines of numbers.", name, line);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* First coordinate, spacing and number of points along an axis, from the coordinates of all lines. */
static enum taub_status find_axis(const struct lines *lines, const struct layout *layout, int axis, const char *name,
                                  struct taub_grid_file *out, struct taub_error *error)
{
    out->first[axis] = 0;
    out->spacing[axis] = out->count[axis] = 1;
    if (layout->place[axis] < 0)
        return TAUB_OK;
    double *places = malloc(lines->count * sizeof *places);
    if (!places)
        return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", name);
    for (size_t n = 0; n < lines->count; n++)
        places[n] = lines->numbers.values[n * (size_t)layout->numbers + (size_t)layout->place[axis]];
    qsort(places, lines->count, sizeof *places, by_size);
    const double first = places[0], last = places[lines->count - 1];
    double largest = 0;
    for (size_t n = 1; n < lines->count; n++)
        largest = fmax(largest, places[n] - places[n - 1]);
    const double steps = last > first ? round((last - first) / largest) : 0;
    out->first[axis] = first;
    out->spacing[axis] = steps > 0 ? (last - first) / steps : 1;
    out->count[axis] = steps < 1e6 ? (int)steps + 1 : 0;
    enum taub_status status = TAUB_OK;
    for (size_t n = 0; n < lines->count && status == TAUB_OK; n++) {
        const double place = (places[n] - first) / out->spacing[axis];
        if (out->count[axis] == 0 || fabs(place - round(place)) > same_place)
            status = taub_fail(error, TAUB_BAD_INPUT,
                               "%s: points along %s are not equidistant: %.10g is between %.10g and %.10g, "
                               "steps of %.10g.",
                               name,
                               axis == 2 ? "the third axis"
                               : axis    ? "y"
                                         : "x",
                               places[n], first + floor(place) * out->spacing[axis],
                               first + (floor(place) + 1) * out->spacing[axis], out->spacing[axis]);
    }
    free(places);
    return status;
}

static enum taub_status place_lines(const struct lines *lines, const struct layout *layout, double time,
                                    const char *name, struct taub_grid_file *out, struct taub_error *error)
{
    const size_t points = (size_t)out->count[0] * (size_t)out->count[1] * (size_t)out->count[2];
    if (points != lines->count)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s: has %zu lines for a grid of %d x %d x %d points (x, y, and the third axis); it is damaged "
            "or truncated.",
            name, lines->count, out->count[0], out->count[1], out->count[2]);
    out->values = malloc(points * TAUB_GRID_COMPONENTS * sizeof *out->values);
    if (!out->values)
        return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", name);
    for (size_t n = 0; n < points; n++)
        out->values[n * TAUB_GRID_COMPONENTS] = NAN;
    for (size_t n = 0; n < lines->count; n++) {
        const double *line = lines->numbers.values + n * (size_t)layout->numbers;
        const char *why;
        size_t at = 0;
        for (int a = 2; a >= 0; a--)
            at = at * (size_t)out->count[a] +
                 (layout->place[a] < 0 ? 0 : (size_t)round((line[layout->place[a]] - out->first[a]) / out->spacing[a]));
        double *values = out->values + at * TAUB_GRID_COMPONENTS;
        if (!isnan(values[0]))
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: this line repeats a point.", name, lines->line[n]);
        if (!layout->read(line, time, values, &why))
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s.", name, lines->line[n], why);
    }
    return TAUB_OK;
}

static enum taub_status parse(const char *text, size_t length, const char *name, const struct layout *layout,
                              double time, struct lines *lines, struct taub_grid_file *out, struct taub_error *error)
{
    struct layout own = *layout;
    TRY(read_lines(text, length, name, &own, lines, error));
    for (int axis = 0; axis < 3; axis++)
        TRY(find_axis(lines, &own, axis, name, out, error));
    return place_lines(lines, &own, time, name, out, error);
}

enum taub_status taub_grid_file_parse(const char *text, size_t length, const char *name, enum taub_grid_format format,
                                      double time, struct taub_grid_file *out, struct taub_error *error)
{
    struct lines lines = {.count = 0};
    *out = (struct taub_grid_file){.values = NULL};
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = parse(text, length, name, &layouts[format], time, &lines, out, error);
    taub_plain_locale_end(&plain);
    free(lines.numbers.values);
    free(lines.line);
    if (status != TAUB_OK)
        taub_grid_file_free(out);
    return status;
}

/* ---- TRENTo 3D ---- */

/* Stores energies [eta][y][x], per area and unit of eta. */
static enum taub_status take_energies(const struct taub_config_initial *config, const double *energies,
                                      const size_t shape[3], struct taub_grid_file *out, struct taub_error *error)
{
    for (int a = 0; a < 3; a++) {
        if (shape[2 - a] < 1 || shape[2 - a] > 1 << 20)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: a grid of %zu x %zu x %zu numbers is too large, or empty.",
                             config->file, shape[0], shape[1], shape[2]);
        out->count[a] = (int)shape[2 - a];
        out->spacing[a] = config->grid_spacing[a == 2];
        out->first[a] = -0.5 * (out->count[a] - 1) * out->spacing[a];
    }
    if (config->eta_first_given)
        out->first[2] = config->eta_first;
    const size_t points = shape[0] * shape[1] * shape[2];
    out->values = malloc(points * TAUB_GRID_COMPONENTS * sizeof *out->values);
    if (!out->values)
        return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", config->file);
    for (size_t n = 0; n < points; n++) {
        if (!(energies[n] >= 0 && isfinite(energies[n])))
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "%s: row %zu, column %zu of layer %zu, counted from 0, is %g; expected a finite, non-negative number.",
                config->file, n / shape[2] % shape[1], n % shape[2], n / (shape[1] * shape[2]), energies[n]);
        set_at_rest(energies[n], out->values + n * TAUB_GRID_COMPONENTS);
    }
    return TAUB_OK;
}

/* Whether this is a line that TRENTo writes before each event. */
static bool begins_event(const char *line, size_t length)
{
    char copy[16];
    int number;
    snprintf(copy, sizeof copy, "%.*s", (int)(length < sizeof copy ? length : sizeof copy - 1), line);
    return sscanf(copy, "# event %d", &number) == 1;
}

/* Rows in x, as many per layer as there are columns; layers in eta. */
static enum taub_status read_trento_text(const struct taub_config_initial *config, const char *text, size_t length,
                                         struct taub_numbers *numbers, struct taub_grid_file *out,
                                         struct taub_error *error)
{
    int line = 0, columns = 0;
    size_t rows = 0;
    for (const char *at = text; at < text + length;) {
        char bad[32];
        const char *start = at;
        const int got = taub_line_numbers(&at, text + length, numbers, bad);
        line++;
        if (got == -1)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: \"%s\" is not a number.", config->file, line, bad);
        if (got == -2)
            return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", config->file);
        if (rows > 0 && begins_event(start, (size_t)(at - start)))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: another event follows; a text file must hold a single event. TRENTo writes each "
                             "event to a separate file if --output is a folder.",
                             config->file, line);
        if (got == 0)
            continue;
        if (rows > 0 && got != columns)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: has %d numbers, the rows before have %d; the file is damaged or truncated.",
                             config->file, line, got, columns);
        columns = got;
        rows++;
    }
    if (rows == 0 || rows % (size_t)columns != 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: the file ends after %zu rows of %d numbers; TRENTo 3D writes as many rows as columns "
                         "for each layer of eta, so it is truncated.",
                         config->file, line, rows, columns);
    const size_t shape[3] = {rows / (size_t)columns, (size_t)columns, (size_t)columns};
    return take_energies(config, numbers->values, shape, out, error);
}

static enum taub_status read_trento_hdf5(const struct taub_config_initial *config, struct taub_grid_file *out,
                                         struct taub_error *error)
{
    char dataset[32];
    hid_t file;
    int rank;
    size_t shape[3];
    double *energies = NULL;
    snprintf(dataset, sizeof dataset, "event_%d", config->event);
    TRY(taub_hdf5_open(config->file, &file, error));
    enum taub_status status = TAUB_OK;
    if (H5Lexists(file, dataset, H5P_DEFAULT) <= 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "initial.event: %s has no dataset %s.", config->file, dataset);
    if (status == TAUB_OK)
        status = taub_hdf5_read(file, config->file, dataset, 3, 3, &rank, shape, &energies, error);
    H5Fclose(file);
    if (status == TAUB_OK)
        status = take_energies(config, energies, shape, out, error);
    free(energies);
    return status;
}

static enum taub_status read_text(const struct taub_config_initial *config, double time, struct taub_grid_file *out,
                                  struct taub_error *error)
{
    char *text;
    size_t length;
    TRY(taub_file_read(config->file, &text, &length, error));
    enum taub_status status;
    if (config->format == TAUB_GRID_TRENTO_3D) {
        struct taub_numbers numbers = {0};
        struct taub_plain_locale plain = taub_plain_locale_begin();
        status = read_trento_text(config, text, length, &numbers, out, error);
        taub_plain_locale_end(&plain);
        free(numbers.values);
    } else {
        status = taub_grid_file_parse(text, length, config->file, config->format, time, out, error);
    }
    free(text);
    return status;
}

enum taub_status taub_grid_file_read(const struct taub_config_initial *config, double time, struct taub_grid_file *out,
                                     struct taub_error *error)
{
    enum taub_status status;
    *out = (struct taub_grid_file){.values = NULL};
    if (config->format == TAUB_GRID_TRENTO_3D && taub_file_is_hdf5(config->file)) {
        taub_hdf5_lock();
        status = read_trento_hdf5(config, out, error);
        taub_hdf5_unlock();
    } else {
        status = read_text(config, time, out, error);
    }
    if (status != TAUB_OK)
        taub_grid_file_free(out);
    return status;
}

/* ---- interpolation ---- */

void taub_grid_file_at(const struct taub_grid_file *self, const double x[3], double out[TAUB_GRID_COMPONENTS])
{
    int lower[3];
    double share[3]; /* weight of the upper point */
    memset(out, 0, TAUB_GRID_COMPONENTS * sizeof *out);
    for (int a = 0; a < 3; a++) {
        const double place = self->count[a] > 1 ? (x[a] - self->first[a]) / self->spacing[a] : 0, near = round(place);
        const double snapped = fabs(place - near) < 1e-9 ? near : place;
        if (!(snapped > -1 && snapped < self->count[a]))
            return;
        lower[a] = (int)floor(snapped);
        share[a] = snapped - lower[a];
    }
    for (int corner = 0; corner < 8; corner++) {
        double weight = 1;
        size_t at = 0;
        for (int a = 2; a >= 0; a--) {
            const int upper = corner >> a & 1, point = lower[a] + upper;
            weight *= point < 0 || point >= self->count[a] ? 0 : upper ? share[a] : 1 - share[a];
            at = at * (size_t)self->count[a] + (size_t)(weight > 0 ? point : 0);
        }
        for (int c = 0; weight > 0 && c < TAUB_GRID_COMPONENTS; c++)
            out[c] += weight * self->values[at * TAUB_GRID_COMPONENTS + (size_t)c];
    }
}
