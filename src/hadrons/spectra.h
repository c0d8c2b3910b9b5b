/* From a freeze-out surface in memory to hadrons: spectra on a grid of momenta, and what is measured from them. */
#ifndef TAUB_HADRONS_SPECTRA_H
#define TAUB_HADRONS_SPECTRA_H

#include "device/device.h"
#include "hadrons/list.h"
#include "hadrons/thermal.h"
#include "output/surface.h"

/* A device, and how numbers are made on it. */
struct taub_hadron_device {
    struct taub_device *device;
    bool single, strict;
};

struct taub_decay_map; /* hadrons/decay_map.h */

struct taub_spectra_config {
    enum taub_delta_f delta_f;
    bool outward;        /* what has p.dSigma < 0 is left out, else subtracted */
    bool bounded;        /* viscous corrections are kept between -1 and 1 times the ideal distribution */
    bool decays;         /* of particles wider than `decay_width` */
    double decay_width;  /* GeV */
    double pt_max;       /* GeV */
    int pt_count;        /* odd or even, at least 8; the first is 0 */
    int directions;      /* azimuths, a multiple of 8 */
    double rapidity_max; /* surfaces of three axes: from -max to max, so many; boost-invariant ones: y = 0 */
    int rapidities;
    const int64_t *species; /* numbers of those wanted, NULL: all of the list */
    int species_count;
    const struct taub_decay_map
        *decay_map; /* for boost-invariant surfaces, made for many of them; NULL: made for one */
    int threads;    /* of the host, for decays of boost-invariant surfaces; 0: all usable ones */
};
/* delta_f grad, decays with widths above 1e-8 GeV, 4 GeV, 32 momenta, 32 directions, 4 in 17 rapidities, all species.
 */
struct taub_spectra_config taub_spectra_defaults(void);

/* What can be wrong with them before there is a surface, which will be one of a unit of rapidity (`invariant`) or not:
 * TAUB_BAD_INPUT. */
enum taub_status taub_spectra_check(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                    bool invariant, struct taub_error *error);

struct taub_spectra {
    int species, rapidities, momenta, directions;
    int *hadron;            /* index into the list, for each species */
    double *pt, *pt_weight; /* integral of g(pT) dpT is the sum of weight g */
    double *phi, *rapidity; /* of phi the weights are 2 pi/directions */
    double *closed;         /* of each species: share of its yield that comes from decays closed by masses; settle.h */
    double *values;         /* d2N/(pT dpT dphi dy) in 1/GeV^2: [species][rapidity][momentum][direction] */
    bool invariant;         /* per unit of rapidity, at y = 0 */
    double inward; /* what flows inwards, p.dSigma < 0, summed over all species and momenta of the list, over the sum */
    double negative;                         /* the same of where viscous corrections make the distribution negative */
    double temperature;                      /* of the surface: the mean, weighted by u.dSigma */
    struct taub_thermal hadrons;             /* of the list at that temperature and potential */
    double surface_energy, surface_pressure; /* of the surface, as the temperature */
    double potential, surface_charge;        /* mu_B, GeV, and net baryon density, as the temperature */
    int64_t elements, evaluations;           /* elements x species that differ x momenta */
    double seconds;                          /* of the sums on the device */
    double decay_seconds;
};

/* TAUB_BAD_INPUT for surfaces that have no hadrons: dimensionless ones, or with u.dSigma or temperatures that are none.
 * A surface without elements has spectra of zeros. To be freed. */
enum taub_status taub_spectra_of_surface(const struct taub_hadron_device *device,
                                         const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                         const struct taub_spectra_config *config, struct taub_spectra *out,
                                         struct taub_error *error);
void taub_spectra_free(struct taub_spectra *self);

/* At one rapidity of one species: what is measured. Angles in radians. */
enum { TAUB_HARMONICS = 6 };
struct taub_flow {
    double yield;   /* dN/dy */
    double mean_pt; /* GeV */
    double root_mean_square_pt;
    double v[TAUB_HARMONICS + 1];     /* v_1 .. v_6 = |Q_n|, Q_n = sum N exp(i n phi)/sum N; v[0] = 1 */
    double angle[TAUB_HARMONICS + 1]; /* arg(Q_n)/n */
};
void taub_spectra_flow(const struct taub_spectra *self, int species, int rapidity, struct taub_flow *out);
/* The same at one pT: `yield` is dN/(2 pi pT dpT dy); v[n] is along the angle of `event`, Re(Q_n(pT) e^{-i n angle}).
 */
void taub_spectra_flow_at(const struct taub_spectra *self, int species, int rapidity, int momentum,
                          const struct taub_flow *event, struct taub_flow *out);

#endif
