/* Flux of a dissipative fluid through one face: Kurganov and Tadmor's linear data by the case's limiter. */
#ifndef TAUB_SCHEMES_VISCOUS_FACE_H
#define TAUB_SCHEMES_VISCOUS_FACE_H

/* A front that falls by more than four from one cell to the next is not resolved, and no fluid: what pi and Pi carry
 * through its face is kept in proportion to the energy of the thinner side, so that a thick cell's stress cannot turn a
 * thin cell around. A face whose linear data fall below half of the cell's energy takes their stress down with it. In
 * resolved flow both factors are 1. */
INLINE real front_share(real e_left, real e_right)
{
    return real_min(R(4.0) * (real_min(e_left, e_right) / real_max(e_left, e_right)), R(1.0));
}
INLINE void share_stress(real share, real e_cell, real face[SYSTEM_PRIMITIVES])
{
    const real both = share * real_min(R(2.0) * (face[0] / e_cell), R(1.0));
    UNROLL
    for (int c = PI_TT; c < SYSTEM_PRIMITIVES; c++)
        face[c] *= both;
}

/* Between q[1] and q[2], four primitive states in a row along `axis`. */
INLINE void scheme_face_flux(const struct eos eos, const real q[4][SYSTEM_PRIMITIVES], int axis,
                             real flux[SYSTEM_COMPONENTS])
{
    real left[SYSTEM_PRIMITIVES], right[SYSTEM_PRIMITIVES];
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real slowest_left, fastest_left, slowest_right, fastest_right;
    UNROLL
    for (int c = 0; c < SYSTEM_PRIMITIVES; c++)
        reconstruct_face(q[0][c], q[1][c], q[2][c], q[3][c], &left[c], &right[c]);
    limit_face(q[1], left);
    limit_face(q[2], right);
    const real share = front_share(q[1][0], q[2][0]);
    share_stress(share, q[1][0], left);
    share_stress(share, q[2][0], right);
    system_flux(eos, left, axis, ul, fl, &slowest_left, &fastest_left);
    system_flux(eos, right, axis, ur, fr, &slowest_right, &fastest_right);
    riemann_flux(ul, fl, slowest_left, fastest_left, ur, fr, slowest_right, fastest_right, flux);
}

#endif
