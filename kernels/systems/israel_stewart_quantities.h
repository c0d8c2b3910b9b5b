/* What users may ask for of a dissipative fluid, and what the history adds up. */
#ifndef TAUB_SYSTEMS_ISRAEL_STEWART_QUANTITIES_H
#define TAUB_SYSTEMS_ISRAEL_STEWART_QUANTITIES_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/israel_stewart.h"
#include "systems/israel_stewart_regulator.h"
#include "systems/quantities.h"
#include "systems/relativistic.h"
#include "systems/transport.h"

/* How much of pi the regulator has taken: 1 - (what it left)/(what it was given). Sizes up to its onset are left alone;
 * a larger one that it has bent tells what it was before. Violations of u.pi = 0 and of the trace keep their size. */
INLINE real regulation_of(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
#if TAUB_REGULATE
    const struct sizes sizes = dissipative_sizes(eos, q);
    const real rho = real_max(real_max(sizes.shear, sizes.bulk), sizes.diffusion), room = R(1.0) - REGULATOR_ONSET;
    const real bent = real_min((rho - REGULATOR_ONSET) * (R(1.0) / room), R(0.999999));
    const real before = REGULATOR_ONSET + room * (R(0.5) * real_log((R(1.0) + bent) / (R(1.0) - bent)));
    return rho > REGULATOR_ONSET ? R(1.0) - rho / real_max(before, rho) : R(0.0);
#else
    return R(0.0);
#endif
}

/* max |u_mu pi^{mu nu}| over sqrt(pi:pi) */
INLINE real transverse_deviation(const real q[SYSTEM_COMPONENTS])
{
    real along[4], largest = R(0.0);
    stress_along_velocity(q, lorentz_factor_of(q), along);
    EACH (a, 4)
        largest = real_max(largest, real_fabs(along[a]));
    return largest / (stress_size(q) + REAL_TINY);
}

INLINE void quantity_tensor(const real q[SYSTEM_COMPONENTS], real out[SYSTEM_QUANTITY_COMPONENTS])
{
    EACH (n, 10)
        out[n] = q[PI_TT + n];
}

INLINE real quantity_scalar(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity)
{
    real u[SYSTEM_COMPONENTS], pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], charge_of(q), &pressure, &speed_squared);
    const real temperature = eos_temperature(eos, q[0], charge_of(q)), w = lorentz_factor_of(q);
    const struct transport t =
        transport_of(q[0] + pressure, speed_squared, temperature, viscous_potential(eos, q[0], charge_of(q)));
    conserved_of_primitive(eos, q, u);
    switch (quantity) {
    case QUANTITY_ENERGY_DENSITY:
        return q[0];
    case QUANTITY_PRESSURE:
        return pressure;
    case QUANTITY_TEMPERATURE:
        return temperature;
    case QUANTITY_LORENTZ_FACTOR:
        return w;
    case QUANTITY_ENTROPY_DENSITY:
        return eos_entropy_density(eos, q[0], charge_of(q));
    case QUANTITY_SOUND_SPEED_SQUARED:
        return speed_squared;
    case QUANTITY_CONSERVED_ENERGY:
        return u[0];
#if SYSTEM_CHARGED
    case QUANTITY_CHARGE_DENSITY:
        return q[CHARGE_DENSITY];
    case QUANTITY_CONSERVED_CHARGE:
        return u[CHARGE_DENSITY];
    case QUANTITY_CHEMICAL_POTENTIAL:
        return eos_chemical_potential(eos, q[0], q[CHARGE_DENSITY]);
#endif
#if SYSTEM_DIFFUSES
    case QUANTITY_DIFFUSION_COEFFICIENT: {
        const struct diffusion d = diffusion_at(eos, q[0], q[CHARGE_DENSITY]);
        return d.drive / d.rate;
    }
    case QUANTITY_DIFFUSION_RELAXATION_TIME:
        return R(1.0) / diffusion_at(eos, q[0], q[CHARGE_DENSITY]).rate;
#endif
    case QUANTITY_BULK_PRESSURE:
        return q[BULK_PRESSURE];
    case QUANTITY_INVERSE_REYNOLDS_SHEAR:
        return stress_size(q) / pressure;
    case QUANTITY_INVERSE_REYNOLDS_BULK:
        return real_fabs(q[BULK_PRESSURE]) / pressure;
    case QUANTITY_REGULATION:
        return regulation_of(eos, q);
    case QUANTITY_NORM_DEVIATION:
        return ((w * w - square(q[1])) - square(q[2])) - square(q[3]) - R(1.0);
    case QUANTITY_TRANSVERSE_DEVIATION:
        return transverse_deviation(q);
    case QUANTITY_TRACE_DEVIATION:
        return stress_trace(q) / (stress_size(q) + REAL_TINY);
    case QUANTITY_SHEAR_RELAXATION_TIME:
        return t.shear_rate > R(0.0) ? R(1.0) / t.shear_rate : R(0.0);
    case QUANTITY_BULK_RELAXATION_TIME:
        return t.bulk_rate > R(0.0) ? R(1.0) / t.bulk_rate : R(0.0);
    default:
        return R(0.0);
    }
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity,
                            real out[SYSTEM_QUANTITY_COMPONENTS])
{
    const real w = lorentz_factor_of(q);
    real u[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, q, u);
    if (quantity == QUANTITY_SHEAR_STRESS) {
        quantity_tensor(q, out);
        return;
    }
    EACH (n, SYSTEM_QUANTITY_COMPONENTS)
        out[n] = R(0.0);
#if SYSTEM_DIFFUSES
    if (quantity == QUANTITY_DIFFUSION_CURRENT) {
        out[0] = diffusion_time(q, w);
        EACH (i, 3)
            out[1 + i] = q[DIFFUSION_X + i];
        return;
    }
#endif
    if (quantity == QUANTITY_VELOCITY || quantity == QUANTITY_FOUR_VELOCITY || quantity == QUANTITY_MOMENTUM) {
        EACH (i, 3)
            out[i] = quantity == QUANTITY_VELOCITY        ? q[1 + i] / w
                     : quantity == QUANTITY_FOUR_VELOCITY ? q[1 + i]
                                                          : u[1 + i];
        return;
    }
    out[0] = quantity_scalar(eos, q, quantity);
}

