/* Relaxation of pi and Pi in one cell, and the time derivative of the velocity that goes with it.
 *
 * All tensors are those of the orthonormal frame. With A = Du, the transverse gradient N^{ab} = nabla^a u^b is
 *   N = N0 + n A,  N0^{ij} = -d_i u^j,  n^a = t^a/u^t - u^a,
 * N0 being known from differences in space. The relaxation equations are linear in N, with k = tau_pipi/tau_pi,
 * alpha, beta = (1 -+ k/2)/2 (0 for 1 without vorticity) and A transverse:
 *   D pi^{ab} = -pi^{ab}/tau_pi + (2 eta/tau_pi + lambda Pi) sigma^{ab} + P^{ab} + P^{ba}
 *               + (k/3 - delta) theta pi^{ab} + k/3 Delta^{ab} pi:N - u^a pi^{bc} A_c - u^b pi^{ac} A_c,
 *   P^{ab} = pi^a_c (alpha N^{bc} - beta N^{cb}) + phi_7/(2 tau_pi) pi^{<a}_c pi^{b>c},
 * which holds both 2 pi_c^<a omega^{b>c} and -k pi_c^<a sigma^{b>c}. Put into the time derivative of T^{ta}, which
 * centred differences give, they leave three linear equations for A (docs/theory/israel-stewart.md). So nothing of the
 * last step is needed, and what is solved is the method of lines itself. A is that of the mean rates of a stage
 * (schemes/exponential.h): those of the moment would be those of a stress that is far from where it relaxes to. */
#ifndef TAUB_SCHEMES_RELAXATION_H
#define TAUB_SCHEMES_RELAXATION_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "schemes/diffusion_current.h"
#include "schemes/exponential.h"

#if SYSTEM_DIFFUSES
#define RELAXED 14 /* numbers that relax: pi, Pi, q */
#else
#define RELAXED 11
#endif
#define RELAX_K TAUB_TAU_SHEAR_SHEAR
#define RELAX_ALPHA (TAUB_HALF_VORTICITY - R(0.25) * RELAX_K)
#define RELAX_BETA (TAUB_HALF_VORTICITY + R(0.25) * RELAX_K)
#define RELAX_DELTA TAUB_DELTA_SHEAR_SHEAR
#define RELAX_PULL (R(1.0 / 3.0) * RELAX_K - RELAX_DELTA) /* times theta pi */

/* How a stage advances what relaxes, and the pi, Pi and q of the start of the step, which decay: in their places of a
 * state, pi transverse to the velocity of the stage. */
struct relaxing {
    struct exponential shear, bulk, current;
    real start[SYSTEM_COMPONENTS];
};

/* The rates of this moment. */
INLINE struct relaxing relaxing_now(const real q[SYSTEM_COMPONENTS])
{
    struct relaxing now;
    now.shear = now.bulk = now.current = exponential_of(R(0.0), 0);
    EACH (c, SYSTEM_COMPONENTS)
        now.start[c] = q[c];
    return now;
}

/* A state and its differences in space; what is known before A is. */
struct relaxation {
    real w, u[3], v[3];
    real enthalpy;   /* e + P + Pi */
    real by_e, by_n; /* dP/de, dP/dn */
    struct transport t;
    real sigma_factor;         /* 2 eta/tau_pi + lambda_piPi/tau_pi Pi */
    real bulk_theta;           /* D Pi = ... + this theta */
    real gradient[3][3];       /* [j][i]: d_j u^i with the frame's own change */
    real mixed[3][3], time[3]; /* pi^{ic} and pi^{tc} against the projected j: H_ij = pi^{ij} - pi^{ti} v_j */
    real along[3], along_time; /* u^j d_j u^i and the t component */
    real theta, divergence;    /* N0^a_a; u^t d_i v^i, as fluxes see it */
    real work;                 /* pi:N0 */
#if SYSTEM_DIFFUSES
    struct current current;
#endif
};

/* Solution and what follows from it. */
struct accelerated {
    real a[3], a_time;    /* Du */
    real turn[3], turn_t; /* pi^{ac} A_c */
    real theta, work;     /* of N */
    real charge;          /* u^t dn/dt, with a diffusion current */
    int causal;
};

