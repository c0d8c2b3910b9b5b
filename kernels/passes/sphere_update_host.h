/* Cells of a cubed sphere after a stage, on the host: sphere_update as loops over rows (passes/sphere_rows_host.h), of
 * which each has one text for all axes, faces, edges and components, and integrals along edges for the faces that share
 * them. */
#ifndef TAUB_PASSES_SPHERE_UPDATE_HOST_H
#define TAUB_PASSES_SPHERE_UPDATE_HOST_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/sphere.h"
#include "passes/sphere_field.h"
#include "passes/sphere_rows_host.h"
#include "passes/sphere_update.h"

#if defined(TAUB_HOST) && TAUB_ORDER > 2

#if defined(SYSTEM_FIELD)
/* Around the faces of cells. */
INLINE void edge_row(const struct taub_io io, const stored *edges, int d, const struct row_place at, int k, int j,
                     int i, real *row)
{
    EACH_LANE (l, at.lanes)
        row[l] = shared_edge(io, edges, d, at.b, k, j, i + l);
}
ONCE void circulations_of_piece(const struct taub_io *given, const stored *edges, const struct row_place at,
                                real around[MAGNETIC_FLUXES][SPHERE_ROW])
{
    const struct taub_io io = *given;
    /* along an axis, at the lower and upper place along the next one and the one after that */
    real edge[3][2][2][SPHERE_ROW];
    for (int n = 0; n < 4; n++) {
        const int p = n / 2, q = n % 2;
        edge_row(io, edges, 0, at, at.k + q, at.j + p, at.i, edge[0][p][q]);
        edge_row(io, edges, 1, at, at.k + p, at.j, at.i + q, edge[1][p][q]);
        edge_row(io, edges, 2, at, at.k, at.j + q, at.i + p, edge[2][p][q]);
    }
    for (int f = 0; f < MAGNETIC_FLUXES; f++) {
        const int upper = f % 2, p = (f / 2 + 1) % 3, q = (f / 2 + 2) % 3;
        for (int l = 0; l < at.lanes; l++)
            around[f][l] =
                (edge[q][upper][1][l] - edge[q][upper][0][l]) - (edge[p][1][upper][l] - edge[p][0][upper][l]);
    }
}

INLINE void field_lane(const struct taub_io io, const struct row_place at, const real fluxes[][SPHERE_ROW], int l,
                       real field[][SPHERE_ROW])
{
    real own[MAGNETIC_FLUXES], vector[3];
    EACH (f, MAGNETIC_FLUXES)
        own[f] = fluxes[f][l];
    field_of_fluxes(io, at.b, at.k, at.j, at.i + l, own, vector);
    EACH (c, 3)
        field[c][l] = vector[c];
}

/* The magnetic fluxes after the stage. */
INLINE void advance_fluxes(const struct taub_io io, const struct taub_io *given, const struct row_place at, real beta,
                           real dt, real fluxes[MAGNETIC_FLUXES][SPHERE_ROW])
{
    const long from = cell_index(io.shape, MAGNETIC_FLUXES, at.b, at.k, at.j, at.i), cs = io.shape.component_stride;
    const stored *before = io.range.option[0] ? io.f[6] : io.f[7];
    circulations_of_piece(given, io.f[1], at, fluxes);
    for (int f = 0; f < MAGNETIC_FLUXES; f++) {
        real *flux = fluxes[f];
        const stored *begin = io.f[6] + from + f * cs, *stage = before + from + f * cs;
        EACH_LANE (l, at.lanes)
            flux[l] = flux_after_stage(io, begin[l], stage[l], beta, dt, flux[l]);
        put_row(flux, at, io.f[7] + from + f * cs);
    }
}
#endif

/* ---- the user's source ---- */

#if TAUB_USER_SOURCE
INLINE void rate_lane(const struct taub_io io, long from, int b, int k, int j, int i, int l, real rates[][SPHERE_ROW])
{
    real rate[SYSTEM_COMPONENTS];
    rate_at_centre(io, from + l, b, k, j, i + l, rate);
    store_lane(rate, l, rates);
}
/* Cells that are so many steps away along an axis. */
INLINE void rate_row(const struct taub_io io, const struct row_place at, int axis, int step, real rates[][SPHERE_ROW])
{
    const int k = at.k + (axis == 2 ? step : 0), j = at.j + (axis == 1 ? step : 0), i = at.i + (axis == 0 ? step : 0);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, at.b, k, j, i);
    EACH_LANE (l, at.lanes)
        rate_lane(io, from, at.b, k, j, i, l, rates);
}
#endif
INLINE void rates_of_sources(const struct taub_io io, const struct row_place at, real rates[][SPHERE_ROW])
{
#if TAUB_USER_SOURCE
    const int place[3] = {at.i, at.j, at.k};
    real own[SYSTEM_COMPONENTS][SPHERE_ROW], other[SYSTEM_COMPONENTS][SPHERE_ROW], share[SPHERE_ROW];
    rate_row(io, at, 0, 0, own);
    memcpy(rates, own, sizeof own);
    for (int n = 0; n < 9; n++) {
        const int a = n / 3, m = n % 3;
        const struct line_differences line = differences_at(io, a, at.b, place[a]); /* sides of panels are no ends */
        if (line.step[m] == 0)                                                      /* no difference */
            continue;
        rate_row(io, at, a, line.step[m], other);
        const real second = line.second[m], first = line.first[m];
        EACH_LANE (l, at.lanes)
            share[l] = share_of_differences(second, first, growth_of_volume(io, a, at.b, at.k, at.j, at.i + l));
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            EACH_LANE (l, at.lanes)
                rates[c][l] += share[l] * (other[c][l] - own[c][l]);
    }
#else
    memset(rates, 0, SYSTEM_COMPONENTS * sizeof *rates);
#endif
}

