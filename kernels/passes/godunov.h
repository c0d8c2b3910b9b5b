/* One stage of a Godunov scheme, or its one step with ADER.
 *
 * Fields: 0 conserved state in (ghost zones filled), 1 face states (GPUs, orders 3 and 4), 2 conserved state at the
 * start of the step, 3 conserved state out, 4 a part of the second state for the last one (order 4). Each cell finds
 * its face states, then the Riemann problems of faces are solved and the cells updated: by `stage` alone on
 * the host, in strips whose face states wait in the caches, and at order 2 on GPUs; else by the pass `face_states`
 * first, which leaves them in field 1. numbers: beta, share of dt; options: number of the stage, and [2] the round of
 * `fofc`; time: of the state in. Stage 0 is that of the state at rest of scheme.equilibrium: it leaves what it changes
 * in field 3, which all stages of the other one find in field 6 and subtract.
 *
 * With scheme.positivity, `fofc` then looks at what has lost its positive density or pressure: all faces of such a cell
 * get Rusanov's flux of first order, on both sides, and both cells are updated anew: whatever the former flux was, also
 * not a number, it is forgotten. A neighbour that this costs its own positivity is taken in the next round; when there
 * are still such cells after the last one, all faces of the mesh get that flux. Field 5 holds the round after which a
 * cell was found, 0: none; rounds read what earlier ones wrote, so that the order in which cells are visited does not
 * matter. */
#ifndef TAUB_PASSES_GODUNOV_H
#define TAUB_PASSES_GODUNOV_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/common.h"
#include "passes/equilibrium.h"
#include "passes/godunov_scalars.h"
#include "passes/godunov_shocks.h"
#include "passes/locate.h"
#include "passes/walls.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"
#include "systems/recovery_status.h"

#define FACE_STATE_VALUES (TAUB_ORDER == 2 ? SYSTEM_COMPONENTS : 2 * SYSTEM_COMPONENTS)
/* Behind the face states: what sources change over the step; on GPUs the shares of HLL at faces (godunov_shocks.h). */
#if CELL_SOURCES
#define STATES_AND_SOURCES (6 * FACE_STATE_VALUES + SYSTEM_COMPONENTS)
#else
#define STATES_AND_SOURCES (6 * FACE_STATE_VALUES)
#endif
#define FACE_STATES (STATES_AND_SOURCES + SHOCK_VALUES)

#if CELL_SOURCES
/* Of the densities of a cell's data, whose difference from the mean at the start was scaled. Where that was needed the
 * data may have evolved to no gas, which a user's source must not be asked about: its answer, without bounds, would be
 * kept wherever energy remains. */
INLINE real data_average(real mean, real evolved, real scaling)
{
    return GEOMETRY_TURNS ? scaled_value(mean, evolved, scaling) : scaling == R(1.0) ? evolved : mean;
}
INLINE real rate_over_step(const struct evolution evolution)
{
    return TAUB_ADER && TAUB_ORDER > 2 ? evolution.rate : R(0.0);
}
#endif

/* Modes of densities from those of a state. */
INLINE struct line_modes density_modes(const struct setting here, struct line_modes line)
{
#if GEOMETRY_TURNS
    line.x *= here.volume;
    line.odd *= here.volume;
    line.even *= here.volume;
    line.xx *= here.volume;
    line.xxx *= here.volume;
#endif
    return line;
}

