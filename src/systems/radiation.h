/* Given currents in electrodynamics, for kernels/schemes/maxwell_sources.h. */
#ifndef TAUB_RADIATION_H
#define TAUB_RADIATION_H

#include <stdbool.h>

#include "jit/bundle.h"
#include "systems/medium_array.h"
#include "taub/config.h"

/* The box that contains all currents; its ends along axes of one cell are far outside of the mesh. */
void taub_radiation_box(const struct taub_config *config, double lower[3], double upper[3]);
/* Whether the currents of a wave or beam are all in the case's default medium; if not, `at` is a point in another one.
 * `array` is as for taub_medium_at. */
bool taub_radiation_medium(const struct taub_config *config, const struct taub_medium_array *array, double at[3]);
#define TAUB_RADIATION_MEDIUM                                                                                          \
    "a wave must begin in the medium of medium.permittivity and medium.permeability, without conductivity and poles; " \
    "at %.6g, %.6g, %.6g the medium is another one"
/* TAUB_BAD_INPUT with this message, for cases with an array. */
enum taub_status taub_radiation_check(const struct taub_config *config, const struct taub_medium_array *array,
                                      struct taub_error *error);
/* Defines the constants of the kernels. */
enum taub_status taub_radiation_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error);
/* Adds the signal of source.table, if there is one: times, and cubics between them. */
enum taub_status taub_radiation_add_table(const struct taub_config *config, struct taub_bundle *bundle,
                                          struct taub_error *error);
/* Reads a file with a time and a value per line and comments after #. The caller frees both arrays. TAUB_BAD_INPUT,
 * with the line, if the file is not of this form, times do not grow, or there are too few or too many of them. */
enum taub_status taub_radiation_read(const char *path, double **times, double **values, int *count,
                                     struct taub_error *error);

#endif
