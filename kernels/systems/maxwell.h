/* Maxwell's equations in material media, D_t = curl H - J, B_t = -curl E, with E = D/eps, H = B/mu, J = sigma E:
 * conserved and primitive state (D, B, rho, eps, mu, sigma). rho, the charge density, is there where something conducts
 * (TAUB_CHARGE), the medium where it is not the same everywhere (TAUB_MEDIA); it never changes. In a crystal
 * (TAUB_ANISOTROPIC) eps differs between the axes, E_a = D_a/eps_a: eps of x stands where eps does, those of y and z
 * behind sigma.
 *
 * A dispersive medium has TAUB_POLES poles, oscillators (Drude, Lorentz) first, then relaxations (Debye): behind the
 * medium stand the strength of each where the medium varies, the polarisation P of each, and the rate J = dP/dt of each
 * oscillator. D is then eps E alone, without P: what Maxwell's steps evolve; what changes P is
 * passes/maxwell_polarize.h.
 *
 * In fields a component of D, B, P or J is the average over the lower face of the cell across its axis
 * (geometry/faces.h); pointwise functions see states of one place, whose vectors are those of the place. */
#ifndef TAUB_SYSTEMS_MAXWELL_H
#define TAUB_SYSTEMS_MAXWELL_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/quantities.h"
#include "systems/recovery_status.h"

#define SYSTEM_CHARGE 6
#define SYSTEM_MEDIUM (6 + TAUB_CHARGE)
#define MEDIUM_NUMBERS (3 + 2 * TAUB_ANISOTROPIC)
#define SYSTEM_STRENGTH (SYSTEM_MEDIUM + MEDIUM_NUMBERS * TAUB_MEDIA)
/* Place of the permittivity along an axis among the numbers of a medium. */
#define MEDIUM_PERMITTIVITY(a) (TAUB_ANISOTROPIC && (a) > 0 ? 2 + (a) : 0)
#define SYSTEM_POLARIZATION (SYSTEM_STRENGTH + TAUB_POLES * TAUB_MEDIA)
#define SYSTEM_RATE (SYSTEM_POLARIZATION + 3 * TAUB_POLES)
#define SYSTEM_COMPONENTS (SYSTEM_RATE + 3 * TAUB_OSCILLATORS)
/* Vectors on faces: D, B, P and J; the first component of each. */
#define FACE_VECTORS (2 + TAUB_POLES + TAUB_OSCILLATORS)
#define FACE_COMPONENT(vector) ((vector) < 2 ? 3 * (vector) : SYSTEM_POLARIZATION + 3 * ((vector)-2))
#define SYSTEM_FIELD 0
#define SYSTEM_FACES 2 /* vectors on faces that initial data give: D and B */
#define SYSTEM_SUMS 6
#define SUM_HEATING 2
#define SUM_BALANCE 3 /* of a box: energy, heating, what leaves it; passes/maxwell_balance.h */
#define SYSTEM_EXTREMA 4
#define EXTREMUM_DIVERGENCE 2 /* of D less the charge, and of B; found from faces: passes/totals.h */
#define SYSTEM_RECOVERY_CLOSED 1
#define LANE_COUNT 1 /* closed recovery carries nothing between steps */

struct medium {
#if TAUB_ANISOTROPIC
    real permittivity[3];
#else
    real permittivity;
#endif
    real permeability, conductivity;
};

#if TAUB_ANISOTROPIC
#define PERMITTIVITY(medium, a) ((medium).permittivity[a])
#else
#define PERMITTIVITY(medium, a) ((medium).permittivity)
#endif

/* Along an axis, where the medium is the same everywhere. */
#define CASE_PERMITTIVITY(a) ((a) == 0 ? TAUB_PERMITTIVITY : (a) == 1 ? TAUB_PERMITTIVITY_Y : TAUB_PERMITTIVITY_Z)

INLINE struct medium medium_of_case(void)
{
    struct medium medium;
    PERMITTIVITY(medium, 0) = R(TAUB_PERMITTIVITY);
#if TAUB_ANISOTROPIC
    medium.permittivity[1] = R(TAUB_PERMITTIVITY_Y);
    medium.permittivity[2] = R(TAUB_PERMITTIVITY_Z);
#endif
    medium.permeability = R(TAUB_PERMEABILITY);
    medium.conductivity = R(TAUB_CONDUCTIVITY);
    return medium;
}

INLINE struct medium medium_of(const real q[SYSTEM_COMPONENTS])
{
#if TAUB_MEDIA
    struct medium medium;
    PERMITTIVITY(medium, 0) = q[SYSTEM_MEDIUM];
#if TAUB_ANISOTROPIC
    medium.permittivity[1] = q[SYSTEM_MEDIUM + MEDIUM_PERMITTIVITY(1)];
    medium.permittivity[2] = q[SYSTEM_MEDIUM + MEDIUM_PERMITTIVITY(2)];
#endif
    medium.permeability = q[SYSTEM_MEDIUM + 1];
    medium.conductivity = q[SYSTEM_MEDIUM + 2];
    return medium;
#else
    return medium_of_case();
#endif
}

