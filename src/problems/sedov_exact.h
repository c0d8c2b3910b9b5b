/* Self-similar blast wave of a point explosion in a cold uniform ideal gas: what kernels/problems/sedov.h needs to know
 * of it, which a file that includes this one has included before (problems/compiled.h). */
#ifndef TAUB_SEDOV_EXACT_H
#define TAUB_SEDOV_EXACT_H

#include <stdbool.h>

/* From gamma and dimensions to alpha, the exponents and the table. False if the closed form does not apply: it needs
 * 1 < gamma < 2 and one to three dimensions. */
bool taub_sedov_solve(struct problem *self);

#endif
