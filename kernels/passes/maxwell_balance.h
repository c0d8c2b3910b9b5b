/* Balance of energy: what of the history's sums a cell inside a box adds, and what leaves the box through its faces.
 *
 * Beyond order 2 all is of fourth order where the medium is the same: the mean of a product over a cell is that of both
 * means and a twelfth of the products of the slopes, and fields at a face are those of the cubic through the means of
 * four cells. No cubic crosses a jump of the medium. */
#ifndef TAUB_PASSES_MAXWELL_BALANCE_H
#define TAUB_PASSES_MAXWELL_BALANCE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/maxwell_means.h"
#include "systems/quantities.h"

INLINE long balance_stride(const struct taub_io io, int a)
{
    return AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
}

#if TAUB_ORDER > 2
/* The slopes of a cell along axis a times its width; the medium as it is. D and B have the slopes of the scheme's own
 * data (passes/maxwell_data.h): along their own axis those between their faces, along the others eps and mu of the cell
 * times those of E and H. Beside a conductor's surface, whose charges would give its cells the D of the face, the own
 * axis has one-sided slopes as well. Polarisations end at every jump. */
INLINE void slopes_of_cell(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at, int a,
                           const real q[SYSTEM_COMPONENTS], real slope[SYSTEM_COMPONENTS])
{
    const long s = balance_stride(io, a);
    const int stops_below = stops_stencils(io.shape, field, at - s, s);
    const int stops_above = stops_stencils(io.shape, field, at, s);
    const int jumps_below = medium_jumps(io.shape, field, at, at - s);
    const int jumps_above = medium_jumps(io.shape, field, at, at + s);
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    load_primitive(io, eos, field, at - s, below);
    load_primitive(io, eos, field, at + s, above);
    const struct medium here = medium_of(q), lower = medium_of(below), upper = medium_of(above);
    EACH (c, SYSTEM_COMPONENTS)
        slope[c] = c >= SYSTEM_MEDIUM && c < SYSTEM_POLARIZATION
                       ? q[c]
                       : slope_of_three(below[c], q[c], above[c], jumps_below, jumps_above);
    EACH (n, 3) {
        const real eps = PERMITTIVITY(here, n), mu = here.permeability;
        slope[n] = slope_of_three(below[n] * (eps / PERMITTIVITY(lower, n)), q[n],
                                  above[n] * (eps / PERMITTIVITY(upper, n)), stops_below, stops_above);
        slope[3 + n] = slope_of_three(below[3 + n] * (mu / lower.permeability), q[3 + n],
                                      above[3 + n] * (mu / upper.permeability), stops_below, stops_above);
    }
    const int conductor =
        conductor_begins(io.shape, field, at, at - s) || conductor_begins(io.shape, field, at, at + s);
    UNROLL
    for (int c = a; c < 6 && !conductor; c += 3) {
        GLOBAL const stored *face = field + at + c * io.shape.component_stride;
        slope[c] = LOAD(face + s) - LOAD(face);
    }
}

/* What the slopes in a cell add to the sums, which are squares of fields. io.f[2]: the state. */
INLINE void add_slopes_to_sums(const struct taub_io io, const struct eos eos, long at, const real x[3],
                               const real q[SYSTEM_COMPONENTS], real sums[SYSTEM_SUMS])
{
    EACH (a, 3) {
        real slope[SYSTEM_COMPONENTS], more[SYSTEM_SUMS];
        if (!AXIS_ACTIVE(a))
            continue;
        slopes_of_cell(io, eos, io.f[2], at, a, q, slope);
        system_sums(eos, slope, x, R(volume_element(R(io.control->time))), 0, more);
        EACH (n, SYSTEM_SUMS)
            sums[n] += R(1.0 / 12.0) * more[n];
    }
}
#endif

#if TAUB_MEDIA && TAUB_CHARGE
/* In a conductor whose skin is thinner than a cell, the faces that are its surface have the D of its charges, of which
 * nothing is inside: D is that of the other face, or nothing, and no slope is known. Whether the cell is such a
 * conductor. */
INLINE int leave_charges_out(const struct taub_io io, GLOBAL const stored *field, long at, real q[SYSTEM_COMPONENTS])
{
    int metal = 0;
    EACH (a, 3) {
        const long s = balance_stride(io, a);
        GLOBAL const stored *face = field + at + a * io.shape.component_stride;
        if (!AXIS_ACTIVE(a) || !conducts_beyond(io.shape, field, at, a, R(TAUB_METAL_CONDUCTION)))
            continue;
        const int below = conductor_begins(io.shape, field, at, at - s);
        const int above = conductor_begins(io.shape, field, at, at + s);
        metal = 1;
        const real lo = below ? R(0.0) : LOAD(face), hi = above ? R(0.0) : LOAD(face + s);
        q[a] = below == above ? R(0.5) * (lo + hi) : lo + hi;
    }
    return metal;
}
#endif

/* The power that a cell turns into heat, over its volume: what it adds to the history's sum. */
OUTLINE real heating_of_cell(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at)
{
    real q[SYSTEM_COMPONENTS], heat[3];
    int metal = 0;
    load_primitive(io, eos, field, at, q);
#if TAUB_MEDIA && TAUB_CHARGE
    metal = leave_charges_out(io, field, at, q);
#endif
    system_quantity(eos, q, QUANTITY_HEATING, heat);
    (void)metal;
#if TAUB_ORDER > 2
    EACH (a, 3) {
        real slope[SYSTEM_COMPONENTS], more[3];
        if (!AXIS_ACTIVE(a) || metal)
            continue;
        slopes_of_cell(io, eos, field, at, a, q, slope);
        system_quantity(eos, slope, QUANTITY_HEATING, more);
        heat[0] += R(1.0 / 12.0) * more[0];
    }
#endif
    return heat[0];
}

