/* Numbers of the Riemann solvers of kernels/riemann/mhd.h, and what the data of cells are. */
#ifndef TAUB_EVOLVE_MHD_SOLVER_H
#define TAUB_EVOLVE_MHD_SOLVER_H

#include <stdbool.h>

#include "taub/config.h"

int taub_mhd_solver(enum taub_riemann_solver solver);
/* Whether the data of cells are primitive states, which the field of means then holds: PRIMITIVE_DATA of
 * kernels/systems/srmhd_derivatives.h. */
bool taub_mhd_primitive_data(const struct taub_config *config);

/* Whether the primitive state of cells is stored beside their means: PRIMITIVE_MEANS of kernels/passes/mhd_states.h. */
bool taub_mhd_primitive_means(const struct taub_config *config);
/* Whether faces in a shock turn to HLL: TAUB_SHOCK_FIX of the kernels. */
bool taub_mhd_fixes_shocks(const struct taub_config *config);

#endif
