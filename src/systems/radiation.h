/* Given currents in electrodynamics, for kernels/schemes/maxwell_sources.h. */
#ifndef TAUB_RADIATION_H
#define TAUB_RADIATION_H

#include <stdbool.h>

#include "jit/bundle.h"
#include "systems/medium_array.h"
#include "taub/config.h"

/* The box that contains all currents of a source; its ends along axes of one cell are far outside of the mesh. */
void taub_radiation_box(const struct taub_config *config, const struct taub_config_source *source, double lower[3],
                        double upper[3]);
/* A plane wave or a beam. */
bool taub_radiation_is_wave(const struct taub_config_source *source);
/* Of a dipole, along an axis: that of its ball, or in which the current of a point is spread. */
double taub_radiation_radius(const struct taub_config *config, const struct taub_config_source *source, int axis);
/* Whether the currents of a source, if it is a wave or beam, are all in the case's default medium; if not, `at` is a
 * point in another one. `array` is as for taub_medium_at. */
bool taub_radiation_medium(const struct taub_config *config, const struct taub_config_source *source,
                           const struct taub_medium_array *array, double at[3]);
#define TAUB_RADIATION_MEDIUM                                                                                          \
    "a wave must begin in the medium of medium.permittivity and medium.permeability, without conductivity and poles; " \
    "at %.6g, %.6g, %.6g the medium is another one"
/* "source.KEY", or "source[N].KEY" where the case has a list. */
const char *taub_radiation_path(const struct taub_config *config, int n, const char *key, char path[64]);
/* TAUB_BAD_INPUT with this message, for cases with an array. */
enum taub_status taub_radiation_check(const struct taub_config *config, const struct taub_medium_array *array,
                                      struct taub_error *error);
/* Defines the constants and numbers of the kernels. */
enum taub_status taub_radiation_define(const struct taub_config *config, struct taub_bundle *bundle,
                                       struct taub_error *error);
/* Adds the tables of sources: what describes each, and the signals of files: times, and cubics between them. */
enum taub_status taub_radiation_add_tables(const struct taub_config *config, struct taub_bundle *bundle,
                                           struct taub_error *error);

#endif
