/* Operations of a step of magnetohydrodynamics. */
#ifndef TAUB_EVOLVE_MHD_COST_H
#define TAUB_EVOLVE_MHD_COST_H

#include "evolve/internal.h"

/* A zone and step. */
double taub_mhd_flops_per_zone(const struct taub_config *config, const int active[3]);

#endif
