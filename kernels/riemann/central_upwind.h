/* Central-upwind flux (Kurganov, Noelle and Petrova 2001, eq. 2.19; the same as HLL): one-sided signal speeds. */
#ifndef TAUB_RIEMANN_CENTRAL_UPWIND_H
#define TAUB_RIEMANN_CENTRAL_UPWIND_H

#include "dialect.h"
#include "case/system.h"

/* In: conserved states, fluxes and signal speeds on both sides. Out: the flux through the face. */
INLINE void riemann_flux(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS], real slowest_left,
                         real fastest_left, const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS],
                         real slowest_right, real fastest_right, real flux[SYSTEM_COMPONENTS])
{
    /* the small number keeps a pressureless gas at rest from giving 0/0 */
    const real up = real_max(real_max(fastest_left, fastest_right), R(1e-30));
    const real down = real_max(real_max(-slowest_left, -slowest_right), R(1e-30));
    const real scale = R(1.0) / (up + down);
    /* diffusion is symmetric to the last bit, so that mirror images stay mirror images */
    const real weight_left = up * scale, weight_right = down * scale, diffusion = (up * down) * scale;
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = (weight_left * fl[c] + weight_right * fr[c]) - diffusion * (ur[c] - ul[c]);
}

#endif
