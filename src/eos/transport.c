/* D. Bazow, U. Heinz, M. Strickland, Comput. Phys. Commun. 225 (2018) 92; zeta/s of kind denicol: G. S. Denicol,
 * T. Kodama, T. Koide, Ph. Mota, Phys. Rev. C 80 (2009) 064901. */
#include "eos/transport.h"

#include <math.h>

bool taub_transport_is_known(const struct taub_config *config)
{
    return config->eos.kind != TAUB_EOS_CODE && config->transport.shear_viscosity.kind != TAUB_SHEAR_CODE &&
           config->transport.bulk_viscosity.kind != TAUB_BULK_CODE;
}

bool taub_transport_of_potential(const struct taub_config_transport *self)
{
    return self->shear_viscosity.potential_factor != TAUB_POTENTIAL_NONE ||
           self->bulk_viscosity.potential_curvature != 0;
}

static double duke(const struct taub_config_transport *self, double T, double floor)
{
    const double T_c = self->shear_viscosity.temperature;
    if (self->shear_viscosity.hadronic_constant_given && T <= T_c)
        return self->shear_viscosity.hadronic_constant;
    return fmax(self->shear_viscosity.minimum +
                    self->shear_viscosity.slope * (T - T_c) * pow(T / T_c, self->shear_viscosity.curvature),
                floor);
}

double taub_shear_over_entropy(const struct taub_config_transport *self, double temperature)
{
    const double from_minimum = temperature - self->shear_viscosity.minimum_temperature;
    const double from_kink = temperature - self->shear_viscosity.kink_temperature;
    const double floor = self->shear_viscosity.floor_given ? self->shear_viscosity.floor : -INFINITY;
    switch (self->shear_viscosity.kind) {
    case TAUB_SHEAR_CONSTANT:
        return self->shear_viscosity.value;
    case TAUB_SHEAR_PIECEWISE:
        return self->shear_viscosity.value +
               (from_minimum < 0 ? self->shear_viscosity.slope_below : self->shear_viscosity.slope_above) *
                   from_minimum;
    case TAUB_SHEAR_JETSCAPE:
        return fmax(self->shear_viscosity.at_kink +
                        (from_kink < 0 ? self->shear_viscosity.low_slope : self->shear_viscosity.high_slope) *
                            from_kink,
                    floor);
    case TAUB_SHEAR_DUKE:
        return duke(self, temperature, floor);
    case TAUB_SHEAR_NONE:
        return 0;
    default:
        return NAN;
    }
}

double taub_shear_factor(const struct taub_config_transport *self, double potential)
{
    const double mu = fabs(potential), first = self->shear_viscosity.factor_200;
    switch (self->shear_viscosity.potential_factor) {
    case TAUB_POTENTIAL_POWER:
        return 1 + self->shear_viscosity.potential_slope *
                       pow(mu / self->shear_viscosity.potential_scale, self->shear_viscosity.potential_power);
    case TAUB_POTENTIAL_NODES:
        return mu < 0.2 ? 1 + mu / 0.2 * (first - 1)
                        : first + fmin(mu / 0.2 - 1, 1) * (self->shear_viscosity.factor_400 - first);
    default:
        return 1;
    }
}

static double denicol(const struct taub_config_transport *self, double temperature)
{
    const double x = temperature / self->bulk_viscosity.critical_temperature, from_peak = x - 1;
    const double *A = self->bulk_viscosity.A, *offset = self->bulk_viscosity.offset;
    const double *lambda = self->bulk_viscosity.lambda, *sigma = self->bulk_viscosity.sigma;
    double value;
    if (x > 1.05)
        value = lambda[0] * exp(-from_peak / sigma[0]) + lambda[1] * exp(-from_peak / sigma[1]) + offset[0];
    else if (x < 0.995)
        value = lambda[2] * exp(from_peak / sigma[2]) + lambda[3] * exp(from_peak / sigma[3]) + offset[1];
    else
        value = A[0] + x * (A[1] + x * A[2]);
    return self->bulk_viscosity.norm * value;
}

