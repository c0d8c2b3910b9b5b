/* Ghost zones whose state the case gives (`inflow`, `code`): density, velocity and pressure are given, and the mean
 * field is the one that the scheme forms from the faces around, of which one is the mesh's own. Such zones are filled
 * without the energy and the momentum of a field ("bare"), and so are their copies beyond ends of other axes; these are
 * added when all faces are known.
 *
 *   magnetize_zones                                                                         fields: 0 state
 *
 * option[2]: as in mhd_update.h; option[1]: only where cells were changed since ghost zones were filled. */
#ifndef TAUB_PASSES_MHD_ENDS_H
#define TAUB_PASSES_MHD_ENDS_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/faces.h"
#include "passes/common.h"
#include "passes/mhd_update.h"

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* A state of one place without what its field brings. */
INLINE void take_field_out(const struct eos eos, real u[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS];
    recover_primitive(eos, u, u[0], u[4], q);
    EACH (a, 3)
        q[SYSTEM_FIELD + a] = R(0.0);
    const real field[3] = {u[SYSTEM_FIELD], u[SYSTEM_FIELD + 1], u[SYSTEM_FIELD + 2]};
    conserved_of_primitive(eos, q, u);
    EACH (a, 3)
        u[SYSTEM_FIELD + a] = field[a];
}
INLINE void put_field_in(real u[SYSTEM_COMPONENTS])
{
    const real field[3] = {u[SYSTEM_FIELD], u[SYSTEM_FIELD + 1], u[SYSTEM_FIELD + 2]};
    add_field(field, u);
}

/* Whether a cell lies beyond an end of the mesh at which the case gives states. */
INLINE int zone_is_bare(const struct taub_io io, int b, const int place[3])
{
    int bare = 0;
    EACH (a, 3)
        bare |= rank_beyond(io, b, a, place[a]) == END_GIVES;
    return bare;
}

INLINE void magnetize_zones_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k};
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real u[SYSTEM_COMPONENTS];
    if (!zone_is_bare(io, b, place))
        return;
    load_state(io.f[0], at, io.shape.component_stride, u);
    field_of_cell(io.shape, io.f[0], at, u);
    put_field_in(u);
#if FIELD_HAS_SPREAD
    u[4] += spread_of_field(io.shape, io.f[0], at);
#endif
    EACH_FROM (c, 1, 5)
        io.f[0][at + c * io.shape.component_stride] = u[c];
}
TAUB_SPARSE_POINT_PASS_IF(magnetize_zones, ROUND_IS_NEEDED(io) && (!io.range.option[1] || io.control->refill))
#else
INLINE int zone_is_bare(const struct taub_io io, int b, const int place[3])
{
    return 0;
}
#endif

#endif
