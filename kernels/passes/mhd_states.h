/* One ADER step of magnetohydrodynamics, or one stage of a Runge-Kutta method: cells.
 *
 *   field_means  cell means of B from its faces             fields: 0 state in, 1 means out
 *                with PRIMITIVE_MEANS the primitive state of cells, recovered from their means
 *   states       face states and edge values of each cell   fields: 0 state in, 1 means in, 2 face states out (with
 *                                                            ADER also what sources change), 3 edge values out;
 *                                                            at order 2 the data of the cell in place of both
 * A cell is reconstructed and evolves as in gas dynamics (modes.h, ader.h), B like all else from its means; then the
 * modes of a component of B along its own axis are replaced by those that its two faces give. It gives
 * - to each face the average of the state over face and step, and at orders 3 and 4 f''/24 of its slopes there, the
 *   difference between the average of the flux and the flux of the average (schemes/godunov.h);
 * - to each edge the averages over edge and step of the electric field E = -v x B along it and of the two components of
 *   B across it.
 *
 * At order 2 faces and edges find these by two additions a component, and bytes are what a step costs: a cell stores
 * its evolved data, 32 numbers in three dimensions, where face states and edge values are 84. With PRIMITIVE_DATA these
 * are primitive states, so that a state is recovered once a cell and not at each of its faces and edges. */
#ifndef TAUB_PASSES_MHD_STATES_H
#define TAUB_PASSES_MHD_STATES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "geometry/faces.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/godunov_scalars.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"

#define FACE_VALUES (TAUB_ORDER == 2 ? SYSTEM_COMPONENTS : 2 * SYSTEM_COMPONENTS)
/* Of a cell in the field of means: B, or all of the primitive state. */
#define PRIMITIVE_MEANS (SHOCKS_OF_PRIMITIVE && (TAUB_SHOCK_FIX || TAUB_VARIABLES == 1))
#if PRIMITIVE_MEANS
#define MEAN_VALUES SYSTEM_COMPONENTS
#else
#define MEAN_VALUES 3
#endif
/* Where a component stands there: B first. */
#define MEAN_OF(c) ((c) >= GAS_COMPONENTS ? (c) : (c) >= SYSTEM_FIELD ? (c)-SYSTEM_FIELD : (c) + 3)
/* Number of an axis among the active ones, of a plane among those of two active axes; how many there are. */
#define ACTIVE_BEFORE(a) ((a) == 0 ? 0 : (a) == 1 ? TAUB_ACTIVE_X : TAUB_ACTIVE_X + TAUB_ACTIVE_Y)
#define PLANE_ACTIVE(o) (AXIS_ACTIVE(((o) + 1) % 3) && AXIS_ACTIVE(((o) + 2) % 3))
#define PLANES_BEFORE(o) ((o) == 0 ? 0 : (o) == 1 ? PLANE_ACTIVE(0) : PLANE_ACTIVE(0) + PLANE_ACTIVE(1))
#define ACTIVE_PLANES (PLANE_ACTIVE(0) + PLANE_ACTIVE(1) + PLANE_ACTIVE(2))
#if TAUB_ORDER == 2
/* Of each component the value in the middle, then half the slope along each axis and the even part where there is one.
 */
#define DATA_VALUES (1 + FACE_MODES)
#define DATA_ODD(a) ((1 + DATA_VALUES * ACTIVE_BEFORE(a)) * SYSTEM_COMPONENTS)
#define DATA_EVEN(a) (DATA_ODD(a) + SYSTEM_COMPONENTS)
#define CELL_DATA ((1 + DATA_VALUES * ACTIVE_AXES) * SYSTEM_COMPONENTS)
#else
#define CELL_DATA (2 * ACTIVE_AXES * FACE_VALUES)
#endif
/* The host keeps data in its caches (mhd_march_host.h): only what sources change stands in memory there. */
#if defined(TAUB_HOST)
#define SOURCES_AT 0
#else
#define SOURCES_AT CELL_DATA
#endif
#define FACE_STATES (SOURCES_AT + (TAUB_ADER && TAUB_USER_SOURCE ? SYSTEM_COMPONENTS : 0))
/* At each of four corners of a plane: E, then B along the next axis and the one after it. */
#define EDGE_STATES (12 * (ACTIVE_PLANES > 0 ? ACTIVE_PLANES : 1))
/* Where value 0 of a face state stands among the components, and of a corner: bit 0 up along the next axis, bit 1 up
 * along the one after it. */
