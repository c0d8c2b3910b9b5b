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

INLINE void side_state(const real middle[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS], int axis,
                       int upper, real u[SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    {
#if TAUB_ORDER == 2
        const real odd = R(0.5) * m[MODE_SLOPE + axis][c], base = middle[c];
#else
        const real odd = m[MODE_ODD + axis][c], base = middle[c] + m[MODE_EVEN + axis][c];
#endif
        u[c] = upper ? base + odd : base - odd;
    }
}

/* The flux through a side; curved: 0 leaves the correction out. */
INLINE void side_flux(const real u[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS],
                      const struct evolved *evolved, int axis, int upper, real curved, real f[SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of(u);
    gas_flux(gas, u, axis, f);
#if TAUB_ORDER > 2
    const real weight = curved * R(1.0 / 24.0), place = upper ? R(0.5) : R(-0.5);
    UNROLL
    for (int n = 1; n < 3; n++) {
        const int along = (axis + n) % 3, other = 3 - axis - along;
        if (AXIS_ACTIVE(along)) {
            real g[SYSTEM_COMPONENTS];
            EACH_COMPONENT
            g[c] = m[MODE_SLOPE + along][c] + place * m[MODE_CROSS + other][c];
            add_flux_curvature(gas, u, g, axis, weight, f);
        }
    }
#if TAUB_ADER
    real g[SYSTEM_COMPONENTS];
    EACH_COMPONENT
    g[c] = upper ? evolved->rate[c] + evolved->ramp[axis][c] : evolved->rate[c] - evolved->ramp[axis][c];
    add_flux_curvature(gas, u, g, axis, weight, f);
#endif
#endif
    (void)m;
    (void)evolved;
    (void)upper;
    (void)curved;
}

/* Scaling towards the mean (Zhang and Shu 2010): the share of the difference that the sides of a cell may keep so that
 * density and pressure stay above a small share of the cell's. The density is linear in it and the pressure concave, so
 * the lowest density and then the lowest pressure decide; quotients are compared without dividing. */
struct lowest {
    real density;
    real inner, weight; /* of the lowest pressure: inner_part */
    real seen;          /* a sum that is finite if all was */
};

INLINE void note_density(struct lowest *lowest, const real u[SYSTEM_COMPONENTS])
{
    lowest->density = real_min(lowest->density, density_part(u));
}
INLINE void note_pressure(struct lowest *lowest, const real mean[SYSTEM_COMPONENTS], real dense,
                          const real u[SYSTEM_COMPONENTS])
{
    real w[SYSTEM_COMPONENTS], inner, weight;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        w[c] = mean[c] + dense * (u[c] - mean[c]);
    inner_part(w, &inner, &weight);
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

INLINE void face_flux(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS], int axis,
                      real flux[SYSTEM_COMPONENTS])
{
    const struct gas left = gas_of(ul), right = gas_of(ur);
    real slowest, fastest;
    face_speeds(ul, left, ur, right, axis, &slowest, &fastest);
#if defined(RIEMANN_OF_GAS)
    riemann_of_gas(ul, left, fl, ur, right, fr, slowest, fastest, axis, flux);
#else
    riemann_flux(ul, fl, slowest, fastest, ur, fr, slowest, fastest, flux);
#endif
}

/* Rusanov's flux between averages of cells. When all faces of a cell have it, its density and pressure stay positive as
 * long as the sum over axes of dt (|v| + c)/dx is 1 at most. */
INLINE void safe_flux(const real below[SYSTEM_COMPONENTS], const real above[SYSTEM_COMPONENTS], int axis,
                      real flux[SYSTEM_COMPONENTS])
{
    const struct gas left = gas_of(below), right = gas_of(above);
    const real speed = real_max(largest_speed(left, below, axis), largest_speed(right, above, axis));
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    gas_flux(left, below, axis, fl);
    gas_flux(right, above, axis, fr);
    EACH_COMPONENT
    flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (above[c] - below[c]));
}

#endif