#if TAUB_POLES
#define OF_POLE(n, name) \
    ((n) == 0 ? R(TAUB_##name##_0) : (n) == 1 ? R(TAUB_##name##_1) : (n) == 2 ? R(TAUB_##name##_2) : R(TAUB_##name##_3))

/* An oscillator: dJ/dt = strength E - damping J - square P; a relaxation: dP/dt = damping (strength E - P). */
struct pole {
    real strength, damping, square;
};

INLINE struct pole pole_of(const real q[SYSTEM_COMPONENTS], int n)
{
    struct pole pole;
#if TAUB_MEDIA
    pole.strength = q[SYSTEM_STRENGTH + n];
#else
    pole.strength = OF_POLE(n, POLE_STRENGTH);
#endif
    pole.damping = OF_POLE(n, POLE_DAMPING);
    pole.square = OF_POLE(n, POLE_SQUARE);
    return pole;
}

/* The polarisation along an axis, of all poles. */
INLINE real polarization_of(const real q[SYSTEM_COMPONENTS], int a)
{
    real sum = R(0.0);
    EACH (n, TAUB_POLES)
        sum += q[SYSTEM_POLARIZATION + 3 * n + a];
    return sum;
}

/* What poles hold, and how fast they lose it. */
INLINE void energy_of_poles(const real q[SYSTEM_COMPONENTS], real *energy, real *loss)
{
    const struct medium medium = medium_of(q);
    *energy = R(0.0);
    *loss = R(0.0);
    EACH (n, TAUB_POLES) {
        const struct pole pole = pole_of(q, n);
        const real per = pole.strength > R(0.0) ? R(1.0) / pole.strength : R(0.0);
        EACH (a, 3) {
            const real p = q[SYSTEM_POLARIZATION + 3 * n + a];
            const int oscillates = n < TAUB_OSCILLATORS;
            const real per_permittivity = R(1.0) / PERMITTIVITY(medium, a);
            const real j =
                oscillates ? q[oscillates ? SYSTEM_RATE + 3 * n + a : 0] : pole.strength * q[a] * per_permittivity - p;
            *energy += R(0.5) * per * (oscillates ? j * j + pole.square * (p * p) : p * p);
            *loss += per * pole.damping * (j * j);
        }
    }
}
#endif

INLINE void conserved_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = q[c];
}

/* The square of a size in the units of component c of the conserved state, from the largest sizes of all components: a
 * change by little of it is no jump. */
INLINE real comparable_square(const real largest[SYSTEM_COMPONENTS], int c)
{
    const int v = c < 3 ? 0 : 3; /* D or B */
    return c < 6 ? real_max(square(largest[v]), real_max(square(largest[v + 1]), square(largest[v + 2])))
                 : square(largest[c]);
}

/* Of light; conductors do not change how fast it may be. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const struct medium medium = medium_of(q);
#if TAUB_ANISOTROPIC
    /* of the faster of two polarisations of a wave along an axis, both across it */
    EACH (a, 3)
        speeds[a] = R(1.0) / (real_sqrt(real_min(medium.permittivity[(a + 1) % 3], medium.permittivity[(a + 2) % 3])) *
                              real_sqrt(medium.permeability));
#else
    speeds[0] = speeds[1] = speeds[2] = R(1.0) / (real_sqrt(medium.permittivity) * real_sqrt(medium.permeability));
#endif
}

INLINE int primitive_is_positive(int component)
{
    const int number = component - SYSTEM_MEDIUM;
    return TAUB_MEDIA && (number == 0 || number == 1 || (number > 2 && number < MEDIUM_NUMBERS));
}

/* In a perfect electric conductor: D along the wall and B across it vanish there, charges are mirrored with the other
 * sign. */
INLINE int primitive_flips(int axis, int component)
{
    const int electric = component < 3, across = component % 3 == axis;
#if TAUB_POLES
    if (component >= SYSTEM_POLARIZATION)
        return (component - SYSTEM_POLARIZATION) % 3 != axis;
#endif
    return component < 6 ? electric != across : TAUB_CHARGE && component == SYSTEM_CHARGE;
}

/* ---- recovery: there is nothing to recover ---- */

INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return 1;
}

INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                             real q[SYSTEM_COMPONENTS])
{
    int finite = 1;
    EACH (c, SYSTEM_COMPONENTS) {
        q[c] = u[c];
        finite &= real_fabs(u[c]) < REAL_MAX;
    }
    return finite ? RECOVERY_GOOD : RECOVERY_FAILED;
}

/* ---- what can be asked for ---- */

INLINE real squared_size(const real q[SYSTEM_COMPONENTS], int vector)
{
    return square(q[3 * vector]) + square(q[3 * vector + 1]) + square(q[3 * vector + 2]);
}