INLINE void load_modes(const struct taub_io io, const struct setting here, long at,
                       const real densities[SYSTEM_COMPONENTS] LINES_ARGUMENT, real m[SYSTEM_COMPONENTS][MODE_COUNT])
{
    struct stencil d[SYSTEM_COMPONENTS];
#if TAUB_VARIABLES == 0 || TAUB_ORDER > 2
    EACH (c, SYSTEM_COMPONENTS)
        load_stencil(io.shape, io.f[0] + at + c * io.shape.component_stride, 3, densities[c], &d[c]);
#endif
#if TAUB_VARIABLES == 0 && TAUB_ORDER == 2
    EACH (c, SYSTEM_COMPONENTS)
        modes_of_stencil(d[c], variation_floor(densities, c), c LINES, m[c]);
#else
    EACH (a, 3) {
#if TAUB_ORDER == 2
        /* one axis after the other: together they would take the registers of a thread */
        EACH (c, SYSTEM_COMPONENTS)
            load_line(io.shape, io.f[0] + at + c * io.shape.component_stride, a, 0, densities[c], d[c].line[a]);
#endif
        struct line_modes line[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            line[c] = no_line_modes();
#if TAUB_VARIABLES == 0
        if (AXIS_ACTIVE(a))
            joint_lines(densities, (const struct stencil *)d, a, line);
        EACH (c, SYSTEM_COMPONENTS)
            set_line_modes(line[c], a, m[c]);
#else
        real u[SYSTEM_COMPONENTS];
        state_at(here, R(0.0), densities, u);
        const struct gas gas = GAS_OF(here.eos, u);
        if (AXIS_ACTIVE(a)) {
            real values[4][SYSTEM_COMPONENTS];
            EACH (n, 4)
                EACH (c, SYSTEM_COMPONENTS)
                    values[n][c] = value_at(here, R(0.0), d[c].line[a][n]);
            local_line_modes(gas, u, (const real(*)[SYSTEM_COMPONENTS])values, a LINE_OF(a), line);
        }
        EACH (c, SYSTEM_COMPONENTS)
            set_line_modes(density_modes(here, line[c]), a, m[c]);
#endif
    }
#if TAUB_ORDER > 2
    joint_products(densities, (const struct stencil *)d, m);
#endif
#endif
}

/* The face states of one cell, with its modes and evolution, and what sources change over the step;
 * returns the share of the difference from the mean that was kept. */
INLINE real states_of_cell(const struct taub_io io, struct setting here, long at, int b, int k, int j, int i,
                           real m[SYSTEM_COMPONENTS][MODE_COUNT], struct evolution evolution[SYSTEM_COMPONENTS],
                           real side[6][SYSTEM_COMPONENTS], real sources[SYSTEM_COMPONENTS], struct scalars *scalars)
{
    real mean[SYSTEM_COMPONENTS], scaling = R(1.0);
    LINES_OF_CELL(io, b, k, j, i)
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] = LOAD(io.f[0] + at + c * io.shape.component_stride);
    load_modes(io, here, at, mean LINES, m);
    locate_for_data(io, b, k, j, i, &here);
#if TAUB_ADER
    evolve_cell(mean, here, m, evolution);
#else
    EACH (c, SYSTEM_COMPONENTS)
        evolution[c].middle = evolution[c].mean = mean[c];
#endif
    EACH (s, 6)
        if (AXIS_ACTIVE(s / 2))
            EACH (c, SYSTEM_COMPONENTS)
                side[s][c] = face_value_of(evolution[c].middle, m[c], s / 2, s % 2);
#if TAUB_POSITIVE
    scaling = scaling_factor(mean, (const real(*)[SYSTEM_COMPONENTS])side);
    EACH (s, 6)
        if (AXIS_ACTIVE(s / 2))
            EACH (c, SYSTEM_COMPONENTS)
                side[s][c] = scaled_value(mean[c], side[s][c], scaling);
#endif
    bound_scalars(io, here, at, mean, side, scalars);
    EACH (c, SYSTEM_COMPONENTS)
        sources[c] = R(0.0);
#if CELL_SOURCES
    real slopes[4][SYSTEM_COMPONENTS], middle[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        middle[c] = data_average(mean[c], evolution[c].mean, scaling);
        EACH (a, 3)
            slopes[a][c] = m[c][MODE_SLOPE + a];
        slopes[3][c] = rate_over_step(evolution[c]);
    }
    sources_of_data(here, middle, (const real(*)[SYSTEM_COMPONENTS])slopes, scaling, sources);
#endif
    EACH (s, 6)
        if (AXIS_ACTIVE(s / 2))
            EACH (c, SYSTEM_COMPONENTS)
                side[s][c] = value_at(here, FLUX_MOMENT, side[s][c]);
    return scaling;
}

