/* Resonance decay contributions to spectra of surfaces that are not boost-invariant. */
#ifndef TAUB_HADRONS_FEED_DOWN_H
#define TAUB_HADRONS_FEED_DOWN_H

#include "hadrons/feeds.h"
#include "hadrons/spectra.h"

/* values: spectra of all hadrons of the list, [hadron][rapidity][momentum][direction] of `grid`. Adds the contributions
 * of all parents to their daughters, starting with the heaviest parent; the spectra of decaying particles are kept.
 * `of`: as in decay_map.h. Adds to grid->decay_seconds. */
enum taub_status taub_feed_down(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                const struct taub_spectra_config *config, enum taub_decays_of of,
                                struct taub_spectra *grid, double *values, struct taub_error *error);

#endif