#if TAUB_LEAVING
/* The balance of energy is that of a box: TAUB_INSET cells clear of matched layers and open ends, or a quarter of what
 * lies between them where that is less. Beside open ends stencils see what is not there, in layers fields are not those
 * of one time. The first cell of the box along axis a (side 0), or the last. */
INLINE int end_of_box(const struct taub_io io, int a, int side)
{
    const int faces = (TAUB_LEAVING >> (2 * a)) & 3, layers = (TAUB_LAYERS >> (2 * a)) & 3;
    const int thick = ((layers >> side) & 1) * TAUB_LAYER_CELLS;
    const int room = (io.shape.mesh[a] - ((layers & 1) + (layers >> 1)) * TAUB_LAYER_CELLS) / 4;
    const int inset = (faces >> side) & 1 ? thick + (room < TAUB_INSET ? room : TAUB_INSET) : 0;
    return side ? io.shape.mesh[a] - 1 - inset : inset;
}

/* E and H along the upper face across axis a of the cell that stands at `at`: those across it, p before q. */
struct face_fields {
    real e[2], h[2];
};

INLINE struct face_fields fields_between(const struct taub_io io, const struct eos eos, long at, int a)
{
    const long s = balance_stride(io, a);
    struct face_fields face = {{R(0.0), R(0.0)}, {R(0.0), R(0.0)}};
    int cubic = TAUB_ORDER > 2;
    EACH_FROM (n, -1, 2)
        cubic &= !medium_jumps(io.shape, io.f[1], at + n * s, at + (n + 1) * s);
    EACH_FROM (n, -1, 3) {
        const int beside = n == 0 || n == 1;
        const real weight = cubic ? (beside ? R(7.0 / 12.0) : R(-1.0 / 12.0)) : beside ? R(0.5) : R(0.0);
        real q[SYSTEM_COMPONENTS];
        if (!cubic && !beside)
            continue;
        load_primitive(io, eos, io.f[2], at + n * s, q);
        const struct medium medium = medium_of(q);
        EACH (m, 2) {
            const int c = (a + 1 + m) % 3;
            face.e[m] += weight * (q[c] / PERMITTIVITY(medium, c));
            face.h[m] += weight * (q[3 + c] / medium.permeability);
        }
    }
    return face;
}

/* Poynting's vector along axis a over the upper face of a cell: at order 2 the product of means. */
INLINE real energy_flux_between(const struct taub_io io, const struct eos eos, long at, int a)
{
    const struct face_fields here = fields_between(io, eos, at, a);
    real flux = here.e[0] * here.h[1] - here.e[1] * here.h[0];
#if TAUB_ORDER > 2
    EACH_FROM (n, 1, 3) {
        const int d = (a + n) % 3;
        const long s = balance_stride(io, d);
        if (!AXIS_ACTIVE(d) || medium_jumps(io.shape, io.f[1], at, at - s) ||
            medium_jumps(io.shape, io.f[1], at, at + s))
            continue;
        const struct face_fields lo = fields_between(io, eos, at - s, a), hi = fields_between(io, eos, at + s, a);
        flux += R(1.0 / 48.0) * ((hi.e[0] - lo.e[0]) * (hi.h[1] - lo.h[1]) - (hi.e[1] - lo.e[1]) * (hi.h[0] - lo.h[0]));
    }
#endif
    return flux;
}

/* What a cell adds to the balance. */
INLINE void balance_of_cell(const struct taub_io io, int b, int k, int j, int i, long at, real sums[SYSTEM_SUMS])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int cell[3] = {i, j, k};
    int inside = 1;
    EACH (a, 3) {
        const int place = io.blocks[b].place[a] + cell[a];
        inside &= place >= end_of_box(io, a, 0) && place <= end_of_box(io, a, 1);
    }
    if (!inside) {
        sums[SUM_BALANCE] = R(0.0);
        sums[SUM_BALANCE + 1] = R(0.0);
        return;
    }
    EACH (a, 3)
        EACH (side, 2)
            if (((TAUB_LEAVING >> (2 * a + side)) & 1) && io.blocks[b].place[a] + cell[a] == end_of_box(io, a, side)) {
                const real flux = energy_flux_between(io, eos, side ? at : at - balance_stride(io, a), a);
                sums[SUM_BALANCE + 2] += (side ? flux : -flux) * R(1.0 / io.shape.spacing[a]);
            }
}
#endif

/* What the sums of a cell have beyond those of its means. io.f[2]: the state. */
INLINE void complete_sums(const struct taub_io io, const struct eos eos, int b, int k, int j, int i, long at,
                          const real x[3], const real q[SYSTEM_COMPONENTS], real sums[SYSTEM_SUMS])
{
#if TAUB_ORDER > 2
    add_slopes_to_sums(io, eos, at, x, q, sums);
#endif
#if TAUB_MEDIA && TAUB_CHARGE /* elsewhere it is what means and slopes give */
    sums[SUM_HEATING] = sums[SUM_BALANCE + 1] = heating_of_cell(io, eos, io.f[2], at);
#endif
#if TAUB_LEAVING
    balance_of_cell(io, b, k, j, i, at, sums);
#endif
    (void)io, (void)eos, (void)b, (void)k, (void)j, (void)i, (void)at, (void)x, (void)q, (void)sums;
}

#endif
