/* Riemann problems of faces for magnetohydrodynamics, relativistic or not: Rusanov and HLL, or a solver that knows
 * waves inside the fan of HLL, which the case puts in the place of case/solver.h: HLLC (mhd_hllc.h, srmhd_hllc.h), HLLD
 * (mhd_hlld.h, srmhd_hlld.h) with `fan_flux`, HLLI (mhd_hlli.h). Both states have the same field across the face, whose
 * flux is 0. */
#ifndef TAUB_RIEMANN_MHD_H
#define TAUB_RIEMANN_MHD_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/solver.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"

/* Scalars of solvers with inner waves. */
INLINE void carry_with_mass(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                            const struct gas right, real flux[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        flux[c] = flux[0] * (flux[0] > R(0.0) ? ul[c] * left.per_density : ur[c] * right.per_density);
}

/* The flux of a face between two states, without what averages over the face add (schemes/godunov.h). `share`: how much
 * of it is HLL's, with scheme.shock_fix. */
INLINE struct face_fan solve_face(const real ul[SYSTEM_COMPONENTS], const struct gas left,
                                  const real ur[SYSTEM_COMPONENTS], const struct gas right, int axis, real share,
                                  real flux[SYSTEM_COMPONENTS])
{
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS], hll[SYSTEM_COMPONENTS], slowest, fastest;
    struct face_fan fan;
    gas_flux(left, ul, axis, fl);
    gas_flux(right, ur, axis, fr);
    face_speeds(ul, left, ur, right, axis, &slowest, &fastest);
#if TAUB_MHD_SOLVER == MHD_RUSANOV
    fan.ahead = fan.behind = real_max(real_fabs(slowest), real_fabs(fastest));
#else
    fan.ahead = real_max(fastest, R(0.0));
    fan.behind = real_max(-slowest, R(0.0));
#endif
    const real per = R(1.0) / real_max(fan.ahead + fan.behind, REAL_TINY), product = fan.ahead * fan.behind;
    EACH (c, SYSTEM_COMPONENTS)
        hll[c] = ((fan.ahead * fl[c] + fan.behind * fr[c]) - product * (ur[c] - ul[c])) * per;
    hll[SYSTEM_FIELD + axis] = R(0.0);
#if TAUB_MHD_SOLVER == MHD_HLLD || TAUB_MHD_SOLVER == MHD_HLLC
    const truth is_fan = fan_flux(ul, left, fl, ur, right, fr, axis, slowest, fastest, flux);
    carry_with_mass(ul, left, ur, right, flux);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = is_fan ? flux[c] : hll[c];
#elif TAUB_MHD_SOLVER == MHD_HLLI
    real jump[SYSTEM_COMPONENTS];
    inner_jump(ul, left, ur, right, axis, fan.ahead, fan.behind, jump);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = hll[c] + product * per * jump[c];
    carry_with_mass(ul, left, ur, right, flux);
#else
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = hll[c];
#endif
#if TAUB_SHOCK_FIX
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] += share * (hll[c] - flux[c]);
#endif
    EACH (n, 2) {
        const int c = SYSTEM_FIELD + (axis + 1 + n) % 3;
        fan.sharper[n] = flux[c] - hll[c];
    }
    return fan;
}

#endif
