/* Compilation of the hadron kernels. */
#ifndef TAUB_HADRONS_PROGRAM_H
#define TAUB_HADRONS_PROGRAM_H

#include "hadrons/spectra.h"

/* Source text of one kernel file with its constants (a list that ends with a NULL name). */
enum taub_status taub_hadron_bundle(bool single, bool strict, const struct taub_constant *constants, const char *kernel,
                                    struct taub_bundle **out, struct taub_error *error);
/* The same, compiled or taken from the cache. */
enum taub_status taub_hadron_program(const struct taub_hadron_device *device, const struct taub_constant *constants,
                                     const char *kernel, struct taub_program **out, struct taub_error *error);

#endif
