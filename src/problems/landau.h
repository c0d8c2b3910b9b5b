/* The rest frame of an energy-momentum tensor by Landau matching, T^{mu nu} u_nu = e u^mu, and the decomposition
 *     T = e u u - (p + Pi)(g - u u) + pi
 * (L. D. Landau, E. M. Lifshitz, Fluid Mechanics, section 136), signature + - - -, orthonormal frame. */
#ifndef TAUB_PROBLEMS_LANDAU_H
#define TAUB_PROBLEMS_LANDAU_H

#include <stdbool.h>

/* Components of symmetric tensors, in the order of shear_stress. */
enum taub_tensor {
    TAUB_TT,
    TAUB_TX,
    TAUB_TY,
    TAUB_TZ,
    TAUB_XX,
    TAUB_XY,
    TAUB_XZ,
    TAUB_YY,
    TAUB_YZ,
    TAUB_ZZ,
    TAUB_TENSOR
};

struct taub_landau {
    double energy_density, u[4];
    double pressure; /* p + Pi */
    double shear[TAUB_TENSOR];
};

/* False if there is no timelike eigenvector u, or e is not positive. */
bool taub_landau_match(const double stress[TAUB_TENSOR], struct taub_landau *out);

/* The energy-momentum tensor of such a fluid. */
void taub_landau_tensor(const struct taub_landau *fluid, double stress[TAUB_TENSOR]);

#endif