#if defined(TAUB_HOST)
/* All face states of one cell, value n of one standing at out[(side * FACE_STATE_VALUES + n) * stride]; returns the
 * share of their difference from the mean that was kept, and in *within the least one of scalars. No integers: loops
 * over cells would take twice as many of them at a time as there are lanes. */
INLINE real face_states_of_cell(const struct taub_io io, const struct setting here, long at, int b, int k, int j, int i,
                                real *out, long stride, real *within)
{
    struct scalars scalars;
    real m[SYSTEM_COMPONENTS][MODE_COUNT], side[6][SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS];
    struct evolution evolution[SYSTEM_COMPONENTS];
    const real scaling = states_of_cell(io, here, at, b, k, j, i, m, evolution, side, sources, &scalars);
    *within = least_share(scalars);
    EACH_SIDE (s) {
        EACH (c, SYSTEM_COMPONENTS)
            out[(s * FACE_STATE_VALUES + c) * stride] = side[s][c];
#if TAUB_ORDER > 2
        real g[3][SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS) {
            real slope[3];
            face_slopes_of(evolution[c], m[c], s / 2, s % 2, slope);
            slopes_of_state(here, side[s][c], slope);
            EACH (n, 3)
                g[n][c] = slope[n];
        }
        face_state_flux(here, side[s], (const real(*)[SYSTEM_COMPONENTS])g, s / 2, scaling, f);
        carry_scalars(scalars, side[s], f);
        EACH (c, SYSTEM_COMPONENTS)
            out[(s * FACE_STATE_VALUES + SYSTEM_COMPONENTS + c) * stride] = f[c];
#endif
    }
#if CELL_SOURCES
    EACH (c, SYSTEM_COMPONENTS)
        out[(6 * FACE_STATE_VALUES + c) * stride] = sources[c];
#endif
    return scaling;
}
#endif

/* The flux between two states at order 2. */
#if TAUB_ORDER == 2
INLINE void flux_of_states(const struct eos eos, const real lower[SYSTEM_COMPONENTS],
                           const real upper[SYSTEM_COMPONENTS], int axis, int wall, real share,
                           real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        ul[c] = lower[c];
        ur[c] = upper[c];
    }
    mirror_at_wall(wall, axis, 0, ul, ur);
    gas_flux(GAS_OF(eos, ul), ul, axis, fl);
    gas_flux(GAS_OF(eos, ur), ur, axis, fr);
    face_flux(eos, ul, fl, ur, fr, axis, share, flux);
}
#endif

/* The state of one cell at one face, from where its value 0 stands. */
INLINE void load_state_at_face(const struct eos eos, GLOBAL const real *side, long stride, int axis,
                               real u[SYSTEM_COMPONENTS], real f[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(side + c * stride);
#if TAUB_ORDER > 2
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = LOAD(side + (SYSTEM_COMPONENTS + c) * stride);
#else
    gas_flux(GAS_OF(eos, u), u, axis, f);
#endif
}

INLINE void flux_between(const struct eos eos, GLOBAL const real *lower, GLOBAL const real *upper, long stride,
                         int axis, int wall, real share, real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    load_state_at_face(eos, lower, stride, axis, ul, fl);
    load_state_at_face(eos, upper, stride, axis, ur, fr);
    mirror_at_wall(wall, axis, 0, ul, ur);
    mirror_at_wall(wall, axis, 1, fl, fr);
    face_flux(eos, ul, fl, ur, fr, axis, share, flux);
}

struct step_shares {
    struct setting here;
    real per[3]; /* share of dt over the width of cells, for this stage; map_face left out */
    real beta;
    long face_states; /* in columns of orders 3 and 4: from the place of a cell's state to that of its face states */
};

INLINE struct step_shares shares_of_launch(const struct taub_io io)
{
    struct step_shares shares;
    const double dt = io.control->dt, time = io.control->time + io.range.time[0] * dt;
    const double of_fluxes = TAUB_ADER ? time + 0.5 * dt : time;
    EACH (a, 3) {
        const double whole = dt / map_unit(io.shape, a);
        shares.here.share[a] = R(whole);
        shares.here.width[a] = R(map_unit(io.shape, a));
        shares.here.x[a] = R(0.0);
        shares.per[a] = R(io.range.number[1] * whole * face_element(a, of_fluxes));
    }
    shares.here.time = R(time);
    shares.here.dt = R(dt);
    shares.here.part = R(io.range.number[1] * dt);
    shares.here.volume = R(volume_element(time));
    shares.here.eos = eos_of_tables(io.tables);
    shares.beta = R(io.range.number[0]);
    shares.face_states = 0;
    return shares;
}

/* A gas; where `fofc` can help it, with scalars that keep their bounds. */
enum { STATE_IS_NO_GAS, STATE_BEYOND_BOUNDS, STATE_IS_FINE };
INLINE int judge_state(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS])
{
    const int within = !TAUB_POSITIVE || scalars_are_within(io, at, u);
    return !state_is_gas(u) ? STATE_IS_NO_GAS : within ? STATE_IS_FINE : STATE_BEYOND_BOUNDS;
}

