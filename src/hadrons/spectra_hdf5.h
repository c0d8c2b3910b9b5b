/* spectra.h5 (docs/guide/hadrons.md). */
#ifndef TAUB_HADRONS_SPECTRA_HDF5_H
#define TAUB_HADRONS_SPECTRA_HDF5_H

#include "hadrons/spectra.h"

/* Written under a temporary name beside `path` until it is whole. */
enum taub_status taub_spectra_write(const struct taub_spectra *self, const struct taub_hadrons *list,
                                    const struct taub_spectra_config *config, const char *path,
                                    struct taub_error *error);

#endif