double taub_bulk_width(const struct taub_config_transport *self, double temperature)
{
    const bool above = temperature > self->bulk_viscosity.temperature;
    if (self->bulk_viscosity.kind == TAUB_BULK_GAUSSIAN)
        return above ? self->bulk_viscosity.width_above : self->bulk_viscosity.width_below;
    return self->bulk_viscosity.width * (1 + (above ? 1 : -1) * self->bulk_viscosity.skew);
}

double taub_bulk_over_entropy(const struct taub_config_transport *self, double temperature)
{
    const double from_peak = (temperature - self->bulk_viscosity.temperature) / taub_bulk_width(self, temperature);
    switch (self->bulk_viscosity.kind) {
    case TAUB_BULK_NONE:
        return 0;
    case TAUB_BULK_CONSTANT:
        return self->bulk_viscosity.value;
    case TAUB_BULK_DENICOL:
        return denicol(self, temperature);
    case TAUB_BULK_CAUCHY:
        return self->bulk_viscosity.maximum / (1 + from_peak * from_peak);
    case TAUB_BULK_GAUSSIAN:
        return self->bulk_viscosity.maximum * exp(-from_peak * from_peak);
    default:
        return NAN;
    }
}

double taub_bulk_speed(const struct taub_config_transport *self, double temperature)
{
    const double constant = self->bulk_relaxation_time.constant;
    switch (self->bulk_relaxation_time.kind) {
    case TAUB_BULK_TIME_ENTHALPY:
        return 1 / constant;
    case TAUB_BULK_TIME_TEMPERATURE:
        return taub_bulk_over_entropy(self, temperature) / constant;
    default:
        return 0;
    }
}

struct taub_coefficients taub_transport_at(const struct taub_config_transport *self, const struct taub_eos *eos,
                                           double energy_density, double charge_density)
{
    struct taub_coefficients out = {0};
    const double temperature = taub_eos_temperature(eos, energy_density, charge_density);
    const double enthalpy = energy_density + taub_eos_pressure(eos, energy_density, charge_density);
    const double entropy = enthalpy / temperature; /* for zero net charge */
    const double softness = 1.0 / 3 - taub_eos_sound_speed_squared(eos, energy_density, charge_density);
    const double mu = taub_eos_chemical_potential(eos, energy_density, charge_density);
    const double of_peak = temperature - self->bulk_viscosity.potential_curvature * mu * mu;
    out.shear = taub_shear_over_entropy(self, temperature) * taub_shear_factor(self, mu) * entropy * TAUB_HBARC;
    out.bulk = taub_bulk_over_entropy(self, of_peak) * entropy * TAUB_HBARC;
    out.shear_relaxation = self->shear_relaxation * out.shear / enthalpy;
    if (out.bulk > 0) {
        const double constant = self->bulk_relaxation_time.constant;
        switch (self->bulk_relaxation_time.kind) {
        case TAUB_BULK_TIME_ENTHALPY:
            out.bulk_relaxation = constant * out.bulk / enthalpy;
            break;
        case TAUB_BULK_TIME_TEMPERATURE:
            out.bulk_relaxation = constant * TAUB_HBARC / temperature;
            break;
        default:
            out.bulk_relaxation = out.bulk / (self->bulk_relaxation * softness * softness * enthalpy);
        }
    }
    out.delta_bulk_bulk = self->delta_bulk_bulk * 2 / 3 * out.bulk_relaxation;
    out.lambda_bulk_shear = self->lambda_bulk_shear * 8 / 5 * softness * out.bulk_relaxation;
    out.delta_shear_shear = self->delta_shear_shear * 4 / 3 * out.shear_relaxation;
    out.tau_shear_shear = self->tau_shear_shear * 10 / 7 * out.shear_relaxation;
    out.phi_7 = self->phi_7 * 9 / 70 / taub_eos_pressure(eos, energy_density, charge_density);
    out.lambda_shear_bulk = self->lambda_shear_bulk * 6 / 5 * out.shear_relaxation;
    if (self->baryon_diffusion.kind != TAUB_DIFFUSION_NONE)
        out.diffusion_relaxation = self->baryon_diffusion.relaxation * TAUB_HBARC / temperature;
    return out;
}
