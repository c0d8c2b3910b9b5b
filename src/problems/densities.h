/* Conserved densities of a primitive state and back, on the host, in double. */
#ifndef TAUB_DENSITIES_H
#define TAUB_DENSITIES_H

#include <stdbool.h>

#include "eos/eos.h"
#include "taub/config.h"

/* Whether the host knows them for this system. */
bool taub_densities_known(const struct taub_config *config);

void taub_densities_of_state(const struct taub_config *config, const struct taub_eos *eos, const double *q, double *u);
/* False when there is no such state. */
bool taub_state_of_densities(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q);

#endif
