/* ader-weno of order 2 on a cubed sphere (passes/sphere.h): one step by states that cells have reached half way, by the
 * fluxes that their own data have through their six faces.
 *
 *   sphere_predict   0 primitive, 2 magnetic fluxes -> 1: primitive half a step later; where there is none, the former
 */
#ifndef TAUB_PASSES_SPHERE_PREDICT_H
#define TAUB_PASSES_SPHERE_PREDICT_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/limiter.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/sphere.h"
#include "passes/sphere_faces.h"

#if SPHERE_PREDICTS
/* Adds what flows in through one face, by the data of the cell: q and its slope along the axis, with the field across
 * the face that the cell keeps. */
INLINE void add_inflow(const struct taub_io io, const struct eos eos, int axis, int side, int b, int k, int j, int i,
                       const real q[SYSTEM_COMPONENTS], const real slope[SYSTEM_COMPONENTS],
                       real change[SYSTEM_COMPONENTS])
{
    const int panel = panel_of_block(io, b);
    const real way = side ? R(0.5) : R(-0.5);
    struct face_frame face;
    real w[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = q[c] + way * slope[c];
    keep_face_admissible(q, w);
    face_frame_of(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), &face);
    turn_into_face(panel, &face, w);
#if defined(SYSTEM_FIELD)
    w[SYSTEM_FIELD] =
        io.f[2][cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i) + (2 * axis + side) * io.shape.component_stride] /
        face.area;
#endif
    gas_flux(gas_of_state(eos, w, u), u, 0, flux);
    vector_of_face(panel, &face, flux + 1);
#if defined(SYSTEM_FIELD)
    vector_of_face(panel, &face, flux + SYSTEM_FIELD);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += (side ? -face.area : face.area) * flux[c];
}

INLINE void sphere_predict_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const real part = R(0.5 * io.control->dt), per = part / sphere_volume(io, b, k, j, i);
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS], next[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, cs, q);
    conserved_of_primitive(eos, q, u);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
    EACH (a, 3) {
        const long s = axis_stride(io.shape, a);
        real slope[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            slope[c] =
                limited_slope(reconstructed_value(io.f[0] + at - s, cs, c), reconstructed_value(io.f[0] + at, cs, c),
                              reconstructed_value(io.f[0] + at + s, cs, c));
        state_of_reconstructed(slope);
        add_inflow(io, eos, a, 0, b, k, j, i, q, slope, change);
        add_inflow(io, eos, a, 1, b, k, j, i, q, slope, change);
    }
    EACH (c, SYSTEM_COMPONENTS)
        u[c] += per * change[c];
#if TAUB_USER_SOURCE
    real x[3], rate[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
    sphere_center(io, b, k, j, i, x);
    source(x, R(io.control->time), q, rate);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] += part * rate[c];
#endif
    primitive_of_densities(eos, u, q, next);
    const int stays = !state_is_gas(u);
    EACH (c, SYSTEM_COMPONENTS)
        io.f[1][at + c * cs] = stays ? q[c] : next[c];
}
SPHERE_POINT_PASS(sphere_predict)
#endif

#endif
