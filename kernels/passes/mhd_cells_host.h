/* The data of cells on the host at orders 3 and 4, up to CELLS cells of a row at a time.
 *
 * As one loop over cells, with what faces and edges get, this is 30 000 vector instructions, half of which move numbers
 * between registers and memory, and gcc takes a minute for it at order 4. So each part of the work is a loop of its
 * own, over components where they are alike, and all points at which rates are wanted share one text. What passes from
 * part to part stands in `struct cells`. */
#ifndef TAUB_PASSES_MHD_CELLS_HOST_H
#define TAUB_PASSES_MHD_CELLS_HOST_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "passes/locate.h"
#include "passes/mhd_states.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/setting.h"

#if defined(TAUB_HOST)

/* Cells of a row: where the first one is, and how many there are. */
struct row_of_cells {
    struct taub_io io;
    struct setting here;
    int b, k, j, i, length;
};

/* Rows of a strip in the caches: up to STRIP cells, with room up to whole cache lines, so that components do not all
 * fall into the same sets. */
#define STRIP 64
#define LANES (64 / (int)sizeof(real)) /* of a whole vector */
#define STRIDE (STRIP + LANES)
#define EACH_CELL         \
    TAUB_PRAGMA(omp simd) \
    for (int l = 0; l < length; l++)
#define ROW_PART static __attribute__((noinline)) void

#if TAUB_ORDER > 2

#define CELLS (2 * LANES)
#define JET_VALUES 4
#define FIRST_VALUES 10
#define EVOLUTION_VALUES 6

/* Aligned as vector loops want it: gcc 12 at -O1 takes a local one for aligned that is not. */
struct __attribute__((aligned(64))) cells {
    real mean[SYSTEM_COMPONENTS][CELLS];
    real m[SYSTEM_COMPONENTS][MODE_COUNT][CELLS];
    real evolution[SYSTEM_COMPONENTS][EVOLUTION_VALUES][CELLS];
    real scaling[CELLS], edges[CELLS]; /* shares of the difference from the mean that faces and edges keep */
    real drawn[CELLS];                 /* 1: scalars keep less */
#if TAUB_BOUND_SCALARS
    real scalars[TAUB_SCALARS][3][CELLS]; /* share, bounds */
#endif
#if TAUB_ADER
    real jets[SYSTEM_COMPONENTS][JET_VALUES][CELLS];    /* at the point at hand */
    real rates[FIRST_POINTS][SYSTEM_COMPONENTS][CELLS]; /* at the points of k1, then of k2 */
    real first[SYSTEM_COMPONENTS][FIRST_VALUES][CELLS];
#endif
};

INLINE void load_modes_of(const struct cells *cells, int c, int l, real m[MODE_COUNT])
{
    EACH (n, 12)
        m[n] = cells->m[c][n][l];
    EACH_FROM (n, 12, MODE_COUNT)
        m[n] = cells->m[c][n][l];
}
INLINE void store_modes_of(struct cells *cells, int c, int l, const real m[MODE_COUNT])
{
    EACH (n, 12)
        cells->m[c][n][l] = m[n];
    EACH_FROM (n, 12, MODE_COUNT)
        cells->m[c][n][l] = m[n];
}
INLINE void load_data_of(const struct cells *cells, int l, real mean[SYSTEM_COMPONENTS],
                         struct evolution evolution[SYSTEM_COMPONENTS], real m[SYSTEM_COMPONENTS][MODE_COUNT])
{
    EACH (c, SYSTEM_COMPONENTS) {
        mean[c] = cells->mean[c][l];
        evolution[c].middle = cells->evolution[c][0][l];
        evolution[c].mean = cells->evolution[c][1][l];
        evolution[c].rate = cells->evolution[c][2][l];
        EACH (a, 3)
            evolution[c].ramp[a] = cells->evolution[c][3 + a][l];
        load_modes_of(cells, c, l, m[c]);
    }
}
INLINE void store_evolution_of(struct cells *cells, int c, int l, const struct evolution evolution)
{
    cells->evolution[c][0][l] = evolution.middle;
    cells->evolution[c][1][l] = evolution.mean;
    cells->evolution[c][2][l] = evolution.rate;
    EACH (a, 3)
        cells->evolution[c][3 + a][l] = evolution.ramp[a];
}

INLINE void load_mean_of(const struct cells *cells, int l, real mean[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] = cells->mean[c][l];
}

/* ---- reconstruction ---- */

