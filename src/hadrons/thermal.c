#include "hadrons/thermal.h"

#include <math.h>

#include "core/parallel.h"

static const double pi = 3.14159265358979323846;

/* Integrals over dP = g d3p/((2 pi hbar)^3 E) with p = m sinh x. The trapezoidal rule over all x converges
 * exponentially; by symmetry only half of the nodes are computed. */
enum { NODES = 96 };
struct momenta {
    double p, energy, f, slope, weight; /* slope: f (1 +- f) */
};

/* Hadrons with the same thermal integrals. */
struct group {
    double mass, degeneracy;
    int baryon; /* baryon number if there is a chemical potential; otherwise 1 for baryons, 0 for mesons */
    int next;   /* index of the first hadron after this group */
};

static int kind_of(const struct taub_hadron *hadron, bool charged)
{
    return charged ? hadron->baryon : hadron->baryon != 0;
}

/* The group that begins at `first`, in a list sorted by mass. */
static struct group group_from(const struct taub_hadrons *list, int first, bool charged)
{
    const struct taub_hadron *hadron = &list->list[first];
    struct group group = {hadron->mass, hadron->degeneracy, kind_of(hadron, charged), first + 1};
    while (group.next < list->count && list->list[group.next].mass == group.mass &&
           kind_of(&list->list[group.next], charged) == group.baryon)
        group.degeneracy += list->list[group.next++].degeneracy;
    return group;
}

static struct momenta node(const struct group *hadron, double temperature, double potential, int n)
{
    const double m = hadron->mass, lift = fmax(hadron->baryon * potential - m, 0.0),
                 reach = acosh(1.0 + (50.0 * temperature + lift) / m), step = reach / NODES, x = n * step;
    const double sign = hadron->baryon ? -1.0 : 1.0;
    struct momenta at = {.p = m * sinh(x), .energy = m * cosh(x)};
    const double boltzmann = exp((hadron->baryon * potential - at.energy) / temperature);
    at.f = boltzmann / (1.0 - sign * boltzmann);
    at.slope = at.f * (1.0 + sign * at.f);
    at.weight = hadron->degeneracy * step * at.p * at.p / (2.0 * pi * pi * TAUB_HBAR_C * TAUB_HBAR_C * TAUB_HBAR_C);
    return at;
}

struct taub_thermal taub_thermal_sum(const struct taub_hadrons *list, double temperature, double potential)
{
    struct taub_thermal sum = {0};
    for (int h = 0; h < list->count;) {
        const struct group group = group_from(list, h, potential != 0.0);
        h = group.next;
        for (int n = 1; n <= NODES; n++) {
            const struct momenta at = node(&group, temperature, potential, n);
            sum.number += at.weight * at.energy * at.f;
            sum.energy += at.weight * at.energy * at.energy * at.f;
            sum.pressure += at.weight * at.p * at.p * at.f / 3.0;
            if (potential != 0.0) /* otherwise baryons and antibaryons cancel */
                sum.charge += group.baryon * at.weight * at.energy * at.f;
        }
    }
    return sum;
}

/* Sums over all hadrons and momenta of what the terms shear, m^2, (p.u)^2 and b p.u contribute. */
struct moments {
    double shear, energy[3], pressure[3], charge[3];
};

static struct moments sum_moments(const struct taub_hadrons *list, enum taub_delta_f kind, double temperature,
                                  double potential)
{
    struct moments sum = {0};
    for (int h = 0; h < list->count;) {
        const struct group group = group_from(list, h, potential != 0.0);
        const double b = potential != 0.0 ? group.baryon : 0.0;
        h = group.next;
        for (int n = 1; n <= NODES; n++) {
            const struct momenta at = node(&group, temperature, potential, n);
            const double weight = at.weight * at.slope / (kind == TAUB_DELTA_F_RELAXATION ? at.energy : 1.0);
            const double p2 = at.p * at.p, e2 = at.energy * at.energy, m2 = group.mass * group.mass;
            const double charge = b * weight * at.energy;
            sum.shear += weight * p2 * p2 / 15.0;
            sum.energy[0] += weight * e2 * m2;
            sum.energy[1] += weight * e2 * e2;
            sum.energy[2] += charge * e2;
            sum.pressure[0] += weight * p2 * m2 / 3.0;
            sum.pressure[1] += weight * p2 * e2 / 3.0;
            sum.pressure[2] += charge * p2 / 3.0;
            sum.charge[0] += charge * m2;
            sum.charge[1] += charge * e2;
            sum.charge[2] += b * charge * at.energy;
        }
    }
    return sum;
}