/* ---- cells ---- */

/* What flows out of cells through both faces across an axis. */
INLINE void add_outflow(const struct taub_io io, const struct row_place at, int c, real *out)
{
    const long face = cell_index(io.shape, FACE_VALUES, at.b, at.k, at.j, at.i);
    EACH_LANE (l, at.lanes)
        out[l] += shared_face(io, io.f[0], 0, face + l + 1, at.i + l + 1, c) -
                  shared_face(io, io.f[0], 0, face + l, at.i + l, c);
    for (int a = 1; a < 3; a++) {
        const long s = axis_stride(io.shape, a), component = (a * SYSTEM_COMPONENTS + c) * io.shape.component_stride;
        const int n = io.shape.cells[1];
        const stored *lower = io.f[0] + face + component, *upper = lower + s;
        const long below = a == 1 ? s * out_of_panel(at.j, n) : 0, above = a == 1 ? s * out_of_panel(at.j + 1, n) : 0;
        EACH_LANE (l, at.lanes)
            out[l] += R(0.5) * (upper[l] + upper[above + l]) - R(0.5) * (lower[l] + lower[below + l]);
    }
}

INLINE void recover_lane(const struct eos eos, const real densities[][SPHERE_ROW], int l, real states[][SPHERE_ROW])
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    load_lane(densities, l, u);
    load_lane(states, l, q);
    primitive_of_densities(eos, u, q, q); /* sphere_judge looks at the result */
    store_lane(q, l, states);
}

ONCE void update_piece(const struct taub_io *given, const struct row_place at)
{
    const struct taub_io io = *given;
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, at.b, at.k, at.j, at.i), cs = io.shape.component_stride;
    const real alpha = R(io.range.number[0]), beta = R(io.range.number[1]), dt = R(io.range.number[2] * io.control->dt);
    const stored *before = io.range.option[0] ? io.f[2] : io.f[3]; /* beta is 0 then */
    const real sources = IS_CORRECTION(io) ? R(0.0) : dt;          /* have been added */
    real u[SYSTEM_COMPONENTS][SPHERE_ROW], rates[SYSTEM_COMPONENTS][SPHERE_ROW];
    real out[SPHERE_ROW], per[SPHERE_ROW];
    rates_of_sources(io, at, rates);
    EACH_LANE (l, at.lanes)
        per[l] = dt / sphere_volume(io, at.b, at.k, at.j, at.i + l);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const real *rate = rates[c];
        real *density = u[c];
        memset(out, 0, sizeof out);
        add_outflow(io, at, c, out);
        const stored *begin = io.f[2] + from + c * cs, *stage = before + from + c * cs;
        EACH_LANE (l, at.lanes) {
            const real kept = alpha * begin[l] + beta * stage[l];
            density[l] = kept + (sources * rate[l] - per[l] * out[l]);
        }
#if TAUB_ORDER == 4 && !defined(SYSTEM_FIELD)
        stored *second = io.f[7] + from + c * cs;
        if (io.range.option[1] == 3)
            memcpy(second, stage, (size_t)at.length * sizeof *second);
        if (io.range.option[1] == 5)
            for (int l = 0; l < at.length; l++)
                density[l] += SSP54_STATE_2 * (second[l] - begin[l]);
#endif
        repeat_last(at, density);
    }
#if defined(SYSTEM_FIELD)
    real fluxes[MAGNETIC_FLUXES][SPHERE_ROW];
    advance_fluxes(io, given, at, beta, dt, fluxes);
    EACH_LANE (l, at.lanes)
        field_lane(io, at, fluxes, l, u + SYSTEM_FIELD);
    for (int c = 0; c < 3; c++)
        repeat_last(at, u[SYSTEM_FIELD + c]);
#endif
#if !GAS_APART
    const struct eos eos = eos_of_tables(io.tables);
    real q[SYSTEM_COMPONENTS][SPHERE_ROW];
    fetch_states(io, io.f[4] + from, at, q);
    EACH_LANE (l, at.lanes)
        recover_lane(eos, u, l, q);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        put_row(q[c], at, io.f[5] + from + c * cs);
#endif
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        put_row(u[c], at, io.f[3] + from + c * cs);
}

INLINE void sphere_update_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    for (int i = lower; i < upper; i += SPHERE_ROW)
        update_piece(given, piece_of_row(b, k, j, i, upper));
}
SPHERE_LINE_PASS(sphere_update)

#endif
#endif
