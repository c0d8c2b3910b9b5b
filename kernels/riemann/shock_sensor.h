/* Strong shocks that run along the mesh (Quirk 1994: the carbuncle). A flux that keeps contacts and shear waves sharp
 * damps nothing at the faces across which such a shock does not jump, so unevenness along the shock grows. There HLLC
 * and HLLI turn towards HLL, as with PLUTO's multidimensional shock flattening. The shock's own faces keep their
 * solver: in one dimension nothing changes.
 *
 * A cell is in a shock along an axis where the gas is compressed from one neighbour to the other and the pressures of
 * these two differ by more than a factor; between SHOCK_WEAK and SHOCK_STRONG the turn is gradual. With a field the
 * jump counts as far as that of the total pressure goes with it, which is larger in a fast shock: across a current
 * sheet or a slow shock the gas pressure jumps against the field's. */
#ifndef TAUB_RIEMANN_SHOCK_SENSOR_H
#define TAUB_RIEMANN_SHOCK_SENSOR_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"

#define SHOCK_WEAK R(2.0) /* of HLLI, too: below it the diffusion of contact and shear waves is all taken back */
#define SHOCK_STRONG R(4.0)
/* Squared, in units of the internal energy per mass: the compression that counts in full. */
#define SHOCK_SLOWEST R(0.01)

/* What the search needs of a cell's neighbour along an axis: its internal energy and momentum times a weight, the
 * density, without a division. Relativistic: the primitive state, whose weight is the enthalpy, with W v for v. */
#if !defined(SHOCKS_OF_PRIMITIVE)
#define SHOCKS_OF_PRIMITIVE 0
#endif
struct beside {
    real inner, density, momentum;
#if defined(SYSTEM_FIELD)
    real field; /* the field's pressure in the units of `inner` */
#endif
};
#if SHOCKS_OF_PRIMITIVE
INLINE struct beside beside_of(const real q[SYSTEM_COMPONENTS], int axis)
{
    const struct moving_field moving = moving_field_of(q);
    struct beside beside;
    beside.density = moving.enthalpy;
    beside.inner = q[4] * TAUB_EOS_PER_GAMMA_LESS_1 * beside.density;
    beside.momentum = component_along(axis, q + 1) * beside.density;
    beside.field = R(0.5) * moving.field2 * TAUB_EOS_PER_GAMMA_LESS_1 * beside.density;
    return beside;
}
#else
INLINE struct beside beside_of(const real u[SYSTEM_COMPONENTS], int axis)
{
    struct beside beside;
    internal_energy_part(u, &beside.inner, &beside.density);
    beside.momentum = component_along(axis, u + 1);
#if defined(SYSTEM_FIELD)
    beside.field = energy_of_field(u) * u[0] * TAUB_EOS_PER_GAMMA_LESS_1;
#endif
    return beside;
}
#endif

/* Above 0 where the pressures of both neighbours differ by more than SHOCK_WEAK: no division, and no velocities, since
 * most cells need nothing more. Pressures are multiplied by both densities. */
INLINE real shock_excess(const struct beside below, const struct beside above, real *least)
{
    const real one = below.inner * above.density, other = above.inner * below.density;
    *least = real_max(real_min(one, other), REAL_TINY);
#if defined(SYSTEM_FIELD)
    const real rise = other - one, total = rise + (above.field * below.density - below.field * above.density);
    const real jump = real_min(real_fabs(rise), rise > R(0.0) ? total : -total);
    return jump - (SHOCK_WEAK - R(1.0)) * *least;
#else
    return real_max(one, other) - SHOCK_WEAK * *least;
#endif
}

/* 0: no shock or a weak one, to 1. The gas is compressed by a tenth of the velocity sqrt(e) of its internal energy at
 * least: what rounding makes of an even flow is no shock. */
INLINE real shock_along(const struct beside below, const struct beside above)
{
    real least;
    const real excess = shock_excess(below, above, &least) / ((SHOCK_STRONG - SHOCK_WEAK) * least);
    const real coming = below.momentum * above.density, going = above.momentum * below.density;
    const real closing = real_max(coming - going, R(0.0));
    const real share = real_min(real_max(excess, R(0.0)), R(1.0));
    /* paired so that no square leaves the range of single precision */
    const real speed2 = (closing / least) * (closing / (SHOCK_SLOWEST * (below.density + above.density)));
    return share * real_min(speed2, R(1.0));
}

/* What faces across an axis are to be given of HLL's diffusion: the strongest shock along the others. */
INLINE real shock_across(const real along[3], int axis)
{
    return real_max(along[(axis + 1) % 3], along[(axis + 2) % 3]);
}

#endif
