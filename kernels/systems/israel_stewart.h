/* Relativistic dissipative hydrodynamics, metric (+,-,-,-):
 *   T^{mu nu} = e u u - (P + Pi) Delta + pi^{mu nu},  d_mu T^{mu nu} = 0,
 * and relaxation equations for all ten pi^{mu nu} and Pi (schemes/relaxation.h). D. Bazow, U. Heinz, M. Strickland,
 * Comput. Phys. Commun. 225 (2018) 92, eqs. 30 to 76. With an equation of state p(e, n) (SYSTEM_CHARGED) a charge is
 * carried along, d_mu (n u^mu + q^mu) = 0; the diffusion current q^mu is zero, or relaxes (SYSTEM_DIFFUSES;
 * schemes/diffusion_current.h). u is the velocity of the energy (Landau), so that q^mu is not in T^{mu nu}.
 *
 * Primitive q = (e, u^x, u^y, u^z, pi^{tt}, tx, ty, tz, xx, xy, xz, yy, yz, zz, Pi[, n[, q^x, q^y, q^z]]); conserved
 * u = (T^{tt}, T^{tx}, T^{ty}, T^{tz}, the same pi, Pi[, n u^t + q^t[, the same q]]). q^t = q.u/u^t is no component:
 * q is transverse by construction. In Milne coordinates all components are orthonormal
 * (u^z = tau u^eta, pi^{zz} = tau^2 pi^{eta eta}) and everything conserved carries the volume element tau. */
#ifndef TAUB_SYSTEMS_ISRAEL_STEWART_H
#define TAUB_SYSTEMS_ISRAEL_STEWART_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/causal_speed.h"
#include "systems/relativistic.h"
#include "systems/transport.h"

#include "systems/quantities.h"

#if defined(EOS_HAS_POTENTIAL) && TAUB_DIFFUSION_CURRENT
#define SYSTEM_CHARGED 1
#define SYSTEM_DIFFUSES 1
#define SYSTEM_COMPONENTS 19
#elif defined(EOS_HAS_POTENTIAL)
#define SYSTEM_CHARGED 1
#define SYSTEM_DIFFUSES 0
#define SYSTEM_COMPONENTS 16
#else
#define SYSTEM_CHARGED 0
#define SYSTEM_DIFFUSES 0
#define SYSTEM_COMPONENTS 15
#endif
#define SYSTEM_RELAXES 1
#define SYSTEM_SUMS 20 /* beyond the conserved ones, for the history */
#define SYSTEM_EXTREMA 4
#define SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY 0
#define SYSTEM_QUANTITY_COMPONENTS 10

#if TAUB_DIFFUSION_CURRENT
#include "systems/baryon_diffusion.h"
#endif

enum {
    PI_TT = 4,
    PI_TX,
    PI_TY,
    PI_TZ,
    PI_XX,
    PI_XY,
    PI_XZ,
    PI_YY,
    PI_YZ,
    PI_ZZ,
    BULK_PRESSURE,
    CHARGE_DENSITY,
    DIFFUSION_X,
    DIFFUSION_Y,
    DIFFUSION_Z
};

/* n, 0 for equations of state without charge. */
INLINE real charge_of(const real q[SYSTEM_COMPONENTS])
{
#if SYSTEM_CHARGED
    return q[CHARGE_DENSITY];
#else
    return R(0.0);
#endif
}

