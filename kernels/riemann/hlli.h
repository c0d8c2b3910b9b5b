/* HLLI (Dumbser and Balsara 2016), also HLLEM: the flux of HLL less the diffusion that it gives to waves between its
 * two, here the contact and both shear waves, by their eigenvectors at the mean of Roe. At strong shocks the diffusion
 * stays, and of it the given share at faces beside them (shock_sensor.h). */
#ifndef TAUB_RIEMANN_HLLI_H
#define TAUB_RIEMANN_HLLI_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"

#define RIEMANN_OF_GAS 1

INLINE void riemann_of_gas(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                           const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                           real slowest, real fastest, int axis, real share, real flux[SYSTEM_COMPONENTS])
{
    const real up = real_max(fastest, R(0.0)), down = real_min(slowest, R(0.0));
    const real scale = R(1.0) / (up - down);
    /* jumps across the contact and the shear waves; c^2 at the mean pressure and density */
    const real density = R(0.5) * (ul[0] + ur[0]), pressure = R(0.5) * (left.pressure + right.pressure);
    const real step = right.pressure - left.pressure;
    const real jump = (ur[0] - ul[0]) - step * density / (R(TAUB_EOS_GAMMA) * pressure);
    real v[3], waves[SYSTEM_COMPONENTS];
    EACH (a, 3)
        v[a] = R(0.5) * (left.v[a] + right.v[a]);
    waves[0] = jump;
    /* the mean of the square, not the square of the mean: the energy across shear and contact together is exact */
    waves[4] = jump * (R(0.5) * (left.half_v2 + right.half_v2));
    EACH (a, 3) {
        const real shear = a == axis ? R(0.0) : density * (right.v[a] - left.v[a]);
        waves[1 + a] = jump * v[a] + shear;
        waves[4] += shear * v[a];
    }
    EACH_FROM (c, 5, SYSTEM_COMPONENTS) {
        const real concentration = R(0.5) * (ul[c] * left.per_density + ur[c] * right.per_density);
        waves[c] = jump * concentration + density * (ur[c] * right.per_density - ul[c] * left.per_density);
    }
    const real inside = R(1.0) - real_min(v[axis], R(0.0)) / real_min(down, -REAL_TINY) -
                        real_max(v[axis], R(0.0)) / real_max(up, REAL_TINY);
    const real least = real_min(left.pressure, right.pressure), most = real_max(left.pressure, right.pressure);
    const real weak = real_min(R(1.0), R(2.0) * least / most);
    const real sharp = down < R(0.0) && up > R(0.0) ? real_max(inside, R(0.0)) * weak * (R(1.0) - share) : R(0.0);
    const real weight_left = up * scale, weight_right = down * scale, diffusion = (up * down) * scale;
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = (weight_left * fl[c] - weight_right * fr[c]) + diffusion * ((ur[c] - ul[c]) - sharp * waves[c]);
}

#endif
