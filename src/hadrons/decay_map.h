/* What decays add to spectra of boost-invariant surfaces: a linear map, which is the same for every surface.
 *
 * A daughter's spectrum is the integral of decays.h over its parent's. Where that does not depend on the rapidity, and
 * since the integral treats both directions across the daughter's alike, a harmonic exp(i m phi) of the parent gives
 * the same harmonic of the daughter: for each pair of parent and daughter there is one real matrix over momenta for
 * each m, N_m(daughter, pT) += sum_PT K_m(pT, PT) N_m(parent, PT). Spectra are interpolated by cubics between momenta,
 * and by all their harmonics between directions. */
#ifndef TAUB_HADRONS_DECAY_MAP_H
#define TAUB_HADRONS_DECAY_MAP_H

#include "hadrons/feeds.h"
#include "hadrons/spectra.h"

struct taub_decay_map;

/* `of`: for spectra that particles share with their antiparticles, or for half the differences of the two.
 * For spectra on the grid and with the species of `config`. `keep`: the matrices are made now, on up to `threads`
 * threads (0: all usable ones), for many surfaces: 8 M M (D/2 + 1) bytes a pair, 60 MB for a list of SMASH on the
 * default grid of M = 32 momenta and D = 32 directions; else each is made when it is applied. `list` must outlive the
 * map. */
enum taub_status taub_decay_map_create(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                       enum taub_decays_of of, bool keep, int threads, struct taub_decay_map **out,
                                       struct taub_error *error);
void taub_decay_map_destroy(struct taub_decay_map *self);

/* values: of all hadrons of the list, [hadron][momentum][direction], thermal ones at first. What decays give is added
 * to the species of the map's configuration and to what decays into them, from the heaviest parent on; parents keep
 * what they have. The same numbers on any number of threads. Several threads may apply one map at the same time. */
enum taub_status taub_decay_map_apply(const struct taub_decay_map *self, int threads, double *values,
                                      struct taub_error *error);

#endif
