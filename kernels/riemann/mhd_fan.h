/* What the Riemann solvers of magnetohydrodynamics have in common. */
#ifndef TAUB_RIEMANN_MHD_FAN_H
#define TAUB_RIEMANN_MHD_FAN_H

#include "dialect.h"

#define MHD_RUSANOV 0
#define MHD_HLL 1
#define MHD_HLLD 2
#define MHD_HLLI 3
#define MHD_HLLC 4
#define MHD_IS_SHARP (TAUB_MHD_SOLVER >= MHD_HLLD) /* knows waves inside the fan of HLL */

/* What a face knows beside its flux: how fast signals go to the right and to the left, not below 0, and what the flux
 * of the two tangential components of B (the next axis first) is beyond HLL's: the jump that HLL smears and the solver
 * does not. */
struct face_fan {
    real ahead, behind;
    real sharper[2];
};

/* HLL's weights of the fluxes of the left and the right state. */
INLINE void hll_weights(const struct face_fan fan, real *left, real *right)
{
    const real per = R(1.0) / real_max(fan.ahead + fan.behind, REAL_TINY);
    *left = fan.ahead * per;
    *right = fan.behind * per;
}

/* Whether something holds. On the host as wide as a real: gcc would else take vectors of as many lanes as the narrower
 * type has, two vectors of reals for each. */
#if defined(TAUB_HOST)
typedef real_bits truth;
#else
typedef int truth;
#endif

/* A field across the face of less than this share of the root of the pressure is what rounding makes of none. */
#define NO_NORMAL_FIELD (R(4096.0) * REAL_EPSILON)

#endif
