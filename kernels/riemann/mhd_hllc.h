/* HLLC for magnetohydrodynamics (S. Li, J. Comput. Phys. 203 (2005) 344): fast waves and the contact. Behind both fast
 * waves the field, and v B, are those of HLL's mean state, so that what is between them is consistent with it and the
 * flux of the tangential field is HLL's; densities, momenta and energies follow from the jumps across the fast waves.
 * Contacts at rest stay.
 *
 * Without a field across the face nothing ties the tangential field of one side to that of the other: both go with the
 * gas of their side, as in HLLC of gas dynamics, and tangential discontinuities at rest stay, too. The paper jumps from
 * one to the other, so that rounding in B_n changes the flux by as much as the field itself. Here the share of HLL's
 * mean field grows from 0 to 1 with |B_n|. Momenta and energies have that field times B_n, and need no share. */
#ifndef TAUB_RIEMANN_MHD_HLLC_H
#define TAUB_RIEMANN_MHD_HLLC_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"

/* What the fast wave of one side changes, and whether a gas is behind it: as quotients, its density and internal
 * energy.
 */
struct fast_star {
    truth is_gas;
    real change[GAS_COMPONENTS];
};

/* HLL's mean field alone from |B_n| = 0.3 sqrt(P) on. Alfven waves ask for a share of HLL's diffusion as large as their
 * speed is beside that of fast waves, at most |B_n|/sqrt(P): less than a third of what they get. */
#define HLLC_CROSSES R(0.3)

/* per_gap: 1/(speed of the wave - that of the contact); more_b, more_v: what HLL's mean tangential field, and the
 * velocity that its v B is taken with, are beyond those before the wave; crosses: the share of that field. */
INLINE struct fast_star behind_fast_wave(const real u[SYSTEM_COMPONENTS], const struct gas gas, int axis, real per_gap,
                                         real contact, real pressure, real crosses, const real more_b[2],
                                         const real more_v[2])
{
    const real normal = u[SYSTEM_FIELD + axis], vn = gas.v[axis], lag = contact - vn, squeezed = lag * per_gap;
    const real more = u[0] * squeezed;
    real tension = normal * lag; /* the change of v B */
    struct fast_star star;
    star.change[0] = more;
    star.change[1 + axis] = u[0] * lag + more * contact;
    star.change[SYSTEM_FIELD + axis] = R(0.0);
    EACH (n, 2) {
        const int a = (axis + 1 + n) % 3;
        const real b = u[SYSTEM_FIELD + a], own = b * squeezed;
        star.change[1 + a] = more * gas.v[a] - normal * more_b[n] * per_gap;
        star.change[SYSTEM_FIELD + a] = own + crosses * (more_b[n] - own);
        tension += (gas.v[a] + more_v[n]) * more_b[n] + more_v[n] * b;
    }
    star.change[4] = per_gap * ((u[4] * lag + (pressure * contact - gas.total_pressure * vn)) - normal * tension);
    real inside[SYSTEM_COMPONENTS], inner, weight;
    EACH (c, SYSTEM_COMPONENTS)
        inside[c] = c < GAS_COMPONENTS ? u[c] + star.change[c] : R(0.0);
    internal_energy_part(inside, &inner, &weight);
    star.is_gas = (inside[0] > R(0.0)) & (inner > R(0.0));
    return star;
}

/* The flux of HLLC; returns whether its fan of waves is one: a gas between all waves. */
INLINE truth fan_flux(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                      int axis, real slowest, real fastest, real flux[SYSTEM_COMPONENTS])
{
    const real bn = ul[SYSTEM_FIELD + axis], vl = left.v[axis], vr = right.v[axis];
    const real ml = ul[0] * (slowest - vl), mr = ur[0] * (fastest - vr), per = R(1.0) / (mr - ml);
    const real contact = ((mr * vr - ml * vl) - (right.total_pressure - left.total_pressure)) * per;
    const real pressure = ((mr * left.total_pressure - ml * right.total_pressure) + ml * mr * (vr - vl)) * per;
    const real per_fan = R(1.0) / (fastest - slowest);
    const real per_gap_l = R(1.0) / (slowest - contact), per_gap_r = R(1.0) / (fastest - contact);
    const real weaker = real_min(left.total_pressure, right.total_pressure);
    const real crosses = real_min(real_fabs(bn) / (HLLC_CROSSES * real_sqrt(weaker)), R(1.0));
    real more_bl[2], more_br[2], more_vl[2], more_vr[2];
    EACH (n, 2) {
        const int a = (axis + 1 + n) % 3, c = SYSTEM_FIELD + a;
        const real db = ur[c] - ul[c], df = fr[c] - fl[c], dv = right.v[a] - left.v[a], pull = bn * db;
        more_bl[n] = (fastest * db - df) * per_fan;
        more_br[n] = (slowest * db - df) * per_fan;
        more_vl[n] = (mr * dv + pull) * per;
        more_vr[n] = (ml * dv + pull) * per;
    }
    const struct fast_star sl =
        behind_fast_wave(ul, left, axis, per_gap_l, contact, pressure, crosses, more_bl, more_vl);
    const struct fast_star sr =
        behind_fast_wave(ur, right, axis, per_gap_r, contact, pressure, crosses, more_br, more_vr);
    const truth outside = slowest >= R(0.0) || fastest <= R(0.0), whole_left = slowest >= R(0.0);
    const truth from_left = contact > R(0.0), at_rest = contact == R(0.0);
    EACH (c, GAS_COMPONENTS) {
        const real behind_l = fl[c] + slowest * sl.change[c], behind_r = fr[c] + fastest * sr.change[c];
        const real inside = at_rest ? R(0.5) * (behind_l + behind_r) : from_left ? behind_l : behind_r;
        flux[c] = outside ? (whole_left ? fl[c] : fr[c]) : inside;
    }
    flux[SYSTEM_FIELD + axis] = R(0.0);
    return outside | (sl.is_gas & sr.is_gas);
}

#endif
