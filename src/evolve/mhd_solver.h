/* Numbers of the Riemann solvers of kernels/riemann/mhd.h. */
#ifndef TAUB_EVOLVE_MHD_SOLVER_H
#define TAUB_EVOLVE_MHD_SOLVER_H

#include "taub/config.h"

int taub_mhd_solver(enum taub_riemann_solver solver);

#endif
