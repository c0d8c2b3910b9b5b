/* States of relativistic magnetohydrodynamics on the host, in double: (rho, W v, p, B, s) and (D, S, tau, B, D s). */
#ifndef TAUB_PROBLEMS_SRMHD_H
#define TAUB_PROBLEMS_SRMHD_H

#include <stdbool.h>

#include "taub/config.h"

/* Arrays of as many components as the system has (kernels/systems/srmhd.h says what they are). */
void taub_srmhd_densities(const struct taub_config *config, const double *state, double *densities);
/* The other way; false when no gas has these densities. */
bool taub_srmhd_state(const struct taub_config *config, const double *densities, double *state);

#endif
