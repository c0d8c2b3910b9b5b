/* Which decays of a list are kinematically allowed, and which yields depend on those that are not. */
#ifndef TAUB_HADRONS_OPEN_DECAYS_H
#define TAUB_HADRONS_OPEN_DECAYS_H

#include "hadrons/thermal.h"

/* Keeps the open decays, with branching ratios rescaled to sum to 1; daughters must be known. Sets `closed` of the list
 * and of each hadron. */
enum taub_status taub_hadrons_keep_open_decays(struct taub_hadrons *self, struct taub_error *error);

/* For each hadron, the fraction of its yield that its parents' closed decays put into doubt, because open decays took
 * over their branching ratios. For a gas of all hadrons of the list, with decays of particles wider than `width`. */
enum taub_status taub_closed_yields(const struct taub_hadrons *list, double temperature, double potential, double width,
                                    double *shares, struct taub_error *error);

#endif
