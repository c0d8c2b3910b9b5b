/* Cells that the surface of metal cuts. Metal is what waves of the mesh do not enter: a conductor whose skin is thinner
 * than a cell. What is not metal of such a cell, a share v of it, is stretched over the whole cell: permittivity and
 * conductivity over v, permeability times v. Light is as fast as before, and a layer of thickness v h before metal has
 * the impedance of the stretched one for waves longer than a cell, so that the surface lies where it is.
 * docs/theory/maxwell.md, "Metal". */
#ifndef TAUB_MEDIUM_METAL_H
#define TAUB_MEDIUM_METAL_H

#include <stdbool.h>

#include "systems/medium_array.h"
#include "taub/config.h"

enum { TAUB_MEDIUM_POINTS = 8, TAUB_MEDIUM_MOST_POINTS = 512 }; /* along each axis of a cell that is cut; of a cell */

/* Least sigma h sqrt(mu/eps) of metal, h a width of cells, here and in kernels/passes/maxwell_data.h: from here on
 * half spaces reflect better with their surface where it is than smeared over a cell. At 20 cells a wavelength the skin
 * is then half a cell thick. */
enum { TAUB_METAL_CONDUCTION = 25 };

/* The medium at points of a cell, absolute numbers; x fastest. */
struct taub_medium_points {
    int n[3], count;
    double of[TAUB_MEDIUM_NUMBERS][TAUB_MEDIUM_MOST_POINTS];
};

/* Which points of a cell are metal. `surface`: the cell is cut by a surface behind which metal is two cells thick;
 * thinner metal conducts in all cells that it touches, since stretched ones would leave gaps. */
struct taub_metal {
    bool surface;
    bool is[TAUB_MEDIUM_MOST_POINTS];
};

/* `center`, `spacing`, `active` (axes with more than one cell): of the cell; `array`: that of the case, or NULL. */
void taub_metal_find(const struct taub_config *config, const struct taub_medium_array *array,
                     const struct taub_medium_points *points, const double center[3], const double spacing[3],
                     const bool active[3], struct taub_metal *metal);

#endif
