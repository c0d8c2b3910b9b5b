/* Free streaming of particles of one velocity v in the transverse plane of a boost-invariant flow, matched to a fluid
 * with their energy-momentum tensor: W. Broniowski, W. Florkowski, M. Chojnacki, A. Kisiel, Phys. Rev. C 80 (2009)
 * 034902; J. Liu, C. Shen, U. Heinz, Phys. Rev. C 91 (2015) 064906, for v = 1; below 1: G. Nijs et al., Phys. Rev. C
 * 103 (2021) 054909.
 *
 * For zero longitudinal momentum in the local frame and an initially isotropic transverse distribution, particles of
 * energy density n(x) that have moved for the time s give
 *     T^{mu nu}(x) = integral dphi/(2 pi) k^mu k^nu n(x - s k),  k = (1, v cos phi, v sin phi), T^{eta eta} = 0. */
#ifndef TAUB_PROBLEMS_FREE_STREAM_H
#define TAUB_PROBLEMS_FREE_STREAM_H

#include "problems/transverse_map.h"

/* Components of the symmetric T^{mu nu} in an orthonormal frame. */
struct taub_stream {
    double tt, tx, ty, xx, xy, yy, zz; /* zz: along eta */
};

/* `time` of the particles' way, `velocity` of at most 1. */
struct taub_stream taub_free_stream(const struct taub_map *density, double time, double velocity, double x, double y);

#endif
