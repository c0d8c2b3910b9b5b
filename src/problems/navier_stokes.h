/* Navier-Stokes stresses, pi = 2 eta sigma and Pi = -zeta theta, from states at one time. */
#ifndef TAUB_NAVIER_STOKES_H
#define TAUB_NAVIER_STOKES_H

#include "eos/transport.h"
#include "problems/viscous.h"

/* Gradients of a flow at a point. The third axis is the orthonormal one: in Milne coordinates d/dz = 1/tau d/d eta. */
struct taub_gradients {
    double energy_density, u[3];          /* u^x, u^y, u^z */
    double pressure[3];                   /* d_i p */
    double velocity[3][3];                /* [i][j] = d_i u^j, partial derivatives */
    double inverse_time;                  /* 1/tau in Milne coordinates, 0 in Cartesian ones */
    struct taub_coefficients transport;   /* only eta and zeta are used */
    double enthalpy, sound_speed_squared; /* e + p, cs2 */
};

/* Sets the shear stress and the bulk pressure of a state. The time derivatives of u and p in sigma are those of the
 * ideal fluid; the difference is of second order in gradients. */
void taub_navier_stokes(const struct taub_gradients *at, double state[]);

#endif
