/* The table for kernels: cubic Hermite interpolation of p/e and T/e^(1/4) from exact values and slopes. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "eos/eos_kind.h"

enum { FEWEST_BITS = 4, MOST_BITS = 7, MOST_BYTES = 320 * 1024 };

/* Coefficients in t of the cubic with these values and slopes (per interval) at t = 0 and 1. */
static void hermite(double a, double slope_a, double b, double slope_b, double coefficients[4])
{
    coefficients[0] = a;
    coefficients[1] = slope_a;
    coefficients[2] = 3 * (b - a) - 2 * slope_a - slope_b;
    coefficients[3] = 2 * (a - b) + slope_a + slope_b;
}

struct knot {
    double pressure_ratio, pressure_slope;       /* p/e and its derivative with respect to e */
    double temperature_ratio, temperature_slope; /* T/e^(1/4) and its derivative with respect to e */
};

static struct knot knot_at(const struct taub_eos *self, double e)
{
    struct knot knot;
    knot.pressure_ratio = self->methods->pressure(self, e, 0) / e;
    knot.pressure_slope = (self->methods->sound_speed_squared(self, e, 0) - knot.pressure_ratio) / e;
    knot.temperature_ratio = self->methods->temperature(self, e, 0) / sqrt(sqrt(e));
    const double sound = knot.pressure_ratio + knot.pressure_slope * e;
    const double slope = self->methods->temperature_slope ? self->methods->temperature_slope(self, e)
                                                          : sound / (1 + knot.pressure_ratio);
    knot.temperature_slope = knot.temperature_ratio * (slope - 0.25) / e;
    return knot;
}

static void fill(struct taub_eos *self)
{
    struct taub_eos_table *table = &self->table;
    const int parts = 1 << table->bits, intervals = table->octaves * parts;
    double *pressure = self->table_values, *temperature = pressure + 4 * (size_t)intervals;
    for (int octave = 0; octave < table->octaves; octave++) {
        const double start = ldexp(1, table->first_octave + octave), width = start / parts;
        struct knot a = knot_at(self, start);
        for (int part = 0; part < parts; part++) {
            const struct knot b = knot_at(self, start + width * (part + 1));
            const size_t at = 4 * ((size_t)octave * parts + part);
            hermite(a.pressure_ratio, width * a.pressure_slope, b.pressure_ratio, width * b.pressure_slope,
                    pressure + at);
            hermite(a.temperature_ratio, width * a.temperature_slope, b.temperature_ratio, width * b.temperature_slope,
                    temperature + at);
            a = b;
        }
    }
}

void taub_eos_table_lookup(const struct taub_eos_table *table, double e, double *pressure_ratio,
                           double *temperature_ratio, double *pressure_slope)
{
    int64_t pattern;
    memcpy(&pattern, &e, sizeof pattern);
    const int64_t intervals = (int64_t)table->octaves << table->bits, rest = (int64_t)1 << (52 - table->bits);
    int64_t interval = (pattern >> (52 - table->bits)) - ((int64_t)(1023 + table->first_octave) << table->bits);
    double t = (double)(pattern & (rest - 1)) / (double)rest;
    const bool outside = interval < 0 || interval >= intervals;
    if (interval < 0)
        interval = 0, t = 0;
    else if (interval >= intervals)
        interval = intervals - 1, t = 1;
    const double *c = table->values + 4 * interval, *d = c + 4 * intervals;
    *pressure_ratio = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    *temperature_ratio = d[0] + t * (d[1] + t * (d[2] + t * d[3]));
    int exponent;
    frexp(e, &exponent);
    const double per_width = e / ldexp(1, exponent - 1 - table->bits); /* e divided by the interval's width */
    *pressure_slope = *pressure_ratio;
    if (!outside)
        *pressure_slope += per_width * (c[1] + t * (2 * c[2] + 3 * t * c[3]));
}

double taub_eos_device_pressure(const struct taub_eos *self, double energy_density, double charge_density,
                                double *speed_squared)
{
    double ratio, ratio_of_temperature, slope;
    if (!self->has_table) {
        *speed_squared = taub_eos_sound_speed_squared(self, energy_density, charge_density);
        return taub_eos_pressure(self, energy_density, charge_density);
    }
    taub_eos_table_lookup(&self->table, energy_density, &ratio, &ratio_of_temperature, &slope);
    *speed_squared = slope;
    return energy_density * ratio;
}

void taub_eos_table_errors(const struct taub_eos *self, int samples, double *pressure, double *slope,
                           double *temperature)
{
    const struct taub_eos_table *table = &self->table;
    const int parts = 1 << table->bits;
    *pressure = *slope = *temperature = 0;
    for (int octave = 0; octave < table->octaves; octave++)
        for (int i = 0; i < parts * samples; i++) {
            const double e = ldexp(1 + (i + 0.5) / (parts * samples), table->first_octave + octave);
            double ratio, ratio_of_temperature, derivative;
            taub_eos_table_lookup(table, e, &ratio, &ratio_of_temperature, &derivative);
            const struct taub_eos_methods *exact = self->methods;
            *pressure = fmax(*pressure, fabs(ratio * e / exact->pressure(self, e, 0) - 1));
            *slope = fmax(*slope, fabs(derivative / exact->sound_speed_squared(self, e, 0) - 1));
            *temperature =
                fmax(*temperature, fabs(ratio_of_temperature * sqrt(sqrt(e)) / exact->temperature(self, e, 0) - 1));
        }
}

enum taub_status taub_eos_tabulate(struct taub_eos *self, int first_octave, int octaves, struct taub_error *error)
{
    for (int bits = FEWEST_BITS; bits <= MOST_BITS; bits++) {
        const size_t count = (size_t)2 * 4 * octaves << bits;
        if (bits > FEWEST_BITS && count * sizeof(double) > MOST_BYTES)
            break;
        double *values = realloc(self->table_values, count * sizeof *values);
        if (!values)
            return taub_fail(error, TAUB_FAILED, "Out of memory.");
        self->table_values = values;
        self->table = (struct taub_eos_table){bits, first_octave, octaves, count, values};
        self->has_table = true;
        fill(self);
        double pressure, slope, temperature;
        taub_eos_table_errors(self, 2, &pressure, &slope, &temperature);
        if (pressure < 8e-10 && slope < 8e-8)
            break;
    }
    return TAUB_OK;
}
