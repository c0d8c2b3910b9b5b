/* Passive scalars within their bounds (scheme.scalars: bounded). Data of order 2 and more would carry a scalar past the
 * values that it has: past 0 and 1, or where the values around are outside of these, past the values around.
 *
 * First, what a cell shows of a scalar to its faces is drawn towards the cell's mean (Zhang and Shu 2010) until no face
 * leaves the bounds, and until the cell, giving away what its own sides let out during the step, keeps within them.
 * Second, the flux of a scalar is that of the mass times the concentration on the side that it comes from (Larrouturou
 * 1991): what comes in is then within the bounds, too.
 *
 * At orders 3 and 4 that concentration is the quotient of both fluxes of the side, which is as accurate as they are;
 * where the data was drawn it is the side's. */
#ifndef TAUB_SCHEMES_SCALAR_BOUNDS_H
#define TAUB_SCHEMES_SCALAR_BOUNDS_H

#include "dialect.h"

#if TAUB_BOUND_SCALARS

/* Beyond 0 and 1 by this much is rounding. */
#define SCALAR_ROUNDING R(TAUB_SINGLE ? 1e-5 : 1e-12)

struct bounds {
    real lower, upper;
};

INLINE struct bounds bounds_of_values(real least, real most)
{
    struct bounds bounds;
    bounds.lower = least < -SCALAR_ROUNDING ? least : R(0.0);
    bounds.upper = most > R(1.0) + SCALAR_ROUNDING ? most : R(1.0);
    return bounds;
}

/* Of the sides of a cell: the density, and the share of its mass over a step that leaves a cell through a side whose
 * gas is as it is there. */
struct outflow {
    real density[6], share[6];
};
INLINE struct outflow no_outflow(void)
{
    struct outflow out;
    EACH (s, 6)
        out.density[s] = out.share[s] = R(0.0);
    return out;
}
INLINE void note_outflow(struct outflow *out, int side, real density, real mass, real per)
{
    const real outward = side % 2 ? mass : -mass;
    out->density[side] = density;
    out->share[side] = per * real_max(outward, R(0.0)) / density;
}

/* The share of a scalar's differences from the mean that the sides may keep. value: the density of the scalar. */
INLINE real share_in_bounds(const struct bounds bounds, real density, real value, const struct outflow out,
                            const real side[6])
{
    const real mean = value / density, slack = R(0.1) * SCALAR_ROUNDING * real_max(R(1.0), real_fabs(mean));
    const real below = real_max(mean - bounds.lower, R(0.0)), above = real_max(bounds.upper - mean, R(0.0));
    real share = R(1.0), excess = R(0.0), left = density;
    EACH_SIDE (s) {
        const real part = side[s] - mean * out.density[s], size = real_fabs(part);
        const real room = (part < R(0.0) ? below : above) * out.density[s];
        const real kept = room / real_max(size, REAL_TINY);
        share = size > room + slack * out.density[s] ? real_min(share, kept) : share;
        excess += out.share[s] * part;
        left -= out.share[s] * out.density[s];
    }
    const real room = (excess > R(0.0) ? below : above) * real_max(left, R(0.0)), size = real_fabs(excess);
    const real kept = room / real_max(size, REAL_TINY);
    return size > room + slack * density ? real_min(share, kept) : share;
}

#if TAUB_ORDER > 2
/* The concentration that the mass through a side has on average over the side and the step, from both fluxes; where all
 * of the differences was kept. */
INLINE real carried_concentration(const struct bounds bounds, real share, real concentration, real flux, real mass_flux)
{
    const real ratio = flux / (mass_flux == R(0.0) ? R(1.0) : mass_flux);
    const real within = real_min(real_max(ratio, bounds.lower), bounds.upper);
    return share == R(1.0) && mass_flux != R(0.0) ? within : concentration;
}
#endif

#endif
#endif
