/* Strong shocks that run along the mesh (Quirk 1994: the carbuncle). A flux that keeps contacts and shear waves sharp
 * damps nothing at the faces across which such a shock does not jump, so unevenness along the shock grows. There HLLC
 * and HLLI turn towards HLL, as with PLUTO's multidimensional shock flattening. The shock's own faces keep their
 * solver: in one dimension nothing changes.
 *
 * A cell is in a shock along an axis where the gas is compressed from one neighbour to the other and the pressures of
 * these two differ by more than a factor; between SHOCK_WEAK and SHOCK_STRONG the turn is gradual. */
#ifndef TAUB_RIEMANN_SHOCK_SENSOR_H
#define TAUB_RIEMANN_SHOCK_SENSOR_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"

#define SHOCK_WEAK R(2.0) /* of HLLI, too: below it the diffusion of contact and shear waves is all taken back */
#define SHOCK_STRONG R(4.0)

/* What the search needs of a cell's neighbour along an axis: internal_energy_part with its weight, which is the
 * density, and the momentum along the axis. */
struct beside {
    real inner, density, momentum;
};
INLINE struct beside beside_of(const real u[SYSTEM_COMPONENTS], int axis)
{
    struct beside beside;
    internal_energy_part(u, &beside.inner, &beside.density);
    beside.momentum = u[1 + axis];
    return beside;
}

/* Above 0 where the pressures of both neighbours differ by more than SHOCK_WEAK: no division, and no velocities, since
 * most cells need nothing more. Pressures are multiplied by both densities. */
INLINE real shock_excess(const struct beside below, const struct beside above, real *least)
{
    const real one = below.inner * above.density, other = above.inner * below.density;
    *least = real_max(real_min(one, other), REAL_TINY);
    return real_max(one, other) - SHOCK_WEAK * *least;
}

/* 0: no shock or a weak one, to 1. */
INLINE real shock_along(const struct beside below, const struct beside above)
{
    real least;
    const real excess = shock_excess(below, above, &least) / ((SHOCK_STRONG - SHOCK_WEAK) * least);
    const real coming = below.momentum * above.density, going = above.momentum * below.density;
    /* velocities that are the same but for rounding do not compress */
    const real same = R(1000.0) * REAL_EPSILON * (real_fabs(coming) + real_fabs(going));
    const real compressed = coming - going > same ? excess : R(0.0);
    return real_min(real_max(compressed, R(0.0)), R(1.0));
}

/* What faces across an axis are to be given of HLL's diffusion: the strongest shock along the others. */
INLINE real shock_across(const real along[3], int axis)
{
    return real_max(along[(axis + 1) % 3], along[(axis + 2) % 3]);
}

#endif
