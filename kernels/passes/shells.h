/* What goes through three spheres of a cubed sphere, for the history: sums over the layer of cells at the inner end,
 * the middle one and that at the outer end.
 *
 * Of mass (relativistic fluids: charge), energy and angular momentum about z: their fluxes at the centres of cells
 * times the area of the sphere there, of second order. Of the magnetic field, without its sign: the fluxes through the
 * faces of cells that constrained transport keeps, of the inner, middle and outer sphere itself. */
#ifndef TAUB_PASSES_SHELLS_H
#define TAUB_PASSES_SHELLS_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "geometry/sphere.h"
#include "passes/sphere_field.h"

#if defined(SYSTEM_FIELD)
#define SHELL_FLUXES 4
#else
#define SHELL_FLUXES 3
#endif
#define SHELL_SUMS (3 * SHELL_FLUXES)

INLINE void shell_fluxes(const struct taub_io io, const struct eos eos, int b, int k, int j, int i, int outer,
                         const real x[3], const real q[SYSTEM_COMPONENTS], real out[SHELL_FLUXES])
{
    const real r2 = dot_of(x, x), per_radius = R(1.0) / real_sqrt(r2);
    real u[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS], outwards[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, q, u);
    EACH (a, 3) {
        gas_flux(GAS_OF(eos, u), u, a, f);
        EACH (c, 5)
            outwards[c] = (a == 0 ? R(0.0) : outwards[c]) + x[a] * per_radius * f[c];
    }
    const real area = r2 * sphere_plane(io, SPHERE_ANGLE, j, i);
    out[0] = outwards[4 - GAS_ENERGY] * area;
    out[1] = outwards[GAS_ENERGY] * area;
    out[2] = (x[0] * outwards[2] - x[1] * outwards[1]) * area;
#if defined(SYSTEM_FIELD)
    out[3] =
        real_fabs(io.f[3][cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i) + (4 + outer) * io.shape.component_stride]);
#endif
}

/* In units of the mesh's steps, as all sums of totals.h. */
INLINE void shell_sums(const struct taub_io io, const struct eos eos, int b, int k, int j, int i,
                       const real q[SYSTEM_COMPONENTS], real out[SHELL_SUMS])
{
    const int layer = place_in_mesh(io, b, 2, k), last = io.shape.mesh[2] - 1, middle = io.shape.mesh[2] / 2;
    const double unit = io.shape.spacing[0] * io.shape.spacing[1] * io.shape.spacing[2];
    real x[3], fluxes[SHELL_FLUXES];
    EACH (c, SHELL_FLUXES)
        fluxes[c] = R(0.0);
    if (layer == 0 || layer == middle || layer == last) {
        cell_center(io, b, k, j, i, x);
        shell_fluxes(io, eos, b, k, j, i, 0, x, q, fluxes);
    }
    EACH (c, SHELL_FLUXES) {
        out[c] = layer == 0 ? fluxes[c] * R(1.0 / unit) : R(0.0);
        out[SHELL_FLUXES + c] = layer == middle ? fluxes[c] * R(1.0 / unit) : R(0.0);
    }
    if (layer == last)
        shell_fluxes(io, eos, b, k, j, i, 1, x, q, fluxes);
    EACH (c, SHELL_FLUXES)
        out[2 * SHELL_FLUXES + c] = layer == last ? fluxes[c] * R(1.0 / unit) : R(0.0);
}

#endif
