/* Programs of the kernels of hadrons. */
#ifndef TAUB_HADRONS_PROGRAM_H
#define TAUB_HADRONS_PROGRAM_H

#include "hadrons/spectra.h"

/* One kernel file with its constants (a list that ends with the name NULL), compiled or from the cache. */
enum taub_status taub_hadron_program(const struct taub_hadron_device *device, const struct taub_constant *constants,
                                     const char *kernel, struct taub_program **out, struct taub_error *error);

#endif