/* Sums over axes add x and y first, so that exchanging them changes no bit. */
INLINE real dot(const real a[3], const real b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

/* Where pi^{t i} and pi^{i j} stand, i and j from 0 for x. */
INLINE int stress_time(int i)
{
    return PI_TX + i;
}
INLINE int stress_space(int i, int j)
{
    const int low = i < j ? i : j, high = i < j ? j : i;
    return low == 0 ? PI_XX + high : low == 1 ? PI_YY + (high - 1) : PI_ZZ;
}

/* Components xx, xy, xz, yy, yz, zz by number: row and column. */
INLINE int pair_row(int n)
{
    return n < 3 ? 0 : n < 5 ? 1 : 2;
}
INLINE int pair_column(int n)
{
    return n < 3 ? n : n < 5 ? n - 2 : 2;
}

#if SYSTEM_DIFFUSES
/* q^t, and sqrt(-q.q) */
INLINE real diffusion_time(const real q[SYSTEM_COMPONENTS], real lorentz_factor)
{
    return ((q[1] * q[DIFFUSION_X] + q[2] * q[DIFFUSION_Y]) + q[3] * q[DIFFUSION_Z]) / lorentz_factor;
}
INLINE real diffusion_size(const real q[SYSTEM_COMPONENTS])
{
    const real space = (square(q[DIFFUSION_X]) + square(q[DIFFUSION_Y])) + square(q[DIFFUSION_Z]);
    return real_sqrt(real_max(space - square(diffusion_time(q, lorentz_factor_of(q))), R(0.0)));
}
#endif

/* Square of the speed of the fastest signal at rest; c^2 is that of sound of the ideal fluid. */
INLINE real signal_speed_squared(const struct eos eos, const real q[SYSTEM_COMPONENTS], real pressure,
                                 real speed_squared)
{
    const real sound = causal_speed_squared(speed_squared);
#if SYSTEM_DIFFUSES
    const real n = q[CHARGE_DENSITY];
    return coupled_speed_squared(diffusion_at(eos, q[0], n), eos_temperature(eos, q[0], n), q[0] + pressure, n, sound);
#else
    return sound;
#endif
}

/* Densities of a state, from its Lorentz factor and the pressure with the bulk pressure. */
INLINE void densities_of(const real q[SYSTEM_COMPONENTS], real lorentz_factor, real pressure, real u[SYSTEM_COMPONENTS])
{
    const real enthalpy_flow = (q[0] + pressure) * lorentz_factor;
    u[0] = (enthalpy_flow * lorentz_factor - pressure) + q[PI_TT];
    EACH (i, 3)
        u[1 + i] = enthalpy_flow * q[1 + i] + q[stress_time(i)];
    EACH_FROM (c, 4, BULK_PRESSURE + 1)
        u[c] = q[c];
#if SYSTEM_CHARGED
    u[CHARGE_DENSITY] = q[CHARGE_DENSITY] * lorentz_factor;
#endif
#if SYSTEM_DIFFUSES
    u[CHARGE_DENSITY] += diffusion_time(q, lorentz_factor);
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
        u[c] = q[c];
#endif
}

INLINE void conserved_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    densities_of(q, lorentz_factor_of(q), eos_pressure(eos, q[0], charge_of(q)) + q[BULK_PRESSURE], u);
}

/* Conserved state, flux along `axis` (a constant after inlining) and signal speeds. pi and Pi are carried along: flux
 * v pi. With TAUB_PAPER_FORM so is T, at the fluid's own speed; the rest of its flux is a source then. */
INLINE void system_flux(const struct eos eos, const real q[SYSTEM_COMPONENTS], int axis, real u[SYSTEM_COMPONENTS],
                        real f[SYSTEM_COMPONENTS], real *slowest, real *fastest)
{
    const real lorentz_factor = lorentz_factor_of(q);
    const real velocity = q[1 + axis] / lorentz_factor;
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], charge_of(q), &pressure, &speed_squared);
    const real signal = signal_speed_squared(eos, q, pressure, speed_squared);
    pressure += q[BULK_PRESSURE];
    densities_of(q, lorentz_factor, pressure, u);
    EACH_FROM (c, 4, BULK_PRESSURE + 1)
        f[c] = velocity * q[c];
#if SYSTEM_CHARGED
    f[CHARGE_DENSITY] = q[CHARGE_DENSITY] * q[1 + axis];
#endif
#if SYSTEM_DIFFUSES
    f[CHARGE_DENSITY] += q[DIFFUSION_X + axis];
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
        f[c] = velocity * q[c];
#endif
#if TAUB_PAPER_FORM
    EACH (c, 4)
        f[c] = velocity * u[c];
    *slowest = *fastest = velocity;
    (void)signal;
