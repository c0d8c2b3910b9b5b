/* Spins that hyperons get from decays: Lambda from Sigma0, Sigma(1385) and Xi, Sigma0 and Xi from resonances of spin
 * 3/2 (docs/guide/polarization.md). */
#ifndef TAUB_HADRONS_SPIN_FEEDS_H
#define TAUB_HADRONS_SPIN_FEEDS_H

#include "hadrons/polarization.h"

/* Adds to `wanted`, one for each hadron of the list, the parents of those that are wanted. */
void taub_spin_parents(const struct taub_hadrons *list, bool *wanted);
/* Fills fed.values and fed.spectra of a polarization whose species have all of these parents. */
enum taub_status taub_spin_feed_down(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                     struct taub_polarization *out, struct taub_error *error);

#endif
