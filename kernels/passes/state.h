/* Setting the state and looking at it.
 *
 *   conserve  conserved from primitive state       fields: 0 conserved out, 1 primitive in
 *   recover   primitive from conserved state       fields: 0 primitive out, 1 conserved in
 *   derive    a quantity (option[0]) of each cell  fields: 0 its components out, 1 state in, 2 cells counted whose
 * means stand in for points (load_output); option[1]: means everywhere */
#ifndef TAUB_PASSES_STATE_H
#define TAUB_PASSES_STATE_H

#include "dialect.h"
#include "case/diagnostics.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "passes/common.h"
#include "passes/points.h"
#include "systems/quantities.h"

INLINE void conserve_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_state(io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, q);
#if defined(SYSTEM_FACES)
    /* the field is that of faces; its energy is added when means are known (passes/mhd_update.h) */
    real faces[3 * SYSTEM_FACES];
    EACH (a, 3 * SYSTEM_FACES) {
        faces[a] = q[SYSTEM_FIELD + a];
        q[SYSTEM_FIELD + a] = R(0.0);
    }
#endif
    conserved_of_primitive(eos, q, u);
#if defined(SYSTEM_FACES)
    EACH (a, 3 * SYSTEM_FACES)
        u[SYSTEM_FIELD + a] = faces[a];
#endif
    scale_density(R(volume_element(io.control->time)), u);
    store_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, u);
}
TAUB_POINT_PASS(conserve)

INLINE void recover_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_state(io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, u);
#if defined(SYSTEM_FACES)
    mean_state_of_cell(io.shape, io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), u);
#endif
    scale_density(R(1.0 / volume_element(io.control->time)), u);
    recover_primitive(eos, u, u[0], u[4], q);
    store_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, q);
}
TAUB_POINT_PASS(recover)

/* Of complex fields energies and what they flow by are those of both parts. Returns what load_output does. */
INLINE int quantity_of_cell(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, int b, int k,
                            int j, int i, int quantity, int means, real out[SYSTEM_QUANTITY_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS];
    const int stands_in = load_output(io, eos, field, b, k, j, i, means, q);
    system_quantity(eos, q, quantity, out);
#if TAUB_DIAGNOSTICS
    if (quantity >= QUANTITY_DIAGNOSTIC && quantity < QUANTITY_DIAGNOSTIC + TAUB_DIAGNOSTICS) {
        real x[3];
        cell_center(io, b, k, j, i, x);
        out[0] = diagnostic(quantity - QUANTITY_DIAGNOSTIC, x, R(io.control->time), q);
    }
#endif
#if defined(SUM_BALANCE)
    if (quantity == QUANTITY_HEATING)
        out[0] = heating_of_cell(io, eos, field, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i));
#endif
#if TAUB_COMPLEX
#if defined(SUM_BALANCE)
    if (quantity == QUANTITY_HEATING)
        out[0] += heating_of_cell(io, eos, field, cell_index(io.shape, SYSTEM_COMPONENTS, OTHER_PART(b), k, j, i));
#endif
    if (quantity == QUANTITY_ENERGY_DENSITY || quantity == QUANTITY_ENERGY_FLUX) {
        real of_other[SYSTEM_QUANTITY_COMPONENTS];
        load_output(io, eos, field, OTHER_PART(b), k, j, i, means, q);
        system_quantity(eos, q, quantity, of_other);
        EACH (a, SYSTEM_QUANTITY_COMPONENTS)
            out[a] += of_other[a];
    }
#endif
    return stands_in;
}

INLINE void derive_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real out[SYSTEM_QUANTITY_COMPONENTS];
    if (quantity_of_cell(io, eos, io.f[1], b, k, j, i, io.range.option[0], io.range.option[1], out))
        count_up((GLOBAL int *)io.f[2], 1);
#if defined(SYSTEM_FACES)
    EACH (a, 3) {
        const int quantity = io.range.option[0], magnetic = SYSTEM_FIELD + 3 * (SYSTEM_FACES - 1);
        out[a] = quantity == QUANTITY_MAGNETIC_FLUX   ? io.f[1][at + (magnetic + a) * cs]
                 : quantity == QUANTITY_ELECTRIC_FLUX ? io.f[1][at + (SYSTEM_FIELD + a) * cs]
                                                      : out[a];
#if TAUB_POLES
        EACH (n, quantity == QUANTITY_ELECTRIC_FLUX ? TAUB_POLES : 0)
            out[a] += io.f[1][at + (SYSTEM_POLARIZATION + 3 * n + a) * cs];
#endif
    }
#endif
    EACH (a, SYSTEM_QUANTITY_COMPONENTS)
        io.f[0][at + a * cs] = out[a];
}
TAUB_POINT_PASS(derive)

#endif
