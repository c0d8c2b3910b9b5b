/* Momenta of the particles of a decay, whose matrix element is taken to be constant. */
#ifndef TAUB_HADRONS_PHASE_SPACE_H
#define TAUB_HADRONS_PHASE_SPACE_H

enum { TAUB_PHASE_SPACE_NODES = 10 };

/* Momentum of two particles of masses a and b in the rest frame of one of mass m; 0 when it is too light. */
double taub_two_body_momentum(double m, double a, double b);
/* Energies of particle `which` of `count` in the rest frame of their parent with their probabilities, which add up to
 * 1; returns how many: 1 for two bodies, TAUB_PHASE_SPACE_NODES for more. */
int taub_phase_space(double parent, const double *masses, int count, int which, double *energies, double *shares);

#endif
