/* Momenta of the decay products for a constant matrix element. */
#ifndef TAUB_HADRONS_PHASE_SPACE_H
#define TAUB_HADRONS_PHASE_SPACE_H

enum { TAUB_PHASE_SPACE_NODES = 10 };

/* Momentum of two particles of masses a and b in the rest frame of their parent of mass m; 0 if the decay is
 * forbidden. */
double taub_two_body_momentum(double m, double a, double b);
/* Energies of particle `which` of `count` in the parent's rest frame, and their probabilities, which sum to 1. Returns
 * the number of energies: 1 for two bodies, TAUB_PHASE_SPACE_NODES for more. */
int taub_phase_space(double parent, const double *masses, int count, int which, double *energies, double *shares);

#endif
