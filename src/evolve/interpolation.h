/* Point values along an axis from cells: of the polynomial whose averages over some cells are theirs, or which has
 * their values at the centres. */
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
/* Of `count` cells from `from` on: what the average of each weighs at x, and what its value at the centre does. */
void taub_interpolation_weights(int count, double from, double x, double *weight);
void taub_interpolation_point_weights(int count, double from, double x, double *weight);

#endif
