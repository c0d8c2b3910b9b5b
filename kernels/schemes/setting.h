/* Where, when and by what equation of state a Godunov scheme advances a cell. Densities carry the volume element
 * (geometry/), which may grow during a step: fluxes and sources are those of the state without it, at its time. */
#ifndef TAUB_SCHEMES_SETTING_H
#define TAUB_SCHEMES_SETTING_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/source.h"
#include "case/system.h"

/* When fluxes and face states are averaged: over the step, or at the time of the stage's state. */
#define FLUX_MOMENT R(TAUB_ADER ? 0.5 : 0.0)
/* Whether a cell's data also give what its sources change. */
#if (TAUB_ADER && TAUB_USER_SOURCE) || GEOMETRY_TURNS
#define CELL_SOURCES 1
#else
#define CELL_SOURCES 0
#endif

/* Where a cell is, how far a step goes: dt over the width of cells, and what the user's sources ask for. */
struct setting {
    real share[3];
    real x[3], width[3];
    real mirror[3]; /* -1 behind a wall across the axis: sources act there as on the mirror image of this side */
    real time, dt;
    real part;   /* the share of dt that a stage takes, times dt */
    real volume; /* element of, at `time` */
    struct eos eos;
};

/* A point of a cell and of the step: widths from the centre, and the share of the step that has passed. */
struct spot {
    real along[3];
    real moment;
};
INLINE struct spot spot_at_centre(real moment)
{
    const struct spot spot = {{R(0.0), R(0.0), R(0.0)}, moment};
    return spot;
}

/* The volume element at a moment of the step. */
INLINE real volume_at(const struct setting here, real moment)
{
    return volume_later(here.volume, moment * here.dt);
}

/* The state of densities, and of variations of densities. */
INLINE void state_at(const struct setting here, real moment, const real densities[SYSTEM_COMPONENTS],
                     real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = densities[c];
    scale_density(R(1.0) / volume_at(here, moment), u);
}
INLINE real value_at(const struct setting here, real moment, real density)
{
#if GEOMETRY_TURNS
    return density * (R(1.0) / volume_at(here, moment));
#else
    return density;
#endif
}

/* How much the volume element grows during a step, as a share of what it is in its middle. */
INLINE real expansion_of(const struct setting here)
{
#if GEOMETRY_TURNS && TAUB_ADER
    return (volume_at(here, R(1.0)) - volume_at(here, R(0.0))) / volume_at(here, R(0.5));
#else
    return R(0.0);
#endif
}

/* Slopes of a state's component along two axes and over the step, from those of its density. */
INLINE void slopes_of_state(const struct setting here, real value, real slope[3])
{
#if GEOMETRY_TURNS
    EACH (n, 3)
        slope[n] = value_at(here, FLUX_MOMENT, slope[n]);
    slope[2] -= expansion_of(here) * value;
#endif
}

/* Adds dt times the geometric source. */
INLINE void add_geometric_source(const struct gas gas, const real u[SYSTEM_COMPONENTS], real dt,
                                 real rate[SYSTEM_COMPONENTS])
{
#if GEOMETRY_TURNS
    real f[SYSTEM_COMPONENTS];
    gas_flux(gas, u, 2, f);
    add_turning(f, dt, rate);
#endif
}

/* dt times the user's sources at a point of the cell and of the step, or nothing. */
INLINE void user_sources(const real u[SYSTEM_COMPONENTS], const struct gas gas, const struct setting here,
                         const struct spot spot, real rate[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
#if TAUB_USER_SOURCE
    real q[SYSTEM_COMPONENTS];
    const real x[3] = {here.x[0] + spot.along[0] * (here.mirror[0] * here.width[0]),
                       here.x[1] + spot.along[1] * (here.mirror[1] * here.width[1]),
                       here.x[2] + spot.along[2] * (here.mirror[2] * here.width[2])};
    gas_primitive(gas, u, q);
    EACH (a, 3)
        q[1 + a] *= here.mirror[a];
    source(x, here.time + spot.moment * here.dt, q, rate);
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] *= here.dt * volume_at(here, spot.moment);
    EACH (a, 3)
        rate[1 + a] *= here.mirror[a];
#if defined(SYSTEM_FACES)
    /* only electric fields change it */
    rate[SYSTEM_FIELD] = rate[SYSTEM_FIELD + 1] = rate[SYSTEM_FIELD + 2] = R(0.0);
#endif
#endif
}

#endif
