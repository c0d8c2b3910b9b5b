/* Nuclei by name, and the distribution of their nucleons. */
#ifndef TAUB_NUCLEI_H
#define TAUB_NUCLEI_H

#include "problems/random.h"
#include "taub/error.h"

enum taub_nucleus_shape {
    TAUB_NUCLEUS_POINT,      /* one nucleon at the centre */
    TAUB_NUCLEUS_HULTHEN,    /* two nucleons on opposite sides of the centre */
    TAUB_NUCLEUS_WOODS_SAXON /* (1 + w r^2/R^2)/(1 + exp((r - R(theta))/a)) */
};

struct taub_nucleus {
    const char *name;
    int nucleons;
    enum taub_nucleus_shape shape;
    double radius, diffuseness, w; /* fm; Hulthen: the two inverse lengths, 1/fm */
    double beta2, beta4;           /* R(theta) = R (1 + beta2 Y20 + beta4 Y40) */
};

/* TAUB_BAD_INPUT, with the list of known names, if there is no such nucleus. */
enum taub_status taub_nucleus_find(const char *name, const struct taub_nucleus **out, struct taub_error *error);

/* Unnormalised Woods-Saxon density; cosine: of the angle to the symmetry axis. */
double taub_nucleus_shape_at(const struct taub_nucleus *self, double r, double cosine);

/* Positions of all nucleons relative to the centre, with random orientation. Woods-Saxon nucleons are drawn from the
 * density, sorted by radius, and kept minimum_distance apart by redrawing only their angles, so that the radial density
 * is exact; after 1000 tries a nucleon stays where it is. Positions are not recentred. Returns the number of nucleons
 * that could not keep the distance. */
int taub_nucleus_sample(const struct taub_nucleus *self, double minimum_distance, struct taub_random *random,
                        double (*position)[3]);

/* Mean nuclear thickness T(s): the density integrated along the beam, averaged over orientations. Its integral over the
 * plane is the number of nucleons. For a proton: a Gaussian of width nucleon_width. */
struct taub_thickness {
    double spacing, largest; /* fm */
    int count;
    double *values;
};
enum taub_status taub_thickness_create(const struct taub_nucleus *nucleus, double nucleon_width,
                                       struct taub_thickness *out, struct taub_error *error);
void taub_thickness_free(struct taub_thickness *self);
double taub_thickness_at(const struct taub_thickness *self, double s); /* 1/fm^2 */

#endif
