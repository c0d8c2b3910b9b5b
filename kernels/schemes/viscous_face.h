/* Flux of a dissipative fluid through one face: Kurganov and Tadmor's linear data by the case's limiter. */
#ifndef TAUB_SCHEMES_VISCOUS_FACE_H
#define TAUB_SCHEMES_VISCOUS_FACE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/face.h"
#include "case/flux.h"
#include "case/system.h"

/* A front that falls by more than four from one cell to the next is not resolved, and no fluid: what pi and Pi carry
 * through its face is kept in proportion to the energy of the thinner side, so that a thick cell's stress cannot turn a
 * thin cell around. In resolved flow this is 1. */
INLINE real front_share(real e_left, real e_right)
{
    return real_min(R(4.0) * (real_min(e_left, e_right) / real_max(e_left, e_right)), R(1.0));
}

/* pi/e, Pi/e and q/e are linear with centred slopes: their limiter would cut every crest of the waves that they follow
 * the velocity's gradients in, which costs an order, and e, which is limited, bounds them at the face. */
INLINE void stress_at_face(const real q[4][SYSTEM_COMPONENTS], real left[SYSTEM_COMPONENTS],
                           real right[SYSTEM_COMPONENTS])
{
    const real share = front_share(q[1][0], q[2][0]);
    const real to_left = share * left[0], to_right = share * right[0];
    real over[4];
    EACH (m, 4)
        over[m] = R(1.0) / q[m][0];
    EACH_FROM (c, PI_TT, BULK_PRESSURE + 1) {
        const real r0 = over[0] * q[0][c], r1 = over[1] * q[1][c], r2 = over[2] * q[2][c], r3 = over[3] * q[3][c];
        left[c] = to_left * (r1 + R(0.25) * (r2 - r0));
        right[c] = to_right * (r2 - R(0.25) * (r3 - r1));
    }
#if SYSTEM_DIFFUSES
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1) {
        const real r0 = over[0] * q[0][c], r1 = over[1] * q[1][c], r2 = over[2] * q[2][c], r3 = over[3] * q[3][c];
        left[c] = to_left * (r1 + R(0.25) * (r2 - r0));
        right[c] = to_right * (r2 - R(0.25) * (r3 - r1));
    }
#endif
}

/* What q[1] and q[2], of four primitive states in a row along `axis`, show to the face between them. */
INLINE void scheme_face_states(const struct eos eos, const real q[4][SYSTEM_COMPONENTS], int axis,
                               real left[SYSTEM_COMPONENTS], real right[SYSTEM_COMPONENTS])
{
    EACH (c, PI_TT)
        reconstruct_face(q[0][c], q[1][c], q[2][c], q[3][c], &left[c], &right[c]);
#if SYSTEM_CHARGED
    reconstruct_face(q[0][CHARGE_DENSITY], q[1][CHARGE_DENSITY], q[2][CHARGE_DENSITY], q[3][CHARGE_DENSITY],
                     &left[CHARGE_DENSITY], &right[CHARGE_DENSITY]);
#endif
    limit_face(q[1], left);
    limit_face(q[2], right);
    stress_at_face(q, left, right);
}

/* Flux through that face; returns 0: all data are linear. */
INLINE int scheme_face_flux(const struct eos eos, const real q[4][SYSTEM_COMPONENTS], int axis,
                            real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_COMPONENTS], right[SYSTEM_COMPONENTS];
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real slowest_left, fastest_left, slowest_right, fastest_right;
    scheme_face_states(eos, q, axis, left, right);
    system_flux(eos, left, axis, ul, fl, &slowest_left, &fastest_left);
    system_flux(eos, right, axis, ur, fr, &slowest_right, &fastest_right);
    riemann_flux(ul, fl, slowest_left, fastest_left, ur, fr, slowest_right, fastest_right, flux);
    return 0;
}

#endif
