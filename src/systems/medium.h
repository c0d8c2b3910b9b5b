/* The medium of electrodynamics, as a case says it. */
#ifndef TAUB_MEDIUM_H
#define TAUB_MEDIUM_H

#include <stdbool.h>

#include "systems/medium_array.h"
#include "systems/medium_metal.h"
#include "taub/config.h"

/* Of the vacuum, in the units of the case. */
void taub_medium_vacuum(const struct taub_config *config, double *permittivity, double *permeability);
/* Not the same everywhere; then it stands in the state. */
bool taub_medium_varies(const struct taub_config *config);
/* The permittivity is not the same along all axes: an inclusion or the case has one for each, or cells that are cut are
 * to have. The state then has two numbers more, those along y and z. */
bool taub_medium_is_anisotropic(const struct taub_config *config);
/* Numbers of a cell's medium in the state, and the component of the first one. */
int taub_medium_numbers(const struct taub_config *config);
int taub_medium_component(const struct taub_config *config);
/* Relative, along the axes, where no piece, array or inclusion has its own. */
void taub_medium_permittivity(const struct taub_config_medium *medium, double out[3]);
/* Currents come from outside. The n-th source; NULL after the last one. */
bool taub_medium_has_source(const struct taub_config *config);
const struct taub_config_source *taub_medium_source(const struct taub_config *config, int n);
/* Somewhere something conducts, or currents come from outside: there may be charges. */
bool taub_medium_conducts(const struct taub_config *config);
/* At a point, absolute. `array`: that of the case, NULL where it has none; a point has what its cell has of it. */
void taub_medium_at(const struct taub_config *config, const struct taub_medium_array *array, const double x[3],
                    double out[TAUB_MEDIUM_NUMBERS]);
/* The poles of a point: those of the last inclusion over it, else those of the case. */
const struct taub_poles *taub_medium_poles_at(const struct taub_config *config, const double x[3]);
/* Nothing cuts a cell: all of it lies in one piece or inclusion, so that a point says what each says. Some cells that
 * are not cut are not seen to be such. `active`: axes with more than one cell. */
bool taub_medium_is_uniform(const struct taub_config *config, const double center[3], const double spacing[3],
                            const bool active[3]);
/* The largest speed of light of a case's media, but for those of a user's code or array. */
double taub_medium_fastest(const struct taub_config *config);
/* The mean over a cell: of points in it, where it is cut by a surface; where that is a surface of metal, of what is not
 * metal, stretched over the cell (systems/medium_metal.h). `active`: axes with more than one cell. `metal`: out. */
void taub_medium_of_cell(const struct taub_config *config, const struct taub_medium_array *array,
                         const double center[3], const double spacing[3], const bool active[3],
                         struct taub_metal *metal, double out[TAUB_MEDIUM_NUMBERS]);

#endif
