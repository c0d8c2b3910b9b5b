/* Rusanov's flux, the one of Kurganov and Tadmor 2000 (eq. 4.4): one symmetric signal speed. */
#ifndef TAUB_RIEMANN_RUSANOV_H
#define TAUB_RIEMANN_RUSANOV_H

#include "dialect.h"
#include "case/system.h"

INLINE void riemann_flux(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS], real slowest_left,
                         real fastest_left, const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS],
                         real slowest_right, real fastest_right, real flux[SYSTEM_COMPONENTS])
{
    const real up = real_max(fastest_left, fastest_right);
    const real speed = real_max(up, real_max(-slowest_left, -slowest_right));
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (ur[c] - ul[c]));
}

#endif
