/* Setting the state and looking at it.
 *
 *   conserve  conserved from primitive state       fields: 0 conserved out, 1 primitive in
 *   recover   primitive from conserved state       fields: 0 primitive out, 1 conserved in
 *   derive    a quantity (option[0]) of each cell  fields: 0 its components out, 1 state in, 2 cells counted whose
 * means stand in for points (load_output); option[1]: means everywhere initialize  primitive state by the user's code
 * fields: 0 primitive out */
#ifndef TAUB_PASSES_STATE_H
#define TAUB_PASSES_STATE_H

#include "dialect.h"
#include "case/diagnostics.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/initial.h"
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
    UNROLL
    for (int a = 0; a < 3 * SYSTEM_FACES; a++) {
        faces[a] = q[SYSTEM_FIELD + a];
        q[SYSTEM_FIELD + a] = R(0.0);
    }
#endif
    conserved_of_primitive(eos, q, u);
#if defined(SYSTEM_FACES)
    UNROLL
    for (int a = 0; a < 3 * SYSTEM_FACES; a++)
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
    field_of_cell(io.shape, io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), u);
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
        UNROLL
        for (int a = 0; a < SYSTEM_QUANTITY_COMPONENTS; a++)
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
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int quantity = io.range.option[0], magnetic = SYSTEM_FIELD + 3 * (SYSTEM_FACES - 1);
        out[a] = quantity == QUANTITY_MAGNETIC_FLUX   ? io.f[1][at + (magnetic + a) * cs]
                 : quantity == QUANTITY_ELECTRIC_FLUX ? io.f[1][at + (SYSTEM_FIELD + a) * cs]
                                                      : out[a];
#if TAUB_POLES
        UNROLL
        for (int n = 0; n < TAUB_POLES && quantity == QUANTITY_ELECTRIC_FLUX; n++)
            out[a] += io.f[1][at + (SYSTEM_POLARIZATION + 3 * n + a) * cs];
#endif
    }
#endif
    UNROLL
    for (int a = 0; a < SYSTEM_QUANTITY_COMPONENTS; a++)
        io.f[0][at + a * cs] = out[a];
}
TAUB_POINT_PASS(derive)

#if TAUB_USER_INITIAL
INLINE void state_from_code(const struct taub_io io, const real x[3], real q[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = R(0.0);
#if defined(SYSTEM_MEDIUM) && TAUB_MEDIA
    q[SYSTEM_MEDIUM] = R(TAUB_PERMITTIVITY);
    q[SYSTEM_MEDIUM + 1] = R(TAUB_PERMEABILITY);
    q[SYSTEM_MEDIUM + 2] = R(TAUB_CONDUCTIVITY);
#if TAUB_POLES
    UNROLL
    for (int n = 0; n < TAUB_POLES; n++)
        q[SYSTEM_STRENGTH + n] = OF_POLE(n, POLE_STRENGTH);
#endif
#endif
    initial(x, R(io.control->time), q);
}

#if TAUB_AVERAGE_POINTS > 1
/* The same rules as src/problems/average.c. */
struct cell_sum {
    real u[SYSTEM_COMPONENTS], low[SYSTEM_COMPONENTS], high[SYSTEM_COMPONENTS];
    real wrong[SYSTEM_COMPONENTS]; /* a primitive state in the cell that no system can start from */
    int is_wrong;
};

/* The mean of such states with others may be one to start from: gas that moves unevenly and has no pressure would get
 * some. */
INLINE void note_wrong(const real q[SYSTEM_COMPONENTS], struct cell_sum *sum)
{
    int wrong = 0;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        wrong |= primitive_is_positive(c) && !(q[c] > R(0.0));
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        sum->wrong[c] = wrong ? q[c] : sum->wrong[c];
    sum->is_wrong |= wrong;
}

/* Adds one point of a cell: place in units of half the spacing. */
INLINE void add_point(const struct taub_io io, const struct eos eos, int b, int k, int j, int i, const real center[3],
                      const real place[3], real weight, struct cell_sum *sum)
{
    const int active[3] = {TAUB_ACTIVE_X, TAUB_ACTIVE_Y, TAUB_ACTIVE_Z};
    real x[3], q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    UNROLL
    for (int a = 0; a < 3; a++)
        x[a] = center[a] +
               (active[a] ? place[a] * (R(0.5 * map_unit(io.shape, a)) * map_width(io, b, k, j, i, a)) : R(0.0));
    state_from_code(io, x, q);
    if (weight > R(0.0))
        note_wrong(q, sum);
    conserved_of_primitive(eos, q, u);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        sum->u[c] += weight * u[c];
        sum->low[c] = real_min(sum->low[c], u[c]);
        sum->high[c] = real_max(sum->high[c], u[c]);
    }
}

