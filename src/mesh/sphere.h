/* The cubed sphere: the space between two spheres around the origin in six panels, the equiangular gnomonic map
 * (C. Ronchi, R. Iacono, P. S. Paolucci, J. Comput. Phys. 124 (1996) 93).
 *
 * On a panel with the axes T0, T1 and the outward N (taub_cube_panels) a direction is
 *
 *   d = (X T0 + Y T1 + N)/sqrt(1 + X^2 + Y^2),  X = tan xi, Y = tan eta,  xi, eta from -pi/4 to pi/4,
 *
 * with equal steps of both angles. Side faces of cells lie in planes through the origin, and edges are radii and arcs
 * of great circles, so that areas, solid angles and chords are closed formulas. Cells of a mesh have the numbers (panel
 * n + i, j, k), k outwards. */
#ifndef TAUB_MESH_SPHERE_H
#define TAUB_MESH_SPHERE_H

#include <stddef.h>

#include "taub/config.h"
#include "taub/error.h"

struct taub_sphere;

/* From mesh.cells, mesh.radius and mesh.spacing.radius; to be destroyed. TAUB_BAD_INPUT for a file of radii that does
 * not fit. */
enum taub_status taub_sphere_create(const struct taub_config_mesh *config, struct taub_sphere **out,
                                    struct taub_error *error);
void taub_sphere_destroy(struct taub_sphere *self);

/* T0, T1 and N of a panel. */
void taub_sphere_axes(int panel, int axes[3][3]);
/* The solid angle of cell (i, j) of a panel with n cells along its sides. */
double taub_sphere_angle(int n, int i, int j);

/* Cartesian place of a cell's centre, and of its corner next to the origin with the lowest angles. */
void taub_sphere_center(const struct taub_sphere *self, int i, int j, int k, double x[3]);
void taub_sphere_corner(const struct taub_sphere *self, int panel, int i, int j, int k, double x[3]);
/* The panel of a Cartesian place, and the place in numbers of cells from where the panel begins; centres have i + 1/2.
 * On the side of a panel one of those that meet there. */
int taub_sphere_place(const struct taub_sphere *self, const double x[3], double place[3]);
/* Widths of a cell: its volume over its lower faces. */
void taub_sphere_widths(const struct taub_sphere *self, int i, int j, int k, double width[3]);
double taub_sphere_volume(const struct taub_sphere *self, int i, int j, int k);
/* The radius between cells k - 1 and k. */
double taub_sphere_radius(const struct taub_sphere *self, int k);
/* And that of the centres of cells k: half way in their numbers, by the cubic through four spheres. */
double taub_sphere_middle(const struct taub_sphere *self, int k);

/* The table for kernels (kernels/geometry/sphere_table.h): how many numbers, and these. */
size_t taub_sphere_count(const struct taub_sphere *self);
void taub_sphere_table(const struct taub_sphere *self, double *values);

#endif
