/* Resonance decay contributions to the spectra of boost-invariant surfaces, as a linear map that is the same for every
 * surface.
 *
 * A daughter's spectrum is an integral over its parent's spectrum (decays.h). If that spectrum does not depend on
 * rapidity, a harmonic exp(i m phi) of the parent contributes to the same harmonic of the daughter alone, because the
 * integral is symmetric in the angle between them. So for each pair of parent and daughter and for each m there is one
 * real matrix over momenta: N_m(daughter, pT) += sum_PT K_m(pT, PT) N_m(parent, PT). Spectra are interpolated by cubics
 * in momentum and by their harmonics in azimuth. */
#ifndef TAUB_HADRONS_DECAY_MAP_H
#define TAUB_HADRONS_DECAY_MAP_H

#include "hadrons/feeds.h"
#include "hadrons/spectra.h"

struct taub_decay_map;

/* For the grid and the species of `config`. `of`: the map acts on the mean of particle and antiparticle spectra, or on
 * half their difference. `keep`: all matrices are computed now, on up to `threads` threads (0: all usable ones), to be
 * applied to many surfaces. They need 8 M M (D/2 + 1) bytes a pair: 60 MB for a list of SMASH on the default grid of M
 * = 32 momenta and D = 32 directions. Without `keep` each matrix is computed when it is applied. `list` must outlive
 * the map. */
enum taub_status taub_decay_map_create(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                       enum taub_decays_of of, bool keep, int threads, struct taub_decay_map **out,
                                       struct taub_error *error);
void taub_decay_map_destroy(struct taub_decay_map *self);

/* values: spectra of all hadrons of the list, [hadron][momentum][direction]; on entry the thermal ones. Adds the decay
 * contributions to the requested species, and to all particles that decay into them, starting with the heaviest parent.
 * The spectra of decaying particles are kept. Results do not depend on the number of threads; several threads may apply
 * one map at the same time. */
enum taub_status taub_decay_map_apply(const struct taub_decay_map *self, int threads, double *values,
                                      struct taub_error *error);

#endif
