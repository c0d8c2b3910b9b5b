/* One ADER step of Maxwell's equations: cells.
 *
 *   states       edge values and currents of each cell      fields: 0 state in, 1 means in, 2 edge values out,
 *                                                            3 currents at faces out
 * A cell's data (passes/maxwell_data.h) evolve by themselves (schemes/maxwell.h). It gives
 * - to each edge, from its corner there, what an edge's Riemann problem adds up of it: the step's averages of
 *   Y E + n x H and of Z H - n x E along the edge, n from the edge into the cell. Where crystals meet the parts of
 *   the latter stand by themselves, H and n x E by axes: Z is not the same for both;
 * - where something conducts, to each face the part of its current that is not in proportion to the face's curl. */
#ifndef TAUB_PASSES_MAXWELL_STATES_H
#define TAUB_PASSES_MAXWELL_STATES_H

#include "dialect.h"
#include "case/system.h"
#include "passes/maxwell_data.h"
#include "passes/maxwell_faces.h"
#include "schemes/maxwell.h"
#if TAUB_ANISOTROPIC
#include "schemes/maxwell_crystal.h"
#endif

/* Of electric and magnetic fields at the four corners along three axes; of corners that are the same one counts. */
#define EDGE_NUMBERS (TAUB_ANISOTROPIC && TAUB_MEDIA ? 4 : 2)
#define EDGE_STATES (12 * EDGE_NUMBERS + TAUB_MEDIA * (TAUB_ANISOTROPIC ? 3 : 1))
#define EDGE_STATE(o, corner) (EDGE_NUMBERS * (4 * (o) + (corner)))
/* Of waves with E along axis a. */
#define EDGE_ADMITTANCE(a) (12 * EDGE_NUMBERS + (TAUB_ANISOTROPIC ? (a) : 0))
/* Two faces an axis, and of how much of the curl they are. */
#define CURRENT_STATES ((6 + TAUB_MEDIA * (TAUB_ANISOTROPIC ? 3 : 1)) * TAUB_CHARGE)
#define CURRENT_SHARE(a) (6 + (TAUB_ANISOTROPIC ? (a) : 0))

/* The same response everywhere is found once. */
INLINE RESPONSE response_of_launch(const struct taub_io io)
{
    return response_of(medium_of_case(), R(io.control->dt));
}
INLINE RESPONSE response_of_cell(const struct taub_io io, const RESPONSE everywhere, long at)
{
#if TAUB_MEDIA
    const long cs = io.shape.component_stride;
    GLOBAL const stored *m = io.f[0] + at + SYSTEM_MEDIUM * cs;
    struct medium medium;
    PERMITTIVITY(medium, 0) = LOAD(m);
#if TAUB_ANISOTROPIC
    medium.permittivity[1] = LOAD(m + MEDIUM_PERMITTIVITY(1) * cs);
    medium.permittivity[2] = LOAD(m + MEDIUM_PERMITTIVITY(2) * cs);
#endif
    medium.permeability = LOAD(m + cs);
    medium.conductivity = LOAD(m + 2 * cs);
    return response_of(medium, R(io.control->dt));
#else
    return everywhere;
#endif
}

#if TAUB_ANISOTROPIC
/* What a corner has for H along the edge: h, and E along the other two axes with the signs of n. */
INLINE void show_magnetic(const RESPONSE r, int o, real h, real e_q, real e_p, GLOBAL stored *shown, long cs)
{
#if TAUB_MEDIA
    shown[cs] = h;
    shown[2 * cs] = e_q;
    shown[3 * cs] = e_p;
#else
    shown[cs] = h - (ALONG(r, (o + 2) % 3).admittance * e_q - ALONG(r, (o + 1) % 3).admittance * e_p);
#endif
}
#endif

/* Edge states of a cell along axis o, from the averages of D and B. */
INLINE void show_to_edges(const struct taub_io io, const RESPONSE r, const real *d, const real *b, int o, long to)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const long cs = io.shape.component_stride;
    const real nu = ALONG(r, o).per_permeability, eta_o = ALONG(r, o).per_permittivity;
    if (!EDGE_ACTIVE(o))
        return;
    const struct plane_values eo = plane_of(d + o * MONOMIALS, o), ho = plane_of(b + o * MONOMIALS, o);
    const struct plane_values ep = plane_of(d + p * MONOMIALS, o), hp = plane_of(b + p * MONOMIALS, o);
    const struct plane_values eq = plane_of(d + q * MONOMIALS, o), hq = plane_of(b + q * MONOMIALS, o);
    EACH (corner, 4) {
        const int up_p = corner & 1, up_q = corner >> 1;
        if ((up_p && !AXIS_ACTIVE(p)) || (up_q && !AXIS_ACTIVE(q)))
            continue;
        /* a cell's lower corner is an edge that it lies above */
        const real sp = AXIS_ACTIVE(p) ? (up_p ? R(-1.0) : R(1.0)) : R(0.0);
        const real sq = AXIS_ACTIVE(q) ? (up_q ? R(-1.0) : R(1.0)) : R(0.0);
        const real e_q = sp * corner_of(eq, up_p, up_q), e_p = sq * corner_of(ep, up_p, up_q);
        const real h = corner_of(ho, up_p, up_q);
        GLOBAL stored *shown = io.f[2] + to + EDGE_STATE(o, corner) * cs;
        shown[0] = (ALONG(r, o).admittance * eta_o) * corner_of(eo, up_p, up_q) +
                   nu * (sp * corner_of(hq, up_p, up_q) - sq * corner_of(hp, up_p, up_q));
#if TAUB_ANISOTROPIC
        show_magnetic(r, o, nu * h, ALONG(r, q).per_permittivity * e_q, ALONG(r, p).per_permittivity * e_p, shown, cs);
#else
        shown[cs] = (r.impedance * nu) * h - eta_o * (e_q - e_p);
#endif
    }
}

