/* Self-similar blast wave of a point explosion in a cold uniform ideal gas.
 *
 * L. I. Sedov, Similarity and Dimensional Methods in Mechanics (1959), chapter 4; closed form of J. R. Kamm and F. X.
 * Timmes, LA-UR-07-2849 (2007). The shock is at
 *   R(t) = (E t^2/(alpha rho_0))^(1/(j + 2)),
 * j = 1, 2, 3 for a plane, a line and a point. E is the total energy of both half spaces, per area or per length for a
 * plane or a line. */
#ifndef TAUB_SEDOV_EXACT_H
#define TAUB_SEDOV_EXACT_H

#include <stdbool.h>

enum { TAUB_SEDOV_NODES = 1024 };

struct taub_sedov {
    int dimensions;
    double gamma, alpha;
    double a[6];                        /* exponents */
    double table[TAUB_SEDOV_NODES + 1]; /* m at r/R = n/TAUB_SEDOV_NODES */
};

/* False if the closed form does not apply: it needs 1 < gamma < 2, and in three dimensions gamma < 7. */
bool taub_sedov_create(double gamma, int dimensions, struct taub_sedov *out);

/* R at time t > 0. */
double taub_sedov_radius(const struct taub_sedov *self, double energy, double density, double t);

/* Density, radial velocity and pressure at the distance r inside the shock; not valid outside. */
void taub_sedov_state(const struct taub_sedov *self, double energy, double density, double t, double r, double out[3]);

#endif