INLINE void relaxation_of_state(const struct eos eos, const struct transport t, const real q[SYSTEM_COMPONENTS],
                                const real gradient[3][3], real over_time, struct relaxation *r)
{
    real pressure;
    r->w = lorentz_factor_of(q);
    const real over_w = R(1.0) / r->w;
    pressure_slopes(eos, q, &pressure, &r->by_e, &r->by_n);
    r->t = t;
    r->enthalpy = (q[0] + pressure) + q[BULK_PRESSURE];
#if TAUB_SHEAR
    r->sigma_factor = r->t.shear + TAUB_LAMBDA_SHEAR_BULK * q[BULK_PRESSURE];
#else
    r->sigma_factor = R(0.0);
#endif
    r->bulk_theta = -(r->t.bulk + TAUB_DELTA_BULK_BULK * q[BULK_PRESSURE]);
    EACH (i, 3) {
        r->u[i] = q[1 + i];
        r->v[i] = q[1 + i] * over_w;
    }
    EACH (i, 3) {
        r->time[i] = q[stress_time(i)] - q[PI_TT] * r->v[i];
        EACH (j, 3) {
            r->gradient[j][i] = gradient[j][i];
            r->mixed[i][j] = q[stress_space(i, j)] - q[stress_time(i)] * r->v[j];
        }
    }
    const real flat = (gradient[0][0] + gradient[1][1]) + gradient[2][2];
    real flat_along[3];
    EACH (i, 3)
        flat_along[i] = (r->u[0] * gradient[0][i] + r->u[1] * gradient[1][i]) + r->u[2] * gradient[2][i];
    r->divergence = flat - dot(r->v, flat_along) * over_w;
    real expansion = R(0.0);
    if (GEOMETRY_TURNS) { /* d_eta e_t = e_eta/tau, d_eta e_eta = e_t/tau */
        expansion = r->w * over_time;
        r->gradient[2][2] += expansion;
        flat_along[2] += r->u[2] * expansion;
    }
    EACH (i, 3)
        r->along[i] = flat_along[i];
    r->along_time = dot(r->v, r->along);
    r->theta = (flat + expansion) - r->along_time * over_w;
    real work[3];
    EACH (i, 3)
        work[i] = ((r->mixed[i][0] - r->v[i] * r->time[0]) * r->gradient[i][0] +
                   (r->mixed[i][1] - r->v[i] * r->time[1]) * r->gradient[i][1]) +
                  (r->mixed[i][2] - r->v[i] * r->time[2]) * r->gradient[i][2];
    r->work = -((work[0] + work[1]) + work[2]);
}

/* phi_7/tau_pi; phi_7 = 9/(70 P) (E. Molnar, H. Niemi, G. S. Denicol, D. H. Rischke, Phys. Rev. D 89 (2014) 074010). */
INLINE real phi_7_rate(const struct relaxation *r, const real q[SYSTEM_COMPONENTS])
{
    const real pressure = r->enthalpy - q[0] - q[BULK_PRESSURE];
    return TAUB_PHI_7 * r->t.shear_rate / pressure;
}

/* factor pi^{<a}_c pi^{b>c}, a component in space. */
INLINE real stress_squared(const real q[SYSTEM_COMPONENTS], real factor, int i, int j)
{
    const real space = (q[stress_space(i, 0)] * q[stress_space(j, 0)] + q[stress_space(i, 1)] * q[stress_space(j, 1)]) +
                       q[stress_space(i, 2)] * q[stress_space(j, 2)];
    const real projector = (i == j ? R(1.0) : R(0.0)) + q[1 + i] * q[1 + j];
    return factor *
           ((q[stress_time(i)] * q[stress_time(j)] - space) + R(1.0 / 3.0) * projector * square(stress_size(q)));
}

/* sigma_factor sigma + P + P^T + k/3 Delta pi:N with N0 in place of N, components (i, j). */
INLINE void transverse_part(const struct relaxation *r, real z[3][3])
{
    const real isotropic = R(1.0 / 3.0) * (r->sigma_factor * r->theta - RELAX_K * r->work);
    real x[3][3];
    EACH (j, 3)
        EACH (l, 3)
            x[j][l] = RELAX_BETA * r->gradient[l][j] - RELAX_ALPHA * r->gradient[j][l];
    EACH (n, 6) {
        const int i = pair_row(n), j = pair_column(n);
        const real strain = R(0.5) * r->sigma_factor * (r->gradient[i][j] + r->gradient[j][i]);
        const real turn = dot(r->mixed[i], x[j]) + dot(r->mixed[j], x[i]);
        const real projector = (i == j ? R(1.0) : R(0.0)) + r->u[i] * r->u[j];
        z[i][j] = z[j][i] = (projector * isotropic - strain) - turn;
    }
}

