/* Writes spectra.h5 (docs/guide/hadrons.md). */
#ifndef TAUB_HADRONS_SPECTRA_HDF5_H
#define TAUB_HADRONS_SPECTRA_HDF5_H

#include "hadrons/spectra.h"

/* Writes to a temporary file next to `path`, and renames it at the end. */
enum taub_status taub_spectra_write(const struct taub_spectra *self, const struct taub_hadrons *list,
                                    const struct taub_spectra_config *config, const char *path,
                                    struct taub_error *error);

#endif
