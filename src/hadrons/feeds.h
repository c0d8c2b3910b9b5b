/* Daughters of a decaying hadron, and the quadrature of the decay integral that decays.h and decay_map.c share
 * (decays.h has the formula). */
#ifndef TAUB_HADRONS_FEEDS_H
#define TAUB_HADRONS_FEEDS_H

#include "hadrons/list.h"

/* Numbers of nodes in rapidity and in the angle zeta between parent and daughter. */
enum {
    TAUB_DECAY_NODES_Y = 10,
    TAUB_DECAY_NODES_ZETA = 14,
    TAUB_DECAY_NODES = TAUB_DECAY_NODES_Y + TAUB_DECAY_NODES_ZETA
};
/* GeV: typical slope of spectra; they are interpolated after division by exp(-mT/SLOPE). */
#define TAUB_DECAY_SLOPE 0.25

/* One daughter of one parent, at one energy in the parent's rest frame. Without chemical potentials antiparticles have
 * the spectra of their particles, so that only particles are followed, from parents of both kinds. With a chemical
 * potential the same holds for the mean of both, while their difference is odd: the contribution of antiparents is
 * subtracted. */
struct taub_feed {
    int daughter;
    double mass, energy, share;
};
struct taub_feeds {
    struct taub_feed *list; /* owned; free it */
    int count, capacity;
};

/* Index of the particle for an antiparticle of the list; otherwise `hadron` itself. */
int taub_particle_of(const struct taub_hadrons *list, int hadron);
enum taub_decays_of { TAUB_DECAYS_OF_MEANS, TAUB_DECAYS_OF_DIFFERENCES };
/* Appends the feeds of `parent`, which is a particle, and of its antiparticle: none if its width, in GeV, is not above
 * `width`. */
enum taub_status taub_feeds_of(const struct taub_hadrons *list, int parent, double width, enum taub_decays_of of,
                               struct taub_feeds *feeds, struct taub_error *error);

/* Gauss-Legendre nodes and weights on (0, 1), alternating. */
void taub_gauss_legendre(int count, double *out);
/* Those of the decay integral: first those in rapidity, then those in zeta. */
void taub_decay_nodes(double out[2 * TAUB_DECAY_NODES]);

#endif