#define FACE_STATE(a, upper) ((2 * ACTIVE_BEFORE(a) + (upper)) * FACE_VALUES)
#define EDGE_STATE(o, corner) (12 * PLANES_BEFORE(o) + 3 * (corner))

INLINE void field_means_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long to = cell_index(io.shape, MEAN_VALUES, b, k, j, i);
    const int place[3] = {i, j, k};
#if PRIMITIVE_MEANS
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(io.f[0] + at + c * cs);
#endif
    EACH (a, 3) {
        GLOBAL const stored *face = io.f[0] + at + (SYSTEM_FIELD + a) * cs;
        const long s = axis_stride(io.shape, a);
        real mean = LOAD(face);
        if (AXIS_ACTIVE(a)) {
            const real lo = LOAD(face), hi = LOAD(face + s);
            mean = R(0.5) * (lo + hi);
#if TAUB_ORDER > 2
            mean += correction_in_cell(io.shape, face, a, place[a]);
#endif
        }
        (void)place;
        io.f[1][to + a * cs] = mean;
#if PRIMITIVE_MEANS
        u[SYSTEM_FIELD + a] = mean;
#endif
    }
#if PRIMITIVE_MEANS
    gas_primitive(gas_of(u), u, q);
    EACH (c, SYSTEM_COMPONENTS)
        if (c < SYSTEM_FIELD || c >= GAS_COMPONENTS)
            io.f[1][to + MEAN_OF(c) * cs] = q[c];
#endif
}
TAUB_GATED_POINT_PASS(field_means)

/* A component of the state of cells, B by its means: where it stands. */
INLINE GLOBAL const stored *component_at(const struct taub_io io, long at, long mean_at, int c)
{
    const long cs = io.shape.component_stride;
    if (PRIMITIVE_DATA)
        return io.f[1] + mean_at + MEAN_OF(c) * cs;
    return c >= SYSTEM_FIELD && c < GAS_COMPONENTS ? io.f[1] + mean_at + (c - SYSTEM_FIELD) * cs
                                                   : io.f[0] + at + c * cs;
}

/* Second neighbours on the line of a component of B along its own axis, whose means the outermost ghost zones do not
 * have: the cubic through the nearest four faces. Other variables than the conserved ones ask for them, since the
 * pressure of a neighbour takes its whole field. */
#if TAUB_STRETCHED && SPACING_FIVE_CELLS
/* Of cells of widths w0, w1, 1 and w2, between whose last three the faces are: the mean over the first less that over
 * the third. */
INLINE real mean_beyond_faces(real before, real lo, real hi, real after, real w0, real w1, real w2)
{
    const real first = (lo - before) / w1, second = hi - lo, third = (after - hi) / w2;
    const real bend = (second - first) / (w1 + R(1.0)), next = (third - second) / (R(1.0) + w2);
    const real twist = (next - bend) / ((w1 + R(1.0)) + w2);
    return (bend * (R(1.0 / 3.0) * (w0 * w0) + R(0.5) * (w0 * w1) + R(1.0 / 6.0)) -
            (first * (w1 + R(0.5) * w0) + R(0.5) * second)) -
           twist * (R(0.25) * (w0 * w0 * w0) + R(1.0 / 3.0) * (w0 * w0 * (R(2.0) * w1 + R(1.0))) +
                    R(0.5) * (w0 * w1 * (w1 + R(1.0))) - (R(1.0 / 12.0) + R(1.0 / 6.0) * w1));
}
#endif
INLINE void extrapolate_own_line(GLOBAL const stored *face, long s DISTANCES_ARGUMENT, real line[4])
{
#if TAUB_VARIABLES != 0 && !PRIMITIVE_DATA && (TAUB_ORDER > 2 || TAUB_LIMITER_CELLS == 5)
    const real before = LOAD(face - s), lo = LOAD(face), hi = LOAD(face + s), after = LOAD(face + 2 * s);
#if TAUB_STRETCHED && SPACING_FIVE_CELLS
    const real *w = distances.width;
    line[0] = mean_beyond_faces(before, lo, hi, after, w[0], w[1], w[3]);
    line[3] = mean_beyond_faces(after, hi, lo, before, w[4], w[3], w[1]);
#else
    const real inner = hi - lo, bend = (before + after) - (lo + hi);
    const real odd = R(2.0) * inner + R(4.0 / 3.0) * ((after - before) - R(3.0) * inner);
    line[0] = bend - odd;
    line[3] = bend + odd;
#endif
#else
    (void)s;
#endif
}

