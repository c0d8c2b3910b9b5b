/* The value of a quantity at a point of the mesh, from cells around it: that of the polynomial whose averages over them
 * are theirs, or which has their values at the centres, along one axis after the other. Of the scheme's order where the
 * quantity is linear in what cells keep, or where cells hold points; else of order 2. */
#ifndef TAUB_EVOLVE_AROUND_H
#define TAUB_EVOLVE_AROUND_H

#include "evolve/interpolation.h"
#include "evolve/media.h"
#include "mesh/places.h"

/* The cells, `from[a]` and `count[a]` - 1 more along each axis, numbered at a level (mesh/places.h), and what they
 * weigh. On a tree the level is that of the finest block that has the point; where other levels come in, these are
 * cells of this block and ghost zones around it. */
struct taub_around {
    int from[3], count[3];
    int level, block; /* block -1: they are all of this level, in whichever blocks */
    double weight[3][TAUB_MOST_INTERPOLATED];
};
enum { TAUB_MOST_CELLS_AROUND = TAUB_MOST_INTERPOLATED * TAUB_MOST_INTERPOLATED * TAUB_MOST_INTERPOLATED };

/* Fields across surfaces jump, and slopes of all: no stencil crosses one. On a sphere cells of one panel. media: of
 * taub_media_create. */
void taub_around_find(const struct taub_simulation *simulation, const struct taub_media *media, const double point[3],
                      struct taub_around *out);
int taub_around_cells(const struct taub_around *self); /* how many */
/* The n-th of them, x fastest; below 0 or beyond the last one of the mesh only where the axis wraps. */
void taub_around_cell(const struct taub_around *self, int n, int cell[3]);
/* And where it is kept. */
void taub_around_place(const struct taub_mesh *mesh, const struct taub_around *self, int n, struct taub_place *place);
/* How many layers of ghost zones have means of all components. */
int taub_around_means(const struct taub_simulation *simulation);
/* On a tree, how many layers of ghost zones around blocks have output values; else 0. */
int taub_around_beyond(const struct taub_simulation *simulation);
/* What the cells give together. */
double taub_around_value(const struct taub_around *self, const double *cells);

/* With mesh.bloch f(x + L) = exp(i k L) f(x) across each periodic axis, L the length of the mesh: cos and sin of k L
 * for a cell behind an end; false for one of the mesh, and without mesh.bloch. */
bool taub_around_turn(const struct taub_simulation *simulation, const int cell[3], double turn[2]);
/* Of E_imaginary E, and the other way round; NULL: a quantity that is not complex. */
const struct taub_quantity_info *taub_around_other_part(const struct taub_simulation *simulation,
                                                        const struct taub_quantity_info *info);
/* A component behind an end, from both parts of the cell there: `value` of `info`, `other` of the other one. */
double taub_around_turned(const struct taub_quantity_info *info, const double turn[2], double value, double other);

#endif
