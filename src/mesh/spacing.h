/* Where the faces of cells lie along an axis: equally far apart, by a smooth map, or as a file says. */
#ifndef TAUB_SPACING_H
#define TAUB_SPACING_H

#include <stdbool.h>
#include <stddef.h>

#include "mesh/mesh.h"

/* Whether an axis with more than one cell has cells of unequal widths. */
bool taub_spacing_wanted(const struct taub_config_mesh *config);

/* The cells[axis] + 1 faces along an axis, from mesh.lower to mesh.upper, rising; free them. TAUB_BAD_INPUT names the
 * file and the line.
 *
 * stretched: with s from 0 to 1 over the cells and b = strength, x(s) = lower + (upper - lower)
 * (sinh(b (s - s0)) + sinh(b s0))/(sinh(b (1 - s0)) + sinh(b s0)), where s0 makes x(s0) the share `focus` of the box:
 * s0 = log((1 + (e^b - 1) focus)/(1 + (e^-b - 1) focus))/(2 b). Cells are finest there, and their widths grow as
 * cosh(b (s - s0)): the interior stretching function of G. O. Roberts (1971), as in J. C. Tannehill, D. A. Anderson,
 * R. H. Pletcher, Computational Fluid Mechanics and Heat Transfer (1997), section 5.6. */
enum taub_status taub_spacing_faces(const struct taub_config_mesh *config, int axis, double **out,
                                    struct taub_error *error);

/* What kernels read (kernels/geometry/spacing.h): so many numbers, 0 with equal cells; all of them. Beyond a periodic
 * end come the cells of the other one, beyond another a mirror image. */
size_t taub_spacing_count(const struct taub_mesh *mesh);
void taub_spacing_table(const struct taub_mesh *mesh, double *values);

#endif
