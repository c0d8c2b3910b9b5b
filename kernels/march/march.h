/* The march of a pass that updates cells by the fluxes through their faces, each of which is computed once: on the host
 * strips of rows (strip.h), on GPUs columns of threads (column.h).
 *
 * A scheme's pass includes strip.h on the host and column.h on GPUs, behind the hooks that it defines, and its tile
 * function calls
 *
 *   march(io, stage, scratch, b, lower, upper)
 *
 * where `stage` is a struct stage, or what MARCH_STAGE names: it has per[3], the share of dt over the width of cells.
 * The hooks are static functions, so that compilers inline them:
 *
 *   int load_face_flux(io, stage, at, stride, axis PLACE_ARGUMENT, flux)
 *       The flux through the face between the cell at `at` and the one before it; returns 1 if the data of the upper
 *       cell there were not linear, which is counted with that cell. Unless SCHEME_OWN_FACES is defined, it is here: by
 *       scheme_face_flux from the four cells about the face.
 *   int face_row(io, stage, at, stride, axis PLACE_ARGUMENT, length, cells, face)
 *       Host: the fluxes through a row of lower faces, component c of face l at face[c * HOST_ROW + l]; returns how
 *       many of the first `cells` were counted so. Unless SCHEME_FACE_ROWS is defined, it is in strip.h: load_face_flux
 *       for each.
 *   void finish_row(io, stage, at, b, k, j, i, length, change)
 *       Host: what is done with a row of cells from the sums of dt times flux differences, strided by HOST_ROW.
 *   void finish_cell(io, stage, at, b, k, j, i, change)
 *       GPUs: the same for one cell.
 *   MARCH_BUFFERS
 *       GPUs: how x and y faces are shared among threads; see column.h. The pass has MARCH_VALUES of shared memory. */
#ifndef TAUB_MARCH_MARCH_H
#define TAUB_MARCH_MARCH_H

#include "dialect.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "passes/walls.h"

#if !defined(MARCH_STAGE)
#define MARCH_STAGE struct stage
#endif

#if !defined(SCHEME_OWN_FACES)
INLINE int load_face_flux(const struct taub_io io, const struct stage stage, long at, long stride,
                          int axis PLACE_ARGUMENT, real flux[SYSTEM_COMPONENTS])
{
    GLOBAL const real *w = io.f[0];
    real q[4][SYSTEM_COMPONENTS];
    EACH (m, 4)
        EACH (c, SYSTEM_COMPONENTS)
            q[m][c] = LOAD(w + at + (m - 2) * stride + c * io.shape.component_stride);
    return scheme_face_flux(stage.eos, (const real(*)[SYSTEM_COMPONENTS])q, axis FACE_DISTANCES_AT(axis) WALL_AT(axis),
                            flux);
}
#endif

#endif
