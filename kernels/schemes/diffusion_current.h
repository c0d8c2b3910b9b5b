/* Relaxation of the diffusion current q^mu of the charge in one cell,
 *   Delta^{mu nu} D q_nu = -(q^mu - kappa nabla^mu alpha)/tau_q - (delta_qq theta q^mu + lambda_qq sigma^{mu nu}
 *                          q_nu)/tau_q,   alpha = mu/T
 * (G. S. Denicol et al., Phys. Rev. C 98 (2018) 034916). Time derivatives enter three times: A = Du in theta, sigma and
 * the projector; dn/dt in D alpha; dq/dt in dn/dt, since q^t = v.q is a part of the charge N = n u^t + q^t that fluxes
 * change. With A given the last two are one linear equation for s = u^t dn/dt, and s is linear in A: so the equations
 * for A (schemes/relaxation.h) stay three. */
#ifndef TAUB_SCHEMES_DIFFUSION_CURRENT_H
#define TAUB_SCHEMES_DIFFUSION_CURRENT_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"

/* Centred differences along each axis, [axis]; empty where there is no current. */
struct charge_gradients {
#if SYSTEM_DIFFUSES
    real e[3], n[3], q[3][3];
#else
    int none;
#endif
};

INLINE void no_charge_gradients(struct charge_gradients *g)
{
#if SYSTEM_DIFFUSES
    EACH (a, 3) {
        g->e[a] = g->n[a] = R(0.0);
        EACH (i, 3)
            g->q[a][i] = R(0.0);
    }
#else
    g->none = 0;
#endif
}

#if SYSTEM_DIFFUSES

/* What is known of a cell before A is; everything of the velocity's gradients stands in struct relaxation. */
struct current {
    struct diffusion d;
    real q[3], time;          /* q^i, q^t */
    real p[3];                /* q^i - v^i q^t: what transverse tensors with q are contracted with in space */
    real fixed[3];            /* D q^i without A and s: relaxation, gradient of alpha, turning frame */
    real n_along, q_along[3]; /* u^j d_j of n and q */
    real known;               /* dN/dt by fluxes and geometry */
    real mean;                /* of what relaxes (schemes/exponential.h) */
};

/* start: q of the start of the step, which decays. */
INLINE void current_of_state(const struct eos eos, const real state[SYSTEM_COMPONENTS], const real start[3], real mean,
                             const real u[3], const real v[3], real over_time, const struct charge_gradients *g,
                             real known, struct current *c)
{
    c->d = diffusion_at(eos, state[0], state[CHARGE_DENSITY]);
    c->known = known;
    c->mean = mean;
    EACH (i, 3)
        c->q[i] = state[DIFFUSION_X + i];
    c->time = dot(v, c->q);
    c->n_along = dot(u, g->n);
    EACH (i, 3) {
        c->p[i] = c->q[i] - v[i] * c->time;
        c->q_along[i] = (u[0] * g->q[0][i] + u[1] * g->q[1][i]) + u[2] * g->q[2][i];
        c->fixed[i] = -c->d.rate * start[i] - c->d.drive * (c->d.by_e * g->e[i] + c->d.by_n * g->n[i]);
    }
    if (GEOMETRY_TURNS)
        c->fixed[2] -= u[2] * over_time * c->time;
}

/* D q^i of the components for this A, theta, D e and D n; `share` is 1, or 0 for what is linear in A
 * alone, when theta, D e and D n are those of A alone, too. */
INLINE void current_rate(const struct current *c, const real u[3], real w, const real gradient[3][3], const real a[3],
                         real a_time, real theta, real de, real dn, real share, real out[3])
{
    const real pull = c->time * a_time - dot(c->q, a), d_alpha = c->d.by_e * de + c->d.by_n * dn;
    const real a_p = dot(a, c->p), u_p = c->time / w;
    EACH (i, 3) {
        /* N^{ij} p_j + N^{ji} p_j with N^{ij} = -d_i u^j - u^i A^j */
        const real first = (gradient[i][0] * c->p[0] + gradient[i][1] * c->p[1]) + gradient[i][2] * c->p[2];
        const real second = (gradient[0][i] * c->p[0] + gradient[1][i] * c->p[1]) + gradient[2][i] * c->p[2];
        const real strain = -R(0.5) * (share * (first + second) + (u[i] * a_p + u_p * a[i])) +
                            R(1.0 / 3.0) * theta * (c->p[i] + u[i] * u_p);
        out[i] =
            ((share * c->fixed[i] - u[i] * (pull + c->d.drive * d_alpha)) - TAUB_DELTA_DIFFUSION * (theta * c->q[i])) +
            TAUB_LAMBDA_DIFFUSION * strain;
    }
}

/* s for this A: s = dN/dt - n dw/dt - dq^t/dt, and D q holds -u drive by_n s. Parameters as above; `along` is u^j d_j
 * u^i with the frame's own change. */
INLINE real charge_rate(const struct current *c, const real u[3], const real v[3], real w, real n,
                        const real gradient[3][3], const real along[3], const real a[3], real theta, real de,
                        real share)
{
    const real over_w = R(1.0) / w, v2 = dot(v, v);
    real dq[3], du[3];
    current_rate(c, u, w, gradient, a, dot(v, a), theta, de, share * c->n_along, share, dq);
    EACH (i, 3) {
        dq[i] = c->mean * (dq[i] - share * c->q_along[i]);
        du[i] = a[i] - share * along[i];
    }
    const real rest =
        ((share * c->known - n * dot(v, du) * over_w) - dot(c->p, du) * (over_w * over_w)) - dot(v, dq) * over_w;
    return rest / (R(1.0) - v2 * (c->mean * c->d.drive * c->d.by_n));
}

#endif
#endif
