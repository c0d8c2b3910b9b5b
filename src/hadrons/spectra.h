/* Hadron spectra from a freeze-out surface in memory, on a grid of momenta, and observables derived from them. */
#ifndef TAUB_HADRONS_SPECTRA_H
#define TAUB_HADRONS_SPECTRA_H

#include "device/device.h"
#include "hadrons/list.h"
#include "hadrons/thermal.h"
#include "output/surface.h"

/* A device and the arithmetic used on it. */
struct taub_hadron_device {
    struct taub_device *device;
    bool single, strict;
};

struct taub_decay_map; /* hadrons/decay_map.h */

struct taub_spectra_config {
    enum taub_delta_f delta_f;
    bool outward;        /* momenta with p.dSigma < 0 are left out; otherwise they count negative */
    bool bounded;        /* |delta f| is limited to the equilibrium distribution */
    bool decays;         /* of particles wider than decay_width */
    double decay_width;  /* GeV */
    double pt_max;       /* GeV */
    int pt_count;        /* at least 8; the first momentum is 0 */
    int directions;      /* azimuths, a multiple of 8 */
    double rapidity_max; /* surfaces with three axes: `rapidities` values from -max to max; boost-invariant ones: y = 0
                            only */
    int rapidities;
    const int64_t *species; /* codes of the requested species; NULL: all of the list */
    int species_count;
    const struct taub_decay_map
        *decay_map; /* for boost-invariant surfaces, to be reused for many; NULL: made for this one */
    int threads;    /* host threads for decays of boost-invariant surfaces; 0: all usable ones */
};
/* Defaults: Grad's delta f; decays of widths above 1e-8 GeV; 32 momenta up to 4 GeV, 32 directions, 17 rapidities up to
 * 4; all species. */
struct taub_spectra_config taub_spectra_defaults(void);

/* Checks the configuration before there is a surface; `invariant`: it will be boost-invariant. Errors:
 * TAUB_BAD_INPUT. */
enum taub_status taub_spectra_check(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                    bool invariant, struct taub_error *error);

struct taub_spectra {
    int species, rapidities, momenta, directions;
    int *hadron;            /* index into the list, for each species */
    double *pt, *pt_weight; /* the integral of g(pT) dpT is sum(weight g) */
    double *phi, *rapidity; /* the weights of phi are 2 pi/directions */
    double *closed;         /* for each species, fraction of the yield that depends on closed decays (open_decays.h) */
    double *values;         /* d2N/(pT dpT dphi dy) in 1/GeV^2: [species][rapidity][momentum][direction] */
    bool invariant;         /* boost-invariant: per unit of rapidity, at y = 0 */
    double inward;   /* |inward flux|, p.dSigma < 0, over the total, summed over all species and momenta of the list */
    double negative; /* fraction where delta f makes the distribution negative, likewise */
    double temperature;                      /* mean over the surface, weighted by u.dSigma, GeV */
    struct taub_thermal hadrons;             /* hadron gas of the list at that temperature and potential */
    double surface_energy, surface_pressure; /* energy density and pressure on the surface, same mean */
    double potential, surface_charge;        /* mu_B in GeV and net baryon density, same mean */
    int64_t elements, evaluations;           /* evaluations: elements x groups of species x grid points */
    double seconds;                          /* Cooper-Frye sums on the device */
    double decay_seconds;
};

/* TAUB_BAD_INPUT for surfaces from which no hadrons can be computed: dimensionless ones, or those with invalid
 * temperatures, velocities or potentials. A surface without elements gives spectra of zero. Free the result. */
enum taub_status taub_spectra_of_surface(const struct taub_hadron_device *device,
                                         const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                         const struct taub_spectra_config *config, struct taub_spectra *out,
                                         struct taub_error *error);
void taub_spectra_free(struct taub_spectra *self);

/* Observables of one species at one rapidity. Angles in radians. */
enum { TAUB_HARMONICS = 6 };
struct taub_flow {
    double yield;   /* dN/dy */
    double mean_pt; /* GeV */
    double root_mean_square_pt;
    double v[TAUB_HARMONICS + 1];     /* v_1 .. v_6 = |Q_n|, Q_n = sum N exp(i n phi)/sum N; v[0] = 1 */
    double angle[TAUB_HARMONICS + 1]; /* arg(Q_n)/n */
};
void taub_spectra_flow(const struct taub_spectra *self, int species, int rapidity, struct taub_flow *out);
/* The same at one pT: `yield` is dN/(2 pi pT dpT dy); v[n] is measured relative to the angle of `event`, Re(Q_n(pT)
 * e^{-i n angle}). */
void taub_spectra_flow_at(const struct taub_spectra *self, int species, int rapidity, int momentum,
                          const struct taub_flow *event, struct taub_flow *out);

#endif
