/* Godunov schemes of higher order: what a face gets from the data of a cell, and the flux of the two together.
 *
 * A face asks each of its two cells for two averages over the face (and over the step with ADER), of the state and of
 * the flux. The flux's is that of the averaged state plus f''/24 of the slopes along the face and in time: the average
 * of a smooth function over a unit cube to fourth order. One Riemann problem a face is then enough at any order,
 * because solvers add to the given fluxes only terms proportional to the jump of the states, which is as small as the
 * error of the data. */
#ifndef TAUB_SCHEMES_GODUNOV_H
#define TAUB_SCHEMES_GODUNOV_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/flux.h"
#include "case/geometry.h"
#include "case/solver.h"
#include "case/system.h"
#include "reconstruct/modes.h"
#include "schemes/ader.h"
#include "schemes/setting.h"

/* Share of a cell's density and pressure that its data may not fall below. */
#define TAUB_POSITIVITY 1e-8

/* The part of the last stage of SSP(5,4) that is the second state's, and what the fourth stage adds to the start. */
#define SSP54_STATE_2 R(0.517231671970585)
#define SSP54_ADDED_4 0.821920045606868

/* The value of one component at a face. */
INLINE real face_value_of(real middle, const real m[MODE_COUNT], int axis, int upper)
{
#if FACE_MODES
    const real odd = m[MODE_ODD + axis], base = middle + m[MODE_EVEN + axis];
#else
    const real odd = R(0.5) * m[MODE_SLOPE + axis], base = middle;
#endif
    return upper ? base + odd : base - odd;
}

#if TAUB_ORDER > 2

/* Its slopes there along the two other axes, the next one first, and over the step. */
INLINE void face_slopes_of(const struct evolution evolution, const real m[MODE_COUNT], int axis, int upper,
                           real slope[3])
{
    const real place = upper ? R(0.5) : R(-0.5);
    EACH_FROM (n, 1, 3) {
        const int along = (axis + n) % 3, other = 3 - axis - along;
        slope[n - 1] = m[MODE_SLOPE + along] + place * m[MODE_CROSS + other];
    }
#if TAUB_ADER
    slope[2] = upper ? evolution.rate + evolution.ramp[axis] : evolution.rate - evolution.ramp[axis];
#else
    slope[2] = R(0.0);
#endif
}

#if TAUB_ADER
/* The state of the average density is not the average state when the volume element v grows by the share r over a step:
 * that is less by r/12 of the state's slope in time. In fluxes that v multiplies the product of both slopes makes up
 * for it; others, along an axis that v stretches and in sources, get this. */