/* Change of pi by the turning frame: -u^eta/tau (K pi + pi K^T), K exchanges t and z. */
INLINE void frame_turn(const real q[SYSTEM_COMPONENTS], real rate, real turn[10])
{
    turn[0] = R(2.0) * rate * q[PI_TZ];
    turn[1] = rate * q[PI_XZ];
    turn[2] = rate * q[PI_YZ];
    turn[3] = rate * (q[PI_ZZ] + q[PI_TT]);
    turn[4] = R(0.0);
    turn[5] = R(0.0);
    turn[6] = rate * q[PI_TX];
    turn[7] = R(0.0);
    turn[8] = rate * q[PI_TY];
    turn[9] = R(2.0) * rate * q[PI_TZ];
}

/* Solves Q A = b for three unknowns; z first, so that x and y may change places. */
INLINE int solve_three(const real m[3][3], const real b[3], real least, real x[3])
{
    const real over = R(1.0) / m[2][2];
    const real f0 = m[0][2] * over, f1 = m[1][2] * over;
    const real m00 = m[0][0] - f0 * m[2][0], m01 = m[0][1] - f0 * m[2][1];
    const real m10 = m[1][0] - f1 * m[2][0], m11 = m[1][1] - f1 * m[2][1];
    const real b0 = b[0] - f0 * b[2], b1 = b[1] - f1 * b[2];
    const real determinant = m00 * m11 - m01 * m10;
    const real scale = R(1.0) / determinant;
    x[0] = (b0 * m11 - b1 * m01) * scale;
    x[1] = (b1 * m00 - b0 * m10) * scale;
    x[2] = (b[2] - (m[2][0] * x[0] + m[2][1] * x[1])) * over;
    return (m[2][2] > R(0.0)) & (determinant * m[2][2] > least);
}

/* The equations for A. `rate` holds what gradients and geometry do to T^{ta}, pi and Pi per unit time; z0 is
 * transverse_part; kappa what multiplies pi besides decay. The matrix is that of signals along the surface of equal
 * time; its determinant is positive while the fluid is causal. Where it is not (a stress as large as the enthalpy), the
 * fluid's inertia alone decides, and the cell is counted. Of the change of pi^{ti} what keeps pi transverse and
 * traceless while the velocity changes is not that of relaxation, and whole (project_stress): pi^{ij} dv_j/dt and, by
 * `trace`, pi^{tj} dv_j/dt. */
#if SYSTEM_DIFFUSES
/* u^t dn/dt for this A, whose D e = -h theta + pi:N; share 0: what is linear in A alone. */
INLINE real charge_rate_of(const struct relaxation *r, const real q[SYSTEM_COMPONENTS], const real a[3], real share)
{
    const real over_w = R(1.0) / r->w, theta = share * r->theta + dot(r->v, a) * over_w;
    const real work = share * r->work - dot(r->time, a) * over_w;
    return charge_rate(&r->current, r->u, r->v, r->w, q[CHARGE_DENSITY], (const real(*)[3])r->gradient, r->along, a,
                       theta, work - r->enthalpy * theta, share);
}
#endif

