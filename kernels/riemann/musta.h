/* MUSTA (Toro 2003, 2006): the flux of a Riemann problem by solving it on two cells for TAUB_MUSTA_STAGES small steps,
 *   F = FORCE(u_L, u_R), u_L -= s (F - F(u_L)), u_R -= s (F(u_R) - F), s = dt/dx,
 * and taking FORCE of what is left of the jump. No stage is FORCE itself; many come near the exact solution.
 *
 * A local problem that leaves the admissible states is given up: the face then takes riemann_flux of the two states. So
 * does a face of a cell of first order, and one where both families of sound waves run together (slowest_left >
 * fastest_right): FORCE with alpha > 1 is not positive where cold streams meet, as its diffusion, dx/(alpha dt), can be
 * less than their speed. */
#ifndef TAUB_RIEMANN_MUSTA_H
#define TAUB_RIEMANN_MUSTA_H

#include "dialect.h"
#include "case/eos.h"
#include "case/flux.h"
#include "case/system.h"
#include "riemann/force.h"

/* s, r = alpha s and 1/r along an axis */
struct local_problem {
    real s, r, over_r;
};

INLINE void musta_step(real s, const real inner[SYSTEM_COMPONENTS], const real outer[SYSTEM_COMPONENTS],
                       real u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] -= s * (outer[c] - inner[c]);
}

/* F(u) of an inadmissible state is left undefined and said so. (e, n): of a state nearby, replaced by those of u. */
INLINE int flux_of_conserved(const struct eos eos, real u[SYSTEM_COMPONENTS], int axis, real *e, real *n,
                             real f[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS], same[SYSTEM_COMPONENTS], slowest, fastest;
    const int status = recover_unrepaired(eos, u, *e, *n, q);
    system_flux(eos, q, axis, same, f, &slowest, &fastest);
    *e = q[0];
    *n = q[4];
    return !recovery_sound(status, q);
}

/* For one face, states to its left and right; plain: of first order. The host's rows (passes/musta_rows.h) do the same,
 * operation by operation, many faces at a time. */
INLINE void musta_flux(const struct eos eos, const real left[SYSTEM_COMPONENTS], const real right[SYSTEM_COMPONENTS],
                       int plain, int axis, const struct local_problem problem, real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    real slowest_left, fastest_left, slowest_right, fastest_right;
    real el = left[0], nl = left[4], er = right[0], nr = right[4];
    system_flux(eos, left, axis, ul, fl, &slowest_left, &fastest_left);
    system_flux(eos, right, axis, ur, fr, &slowest_right, &fastest_right);
    int bad = plain | (slowest_left > fastest_right);
    ROLLED
    for (int stage = 0; stage <= TAUB_MUSTA_STAGES; stage++) {
        real middle[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS];
        real e = R(0.5) * (el + er), n = R(0.5) * (nl + nr);
        force_state(ul, fl, ur, fr, problem.r, middle);
        bad |= flux_of_conserved(eos, middle, axis, &e, &n, f);
        force_mean(ul, fl, ur, fr, problem.over_r, f, flux);
        if (stage < TAUB_MUSTA_STAGES) {
            musta_step(problem.s, fl, flux, ul);
            musta_step(problem.s, flux, fr, ur);
            bad |= flux_of_conserved(eos, ul, axis, &el, &nl, fl);
            bad |= flux_of_conserved(eos, ur, axis, &er, &nr, fr);
        }
    }
    if (bad) {
        system_flux(eos, left, axis, ul, fl, &slowest_left, &fastest_left);
        system_flux(eos, right, axis, ur, fr, &slowest_right, &fastest_right);
        riemann_flux(ul, fl, slowest_left, fastest_left, ur, fr, slowest_right, fastest_right, flux);
    }
}

#endif
