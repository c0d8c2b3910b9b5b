/* Filled by the case: the solver that looks at the gas on both sides of a face, a file of riemann/; nothing where
 * scheme.riemann is one of two states. */
#ifndef TAUB_CASE_SOLVER_H
#define TAUB_CASE_SOLVER_H
#endif
