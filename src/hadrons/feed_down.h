/* What decays add to spectra. */
#ifndef TAUB_HADRONS_FEED_DOWN_H
#define TAUB_HADRONS_FEED_DOWN_H

#include "hadrons/spectra.h"

/* values: of all hadrons of the list, [hadron][rapidity][momentum][direction] of `grid`: those of daughters are added
 * to, from the heaviest parent on; those of decaying ones stay. Sets grid->decay_seconds. */
enum taub_status taub_feed_down(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                const struct taub_spectra_config *config, struct taub_spectra *grid, double *values,
                                struct taub_error *error);

#endif