#else
    const real along = (q[0] + pressure) * q[1 + axis];
    f[0] = along * lorentz_factor + q[stress_time(axis)];
    EACH (i, 3)
        f[1 + i] = (along * q[1 + i] + (i == axis ? pressure : R(0.0))) + q[stress_space(axis, i)];
    signal_speeds(q, axis, lorentz_factor, signal, slowest, fastest);
#endif
}

#if TAUB_PAPER_FORM
/* T^{i a} - v^i T^{t a} along an axis, a = t, x, y, z: pressure and what pi does besides being carried. */
INLINE void rest_of_flux(const struct eos eos, const real q[SYSTEM_COMPONENTS], int axis, real rest[4])
{
    const real pressure = eos_pressure(eos, q[0], charge_of(q)) + q[BULK_PRESSURE];
    const real velocity = q[1 + axis] / lorentz_factor_of(q);
    rest[0] = velocity * (pressure - q[PI_TT]) + q[stress_time(axis)];
    EACH (i, 3)
        rest[1 + i] = ((i == axis ? pressure : R(0.0)) + q[stress_space(axis, i)]) - velocity * q[stress_time(i)];
}
#endif

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const real lorentz_factor = lorentz_factor_of(q);
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], charge_of(q), &pressure, &speed_squared);
    const real signal = signal_speed_squared(eos, q, pressure, speed_squared);
    largest_signal_speeds(q, lorentz_factor, signal, speeds);
}

/* The chemical potential, where viscosities depend on it. */
INLINE real viscous_potential(const struct eos eos, real e, real n)
{
#if TAUB_OF_POTENTIAL
    return eos_chemical_potential(eos, e, n);
#else
    return R(0.0);
#endif
}

INLINE struct transport transport_at(const struct eos eos, real e, real n)
{
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, e, n, &pressure, &speed_squared);
    return transport_of(e + pressure, speed_squared, eos_temperature(eos, e, n), viscous_potential(eos, e, n));
}

/* P, dP/de and dP/dn. */
INLINE void pressure_slopes(const struct eos eos, const real q[SYSTEM_COMPONENTS], real *pressure, real *by_e,
                            real *by_n)
{
#if SYSTEM_CHARGED
    real speed_squared;
    eos_pressure_and_slopes(eos, q[0], q[CHARGE_DENSITY], pressure, &speed_squared, by_e, by_n);
#else
    eos_pressure_and_speed(eos, q[0], R(0.0), pressure, by_e);
    *by_n = R(0.0);
#endif
}

/* The source of pi and Pi is part of their relaxation. */
INLINE void milne_source(const struct eos eos, const real q[SYSTEM_COMPONENTS], real rate[SYSTEM_COMPONENTS])
{
    ideal_milne_source(q, eos_pressure(eos, q[0], charge_of(q)) + q[BULK_PRESSURE], rate);
    EACH_FROM (c, 4, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
    rate[0] -= q[PI_ZZ];
    rate[3] -= q[PI_TZ];
}

INLINE int primitive_is_positive(int component)
{
    return component == 0;
}

/* Component that changes sign in a mirror across `axis`. */
INLINE int primitive_flips(int axis, int component)
{
    const int time = component == stress_time(axis), velocity = component == 1 + axis;
    const int first = component == stress_space(axis, (axis + 1) % 3);
    const int second = component == stress_space(axis, (axis + 2) % 3);
    const int diffusion = component == DIFFUSION_X + axis;
    return time | velocity | first | second | diffusion;
}

/* The slope of u can put much more energy at both faces of a cell than is in it, where streams part at large Lorentz
 * factors; such a face takes the cell's e, u and n. */
INLINE void limit_face(const real cell[SYSTEM_COMPONENTS], real face[SYSTEM_COMPONENTS])
{
    const int much = energy_in_motion(face) > R(2.0) * energy_in_motion(cell);
    EACH (c, PI_TT)
        face[c] = much ? cell[c] : face[c];
#if SYSTEM_CHARGED
    face[CHARGE_DENSITY] = much ? cell[CHARGE_DENSITY] : face[CHARGE_DENSITY];
#endif
}

#endif
