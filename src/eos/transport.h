/* Viscosities, relaxation times and second-order coefficients on the host, in double precision: initial data, exact
 * solutions, checks. The kernels have their own pointwise functions (kernels/systems/transport.h), which exact
 * solutions must not share; tests/unit/test_transport.c compares the two. */
#ifndef TAUB_TRANSPORT_H
#define TAUB_TRANSPORT_H

#include "eos/eos.h"

struct taub_coefficients {
    double shear, bulk;                       /* eta, zeta: GeV/fm^2 */
    double shear_relaxation, bulk_relaxation; /* tau_pi, tau_Pi: fm/c; 0: the stress is always zero */
    double delta_bulk_bulk, lambda_bulk_shear, delta_shear_shear, tau_shear_shear, lambda_shear_bulk; /* fm/c */
    double phi_7;                                                                                     /* fm^3/GeV */
    double diffusion_relaxation; /* tau_q: fm/c; 0: there is no diffusion current */
};

/* Whether they can be evaluated on the host: not if they come from a user's C file. */
bool taub_transport_is_known(const struct taub_config *config);

double taub_shear_over_entropy(const struct taub_config_transport *self,
                               double temperature); /* eta T/(e + p): eta/s without net charge */
double taub_bulk_over_entropy(const struct taub_config_transport *self, double temperature);   /* zeta T/(e + p) */
double taub_shear_factor(const struct taub_config_transport *self, double chemical_potential); /* 1 at 0 */
/* Of a peak with two sides (cauchy, gaussian): the width on the side of this temperature, GeV. */
double taub_bulk_width(const struct taub_config_transport *self, double temperature);

/* zeta/(tau_Pi (e + p)) at a temperature, which adds to the square of the speed of waves; for kinds of
 * bulk_relaxation_time but anomaly, for which it is a function of the speed of sound. */
double taub_bulk_speed(const struct taub_config_transport *self, double temperature);
/* Whether they depend on the chemical potential. */
bool taub_transport_of_potential(const struct taub_config_transport *self);

struct taub_coefficients taub_transport_at(const struct taub_config_transport *self, const struct taub_eos *eos,
                                           double energy_density, double charge_density);

#endif
