/* What magnetohydrodynamics takes of its Riemann solvers, and the operations of a step. */
#ifndef TAUB_EVOLVE_MHD_COST_H
#define TAUB_EVOLVE_MHD_COST_H

#include "evolve/internal.h"

/* The solver's number in kernels/riemann/mhd.h. */
int taub_mhd_solver(const struct taub_config *config);

/* Whether the solver of faces knows waves inside the fan of HLL, which edges then ask for. */
bool taub_mhd_is_sharp(const struct taub_config *config);

/* Operations a zone and step. */
double taub_mhd_flops_per_zone(const struct taub_config *config, const int active[3]);

#endif
