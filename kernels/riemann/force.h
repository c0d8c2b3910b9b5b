/* FORCE (Toro 1996; with alpha as in Toro, Hidalgo and Dumbser 2009): the mean of the Lax-Friedrichs and the
 * Lax-Wendroff flux, with r = alpha dt/dx:
 *   F_LF = (F_L + F_R)/2 - (u_R - u_L)/(2 r)
 *   F_LW = F(u_LW), u_LW = (u_L + u_R)/2 - r (F_R - F_L)/2 */
#ifndef TAUB_RIEMANN_FORCE_H
#define TAUB_RIEMANN_FORCE_H

#include "dialect.h"
#include "case/system.h"

/* u_LW */
INLINE void force_state(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                        const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS], real r,
                        real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = R(0.5) * ((ul[c] + ur[c]) - r * (fr[c] - fl[c]));
}

/* (F_LF + F_LW)/2; middle: F(u_LW) */
INLINE void force_mean(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                       const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS], real over_r,
                       const real middle[SYSTEM_COMPONENTS], real flux[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.25) * ((fl[c] + fr[c]) - over_r * (ur[c] - ul[c])) + R(0.5) * middle[c];
}

#endif
