/* Partons of AMPT (Z.-W. Lin, C. M. Ko, B.-A. Li, B. Zhang, S. Pal, Phys. Rev. C 72 (2005) 064901) as text: its files
 * ana/parton-initial-afterPropagation.dat and zpc.dat, which MUSIC reads, too. For each event
 *   event iteration partons ...        integers; the third is the number of partons that follow
 *   pdg px py pz mass x y z t          one line for each parton; GeV, fm
 * p0 is computed from the mass. */
#ifndef TAUB_AMPT_H
#define TAUB_AMPT_H

#include <stdbool.h>

#include "problems/oscar.h"

/* Whether a text looks like such a file: it begins with a number. */
bool taub_ampt_begins(const char *text, size_t length);

/* Parameters and errors as of taub_oscar_parse(). */
enum taub_status taub_ampt_parse(const char *text, size_t length, const char *name, int first, int events,
                                 struct taub_particles *out, struct taub_error *error);

#endif
