/* Internal header of the Glauber model, M. L. Miller, K. Reygers, S. J. Sanders, P. Steinberg, Annu. Rev. Nucl. Part.
 * Sci. 57 (2007) 205. Nucleus 0 is centred at x = -b/2, nucleus 1 at x = b/2; events are neither recentred nor
 * rotated. */
#ifndef TAUB_GLAUBER_H
#define TAUB_GLAUBER_H

#include "problems/nuclei.h"
#include "problems/transverse_map.h"
#include "taub/config.h"

struct taub_glauber {
    const struct taub_nucleus *nuclei[2];
    double cross_section; /* inelastic nucleon-nucleon, fm^2 */
    double mixing, nucleon_width, minimum_distance;
    int constituents;                      /* of a nucleon, for Monte Carlo; at most 1: it is a Gaussian itself */
    double constituent_width, fluctuation; /* fm; shape k of the gamma distribution of deposits, 0: all are alike */
    double impact_parameter;               /* fm */
};

/* A constituent of a participant, or a binary collision: where energy is deposited. */
struct taub_source {
    double x, y, width, weight;
    int nucleus; /* of the participant; 2: a collision */
};

struct taub_glauber_event {
    int participants, collisions;
    int crowded; /* nucleons that could not keep minimum_distance */
    int count;   /* number of sources */
    struct taub_source *sources;
};

/* Inelastic nucleon-nucleon cross section in fm^2 for sqrt(s) in GeV, from 10 GeV: 2.5 + 0.0146 ln^2 (s/GeV^2), the fit
 * of C. Loizides, J. Kamin, D. d'Enterria, Phys. Rev. C 97 (2018) 054910. */
double taub_nucleon_cross_section(double collision_energy);

/* Impact parameters by centrality: the cumulative fraction of the optical inelastic cross section integral 2 pi b (1 -
 * (1 - sigma T_AB(b)/(A B))^(A B)) db. */
struct taub_centrality {
    double spacing, total; /* fm, fm^2 */
    int count;
    double *below; /* fraction of the cross section below the impact parameter i spacing */
};
enum taub_status taub_centrality_create(const struct taub_glauber *glauber, const struct taub_thickness thickness[2],
                                        struct taub_centrality *out, struct taub_error *error);
void taub_centrality_free(struct taub_centrality *self);
double taub_centrality_impact(const struct taub_centrality *self, double per_cent);

/* Optical model: densities per area of participants, of each nucleus, and binary collisions at a point, 1/fm^2. */
void taub_optical_densities(const struct taub_glauber *glauber, const struct taub_thickness thickness[2], double x,
                            double y, double participants[2], double *collisions);

/* Sources of a participant of this nucleus with this place and weight, a Gaussian or its constituents; returns their
 * number. The constituents lie at Gaussian places around it, with their centre where it is, and the mean of r^2 of all
 * that is deposited is that of a Gaussian nucleon, 2 nucleon_width^2: J. S. Moreland, J. E. Bernhard, S. A. Bass, Phys.
 * Rev. C 101 (2020) 024911. */
int taub_participant_sources(const struct taub_glauber *glauber, int nucleus, double x, double y, double weight,
                             struct taub_random *random, struct taub_source *out);

/* Monte Carlo: one collision at this impact parameter. Nucleons collide if their transverse distance is below
 * sqrt(cross_section/pi). The sources are malloc'ed. */
enum taub_status taub_monte_carlo_event(const struct taub_glauber *glauber, double impact_parameter,
                                        struct taub_random *random, struct taub_glauber_event *event,
                                        struct taub_error *error);

#endif
