/* Relativistic hydrodynamics: exact changes along a change of the conserved state, for schemes that need products with
 * the Jacobian of the flux. The recovery is not differentiated but solved for its change, which is a linear equation
 * for that of the pressure: with h = e + p, w = h W, a = W dE - u.dM, b = (u.dM - u^2 a)/(w W),
 *   dp (1 - v^2 c^2) = change of p along (de, dn) = ((a - h b)/W, (dR - n b)/W),
 * and then dw = a + W dp, dW = (u.dM - u^2 dw)/(w W), du = (dM - u dw)/w, dn = (dR - n dW)/W,
 * de = (dw - h dW)/W - dp. */
#ifndef TAUB_SYSTEMS_SRHD_JACOBIAN_H
#define TAUB_SYSTEMS_SRHD_JACOBIAN_H

/* dq = (dq/du) du at the state u, q(u) = q. */
INLINE void primitive_jacobian_product(const struct eos eos, const real q[SYSTEM_COMPONENTS],
                                       const real u[SYSTEM_COMPONENTS], const real du[SYSTEM_COMPONENTS],
                                       real dq[SYSTEM_COMPONENTS])
{
    real pressure, speed_squared;
    const real u2 = square(q[1]) + square(q[2]) + square(q[3]);
    const real lorentz_factor = real_sqrt(R(1.0) + u2), over_w = R(1.0) / lorentz_factor;
    (void)u;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    const real enthalpy = q[0] + pressure, over_flow = over_w / enthalpy;
    const real along = q[1] * du[1] + q[2] * du[2] + q[3] * du[3];
    const real a = lorentz_factor * du[0] - along;
    const real b = (along - u2 * a) * (over_flow * over_w);
    const real stiffness = R(1.0) - (u2 * square(over_w)) * speed_squared;
    const real change_p =
        eos_pressure_change(eos, q[0], q[4], (a - enthalpy * b) * over_w, (du[4] - q[4] * b) * over_w) / stiffness;
    const real change_flow = a + lorentz_factor * change_p;
    const real change_w = (along - u2 * change_flow) * (over_flow * over_w);
    dq[0] = (change_flow - enthalpy * change_w) * over_w - change_p;
    UNROLL
    for (int n = 1; n < 4; n++)
        dq[n] = (du[n] - q[n] * change_flow) * over_flow;
    dq[4] = (du[4] - q[4] * change_w) * over_w;
}

/* df = (df/du) du of the flux along `axis`, dq from primitive_jacobian_product. */
INLINE void flux_jacobian_product(const struct eos eos, const real q[SYSTEM_COMPONENTS],
                                  const real u[SYSTEM_COMPONENTS], const real dq[SYSTEM_COMPONENTS],
                                  const real du[SYSTEM_COMPONENTS], int axis, real df[SYSTEM_COMPONENTS])
{
    const real change_p = eos_pressure_change(eos, q[0], q[4], dq[0], dq[4]);
    const real enthalpy = q[0] + eos_pressure(eos, q[0], q[4]), change = dq[0] + change_p;
    const real normal = q[1 + axis], change_normal = dq[1 + axis];
    (void)u;
    df[0] = du[1 + axis];
    UNROLL
    for (int n = 1; n < 4; n++)
        df[n] = (change * (q[n] * normal) + enthalpy * (dq[n] * normal + q[n] * change_normal)) +
                (n == 1 + axis ? change_p : R(0.0));
    df[4] = dq[4] * normal + q[4] * change_normal;
}

#endif
