/* Godunov schemes of higher order: what a face gets from the data of a cell, and the flux of the two together.
 *
 * A face asks each of its two cells for two averages over the face (and over the step with ADER), of the state and of
 * the flux. The flux's is that of the averaged state plus f''/24 of the slopes along the face and in time: the average
 * of a smooth function over a unit cube to fourth order. One Riemann problem a face is then enough at any order,
 * because solvers add to the given fluxes only terms proportional to the jump of the states, which is as small as the
 * error of the data. */
#ifndef TAUB_SCHEMES_GODUNOV_H
#define TAUB_SCHEMES_GODUNOV_H

/* Share of a cell's density and pressure that its data may not fall below. */
#define TAUB_POSITIVITY 1e-8

/* What one component shows to a face. */
INLINE real side_value(real middle, const real m[MODE_COUNT], int axis, int upper)
{
#if TAUB_ORDER == 2
    const real odd = R(0.5) * m[MODE_SLOPE + axis], base = middle;
#else
    const real odd = m[MODE_ODD + axis], base = middle + m[MODE_EVEN + axis];
#endif
    return upper ? base + odd : base - odd;
}

#if TAUB_ORDER > 2

/* Its slopes there along the two other axes, the next one first, and over the step. */
INLINE void side_slopes(const struct evolution evolution, const real m[MODE_COUNT], int axis, int upper, real slope[3])
{
    const real place = upper ? R(0.5) : R(-0.5);
    UNROLL
    for (int n = 1; n < 3; n++) {
        const int along = (axis + n) % 3, other = 3 - axis - along;
        slope[n - 1] = m[MODE_SLOPE + along] + place * m[MODE_CROSS + other];
    }
#if TAUB_ADER
    slope[2] = upper ? evolution.rate + evolution.ramp[axis] : evolution.rate - evolution.ramp[axis];
#else
    (void)evolution;
    slope[2] = R(0.0);
#endif
}

/* The flux through a side; curved: 0 leaves the correction out. */
INLINE void side_flux(const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS], int axis, real curved,
                      real f[SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of(u);
    const real weight = curved * R(1.0 / 24.0);
    gas_flux(gas, u, axis, f);
    UNROLL
    for (int n = 0; n < 2; n++)
        if (AXIS_ACTIVE((axis + 1 + n) % 3))
            add_flux_curvature(gas, u, g[n], axis, weight, f);
#if TAUB_ADER
    add_flux_curvature(gas, u, g[2], axis, weight, f);
#endif
}

#endif

/* Scaling towards the mean (Zhang and Shu 2010): the share of the difference that the sides of a cell may keep so that
 * density and pressure stay above a small share of the cell's. The density is linear in it and the pressure concave, so
 * the lowest density and then the lowest pressure decide; quotients are compared without dividing. */
struct lowest {
    real density;
    real inner, weight; /* of the lowest pressure, (gamma - 1) inner/weight */
    real seen;          /* a sum that is finite if all was */
};

INLINE void note_density(struct lowest *lowest, real density)
{
    lowest->density = real_min(lowest->density, density);
}
/* The pressure of a side whose difference from the mean is scaled, in those parts. */
INLINE void parts_of_pressure(const real mean[SYSTEM_COMPONENTS], real scale, const real u[SYSTEM_COMPONENTS],
                              real *inner, real *weight)
{
    real w[5];
    UNROLL
    for (int c = 0; c < 5; c++)
        w[c] = mean[c] + scale * (u[c] - mean[c]);
    *inner = w[4] * w[0] - R(0.5) * (w[1] * w[1] + w[2] * w[2] + w[3] * w[3]);
    *weight = w[0] * w[0];
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
    const real share = (mean - least) / real_max(mean - value, REAL_TINY);
    return value >= least ? R(1.0) : share;
}

/* What is lowest to begin with: the mean. */
INLINE struct lowest lowest_of_mean(const real mean[SYSTEM_COMPONENTS])
{
    struct lowest lowest;
    lowest.density = mean[0];
    lowest.inner = mean[4] * mean[0] - R(0.5) * (mean[1] * mean[1] + mean[2] * mean[2] + mean[3] * mean[3]);
    lowest.weight = mean[0] * mean[0];
    lowest.seen = R(0.0);
    return lowest;
}
/* The share that stays, the densities having been scaled by `dense`. */
INLINE real share_of_lowest(const real mean[SYSTEM_COMPONENTS], const struct lowest lowest, real dense)
{
    const struct lowest of_mean = lowest_of_mean(mean);
    const real share = dense * share_above(of_mean.inner / of_mean.weight, lowest.inner / lowest.weight);
    return lowest.seen - lowest.seen == R(0.0) ? share : R(0.0);
}
/* A state that is not a number must not survive a share of 0. */
INLINE real scaled_value(real mean, real value, real keep)
{
    return keep > R(0.0) ? mean + keep * (value - mean) : mean;
}

INLINE void face_flux(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS], int axis,
                      real flux[SYSTEM_COMPONENTS])
{
    const struct gas left = gas_of(ul), right = gas_of(ur);
    const real cl = gas_sound_speed(left), cr = gas_sound_speed(right);
    const real vl = left.v[axis], vr = right.v[axis];
    /* Einfeldt 1988: speeds of both sides and of Roe's mean, whose sound speed is bounded by means and the jump */
    const real root_left = real_sqrt(ul[0]), root_right = real_sqrt(ur[0]);
    const real per = R(1.0) / (root_left + root_right);
    const real share_left = root_left * per, share_right = root_right * per;
    const real v = share_left * vl + share_right * vr, dv = vr - vl;
    const real c = real_sqrt((share_left * (cl * cl) + share_right * (cr * cr)) +
                             R(0.5) * EULER_GAMMA_LESS_1 * (share_left * share_right) * (dv * dv));
    const real slowest = real_min(vl - cl, v - c), fastest = real_max(vr + cr, v + c);
#if defined(RIEMANN_OF_GAS)
    riemann_of_gas(ul, left, fl, ur, right, fr, slowest, fastest, axis, flux);
#else
    riemann_flux(ul, fl, slowest, fastest, ur, fr, slowest, fastest, flux);
#endif
}

/* Density and pressure are positive, the latter as E rho > m^2/2 beyond rounding. */
INLINE int state_is_gas(const real u[SYSTEM_COMPONENTS])
{
    const real whole = u[4] * u[0], kinetic = R(0.5) * (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    return (u[0] > R(0.0)) & (u[4] < REAL_MAX) & (whole - kinetic > R(8.0) * REAL_EPSILON * whole);
}

/* Rusanov's flux between averages of cells. When all faces of a cell have it, its density and pressure stay positive as
 * long as the sum over axes of dt (|v| + c)/dx is 1 at most. */
INLINE void safe_flux(const real below[SYSTEM_COMPONENTS], const real above[SYSTEM_COMPONENTS], int axis,
                      real flux[SYSTEM_COMPONENTS])
{
    const struct gas left = gas_of(below), right = gas_of(above);
    const real speed =
        real_max(real_fabs(left.v[axis]) + gas_sound_speed(left), real_fabs(right.v[axis]) + gas_sound_speed(right));
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    gas_flux(left, below, axis, fl);
    gas_flux(right, above, axis, fr);
    EACH_COMPONENT
    flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (above[c] - below[c]));
}

#endif
