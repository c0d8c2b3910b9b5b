#include "problems/recover.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "problems/root.h"

/* p/e of the table that kernels read, by the rule in eos.h. */
static double tabulated_ratio(const struct taub_eos_table *table, double e)
{
    uint64_t bits;
    memcpy(&bits, &e, sizeof bits);
    const int shift = 52 - table->bits, count = table->octaves << table->bits;
    const int64_t at = (int64_t)(bits >> shift) - ((int64_t)(1023 + table->first_octave) << table->bits);
    const double inside = (double)(bits & (((uint64_t)1 << shift) - 1)) / (double)((uint64_t)1 << shift);
    const double t = at < 0 ? 0 : at >= count ? 1 : inside;
    const double *c = table->values + 4 * (at < 0 ? 0 : at >= count ? count - 1 : at);
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

double taub_device_pressure(const struct taub_eos *eos, double energy_density, double charge_density)
{
    const struct taub_eos_table *table = taub_eos_device_table(eos);
    return table ? energy_density * tabulated_ratio(table, energy_density)
                 : taub_eos_pressure(eos, energy_density, charge_density);
}

struct densities {
    const struct taub_eos *eos;
    double energy, squared, charge; /* E, E^2 - M^2, R */
};

static double rest_energy(const struct densities *self, double pressure)
{
    return (self->squared + self->energy * pressure) / (self->energy + pressure);
}

/* 1/W^2 = (e + p)/(E + p) */
static double rest_charge(const struct densities *self, double pressure)
{
    const double total = self->energy + pressure;
    return self->charge * sqrt((self->squared + pressure * (2 * self->energy + pressure)) / (total * total));
}

static double excess(double pressure, void *user)
{
    const struct densities *self = user;
    return taub_device_pressure(self->eos, rest_energy(self, pressure), rest_charge(self, pressure)) - pressure;
}

bool taub_recover_state(const struct taub_eos *eos, const double conserved[5], double state[5])
{
    const double energy = conserved[0];
    const double momentum = hypot(hypot(conserved[1], conserved[2]), conserved[3]);
    if (!(energy > 0 && energy < DBL_MAX && momentum < energy * (1 - 4 * DBL_EPSILON)))
        return false;
    struct densities densities = {eos, energy, (energy - momentum) * (energy + momentum), conserved[4]};
    const double highest = sqrt(densities.squared);
    if (!(excess(0, &densities) >= 0 && excess(highest, &densities) <= 0))
        return false;
    const double pressure = taub_root(excess, &densities, 0, highest, 0);
    const double enthalpy = rest_energy(&densities, pressure) + pressure;
    const double scale = 1 / sqrt(enthalpy * (energy + pressure)); /* 1/((e + p) W) */
    state[0] = rest_energy(&densities, pressure);
    for (int i = 1; i < 4; i++)
        state[i] = conserved[i] * scale;
    state[4] = conserved[4] * enthalpy * scale;
    return true;
}

void taub_conserved_of_state(const struct taub_eos *eos, const double state[5], double conserved[5])
{
    const double lorentz_factor = sqrt(1 + state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);
    const double pressure = taub_device_pressure(eos, state[0], state[4]);
    const double flow = (state[0] + pressure) * lorentz_factor;
    conserved[0] = flow * lorentz_factor - pressure;
    for (int i = 1; i < 4; i++)
        conserved[i] = flow * state[i];
    conserved[4] = state[4] * lorentz_factor;
}