INLINE struct accelerated acceleration(const real q[SYSTEM_COMPONENTS], const real rate[SYSTEM_COMPONENTS],
                                       const struct relaxation *r, const struct relaxing *y, const real z0[3][3],
                                       real kappa, const real turn[10])
{
    struct accelerated out;
    const real w = r->w, over_w = R(1.0) / w, h = r->enthalpy, c2 = r->by_e, e = r->sigma_factor;
    const real u_squared = (square(r->u[0]) + square(r->u[1])) + square(r->u[2]);
    const real momentum[3] = {rate[1], rate[2], rate[3]};
    const real energy = (w * rate[0] - dot(r->u, momentum)) + (h * r->along_time + dot(r->time, r->along)) * over_w;
    const real shear_mean = y->shear.mean, kinematic = R(1.0) - shear_mean;
#if TAUB_FIVE_COMPONENTS
    const real trace[3] = {R(0.0), R(0.0), R(2.0) * r->v[2] * over_w / (R(1.0) - square(r->v[2]))};
#else
    const real trace[3] = {R(2.0 / 3.0) * r->u[0], R(2.0 / 3.0) * r->u[1], R(2.0 / 3.0) * r->u[2]};
#endif
    const real bulk = y->bulk.mean * (w * rate[BULK_PRESSURE] +
                                      ((r->bulk_theta * r->theta + r->t.bulk_by_shear * r->work) +
                                       (r->divergence * q[BULK_PRESSURE] - r->t.bulk_rate * y->start[BULK_PRESSURE])));
    real push = (R(1.0) + c2) * energy + bulk;
    const real diagonal = h * w - shear_mean * ((R(0.5) * e * u_squared + RELAX_BETA * q[PI_TT]) * over_w);
    const real from_mixed = shear_mean * (RELAX_ALPHA * u_squared * over_w + w) + kinematic * over_w;
    real by_velocity = (y->bulk.mean * r->bulk_theta - c2 * h) - shear_mean * (R(1.0 / 6.0) * e);
    const real by_time = (shear_mean * (R(1.0) + RELAX_ALPHA + R(1.0 / 3.0) * RELAX_K) - (R(1.0) + c2)) -
                         y->bulk.mean * r->t.bulk_by_shear;
    const real by_stress = shear_mean * ((R(1.0 / 3.0) * RELAX_K - RELAX_DELTA - RELAX_BETA) * over_w);
#if SYSTEM_DIFFUSES /* u^t dn/dt is linear in A */
    const real at_rest[3] = {R(0.0), R(0.0), R(0.0)};
    const real s0 = charge_rate_of(r, q, at_rest, R(1.0));
    real by_a[3];
    EACH (j, 3) {
        const real unit[3] = {j == 0 ? R(1.0) : R(0.0), j == 1 ? R(1.0) : R(0.0), j == 2 ? R(1.0) : R(0.0)};
        by_a[j] = charge_rate_of(r, q, unit, R(0.0));
    }
    push += r->by_n * s0;
#elif SYSTEM_CHARGED /* u^t dn/dt from that of N = n u^t, and from A in that of u^t */
    const real n = q[CHARGE_DENSITY];
    push += r->by_n * (rate[CHARGE_DENSITY] + n * r->along_time * over_w);
    by_velocity -= r->by_n * n;
#endif
    real matrix[3][3], right[3];
    EACH (i, 3) {
        const real stress = q[stress_time(i)];
        const real relaxed =
            (dot(r->v, z0[i]) + (kappa * stress - r->t.shear_rate * y->start[stress_time(i)])) + turn[1 + i];
        const real other = momentum[i] - shear_mean * (rate[stress_time(i)] + relaxed * over_w);
        const real carried =
            kinematic * over_w * (over_w * dot(r->mixed[i], r->along) + trace[i] * dot(r->time, r->along));
        right[i] = w * ((other + carried) + (h * (r->along[i] + r->v[i] * r->along_time) - r->u[i] * push));
        EACH (j, 3) {
            matrix[i][j] = ((i == j ? diagonal : R(0.0)) + from_mixed * r->mixed[i][j]) +
                           (r->v[j] * (by_velocity * r->u[i] + by_stress * stress) +
                            (by_time * r->u[i] + kinematic * trace[i]) * r->time[j]);
#if SYSTEM_DIFFUSES
            matrix[i][j] += (w * r->by_n) * (r->u[i] * by_a[j]);
#endif
        }
    }
    const real inertia = h * w;
    out.causal = solve_three((const real(*)[3])matrix, right, R(5e-3) * (inertia * inertia * inertia), out.a);
    EACH (i, 3)
        out.a[i] = out.causal ? out.a[i] : right[i] / inertia;
    out.a_time = dot(r->v, out.a);
    EACH (i, 3)
        out.turn[i] = -dot(r->mixed[i], out.a);
    out.turn_t = -dot(r->time, out.a);
    out.theta = r->theta + out.a_time * over_w;
    out.work = r->work + out.turn_t * over_w;
#if SYSTEM_DIFFUSES
    out.charge = s0 + dot(by_a, out.a);
#else
    out.charge = R(0.0);
#endif
    return out;
}

