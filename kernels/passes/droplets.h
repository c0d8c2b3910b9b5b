/* Droplets that enter in the step at hand (source.kind: droplets).
 *
 *   wake      1 table -> 0: for each bucket of cells (range: j * DROPLET_ROW + i) the droplets of which a share enters
 *   deposit   1 table, 2 lists of wake -> 0: what they bring into each cell, as rates over the step
 *
 * Shares of a droplet add up to 1 over its cells and over its time. A cell sums in the order of the droplets, so bits
 * depend on neither blocks nor ranks. Both are done in doubles, whatever the precision of fields. */
#ifndef TAUB_PASSES_DROPLETS_H
#define TAUB_PASSES_DROPLETS_H

#include "dialect.h"
#include "passes/clock.h"
#include "passes/deposit.h"
#include "schemes/droplets.h"

INLINE void wake_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const double *table = (GLOBAL const double *)io.f[1];
    GLOBAL double *awake = (GLOBAL double *)io.f[0];
    const double begin = io.control->time, end = time_after_step(io.control);
    const int n = j * DROPLET_ROW + i, total = (int)table[DROPLETS_TOTAL];
    if (n < total) {
        GLOBAL const double *starts = table + (long)table[DROPLETS_STARTS] + n;
        const long first = (long)starts[0];
        const long end_of_list = begin <= table[(long)table[DROPLETS_LASTS] + n] ? (long)starts[1] : first;
        long found = 0;
        for (long e = first; e < end_of_list; e++) {
            const double place = table[(long)table[DROPLETS_ENTRIES] + e];
            GLOBAL const double *droplet = table + (long)place;
            const double share = droplet_entered(droplet[DROPLET_TIME], droplet[DROPLET_REACH], end) -
                                 droplet_entered(droplet[DROPLET_TIME], droplet[DROPLET_REACH], begin);
            if (share > 0.0) {
                awake[total + 2 * (first + found)] = place;
                awake[total + 2 * (first + found) + 1] = share;
                found++;
            }
        }
        awake[n] = (double)found;
    }
}
TAUB_GATED_POINT_PASS(wake)

/* Cells of a row that are done together, which lie in one bucket. */
#if defined(TAUB_HOST)
#define DEPOSIT_CELLS DROPLET_BUCKET
#else
#define DEPOSIT_CELLS 1
#endif

/* Adds the share of each of these cells, from at[0] along x, times what the droplet brings. */
INLINE void add_droplet(const struct taub_io io, GLOBAL const double *table, GLOBAL const double *droplet, double share,
                        const int at[3], double sum[DEPOSIT_COMPONENTS][DEPOSIT_CELLS])
{
    for (int a = 2; a > 0; a--) {
        const int above = at[a] - (int)droplet[DROPLET_LOWER + a];
        const int place = above < 0 ? above + io.shape.mesh[a] : above;
        if (place >= (int)droplet[DROPLET_COUNT + a])
            return;
        share *= table[(long)droplet[DROPLET_WEIGHTS + a] + place];
    }
    GLOBAL const double *weights = table + (long)droplet[DROPLET_WEIGHTS];
    const int first = at[0] - (int)droplet[DROPLET_LOWER], count = (int)droplet[DROPLET_COUNT];
    double weight[DEPOSIT_CELLS];
    for (int l = 0; l < DEPOSIT_CELLS; l++) {
        const int place = first + l < 0 ? first + l + io.shape.mesh[0] : first + l;
        weight[l] = place < count ? share * weights[place] : 0.0;
    }
    for (int c = 0; c < DEPOSIT_COMPONENTS; c++)
        for (int l = 0; l < DEPOSIT_CELLS; l++)
            sum[c][l] += weight[l] * droplet[DROPLET_MOMENTUM + c];
}

/* The cells of block b in row (k, j) that lie in the bucket with number i, counted from the block's first. */
OUTLINE void deposit_cells(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const double *table = (GLOBAL const double *)io.f[1];
    GLOBAL const double *awake = (GLOBAL const double *)io.f[2];
    GLOBAL const int *place = io.blocks[b].place;
    const int at[3] = {(place[0] / DEPOSIT_CELLS + i) * DEPOSIT_CELLS, place[1] + j, place[2] + k};
    const long bucket = ((long)(at[2] / DROPLET_BUCKET) * (int)table[DROPLETS_BUCKETS + 1] + at[1] / DROPLET_BUCKET) *
                            (int)table[DROPLETS_BUCKETS] +
                        at[0] / DROPLET_BUCKET;
    double sum[DEPOSIT_COMPONENTS][DEPOSIT_CELLS];
    if (at[0] >= place[0] + io.shape.cells[0])
        return;
    for (int c = 0; c < DEPOSIT_COMPONENTS; c++)
        for (int l = 0; l < DEPOSIT_CELLS; l++)
            sum[c][l] = 0.0;
    const int count = (int)awake[bucket];
    awake += (long)table[DROPLETS_TOTAL] + 2 * (long)table[(long)table[DROPLETS_STARTS] + bucket];
    for (int n = 0; n < count; n++)
        add_droplet(io, table, table + (long)awake[2 * n], awake[2 * n + 1], at, sum);
    /* the components along the tetrad of these cells, of one Cartesian momentum */
    GLOBAL const double *boost = table + (long)table[DROPLETS_BOOSTS] + 2 * at[2];
    for (int l = 0; l < DEPOSIT_CELLS; l++) {
        const double energy = sum[0][l], along = sum[3][l];
        sum[0][l] = energy * boost[0] - along * boost[1];
        sum[3][l] = along * boost[0] - energy * boost[1];
    }
    for (int l = 0; l < DEPOSIT_CELLS; l++) {
        const int cell = at[0] + l - place[0];
        const long out = cell_index(io.shape, DEPOSIT_COMPONENTS, b, k, j, cell);
        for (int c = 0; c < DEPOSIT_COMPONENTS && cell >= 0 && cell < io.shape.cells[0]; c++)
            io.f[0][out + c * io.shape.component_stride] = (stored)(sum[c][l] / io.control->dt);
    }
}

INLINE void deposit_point(const struct taub_io io, int b, int k, int j, int i)
{
    deposit_cells(io, b, k, j, i);
}
TAUB_GATED_POINT_PASS(deposit)

#endif