/* Gauss and Legendre's rule on `parts` equal parts of each axis; with 0 parts only the corners, which weigh nothing. */
INLINE void add_points(const struct taub_io io, const struct eos eos, int b, int k, int j, int i, const real center[3],
                       int parts, struct cell_sum *sum)
{
    const int n = parts > 0 ? parts * TAUB_AVERAGE_POINTS : 2;
    for (int pz = 0; pz < (TAUB_ACTIVE_Z ? n : 1); pz++)
        for (int py = 0; py < (TAUB_ACTIVE_Y ? n : 1); py++)
            for (int px = 0; px < (TAUB_ACTIVE_X ? n : 1); px++) {
                const int at[3] = {px, py, pz}, active[3] = {TAUB_ACTIVE_X, TAUB_ACTIVE_Y, TAUB_ACTIVE_Z};
                real place[3], weight = parts > 0 ? R(1.0) : R(0.0);
                for (int a = 0; a < 3; a++) {
                    const int part = at[a] / TAUB_AVERAGE_POINTS, m = at[a] % TAUB_AVERAGE_POINTS;
                    place[a] = parts > 0 ? ((real)(2 * part + 1) + average_places[m]) / (real)parts - R(1.0)
                                         : (real)(2 * at[a] - 1);
                    weight *= active[a] && parts > 0 ? average_weights[m] / (real)parts : R(1.0);
                }
                add_point(io, eos, b, k, j, i, center, place, weight, sum);
            }
}

INLINE void clear_sum(struct cell_sum *sum)
{
    sum->is_wrong = 0;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        sum->wrong[c] = R(0.0);
        sum->u[c] = R(0.0);
        sum->low[c] = REAL_MAX;
        sum->high[c] = -REAL_MAX;
    }
}

INLINE int cell_jumps(const struct cell_sum *sum)
{
    real largest[SYSTEM_COMPONENTS];
    int jumps = 0;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        largest[c] = real_max(real_fabs(sum->low[c]), real_fabs(sum->high[c]));
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const real range = sum->high[c] - sum->low[c];
        jumps |= (range > R(0.1) * largest[c]) & (square(range) > R(1e-4) * comparable_square(largest, c));
    }
    return jumps;
}

/* The primitive state of a cell's mean densities. */
INLINE void mean_from_code(const struct taub_io io, int b, int k, int j, int i, const real center[3],
                           real q[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct cell_sum sum;
    int varies = 0;
    clear_sum(&sum);
    add_points(io, eos, b, k, j, i, center, 1, &sum);
    add_points(io, eos, b, k, j, i, center, 0, &sum);
    if (cell_jumps(&sum)) {
        const int axes = TAUB_ACTIVE_X + TAUB_ACTIVE_Y + TAUB_ACTIVE_Z;
        clear_sum(&sum);
        add_points(io, eos, b, k, j, i, center, axes == 1 ? 32 : axes == 2 ? 8 : 4, &sum);
    }
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        varies |= sum.low[c] != sum.high[c];
    state_from_code(io, center, q);
    if (varies)
        recover_primitive(eos, sum.u, q[0], q[4], q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = sum.is_wrong ? sum.wrong[c] : q[c];
}
#endif

INLINE void initialize_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real x[3], q[SYSTEM_COMPONENTS];
    cell_center(io, b, k, j, i, x);
#if TAUB_AVERAGE_POINTS > 1
    mean_from_code(io, b, k, j, i, x, q);
#else
    state_from_code(io, x, q);
#endif
#if TAUB_COMPLEX
    make_imaginary_zero(b, q);
#endif
    store_state(io.f[0], at, io.shape.component_stride, q);
}
TAUB_POINT_PASS(initialize)
#endif

#endif
