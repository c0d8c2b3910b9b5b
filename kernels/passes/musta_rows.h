/* The fluxes of a row of faces on the host: riemann/musta.h for many faces in lockstep, the same operations on each. */
#ifndef TAUB_PASSES_MUSTA_ROWS_H
#define TAUB_PASSES_MUSTA_ROWS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/rows.h"
#include "passes/host_recovery.h"
#include "riemann/force.h"
#include "riemann/musta.h"
#include "schemes/musta.h"
#include "schemes/update.h"

#if defined(TAUB_HOST)

#define SCHEME_FACE_ROWS 1

/* Local problems: one side each, and the recovery that is under way. Aligned as strips are (march/strip.h). */
struct __attribute__((aligned(64))) side_row {
    real u[SYSTEM_COMPONENTS * HOST_ROW], f[SYSTEM_COMPONENTS * HOST_ROW];
    real e[HOST_ROW], n[HOST_ROW];
};
struct __attribute__((aligned(64))) problem_row {
    struct side_row left, right;
    real u[SYSTEM_COMPONENTS * HOST_ROW], flux[SYSTEM_COMPONENTS * HOST_ROW];
    real lanes[LANE_COUNT * HOST_ROW];
    int status[HOST_ROW], bad[HOST_ROW];
};

/* Everything about lane l. */
INLINE int side_start(const struct taub_io io, const struct eos eos, long at, long stride, real half, int axis,
                      real *u_row, real *f_row, real *e, real *n, real *slowest, real *fastest)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS];
    const int plain = load_face_state(io, at, stride, half, q);
    system_flux(eos, q, axis, u, f, slowest, fastest);
    store_row(u_row, u);
    store_row(f_row, f);
    *e = q[0];
    *n = q[4];
    return plain;
}

/* Both sides; returns whether the local problem is not to be tried (riemann/musta.h). */
INLINE int sides_start(const struct taub_io io, const struct eos eos, long at, long stride, int axis, real *ul_row,
                       real *fl_row, real *el, real *nl, real *ur_row, real *fr_row, real *er, real *nr)
{
    real slowest_left, fastest_left, slowest_right, fastest_right;
    const int plain_left =
        side_start(io, eos, at - stride, stride, R(0.5), axis, ul_row, fl_row, el, nl, &slowest_left, &fastest_left);
    const int plain_right =
        side_start(io, eos, at, stride, R(-0.5), axis, ur_row, fr_row, er, nr, &slowest_right, &fastest_right);
    return plain_left | plain_right | (slowest_left > fastest_right);
}

/* Recovers u, gives F(u). */
INLINE int row_flux(const struct eos eos, int axis, const real *u_row, const real *lanes, int status, real *e, real *n,
                    real f[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], same[SYSTEM_COMPONENTS], slowest, fastest;
    load_row(u_row, u);
    const int last = row_recovery_finish(eos, status, u, lanes, q);
    system_flux(eos, q, axis, same, f, &slowest, &fastest);
    *e = q[0];
    *n = q[4];
    return !recovery_sound(last, q);
}

