/* Particles smeared on a mesh: their momentum and charge as the densities T^{0 mu} and N^0.
 *
 * A particle at rest is a Gaussian of width sigma; one that moves is contracted along its momentum,
 *   K(r) = gamma/(2 pi sigma^2)^(3/2) exp(-[r^2 + (r.u)^2]/(2 sigma^2)), u = p/mass, gamma = sqrt(1 + u^2)
 * (D. Oliinychenko, H. Petersen, Phys. Rev. C 93 (2016) 034905). Over an axis without cells K is integrated: that
 * leaves a Gaussian of the same form with u = p/sqrt(mass^2 + p_integrated^2), p without the component along that axis.
 * Along the axis in which u is largest the kernel may be thinner than a cell; there it is integrated over each cell,
 * elsewhere the value at the centre is taken: that is well resolved, since over the other axes a contracted Gaussian is
 * never narrower than sigma/sqrt 3. The values on the mesh are then scaled to the sum 1, so that totals are exact: what
 * would lie beyond a boundary that is not periodic goes to the cells inside. */
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
    double length[3]; /* fm in a unit of the axis: tau for eta, else 1 */
    bool periodic[3];
    double sigma;                     /* fm, at least half a cell along every axis with cells */
    double *values;                   /* [nz][ny][nx][TAUB_DEPOSITS], 1/fm^3 times what is deposited */
    struct taub_kernel_entry *kernel; /* of the particle at hand */
    size_t kernel_count, kernel_capacity;
};

enum taub_smeared {
    TAUB_SMEARED,
    TAUB_SMEARED_ONE_CELL, /* a thin kernel in a corner of the mesh that meets no cell: all is in the particle's own */
    TAUB_SMEARED_OFF_GRID, /* the particle is outside of the mesh, nothing is deposited */
    TAUB_SMEARED_NO_MEMORY
};

/* Cells, lower, spacing, length, periodic and sigma are the caller's; values are allocated and 0. */
enum taub_status taub_deposit_create(struct taub_deposit *self, struct taub_error *error);
void taub_deposit_free(struct taub_deposit *self);

/* Adds weight times (p0, px, py, pz, charge) of a particle at x, in the mesh's coordinates; p in the orthonormal frame
 * at x. */
enum taub_smeared taub_deposit_add(struct taub_deposit *self, const double x[3], const double p[4], double mass,
                                   double charge, double weight);

/* The values at the cell that x is in; NULL outside. */
double *taub_deposit_at(const struct taub_deposit *self, const double x[3]);

#endif
