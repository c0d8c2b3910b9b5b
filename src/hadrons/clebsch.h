/* Squared Clebsch-Gordan coefficients, for the isospin factors of decays. */
#ifndef TAUB_HADRONS_CLEBSCH_H
#define TAUB_HADRONS_CLEBSCH_H

/* <a am b bm | c cm>^2; all arguments are twice the quantum numbers. */
double taub_clebsch_squared(int a, int am, int b, int bm, int c, int cm);

#endif
