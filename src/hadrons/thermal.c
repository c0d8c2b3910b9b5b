#include "hadrons/thermal.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Integrals over dP = g d3p/((2 pi hbar)^3 E), with p = m sinh x: the trapezoidal rule over all x, of which one half is
 * the other's mirror, converges exponentially. */
enum { NODES = 96 };
struct momenta {
    double p, energy, f, slope, weight; /* slope: f (1 +- f) */
};

/* Hadrons with the same integrals. */
struct alike {
    double mass, degeneracy;
    bool baryon;
    int next; /* the first of the list that is not among them */
};

/* Those from `first` on, of a list sorted by mass. */
static struct alike alike_from(const struct taub_hadrons *list, int first)
{
    const struct taub_hadron *hadron = &list->list[first];
    struct alike alike = {hadron->mass, hadron->degeneracy, hadron->baryon != 0, first + 1};
    while (alike.next < list->count && list->list[alike.next].mass == alike.mass &&
           (list->list[alike.next].baryon != 0) == alike.baryon)
        alike.degeneracy += list->list[alike.next++].degeneracy;
    return alike;
}

static struct momenta node(const struct alike *hadron, double temperature, int n)
{
    const double m = hadron->mass, reach = acosh(1.0 + 50.0 * temperature / m), step = reach / NODES, x = n * step;
    const double sign = hadron->baryon ? -1.0 : 1.0;
    struct momenta at = {.p = m * sinh(x), .energy = m * cosh(x)};
    const double boltzmann = exp(-at.energy / temperature);
    at.f = boltzmann / (1.0 - sign * boltzmann);
    at.slope = at.f * (1.0 + sign * at.f);
    at.weight = hadron->degeneracy * step * at.p * at.p / (2.0 * pi * pi * TAUB_HBAR_C * TAUB_HBAR_C * TAUB_HBAR_C);
    return at;
}

double taub_thermal_number(const struct taub_hadron *hadron, double temperature)
{
    const struct alike one = {hadron->mass, hadron->degeneracy, hadron->baryon != 0, 0};
    double sum = 0.0;
    for (int n = 1; n <= NODES; n++) {
        const struct momenta at = node(&one, temperature, n);
        sum += at.weight * at.energy * at.f;
    }
    return sum;
}

struct taub_thermal taub_thermal_sum(const struct taub_hadrons *list, double temperature)
{
    struct taub_thermal sum = {0};
    for (int h = 0; h < list->count;) {
        const struct alike alike = alike_from(list, h);
        h = alike.next;
        for (int n = 1; n <= NODES; n++) {
            const struct momenta at = node(&alike, temperature, n);
            sum.number += at.weight * at.energy * at.f;
            sum.energy += at.weight * at.energy * at.energy * at.f;
            sum.pressure += at.weight * at.p * at.p * at.f / 3.0;
        }
    }
    return sum;
}

struct taub_delta_f_coefficients taub_delta_f_at(const struct taub_hadrons *list, enum taub_delta_f kind,
                                                 double temperature)
{
    double shear = 0.0, energy[2] = {0.0, 0.0}, pressure[2] = {0.0, 0.0};
    if (kind == TAUB_DELTA_F_NONE)
        return (struct taub_delta_f_coefficients){0};
    for (int h = 0; h < list->count;) {
        const struct alike alike = alike_from(list, h);
        h = alike.next;
        for (int n = 1; n <= NODES; n++) {
            const struct momenta at = node(&alike, temperature, n);
            const double weight = at.weight * at.slope / (kind == TAUB_DELTA_F_RELAXATION ? at.energy : 1.0);
            const double p2 = at.p * at.p, e2 = at.energy * at.energy, m2 = alike.mass * alike.mass;
            shear += weight * p2 * p2 / 15.0;
            energy[0] += weight * e2 * m2;
            energy[1] += weight * e2 * e2;
            pressure[0] += weight * p2 * m2 / 3.0;
            pressure[1] += weight * p2 * e2 / 3.0;
        }
    }
    const double determinant = energy[0] * pressure[1] - energy[1] * pressure[0];
    return (struct taub_delta_f_coefficients){0.5 / shear, -energy[1] / determinant, energy[0] / determinant};
}

void taub_delta_f_tabulate(struct taub_delta_f_table *self, const struct taub_hadrons *list, enum taub_delta_f kind,
                           double lowest, double highest)
{
    /* a little wider, so that a single temperature is a range too */
    const double lower = log(lowest) - 1e-3, upper = log(highest) + 1e-3;
    for (int n = 0; n < TAUB_DELTA_F_POINTS; n++) {
        const double angle = pi * (n + 0.5) / TAUB_DELTA_F_POINTS;
        self->place[n] = 0.5 * (lower + upper) + 0.5 * (upper - lower) * cos(angle);
        self->weight[n] = (n % 2 ? -1.0 : 1.0) * sin(angle);
        self->at[n] = taub_delta_f_at(list, kind, exp(self->place[n]));
    }
}

/* Barycentric interpolation: J.-P. Berrut, L. N. Trefethen, SIAM Review 46 (2004) 501, eq. 5.3. */
struct taub_delta_f_coefficients taub_delta_f_find(const struct taub_delta_f_table *self, double temperature)
{
    const double x = log(temperature);
    struct taub_delta_f_coefficients sum = {0};
    double total = 0.0;
    for (int n = 0; n < TAUB_DELTA_F_POINTS; n++) {
        const double distance = x - self->place[n];
        if (distance == 0.0)
            return self->at[n];
        const double weight = self->weight[n] / distance;
        sum.shear += weight * self->at[n].shear;
        sum.mass += weight * self->at[n].mass;
        sum.energy += weight * self->at[n].energy;
        total += weight;
    }
    return (struct taub_delta_f_coefficients){sum.shear / total, sum.mass / total, sum.energy / total};
}
