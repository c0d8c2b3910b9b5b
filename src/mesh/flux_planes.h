/* Planes and boxes of output.fluxes, divided into sides: rectangles of whole cell faces normal to one axis. */
#ifndef TAUB_MESH_FLUX_PLANES_H
#define TAUB_MESH_FLUX_PLANES_H

#include "taub/config.h"

struct taub_flux_side {
    int axis;
    double sign;           /* 1: flux along the axis counts as positive; -1: against it */
    double position;       /* coordinate along the axis */
    int from[3], count[3]; /* cells next to the side; along the axis the count is 1, and `from` is not used */
};

enum { TAUB_FLUX_SIDES = 6 };

/* Writes the sides of a plane or box; returns their number, 0 if no face remains. */
int taub_flux_sides(const struct taub_config_mesh *mesh, const struct taub_config_flux_plane *plane,
                    struct taub_flux_side sides[TAUB_FLUX_SIDES]);

/* Bytes for the Fourier transforms and the previous sample: four components of each face. */
double taub_flux_bytes(const struct taub_config_mesh *mesh, const struct taub_config_fluxes *fluxes);

#endif
