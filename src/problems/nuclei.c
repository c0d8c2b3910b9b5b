#include "problems/nuclei.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Charge densities of H. De Vries, C. W. De Jager, C. De Vries, At. Data Nucl. Data Tables 36 (1987) 495, deformations
 * of P. Moller et al., At. Data Nucl. Data Tables 59 (1995) 185, as collected in C. Loizides, J. Nagle, P. Steinberg,
 * SoftwareX 1-2 (2015) 13 and C. Loizides, J. Kamin, D. d'Enterria, Phys. Rev. C 97 (2018) 054910. A 2 after the name
 * marks the deformed variant of a nucleus that is usually taken as spherical. */
static const struct taub_nucleus nuclei[] = {
    {"p", 1, TAUB_NUCLEUS_POINT, 0, 0, 0, 0, 0},
    {"d", 2, TAUB_NUCLEUS_HULTHEN, 0.2283, 1.1765, 0, 0, 0},
    {"O", 16, TAUB_NUCLEUS_WOODS_SAXON, 2.608, 0.513, -0.051, 0, 0},
    {"Al", 27, TAUB_NUCLEUS_WOODS_SAXON, 3.34, 0.580, 0, -0.448, 0.239},
    {"Ar", 40, TAUB_NUCLEUS_WOODS_SAXON, 3.53, 0.542, 0, 0, 0},
    {"Cu", 63, TAUB_NUCLEUS_WOODS_SAXON, 4.20, 0.596, 0, 0, 0},
    {"Cu2", 63, TAUB_NUCLEUS_WOODS_SAXON, 4.20, 0.596, 0, 0.162, -0.006},
    {"Xe", 129, TAUB_NUCLEUS_WOODS_SAXON, 5.36, 0.590, 0, 0, 0},
    {"Xe2", 129, TAUB_NUCLEUS_WOODS_SAXON, 5.36, 0.590, 0, 0.161, -0.003},
    {"Au", 197, TAUB_NUCLEUS_WOODS_SAXON, 6.38, 0.535, 0, 0, 0},
    {"Au2", 197, TAUB_NUCLEUS_WOODS_SAXON, 6.38, 0.535, 0, -0.131, -0.031},
    {"Pb", 208, TAUB_NUCLEUS_WOODS_SAXON, 6.62, 0.546, 0, 0, 0},
    {"U", 238, TAUB_NUCLEUS_WOODS_SAXON, 6.67, 0.440, 0, 0.280, 0.093},
};
enum { NUCLEI = sizeof nuclei / sizeof nuclei[0] };