/* Lets the data d of D and h of B evolve and shows what comes of them to edges and faces. */
INLINE void show_data(const struct taub_io io, const RESPONSE r, const real per[3], int b, int k, int j, int i, real *d,
                      real *h)
{
    const long cs = io.shape.component_stride, to = cell_index(io.shape, EDGE_STATES, b, k, j, i);
    real lower[3], upper[3];
    evolve_fields(r, per, d, h, lower, upper);
    show_to_edges(io, r, d, h, 0, to);
    show_to_edges(io, r, d, h, 1, to);
    show_to_edges(io, r, d, h, 2, to);
#if TAUB_MEDIA
    EACH (a, (TAUB_ANISOTROPIC ? 3 : 1))
        io.f[2][to + EDGE_ADMITTANCE(a) * cs] = ALONG(r, a).admittance;
#endif
#if TAUB_CHARGE
    const long current_to = cell_index(io.shape, CURRENT_STATES, b, k, j, i);
    EACH (a, 3) {
        io.f[3][current_to + (2 * a) * cs] = lower[a];
        io.f[3][current_to + (2 * a + 1) * cs] = upper[a];
    }
#if TAUB_MEDIA
    EACH (a, (TAUB_ANISOTROPIC ? 3 : 1))
        io.f[3][current_to + CURRENT_SHARE(a) * cs] = ALONG(r, a).share;
#endif
#endif
    (void)cs;
}

INLINE void states_of_cell(const struct taub_io io, const RESPONSE everywhere, const real per[3], int b, int k, int j,
                           int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long mean_at = cell_index(io.shape, 6, b, k, j, i);
    const RESPONSE r = response_of_cell(io, everywhere, at);
    const struct jumps jumps = jumps_of(io, at);
    real d[3 * MONOMIALS], h[3 * MONOMIALS];
    /* calls, not a loop: gcc leaves loops with bodies of this size as they are, and vectorises none around them */
    data_of(io, at, mean_at, jumps, 0, d);
    data_of(io, at, mean_at, jumps, 1, d + MONOMIALS);
    data_of(io, at, mean_at, jumps, 2, d + 2 * MONOMIALS);
    data_of(io, at, mean_at, jumps, 3, h);
    data_of(io, at, mean_at, jumps, 4, h + MONOMIALS);
    data_of(io, at, mean_at, jumps, 5, h + 2 * MONOMIALS);
#if TAUB_MEDIA && TAUB_CHARGE
    const real eps[3] = {R(1.0) / ALONG(r, 0).per_permittivity, R(1.0) / ALONG(r, 1).per_permittivity,
                         R(1.0) / ALONG(r, 2).per_permittivity};
    const real equal[3] = {R(1.0), R(1.0), R(1.0)};
    close_thin_layer(io.shape, jumps, TAUB_ANISOTROPIC ? eps : equal, d);
    close_thin_layer(io.shape, jumps, equal, h);
#endif
    show_data(io, r, per, b, k, j, i, d, h);
}

#if defined(TAUB_HOST)
/* By itself: gcc exchanges the loops over rows and over their cells where it sees both, and vectorises neither. */
OUTLINE void states_row(const struct taub_io *io, const RESPONSE *everywhere, const real per[3], int b, int k, int j,
                        int first, int last)
{
    const struct taub_io here = *io;
    const RESPONSE response = *everywhere;
    const real share[3] = {per[0], per[1], per[2]};
#pragma omp simd
    for (int i = first; i < last; i++)
        states_of_cell(here, response, share, b, k, j, i);
}

static void states_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    real per[3];
    if (io.control->paused || io.control->failed)
        return;
    const RESPONSE everywhere = response_of_launch(io);
    steps_per_width(io, per);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            states_row(&io, &everywhere, per, b, k, j, lower[0], upper[0]);
}
#else
INLINE void states_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                        const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    real per[3];
    if (io.control->paused || io.control->failed || i >= upper[0] || j >= upper[1])
        return;
    const RESPONSE everywhere = response_of_launch(io);
    steps_per_width(io, per);
    EACH_ROLLED (k, lower[2], upper[2])
        states_of_cell(io, everywhere, per, b, k, j, i);
}
#endif
TAUB_TILE_PASS(states, 1)

#endif