/* The lines of all components along one axis, limited each by itself or in other variables. */
INLINE void modes_along(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                        const struct stencil d[SYSTEM_COMPONENTS], int a DISTANCES_ARGUMENT,
                        struct line_modes line[SYSTEM_COMPONENTS])
{
#if TAUB_VARIABLES == 0 && TAUB_ORDER > 2
    joint_lines(u, d, a, line);
#elif TAUB_VARIABLES == 0 || PRIMITIVE_DATA
    EACH (c, SYSTEM_COMPONENTS)
        line[c] = modes_of_line(d[c].line[a], variation_floor(u, c), a, c DISTANCES);
#else
    real values[4][SYSTEM_COMPONENTS];
    EACH (n, 4)
        EACH (c, SYSTEM_COMPONENTS)
            values[n][c] = d[c].line[a][n];
    local_line_modes(gas, u, (const real(*)[SYSTEM_COMPONENTS])values, a DISTANCES, line);
#endif
}

/* The line of the component of B along its own axis: its faces are what they are, and only the cubic is limited. */
#define CUBIC_LIMIT R(200.0)
INLINE struct line_modes line_of_faces(GLOBAL const stored *face, long s, real floor2)
{
    struct line_modes line = no_line_modes();
    const real lo = LOAD(face), hi = LOAD(face + s), delta = hi - lo;
    line.x = delta;
    line.odd = R(0.5) * delta;
#if TAUB_ORDER > 2
    const real before = LOAD(face - s), after = LOAD(face + 2 * s);
    line.even = -mean_correction(before, lo, hi, after);
    line.xx = R(6.0) * line.even;
#if TAUB_ORDER == 4
    const real cubic = R(1.0 / 6.0) * ((after - before) - R(3.0) * delta);
    const real lower2 = (delta * delta + line.xx * line.xx) + floor2;
    line.xxx = share_of_smooth(lower2, cubic * cubic, CUBIC_LIMIT) * cubic;
    line.x = delta - R(0.25) * line.xxx;
#endif
#endif
    return line;
}

