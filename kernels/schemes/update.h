/* What every scheme in conservation form does besides fluxes: times, measures, sources. */
#ifndef TAUB_SCHEMES_UPDATE_H
#define TAUB_SCHEMES_UPDATE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/map.h"

/* What one stage does besides fluxes: u' = alpha u0 + beta u1 + dt L. */
struct stage {
    real alpha, beta, dt;
    real volume_in, volume_out; /* volume element at the times of the given and the new state */
    real per[3]; /* area over volume of faces along each axis, times dt and the volume; map_face left out */
    real time;   /* of the given state */
    real ahead;  /* from there to the new state */
    struct eos eos;
};

/* numbers: alpha, beta, share of dt for L; time: of the given and of the new state. */
INLINE struct stage stage_of_launch(const struct taub_io io)
{
    struct stage stage;
    const double time = io.control->time, dt = io.control->dt;
    const double time_in = time + io.range.time[0] * dt, time_out = time + io.range.time[1] * dt;
    const double step = io.range.number[2] * dt;
    stage.alpha = R(io.range.number[0]);
    stage.beta = R(io.range.number[1]);
    stage.dt = R(step);
    stage.time = R(time_in);
    stage.ahead = R(time_out - time_in);
    stage.volume_in = R(volume_element(time_in));
    stage.volume_out = R(volume_element(time_out));
    stage.eos = eos_of_tables(io.tables);
    /* not a loop: with one, NVIDIA's OpenCL gives the pass 154 registers in place of 128 (bench/README.md) */
    stage.per[0] = R(step * face_element(0, time_in) / map_unit(io.shape, 0));
    stage.per[1] = R(step * face_element(1, time_in) / map_unit(io.shape, 1));
    stage.per[2] = R(step * face_element(2, time_in) / map_unit(io.shape, 2));
    return stage;
}

/* dt times the sources in one cell. */
INLINE void stage_sources(const struct eos eos, const struct stage stage, const real q[SYSTEM_COMPONENTS],
                          const real x[3], real rate[SYSTEM_COMPONENTS])
{
    GEOMETRIC_SOURCE(eos, q, rate);
#if TAUB_USER_SOURCE
    real extra[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        extra[c] = R(0.0);
    source(x, stage.time, q, extra);
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] += stage.volume_in * extra[c];
#endif
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] *= stage.dt;
}

#endif