INLINE void add_lag(const struct setting here, const struct gas gas, const real u[SYSTEM_COMPONENTS],
                    const real slope[SYSTEM_COMPONENTS], int axis, real f[SYSTEM_COMPONENTS])
{
    real part[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        part[c] = (R(1.0 / 12.0) * expansion_of(here)) * slope[c];
    subtract_flux_jacobian_product(gas, u, part, axis, f);
}
#endif

/* The flux of a face state; without the correction where less than all of the difference from the mean was kept: slopes
 * may be anything there. */
INLINE void face_state_flux(const struct setting here, const real u[SYSTEM_COMPONENTS],
                            const real g[3][SYSTEM_COMPONENTS], int axis, real scaling, real f[SYSTEM_COMPONENTS])
{
    const struct gas gas = GAS_OF(here.eos, u);
    const real weight = R(1.0 / 24.0);
    real plain[SYSTEM_COMPONENTS], bend[SYSTEM_COMPONENTS];
    gas_flux(gas, u, axis, plain);
    /* by themselves first: the sum of two axes does not depend on which comes first */
    EACH (c, SYSTEM_COMPONENTS)
        bend[c] = R(0.0);
    EACH (n, 2)
        if (AXIS_ACTIVE((axis + 1 + n) % 3))
            add_flux_second_derivative(gas, u, g[n], axis, weight, bend);
#if TAUB_ADER
    add_flux_second_derivative(gas, u, g[2], axis, weight, bend);
    if (GEOMETRY_TURNS && axis == 2)
        add_lag(here, gas, u, g[2], axis, bend);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = scaling == R(1.0) ? plain[c] + bend[c] : plain[c];
}

#endif

/* What a cell's sources change, from the average of its densities over cell and step and their slopes; with ADER also
 * the user's. The geometric ones are a flux, and averaged like one. */
INLINE void sources_of_data(const struct setting here, const real densities[SYSTEM_COMPONENTS],
                            const real slopes[4][SYSTEM_COMPONENTS], real scaling, real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if CELL_SOURCES
    real u[SYSTEM_COMPONENTS];
    state_at(here, FLUX_MOMENT, densities, u);
    const struct gas gas = GAS_OF(here.eos, u);
#if TAUB_ADER
    user_sources(u, gas, here, spot_at_centre(FLUX_MOMENT), change);
#endif
#if GEOMETRY_TURNS
    real f[SYSTEM_COMPONENTS];
    gas_flux(gas, u, 2, f);
#if TAUB_ORDER > 2
    real g[SYSTEM_COMPONENTS], bend[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        bend[c] = R(0.0);
    EACH_AXIS (a) {
        state_at(here, FLUX_MOMENT, slopes[a], g);
        add_flux_second_derivative(gas, u, g, 2, R(1.0 / 24.0), bend);
    }
#if TAUB_ADER
    state_at(here, FLUX_MOMENT, slopes[3], g);
    EACH (c, SYSTEM_COMPONENTS)
        g[c] -= expansion_of(here) * u[c];
    add_flux_second_derivative(gas, u, g, 2, R(1.0 / 24.0), bend);
    add_lag(here, gas, u, g, 2, bend);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = scaling == R(1.0) ? f[c] + bend[c] : f[c];
#endif
    add_turning(f, here.part, change);
#endif
#endif
}

/* Scaling towards the mean (Zhang and Shu 2010): the share of the difference that the face states of a cell may keep so
 * that density and pressure stay above a small share of the cell's. The density is linear in it and the pressure
 * concave, so the lowest density and then the lowest pressure decide; quotients are compared without dividing. */
#if LEAST_INTERNAL_ENERGY && !defined(TAUB_HOST)
#define CHEAP_BOUNDS 1
#else
#define CHEAP_BOUNDS 0
#endif
struct lowest {
    real density;
    real inner, weight; /* of the lowest pressure: internal_energy_part */
    real seen;          /* a sum that is finite if all was */
};

INLINE void note_density(struct lowest *lowest, real density)
{
    lowest->density = real_min(lowest->density, density);
}
/* The pressure of a face state whose difference from the mean is scaled, in those parts. Where a system has bounds of
 * it that are cheap, GPUs take the lower one if that is enough beside the mean. */
INLINE void parts_of_pressure(const real mean[SYSTEM_COMPONENTS], real scale, const real u[SYSTEM_COMPONENTS],
                              real *inner, real *weight)
{
    real w[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = mean[c] + scale * (u[c] - mean[c]);
#if CHEAP_BOUNDS
    *inner = least_internal_energy(w);
    *weight = R(1.0);
    if (*inner >= energy_that_is_enough(mean))
        return;
#endif
    internal_energy_part(w, inner, weight);
}
INLINE void note_pressure(struct lowest *lowest, real inner, real weight)
{
    lowest->seen += inner;
    const int higher = inner * lowest->weight >= lowest->inner * weight;
    lowest->inner = higher ? lowest->inner : inner;
    lowest->weight = higher ? lowest->weight : weight;
}
/* The share of mean - value that may stay when value is the lowest one. */
INLINE real share_above(real mean, real value)
{
    const real least = R(TAUB_POSITIVITY) * mean;
    real share = R(1.0);
    RARELY(!(value >= least))
    {
        const real part = (mean - least) / real_max(mean - value, REAL_TINY);
        share = value >= least ? R(1.0) : part;
    }
    return share;
}
/* What is lowest to begin with: the mean, whose pressure counts at the end. */
INLINE struct lowest lowest_of_mean(const real mean[SYSTEM_COMPONENTS])
{
    const struct lowest lowest = {density_part(mean), REAL_MAX, R(1.0), R(0.0)};
    return lowest;
}
/* The share that stays, the densities having been scaled by `dense`. */
INLINE real share_of_lowest(const real mean[SYSTEM_COMPONENTS], struct lowest lowest, real dense)
{
    const real seen = lowest.seen;
    real share = dense, inner, weight;
#if CHEAP_BOUNDS
    if (!(lowest.inner >= energy_that_is_enough(mean)))
#endif
    {
        internal_energy_part(mean, &inner, &weight);
        note_pressure(&lowest, inner, weight);
        /* no quotient is needed far above the least pressure */
        RARELY(!(lowest.inner * weight >= R(0.5) * (inner * lowest.weight)))
        share = dense * share_above(inner / weight, lowest.inner / lowest.weight);
    }
    return seen - seen == R(0.0) ? share : R(0.0);
}
#if TAUB_POSITIVE
/* Of the face states of a cell. */
INLINE real scaling_factor(const real mean[SYSTEM_COMPONENTS], const real side[6][SYSTEM_COMPONENTS])
{
    struct lowest lowest = lowest_of_mean(mean);
    EACH_SIDE (s)
        note_density(&lowest, density_part(side[s]));
    const real dense = share_above(density_part(mean), lowest.density);
    EACH_SIDE (s) {
        real inner, weight;
        parts_of_pressure(mean, dense, side[s], &inner, &weight);
        note_pressure(&lowest, inner, weight);
    }
    return share_of_lowest(mean, lowest, dense);
}
#endif

/* A value of a face state; one that is not a number must not survive a share of 0. Without positivity the value as it
 * is, whose bits a share of 1 would round. */
INLINE real scaled_value(real mean, real value, real scaling)
{
    if (!TAUB_POSITIVE)
        return value;
    return scaling > R(0.0) ? mean + scaling * (value - mean) : mean;
}

/* Without positivity a face state may be no gas. It has no speeds, and a solver would go on with those of the other
 * side, or not, by their order: such a flux is no number, so that both cells fail. */
INLINE void refuse_no_gas(const real ul[SYSTEM_COMPONENTS], const real ur[SYSTEM_COMPONENTS],
                          real flux[SYSTEM_COMPONENTS])
{
    if (!TAUB_POSITIVE && !(state_is_gas(ul) & state_is_gas(ur)))
        flux[0] = real_sqrt(R(-1.0));
}

/* With TAUB_BOUND_SCALARS, at orders 3 and 4, fl and fr hold for scalars the concentrations that the mass carries. */
INLINE void flux_of_gases(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                          const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                          int axis, real share, real flux[SYSTEM_COMPONENTS])
{
    real slowest, fastest;
    face_speeds(ul, left, ur, right, axis, &slowest, &fastest);
#if defined(RIEMANN_OF_GAS)
    riemann_of_gas(ul, left, fl, ur, right, fr, slowest, fastest, axis, share, flux);
#else
    riemann_flux(ul, fl, slowest, fastest, ur, fr, slowest, fastest, flux);
#endif
#if TAUB_BOUND_SCALARS
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        const real from_left = TAUB_ORDER == 2 ? ul[c] * left.per_density : fl[c];
        const real from_right = TAUB_ORDER == 2 ? ur[c] * right.per_density : fr[c];
        flux[c] = flux[0] * (flux[0] > R(0.0) ? from_left : from_right);
    }
#endif
    refuse_no_gas(ul, ur, flux);
}
INLINE void face_flux(const struct eos eos, const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS], int axis, real share,
                      real flux[SYSTEM_COMPONENTS])
{
    flux_of_gases(ul, GAS_OF(eos, ul), fl, ur, GAS_OF(eos, ur), fr, axis, share, flux);
}

/* Rusanov's flux between averages of cells. When all faces of a cell have it, its density and pressure stay positive as
 * long as the sum over axes of dt (|v| + c)/dx is 1 at most. */
INLINE void safe_flux(const struct eos eos, const real below[SYSTEM_COMPONENTS], const real above[SYSTEM_COMPONENTS],
                      int axis, real flux[SYSTEM_COMPONENTS])
{
    const struct gas left = GAS_OF(eos, below), right = GAS_OF(eos, above);
    const real speed = real_max(largest_speed(left, below, axis), largest_speed(right, above, axis));
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    gas_flux(left, below, axis, fl);
    gas_flux(right, above, axis, fr);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (above[c] - below[c]));
}

#endif