INLINE int force_start_lane(const struct eos eos, real r, const real *ul_row, const real *fl_row, real el, real nl,
                            const real *ur_row, const real *fr_row, real er, real nr, real *u_row, real *lanes)
{
    real ul[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real u[SYSTEM_COMPONENTS];
    load_row(ul_row, ul);
    load_row(fl_row, fl);
    load_row(ur_row, ur);
    load_row(fr_row, fr);
    force_state(ul, fl, ur, fr, r, u);
    const int status = row_recovery_start(eos, u, R(0.5) * (el + er), R(0.5) * (nl + nr), lanes);
    store_row(u_row, u);
    return status;
}

INLINE int force_lane(const struct eos eos, int axis, real over_r, const real *ul_row, const real *fl_row,
                      const real *ur_row, const real *fr_row, const real *u_row, const real *lanes, int status,
                      real *flux_row)
{
    real ul[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real f[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS], e, n;
    const int bad = row_flux(eos, axis, u_row, lanes, status, &e, &n, f);
    load_row(ul_row, ul);
    load_row(fl_row, fl);
    load_row(ur_row, ur);
    load_row(fr_row, fr);
    force_mean(ul, fl, ur, fr, over_r, f, flux);
    store_row(flux_row, flux);
    return bad;
}

/* FORCE of the two sides. */
INLINE void force_row(const struct eos eos, int axis, const struct local_problem problem, int length,
                      struct problem_row *row)
{
    const struct side_row *left = &row->left, *right = &row->right;
#pragma omp simd
    for (int l = 0; l < length; l++)
        row->status[l] =
            force_start_lane(eos, problem.r, left->u + l, left->f + l, left->e[l], left->n[l], right->u + l,
                             right->f + l, right->e[l], right->n[l], row->u + l, row->lanes + l);
    row_recovery(eos, length, row->lanes);
#pragma omp simd
    for (int l = 0; l < length; l++)
        row->bad[l] |= force_lane(eos, axis, problem.over_r, left->u + l, left->f + l, right->u + l, right->f + l,
                                  row->u + l, row->lanes + l, row->status[l], row->flux + l);
}

INLINE int advance_start_lane(const struct eos eos, real s, int is_right, real *u_row, const real *f_row,
                              const real *flux_row, real e, real n, real *lanes)
{
    real u[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    load_row(u_row, u);
    load_row(f_row, f);
    load_row(flux_row, flux);
    if (is_right)
        musta_step(s, flux, f, u);
    else
        musta_step(s, f, flux, u);
    const int status = row_recovery_start(eos, u, e, n, lanes);
    store_row(u_row, u);
    return status;
}

INLINE int advance_lane(const struct eos eos, int axis, const real *u_row, const real *lanes, int status, real *f_row,
                        real *e, real *n)
{
    real f[SYSTEM_COMPONENTS];
    const int bad = row_flux(eos, axis, u_row, lanes, status, e, n, f);
    store_row(f_row, f);
    return bad;
}

/* One small step of one side. */
INLINE void advance_row(const struct eos eos, int axis, real s, int is_right, int length, struct problem_row *row)
{
    struct side_row *side = is_right ? &row->right : &row->left;
#pragma omp simd
    for (int l = 0; l < length; l++)
        row->status[l] = advance_start_lane(eos, s, is_right, side->u + l, side->f + l, row->flux + l, side->e[l],
                                            side->n[l], row->lanes + l);
    row_recovery(eos, length, row->lanes);
#pragma omp simd
    for (int l = 0; l < length; l++)
        row->bad[l] |=
            advance_lane(eos, axis, side->u + l, row->lanes + l, row->status[l], side->f + l, side->e + l, side->n + l);
}

INLINE int face_row(const struct taub_io io, const struct stage stage, long at, long stride, int axis, int length,
                    int cells, real *face)
{
    const struct eos eos = stage.eos;
    const struct local_problem problem = local_problem_along(stage, axis);
    struct problem_row row;
    int trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        row.bad[l] = sides_start(io, eos, at + l, stride, axis, row.left.u + l, row.left.f + l, row.left.e + l,
                                 row.left.n + l, row.right.u + l, row.right.f + l, row.right.e + l, row.right.n + l);
    for (int n = 0; n < TAUB_MUSTA_STAGES; n++) {
        force_row(eos, axis, problem, length, &row);
        advance_row(eos, axis, problem.s, 0, length, &row);
        advance_row(eos, axis, problem.s, 1, length, &row);
    }
    force_row(eos, axis, problem, length, &row);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        memcpy(face + c * HOST_ROW, row.flux + c * HOST_ROW, (size_t)length * sizeof(real));
    for (int l = 0; l < length; l++)
        trouble |= row.bad[l];
    for (int l = 0; trouble && l < length; l++)
        if (row.bad[l]) {
            real flux[SYSTEM_COMPONENTS];
            load_face_flux(io, stage, at + l, stride, axis, flux);
            store_row(face + l, flux);
        }
    return 0;
}

#endif
#endif
