#include "hadrons/spin_feeds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "hadrons/feeds.h"
#include "hadrons/grid.h"

enum { TERMS = TAUB_POLARIZATION_TERMS, VALUES = 1 + 3 * TERMS };
enum { POLAR = 10, AROUND = 8 }; /* directions of the parent as the daughter sees it: exact to 1e-5 */

static const double pi = 3.14159265358979323846;

/* A decay to a baryon of spin 1/2 and one more particle, also of antiparticles. With the parent's polarization P, its
 * spin over its largest, and the daughter's direction n in the parent's rest frame the daughter has the polarization
 * along P + across n (n.P): along + across/3 on average over n. */
struct transfer {
    int64_t parent, daughter;
    double share, other; /* branching ratio; mass of the other particle, GeV */
    double along, across;
};
#define PION 0.13957
#define PION_0 0.13498
#define OF_3_2 1.2, -0.6 /* 3/2+ -> 1/2+ 0-, p wave: 1/3 of the spin */
/* In the order in which they are followed: what a hadron gets before what it gives. Branching ratios: Particle Data
 * Group; spins: F. Becattini et al., Phys. Rev. C 95 (2017) 054902, their means 0.900 and 0.927 for Xi. */
static const struct transfer transfers[] = {
    {3324, 3312, 2.0 / 3.0, PION, OF_3_2},     {3324, 3322, 1.0 / 3.0, PION_0, OF_3_2},
    {3314, 3322, 2.0 / 3.0, PION, OF_3_2},     {3314, 3312, 1.0 / 3.0, PION_0, OF_3_2},
    {3224, 3212, 0.0585, PION, OF_3_2},        {3114, 3212, 0.0585, PION, OF_3_2},
    {3224, 3122, 0.870, PION, OF_3_2},         {3214, 3122, 0.870, PION_0, OF_3_2},
    {3114, 3122, 0.870, PION, OF_3_2},         {3212, 3122, 1.0, 0.0, 0.0, -1.0},
    {3322, 3122, 0.99524, PION_0, 0.85, 0.15}, {3312, 3122, 0.99887, PION, 0.8905, 0.1095}};
enum { TRANSFERS = sizeof transfers / sizeof *transfers };

void taub_spin_parents(const struct taub_hadrons *list, bool *wanted)
{
    for (int n = TRANSFERS - 1; n >= 0; n--)
        for (int sign = -1; sign <= 1; sign += 2) {
            const int daughter = taub_hadrons_find(list, sign * transfers[n].daughter);
            const int parent = taub_hadrons_find(list, sign * transfers[n].parent);
            if (daughter >= 0 && parent >= 0 && wanted[daughter])
                wanted[parent] = true;
        }
}

/* ---- the parent at any momentum ---- */

struct feeding {
    const struct taub_spectra *grid;
    double step, reach; /* of s, pT = TAUB_PT_SCALE sinh s; largest rapidity */
    double parent, daughter;
    struct transfer transfer;
    /* [rapidity][momentum][direction][VALUES] times exp((mT - M)/TAUB_DECAY_SLOPE), which varies slowly: the spectrum,
     * and it times spin vectors, along x, y, z in the frame that moves along the beam with the particle. */
    double *flat;
    double *spectra, *values; /* of the daughter */
    double nodes[2 * POLAR];
};

/* values: P times the spectrum. */
static void flatten(struct feeding *self, const double *spectra, const double *values)
{
    const struct taub_spectra *grid = self->grid;
    for (int r = 0; r < grid->rapidities; r++)
        for (int m = 0; m < grid->momenta; m++)
            for (int d = 0; d < grid->directions; d++) {
                const size_t place =
                    ((size_t)r * (size_t)grid->momenta + (size_t)m) * (size_t)grid->directions + (size_t)d;
                const double pt = grid->pt[m], mt = hypot(self->parent, pt), y = grid->rapidity[r];
                const double p[3] = {pt * cos(grid->phi[d]), pt * sin(grid->phi[d]), mt * sinh(y)};
                const double factor = exp((mt - self->parent) / TAUB_DECAY_SLOPE);
                double *out = self->flat + place * VALUES;
                out[0] = factor * spectra[place];
                for (int t = 0; t < TERMS; t++) {
                    const double *rest = values + (place * TERMS + (size_t)t) * 3;
                    const double time = (p[0] * rest[0] + p[1] * rest[1] + p[2] * rest[2]) / self->parent;
                    const double share = time / (mt * cosh(y) + self->parent);
                    out[1 + 3 * t] = factor * (rest[0] + p[0] * share);
                    out[2 + 3 * t] = factor * (rest[1] + p[1] * share);
                    out[3 + 3 * t] = factor * ((rest[2] + p[2] * share) * cosh(y) - time * sinh(y));
                }
            }
}

