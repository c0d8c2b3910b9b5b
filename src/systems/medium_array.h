/* Numbers of a medium from an HDF5 file (medium.array). */
#ifndef TAUB_MEDIUM_ARRAY_H
#define TAUB_MEDIUM_ARRAY_H

#include "taub/config.h"
#include "taub/error.h"

/* Numbers of a medium. TAUB_PERMITTIVITY is that along x; all three are the same but in crystals
 * (taub_medium_is_anisotropic), and an array has one. */
enum {
    TAUB_PERMITTIVITY,
    TAUB_PERMEABILITY,
    TAUB_CONDUCTIVITY,
    TAUB_MEDIUM_SCALARS,
    TAUB_PERMITTIVITY_Y = TAUB_MEDIUM_SCALARS,
    TAUB_PERMITTIVITY_Z,
    TAUB_MEDIUM_NUMBERS
};

struct taub_medium_array;

/* NULL in `out` for a case without one. TAUB_BAD_INPUT names the dataset, the index and the number that is wrong. */
enum taub_status taub_medium_array_read(const struct taub_config *config, struct taub_medium_array **out,
                                        struct taub_error *error);
void taub_medium_array_destroy(struct taub_medium_array *self);
/* Of the cell of the mesh with x in it, relative to the vacuum; a number that the file does not give stays. */
void taub_medium_array_at(const struct taub_medium_array *self, const double x[3], double out[TAUB_MEDIUM_NUMBERS]);

#endif
