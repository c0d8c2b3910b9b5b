#include "problems/transverse_map.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

enum taub_status taub_map_create(const int count[2], const double first[2], const double spacing[2],
                                 struct taub_map *out, struct taub_error *error)
{
    *out = (struct taub_map){{count[0], count[1]}, {first[0], first[1]}, {spacing[0], spacing[1]}, NULL};
    out->values = calloc((size_t)count[0] * (size_t)count[1], sizeof *out->values);
    return out->values ? TAUB_OK : taub_fail(error, TAUB_FAILED, "Out of memory.");
}

void taub_map_free(struct taub_map *self)
{
    free(self->values);
    self->values = NULL;
}

/* Range of points within `reach` of x along an axis. */
static void window(const struct taub_map *self, int axis, double x, double reach, int *lower, int *upper)
{
    const double place = (x - self->first[axis]) / self->spacing[axis], half = reach / self->spacing[axis];
    const double last = self->count[axis] - 1;
    *lower = place - half > 0 ? (place - half > last ? self->count[axis] : (int)ceil(place - half)) : 0;
    *upper = place + half < last ? (place + half < 0 ? -1 : (int)floor(place + half)) : (int)last;
}

void taub_map_add_gaussian(struct taub_map *self, double x, double y, double width, double weight)
{
    int low[2], high[2];
    window(self, 0, x, 7 * width, &low[0], &high[0]);
    window(self, 1, y, 7 * width, &low[1], &high[1]);
    const double norm = weight / (2 * pi * width * width), factor = -1 / (2 * width * width);
    for (int j = low[1]; j <= high[1]; j++) {
        const double dy = self->first[1] + self->spacing[1] * j - y;
        for (int i = low[0]; i <= high[0]; i++) {
            const double dx = self->first[0] + self->spacing[0] * i - x;
            self->values[(size_t)j * (size_t)self->count[0] + (size_t)i] += norm * exp(factor * (dx * dx + dy * dy));
        }
    }
}

bool taub_map_find(const struct taub_map *self, double x, double y, double *value)
{
    const double at[2] = {x, y};
    size_t index[2];
    for (int axis = 0; axis < 2; axis++) {
        const double place = (at[axis] - self->first[axis]) / self->spacing[axis], nearest = round(place);
        if (!(fabs(place - nearest) < 1e-9 && nearest >= 0 && nearest < self->count[axis]))
            return false;
        index[axis] = (size_t)nearest;
    }
    *value = self->values[index[1] * (size_t)self->count[0] + index[0]];
    return true;
}

static double value_or_zero(const struct taub_map *self, int i, int j)
{
    const bool inside = i >= 0 && i < self->count[0] && j >= 0 && j < self->count[1];
    return inside ? self->values[(size_t)j * (size_t)self->count[0] + (size_t)i] : 0;
}

double taub_map_bilinear(const struct taub_map *self, double x, double y)
{
    const double u = (x - self->first[0]) / self->spacing[0], v = (y - self->first[1]) / self->spacing[1];
    if (!(u > -1 && u < self->count[0] && v > -1 && v < self->count[1]))
        return 0;
    /* At a grid point return its value exactly, whatever the rounding of its coordinates. */
    const double near_u = round(u), near_v = round(v);
    const double s = fabs(u - near_u) < 1e-9 ? near_u : u, t = fabs(v - near_v) < 1e-9 ? near_v : v;
    const int i = (int)floor(s), j = (int)floor(t);
    const double a = s - i, b = t - j;
    return (1 - b) * ((1 - a) * value_or_zero(self, i, j) + a * value_or_zero(self, i + 1, j)) +
           b * ((1 - a) * value_or_zero(self, i, j + 1) + a * value_or_zero(self, i + 1, j + 1));
}

double taub_map_eccentricity(const struct taub_map *self, int n)
{
    double total = 0, center[2] = {0, 0}, real = 0, imaginary = 0, size = 0;
    for (int j = 0; j < self->count[1]; j++)
        for (int i = 0; i < self->count[0]; i++) {
            const double value = value_or_zero(self, i, j);
            total += value;
            center[0] += value * (self->first[0] + self->spacing[0] * i);
            center[1] += value * (self->first[1] + self->spacing[1] * j);
        }
    if (!(total > 0))
        return 0;
    for (int j = 0; j < self->count[1]; j++)
        for (int i = 0; i < self->count[0]; i++) {
            const double x = self->first[0] + self->spacing[0] * i - center[0] / total;
            const double y = self->first[1] + self->spacing[1] * j - center[1] / total;
            const double weight = value_or_zero(self, i, j) * pow(x * x + y * y, n / 2.0), angle = n * atan2(y, x);
            real += weight * cos(angle);
            imaginary += weight * sin(angle);
            size += weight;
        }
    return size > 0 ? hypot(real, imaginary) / size : 0;
}

enum taub_status taub_longitudinal_check(const struct taub_config_longitudinal *self, struct taub_error *error)
{
    if (self->given && (!(self->plateau >= 0) || isinf(self->plateau)))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.longitudinal.plateau: must not be negative, and is %g.",
                         self->plateau);
    if (self->given && (!(self->sigma > 0) || isinf(self->sigma)))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.longitudinal.sigma: must be positive, and is %g.",
                         self->sigma);
    return TAUB_OK;
}

struct taub_deposit_scale taub_deposit_scale(const struct taub_config *config)
{
    const enum taub_deposited quantity = config->initial.quantity;
    const bool rapidity = quantity == TAUB_DEPOSIT_ENERGY_RAPIDITY || quantity == TAUB_DEPOSIT_ENTROPY_RAPIDITY;
    return (struct taub_deposit_scale){rapidity ? config->initial.scale / config->time.start : config->initial.scale,
                                       quantity == TAUB_DEPOSIT_ENTROPY || quantity == TAUB_DEPOSIT_ENTROPY_RAPIDITY};
}

double taub_deposit_energy(struct taub_deposit_scale self, const struct taub_eos *eos, double across, double along)
{
    const double amount = self.scale * across * along;
    return self.entropy ? taub_eos_energy_from_entropy(eos, amount) : amount;
}

double taub_longitudinal_at(const struct taub_config_longitudinal *self, double eta)
{
    if (!self->given)
        return 1;
    const double past = fmax(0, fabs(eta) - self->plateau) / self->sigma;
    return exp(-past * past / 2);
}
