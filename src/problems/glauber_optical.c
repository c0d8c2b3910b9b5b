/* Optical Glauber model: smooth densities, and cross sections from them. */
#include <math.h>
#include <stdlib.h>

#include "problems/glauber.h"

static const double pi = 3.14159265358979323846;

double taub_nucleon_cross_section(double collision_energy)
{
    const double log_s = 2 * log(collision_energy);
    return 2.5 + 0.0146 * log_s * log_s;
}

/* Probability that a nucleon is hit by at least one of n nucleons of thickness `thickness`. It is 1 where sigma T/n
 * exceeds 1, in the dense centre of a light nucleus. */
static double hit_chance(double cross_section, double thickness, int n)
{
    const double one = cross_section * thickness / n;
    return one < 1 ? -expm1(n * log1p(-one)) : 1;
}

void taub_optical_densities(const struct taub_glauber *glauber, const struct taub_thickness thickness[2], double x,
                            double y, double participants[2], double *collisions)
{
    const double half = glauber->impact_parameter / 2, sigma = glauber->cross_section;
    const double a = taub_thickness_at(&thickness[0], hypot(x + half, y));
    const double b = taub_thickness_at(&thickness[1], hypot(x - half, y));
    participants[0] = a * hit_chance(sigma, b, glauber->nuclei[1]->nucleons);
    participants[1] = b * hit_chance(sigma, a, glauber->nuclei[0]->nucleons);
    *collisions = sigma * a * b;
}

/* T_AB(b), the integral of T_A(s) T_B(s - b) over the plane: Simpson's rule in s, trapezoidal rule in the angle. */
static double overlap(const struct taub_thickness thickness[2], double b)
{
    enum { RADII = 240, ANGLES = 96 };
    const double step = thickness[0].largest / RADII;
    double sum = 0;
    for (int i = 0; i <= RADII; i++) {
        const double s = step * i;
        double ring = 0;
        for (int k = 0; k < ANGLES; k++) /* by symmetry half a turn is enough */
            ring += taub_thickness_at(&thickness[1],
                                      sqrt(fmax(0, s * s + b * b - 2 * s * b * cos(pi * (k + 0.5) / ANGLES))));
        sum += (i == 0 || i == RADII ? 1 : i % 2 ? 4 : 2) * s * taub_thickness_at(&thickness[0], s) * ring;
    }
    return sum * step / 3 * 2 * pi / ANGLES;
}

enum taub_status taub_centrality_create(const struct taub_glauber *glauber, const struct taub_thickness thickness[2],
                                        struct taub_centrality *out, struct taub_error *error)
{
    const int pairs = glauber->nuclei[0]->nucleons * glauber->nuclei[1]->nucleons;
    const double reach = thickness[0].largest + thickness[1].largest;
    *out = (struct taub_centrality){.count = 301};
    out->spacing = reach / (out->count - 1);
    out->below = malloc((size_t)out->count * sizeof *out->below);
    if (!out->below)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    double sum = 0, before = 0;
    for (int i = 0; i < out->count; i++) {
        const double b = out->spacing * i;
        const double here = 2 * pi * b * hit_chance(glauber->cross_section, overlap(thickness, b), pairs);
        sum += out->spacing * (before + here) / 2;
        before = here;
        out->below[i] = sum;
    }
    out->total = sum;
    for (int i = 0; i < out->count; i++)
        out->below[i] /= sum;
    return TAUB_OK;
}

void taub_centrality_free(struct taub_centrality *self)
{
    free(self->below);
    self->below = NULL;
}

double taub_centrality_impact(const struct taub_centrality *self, double per_cent)
{
    const double share = per_cent / 100;
    for (int i = 1; i < self->count; i++)
        if (self->below[i] >= share) {
            /* For small b the fraction grows like b^2: interpolate in b^2. */
            const double a = i - 1, b = i, low = self->below[i - 1], high = self->below[i];
            const double part = high > low ? (share - low) / (high - low) : 0;
            return self->spacing * sqrt(a * a + part * (b * b - a * a));
        }
    return self->spacing * (self->count - 1);
}
