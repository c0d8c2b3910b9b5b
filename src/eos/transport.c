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

/* ---- the longest step ---- */

enum { TEMPERATURES = 400 };

/* Stability limit of the Runge-Kutta rule along the negative real axis: |1 + z + z^2/2| <= 1, |... + z^3/6| <= 1. */
static double stability_limit(enum taub_integrator integrator)
{
    return integrator == TAUB_RK3 ? 2.5127453266183286 : 2;
}

struct fastest {
    const char *what;
    double relaxation, temperature;
    double rate;     /* damping rate of waves of one cell's length there */
    double shortest; /* shortest relaxation time found */
};

/* Records a relaxation time if it is the fastest so far. `crossing`: rate at which the fluxes damp waves of one cell's
 * length. */
static void record_rate(struct fastest *self, const char *what, double relaxation, double crossing, double temperature)
{
    if (!(relaxation > 0))
        return;
    self->shortest = fmin(self->shortest, relaxation);
    if (1 / relaxation + crossing > self->rate) {
        self->what = what;
        self->relaxation = relaxation;
        self->temperature = temperature;
        self->rate = 1 / relaxation + crossing;
    }
}

/* 2 sum of c/dx, for a fluid at rest, over the axes along which cells have a fixed length; c as in causal_speed_squared
 * of kernels/systems/transport.h. */
static double crossing_rate(const struct taub_config *config, const struct taub_coefficients *at, double enthalpy,
                            double sound)
{
    double c2 = sound, sum = 0;
    if (at->shear_relaxation > 0)
        c2 += 4.0 / 3 * at->shear / (at->shear_relaxation * enthalpy);
    if (at->bulk_relaxation > 0)
        c2 += at->bulk / (at->bulk_relaxation * enthalpy);
    for (int a = 0; a < (config->mesh.coordinates == TAUB_MILNE ? 2 : 3); a++)
        if (config->mesh.cells[a] > 1)
            sum += config->mesh.cells[a] / (config->mesh.upper[a] - config->mesh.lower[a]);
    return 2 * sqrt(fmin(c2, 1)) * sum;
}

/* Finds where relaxation and fluxes together are fastest: at temperatures from the hottest to the coldest cell, and on
 * the way of the hottest cell to freeze-out or to a fifth of its temperature. */
static struct fastest find_fastest(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                   double highest)
{
    struct fastest fastest = {"", INFINITY, 0, 0, INFINITY};
    const double hottest = taub_eos_temperature(eos, highest, 0), cold = taub_eos_temperature(eos, lowest, 0);
    const double cooled = fmin(hottest, fmax(config->time.freeze_out, hottest / 5));
    const double coldest = cold > 0 ? fmin(cold, cooled) : cooled;
    for (int i = 0; i <= TEMPERATURES; i++) {
        const double temperature = hottest * pow(coldest / hottest, (double)i / TEMPERATURES);
        const double energy = taub_eos_energy_from_temperature(eos, temperature, 0);
        const struct taub_coefficients at = taub_transport_at(&config->transport, eos, energy, 0);
        const double enthalpy = energy + taub_eos_pressure(eos, energy, 0);
        const double crossing = crossing_rate(config, &at, enthalpy, taub_eos_sound_speed_squared(eos, energy, 0));
        record_rate(&fastest, "shear stress", at.shear_relaxation, crossing, temperature);
        record_rate(&fastest, "bulk pressure", at.bulk_relaxation, crossing, temperature);
        record_rate(&fastest, "diffusion current", at.diffusion_relaxation, crossing, temperature);
    }
    return fastest;
}

enum taub_status taub_transport_check_step(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                           double highest, struct taub_error *error)
{
    const double step = config->time.step;
    if (!(step > 0) || !taub_transport_is_known(config))
        return TAUB_OK;
    const struct fastest fastest = find_fastest(config, eos, lowest, highest);
    const double longest = stability_limit(config->scheme.integrator) / fastest.rate;
    if (step <= longest || !(fastest.rate > 0))
        return TAUB_OK;
    return taub_fail(
        error, TAUB_BAD_INPUT,
        "time.step: %.4g fm/c is longer than %.4g fm/c, the largest stable step of scheme.integrator %s for "
        "a fluid at rest on this mesh: at T = %.4g GeV the %s relaxes within %.4g fm/c, and waves of one "
        "cell's length are damped by fluxes and relaxation together within %.4g fm/c; half of the "
        "relaxation time or less is accurate.",
        step, longest, config->scheme.integrator == TAUB_RK3 ? "rk3" : "rk2", fastest.temperature, fastest.what,
        fastest.relaxation, 1 / fastest.rate);
}

double taub_transport_longest_step(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                   double highest)
{
    const double share = config->scheme.integrator == TAUB_RK3 ? 1.13 : 0.9; /* as in kernels/passes/clock.h */
    if (!taub_transport_is_known(config))
        return INFINITY;
    const struct fastest fastest = find_fastest(config, eos, lowest, highest);
    return fastest.rate > 0 ? fmin(fastest.shortest / 2, 2 * share / fastest.rate) : INFINITY;
}
