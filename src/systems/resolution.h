/* Resolution in electrodynamics: which waves the cells of a case cannot represent, and in which parts of the medium
 * waves are poorly resolved. */
#ifndef TAUB_RESOLUTION_H
#define TAUB_RESOLUTION_H

#include "taub/config.h"

/* The width of the widest cells, along axes with more than one. */
double taub_resolution_width(const struct taub_config *config);
/* Cells per wavelength at a frequency in a medium of the refractive index `index`. */
double taub_resolution_cells(const struct taub_config *config, double frequency, double index);
/* Refractive index sqrt(eps mu) of the case's default medium, for the slowest polarisation. */
double taub_resolution_index(const struct taub_config *config);
/* Of a pulse, or of the beginning of a sine: the frequencies that it adds to those of its carrier. */
double taub_resolution_bandwidth(const struct taub_config_source *source);
/* The highest frequency of a case, including the bandwidth of a pulse: that of its sources, otherwise of its initial
 * pulse, otherwise of its fluxes; 0 if there is none. */
double taub_resolution_frequency(const struct taub_config *config);
/* Reports each part of the medium whose waves at that frequency are poorly resolved: fewer than eight cells per
 * wavelength, or a skin depth below a cell if this makes a surface absorb too much by more than 1e-3. Without a
 * frequency, only conductors are checked, at 20 cells per vacuum wavelength. Media given by arrays or code are not
 * checked. Reports as well a beam whose currents jump at a periodic end. */
void taub_resolution_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user);

#endif
