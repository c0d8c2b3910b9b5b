/* Point values along an axis from averages over cells: the polynomial whose averages over some cells are theirs. */
#ifndef TAUB_EVOLVE_INTERPOLATION_H
#define TAUB_EVOLVE_INTERPOLATION_H

#include "evolve/internal.h"

/* Cells along an axis: as many as orders, and what weights are found for. */
enum { TAUB_MOST_INTERPOLATED = 4, TAUB_MOST_WEIGHTS = 6 };

/* How many cells keep the order of the scheme. */
int taub_interpolation_order(const struct taub_simulation *simulation);
/* The first of `count` cells of unit width around x, of the `all` of an axis that begins at 0; below 0 or beyond the
 * last one only where the axis wraps. */
int taub_interpolation_start(int count, double x, int all, bool wraps);
/* Of `count` cells from `from` on: what each weighs at x. */
void taub_interpolation_weights(int count, double from, double x, double *weight);

#endif