/* Stores the new state of one cell from what its faces change, and with ADER its sources, and judges it. */
INLINE int store_update(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                        const real known[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = known[c];
#if TAUB_USER_SOURCE && !TAUB_ADER
    struct setting here = shares.here;
    real rate[SYSTEM_COMPONENTS], in[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, cs, in);
    scale_density(R(1.0) / here.volume, in);
    locate(io, b, k, j, i, &here);
    user_sources(in, GAS_OF(here.eos, in), here, spot_at_centre(R(0.0)), rate);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += R(io.range.number[1]) * rate[c];
#endif
#if TAUB_EQUILIBRIUM
    if (OF_EQUILIBRIUM(io)) {
        EACH (c, SYSTEM_COMPONENTS)
            io.f[3][at + c * cs] = change[c];
        return STATE_IS_FINE;
    }
    EACH (c, SYSTEM_COMPONENTS)
        change[c] -= io.f[6][at + c * cs];
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        const long place = at + c * cs;
        const real start = io.f[2][place];
        u[c] = start + change[c];
#if !TAUB_ADER
        /* in differences from the start, so that a state at rest stays to the last bit */
        const real moved = io.f[0][place] - start;
        u[c] += shares.beta * moved;
#if TAUB_ORDER == 4
        /* the last stage of Spiteri and Ruuth's method adds a part of the second state */
        if (io.range.option[0] == 2)
            io.f[4][place] = SSP54_STATE_2 * (u[c] - start);
        if (io.range.option[0] == 5)
            u[c] += io.f[4][place];
#endif
#endif
        io.f[3][place] = u[c];
    }
#if !TAUB_ADER && TAUB_ORDER == 4 && TAUB_POSITIVE
    /* The last stage takes up the state that the fourth one adds to the start: that has to be a gas by itself. */
    if (io.range.option[0] == 4)
        EACH (c, SYSTEM_COMPONENTS) {
            const real start = io.f[2][at + c * cs];
            u[c] = start + (u[c] - start) * (R(1.0) / shares.beta);
        }
#endif
    return judge_state(io, at, u);
}

/* That, noting where it is not fine; returns whether it is. */
INLINE int update_cell(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                       const real known[SYSTEM_COMPONENTS])
{
    const int fine = store_update(io, shares, at, b, k, j, i, known) == STATE_IS_FINE;
#if TAUB_POSITIVE
    if (!OF_EQUILIBRIUM(io))
        io.f[5][cell_index(io.shape, 1, b, k, j, i)] = fine ? R(0.0) : R(1.0);
#endif
    return fine;
}

/* Set in control->troubled by a stage that needs the last round of `fofc`; 1: that others are needed. */
#define TROUBLED_STAGE(stage) (1 + (stage))

/* A cell that is not a gas any more: with scheme.positivity the next pass corrects it. */
INLINE void report_cell(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_POSITIVE
    io.control->troubled = 1;
#else
    count_recovery(io, RECOVERY_FAILED, b, k, j, i);
#endif
}

#endif
