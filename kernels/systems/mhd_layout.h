/* Where the components of a state of mhd and srmhd stand, and what else schemes ask of both as constants. */
#ifndef TAUB_SYSTEMS_MHD_LAYOUT_H
#define TAUB_SYSTEMS_MHD_LAYOUT_H

#include "dialect.h"

#ifndef TAUB_SCALARS
#define TAUB_SCALARS 0
#endif
#define GAS_COMPONENTS 8 /* scalars come behind */
#define SYSTEM_COMPONENTS (GAS_COMPONENTS + TAUB_SCALARS)
#define SYSTEM_FIELD 5 /* where B stands */
#if !TAUB_SPHERE
#define SYSTEM_FACES 1 /* B is known on faces */
#endif
#define SYSTEM_EXTREMA 6
#define EXTREMUM_DIVERGENCE 5 /* found from faces: passes/totals.h */
#define SYSTEM_RECOVERY_CLOSED 1
#define SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY 0
#define LANE_COUNT 1 /* recovery carries nothing between steps */

#define GAMMA R(TAUB_EOS_GAMMA)

#endif
