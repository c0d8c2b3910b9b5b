/* Exact solution of the Riemann problem of relativistic hydrodynamics, for any equation of state, including tangential
 * flow.
 *
 * J. M. Marti and E. Muller, J. Fluid Mech. 258 (1994) 317; J. A. Pons, J. M. Marti, E. Muller, J. Fluid Mech. 422
 * (2000) 125; shocks by A. H. Taub, Phys. Rev. 74 (1948) 328. Charge is advected; it affects the flow only through the
 * equation of state. The solution is written in terms of the rapidity y along the normal and the transverse mass m =
 * sqrt(1 + u_t^2), u = (m cosh y, m sinh y, u_t), which avoids cancellation near the speed of light.
 *
 * A wave with normal four-velocity a = -u.n relative to the fluid has the rapidity y + s asinh(a/m), with s = 1 for
 * waves to the right and -1 to the left.
 * Shock from 1 to 2: a_1^2 = (p2 - p1)(e2 + p1)/(w1 d), a_2^2 = (p2 - p1)(e1 + p2)/(w2 d), d = (e2 - p2) - (e1 - p1),
 *   n2 a2 = n1 a1, u_t2 w2 a2 = u_t1 w1 a1.
 * Rarefaction: isentropic, u_t w/n constant, dy/dp = s sqrt(m^2 + a^2)/(w a m^2) with a = c/sqrt(1 - c^2). */
#ifndef TAUB_RIEMANN_EXACT_H
#define TAUB_RIEMANN_EXACT_H

#include <stdbool.h>

#include "eos/eos.h"

struct taub_riemann;

/* States (e, u_normal, u_t1, u_t2, n). TAUB_FAILED, with the reason, if the solution is not of this form: a vacuum
 * forms, or the equation of state is not convex (a fan would steepen to a shock, or a shock would split). */
enum taub_status taub_riemann_create(const struct taub_eos *eos, const double left[5], const double right[5],
                                     struct taub_riemann **out, struct taub_error *error);
void taub_riemann_destroy(struct taub_riemann *self);

/* State at x/t = xi. */
void taub_riemann_state(const struct taub_riemann *self, double xi, double state[5]);

struct taub_riemann_summary {
    double pressure, velocity; /* between the waves; velocity of the contact */
    bool left_shock, right_shock;
    double left_head, left_tail; /* speeds of the edges of the left wave; equal for a shock */
    double right_tail, right_head;
};
void taub_riemann_describe(const struct taub_riemann *self, struct taub_riemann_summary *summary);

#endif
