/* Currents from outside in electrodynamics, as kernels/schemes/maxwell_sources.h expects them. */
#ifndef TAUB_RADIATION_H
#define TAUB_RADIATION_H

#include <stdbool.h>

#include "jit/bundle.h"
#include "systems/medium_array.h"
#include "taub/config.h"

/* The box, lower and upper end along each axis, outside which no current flows; axes of one cell count for nothing. */
void taub_radiation_box(const struct taub_config *config, double lower[3], double upper[3]);
/* Whether a wave or a beam begins in the one medium that it knows; if not, where there is another one. `array`: as
 * taub_medium_at has it. */
bool taub_radiation_medium(const struct taub_config *config, const struct taub_medium_array *array, double at[3]);
#define TAUB_RADIATION_MEDIUM                                                             \
    "a wave begins in one medium that does not conduct, that of medium.permittivity and " \
    "medium.permeability without poles: at %.6g, %.6g, %.6g there is another one"
/* TAUB_BAD_INPUT with these words, of a case with an array. */
enum taub_status taub_radiation_check(const struct taub_config *config, const struct taub_medium_array *array,
                                      struct taub_error *error);
/* Constants of the kernels. */
enum taub_status taub_radiation_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error);
/* The signal of source.table, where there is one: times, and cubics between them. */
enum taub_status taub_radiation_add_table(const struct taub_config *config, struct taub_bundle *bundle,
                                          struct taub_error *error);
/* A file `time value` a line, # begins a comment: both columns in arrays that the caller frees. TAUB_BAD_INPUT, with
 * the line, when it is none, when times do not grow, or when it has fewer than two or too many lines. */
enum taub_status taub_radiation_read(const char *path, double **times, double **values, int *count,
                                     struct taub_error *error);

#endif
