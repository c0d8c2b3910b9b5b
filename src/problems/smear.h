/* Smearing of particles on a mesh: momentum and charge become the densities T^{0 mu} and N^0.
 *
 * The kernel of a particle at rest is a Gaussian of width sigma; for a moving particle it is contracted along the
 * momentum,
 *   K(r) = gamma/(2 pi sigma^2)^(3/2) exp(-[r^2 + (r.u)^2]/(2 sigma^2)), u = p/mass, gamma = sqrt(1 + u^2)
 * (D. Oliinychenko, H. Petersen, Phys. Rev. C 93 (2016) 034905). K is integrated over an axis without cells, which
 * gives a Gaussian of the same form with u = p/sqrt(mass^2 + p_integrated^2), where p lacks the component along that
 * axis. Along the axis of the largest u the kernel may be thinner than a cell; there it is integrated over each cell.
 * Along the other axes the value at the cell centre is used, since a contracted Gaussian is never narrower than
 * sigma/sqrt 3 there. Finally the values are normalised to the sum 1, so that totals are exact: what would lie beyond a
 * non-periodic boundary goes to the cells inside. */
#ifndef TAUB_SMEAR_H
#define TAUB_SMEAR_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

enum { TAUB_DEPOSITS = 5 }; /* T^{00}, T^{0x}, T^{0y}, T^{0z}, N^0 */

struct taub_kernel_entry {
    size_t cell;
    double value;
};

struct taub_deposit {
    int cells[3];
    double lower[3], spacing[3];
    double length[3]; /* fm per unit of the axis: tau for eta, otherwise 1 */
    bool periodic[3];
    double sigma;                     /* fm, at least half a cell along every axis with cells */
    double *values;                   /* [nz][ny][nx][TAUB_DEPOSITS], deposited quantities per fm^3 */
    struct taub_kernel_entry *kernel; /* of the current particle */
    size_t kernel_count, kernel_capacity;
};

enum taub_smeared {
    TAUB_SMEARED,
    TAUB_SMEARED_ONE_CELL, /* the kernel misses all cells, thin in a corner of the mesh: everything goes to the
                              particle's cell */
    TAUB_SMEARED_OFF_GRID, /* the particle is outside the mesh, nothing is deposited */
    TAUB_SMEARED_NO_MEMORY
};

/* The caller sets cells, lower, spacing, length, periodic and sigma; values are allocated and set to 0. */
enum taub_status taub_deposit_create(struct taub_deposit *self, struct taub_error *error);
void taub_deposit_free(struct taub_deposit *self);

/* Adds weight times (p0, px, py, pz, charge) of a particle at x, in coordinates of the mesh; p in the orthonormal frame
 * at x. */
enum taub_smeared taub_deposit_add(struct taub_deposit *self, const double x[3], const double p[4], double mass,
                                   double charge, double weight);

/* The values of the cell that contains x; NULL if outside. */
double *taub_deposit_at(const struct taub_deposit *self, const double x[3]);

#endif
