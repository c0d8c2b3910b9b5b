/* What relativistic fluids have in common: a state begins with the energy density (or rho) and the spatial components
 * of the four-velocity, orthonormal. */
#ifndef TAUB_SYSTEMS_RELATIVISTIC_H
#define TAUB_SYSTEMS_RELATIVISTIC_H

#include "dialect.h"

/* Sums over axes add x and y first, so that exchanging them changes no bit. */
INLINE real lorentz_factor_of(const real q[4])
{
    return real_sqrt(R(1.0) + ((square(q[1]) + square(q[2])) + square(q[3])));
}

/* e W^2, nearly the energy. */
INLINE real energy_in_motion(const real q[4])
{
    return q[0] * (R(1.0) + ((square(q[1]) + square(q[2])) + square(q[3])));
}

/* Slowest and fastest characteristic speed along one axis (a common form of the acoustic eigenvalues, written so that
 * nothing cancels): lambda = (W u_n (1 - c^2) -+ c sqrt(1 + u_t^2 (1 - c^2)))/(W^2 (1 - c^2) + c^2). */
INLINE void signal_speeds(const real q[4], int axis, real lorentz_factor, real speed_squared, real *slowest,
                          real *fastest)
{
    const real slow = R(1.0) - speed_squared, u_normal = q[1 + axis];
    const real transverse = square(q[1 + (axis + 1) % 3]) + square(q[1 + (axis + 2) % 3]);
    const real root = real_sqrt(speed_squared * (R(1.0) + transverse * slow));
    const real scale = R(1.0) / (square(lorentz_factor) * slow + speed_squared);
    const real middle = lorentz_factor * u_normal * slow;
    *slowest = (middle - root) * scale;
    *fastest = (middle + root) * scale;
}

/* The largest |signal speed| along each axis. */
INLINE void largest_signal_speeds(const real q[4], real lorentz_factor, real speed_squared, real speeds[3])
{
    EACH (axis, 3) {
        real slowest, fastest;
        signal_speeds(q, axis, lorentz_factor, speed_squared, &slowest, &fastest);
        speeds[axis] = real_max(-slowest, fastest);
    }
}

/* Geometric source, in Milne coordinates, of the densities T^{t a} that carry tau, for a fluid without stress:
 * -T^{z z} of the energy, -T^{t z} of the momentum along eta. */
INLINE void ideal_milne_source(const real q[4], real pressure, real rate[4])
{
    const real along = (q[0] + pressure) * q[3];
    rate[0] = -(along * q[3] + pressure);
    rate[1] = R(0.0);
    rate[2] = R(0.0);
    rate[3] = -along * lorentz_factor_of(q);
}

#endif