/* ---- the history ---- */

INLINE int extremum_is_minimum(int n)
{
    return n == 1;
}
INLINE void system_extrema(const struct eos eos, const real q[SYSTEM_COMPONENTS], real out[SYSTEM_EXTREMA])
{
    out[0] = q[0];
    out[1] = q[0];
    out[2] = lorentz_factor_of(q);
    out[3] = eos_temperature(eos, q[0], charge_of(q));
}

/* Entropy; differences and sums of T^{xx}, T^{yy}, whole and of the ideal part; moments of the energy density e u^t as
 * weight; transverse velocity; cells above T_f and those of them that are regulated; the temperature in the middle;
 * the energy density of cells above T_f. */
INLINE void system_sums(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real x[3], real volume, int middle,
                        real sums[SYSTEM_SUMS])
{
    const real w = lorentz_factor_of(q), pressure = eos_pressure(eos, q[0], charge_of(q));
    const real temperature = eos_temperature(eos, q[0], charge_of(q));
    const real xx = square(q[1]), yy = square(q[2]), bulk = q[BULK_PRESSURE], enthalpy = q[0] + pressure;
    const real weight = q[0] * w, hot = temperature > R(TAUB_FREEZE_OUT) ? R(1.0) : R(0.0);
    const real x2 = square(x[0]), y2 = square(x[1]);
    sums[0] = volume * (w * eos_entropy_density(eos, q[0], charge_of(q)));
    sums[1] = (enthalpy + bulk) * (xx - yy) + (q[PI_XX] - q[PI_YY]);
    sums[2] = ((enthalpy + bulk) * (xx + yy) + R(2.0) * (pressure + bulk)) + (q[PI_XX] + q[PI_YY]);
    sums[3] = enthalpy * (xx - yy);
    sums[4] = enthalpy * (xx + yy) + R(2.0) * pressure;
    sums[5] = weight;
    sums[6] = weight * x[0];
    sums[7] = weight * x[1];
    sums[8] = weight * x2;
    sums[9] = weight * y2;
    sums[10] = weight * (x[0] * x[1]);
    sums[11] = weight * (x[0] * (x2 - R(3.0) * y2));
    sums[12] = weight * (x[1] * (R(3.0) * x2 - y2));
    sums[13] = weight * ((x2 + y2) * real_sqrt(x2 + y2));
    sums[14] = weight * (real_sqrt(xx + yy) / w);
    sums[15] = hot;
    sums[16] = hot > R(0.0) && regulation_of(eos, q) > R(0.0) ? R(1.0) : R(0.0);
    sums[17] = middle ? temperature : R(0.0);
    sums[18] = middle ? R(1.0) : R(0.0);
    sums[19] = hot * q[0];
}

#endif