INLINE void all_modes_of_cell(const struct taub_io io, long at, long mean_at, struct cells *cells, int l)
{
    real mean[SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT];
    load_mean_of(cells, l, mean);
    load_modes(io, at + l, mean_at + l, mean, m);
    EACH (c, SYSTEM_COMPONENTS)
        store_modes_of(cells, c, l, m[c]);
}
ROW_PART all_modes_of_row(const struct row_of_cells *row, long at, long mean_at, struct cells *cells)
{
    const struct taub_io io = row->io;
    const int length = row->length;
    EACH_CELL
    all_modes_of_cell(io, at, mean_at, cells, l);
}
static void reconstruct_row(const struct row_of_cells *row, struct cells *cells)
{
    const struct taub_io io = row->io;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, row->b, row->k, row->j, row->i);
    const long mean_at = cell_index(io.shape, MEAN_VALUES, row->b, row->k, row->j, row->i);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        GLOBAL const stored *from = component_at(io, at, mean_at, c);
        for (int l = 0; l < row->length; l++)
            cells->mean[c][l] = LOAD(from + l);
    }
    all_modes_of_row(row, at, mean_at, cells);
}

/* ---- evolution ---- */

#if TAUB_ADER

/* D from the jets at hand. */
INLINE void rate_of_cell(const struct row_of_cells *row, struct setting here, const struct spot spot,
                         const struct cells *cells, int l, real (*rates)[CELLS])
{
    real mean[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    locate_for_data(row->io, row->b, row->k, row->j, row->i + l, &here);
    load_mean_of(cells, l, mean);
    EACH (c, SYSTEM_COMPONENTS) {
        u[c] = cells->jets[c][0][l];
        EACH (a, 3)
            g[a][c] = cells->jets[c][1 + a][l];
    }
    draw_to_gas(mean, u);
    time_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, here, spot, rate);
    EACH (c, SYSTEM_COMPONENTS)
        rates[c][l] = rate[c];
}
/* By a pointer: where a constant struct goes by value to a function that is not inlined, gcc 12 with AVX-512 fills its
 * end, zeros, with what stands before them. parity/test_levels.py would show it. */
ROW_PART rate_of_row(const struct row_of_cells *row, const struct spot *spot, const struct cells *cells,
                     real (*rates)[CELLS])
{
    const struct setting here = row->here;
    const int length = row->length;
    EACH_CELL
    rate_of_cell(row, here, *spot, cells, l, rates);
}

INLINE struct jet centre_of(const struct cells *cells, int c, int l)
{
    real m[MODE_COUNT];
    load_modes_of(cells, c, l, m);
    return jet_at_centre(cells->mean[c][l], m);
}
INLINE struct first_rate first_of(const struct cells *cells, int c, int l)
{
    struct first_rate first;
    first.value = cells->first[c][0][l];
    EACH (a, 3) {
        first.slope[a] = cells->first[c][1 + a][l];
        first.curve[a] = cells->first[c][4 + a][l];
        first.cross[a] = cells->first[c][7 + a][l];
    }
    return first;
}
INLINE struct second_rate second_of(const struct cells *cells, int c, int l)
{
    real rates[SECOND_POINTS];
    EACH (n, SECOND_POINTS)
        rates[n] = second_is_active(n) ? cells->rates[n][c][l] : R(0.0);
    return second_rate_of(first_of(cells, c, l), rates);
}
INLINE void store_jet_of(struct cells *cells, int c, int l, const struct jet jet)
{
    cells->jets[c][0][l] = jet.value;
    EACH (a, 3)
        cells->jets[c][1 + a][l] = jet.slope[a];
}

INLINE void centre_slopes_of(struct cells *cells, int c, int l)
{
    real m[MODE_COUNT];
    load_modes_of(cells, c, l, m);
    centre_slopes(m);
    store_modes_of(cells, c, l, m);
}
INLINE void store_first_jet(struct cells *cells, int c, int l, int point)
{
    real m[MODE_COUNT];
    load_modes_of(cells, c, l, m);
    store_jet_of(cells, c, l, first_jet(centre_of(cells, c, l), m, point));
}
INLINE void store_second_jet(struct cells *cells, int c, int l, int point)
{
    real m[MODE_COUNT];
    load_modes_of(cells, c, l, m);
    store_jet_of(cells, c, l, second_jet(centre_of(cells, c, l), m, first_of(cells, c, l), point));
}
INLINE void store_first(struct cells *cells, int c, int l)
{
    real rates[FIRST_POINTS];
    EACH (n, FIRST_POINTS)
        rates[n] = first_is_active(n) ? cells->rates[n][c][l] : R(0.0);
    const struct first_rate first = first_rate_of(rates);
    cells->first[c][0][l] = first.value;
    EACH (a, 3) {
        cells->first[c][1 + a][l] = first.slope[a];
        cells->first[c][4 + a][l] = first.curve[a];
        cells->first[c][7 + a][l] = first.cross[a];
    }
}
#if TAUB_ORDER == 4
INLINE void store_last_jet(struct cells *cells, int c, int l)
{
    const struct second_rate second = second_of(cells, c, l);
    store_jet_of(cells, c, l, jet_moved(centre_of(cells, c, l), R(1.0), second.value, second.slope));
}
#endif
INLINE void store_evolution(struct cells *cells, int c, int l)
{
    real m[MODE_COUNT], third = R(0.0);
#if TAUB_ORDER == 4
    third = cells->rates[SECOND_POINTS][c][l];
#endif
    load_modes_of(cells, c, l, m);
    const struct evolution evolution =
        evolution_of(cells->mean[c][l], first_of(cells, c, l), second_of(cells, c, l), third, m);
    store_modes_of(cells, c, l, m);
    store_evolution_of(cells, c, l, evolution);
}

