/* Hadron spectra of the events of a batch, from their freeze-out surfaces in memory. */
#ifndef TAUB_BATCH_HADRONS_H
#define TAUB_BATCH_HADRONS_H

#include "batch/study.h"
#include "device/device.h"
#include "evolve/surface_elements.h"
#include "hadrons/decay_map.h"

/* Numbers of each species in a row of the ledger. */
enum { TAUB_HADRON_NUMBERS = 8 };
extern const char *const taub_hadron_names[TAUB_HADRON_NUMBERS];
extern const char *const taub_hadron_units[TAUB_HADRON_NUMBERS];

/* Reads the study's hadron list. TAUB_BAD_INPUT if a species is missing from it, or the case has no freeze-out surface
 * in GeV and fm. */
enum taub_status taub_batch_hadrons_read(const struct taub_study *study, const struct taub_config *config,
                                         struct taub_hadrons *out, struct taub_error *error);
/* The decay map that all boost-invariant surfaces share; NULL if none is needed. */
enum taub_status taub_batch_decays(const struct taub_study *study, const struct taub_config *config,
                                   const struct taub_hadrons *list, struct taub_decay_map **out,
                                   struct taub_error *error);
/* numbers: [species][TAUB_HADRON_NUMBERS], at midrapidity. */
enum taub_status taub_batch_hadrons_find(const struct taub_study *study, const struct taub_hadrons *list,
                                         const struct taub_decay_map *decays, const struct taub_config *config,
                                         struct taub_device *device, const struct taub_gathered *gathered,
                                         double *numbers, struct taub_error *error);

#endif
