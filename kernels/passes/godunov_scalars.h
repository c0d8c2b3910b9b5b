/* Passive scalars of the data of a cell: kernels/schemes/scalar_bounds.h. */
#ifndef TAUB_PASSES_GODUNOV_SCALARS_H
#define TAUB_PASSES_GODUNOV_SCALARS_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "schemes/setting.h"
#if TAUB_BOUND_SCALARS
#include "schemes/scalar_bounds.h"
#endif

#ifndef PRIMITIVE_DATA
#define PRIMITIVE_DATA 0 /* of systems whose data of cells are densities */
#endif

#if TAUB_BOUND_SCALARS

/* What a cell keeps of its scalars' data: of each one the bounds, and the share of the differences from its mean. */
struct scalars {
    struct bounds bounds[SYSTEM_COMPONENTS];
    real share[SYSTEM_COMPONENTS];
    int drawn; /* whether any share is below 1 */
};

/* Of component c, from a cell and its neighbours along the axes. */
INLINE struct bounds bounds_of_scalar(const struct taub_io io, long at, int c)
{
    const long cs = io.shape.component_stride;
    real least = LOAD(io.f[0] + at + c * cs) / LOAD(io.f[0] + at), most = least;
    EACH_SIDE (s) {
        const long place = at + (s % 2 ? 1 : -1) * axis_stride(io.shape, s / 2);
        const real value = LOAD(io.f[0] + place + c * cs) / LOAD(io.f[0] + place);
        least = real_min(least, value);
        most = real_max(most, value);
    }
    return bounds_of_values(least, most);
}

/* A face state's scalar whose concentration is drawn towards the mean. */
INLINE real drawn_value(real concentration, real density, real value, real share)
{
    const real even = concentration * density;
    return share < R(1.0) ? even + share * (value - even) : value;
}

/* The same with the cell's share; of primitive data, which are the concentration, `density` is 1, of their modes 0. */
INLINE real draw_scalar(const struct scalars scalars, int c, const real mean[SYSTEM_COMPONENTS], real density,
                        real value)
{
#if PRIMITIVE_DATA
    return drawn_value(mean[c], density, value, scalars.share[c]);
#else
    return drawn_value(mean[c] / mean[0], density, value, scalars.share[c]);
#endif
}

/* Density, mass flux and density of a scalar of a state of the data. */
INLINE real density_of_data(const real u[SYSTEM_COMPONENTS])
{
#if PRIMITIVE_DATA
    return u[0] * lorentz_factor_of(u);
#else
    return u[0];
#endif
}
INLINE real mass_flux_of_data(const real u[SYSTEM_COMPONENTS], int axis)
{
#if PRIMITIVE_DATA
    return u[0] * u[1 + axis];
#else
    return mass_flux(u, axis);
#endif
}
INLINE real scalar_of_data(const real u[SYSTEM_COMPONENTS], int c)
{
#if PRIMITIVE_DATA
    return density_of_data(u) * u[c];
#else
    return u[c];
#endif
}

INLINE void bound_scalars(const struct taub_io io, const struct setting here, long at,
                          const real mean[SYSTEM_COMPONENTS], real side[6][SYSTEM_COMPONENTS], struct scalars *scalars)
{
    struct outflow out = no_outflow();
    scalars->drawn = 0;
    EACH_SIDE (s)
        note_outflow(&out, s, density_of_data(side[s]), mass_flux_of_data(side[s], s / 2), here.share[s / 2]);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        real values[6];
        EACH (s, 6)
            values[s] = AXIS_ACTIVE(s / 2) ? scalar_of_data(side[s], c) : R(0.0);
        const struct bounds bounds = bounds_of_scalar(io, at, c);
        const real share = share_in_bounds(bounds, density_of_data(mean), scalar_of_data(mean, c), out, values);
        scalars->bounds[c] = bounds;
        scalars->share[c] = share;
        EACH_SIDE (s)
            side[s][c] = draw_scalar(*scalars, c, mean, PRIMITIVE_DATA ? R(1.0) : side[s][0], side[s][c]);
        scalars->drawn |= share < R(1.0);
    }
}

/* Fluxes of scalars go with that of the mass, by the concentrations of the side where that comes from. */
INLINE void carry_from_upstream(const real ul[SYSTEM_COMPONENTS], const real ur[SYSTEM_COMPONENTS],
                                real flux[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        flux[c] = flux[0] * (flux[0] > R(0.0) ? ul[c] / ul[0] : ur[c] / ur[0]);
}

INLINE real least_share(const struct scalars scalars)
{
    real least = R(1.0);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        least = real_min(least, scalars.share[c]);
    return least;
}

/* In place of the fluxes of scalars through a side at orders 3 and 4: what face_flux wants. */
#if TAUB_ORDER > 2
INLINE void carry_scalars(const struct scalars scalars, const real u[SYSTEM_COMPONENTS], real f[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        f[c] = carried_concentration(scalars.bounds[c], scalars.share[c], u[c] / u[0], f[c], f[0]);
}
#endif

/* Whether no scalar of a new state has passed 0 or 1 where no value around it was beyond. */
INLINE int scalars_are_within(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS])
{
    int within = 1;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        const struct bounds bounds = bounds_of_scalar(io, at, c);
        within &= (bounds.lower < R(0.0)) | (u[c] >= -SCALAR_ROUNDING * u[0]);
        within &= (bounds.upper > R(1.0)) | (u[c] - u[0] <= SCALAR_ROUNDING * u[0]);
    }
    return within;
}

#else

struct scalars {
    int drawn;
};
INLINE int scalars_are_within(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS])
{
    return 1;
}
INLINE real draw_scalar(const struct scalars scalars, int c, const real mean[SYSTEM_COMPONENTS], real density,
                        real value)
{
    return value;
}
INLINE void bound_scalars(const struct taub_io io, const struct setting here, long at,
                          const real mean[SYSTEM_COMPONENTS], real side[6][SYSTEM_COMPONENTS], struct scalars *scalars)
{
    scalars->drawn = 0;
}
INLINE void carry_from_upstream(const real ul[SYSTEM_COMPONENTS], const real ur[SYSTEM_COMPONENTS],
                                real flux[SYSTEM_COMPONENTS])
{
}
INLINE real least_share(const struct scalars scalars)
{
    return R(1.0);
}
INLINE void carry_scalars(const struct scalars scalars, const real u[SYSTEM_COMPONENTS], real f[SYSTEM_COMPONENTS]) {}

#endif

#endif
