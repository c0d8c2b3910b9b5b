/* D. Bazow, U. Heinz, M. Strickland, Comput. Phys. Commun. 225 (2018) 92; zeta/s of kind denicol: G. S. Denicol,
 * T. Kodama, T. Koide, Ph. Mota, Phys. Rev. C 80 (2009) 064901. */
#include "eos/transport.h"

#include <math.h>

bool taub_transport_is_known(const struct taub_config *config)
{
    return config->eos.kind != TAUB_EOS_CODE && config->transport.shear_viscosity.kind != TAUB_SHEAR_CODE &&
           config->transport.bulk_viscosity.kind != TAUB_BULK_CODE;
}

double taub_shear_over_entropy(const struct taub_config_transport *self, double temperature)
{
    const double from_minimum = temperature - self->shear_viscosity.minimum_temperature;
    switch (self->shear_viscosity.kind) {
    case TAUB_SHEAR_CONSTANT:
        return self->shear_viscosity.value;
    case TAUB_SHEAR_PIECEWISE:
        return self->shear_viscosity.value +
               (from_minimum < 0 ? self->shear_viscosity.slope_below : self->shear_viscosity.slope_above) *
                   from_minimum;
    case TAUB_SHEAR_NONE:
        return 0;
    default:
        return NAN;
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

double taub_bulk_over_entropy(const struct taub_config_transport *self, double temperature)
{
    const double from_peak = (temperature - self->bulk_viscosity.temperature) / self->bulk_viscosity.width;
    switch (self->bulk_viscosity.kind) {
    case TAUB_BULK_NONE:
        return 0;
    case TAUB_BULK_CONSTANT:
        return self->bulk_viscosity.value;
    case TAUB_BULK_DENICOL:
        return denicol(self, temperature);
    case TAUB_BULK_CAUCHY:
        return self->bulk_viscosity.maximum / (1 + from_peak * from_peak);
    default:
        return NAN;
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
    out.shear = taub_shear_over_entropy(self, temperature) * entropy * TAUB_HBARC;
    out.bulk = taub_bulk_over_entropy(self, temperature) * entropy * TAUB_HBARC;
    out.shear_relaxation = self->shear_relaxation * out.shear / enthalpy;
    if (out.bulk > 0)
        out.bulk_relaxation = out.bulk / (self->bulk_relaxation * softness * softness * enthalpy);
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
