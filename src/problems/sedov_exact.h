/* Self-similar blast wave of a point explosion in a cold ideal gas of uniform density.
 *
 * L. I. Sedov, Similarity and Dimensional Methods in Mechanics (1959), chapter 4; closed form as in J. R. Kamm and F.
 * X. Timmes, LA-UR-07-2849 (2007), for a uniform medium. The shock is at
 *   R(t) = (E t^2/(alpha rho_0))^(1/(j + 2)),
 * j = 1, 2, 3 for a plane, a line and a point. E is the energy of both half spaces, per area, or per length. */
#ifndef TAUB_SEDOV_EXACT_H
#define TAUB_SEDOV_EXACT_H

#include <stdbool.h>

enum { TAUB_SEDOV_NODES = 1024 };

struct taub_sedov {
    int dimensions;
    double gamma, alpha;
    double a[6];                        /* exponents */
    double table[TAUB_SEDOV_NODES + 1]; /* the parameter m at r/R = n/TAUB_SEDOV_NODES */
};

/* False when the closed form does not cover the case: gamma from 1 (excluded) to 2 (excluded) is covered, except in 3
 * dimensions from gamma = 7 on, which is beyond. */
bool taub_sedov_create(double gamma, int dimensions, struct taub_sedov *out);

/* R at time t > 0. */
double taub_sedov_radius(const struct taub_sedov *self, double energy, double density, double t);

/* Density, radial velocity and pressure at the distance r, inside the shock; the medium outside is the caller's. */
void taub_sedov_state(const struct taub_sedov *self, double energy, double density, double t, double r, double out[3]);

#endif
