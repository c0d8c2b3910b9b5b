/* MUSTA-FORCE with MUSCL-Hancock data: one face, one cell, pointwise.
 *
 * Field 0 is the primitive state q at the start of the step, field 4 the state h half a step later (passes/predict.h),
 * both with ghost zones filled. A face of a cell has the state h -+ (slope of q)/2: what h - q adds to both faces is
 * the half-step evolution of Hancock, and h and the slopes are all that has to be kept of it. A cell of first order has
 * h = q and no slopes, and its faces take riemann_flux. It is marked by the sign of h[0], the component that is
 * positive in every system. */
#ifndef TAUB_SCHEMES_MUSTA_H
#define TAUB_SCHEMES_MUSTA_H

#include "dialect.h"
#include "case/limiter.h"
#include "case/system.h"
#include "passes/common.h"
#include "riemann/musta.h"
#include "schemes/update.h"

#define SCHEME_OWN_FACES 1

/* Limited differences across q[1], three cells in a row. */
INLINE void limited_slopes(const real q[3][SYSTEM_COMPONENTS], real slope[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, 1, SYSTEM_COMPONENTS)
        slope[c] = limited_slope(q[0][c], q[1][c], q[2][c]);
    slope[0] = energy_slope(
        limited_slope(reconstruction_variable(q[0]), reconstruction_variable(q[1]), reconstruction_variable(q[2])),
        slope[4]);
}

INLINE void face_of_cell(const real q[SYSTEM_COMPONENTS], real side, const real slope[SYSTEM_COMPONENTS],
                         real face[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        face[c] = q[c] + side * slope[c];
}

/* Three cells in a row about `at`. */
INLINE void load_three(GLOBAL const real *w, long at, long stride, long component_stride, real q[3][SYSTEM_COMPONENTS])
{
    EACH (m, 3)
        EACH (c, SYSTEM_COMPONENTS)
            q[m][c] = LOAD(w + at + (m - 1) * stride + c * component_stride);
}

/* The state at the face on side -1/2 or 1/2 of the cell at `at`, half a step on; returns whether the cell is of first
 * order. */
INLINE int load_face_state(const struct taub_io io, long at, long stride, real side, real face[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real q[3][SYSTEM_COMPONENTS], h[SYSTEM_COMPONENTS], slope[SYSTEM_COMPONENTS];
    load_three(io.f[0], at, stride, cs, q);
    EACH (c, SYSTEM_COMPONENTS)
        h[c] = LOAD(io.f[4] + at + c * cs);
    limited_slopes((const real(*)[SYSTEM_COMPONENTS])q, slope);
    const int linear = h[0] > R(0.0);
    h[0] = real_fabs(h[0]);
    face_of_cell(h, linear ? side : R(0.0), slope, face);
    return !linear;
}

/* The state that sources see and that recovery starts from. */
INLINE void load_center(const struct taub_io io, long at, real q[SYSTEM_COMPONENTS])
{
    load_state(io.f[4], at, io.shape.component_stride, q);
    q[0] = real_fabs(q[0]);
}

INLINE struct local_problem local_problem_along(const struct stage stage, int axis)
{
    struct local_problem problem;
    problem.s = stage.per[axis] / stage.volume_in;
    problem.r = R(TAUB_MUSTA_ALPHA) * problem.s;
    problem.over_r = R(1.0) / problem.r;
    return problem;
}

/* Flux through the face between the cell at `at` and the one before it; the predictor counts what it does to data. */
INLINE int load_face_flux(const struct taub_io io, const struct stage stage, long at, long stride, int axis,
                          real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS];
    const int plain_left = load_face_state(io, at - stride, stride, R(0.5), left);
    const int plain_right = load_face_state(io, at, stride, R(-0.5), right);
    musta_flux(stage.eos, left, right, plain_left | plain_right, axis, local_problem_along(stage, axis), flux);
    return 0;
}

#endif