/* Weights of the cubic through four equal steps; t counts from the second. */
static void cubic(double t, double w[4])
{
    w[0] = -t * (t - 1.0) * (t - 2.0) / 6.0;
    w[1] = (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0;
    w[2] = -(t + 1.0) * t * (t - 2.0) / 2.0;
    w[3] = (t + 1.0) * t * (t - 1.0) / 6.0;
}

/* The first of four rapidities, and what they weigh; false beyond the grid. */
static bool rapidities_at(const struct feeding *self, double y, int *first, int *count, double w[4])
{
    const int all = self->grid->rapidities;
    *first = 0;
    *count = 1;
    w[0] = 1.0;
    if (self->grid->invariant)
        return true;
    const double at = all > 1 ? (y + self->reach) * (all - 1) / (2.0 * self->reach) : 0.0;
    if (all < 4 || at < 0.0 || at > all - 1)
        return false;
    const int r = (int)at < 1 ? 1 : (int)at > all - 3 ? all - 3 : (int)at;
    *first = r - 1;
    *count = 4;
    cubic(at - r, w);
    return true;
}

static void parent_at(const struct feeding *self, double pt, double phi, double y, double out[VALUES])
{
    const struct taub_spectra *grid = self->grid;
    const double place = fmin(asinh(pt / TAUB_PT_SCALE) / self->step, grid->momenta - 1);
    const double turn = phi * grid->directions / (2.0 * pi) + 2.0 * grid->directions;
    const int m = (int)place > grid->momenta - 3 ? grid->momenta - 3 : (int)place, d = (int)turn;
    double wm[4], wd[4], wr[4];
    int first, count;
    memset(out, 0, VALUES * sizeof *out);
    if (!rapidities_at(self, y, &first, &count, wr))
        return;
    cubic(place - m, wm);
    cubic(turn - d, wd);
    for (int q = 0; q < count; q++)
        for (int n = 0; n < 4; n++) {
            const int mm = m + n - 1, row = mm < 0 ? 1 : mm; /* below 0: the other side */
            for (int l = 0; l < 4; l++) {
                const int dd = (d + l - 1 + (mm < 0 ? grid->directions / 2 : 0)) % grid->directions;
                const double *from = self->flat + (((size_t)(first + q) * (size_t)grid->momenta + (size_t)row) *
                                                       (size_t)grid->directions +
                                                   (size_t)dd) *
                                                      VALUES;
                const double weight = wr[q] * wm[n] * wd[l];
                for (int c = 0; c < VALUES; c++)
                    out[c] += weight * from[c];
            }
        }
    const double factor = exp((self->parent - hypot(self->parent, pt)) / TAUB_DECAY_SLOPE);
    for (int c = 0; c < VALUES; c++)
        out[c] *= factor;
}

/* ---- the daughter ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A daughter of the momentum p, E, and its parents in the direction e as its rest frame has them: there all have the
 * energy M E0/m, and with d3P/E = P^2 dOmega dP/E the daughter's spectrum is (M/m)^2 times the mean of the parent's
 * over all directions. Boosts have no rotation, so that the parent's rest frame, as that of the daughter sees it, has
 * the daughter fly along -e, and what the spin becomes there is what it is in the daughter's rest frame. */
static void add_direction(const struct feeding *self, const double p[3], double energy, const double e[3],
                          double weight, double sum[VALUES])
{
    const double big = self->parent, small = self->daughter, other = self->transfer.other;
    const double energy_0 = (big * big + small * small - other * other) / (2.0 * big);
    const double there = big * energy_0 / small, size = big * sqrt(energy_0 * energy_0 - small * small) / small;
    const double along = size * dot(p, e), share = along / (small * (energy + small)) + there / small;
    const double at[3] = {size * e[0] + p[0] * share, size * e[1] + p[1] * share, size * e[2] + p[2] * share};
    const double pt = hypot(at[0], at[1]), mt = hypot(big, pt), y = asinh(at[2] / mt);
    double values[VALUES];
    parent_at(self, pt, atan2(at[1], at[0]), y, values);
    sum[0] += weight * values[0];
    for (int t = 0; t < TERMS; t++) {
        const double *s = values + 1 + 3 * t, time = (at[0] * s[0] + at[1] * s[1]) / mt; /* P.S = 0 */
        const double lab[3] = {s[0], s[1], time * sinh(y) + s[2] * cosh(y)}, lab_t = time * cosh(y) + s[2] * sinh(y);
        const double back = dot(p, lab) / (small * (energy + small)) - lab_t / small;
        double spin[3];
        for (int i = 0; i < 3; i++)
            spin[i] = lab[i] + p[i] * back;
        const double through = size * size * dot(e, spin) / (there * (there + big));
        for (int i = 0; i < 3; i++)
            spin[i] -= e[i] * through;
        const double across = self->transfer.across * dot(e, spin);
        for (int i = 0; i < 3; i++)
            sum[1 + 3 * t + i] += weight * (self->transfer.along * spin[i] + across * e[i]);
    }
}

static enum taub_status feed_row(void *user, int row, struct taub_error *error)
{
    const struct feeding *self = user;
    const struct taub_spectra *grid = self->grid;
    const double pt = grid->pt[row % grid->momenta], y = grid->rapidity[row / grid->momenta];
    const double mt = hypot(self->daughter, pt), energy = mt * cosh(y);
    const double factor = self->transfer.share * self->parent * self->parent / (self->daughter * self->daughter);
    for (int d = 0; d < grid->directions; d++) {
        const double p[3] = {pt * cos(grid->phi[d]), pt * sin(grid->phi[d]), mt * sinh(y)};
        /* axes with the first along p: it is along p that the spectrum varies most */
        const double length = sqrt(dot(p, p)), sine = length > 0.0 ? pt / length : 0.0,
                     cosine = length > 0.0 ? p[2] / length : 1.0;
        const double c = cos(grid->phi[d]), s = sin(grid->phi[d]);
        const double axes[3][3] = {{sine * c, sine * s, cosine}, {cosine * c, cosine * s, -sine}, {-s, c, 0.0}};
        double sum[VALUES] = {0};
        for (int n = 0; n < POLAR; n++)
            for (int k = 0; k < AROUND; k++) {
                const double z = 2.0 * self->nodes[2 * n] - 1.0, across = sqrt(1.0 - z * z),
                             a = 2.0 * pi * (k + 0.5) / AROUND;
                double e[3];
                for (int i = 0; i < 3; i++)
                    e[i] = z * axes[0][i] + across * (cos(a) * axes[1][i] + sin(a) * axes[2][i]);
                add_direction(self, p, energy, e, factor * self->nodes[2 * n + 1] / AROUND, sum);
            }
        const size_t place = (size_t)row * (size_t)grid->directions + (size_t)d;
        self->spectra[place] += sum[0];
        for (int n = 0; n < 3 * TERMS; n++)
            self->values[place * 3 * TERMS + (size_t)n] += sum[1 + n]; /* times the spectrum, until the end */
    }
    return TAUB_OK;
}

static int species_of(const struct taub_spectra *grid, const struct taub_hadrons *list, int64_t code)
{
    int s = 0;
    while (s < grid->species && list->list[grid->hadron[s]].code != code)
        s++;
    return s < grid->species ? s : -1;
}

static enum taub_status feed(struct feeding *self, const struct taub_hadrons *list, struct taub_polarization *out,
                             int sign, struct taub_error *error)
{
    const struct taub_spectra *grid = self->grid;
    const size_t size = (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions;
    const int parent = species_of(grid, list, sign * self->transfer.parent);
    const int daughter = species_of(grid, list, sign * self->transfer.daughter);
    if (parent < 0 || daughter < 0)
        return TAUB_OK;
    self->parent = list->list[grid->hadron[parent]].mass;
    self->daughter = list->list[grid->hadron[daughter]].mass;
    if (self->parent <= self->daughter + self->transfer.other)
        return TAUB_OK;
    self->spectra = out->fed.spectra + (size_t)daughter * size;
    self->values = out->fed.values + (size_t)daughter * size * 3 * TERMS;
    flatten(self, out->fed.spectra + (size_t)parent * size, out->fed.values + (size_t)parent * size * 3 * TERMS);
    return taub_parallel(0, grid->rapidities * grid->momenta, feed_row, self, error);
}

enum taub_status taub_spin_feed_down(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                     struct taub_polarization *out, struct taub_error *error)
{
    const struct taub_spectra *grid = &out->grid;
    const size_t size = (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions;
    const size_t all = (size_t)grid->species * size;
    struct feeding self = {.grid = grid, .step = taub_grid_step(config), .reach = config->rapidity_max};
    self.flat = malloc(size * VALUES * sizeof *self.flat);
    out->fed.spectra = malloc(all * sizeof *out->fed.spectra);
    out->fed.values = malloc(all * 3 * TERMS * sizeof *out->fed.values);
    if (!self.flat || !out->fed.spectra || !out->fed.values) {
        free(self.flat);
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %d species.", grid->species);
    }
    taub_gauss_legendre(POLAR, self.nodes);
    memcpy(out->fed.spectra, grid->values, all * sizeof *out->fed.spectra);
    for (size_t n = 0; n < all * 3 * TERMS; n++)
        out->fed.values[n] = out->values[n] * grid->values[n / (3 * TERMS)];
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < TRANSFERS && status == TAUB_OK; n++)
        for (int sign = -1; sign <= 1 && status == TAUB_OK; sign += 2) {
            self.transfer = transfers[n];
            status = feed(&self, list, out, sign, error);
        }
    for (size_t n = 0; n < all * 3 * TERMS; n++)
        out->fed.values[n] =
            out->fed.spectra[n / (3 * TERMS)] != 0.0 ? out->fed.values[n] / out->fed.spectra[n / (3 * TERMS)] : 0.0;
    free(self.flat);
    return status;
}