/* E.D, sigma E.E, and a component of E x H. */
INLINE real electric_square(const real q[SYSTEM_COMPONENTS], const struct medium medium)
{
#if TAUB_ANISOTROPIC
    return (square(q[0]) / medium.permittivity[0] + square(q[1]) / medium.permittivity[1]) +
           square(q[2]) / medium.permittivity[2];
#else
    return squared_size(q, 0) * (R(1.0) / medium.permittivity);
#endif
}
INLINE real heat_of(const real q[SYSTEM_COMPONENTS], const struct medium medium)
{
#if TAUB_ANISOTROPIC
    return medium.conductivity * ((square(q[0] / medium.permittivity[0]) + square(q[1] / medium.permittivity[1])) +
                                  square(q[2] / medium.permittivity[2]));
#else
    return medium.conductivity * electric_square(q, medium) * (R(1.0) / medium.permittivity);
#endif
}
INLINE real energy_flux_of(const real q[SYSTEM_COMPONENTS], const struct medium medium, int a)
{
    const int p = (a + 1) % 3, r = (a + 2) % 3;
    const real inverse = R(1.0) / medium.permeability;
#if TAUB_ANISOTROPIC
    return (q[p] / medium.permittivity[p] * q[3 + r] - q[r] / medium.permittivity[r] * q[3 + p]) * inverse;
#else
    return (q[p] * q[3 + r] - q[r] * q[3 + p]) * ((R(1.0) / medium.permittivity) * inverse);
#endif
}

/* Energies of both fields, of the electric one with what poles hold, and the power that heats conductors and poles. */
INLINE void system_sums(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real x[3], real volume,
                        int in_middle, real sums[SYSTEM_SUMS])
{
    const struct medium medium = medium_of(q);
    sums[0] = R(0.5) * electric_square(q, medium);
    sums[1] = R(0.5) * (squared_size(q, 1) / medium.permeability);
    sums[SUM_HEATING] = heat_of(q, medium);
#if TAUB_POLES
    real held, lost;
    energy_of_poles(q, &held, &lost);
    sums[0] += held;
    sums[SUM_HEATING] += lost;
#endif
    sums[SUM_BALANCE] = sums[0] + sums[1];
    sums[SUM_BALANCE + 1] = sums[SUM_HEATING];
    sums[SUM_BALANCE + 2] = R(0.0);
}

INLINE int extremum_is_minimum(int n)
{
    return 0;
}
INLINE void system_extrema(const struct eos eos, const real q[SYSTEM_COMPONENTS], real out[SYSTEM_EXTREMA])
{
    out[0] = real_sqrt(squared_size(q, 0));
    out[1] = real_sqrt(squared_size(q, 1));
    out[EXTREMUM_DIVERGENCE] = R(0.0);
    out[EXTREMUM_DIVERGENCE + 1] = R(0.0);
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity, real out[3])
{
    const struct medium medium = medium_of(q);
    const real inverse = R(1.0) / medium.permeability;
    real e[3], h[3];
    EACH (a, 3) {
        e[a] = q[a] * (R(1.0) / PERMITTIVITY(medium, a));
        h[a] = q[3 + a] * inverse;
        out[a] = quantity == QUANTITY_ELECTRIC_DISPLACEMENT ? q[a]
                 : quantity == QUANTITY_MAGNETIC_FIELD      ? q[3 + a]
                 : quantity == QUANTITY_ELECTRIC_FIELD      ? e[a]
                 : quantity == QUANTITY_MAGNETIC_STRENGTH   ? h[a]
                 : quantity == QUANTITY_CURRENT             ? medium.conductivity * e[a]
                 : quantity == QUANTITY_PERMITTIVITIES      ? PERMITTIVITY(medium, a)
                                                            : energy_flux_of(q, medium, a);
    }
#if TAUB_POLES
    EACH (a, 3) {
        const real p = polarization_of(q, a);
        out[a] = quantity == QUANTITY_POLARIZATION            ? p
                 : quantity == QUANTITY_ELECTRIC_DISPLACEMENT ? out[a] + p
                                                              : out[a];
    }
    real held, lost;
    energy_of_poles(q, &held, &lost);
#else
    const real held = R(0.0), lost = R(0.0);
    if (quantity == QUANTITY_POLARIZATION)
        out[0] = out[1] = out[2] = R(0.0);
#endif
    if (quantity == QUANTITY_ENERGY_DENSITY)
        out[0] = R(0.5) * electric_square(q, medium) + R(0.5) * (squared_size(q, 1) * inverse) + held;
    else if (quantity == QUANTITY_HEATING)
        out[0] = heat_of(q, medium) + lost;
    else if (quantity == QUANTITY_PERMITTIVITY)
#if TAUB_ANISOTROPIC
        out[0] = (medium.permittivity[0] + medium.permittivity[1] + medium.permittivity[2]) * R(1.0 / 3.0);
#else
        out[0] = medium.permittivity;
#endif
    else if (quantity == QUANTITY_PERMEABILITY)
        out[0] = medium.permeability;
    else if (quantity == QUANTITY_CONDUCTIVITY)
        out[0] = medium.conductivity;
    else if (quantity == QUANTITY_CHARGE_DENSITY)
#if TAUB_CHARGE
        out[0] = q[SYSTEM_CHARGE];
#else
        out[0] = R(0.0);
#endif
}

#endif
