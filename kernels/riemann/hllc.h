/* HLLC (Toro, Spruce and Speares 1994; of relativistic gases Mignone and Bodo 2005): a third wave, so that contacts and
 * shear layers stay sharp. Written with the jumps d across the three waves, F = (f_L + f_R)/2 - (|S_L| d_L + |S*| d* +
 * |S_R| d_R)/2: the same as choosing a side when f = f(u), but where f is the mean over a face, which differs from f of
 * the mean, a contact near rest decides nothing and mirror images stay mirror images. d_L and d_R are proportional to
 * the speed of the contact against the gas, so that a contact at rest has exactly the flux of its pressure.
 *
 * HLL is the same with (S* (S_R + S_L) - 2 S_L S_R)/(S_R - S_L) in place of |S*|; `share` goes from one to the other
 * (shock_sensor.h). */
#ifndef TAUB_RIEMANN_HLLC_H
#define TAUB_RIEMANN_HLLC_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"

#define RIEMANN_OF_GAS 1

/* u* - u behind the wave of speed `wave`; over: 1/(wave - contact). */
INLINE void star_change(const real u[SYSTEM_COMPONENTS], const struct gas gas, int axis, real wave, real contact,
                        real over, real change[SYSTEM_COMPONENTS])
{
    const real growth = (contact - gas.v[axis]) * over;
    const real push = growth * star_push(u, gas, wave - gas.v[axis], wave, contact);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = growth * u[c];
    change[1 + axis] += push;
    change[GAS_ENERGY] += push * contact + growth * gas.pressure;
}

INLINE void riemann_of_gas(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                           const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                           real slowest, real fastest, int axis, real share, real flux[SYSTEM_COMPONENTS])
{
    const real contact = contact_speed(ul, left, ur, right, axis, slowest, fastest);
    real change_left[SYSTEM_COMPONENTS], change_right[SYSTEM_COMPONENTS];
    const real before = slowest - contact, after = fastest - contact, over = R(1.0) / (before * after);
    star_change(ul, left, axis, slowest, contact, after * over, change_left);
    star_change(ur, right, axis, fastest, contact, before * over, change_right);
    real speed = real_fabs(contact);
#if TAUB_SHOCK_FIX
    const real two_waves = (contact * (fastest + slowest) - R(2.0) * (slowest * fastest)) / (fastest - slowest);
    speed += share * (two_waves - speed);
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        const real middle = (ur[c] + change_right[c]) - (ul[c] + change_left[c]);
        const real inner = R(0.5) * ((fl[c] + fr[c]) + (slowest * change_left[c] + fastest * change_right[c])) -
                           R(0.5) * (speed * middle);
        const real subsonic = fastest <= R(0.0) ? fr[c] : inner;
        flux[c] = slowest >= R(0.0) ? fl[c] : subsonic;
    }
}

#endif