struct taub_delta_f_coefficients taub_delta_f_at(const struct taub_hadrons *list, enum taub_delta_f kind,
                                                 double temperature, double potential)
{
    if (kind == TAUB_DELTA_F_NONE)
        return (struct taub_delta_f_coefficients){0};
    const struct moments sum = sum_moments(list, kind, temperature, potential);
    const double *e = sum.energy, *p = sum.pressure, *c = sum.charge;
    if (c[2] == 0.0) { /* no potential, or no baryons */
        const double determinant = e[0] * p[1] - e[1] * p[0];
        return (struct taub_delta_f_coefficients){0.5 / sum.shear, -e[1] / determinant, e[0] / determinant, 0.0};
    }
    /* zero energy and charge: proportional to the cross product of the two rows */
    const double x = e[1] * c[2] - e[2] * c[1], y = e[2] * c[0] - e[0] * c[2], z = e[0] * c[1] - e[1] * c[0];
    const double size = p[0] * x + p[1] * y + p[2] * z;
    return (struct taub_delta_f_coefficients){0.5 / sum.shear, x / size, y / size, z / size};
}

/* Chebyshev points between two numbers and their barycentric weights: J.-P. Berrut, L. N. Trefethen, SIAM Review 46
 * (2004) 501, eq. 5.3. */
static void chebyshev(double lower, double upper, int count, double *place, double *weight)
{
    for (int n = 0; n < count; n++) {
        const double angle = pi * (n + 0.5) / count;
        place[n] = 0.5 * (lower + upper) + 0.5 * (upper - lower) * cos(angle);
        weight[n] = (n % 2 ? -1.0 : 1.0) * sin(angle);
    }
}

struct tabulating {
    struct taub_delta_f_table *table;
    const struct taub_hadrons *list;
    enum taub_delta_f kind;
};

static enum taub_status tabulate_potential(void *user, int k, struct taub_error *error)
{
    const struct tabulating *self = user;
    struct taub_delta_f_table *table = self->table;
    for (int n = 0; n < TAUB_DELTA_F_POINTS; n++)
        table->at[k][n] = taub_delta_f_at(self->list, self->kind, exp(table->place[n]), table->potential[k]);
    return TAUB_OK;
}

enum taub_status taub_delta_f_tabulate(struct taub_delta_f_table *self, const struct taub_hadrons *list,
                                       enum taub_delta_f kind, const struct taub_thermal_range *range,
                                       struct taub_error *error)
{
    struct tabulating tabulating = {self, list, kind};
    /* a little wider, so that a single temperature also makes a range */
    chebyshev(log(range->lowest) - 1e-3, log(range->highest) + 1e-3, TAUB_DELTA_F_POINTS, self->place, self->weight);
    self->potentials = range->charged ? TAUB_DELTA_F_POTENTIALS : 1;
    self->potential[0] = self->potential_weight[0] = 0.0;
    if (range->charged)
        chebyshev(range->potential[0] - 1e-3, range->potential[1] + 1e-3, self->potentials, self->potential,
                  self->potential_weight);
    return taub_parallel(0, self->potentials, tabulate_potential, &tabulating, error);
}

static struct taub_delta_f_coefficients along_temperature(const struct taub_delta_f_table *self, int k, double x)
{
    const struct taub_delta_f_coefficients *at = self->at[k];
    struct taub_delta_f_coefficients sum = {0};
    double total = 0.0;
    for (int n = 0; n < TAUB_DELTA_F_POINTS; n++) {
        const double distance = x - self->place[n];
        if (distance == 0.0)
            return at[n];
        const double weight = self->weight[n] / distance;
        sum.shear += weight * at[n].shear;
        sum.mass += weight * at[n].mass;
        sum.energy += weight * at[n].energy;
        sum.charge += weight * at[n].charge;
        total += weight;
    }
    return (struct taub_delta_f_coefficients){sum.shear / total, sum.mass / total, sum.energy / total,
                                              sum.charge / total};
}

struct taub_delta_f_coefficients taub_delta_f_find(const struct taub_delta_f_table *self, double temperature,
                                                   double potential)
{
    const double x = log(temperature);
    struct taub_delta_f_coefficients sum = {0};
    double total = 0.0;
    if (self->potentials == 1)
        return along_temperature(self, 0, x);
    for (int k = 0; k < self->potentials; k++) {
        const struct taub_delta_f_coefficients here = along_temperature(self, k, x);
        const double distance = potential - self->potential[k];
        if (distance == 0.0)
            return here;
        const double weight = self->potential_weight[k] / distance;
        sum.shear += weight * here.shear;
        sum.mass += weight * here.mass;
        sum.energy += weight * here.energy;
        sum.charge += weight * here.charge;
        total += weight;
    }
    return (struct taub_delta_f_coefficients){sum.shear / total, sum.mass / total, sum.energy / total,
                                              sum.charge / total};
}
