/* Filled by the case: the solver that knows waves inside the fan of HLL, a file of riemann/; nothing where
 * scheme.riemann is rusanov or hll. */
#ifndef TAUB_CASE_SOLVER_H
#define TAUB_CASE_SOLVER_H
#endif
