/* Planes and boxes of output.fluxes as sides: rectangles of whole faces of cells across one axis. */
#ifndef TAUB_MESH_FLUX_PLANES_H
#define TAUB_MESH_FLUX_PLANES_H

#include "taub/config.h"

struct taub_flux_side {
    int axis;
    double sign;           /* 1: what goes up the axis counts as positive */
    double position;       /* along the axis */
    int from[3], count[3]; /* cells beside it; along the axis one, of no meaning */
};

enum { TAUB_FLUX_SIDES = 6 };

/* Writes the sides of a plane of a mesh; returns their number, 0 where no face is left. */
int taub_flux_sides(const struct taub_config_mesh *mesh, const struct taub_config_flux_plane *plane,
                    struct taub_flux_side sides[TAUB_FLUX_SIDES]);

/* Bytes of the transforms and the last look: four components of each face. */
double taub_flux_bytes(const struct taub_config_mesh *mesh, const struct taub_config_fluxes *fluxes);

#endif
