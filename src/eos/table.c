/* Equation of state from columns e, p, T and optionally c_s^2 (table_columns.h).
 *
 * ln p and ln T are piecewise cubics in ln e with the slopes of F. N. Fritsch and R. E. Carlson, SIAM J. Numer. Anal.
 * 17 (1980) 238, so that both stay monotone. If c_s^2 is given, the slopes at the rows are d ln p/d ln e = c_s^2 e/p,
 * limited by the same criterion. Beyond the rows power laws with the end slopes extend to the whole octaves of e that
 * the device table covers; beyond those p/e and T/e^(1/4) stay constant. */
#include <math.h>
#include <stdlib.h>

#include "eos/eos_kind.h"
#include "eos/table_columns.h"

#define DEFAULT_TOLERANCE 0.02

struct curve {
    double *y, *slope; /* ln p or ln T at the rows, and its slope */
};

struct rows {
    size_t count;
    double *x; /* ln e */
    struct curve pressure, temperature;
    double first, last; /* range of ln e that the power laws cover */
};

/* Sets slopes at the rows that keep the cubics monotone. If `given`, `slope` holds the wanted slopes on entry. */
static void monotone_slopes(size_t count, const double *x, struct curve *curve, bool given)
{
    double *slope = curve->slope;
    const double *y = curve->y;
    for (size_t i = 1; !given && i + 1 < count; i++) { /* harmonic mean, weighted by the neighbouring widths */
        const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
        const double d0 = (y[i] - y[i - 1]) / h0, d1 = (y[i + 1] - y[i]) / h1;
        slope[i] = d0 > 0 && d1 > 0 ? 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1) : 0;
    }
    if (!given) {
        slope[0] = (y[1] - y[0]) / (x[1] - x[0]);
        slope[count - 1] = (y[count - 1] - y[count - 2]) / (x[count - 1] - x[count - 2]);
    }
    for (size_t i = 0; i + 1 < count; i++) {
        const double secant = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
        if (!(secant > 0)) {
            slope[i] = slope[i + 1] = 0;
            continue;
        }
        const double a = slope[i] / secant, b = slope[i + 1] / secant, size = a * a + b * b;
        if (size > 9) {
            slope[i] *= 3 / sqrt(size);
            slope[i + 1] *= 3 / sqrt(size);
        }
    }
}

