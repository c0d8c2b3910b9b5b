/* Primitive states from densities on the host, in double, for any equation of state. */
#ifndef TAUB_RECOVER_H
#define TAUB_RECOVER_H

#include <stdbool.h>

#include "eos/eos.h"

/* The pressure as kernels compute it: of a tabulated equation of state the table's, which is not the host's to the last
 * digits. With it the totals of a run are those of the densities to rounding. */
double taub_device_pressure(const struct taub_eos *eos, double energy_density, double charge_density);

/* From (E, M, R) = (T^{00}, T^{0i}, N^0) to (e, u, n) with E = (e + p) W^2 - p, M = (e + p) W u, R = n W, W^2 = 1 +
 * u^2. The pressure p is the root of p(e(p), n(p)) - p on [0, sqrt(E^2 - M^2)], e(p) = (E^2 - M^2 + E p)/(E + p), which
 * falls for every causal equation of state. False when there is none: E <= |M| to rounding, or less energy than the
 * charges weigh. */
bool taub_recover_state(const struct taub_eos *eos, const double conserved[5], double state[5]);

/* The other way. */
void taub_conserved_of_state(const struct taub_eos *eos, const double state[5], double conserved[5]);

#endif