#if PRIMITIVE_MEANS
INLINE void load_primitive_means(const struct taub_io io, long mean_at, real q[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = LOAD(io.f[1] + mean_at + MEAN_OF(c) * io.shape.component_stride);
}
#endif

/* The gas of the means of a cell, u. */
INLINE struct gas gas_of_means(const struct taub_io io, long mean_at, const real u[SYSTEM_COMPONENTS])
{
#if PRIMITIVE_MEANS
    real q[SYSTEM_COMPONENTS];
    load_primitive_means(io, mean_at, q);
    (void)u;
    return gas_of_primitive(q);
#else
    (void)io, (void)mean_at;
    return gas_of(u);
#endif
}

/* All modes of a cell. */
INLINE void load_modes(const struct taub_io io, long at, long mean_at, const real u[SYSTEM_COMPONENTS] LINES_ARGUMENT,
                       real m[SYSTEM_COMPONENTS][MODE_COUNT])
{
    const struct gas gas = gas_of_means(io, mean_at, u);
    struct stencil d[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        load_stencil(io.shape, component_at(io, at, mean_at, c),
                     c >= SYSTEM_FIELD && c < GAS_COMPONENTS ? c - SYSTEM_FIELD : 3, u[c], &d[c]);
    EACH_AXIS (a)
        extrapolate_own_line(io.f[0] + at + (SYSTEM_FIELD + a) * io.shape.component_stride,
                             axis_stride(io.shape, a) LINE_OF(a), d[SYSTEM_FIELD + a].line[a]);
    EACH (a, 3) {
        struct line_modes line[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            line[c] = no_line_modes();
        if (AXIS_ACTIVE(a)) {
            const int n = SYSTEM_FIELD + a;
            modes_along(gas, u, d, a LINE_OF(a), line);
            line[n] = line_of_faces(io.f[0] + at + n * io.shape.component_stride, axis_stride(io.shape, a),
                                    variation_floor(u, n));
        }
        EACH (c, SYSTEM_COMPONENTS)
            set_line_modes(line[c], a, m[c]);
    }
#if TAUB_ORDER > 2
    joint_products(u, (const struct stencil *)d, m);
#endif
}

/* The state at a corner of the plane across axis o, averaged along o and over the step: what modes.h and ader.h know,
 * a full cubic (exact for one). */
INLINE real corner_value(const struct evolution evolution, const real m[MODE_COUNT], int o, real sp, real sq)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
#if TAUB_ORDER == 2
#if FACE_MODES
    return (evolution.middle + (m[MODE_EVEN + p] + m[MODE_EVEN + q])) +
           R(2.0) * (sp * m[MODE_ODD + p] + sq * m[MODE_ODD + q]);
#else
    return evolution.middle + (sp * m[MODE_SLOPE + p] + sq * m[MODE_SLOPE + q]);
#endif
#else
    const real base = (R(2.0) * evolution.middle - evolution.mean) + (m[MODE_EVEN + p] + m[MODE_EVEN + q]);
    const real odd = R(2.0) * (sp * m[MODE_ODD + p] + sq * m[MODE_ODD + q]);
    const real both = base + sp * sq * m[MODE_CROSS + o];
#if TAUB_ORDER == 4
    return both + (odd + R(1.0 / 6.0) * (sq * m[MODE_MIXED + 2 * p] + sp * m[MODE_MIXED + 2 * q + 1]));
#else
    return both + odd;
#endif
#endif
}

/* On which side of the cell's middle a corner is, along the next axis and the one after it. */
INLINE real corner_place(int corner, int second)
{
    return corner & (second ? 2 : 1) ? R(0.5) : R(-0.5);
}

/* Slopes of a component at an edge along axis o, along the edge and over the step. */
INLINE void edge_slopes(const struct evolution evolution, const real m[MODE_COUNT], int o, int corner, real *along,
                        real *over)
{
    *along = *over = R(0.0);
#if TAUB_ORDER > 2
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const real sp = corner_place(corner, 0), sq = corner_place(corner, 1);
    if (AXIS_ACTIVE(o))
        *along = m[MODE_SLOPE + o] + (sp * m[MODE_CROSS + q] + sq * m[MODE_CROSS + p]);
#if TAUB_ADER
    *over = evolution.rate + R(2.0) * (sp * evolution.ramp[p] + sq * evolution.ramp[q]);
#endif
#endif
}

/* E and the two components of B across axis o of the state at an edge; without the correction where less than all of
 * the difference from the mean was kept: slopes may be anything there. */
INLINE void edge_values(const real u[SYSTEM_COMPONENTS], const real along[SYSTEM_COMPONENTS],
                        const real over[SYSTEM_COMPONENTS], int o, real scaling, real out[3])
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const struct gas gas = gas_of(u);
    real e = electric_of(u, gas, p, q);
#if TAUB_ORDER > 2
    real bend = AXIS_ACTIVE(o) ? electric_second_derivative(gas, u, along, p, q) : R(0.0);
#if TAUB_ADER
    bend += electric_second_derivative(gas, u, over, p, q);
#endif
    e = scaling == R(1.0) ? e + R(1.0 / 24.0) * bend : e;
#endif
    out[0] = e;
    out[1] = component_along(p, u + SYSTEM_FIELD);
    out[2] = component_along(q, u + SYSTEM_FIELD);
}

/* The same of a cell's data, scaled towards the mean. */
INLINE void edge_state(const real mean[SYSTEM_COMPONENTS], const struct evolution evolution[SYSTEM_COMPONENTS],
                       const real m[SYSTEM_COMPONENTS][MODE_COUNT], int o, int corner, real scaling, real out[3])
{
    real u[SYSTEM_COMPONENTS], along[SYSTEM_COMPONENTS], over[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        const real value = corner_value(evolution[c], m[c], o, corner_place(corner, 0), corner_place(corner, 1));
        u[c] = scaled_value(mean[c], value, scaling);
        edge_slopes(evolution[c], m[c], o, corner, &along[c], &over[c]);
    }
    edge_values(u, along, over, o, scaling, out);
}

#if TAUB_ORDER > 2
/* f''/24 of the slopes of a face state along the face and over the step. */
INLINE void flux_bend(const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS], int axis,
                      real bend[SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of(u);
    EACH (c, SYSTEM_COMPONENTS)
        bend[c] = R(0.0);
    EACH (n, 3)
        if (n == 2 ? TAUB_ADER : AXIS_ACTIVE((axis + 1 + n) % 3))
            add_flux_second_derivative(gas, u, g[n], axis, R(1.0 / 24.0), bend);
}
#endif

#if TAUB_POSITIVE
/* The scaling that edges may have. */
INLINE real share_of_edges(real mean, const struct evolution density, const real m[MODE_COUNT], real share)
{
    real lowest = mean;
    EACH (o, 3)
        if (PLANE_ACTIVE(o)) {
            EACH (corner, 4)
                lowest =
                    real_min(lowest, corner_value(density, m, o, corner_place(corner, 0), corner_place(corner, 1)));
        }
    return real_min(share, share_of_data(mean, lowest));
}
#endif

INLINE struct setting setting_of_launch(const struct taub_io io)
{
    struct setting here;
    const double dt = io.control->dt;
    EACH (a, 3) {
        here.share[a] = R(dt / map_unit(io.shape, a));
        here.width[a] = R(map_unit(io.shape, a));
        here.x[a] = R(0.0);
        here.mirror[a] = R(1.0);
    }
    here.time = R(io.control->time);
    here.dt = here.part = R(dt);
    here.volume = R(volume_element(io.control->time));
    here.eos = eos_of_tables(io.tables);
    return here;
}

INLINE void load_means(const struct taub_io io, long at, long mean_at, real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(component_at(io, at, mean_at, c));
}

/* The state, or primitive state, at the lower or upper face across an axis, of the cell whose data begin at `cell`. */
INLINE void load_state_at_face(GLOBAL const stored *cell, long cs, int axis, int upper, real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS) {
#if TAUB_ORDER == 2
        const real odd = LOAD(cell + (DATA_ODD(axis) + c) * cs);
#if FACE_MODES
        const real base = LOAD(cell + c * cs) + LOAD(cell + (DATA_EVEN(axis) + c) * cs);
#else
        const real base = LOAD(cell + c * cs);
#endif
        u[c] = upper ? base + odd : base - odd;
#else
        u[c] = LOAD(cell + (FACE_STATE(axis, upper) + c) * cs);
#endif
    }
}

