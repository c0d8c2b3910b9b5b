/* What the decays of one hadron feed into, and the quadrature of the integral over decays that the passes of decays.h
 * and decay_map.c share (the integral stands in decays.h). */
#ifndef TAUB_HADRONS_FEEDS_H
#define TAUB_HADRONS_FEEDS_H

#include "hadrons/list.h"

/* Nodes over the rapidity and over the angle zeta between parent and daughter. */
enum {
    TAUB_DECAY_NODES_Y = 10,
    TAUB_DECAY_NODES_ZETA = 14,
    TAUB_DECAY_NODES = TAUB_DECAY_NODES_Y + TAUB_DECAY_NODES_ZETA
};
#define TAUB_DECAY_SLOPE                                                                        \
    0.25 /* GeV: of spectra, roughly; they are interpolated after exp(-mT/SLOPE) is divided out \
          */

/* One kind of daughter that one parent has, of one energy in the parent's rest frame. Without chemical potentials
 * antiparticles have the spectra of their particles: only particles are followed, from parents of both kinds. With one
 * the same holds for the mean of both, and their difference is odd: what antiparents give is subtracted. */
struct taub_feed {
    int daughter;
    double mass, energy, share;
};
struct taub_feeds {
    struct taub_feed *list; /* to be freed */
    int count, capacity;
};

/* The particle of a pair of particle and antiparticle; others are their own. */
int taub_particle_of(const struct taub_hadrons *list, int hadron);
enum taub_decays_of { TAUB_DECAYS_OF_MEANS, TAUB_DECAYS_OF_DIFFERENCES };
/* Adds what `parent`, a particle, and its antiparticle decay into: nothing for those no wider than `width`, in GeV. */
enum taub_status taub_feeds_of(const struct taub_hadrons *list, int parent, double width, enum taub_decays_of of,
                               struct taub_feeds *feeds, struct taub_error *error);

/* Nodes and weights of Gauss and Legendre on (0, 1), in turn: those over the rapidity, then those over zeta. */
void taub_decay_nodes(double out[2 * TAUB_DECAY_NODES]);

#endif
