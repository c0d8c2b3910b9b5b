/* HLLD for magnetohydrodynamics: fast waves, Alfven waves and the contact (T. Miyoshi, K. Kusano, J. Comput. Phys. 208
 * (2005) 315). */
#ifndef TAUB_RIEMANN_MHD_HLLD_H
#define TAUB_RIEMANN_MHD_HLLD_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"

/* What the outer wave of one side changes, all proportional to (contact - v_n): nothing at a contact or a tangential
 * discontinuity at rest. */
struct outer_star {
    truth is_fan;
    real density;
    real v[2], b[2], v_dot_b;        /* tangential, behind the wave */
    real change[GAS_COMPONENTS - 1]; /* of density, momenta and energy, then tangential B */
};

INLINE struct outer_star behind_outer_wave(const real u[SYSTEM_COMPONENTS], const struct gas gas, int axis, real wave,
                                           real contact, real pressure)
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const real bn = u[SYSTEM_FIELD + axis], vn = gas.v[axis], lag = contact - vn;
    const real inflow = u[0] * (wave - vn), gap = wave - contact, per_gap = R(1.0) / gap;
    const real bottom = inflow * gap - bn * bn;
    /* Where the outer wave is an Alfven wave nothing turns (Miyoshi and Kusano after eq. 47); where it would be slower
     * than that, with a tangential field, there is no such fan. */
    const real tangential2 = square(u[SYSTEM_FIELD + p]) + square(u[SYSTEM_FIELD + q]);
    const truth turns = bottom > R(1e-6) * (inflow * gap);
    const real turn = turns ? lag / (turns ? bottom : R(1.0)) : R(0.0);
    struct outer_star star;
    star.is_fan = turns | (tangential2 <= R(1e-12) * (bn * bn));
    const real more = u[0] * lag * per_gap;
    star.density = u[0] + more;
    star.v[0] = gas.v[p] - bn * u[SYSTEM_FIELD + p] * turn;
    star.v[1] = gas.v[q] - bn * u[SYSTEM_FIELD + q] * turn;
    star.change[5] = u[SYSTEM_FIELD + p] * (inflow * turn);
    star.change[6] = u[SYSTEM_FIELD + q] * (inflow * turn);
    star.b[0] = u[SYSTEM_FIELD + p] + star.change[5];
    star.b[1] = u[SYSTEM_FIELD + q] + star.change[6];
    star.v_dot_b = contact * bn + (star.v[0] * star.b[0] + star.v[1] * star.b[1]);
    star.change[0] = more;
    star.change[1 + axis] = u[0] * lag + more * contact;
    star.change[1 + p] = more * star.v[0] - u[0] * (bn * u[SYSTEM_FIELD + p] * turn);
    star.change[1 + q] = more * star.v[1] - u[0] * (bn * u[SYSTEM_FIELD + q] * turn);
    star.change[4] =
        per_gap * ((u[4] * lag + (pressure * contact - gas.total_pressure * vn)) + bn * (gas.v_dot_b - star.v_dot_b));
    return star;
}

/* The flux of HLLD; returns whether its fan of waves is one: densities and gas
 * pressure inside positive, waves in order. */
INLINE truth fan_flux(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                      int axis, real slowest, real fastest, real flux[SYSTEM_COMPONENTS])
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const real bn = ul[SYSTEM_FIELD + axis], vl = left.v[axis], vr = right.v[axis];
    const real ml = ul[0] * (slowest - vl), mr = ur[0] * (fastest - vr), per = R(1.0) / (mr - ml);
    const real contact = ((mr * vr - ml * vl) - (right.total_pressure - left.total_pressure)) * per;
    const real pressure = ((mr * left.total_pressure - ml * right.total_pressure) + ml * mr * (vr - vl)) * per;
    const struct outer_star sl = behind_outer_wave(ul, left, axis, slowest, contact, pressure);
    const struct outer_star sr = behind_outer_wave(ur, right, axis, fastest, contact, pressure);
    const real root_l = real_sqrt(real_max(sl.density, REAL_TINY)), root_r = real_sqrt(real_max(sr.density, REAL_TINY));
    const real alfven_l = contact - real_fabs(bn) / root_l, alfven_r = contact + real_fabs(bn) / root_r;
    /* between the Alfven waves */
    const real sign = bn < R(0.0) ? R(-1.0) : R(1.0), sum = R(1.0) / (root_l + root_r), product = root_l * root_r;
    real v[2], b[2];
    EACH (n, 2) {
        v[n] = ((root_l * sl.v[n] + root_r * sr.v[n]) + (sr.b[n] - sl.b[n]) * sign) * sum;
        b[n] = ((root_l * sr.b[n] + root_r * sl.b[n]) + product * ((sr.v[n] - sl.v[n]) * sign)) * sum;
    }
    const real v_dot_b = contact * bn + (v[0] * b[0] + v[1] * b[1]);
    /* no conditions of conditions here: clang 14 and 15 make wrong vectors of AVX-512 of them (docs/inside/numbers.md)
     */
    const truth from_left = (contact > R(0.0)) | ((contact == R(0.0)) & (-slowest <= fastest));
    const real wave = from_left ? slowest : fastest, alfven = from_left ? alfven_l : alfven_r;
    const truth inner = (from_left ? alfven_l : -alfven_r) < R(0.0);
    const real density = from_left ? sl.density : sr.density, root = from_left ? root_l : -root_r;
    real star[SYSTEM_COMPONENTS], turned[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        star[c] = turned[c] = R(0.0);
    EACH (c, 5)
        star[c] = from_left ? sl.change[c] : sr.change[c];
    star[SYSTEM_FIELD + p] = from_left ? sl.change[5] : sr.change[5];
    star[SYSTEM_FIELD + q] = from_left ? sl.change[6] : sr.change[6];
    EACH (n, 2) {
        const int a = n ? q : p;
        turned[1 + a] = density * (v[n] - (from_left ? sl.v[n] : sr.v[n]));
        turned[SYSTEM_FIELD + a] = b[n] - (from_left ? sl.b[n] : sr.b[n]);
    }
    turned[4] = -(root * sign) * ((from_left ? sl.v_dot_b : sr.v_dot_b) - v_dot_b);
    const truth outside = (slowest >= R(0.0)) | (fastest <= R(0.0)), whole_left = slowest >= R(0.0);
    EACH (c, GAS_COMPONENTS) {
        const real inside = (from_left ? fl[c] : fr[c]) + (wave * star[c] + (inner ? alfven * turned[c] : R(0.0)));
        flux[c] = outside ? (whole_left ? fl[c] : fr[c]) : inside;
    }
    flux[SYSTEM_FIELD + axis] = R(0.0);
    /* without a field across the face, but rounding, Alfven waves are the contact, and there is nothing between them: a
     * strong shear has no fan with any such field, and mirror images must agree on that */
    const truth crosses = bn * bn > square(NO_NORMAL_FIELD) * (left.total_pressure + right.total_pressure);
    const real between = crosses ? square(b[0]) + square(b[1]) : R(0.0);
    const real least =
        real_max(square(sl.b[0]) + square(sl.b[1]), real_max(square(sr.b[0]) + square(sr.b[1]), between));
    return outside | (sl.is_fan & sr.is_fan & (sl.density > R(0.0)) & (sr.density > R(0.0)) &
                      (pressure > R(0.5) * (bn * bn + least)));
}

#endif