/* Everything that is known of the flow of a cell; z and turn are transverse_part and frame_turn. */
INLINE struct accelerated flow_of_state(const struct eos eos, const struct transport t, const real q[SYSTEM_COMPONENTS],
                                        const struct relaxing *y, const real gradient[3][3],
                                        const struct charge_gradients *charge, real over_time,
                                        const real rate[SYSTEM_COMPONENTS], struct relaxation *r, real z[3][3],
                                        real turn[10])
{
    relaxation_of_state(eos, t, q, gradient, over_time, r);
#if SYSTEM_DIFFUSES
    current_of_state(eos, q, y->start + DIFFUSION_X, y->current.mean, r->u, r->v, over_time, charge,
                     rate[CHARGE_DENSITY], &r->current);
#endif
    transverse_part(r, z);
#if TAUB_HAS_PHI_7
    const real factor = phi_7_rate(r, q);
    EACH (n, 6) {
        const int i = pair_row(n), j = pair_column(n);
        z[i][j] = z[j][i] = z[i][j] + stress_squared(q, factor, i, j);
    }
#endif
    EACH (n, 10)
        turn[n] = R(0.0);
    if (GEOMETRY_TURNS)
        frame_turn(q, -r->u[2] * over_time, turn);
    const real kappa = RELAX_PULL * r->theta + r->divergence;
    return acceleration(q, rate, r, y, (const real(*)[3])z, kappa, turn);
}

/* Rates of pi (10), Pi and q (3) besides fluxes, before they are averaged: everything of the equations divided by u^t;
 * and of u. */
INLINE int relaxation_rates(const struct eos eos, const struct transport t, const real q[SYSTEM_COMPONENTS],
                            const struct relaxing *start, const real gradient[3][3],
                            const struct charge_gradients *charge, real over_time, const real rate[SYSTEM_COMPONENTS],
                            real out[RELAXED], real velocity_rate[3])
{
    struct relaxation r;
    real z[3][3], turn[10];
    const struct accelerated a = flow_of_state(eos, t, q, start, gradient, charge, over_time, rate, &r, z, turn);
    const real over_w = R(1.0) / r.w, decay = r.t.shear_rate;
    const real kappa = RELAX_PULL * a.theta + r.divergence;
    const real more = R(1.0 / 3.0) * (r.sigma_factor * (a.theta - r.theta) - RELAX_K * (a.work - r.work));
    real y[3], b[3];
    EACH (i, 3) {
        y[i] = R(0.5) * r.sigma_factor * a.a[i] + (R(1.0) + RELAX_ALPHA) * a.turn[i];
        b[i] = RELAX_BETA * over_w * q[stress_time(i)];
    }
    EACH (n, 6) {
        const int i = pair_row(n), j = pair_column(n);
        const real outer = (r.u[i] * y[j] + r.u[j] * y[i]) + (b[i] * a.a[j] + b[j] * a.a[i]);
        z[i][j] = z[j][i] = z[i][j] + (((i == j ? R(1.0) : R(0.0)) + r.u[i] * r.u[j]) * more - outer);
    }
    real time[3];
    EACH (i, 3)
        time[i] = dot(r.v, z[i]) - a.turn[i] * over_w;
    out[0] =
        ((dot(r.v, time) - a.turn_t * over_w + (kappa * q[PI_TT] - decay * start->start[PI_TT])) + turn[0]) * over_w;
    EACH (i, 3)
        out[1 + i] =
            ((time[i] + (kappa * q[stress_time(i)] - decay * start->start[stress_time(i)])) + turn[1 + i]) * over_w;
    EACH (n, 6)
        out[4 + n] = ((z[pair_row(n)][pair_column(n)] + (kappa * q[PI_XX + n] - decay * start->start[PI_XX + n])) +
                      turn[4 + n]) *
                     over_w;
    out[10] = ((r.bulk_theta * a.theta + r.t.bulk_by_shear * a.work) +
               (r.divergence * q[BULK_PRESSURE] - r.t.bulk_rate * start->start[BULK_PRESSURE])) *
              over_w;
    EACH (i, 3)
        velocity_rate[i] = (a.a[i] - r.along[i]) * over_w;
#if SYSTEM_DIFFUSES
    real dq[3];
    current_rate(&r.current, r.u, r.w, (const real(*)[3])r.gradient, a.a, a.a_time, a.theta,
                 a.work - r.enthalpy * a.theta, a.charge + r.current.n_along, R(1.0), dq);
    EACH (i, 3)
        out[11 + i] = (dq[i] + r.divergence * r.current.q[i]) * over_w;
#endif
    return a.causal;
}

#endif
