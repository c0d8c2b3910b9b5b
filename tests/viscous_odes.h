/* The ordinary differential equations of Bjorken's and Gubser's flow of a viscous fluid, written out for GSL with the
 * coefficients of the paper (D. Bazow, U. Heinz, M. Strickland, Comput. Phys. Commun. 225 (2018) 92): what tests
 * compare with, apart from the solver and from src/problems. */
#ifndef TAUB_TEST_VISCOUS_ODES_H
#define TAUB_TEST_VISCOUS_ODES_H

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>

#include "eos/eos.h"

struct expansion {
    const struct taub_eos *eos;
    double shear_over_entropy;
    bool bulk;    /* zeta/s of Denicol et al. 2009 with T_c = 0.18 GeV */
    double phi_7; /* over 9/(70 P) */
};

/* e, phi = -pi^zz, Pi over tau. */
static inline int expand(double tau, const double y[], double rate[], void *user)
{
    const struct expansion *self = user;
    const double e = y[0], phi = y[1], bulk = y[2], p = taub_eos_pressure(self->eos, e, 0);
    const double T = taub_eos_temperature(self->eos, e, 0), cs2 = taub_eos_sound_speed_squared(self->eos, e, 0);
    const double soft = 1 / 3.0 - cs2, x = T / 0.18;
    const double zeta_s = x > 1.05    ? 0.9 * exp(-(x - 1) / 0.025) + 0.25 * exp(-(x - 1) / 0.13) + 0.001
                          : x < 0.995 ? 0.9 * exp((x - 1) / 0.0025) + 0.22 * exp((x - 1) / 0.022) + 0.03
                                      : -13.45 + 27.55 * x - 13.77 * x * x;
    const double tau_pi = 5 * self->shear_over_entropy * TAUB_HBARC / T;
    rate[0] = -(e + p + bulk - phi) / tau;
    rate[1] = -phi / tau_pi + 4.0 / 15 * (e + p) / tau - 38.0 / 21 * phi / tau + 0.8 * bulk / tau;
    rate[1] += self->phi_7 * 9 / 140 * phi * phi / (p * tau_pi);
    rate[2] = 0;
    if (self->bulk) {
        const double tau_bulk = zeta_s * TAUB_HBARC / T / (15 * soft * soft);
        rate[2] = -bulk / tau_bulk - 15 * soft * soft * (e + p) / tau - 2.0 / 3 * bulk / tau + 1.6 * soft * phi / tau;
    }
    return GSL_SUCCESS;
}

/* That and pi^{eta eta}/(s T) over rho (H. Marrochio et al., Phys. Rev. C 91 (2015) 014903), tau_pipi = 0; user: eta/s.
 */
static inline int de_sitter(double rho, const double y[], double rate[], void *user)
{
    const double eta = *(const double *)user, t = tanh(rho);
    rate[0] = y[0] * t * (y[1] - 2) / 3;
    rate[1] = (4.0 / 3 * eta / y[0] * t - y[1]) * y[0] / (5 * eta) - 4.0 / 3 * y[1] * y[1] * t;
    return GSL_SUCCESS;
}

#endif
