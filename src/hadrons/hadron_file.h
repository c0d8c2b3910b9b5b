/* What spectra.h5 and polarization.h5 have in common. Functions return false where HDF5 fails. */
#ifndef TAUB_HADRONS_HADRON_FILE_H
#define TAUB_HADRONS_HADRON_FILE_H

#include "hadrons/spectra.h"
#include "output/hdf5_file.h"

/* A dataset with its unit and meaning. */
bool taub_h5_put_array(hid_t file, const char *name, hid_t type, const void *values, int rank, const hsize_t *size,
                       const char *unit, const char *meaning);
/* pdg, mass and names of the species. */
bool taub_spectra_put_species(const struct taub_spectra *self, const struct taub_hadrons *list, hid_t file);
/* The grid of momenta, and the spectra on it. */
bool taub_spectra_put_grid(const struct taub_spectra *self, hid_t file);

/* `put` fills a file under a temporary name next to `path`, which is renamed at the end. */
enum taub_status taub_hadron_file_write(const char *path, bool (*put)(const void *user, hid_t file), const void *user,
                                        struct taub_error *error);

#endif
