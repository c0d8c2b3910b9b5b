/* What cells and waves of a case of electrodynamics have to do with each other: which waves cells cannot carry, and
 * where in the medium they carry them badly. */
#ifndef TAUB_RESOLUTION_H
#define TAUB_RESOLUTION_H

#include "taub/config.h"

/* The width of the widest cells, along axes with more than one. */
double taub_resolution_width(const struct taub_config *config);
/* Cells in a wave of a frequency where light is `index` times slower than in the vacuum. */
double taub_resolution_cells(const struct taub_config *config, double frequency, double index);
/* sqrt(eps mu) of the medium where nothing else is said, the slowest polarisation's. */
double taub_resolution_index(const struct taub_config *config);
/* The highest frequency that a case names, with a pulse's width: of its source, else of its initial pulse, else of its
 * fluxes; 0 where none does. */
double taub_resolution_frequency(const struct taub_config *config);
/* Tells of each part of the medium whose waves at that frequency (or at 20 cells a wave of the vacuum, of conductors
 * alone) its cells carry badly: fewer than eight cells a wave, or a skin thinner than a cell where a surface then
 * absorbs too much by more than 1e-3. Media by arrays and by code are left out. */
void taub_resolution_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user);

#endif
