/* SHASTA, the sharp and smooth transport algorithm: Boris and Book (1973); for relativistic fluids Rischke, Bernard and
 * Maruhn (1995). Pointwise: one cell or one face of a line of cells along `axis`, which is a constant after inlining.
 *
 * Boris and Book move the content of cell j by v_j and share it out with
 *   Q+- = (1/2 -+ v_j lambda)/(1 +- (v_{j+-1} - v_j) lambda),  lambda = dt/dx,
 *   u~_j = Q+^2 (u_{j+1} - u_j)/2 - Q-^2 (u_j - u_{j-1})/2 + (Q+ + Q-) u_j.
 * Since Q+_j + Q-_{j+1} = 1, this is the difference of the fluxes
 *   s (u_j + u_{j+1})/2 - (1/8 + s^2/2)(u_{j+1} - u_j),  s = 1/2 - Q+_j = (v_j + v_{j+1}) lambda/2 / (1 + (v_{j+1} -
 * v_j) lambda) through faces: the same numbers, a quarter of the divisions, conserved to round-off, and a mirror image
 * of the data gives the mirror image to the last bit. The centred differences of pressure and pressure work are added
 * as means at faces. */
#ifndef TAUB_SCHEMES_SHASTA_H
#define TAUB_SCHEMES_SHASTA_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"

#define TAUB_MARGIN 0.1 /* of the distance to inadmissible states that anti-diffusion must leave */

/* What the half step needs of a cell: velocity along the axis, pressure, sound speed squared, e + p, E + p. */
enum {
    HALF_STEP_VELOCITY,
    HALF_STEP_PRESSURE,
    HALF_STEP_SPEED_SQUARED,
    HALF_STEP_ENTHALPY,
    HALF_STEP_INERTIA,
    HALF_STEP_VARIABLES
};

INLINE void half_step_variables(const struct eos eos, const real u[SYSTEM_COMPONENTS], const real q[SYSTEM_COMPONENTS],
                                int axis, stored variables[HALF_STEP_VARIABLES])
{
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    variables[HALF_STEP_VELOCITY] = STORED(u[1 + axis] / (u[0] + pressure));
    variables[HALF_STEP_PRESSURE] = STORED(pressure);
    variables[HALF_STEP_SPEED_SQUARED] = STORED(speed_squared);
    variables[HALF_STEP_ENTHALPY] = STORED(q[0] + pressure);
    variables[HALF_STEP_INERTIA] = STORED(u[0] + pressure);
}

/* Velocity and pressure at the middle of the step, from the equations of motion along the axis with centred
 * differences of both neighbours:
 *   dp/dt = -((1 - c^2) v p' + (e + p) c^2 v')/(1 - |v|^2 c^2),  dv/dt = -v v' - (p' + v dp/dt)/((e + p) W^2),
 * where (e + p) W^2 = E + p. `half_lambda` is lambda/2. Says whether the velocity had to be held to `fastest`: at jumps
 * differences are no derivatives, and the light gas in front of a heavy one would be given any velocity, although the
 * step is bounded by the signals of the cells alone. */
INLINE int half_step(const stored lower[HALF_STEP_VARIABLES], const stored variables[HALF_STEP_VARIABLES],
                     const stored upper[HALF_STEP_VARIABLES], stored half_lambda, stored fastest, stored middle[2])
{
#if TAUB_UNSPLIT /* stages of a Runge-Kutta step: velocity and pressure of the stage's start */
    middle[0] = variables[HALF_STEP_VELOCITY];
    middle[1] = variables[HALF_STEP_PRESSURE];
    return 0;
#else
    const stored v = variables[HALF_STEP_VELOCITY], p = variables[HALF_STEP_PRESSURE],
                 c2 = variables[HALF_STEP_SPEED_SQUARED];
    const stored dv = STORED(0.5) * (upper[HALF_STEP_VELOCITY] - lower[HALF_STEP_VELOCITY]);
    const stored dp = STORED(0.5) * (upper[HALF_STEP_PRESSURE] - lower[HALF_STEP_PRESSURE]);
    const stored over_inertia = STORED(1.0) / variables[HALF_STEP_INERTIA];
    const stored v2 = stored_max(STORED(1.0) - variables[HALF_STEP_ENTHALPY] * over_inertia, STORED(0.0));
    const stored p_rate =
        -((STORED(1.0) - c2) * v * dp + variables[HALF_STEP_ENTHALPY] * c2 * dv) / (STORED(1.0) - v2 * c2);
    const stored v_rate = -(v * dv) - (dp + v * p_rate) * over_inertia;
    const stored velocity = v + half_lambda * v_rate;
    middle[0] = stored_min(stored_max(velocity, -fastest), fastest);
    middle[1] = stored_min(stored_max(p + half_lambda * p_rate, STORED(0.5) * p), STORED(2.0) * p);
    return stored_fabs(velocity) > fastest;
#endif
}

/* Content that crosses the face between two cells, over dx: transport, pressure, pressure work. */
INLINE void transport_flux(const stored lower[SYSTEM_COMPONENTS], const stored upper[SYSTEM_COMPONENTS],
                           const stored mid_lower[2], const stored mid_upper[2], stored half_lambda, int axis,
                           stored flux[SYSTEM_COMPONENTS])
{
    const stored mean = half_lambda * (mid_lower[0] + mid_upper[0]);
    const stored shift = mean / (STORED(1.0) + STORED(2.0) * half_lambda * (mid_upper[0] - mid_lower[0]));
    const stored carry = STORED(0.5) * shift, spread = STORED(0.125) + STORED(0.5) * (shift * shift);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = carry * (lower[c] + upper[c]) - spread * (upper[c] - lower[c]);
    flux[0] += half_lambda * (mid_lower[0] * mid_lower[1] + mid_upper[0] * mid_upper[1]);
    flux[1 + axis] += half_lambda * (mid_lower[1] + mid_upper[1]);
}

