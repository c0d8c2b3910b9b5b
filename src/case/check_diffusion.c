/* Time step limits of viscosity, conduction and resistivity. */
#include <math.h>

#include "case/check.h"

/* Explicit second-order schemes are stable up to dt rate = 1. The viscous stress diffuses with 4/3 nu along its wave,
 * and the temperature p/rho with (gamma - 1) kappa. */
double taub_diffusion_rate(const struct taub_config *config)
{
    const struct taub_config_transport *transport = &config->transport;
    const double fastest = fmax(transport->resistivity, fmax(4.0 / 3.0 * transport->kinematic_viscosity,
                                                             (config->eos.gamma - 1) * transport->thermal_diffusivity));
    double sum = 0;
    if (!(fastest > 0))
        return 0;
    for (int axis = 0; axis < 3; axis++) {
        const double spacing = (config->mesh.upper[axis] - config->mesh.lower[axis]) / config->mesh.cells[axis];
        sum += config->mesh.cells[axis] > 1 ? 2 / (spacing * spacing) : 0;
    }
    return sum * fastest;
}

/* A step has two halves of s stages, each stable up to (s^2 + s - 2)/4 explicit steps (with s = 2: one). Near density
 * jumps rates may be twice as large, so at most half of that is used. */
double taub_diffusion_longest_step(const struct taub_config *config)
{
    const int stages = config->scheme.diffusion == TAUB_DIFFUSION_EXPLICIT ? 2 : config->scheme.diffusion_stages;
    const double share = config->time.step > 0 ? 0.5 : fmin(config->time.cfl, 0.5);
    return 2 * share * (stages * stages + stages - 2) / (4 * taub_diffusion_rate(config));
}

void taub_check_diffusion(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    for (int face = 0; face < 6; face++)
        if (config->mesh.boundary[face / 2][face % 2] == TAUB_NO_SLIP && !(config->transport.kinematic_viscosity > 0)) {
            taub_check_complain(self, "mesh.boundary", -1,
                                "no-slip needs transport.kinematic_viscosity, which is missing or 0");
            break;
        }
    if (config->scheme.diffusion == TAUB_DIFFUSION_RKL2 && config->scheme.diffusion_stages > 0 &&
        config->scheme.diffusion_stages % 2 == 0)
        taub_check_complain(self, "scheme.diffusion_stages", -1, "expected an odd number, got %d",
                            config->scheme.diffusion_stages);
    if (taub_diffusion_rate(config) > 0 && config->time.step > taub_diffusion_longest_step(config))
        taub_check_complain(self, "time.step", -1,
                            "expected at most %.4g, up to which %sviscosity and conduction are stable, got %.10g",
                            taub_diffusion_longest_step(config),
                            config->system == TAUB_SYSTEM_MHD ? "resistivity, " : "", config->time.step);
}