/* A part of the work for each component of each cell. */
#define COMPONENT_PART(call)                      \
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) { \
        TAUB_PRAGMA(omp simd)                     \
        for (int l = 0; l < row->length; l++)     \
            call;                                 \
    }

INLINE void rate_at_first(const struct row_of_cells *row, struct cells *cells, int point)
{
    if (!first_is_active(point))
        return;
    const struct spot spot = first_spot(point);
    COMPONENT_PART(store_first_jet(cells, c, l, point))
    rate_of_row(row, &spot, cells, cells->rates[point]);
}
INLINE void rate_at_second(const struct row_of_cells *row, struct cells *cells, int point)
{
    if (!second_is_active(point))
        return;
    const struct spot spot = second_spot(point);
    COMPONENT_PART(store_second_jet(cells, c, l, point))
    rate_of_row(row, &spot, cells, cells->rates[point]);
}

/* evolve_cell of schemes/ader.h. Points are written one by one: compilers have to know which one is at hand. */
static void evolve_row(const struct row_of_cells *row, struct cells *cells)
{
    COMPONENT_PART(centre_slopes_of(cells, c, l))
    rate_at_first(row, cells, 0);
    rate_at_first(row, cells, 1);
    rate_at_first(row, cells, 2);
    rate_at_first(row, cells, 3);
    rate_at_first(row, cells, 4);
    rate_at_first(row, cells, 5);
    rate_at_first(row, cells, 6);
#if TAUB_ORDER == 4
    rate_at_first(row, cells, 7);
    rate_at_first(row, cells, 8);
    rate_at_first(row, cells, 9);
    rate_at_first(row, cells, 10);
    rate_at_first(row, cells, 11);
    rate_at_first(row, cells, 12);
    rate_at_first(row, cells, 13);
    rate_at_first(row, cells, 14);
#endif
    COMPONENT_PART(store_first(cells, c, l))
    rate_at_second(row, cells, 0);
#if TAUB_ORDER == 4
    rate_at_second(row, cells, 1);
    rate_at_second(row, cells, 2);
    rate_at_second(row, cells, 3);
    rate_at_second(row, cells, 4);
    rate_at_second(row, cells, 5);
    rate_at_second(row, cells, 6);
    rate_at_second(row, cells, 7);
    COMPONENT_PART(store_last_jet(cells, c, l))
    const struct spot centre = spot_at_centre(R(0.0));
    rate_of_row(row, &centre, cells, cells->rates[SECOND_POINTS]);
#endif
    COMPONENT_PART(store_evolution(cells, c, l))
}

#if TAUB_USER_SOURCE
INLINE void sources_of_cell(const struct row_of_cells *row, struct setting here, const struct cells *cells, int l,
                            real *out)
{
    real middle[SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS];
    locate_for_data(row->io, row->b, row->k, row->j, row->i + l, &here);
    EACH (c, SYSTEM_COMPONENTS)
        middle[c] = cells->evolution[c][1][l];
    user_sources(middle, gas_of(middle), here, spot_at_centre(R(0.5)), sources);
    EACH (c, SYSTEM_COMPONENTS)
        out[c * STRIDE] = sources[c];
}
ROW_PART sources_of_row(const struct row_of_cells *row, const struct cells *cells, real *out)
{
    const struct setting here = row->here;
    const int length = row->length;
    EACH_CELL
    sources_of_cell(row, here, cells, l, out + l);
}
#endif

#else
static void evolve_row(const struct row_of_cells *row, struct cells *cells)
{
    memset(cells->evolution, 0, sizeof cells->evolution);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        for (int l = 0; l < row->length; l++)
            cells->evolution[c][0][l] = cells->evolution[c][1][l] = cells->mean[c][l];
}
#endif

#endif
#endif
#endif
