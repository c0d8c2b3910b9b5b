/* Ideal relativistic hydrodynamics: d_mu T^{mu nu} = 0, d_mu N^mu = 0, T = (e + p) u u - p g, N = n u, metric
 * (+,-,-,-).
 *
 * Conserved u = (E, Mx, My, Mz, R) = (T^{00}, T^{0i}, N^0); primitive q = (e, u^x, u^y, u^z, n). The four-velocity is
 * the primitive because any value of it is admissible. In Milne coordinates all components are orthonormal (u[3] = tau
 * u^eta) and the densities carry the volume element tau: d(tau T^{tau a})/dtau + d_x(tau T^{x a}) + d_y(tau T^{y a}) +
 * d_eta(T^{eta^ a}) = -(T^{eta^ eta^}, 0, 0, T^{tau eta^}, 0). */
#ifndef TAUB_SYSTEMS_SRHD_H
#define TAUB_SYSTEMS_SRHD_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/quantities.h"
#include "systems/relativistic.h"

#define SYSTEM_COMPONENTS 5
#define SYSTEM_SUMS 0 /* beyond the conserved ones, for the history */
#define SYSTEM_EXTREMA 3
#define SYSTEM_RECOVERS_ANYTHING 1 /* to a gas: whether densities are those of one has to be asked of them */
#define SYSTEM_PARTICLES 1         /* has particles_are_fine */
#define SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY \
    (!EOS_BAROTROPIC) /* e - mass n is what is reconstructed, see reconstruction_variable */
#define SYSTEM_RECOVERY_CLOSED EOS_CONFORMAL

/* Densities of a state, from its Lorentz factor and pressure. */
INLINE void densities_of(const real q[SYSTEM_COMPONENTS], real lorentz_factor, real pressure, real u[SYSTEM_COMPONENTS])
{
    const real enthalpy_flow = (q[0] + pressure) * lorentz_factor;
    u[0] = enthalpy_flow * lorentz_factor - pressure;
    u[1] = enthalpy_flow * q[1];
    u[2] = enthalpy_flow * q[2];
    u[3] = enthalpy_flow * q[3];
    u[4] = q[4] * lorentz_factor;
}

INLINE void conserved_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    densities_of(q, lorentz_factor_of(q), eos_pressure(eos, q[0], q[4]), u);
}

/* Conserved state, flux along `axis` (a constant after inlining) and signal speeds of one state. The flux is that of
 * gas_flux in srhd_derivatives.h, T^{a n} = (e + p) u^a u^n + p n^a in place of M^a v^n + p n^a: no division by W. */
INLINE void system_flux(const struct eos eos, const real q[SYSTEM_COMPONENTS], int axis, real u[SYSTEM_COMPONENTS],
                        real f[SYSTEM_COMPONENTS], real *slowest, real *fastest)
{
    const real lorentz_factor = lorentz_factor_of(q);
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    densities_of(q, lorentz_factor, pressure, u);
    const real along = (q[0] + pressure) * q[1 + axis];
    EACH_FROM (c, 1, 4)
        f[c] = along * q[c] + (c == 1 + axis ? pressure : R(0.0));
    f[0] = along * lorentz_factor;
    f[4] = q[4] * q[1 + axis];
    signal_speeds(q, axis, lorentz_factor, speed_squared, slowest, fastest);
}

/* The square of a size in the units of component c of the conserved state, from the largest sizes of all components: a
 * change by little of it is no jump. */
INLINE real comparable_square(const real largest[SYSTEM_COMPONENTS], int c)
{
    return square(largest[c < 4 ? 0 : c]);
}

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const real lorentz_factor = lorentz_factor_of(q);
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    largest_signal_speeds(q, lorentz_factor, speed_squared, speeds);
}

INLINE void milne_source(const struct eos eos, const real q[SYSTEM_COMPONENTS], real rate[SYSTEM_COMPONENTS])
{
    ideal_milne_source(q, eos_pressure(eos, q[0], q[4]), rate);
    rate[4] = R(0.0);
}

/* M^2 + (mass R)^2: the square of the energy that these densities would have without pressure. */
INLINE real cold_energy2(const real u[SYSTEM_COMPONENTS])
{
    const real moving = square(u[1]) + square(u[2]) + square(u[3]);
#if EOS_BAROTROPIC
    return moving;
#else
    return moving + square(EOS_REST_MASS * u[4]);
#endif
}

/* Whether E^2 exceeds that by more than `noise` E^2. Noise is 0 for a single state, and above what rounding leaves of a
 * sum of fluxes. */
INLINE int conserved_beyond(const real u[SYSTEM_COMPONENTS], real noise)
{
    const real whole = square(u[0]);
    return (u[0] > R(0.0)) & (whole - cold_energy2(u) > noise * whole);
}
/* Particles with a rest mass, of a primitive or a conserved state, are not fewer than none; charges without one have
 * either sign. */
