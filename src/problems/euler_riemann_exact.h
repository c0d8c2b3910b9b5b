/* Exact solution of the Riemann problem of an ideal gas: the waves and the states between them.
 *
 * E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics (3rd ed., 2009), chapter 4. A shock or a
 * rarefaction on each side of a contact; or, if the gases separate too fast, two fans with a vacuum between them. The
 * pressure between the waves is the root of
 *   f(p) = f_left(p) + f_right(p) + v_right - v_left,
 *   f_k(p) = (p - p_k) sqrt(2/rho_k/((gamma + 1) p + (gamma - 1) p_k))          for p > p_k (shock),
 *   f_k(p) = 2 c_k/(gamma - 1) ((p/p_k)^((gamma - 1)/(2 gamma)) - 1)            for p <= p_k (rarefaction). */
#ifndef TAUB_EULER_RIEMANN_EXACT_H
#define TAUB_EULER_RIEMANN_EXACT_H

#include <stdbool.h>

/* State on one side of the interface: velocity along the normal, and the two tangential components, which are
 * advected. */
struct taub_gas {
    double density, velocity[3], pressure;
};

struct taub_euler_riemann {
    double gamma;
    struct taub_gas left, right;
    bool vacuum;                        /* a vacuum between the waves, with a pressure of 0 */
    double pressure, velocity;          /* between the waves; with a vacuum the velocity is 0 */
    double left_density, right_density; /* on both sides of the contact */
    bool left_shock, right_shock;
    double left_head, left_tail; /* speeds of the edges of the left wave; equal for a shock */
    double right_tail, right_head;
};

/* Densities and pressures must be positive, gamma above 1. */
void taub_euler_riemann_solve(double gamma, const struct taub_gas *left, const struct taub_gas *right,
                              struct taub_euler_riemann *out);

/* State at x/t = xi. Returns true on the left of the contact, where tangential velocities and scalars are those of the
 * left state. In a vacuum density and pressure are 0, and the velocity is xi. */
bool taub_euler_riemann_state(const struct taub_euler_riemann *self, double xi, struct taub_gas *state);

#endif
