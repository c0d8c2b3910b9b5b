#include "problems/densities.h"

#include <string.h>

#include "problems/recover.h"
#include "problems/srmhd.h"
#include "systems/system.h"

bool taub_densities_known(const struct taub_config *config)
{
    return config->system == TAUB_SYSTEM_EULER || config->system == TAUB_SYSTEM_MHD ||
           config->system == TAUB_SYSTEM_MAXWELL || config->system == TAUB_SYSTEM_SRMHD ||
           (config->system == TAUB_SYSTEM_SRHD && config->eos.kind != TAUB_EOS_CODE);
}

/* A gas; with magnetohydrodynamics the magnetic field stands behind its five components. */
static bool is_gas(const struct taub_config *config)
{
    return config->system == TAUB_SYSTEM_EULER || config->system == TAUB_SYSTEM_MHD;
}
static bool is_field(const struct taub_config *config, int c)
{
    return config->system == TAUB_SYSTEM_MHD && c >= 5 && c < 8;
}
static double magnetic_energy(const struct taub_config *config, const double *state)
{
    return is_field(config, 5) ? 0.5 * (state[5] * state[5] + state[6] * state[6] + state[7] * state[7]) : 0;
}

static void gas_densities(const struct taub_config *config, const double *q, double *u)
{
    const int components = taub_system_find(config->system)->components(config);
    const double kinetic = 0.5 * q[0] * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int c = 0; c < components; c++)
        u[c] = c == 0 || is_field(config, c) ? q[c] : q[0] * q[c];
    u[4] = q[4] / (config->eos.gamma - 1) + kinetic + magnetic_energy(config, q);
}

/* An exact solution may hold a vacuum: it is at rest. */
static bool gas_state(const struct taub_config *config, const double *u, double *q)
{
    const int components = taub_system_find(config->system)->components(config);
    for (int c = 0; c < components; c++)
        q[c] = c == 0 || is_field(config, c) ? u[c] : u[0] > 0 ? u[c] / u[0] : 0;
    q[4] =
        (config->eos.gamma - 1) * (u[4] - 0.5 * (q[1] * u[1] + q[2] * u[2] + q[3] * u[3]) - magnetic_energy(config, u));
    return u[0] >= 0;
}

void taub_densities_of_state(const struct taub_config *config, const struct taub_eos *eos, const double *q, double *u)
{
    if (config->system == TAUB_SYSTEM_MAXWELL)
        memcpy(u, q, (size_t)taub_system_find(config->system)->components(config) * sizeof *u);
    else if (is_gas(config))
        gas_densities(config, q, u);
    else if (config->system == TAUB_SYSTEM_SRMHD)
        taub_srmhd_densities(config, q, u);
    else
        taub_conserved_of_state(eos, q, u);
}

bool taub_state_of_densities(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q)
{
    if (config->system == TAUB_SYSTEM_MAXWELL) {
        memcpy(q, u, (size_t)taub_system_find(config->system)->components(config) * sizeof *q);
        return true;
    }
    if (config->system == TAUB_SYSTEM_SRMHD)
        return taub_srmhd_state(config, u, q);
    return is_gas(config) ? gas_state(config, u, q) : taub_recover_state(eos, u, q);
}
