/* Positions of cell faces along an axis: equally spaced, from a smooth map, or from a file. */
#ifndef TAUB_SPACING_H
#define TAUB_SPACING_H

#include <stdbool.h>
#include <stddef.h>

#include "mesh/mesh.h"

/* Whether any axis with more than one cell has cells of unequal width. */
bool taub_spacing_wanted(const struct taub_config_mesh *config);

/* The cells[axis] + 1 faces along an axis, from mesh.lower to mesh.upper, ascending; to be freed. TAUB_BAD_INPUT names
 * the file and the line.
 *
 * stretched: with s from 0 to 1 over the cells and b = strength,
 *
 *   x(s) = lower + (upper - lower) (sinh(b (s - s0)) + sinh(b s0))/(sinh(b (1 - s0)) + sinh(b s0)),
 *   s0 = log((1 + (e^b - 1) focus)/(1 + (e^-b - 1) focus))/(2 b),
 *
 * so that x(s0) is at the fraction `focus` of the box, where cells are finest. Widths grow as cosh(b (s - s0)): the
 * interior stretching function of G. O. Roberts (1971), as in J. C. Tannehill, D. A. Anderson, R. H. Pletcher,
 * Computational Fluid Mechanics and Heat Transfer (1997), section 5.6. */
enum taub_status taub_spacing_faces(const struct taub_config_mesh *config, int axis, double **out,
                                    struct taub_error *error);

/* The table for kernels (kernels/geometry/spacing.h): its number of values, 0 if cells are equal; and the values.
 * Beyond a periodic end it continues with the cells of the other end, beyond any other with a mirror image. */
size_t taub_spacing_count(const struct taub_mesh *mesh);
void taub_spacing_table(const struct taub_mesh *mesh, double *values);

#endif