INLINE int particles_are_fine(const real state[SYSTEM_COMPONENTS])
{
#if EOS_BAROTROPIC
    return 1;
#else
    return !(EOS_REST_MASS > R(0.0)) || state[4] >= R(0.0);
#endif
}
INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return conserved_beyond(u, R(0.0)) && particles_are_fine(u);
}

INLINE int primitive_is_positive(int component)
{
    return component == 0;
}

/* Component that changes sign in a mirror across `axis`. */
INLINE int primitive_flips(int axis, int component)
{
    return component == 1 + axis;
}

/* Whether a face of a cell may have this state, given the cell's: it has pressure, and at most twice the cell's energy,
 * for the reason that stands at limit_face. */
INLINE int face_admissible(const real cell[SYSTEM_COMPONENTS], const real face[SYSTEM_COMPONENTS])
{
    const int little = energy_in_motion(face) <= R(2.0) * energy_in_motion(cell);
#if EOS_BAROTROPIC
    return little & (face[0] > R(0.0));
#else
    const real mass = EOS_REST_MASS * face[4];
    return little & (face[0] > mass) & (mass >= R(0.0) || cell[4] < R(0.0));
#endif
}

/* The slope of u can put much more energy at both faces of a cell than is in it, where streams part at large Lorentz
 * factors; the fluxes would then carry away more than there is. Such a face takes the cell's state, and so do flat
 * ones. */
INLINE void limit_face(const real cell[SYSTEM_COMPONENTS], int flat, real face[SYSTEM_COMPONENTS])
{
    const int much = energy_in_motion(face) > R(2.0) * energy_in_motion(cell);
    const int plain = much | flat;
    EACH (c, SYSTEM_COMPONENTS)
        face[c] = plain ? cell[c] : face[c];
}

/* Slopes of the primitive state that keep faces admissible, from those of each component by itself: `inner` is that of
 * e - mass n, since slopes of e and n by themselves can leave less energy at a face than its charges weigh. */
INLINE real reconstruction_variable(const real q[SYSTEM_COMPONENTS])
{
#if EOS_BAROTROPIC
    return q[0];
#else
    return q[0] - EOS_REST_MASS * q[4];
#endif
}
INLINE real energy_slope(real inner, real charge)
{
#if EOS_BAROTROPIC
    return inner;
#else
    return inner + EOS_REST_MASS * charge;
#endif
}

#define SYSTEM_FLATTEN_CELLS 0

/* For reconstruct/flatten.h: what is not rest mass; and of a four-velocity along an axis a multiple of the kinetic
 * energy, of its sign, that exceeds the former where u is supersonic (u^2 > c^2/(1 - c^2), whatever it is along other
 * axes): at once in a conformal fluid, with ideal gases from Mach 1.1 (gamma 4/3) or less. */
INLINE real internal_energy(const real q[SYSTEM_COMPONENTS])
{
    return reconstruction_variable(q);
}
INLINE real directed_energy(real energy_density, real u)
{
    return energy_density * (R(2.0) * u * real_fabs(u));
}

INLINE int extremum_is_minimum(int n)
{
    return n == 1;
}
INLINE void system_extrema(const struct eos eos, const real q[SYSTEM_COMPONENTS], real out[SYSTEM_EXTREMA])
{
    out[0] = q[0];
    out[1] = q[0];
    out[2] = lorentz_factor_of(q);
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity, real out[3])
{
    const real lorentz_factor = lorentz_factor_of(q);
    real u[SYSTEM_COMPONENTS], pressure, speed_squared;
    conserved_of_primitive(eos, q, u);
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    EACH (a, 3)
        out[a] = quantity == QUANTITY_VELOCITY        ? q[1 + a] / lorentz_factor
                 : quantity == QUANTITY_FOUR_VELOCITY ? q[1 + a]
                                                      : u[1 + a];
    if (quantity == QUANTITY_ENERGY_DENSITY)
        out[0] = q[0];
    else if (quantity == QUANTITY_PRESSURE)
        out[0] = pressure;
    else if (quantity == QUANTITY_TEMPERATURE)
        out[0] = eos_temperature(eos, q[0], q[4]);
    else if (quantity == QUANTITY_CHARGE_DENSITY)
        out[0] = q[4];
    else if (quantity == QUANTITY_LORENTZ_FACTOR)
        out[0] = lorentz_factor;
    else if (quantity == QUANTITY_ENTROPY_DENSITY)
        out[0] = eos_entropy_density(eos, q[0], q[4]);
    else if (quantity == QUANTITY_SOUND_SPEED_SQUARED)
        out[0] = speed_squared;
    else if (quantity == QUANTITY_CONSERVED_ENERGY)
        out[0] = u[0];
    else if (quantity == QUANTITY_CONSERVED_CHARGE)
        out[0] = u[4];
    else if (quantity == QUANTITY_CHEMICAL_POTENTIAL) {
#if EOS_HAS_POTENTIAL
        out[0] = eos_chemical_potential(eos, q[0], q[4]);
#else
        out[0] = R(0.0);
#endif
    }
}

#endif