enum taub_status taub_nucleus_find(const char *name, const struct taub_nucleus **out, struct taub_error *error)
{
    char known[256] = "";
    for (int i = 0; i < NUCLEI; i++) {
        if (name && strcmp(nuclei[i].name, name) == 0) {
            *out = &nuclei[i];
            return TAUB_OK;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", nuclei[i].name);
    }
    return taub_fail(error, TAUB_BAD_INPUT, "initial.nuclei: there is no nucleus \"%s\"; known are %s.",
                     name ? name : "", known);
}

double taub_nucleus_shape_at(const struct taub_nucleus *self, double r, double cosine)
{
    const double c2 = cosine * cosine;
    const double y20 = sqrt(5 / pi) / 4 * (3 * c2 - 1), y40 = 3 / (16 * sqrt(pi)) * (35 * c2 * c2 - 30 * c2 + 3);
    const double radius = self->radius * (1 + self->beta2 * y20 + self->beta4 * y40);
    const double hump = 1 + self->w * r * r / (self->radius * self->radius);
    return hump > 0 ? hump / (1 + exp((r - radius) / self->diffuseness)) : 0;
}

/* Radius that contains all but 1e-4 of the nucleons, for Y20 <= 0.64 and Y40 <= 0.85. */
static double largest_radius(const struct taub_nucleus *self)
{
    if (self->shape == TAUB_NUCLEUS_HULTHEN)
        return 60;
    return self->radius * (1 + 0.64 * fabs(self->beta2) + 0.85 * fabs(self->beta4)) + 12 * self->diffuseness;
}

/* Hulthen wave function: |psi|^2 = (exp(-a s) - exp(-b s))^2/s^2 with the distance s of the two nucleons, a < b. s^2
 * |psi|^2 is below exp(-2 a s), which is used for rejection sampling. */
static double hulthen_distance(const struct taub_nucleus *self, struct taub_random *random)
{
    const double a = self->radius, b = self->diffuseness;
    for (;;) {
        const double s = -log(1 - taub_random_uniform(random)) / (2 * a), ratio = 1 - exp(-(b - a) * s);
        if (taub_random_uniform(random) < ratio * ratio)
            return s;
    }
}

struct place {
    double r, cosine;
};

static int by_radius(const void *a, const void *b)
{
    const double x = ((const struct place *)a)->r, y = ((const struct place *)b)->r;
    return (x > y) - (x < y);
}

static struct place draw_place(const struct taub_nucleus *self, double largest, struct taub_random *random)
{
    for (;;) {
        const struct place place = {largest * cbrt(taub_random_uniform(random)), 2 * taub_random_uniform(random) - 1};
        if (taub_random_uniform(random) < taub_nucleus_shape_at(self, place.r, place.cosine))
            return place;
    }
}

/* Rotates the z axis to (sin tilt cos spin, sin tilt sin spin, cos tilt). */
static void turn(double p[3], double cos_tilt, double spin)
{
    const double sin_tilt = sqrt(fmax(0, 1 - cos_tilt * cos_tilt)), c = cos(spin), s = sin(spin);
    const double x = p[0] * cos_tilt + p[2] * sin_tilt, z = p[2] * cos_tilt - p[0] * sin_tilt, y = p[1];
    p[0] = x * c - y * s;
    p[1] = x * s + y * c;
    p[2] = z;
}

static void at_angles(double r, double cosine, double azimuth, double p[3])
{
    const double sine = sqrt(fmax(0, 1 - cosine * cosine));
    p[0] = r * sine * cos(azimuth);
    p[1] = r * sine * sin(azimuth);
    p[2] = r * cosine;
}

static int has_room(double (*position)[3], int count, double least)
{
    const double *p = position[count];
    for (int i = 0; i < count; i++) {
        const double x = p[0] - position[i][0], y = p[1] - position[i][1], z = p[2] - position[i][2];
        if (x * x + y * y + z * z < least * least)
            return 0;
    }
    return 1;
}

static int sample_woods_saxon(const struct taub_nucleus *self, double minimum_distance, struct taub_random *random,
                              double (*position)[3])
{
    const double largest = largest_radius(self), cos_tilt = 2 * taub_random_uniform(random) - 1;
    const double spin = 2 * pi * taub_random_uniform(random);
    const int deformed = self->beta2 != 0 || self->beta4 != 0;
    struct place places[256]; /* no nucleus has more nucleons */
    for (int i = 0; i < self->nucleons; i++)
        places[i] = draw_place(self, largest, random);
    qsort(places, (size_t)self->nucleons, sizeof places[0], by_radius);
    int crowded = 0;
    for (int i = 0; i < self->nucleons; i++) {
        bool found = false;
        for (int attempt = 0; attempt < 1000 && !found; attempt++) {
            const double u = taub_random_uniform(random);
            const double cosine = deformed ? (u < 0.5 ? -1 : 1) * places[i].cosine : 2 * u - 1;
            at_angles(places[i].r, cosine, 2 * pi * taub_random_uniform(random), position[i]);
            if (deformed)
                turn(position[i], cos_tilt, spin);
            found = has_room(position, i, minimum_distance);
        }
        crowded += !found;
    }
    return crowded;
}

int taub_nucleus_sample(const struct taub_nucleus *self, double minimum_distance, struct taub_random *random,
                        double (*position)[3])
{
    if (self->shape == TAUB_NUCLEUS_POINT) {
        position[0][0] = position[0][1] = position[0][2] = 0;
    } else if (self->shape == TAUB_NUCLEUS_HULTHEN) {
        const double half = hulthen_distance(self, random) / 2, cosine = 2 * taub_random_uniform(random) - 1;
        at_angles(half, cosine, 2 * pi * taub_random_uniform(random), position[0]);
        for (int i = 0; i < 3; i++)
            position[1][i] = -position[0][i];
    } else {
        return sample_woods_saxon(self, minimum_distance, random, position);
    }
    return 0;
}

/* Unnormalised density at r, averaged over orientations. */
static double mean_shape(const struct taub_nucleus *self, double r)
{
    if (self->shape == TAUB_NUCLEUS_HULTHEN) {
        const double s = 2 * r, a = self->radius, b = self->diffuseness;
        const double psi = s > 1e-6 ? (exp(-a * s) - exp(-b * s)) / s : b - a;
        return psi * psi;
    }
    if (self->beta2 == 0 && self->beta4 == 0)
        return taub_nucleus_shape_at(self, r, 0);
    enum { ANGLES = 256 };
    double sum = 0; /* midpoint rule in cos theta; only even powers occur */
    for (int i = 0; i < ANGLES; i++)
        sum += taub_nucleus_shape_at(self, r, (i + 0.5) / ANGLES);
    return sum / ANGLES;
}

/* Integral over z with r = sqrt(s^2 + z^2) by Simpson's rule, interpolating the table of the mean density. */
static double integrate_along_beam(const double *shape, int count, double spacing, double s)
{
    const double reach = spacing * (count - 2), length = sqrt(fmax(0, reach * reach - s * s));
    enum { PARTS = 400 };
    double sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double z = length * i / PARTS, r = hypot(s, z) / spacing;
        const int at = (int)r < count - 2 ? (int)r : count - 3;
        const int left = at > 0 ? at - 1 : 0;
        const double f = r - at, g = at > 0 ? shape[left] : shape[1]; /* the density is even in r */
        const double value = -f * (f - 1) * (f - 2) / 6 * g + (f + 1) * (f - 1) * (f - 2) / 2 * shape[at] -
                             (f + 1) * f * (f - 2) / 2 * shape[at + 1] + (f + 1) * f * (f - 1) / 6 * shape[at + 2];
        sum += value * (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2);
    }
    return 2 * sum * length / (3 * PARTS);
}

