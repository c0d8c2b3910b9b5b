/* The scheme of Kurganov and Tadmor (2000): piecewise linear reconstruction by generalised minmod, central(-upwind)
 * flux, semi-discrete in time. Pointwise: one face, one cell. */
#ifndef TAUB_SCHEMES_KURGANOV_TADMOR_H
#define TAUB_SCHEMES_KURGANOV_TADMOR_H

#include "dialect.h"
#include "case/eos.h"
#include "case/face.h"
#include "case/flux.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "passes/walls.h"
#include "reconstruct/flatten.h"
#include "systems/recovery_status.h"

#if !TAUB_STRETCHED
#define RECONSTRUCT_FACE reconstruct_face
#endif

INLINE void copy_state(const real from[SYSTEM_COMPONENTS], real to[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        to[c] = from[c];
}

/* What q[1] and q[2], of four primitive states in a row along `axis`, show to the face between them; returns whether
 * its upper side goes without linear data (reconstruct/flatten.h). */
INLINE int scheme_face_states(const struct eos eos, const real q[4][SYSTEM_COMPONENTS],
                              int axis FACE_DISTANCES_ARGUMENT, real left[SYSTEM_COMPONENTS],
                              real right[SYSTEM_COMPONENTS])
{
    int flat_left, flat_right;
    strong_compressions(q, axis, &flat_left, &flat_right);
#if TAUB_RECONSTRUCT_CONSERVED
    real u[4][SYSTEM_COMPONENTS], face_left[SYSTEM_COMPONENTS], face_right[SYSTEM_COMPONENTS];
    EACH (m, 4)
        conserved_of_primitive(eos, q[m], u[m]);
    EACH (c, SYSTEM_COMPONENTS)
        RECONSTRUCT_FACE(u[0][c], u[1][c], u[2][c], u[3][c], &face_left[c], &face_right[c]);
    /* a face state that is not admissible falls back to the cell's */
    if (recover_primitive(eos, face_left, q[1][0], q[1][4], left) != RECOVERY_GOOD || flat_left)
        copy_state(q[1], left);
    if (recover_primitive(eos, face_right, q[2][0], q[2][4], right) != RECOVERY_GOOD || flat_right)
        copy_state(q[2], right);
#else
    EACH (c, SYSTEM_COMPONENTS)
        RECONSTRUCT_FACE(q[0][c], q[1][c], q[2][c], q[3][c], &left[c], &right[c]);
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    real energy[4];
    EACH (m, 4)
        energy[m] = reconstruction_variable(q[m]);
    RECONSTRUCT_FACE(energy[0], energy[1], energy[2], energy[3], &left[0], &right[0]);
    left[0] = energy_slope(left[0], left[4]);
    right[0] = energy_slope(right[0], right[4]);
#endif
    limit_face(q[1], flat_left, left);
    limit_face(q[2], flat_right, right);
#endif
    return flat_right;
}

/* Flux through that face; returns the same. */
INLINE int scheme_face_flux(const struct eos eos, const real q[4][SYSTEM_COMPONENTS],
                            int axis FACE_DISTANCES_ARGUMENT WALL_ARGUMENT, real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS];
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real slowest_left, fastest_left, slowest_right, fastest_right;
    const int flat_right = scheme_face_states(eos, q, axis DISTANCES, left, right);
#if TAUB_WALLS
    mirror_at_wall(wall, axis, 0, left, right);
#endif
    system_flux(eos, left, axis, ul, fl, &slowest_left, &fastest_left);
    system_flux(eos, right, axis, ur, fr, &slowest_right, &fastest_right);
    riemann_flux(ul, fl, slowest_left, fastest_left, ur, fr, slowest_right, fastest_right, flux);
    return flat_right;
}

#endif