/* The curve and its derivative at x; linear beyond the rows. */
static double curve_at(const struct rows *rows, const struct curve *curve, double x, double *derivative)
{
    const size_t last = rows->count - 1;
    if (x <= rows->x[0] || x >= rows->x[last]) {
        const size_t end = x <= rows->x[0] ? 0 : last;
        *derivative = curve->slope[end];
        return curve->y[end] + curve->slope[end] * (x - rows->x[end]);
    }
    size_t low = 0, high = last;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (rows->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    const double h = rows->x[low + 1] - rows->x[low], s = (x - rows->x[low]) / h, r = 1 - s;
    const double a = curve->y[low], b = curve->y[low + 1];
    const double da = h * curve->slope[low], db = h * curve->slope[low + 1];
    *derivative = (6 * s * r * (b - a) + r * (1 - 3 * s) * da + s * (3 * s - 2) * db) / h;
    return r * r * ((1 + 2 * s) * a + s * da) + s * s * ((1 + 2 * r) * b - r * db);
}

static double clamp(const struct rows *rows, double x)
{
    return x < rows->first ? rows->first : x > rows->last ? rows->last : x;
}

/* The x = ln e where the curve has the value y; beyond the power laws it continues with slope `outer`. */
static double solve(const struct rows *rows, const struct curve *curve, double y, double outer)
{
    double derivative, low = rows->first, high = rows->last;
    const double y_low = curve_at(rows, curve, low, &derivative), y_high = curve_at(rows, curve, high, &derivative);
    if (y <= y_low)
        return low + (y - y_low) / outer;
    if (y >= y_high)
        return high + (y - y_high) / outer;
    for (int i = 0; i < 200 && high - low > 1e-15 * (1 + fabs(low)); i++) {
        const double middle = low + (high - low) / 2;
        if (curve_at(rows, curve, middle, &derivative) <= y)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

/* The interpolation of a stiff table can exceed dp/de = 1 between rows, where sound would be faster than light. */
static enum taub_status check_causal(const struct rows *rows, const struct taub_table_columns *columns,
                                     struct taub_error *error)
{
    for (size_t i = 0; i + 1 < rows->count; i++)
        for (int s = 0; s <= 8; s++) {
            const double x = rows->x[i] + (rows->x[i + 1] - rows->x[i]) * s / 8;
            double derivative;
            const double y = curve_at(rows, &rows->pressure, x, &derivative);
            if (derivative * exp(y - x) > 1 + 1e-9)
                return taub_table_bad_row(columns, i, error,
                                          "the interpolated dp/de reaches %g between this row and the next; more rows "
                                          "or the column cs2 would help.",
                                          derivative * exp(y - x));
        }
    return TAUB_OK;
}

static bool allocate_rows(struct rows *rows, size_t count)
{
    rows->count = count;
    rows->x = malloc(count * sizeof(double));
    rows->pressure.y = malloc(count * sizeof(double));
    rows->pressure.slope = malloc(count * sizeof(double));
    rows->temperature.y = malloc(count * sizeof(double));
    rows->temperature.slope = malloc(count * sizeof(double));
    return rows->x && rows->pressure.y && rows->pressure.slope && rows->temperature.y && rows->temperature.slope;
}

static void destroy(struct taub_eos *self)
{
    struct rows *rows = self->data;
    if (!rows)
        return;
    free(rows->x);
    free(rows->pressure.y);
    free(rows->pressure.slope);
    free(rows->temperature.y);
    free(rows->temperature.slope);
    free(rows);
}

static enum taub_status build(struct taub_eos *self, const struct taub_table_columns *columns, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    struct rows *rows = self->data = calloc(1, sizeof *rows);
    if (!rows || !allocate_rows(rows, columns->count))
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    for (size_t i = 0; i < rows->count; i++) {
        rows->x[i] = log(columns->energy[i]);
        rows->pressure.y[i] = log(columns->pressure[i]);
        rows->temperature.y[i] = log(columns->temperature[i]);
        if (columns->sound)
            rows->pressure.slope[i] = columns->sound[i] * columns->energy[i] / columns->pressure[i];
    }
    monotone_slopes(rows->count, rows->x, &rows->pressure, columns->sound != NULL);
    monotone_slopes(rows->count, rows->x, &rows->temperature, false);
    status = check_causal(rows, columns, error);
    if (status != TAUB_OK)
        return status;
    self->lowest = columns->energy[0];
    self->highest = columns->energy[columns->count - 1];
    int first_octave, past_octave;
    frexp(self->lowest, &first_octave);
    first_octave -= 1;
    if (frexp(self->highest, &past_octave) == 0.5)
        past_octave -= 1;
    if (first_octave < -300 || past_octave > 300)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: energy densities must lie between 2^-300 and 2^300.",
                         columns->path);
    rows->first = log(2) * first_octave;
    rows->last = log(2) * past_octave;
    return taub_eos_tabulate(self, first_octave, past_octave - first_octave, error);
}

static enum taub_status create(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error)
{
    if (!config->file)
        return taub_fail(error, TAUB_BAD_INPUT, "eos.file: kind table needs the name of a file.");
    struct taub_table_columns columns;
    enum taub_status status = taub_table_read(config->file, &columns, error);
    if (status == TAUB_OK)
        status = taub_table_check(&columns, config->tolerance > 0 ? config->tolerance : DEFAULT_TOLERANCE, error);
    if (status == TAUB_OK)
        status = build(self, &columns, error);
    taub_table_free(&columns);
    return status;
}

static double pressure(const struct taub_eos *self, double e, double n)
{
    const struct rows *rows = self->data;
    const double x = clamp(rows, log(e));
    double derivative;
    return e * exp(curve_at(rows, &rows->pressure, x, &derivative) - x);
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    const struct rows *rows = self->data;
    const double log_e = log(e), x = clamp(rows, log_e);
    double derivative;
    const double y = curve_at(rows, &rows->pressure, x, &derivative);
    return (x == log_e ? derivative : 1) * exp(y - x);
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    const struct rows *rows = self->data;
    const double log_e = log(e), x = clamp(rows, log_e);
    double derivative;
    return exp(curve_at(rows, &rows->temperature, x, &derivative) + (log_e - x) / 4);
}

static double energy_from_pressure(const struct taub_eos *self, double p, double n)
{
    const struct rows *rows = self->data;
    return exp(solve(rows, &rows->pressure, log(p), 1));
}

static double energy_from_temperature(const struct taub_eos *self, double t, double n)
{
    const struct rows *rows = self->data;
    return exp(solve(rows, &rows->temperature, log(t), 0.25));
}

static double temperature_slope(const struct taub_eos *self, double e)
{
    const struct rows *rows = self->data;
    double derivative;
    curve_at(rows, &rows->temperature, clamp(rows, log(e)), &derivative);
    return derivative;
}

const struct taub_eos_methods taub_eos_tabulated = {
    .kind = TAUB_EOS_TABLE,
    .name = "table",
    TAUB_EOS_FUNCTIONS,
    .temperature_slope = temperature_slope,
    .kernel = "eos/tabulated.h",
};
