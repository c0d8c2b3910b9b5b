/* Where the components of a state of mhd and srmhd stand, what else schemes ask of both as constants, and the energy of
 * their field. */
#ifndef TAUB_SYSTEMS_MHD_LAYOUT_H
#define TAUB_SYSTEMS_MHD_LAYOUT_H

#include "dialect.h"

#ifndef TAUB_SCALARS
#define TAUB_SCALARS 0
#endif
#define GAS_COMPONENTS 8 /* scalars come behind */
#define SYSTEM_COMPONENTS (GAS_COMPONENTS + TAUB_SCALARS)
#define SYSTEM_CARRIED TAUB_SCALARS /* the last components that the others do not feel */
#define SYSTEM_FIELD 5              /* where B stands */
#if !TAUB_SPHERE
#define SYSTEM_FACES 1 /* B is known on faces */
#endif
#define SYSTEM_EXTREMA 6
#define EXTREMUM_DIVERGENCE 5 /* found from faces: passes/totals.h */
#define SYSTEM_RECOVERY_CLOSED 1
#define SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY 0
#define LANE_COUNT 1 /* recovery carries nothing between steps */

#define GAMMA R(TAUB_EOS_GAMMA)

INLINE real dot3(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
INLINE real field_squared(const real q[SYSTEM_COMPONENTS])
{
    return square(q[SYSTEM_FIELD]) + square(q[SYSTEM_FIELD + 1]) + square(q[SYSTEM_FIELD + 2]);
}
INLINE real energy_of_field(const real q[SYSTEM_COMPONENTS])
{
    return R(0.5) * field_squared(q);
}

#endif