enum taub_status taub_thickness_create(const struct taub_nucleus *nucleus, double nucleon_width,
                                       struct taub_thickness *out, struct taub_error *error)
{
    const int point = nucleus->shape == TAUB_NUCLEUS_POINT;
    const double largest = point ? 8 * nucleon_width : largest_radius(nucleus) / (nucleus->nucleons == 2 ? 2 : 1);
    const int count = 1501;
    const double spacing = largest / (count - 3);
    double *shape = malloc((size_t)count * sizeof *shape), *values = malloc((size_t)count * sizeof *values);
    if (!shape || !values) {
        free(shape);
        free(values);
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    }
    for (int i = 0; i < count; i++)
        shape[i] = point ? 0 : mean_shape(nucleus, spacing * i);
    double norm = 0; /* integral over the plane, by Simpson's rule in s */
    for (int i = 0; i < count; i++) {
        const double s = spacing * i;
        values[i] =
            point ? exp(-s * s / (2 * nucleon_width * nucleon_width)) : integrate_along_beam(shape, count, spacing, s);
        norm += 2 * pi * s * values[i] * (i == 0 || i == count - 1 ? 1 : i % 2 ? 4 : 2) * spacing / 3;
    }
    free(shape);
    for (int i = 0; i < count; i++)
        values[i] *= nucleus->nucleons / norm;
    *out = (struct taub_thickness){spacing, largest, count, values};
    return TAUB_OK;
}

void taub_thickness_free(struct taub_thickness *self)
{
    free(self->values);
    self->values = NULL;
}

double taub_thickness_at(const struct taub_thickness *self, double s)
{
    const double place = s / self->spacing;
    if (!(s < self->largest))
        return 0;
    const int at = (int)place;
    const double f = place - at, *v = self->values + at, before = at > 0 ? v[-1] : v[1];
    const double value = -f * (f - 1) * (f - 2) / 6 * before + (f + 1) * (f - 1) * (f - 2) / 2 * v[0] -
                         (f + 1) * f * (f - 2) / 2 * v[1] + (f + 1) * f * (f - 1) / 6 * v[2];
    return value > 0 ? value : 0;
}
