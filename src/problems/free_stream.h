/* Massless particles that stream freely in the transverse plane of a boost-invariant flow, and the fluid with their
 * energy-momentum tensor: W. Broniowski, W. Florkowski, M. Chojnacki, A. Kisiel, Phys. Rev. C 80 (2009) 034902; J. Liu,
 * C. Shen, U. Heinz, Phys. Rev. C 91 (2015) 064906.
 *
 * With no momentum along eta at any place and all directions in the plane alike at first, particles of the density n(x)
 * give, after the distance s,
 *     T^{mu nu}(x) = integral dphi/(2 pi) k^mu k^nu n(x - s k),  k = (1, cos phi, sin phi), T^{eta eta} = 0. */
#ifndef TAUB_PROBLEMS_FREE_STREAM_H
#define TAUB_PROBLEMS_FREE_STREAM_H

#include <stdbool.h>

#include "problems/transverse_map.h"

/* Of symmetric T^{mu nu}, orthonormal. */
struct taub_stream {
    double tt, tx, ty, xx, xy, yy, zz; /* zz: along eta */
};

struct taub_stream taub_free_stream(const struct taub_map *density, double distance, double x, double y);

/* Landau's matching T^{mu nu} u_nu = e u^mu, and what is left: T = e u u - (p + Pi)(g - u u) + pi with the pressure p.
 * False where there is no timelike u. */
struct taub_landau {
    double energy_density, u[3]; /* u^t, u^x, u^y */
    double pressure;             /* p + Pi */
    struct taub_stream shear;
};
bool taub_landau_match(const struct taub_stream *stress, struct taub_landau *out);

#endif
