/* Checks that the columns of a table are consistent. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "eos/table_columns.h"

enum { FEWEST_ROWS = 4 };

/* dp/de is computed over at least this ratio of energy densities, so that the limited digits of a text file do not
 * spoil it. */
#define LEAST_RATIO 1.05

enum taub_status taub_table_bad_row(const struct taub_table_columns *self, size_t row, struct taub_error *error,
                                    const char *what, ...)
{
    char text[512];
    va_list list;
    va_start(list, what);
    vsnprintf(text, sizeof text, what, list);
    va_end(list);
    if (self->line)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s", self->path, self->line[row], text);
    return taub_fail(error, TAUB_BAD_INPUT, "%s: row %zu: %s", self->path, row, text);
}

#define bad_row taub_table_bad_row

static enum taub_status check_values(const struct taub_table_columns *self, size_t i, struct taub_error *error)
{
    const double e = self->energy[i], p = self->pressure[i], t = self->temperature[i];
    if (!(e > 0) || isinf(e))
        return bad_row(self, i, error, "the energy density must be positive and finite, and is %g.", e);
    if (!(p > 0) || isinf(p))
        return bad_row(self, i, error, "the pressure must be positive and finite, and is %g.", p);
    if (!(t > 0) || isinf(t))
        return bad_row(self, i, error, "the temperature must be positive and finite, and is %g.", t);
    if (self->sound && !(self->sound[i] > 0 && self->sound[i] <= 1))
        return bad_row(self, i, error, "the squared sound speed must lie between 0 and 1, and is %g.", self->sound[i]);
    if (self->entropy && (!(self->entropy[i] > 0) || isinf(self->entropy[i])))
        return bad_row(self, i, error, "the entropy density must be positive and finite, and is %g.", self->entropy[i]);
    return TAUB_OK;
}

static enum taub_status check_growth(const struct taub_table_columns *self, size_t i, struct taub_error *error)
{
    const double *e = self->energy + i, *p = self->pressure + i, *t = self->temperature + i;
    if (!(e[0] > e[-1]))
        return bad_row(self, i, error, "the energy density %g does not increase (it was %g).", e[0], e[-1]);
    const double slope = (p[0] - p[-1]) / (e[0] - e[-1]);
    if (!(slope > 0 && slope <= 1))
        return bad_row(self, i, error, "dp/de from the row before is %g; it must lie above 0 and be at most 1.", slope);
    if (!(t[0] >= t[-1]))
        return bad_row(self, i, error, "the temperature %g falls (it was %g).", t[0], t[-1]);
    return TAUB_OK;
}

/* dp/de between row i and the nearest row below or above (`upwards`) that is at least LEAST_RATIO away; NaN at the end
 * of the table. */
static double slope_from_row(const struct taub_table_columns *self, size_t i, bool upwards)
{
    const double *e = self->energy, *p = self->pressure;
    size_t j = i;
    while (upwards ? e[j] < LEAST_RATIO * e[i] : e[j] * LEAST_RATIO > e[i]) {
        if (j == (upwards ? self->count - 1 : 0))
            break;
        j = upwards ? j + 1 : j - 1;
    }
    return j == i ? NAN : (p[j] - p[i]) / (e[j] - e[i]);
}

/* cs2 must lie between dp/de below and above the row; at an end, where only one is known, it may differ from it by the
 * change of dp/de nearby. */
static enum taub_status check_sound(const struct taub_table_columns *self, double tolerance, struct taub_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        double below = slope_from_row(self, i, false), above = slope_from_row(self, i, true), change = 0;
        if (isnan(below) || isnan(above)) {
            const size_t inside = i == 0 ? 1 : self->count - 2;
            change = fabs(slope_from_row(self, inside, true) - slope_from_row(self, inside, false));
            below = above = isnan(below) ? above : below;
        }
        const double low = fmin(below, above) - tolerance - change, high = fmax(below, above) + tolerance + change;
        if (!(self->sound[i] >= low && self->sound[i] <= high))
            return bad_row(
                self, i, error,
                "the squared sound speed is %g, and dp/de of the neighbouring rows is %g to %g (eos.tolerance "
                "%g). If the columns are in another order, name them in a line like \"# e p s T\".",
                self->sound[i], fmin(below, above), fmax(below, above), tolerance);
    }
    return TAUB_OK;
}

static enum taub_status check_entropy(const struct taub_table_columns *self, double tolerance, struct taub_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        const double w = self->energy[i] + self->pressure[i], product = self->temperature[i] * self->entropy[i];
        if (!(fabs(product - w) <= tolerance * w))
            return bad_row(self, i, error,
                           "T s is %g, and e + p is %g; they must be equal (eos.tolerance %g). e and p in GeV/fm^3, T "
                           "in GeV and s in 1/fm^3 are a consistent set of units.",
                           product, w, tolerance);
    }
    return TAUB_OK;
}

static double slope_between(const struct taub_table_columns *self, size_t i)
{
    return (self->pressure[i + 1] - self->pressure[i]) / (self->energy[i + 1] - self->energy[i]);
}

/* d ln T = dp/(e + p), integrated from the first row with p linear in e between rows. The error is estimated from the
 * difference to the trapezoidal rule in p and from the change of dp/de. */
static enum taub_status check_temperature(const struct taub_table_columns *self, double tolerance,
                                          struct taub_error *error)
{
    const double *e = self->energy, *p = self->pressure;
    double growth = 0, uncertainty = 0;
    for (size_t i = 0; i + 1 < self->count; i++) {
        const double slope = slope_between(self, i), w0 = e[i] + p[i], w1 = e[i + 1] + p[i + 1];
        const double before = slope_between(self, i > 0 ? i - 1 : i);
        const double after = slope_between(self, i + 2 < self->count ? i + 1 : i);
        const double step = slope / (1 + slope) * log(w1 / w0);
        growth += step;
        uncertainty +=
            fabs(0.5 * (p[i + 1] - p[i]) * (1 / w0 + 1 / w1) - step) + fabs(after - before) / 8 * log(w1 / w0);
        const double ratio = log(self->temperature[i + 1] / self->temperature[0]);
        if (!(fabs(ratio - growth) <= tolerance + uncertainty))
            return bad_row(self, i + 1, error,
                           "the temperature %g is inconsistent with e and p: by de = T ds, dT/T = dp/(e + p), it "
                           "should have grown from %g in the first row to %g (eos.tolerance %g). If the columns are in "
                           "another order, name them in a line like \"# e p s T\".",
                           self->temperature[i + 1], self->temperature[0], self->temperature[0] * exp(growth),
                           tolerance);
    }
    return TAUB_OK;
}

enum taub_status taub_table_check(const struct taub_table_columns *self, double tolerance, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (self->count < FEWEST_ROWS)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: has %zu rows; an equation of state needs at least %d.", self->path,
                         self->count, FEWEST_ROWS);
    for (size_t i = 0; i < self->count && status == TAUB_OK; i++) {
        status = check_values(self, i, error);
        if (status == TAUB_OK && i > 0)
            status = check_growth(self, i, error);
    }
    if (status == TAUB_OK && self->entropy)
        status = check_entropy(self, tolerance, error);
    if (status == TAUB_OK)
        status = check_temperature(self, tolerance, error);
    if (status == TAUB_OK && self->sound)
        status = check_sound(self, tolerance, error);
    return status;
}
