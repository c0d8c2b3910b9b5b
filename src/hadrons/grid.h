/* The momentum grid: pT = 0.4 GeV sinh(s) with equal steps in s from 0, which resolves the spectra of light and heavy
 * particles equally well; equal steps in azimuth and rapidity. */
#ifndef TAUB_HADRONS_GRID_H
#define TAUB_HADRONS_GRID_H

#include "hadrons/spectra.h"

#define TAUB_PT_SCALE 0.4

double taub_grid_step(const struct taub_spectra_config *config);
enum taub_status taub_grid_make(const struct taub_spectra_config *config, bool invariant, struct taub_spectra *out,
                                struct taub_error *error);

#endif