/* The limited anti-diffusive flux of one component through the face between cells 1 and 2 of four, from the
 * transported values t and the values u before. Boris and Book let it take all of a neighbouring difference; but a
 * difference is taken from at both its ends, and two whole ones turn it round. With half of it from each side none
 * changes its sign, so no extremum is made. */
INLINE stored antidiffusive_flux(stored u0, stored u1, stored u2, stored u3, stored t0, stored t1, stored t2, stored t3)
{
    const stored before = t1 - t0, here = t2 - t1, after = t3 - t2;
#if TAUB_PHOENICAL
    const stored bare = here - STORED(0.125) * ((u3 - u0) - STORED(3.0) * (u2 - u1));
#else
    const stored bare = here;
#endif
    const stored size = STORED(TAUB_EIGHTH_OF_ANTIDIFFUSION) * stored_fabs(bare);
    const int down = bare < STORED(0.0);
    const stored least = STORED(TAUB_NEIGHBOUR_SHARE) * stored_min(down ? -before : before, down ? -after : after);
    const stored kept = stored_max(STORED(0.0), stored_min(least, size));
    return down ? -kept : kept;
}

/* How far a state is from the edge of what is admissible: E - sqrt(M^2 + (mass R)^2), a concave function. */
INLINE stored margin_of(const stored u[SYSTEM_COMPONENTS])
{
    stored heavy = (u[1] * u[1] + u[2] * u[2]) + u[3] * u[3];
#if !EOS_BAROTROPIC
    const stored mass = STORED(EOS_REST_MASS) * u[4];
    heavy += mass * mass;
#endif
    return u[0] - stored_sqrt(heavy);
}

/* The largest share of an anti-diffusive flux for which a cell, left with the transported state t, keeps a part of its
 * margin when twice the flux is added. */
INLINE stored admissible_share(const stored t[SYSTEM_COMPONENTS], const stored flux[SYSTEM_COMPONENTS], stored twice)
{
    stored after[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        after[c] = t[c] + twice * flux[c];
    const stored before = stored_max(margin_of(t), STORED(0.0)), left = margin_of(after);
    const stored wanted = STORED(TAUB_MARGIN) * before;
    return left >= wanted ? STORED(1.0) : (before - wanted) / (before - left + STORED_TINY);
}

/* The share of the flux through a face, of all its components together, that is kept. A new state is the mean of one
 * changed by twice the flux through its lower face and one changed by twice that through its upper face, so it is
 * admissible when these are. */
INLINE stored share_to_keep(const stored t_lower[SYSTEM_COMPONENTS], const stored t_upper[SYSTEM_COMPONENTS],
                            const stored flux[SYSTEM_COMPONENTS])
{
    return stored_min(admissible_share(t_lower, flux, STORED(-2.0)), admissible_share(t_upper, flux, STORED(2.0)));
}

/* What a sweep over a share of the step along one axis needs. In Milne coordinates sweeps are done at the middle of the
 * step, with tau fixed there: only the split sources see tau change. */
struct sweep {
    stored half_lambda[3];
    stored fastest[3];          /* velocity of a half step */
    stored volume, over_volume; /* volume element */
};

/* What a half step may move: below the speed of light, and 0.7 of a cell in the step, so that beside a cell at rest
 * 1 + (v_{j+1} - v_j) lambda stays above 0.3. Weights are positive to half a cell; between the two states were
 * admissible wherever it was tried, but for one that had to be regulated. */
INLINE stored fastest_half_step(double half_lambda)
{
    const double most = 0.35 / half_lambda;
    return STORED(most < 1.0 ? most : 1.0);
}

/* number[0]: share of dt */
INLINE struct sweep sweep_of_launch(const struct taub_io io)
{
    struct sweep sweep;
    const double length = 0.5 * io.range.number[0] * io.control->dt;
    const double time = io.control->time + 0.5 * io.control->dt, volume = volume_element(time);
    sweep.volume = STORED(volume);
    sweep.over_volume = STORED(1.0 / volume);
    EACH (a, 3) {
        const double half_lambda = length / proper_length(a, io.shape.spacing[a], time);
        sweep.half_lambda[a] = STORED(half_lambda);
        sweep.fastest[a] = fastest_half_step(half_lambda);
    }
    return sweep;
}

/* A first guess of the energy density for the recovery: that of e = 3p. */
INLINE real guess_energy(const real u[SYSTEM_COMPONENTS])
{
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3]));
    const real s3 = R(3.0) * ((u[0] - m) * (u[0] + m));
    return real_max(s3 / (real_sqrt(square(u[0]) + real_max(s3, R(0.0))) + u[0]), R(0.0));
}

/* And of the charge density with it: R/W, 1/W^2 = (e + p)/(E + p). */
INLINE real guess_charge(const real u[SYSTEM_COMPONENTS], real e)
{
    return u[4] * real_sqrt(R(4.0) * e / (R(3.0) * u[0] + e));
}

/* Whether a new state can be recovered at all. */
INLINE int sound_state(const stored u[SYSTEM_COMPONENTS])
{
    const stored sum = (u[1] + u[2]) + (u[3] + u[4]);
    return (u[0] > STORED(0.0) || TAUB_HAS_FLOOR) && u[0] < STORED_MAX && sum - sum == STORED(0.0);
}

#endif