#if TAUB_ORDER > 2
/* In the place of a side's scalars the concentrations that its mass carries, times its density; these are averages of
 * fluxes, so nothing is added to theirs. */
INLINE void carry_at_side(const struct scalars scalars, int axis, real scaling, real side[SYSTEM_COMPONENTS],
                          real bend[SYSTEM_COMPONENTS])
{
#if TAUB_BOUND_SCALARS
    real flux[SYSTEM_COMPONENTS];
    const real mass = mass_flux(side, axis), share = scaling == R(1.0) ? R(1.0) : R(0.0);
    flux[0] = mass + share * bend[0];
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        flux[c] = side[c] / side[0] * mass + share * bend[c];
    carry_scalars(scalars, side, flux);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        side[c] = flux[c] * side[0];
        bend[c] = R(0.0);
    }
#endif
}

/* The state of a cell at its face s, scaled towards the mean, and what the curvature of its data adds to the flux. */
INLINE void store_state_at_face(const real mean[SYSTEM_COMPONENTS], const struct evolution evolution[SYSTEM_COMPONENTS],
                                const real m[SYSTEM_COMPONENTS][MODE_COUNT], int s, real scaling,
                                const struct scalars scalars, GLOBAL stored *out, long cs)
{
    real side[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], bend[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        real slope[3];
        side[c] = scaled_value(mean[c], face_value_of(evolution[c].middle, m[c], s / 2, s % 2), scaling);
        if (c >= GAS_COMPONENTS)
            side[c] = draw_scalar(scalars, c, mean, side[0], side[c]);
        face_slopes_of(evolution[c], m[c], s / 2, s % 2, slope);
        EACH (n, 3)
            g[n][c] = slope[n];
    }
    flux_bend(side, (const real(*)[SYSTEM_COMPONENTS])g, s / 2, bend);
    carry_at_side(scalars, s / 2, scaling, side, bend);
    EACH (c, SYSTEM_COMPONENTS) {
        out[c * cs] = side[c];
        out[(SYSTEM_COMPONENTS + c) * cs] = scaling == R(1.0) ? bend[c] : R(0.0);
    }
}
#endif

#endif
