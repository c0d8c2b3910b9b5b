/* Mean spin vectors of baryons from a freeze-out surface with gradients (kernels/hadrons/polarization.h).
 */
#ifndef TAUB_HADRONS_POLARIZATION_H
#define TAUB_HADRONS_POLARIZATION_H

#include "hadrons/spectra.h"

/* The terms of the spin vector: thermal vorticity, and the shear with the laboratory's time, with u, and with sigma/T
 * and u. */
enum taub_polarization_term {
    TAUB_POLARIZATION_VORTICITY,
    TAUB_POLARIZATION_SHEAR_LAB,
    TAUB_POLARIZATION_SHEAR_FLUID,
    TAUB_POLARIZATION_SHEAR_SIGMA,
    TAUB_POLARIZATION_TERMS
};
extern const char *const taub_polarization_terms[TAUB_POLARIZATION_TERMS];

struct taub_polarization {
    struct taub_spectra
        grid; /* species and momenta; `values` are those of primary hadrons without viscous corrections */
    bool isothermal;
    /* P, the spin over the largest, in the rest frame of the particle along x, y, z:
     * [species][rapidity][momentum][direction][term][3] */
    double *values;
    /* The same, and spectra, with what comes from decays; NULL without config.decays. */
    struct {
        double *spectra, *values;
    } fed;
    double seconds;
};

/* Of the species that `config` asks for, and with config.decays the parents from which these get spins
 * (hadrons/spin_feeds.h). isothermal: gradients of T are left out, as on surfaces of equal temperature (F. Becattini et
 * al., Phys. Rev. Lett. 127 (2021) 272302). TAUB_BAD_INPUT where the surface has no gradients or none of the species is
 * a baryon. Free the result. */
enum taub_status taub_polarization_of_surface(const struct taub_hadron_device *device,
                                              const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                              const struct taub_spectra_config *config, bool isothermal,
                                              struct taub_polarization *out, struct taub_error *error);
void taub_polarization_free(struct taub_polarization *self);

/* What is with decays in place of what is primary; its arrays belong to *self. */
struct taub_polarization taub_polarization_with_decays(const struct taub_polarization *self);

/* Means over all momenta of a species at one rapidity, weighted by the number of particles. */
struct taub_polarization_means {
    double number;                           /* dN/dy, or dN/(2 pi pT dpT dy) at one pT */
    double mean[TAUB_POLARIZATION_TERMS][3]; /* of P */
    double sine[TAUB_POLARIZATION_TERMS];    /* of P_z sin(2 phi) */
};
/* momentum: at that pT alone; -1: over all. */
struct taub_polarization_means taub_polarization_means(const struct taub_polarization *self, int species, int rapidity,
                                                       int momentum);

/* polarization.h5 (docs/guide/polarization.md), under a temporary name until it is complete. */
enum taub_status taub_polarization_write(const struct taub_polarization *self, const struct taub_hadrons *list,
                                         const char *path, struct taub_error *error);

#endif
