/* Inside the module: the Glauber model, M. L. Miller, K. Reygers, S. J. Sanders, P. Steinberg, Annu. Rev. Nucl. Part.
 * Sci. 57 (2007) 205. Nucleus 0 is centred at x = -b/2, nucleus 1 at x = b/2; nothing is recentred or rotated. */
#ifndef TAUB_GLAUBER_H
#define TAUB_GLAUBER_H

#include "problems/nuclei.h"
#include "problems/transverse_map.h"
#include "taub/config.h"

struct taub_glauber {
    const struct taub_nucleus *nuclei[2];
    double cross_section; /* inelastic nucleon-nucleon, fm^2 */
    double mixing, nucleon_width, minimum_distance;
    double impact_parameter; /* fm */
};

/* A nucleon that was hit, or a pair that collided: where matter is put. */
struct taub_source {
    double x, y, weight;
};

struct taub_glauber_event {
    int participants, collisions;
    int crowded; /* nucleons that are nearer to another than minimum_distance, for want of room */
    int count;   /* sources */
    struct taub_source *sources;
};

/* Inelastic nucleon-nucleon cross-section in fm^2, sqrt(s) in GeV, from 10 GeV up: 2.5 + 0.0146 ln^2 (s/GeV^2), the fit
 * of C. Loizides, J. Kamin, D. d'Enterria, Phys. Rev. C 97 (2018) 054910. */
double taub_nucleon_cross_section(double collision_energy);

/* Impact parameters by centrality: the share of the optical inelastic cross-section
 * integral 2 pi b (1 - (1 - sigma T_AB(b)/(A B))^(A B)) db from below. */
struct taub_centrality {
    double spacing, total; /* fm, fm^2 */
    int count;
    double *below; /* of the cross-section with less than spacing i, as a share */
};
enum taub_status taub_centrality_create(const struct taub_glauber *glauber, const struct taub_thickness thickness[2],
                                        struct taub_centrality *out, struct taub_error *error);
void taub_centrality_free(struct taub_centrality *self);
double taub_centrality_impact(const struct taub_centrality *self, double per_cent);

/* Optical: densities of participants and of binary collisions at a point, 1/fm^2. */
void taub_optical_densities(const struct taub_glauber *glauber, const struct taub_thickness thickness[2], double x,
                            double y, double *participants, double *collisions);

/* Monte Carlo: one collision at this impact parameter; nucleons collide when they pass closer than
 * sqrt(cross_section/pi). The sources are malloc'ed. */
enum taub_status taub_monte_carlo_event(const struct taub_glauber *glauber, double impact_parameter,
                                        struct taub_random *random, struct taub_glauber_event *event,
                                        struct taub_error *error);

#endif
