/* Sums and extrema for the history, by rows and then 256 rows at a time, in a fixed order.
 *
 * Per row of the whole mesh along x: sums of the conserved densities (as stored: with tau in Milne), the system's
 * further sums, its extrema, on a cubed sphere what goes through shells, the user's sums and extrema in the order of
 * the case. Fields of totals: 0 rows out, 1 conserved state, 2 primitive state; of combine: 0 rows out, 1 rows in. */
#ifndef TAUB_PASSES_TOTALS_H
#define TAUB_PASSES_TOTALS_H

#include "dialect.h"
#include "case/diagnostics.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "passes/common.h"
#if TAUB_SPHERE
#include "passes/shells.h"
#else
#define SHELL_SUMS 0
#endif

#define TOTALS_SUMS (SYSTEM_COMPONENTS + SYSTEM_SUMS)
#define TOTALS_OF_SYSTEM (TOTALS_SUMS + SYSTEM_EXTREMA)
#define TOTALS_OF_MESH (TOTALS_OF_SYSTEM + SHELL_SUMS)
#define TOTALS (TOTALS_OF_MESH + TAUB_DIAGNOSTICS)

/* 0: a sum, 1: a minimum, 2: a maximum. */
INLINE int totals_kind(int c)
{
#if TAUB_DIAGNOSTICS
    if (c >= TOTALS_OF_MESH)
        return diagnostic_kind(c - TOTALS_OF_MESH);
#endif
    return c < TOTALS_SUMS || c >= TOTALS_OF_SYSTEM ? 0 : extremum_is_minimum(c - TOTALS_SUMS) ? 1 : 2;
}
INLINE real totals_identity(int c)
{
    const int kind = totals_kind(c);
    return kind == 0 ? R(0.0) : kind == 1 ? REAL_MAX : -REAL_MAX;
}
INLINE real totals_combine(int c, real a, real b)
{
    const int kind = totals_kind(c);
#if TAUB_DIAGNOSTICS
    if (a != a) /* what is no number in one cell is none in the history */
        return a;
#endif
    return kind == 0 ? a + b : kind == 1 ? real_min(a, b) : real_max(a, b);
}
INLINE void totals_point(const struct taub_io io, int b, int k, int j, int i, real out[TOTALS])
{
#if TAUB_COMPLEX
    b = COMPLEX_PARTS * b + io.range.option[1];
#endif
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], extrema[SYSTEM_EXTREMA];
#if SYSTEM_SUMS || TAUB_DIAGNOSTICS
    real x[3];
    cell_center(io, b, k, j, i, x);
#endif
    load_primitive(io, eos, io.f[2], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), q);
    EACH (c, SYSTEM_COMPONENTS)
        out[c] = io.f[1][at + c * cs] * map_volume(io, b, k, j, i);
#if TAUB_REFINED && defined(SYSTEM_FACES)
    /* what goes through planes of faces of level 0, which blocks of all levels have in whole */
    const int cell[3] = {i, j, k};
    EACH (a, 3) {
        const int finer = cells_per_coarsest(io, b, a);
        out[SYSTEM_FIELD + a] *= (io.blocks[b].place[a] + cell[a]) % finer == 0 ? (real)finer : R(0.0);
    }
#endif
#if SYSTEM_SUMS
    real sums[SYSTEM_SUMS];
    system_sums(eos, q, x, R(volume_element(R(io.control->time))), cell_in_middle(io, b, k, j, i), sums);
#if defined(SUM_BALANCE)
    complete_sums(io, eos, b, k, j, i, at, x, q, sums);
#endif
    EACH (c, SYSTEM_SUMS)
        out[SYSTEM_COMPONENTS + c] = sums[c] * map_volume(io, b, k, j, i);
#endif
    system_extrema(eos, q, extrema);
#if TAUB_SPHERE && defined(EXTREMUM_DIVERGENCE)
    extrema[EXTREMUM_DIVERGENCE] = divergence_of_fluxes(io, io.f[3], b, k, j, i);
#endif
#if defined(SYSTEM_FACES)
    EACH (n, SYSTEM_FACES) {
#if defined(SYSTEM_CHARGE) && TAUB_CHARGE
        const real charge = n == 0 ? out[SYSTEM_CHARGE] : R(0.0);
#else
        const real charge = R(0.0);
#endif
        extrema[EXTREMUM_DIVERGENCE + n] = divergence_of_cell(io, b, k, j, i, io.f[1], n, charge);
#if TAUB_LAYERS /* fields in layers are what their equations say */
        extrema[EXTREMUM_DIVERGENCE + n] *= cell_in_layer(io, b, k, j, i) ? R(0.0) : R(1.0);
#endif
    }
#endif
    EACH (c, SYSTEM_EXTREMA)
        out[TOTALS_SUMS + c] = extrema[c];
#if TAUB_SPHERE
    shell_sums(io, eos, b, k, j, i, q, out + TOTALS_OF_SYSTEM);
#endif
#if TAUB_DIAGNOSTICS
    const real volume = R(volume_element(R(io.control->time))) * map_volume(io, b, k, j, i);
    EACH (n, TAUB_DIAGNOSTICS) {
        const real value = diagnostic(n, x, R(io.control->time), q);
        out[TOTALS_OF_MESH + n] = diagnostic_kind(n) == 0 ? value * volume : value;
    }
#endif
}
TAUB_MESH_ROW_PASS(totals, TOTALS)

INLINE real combine_identity(int c)
{
    return totals_identity(c);
}
INLINE real combine_combine(int c, real a, real b)
{
    return totals_combine(c, a, b);
}
INLINE void combine_point(const struct taub_io io, int b, int k, int j, int i, real out[TOTALS])
{
    const int row = j * 256 + i;
    EACH (c, TOTALS)
        out[c] = row < io.range.option[0] ? io.f[1][(long)row * TOTALS + c] : totals_identity(c);
}
TAUB_ROW_PASS(combine, TOTALS)

#endif
