/* Gas dynamics: exact changes along a change of the conserved state, for schemes that need products with the Jacobian
 * of the flux. Forward differentiation of kernels/systems/euler.h, written out. */
#ifndef TAUB_SYSTEMS_EULER_JACOBIAN_H
#define TAUB_SYSTEMS_EULER_JACOBIAN_H

/* dq = (dq/du) du at the state u, q(u) = q. */
INLINE void primitive_jacobian_product(const struct eos eos, const real q[SYSTEM_COMPONENTS],
                                       const real u[SYSTEM_COMPONENTS], const real du[SYSTEM_COMPONENTS],
                                       real dq[SYSTEM_COMPONENTS])
{
    const real per_mass = R(1.0) / u[0];
    (void)eos;
    dq[0] = du[0];
    UNROLL
    for (int a = 1; a < 4; a++)
        dq[a] = (du[a] - q[a] * du[0]) * per_mass;
    const real speed_squared = square(q[1]) + square(q[2]) + square(q[3]);
    dq[4] = TAUB_EOS_GAMMA_LESS_1 *
            ((du[4] + R(0.5) * speed_squared * du[0]) - (q[1] * du[1] + q[2] * du[2] + q[3] * du[3]));
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        dq[c] = (du[c] - q[c] * du[0]) * per_mass;
}

/* df = (df/du) du of the flux along `axis`, dq from primitive_jacobian_product. */
INLINE void flux_jacobian_product(const struct eos eos, const real q[SYSTEM_COMPONENTS],
                                  const real u[SYSTEM_COMPONENTS], const real dq[SYSTEM_COMPONENTS],
                                  const real du[SYSTEM_COMPONENTS], int axis, real df[SYSTEM_COMPONENTS])
{
    const real normal = q[1 + axis], change = dq[1 + axis];
    (void)eos;
    df[0] = du[1 + axis];
    UNROLL
    for (int a = 0; a < 3; a++)
        df[1 + a] = (du[1 + a] * normal + u[1 + a] * change) + (axis == a ? dq[4] : R(0.0));
    df[4] = (du[4] + dq[4]) * normal + (u[4] + q[4]) * change;
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        df[c] = du[c] * normal + u[c] * change;
}

#endif
