/* Which decays of a list the masses allow, and what yields hang on those that they do not. */
#ifndef TAUB_HADRONS_SETTLE_H
#define TAUB_HADRONS_SETTLE_H

#include "hadrons/thermal.h"

/* Leaves the open decays, with shares that add up to 1; daughters are known. Sets `closed` of the list and of each
 * hadron. */
enum taub_status taub_hadrons_settle(struct taub_hadrons *self, struct taub_error *error);

/* Of each hadron the share of its yield, with decays of widths above `width`, that comes from closed decays: from what
 * the other decays of the same parents took over. Of a gas of all hadrons of the list. */
enum taub_status taub_closed_yields(const struct taub_hadrons *list, double temperature, double potential, double width,
                                    double *shares, struct taub_error *error);

#endif
