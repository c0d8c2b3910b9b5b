/* The space-time conservation element and solution element scheme: one element, pointwise.
 *
 * An element has the conserved state u at its centre and its slopes s[a], in units of a cell's size. Those of whole
 * steps are the mesh's cells, those of half steps its corners. A new element takes a share from each of the 2^axes old
 * ones around it: the content of the part they have in common, and what flows in through the faces inside the old ones
 * (Chang 1995; Chang, Wang, Chow 1999; quadrilateral form: Shen et al. 2015). With sigma[a] = 1 or -1 the direction
 * from the old element to the new one, k[a] = (dt/2)/dx[a], and changes of fluxes along a change of state, A_a s:
 *
 *   change in half a step  r = - sum_a k[a] A_a s[a]
 *   flux in its middle     F_a = f_a(u) + A_a r/2, at the place of the face + sum_(b != a) sigma[b] A_a s[b]/4
 *   share                  2^-axes (u + sum_a sigma[a] s[a]/4) + 2^(1-axes) sum_a sigma[a] k[a] (F_a + ...)
 *
 * So the shares of an element add up to its state: the scheme conserves, whatever the slopes are. An element with a
 * share that is no admissible state gives those of first order instead (no slopes) and is counted: admissible states
 * are a convex cone, so that sums of shares stay admissible. */
#ifndef TAUB_SCHEMES_CESE_H
#define TAUB_SCHEMES_CESE_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"

#define CESE_CORNERS (1 << CESE_AXES)
#define CESE_SHARE R(1.0 / CESE_CORNERS) /* of the state; of a flux twice that */

/* Numbers 0 .. CESE_AXES - 1 count axes with more than one cell; this is the axis itself. */
INLINE int cese_axis(int a)
{
    return a == 0 ? CESE_AXIS_0 : a == 1 ? CESE_AXIS_1 : 2;
}

/* +1 or -1: the direction along axis a to or from corner number `corner`; bit a is set above. */
INLINE real cese_side(int corner, int a)
{
    return corner >> a & 1 ? R(1.0) : R(-1.0);
}

/* Sums over corners in an order that mirror images and the exchange of two axes keep. */
INLINE real cese_corner_sum(const real x[CESE_CORNERS])
{
#if CESE_AXES == 1
    return x[0] + x[1];
#elif CESE_AXES == 2
    return (x[0] + x[3]) + (x[1] + x[2]);
#else
    return ((x[0] + x[7]) + (x[1] + x[6])) + ((x[2] + x[5]) + (x[3] + x[4]));
#endif
}

/* What new elements need to know of an old one. */
struct cese_element {
    real share[CESE_CORNERS][SYSTEM_COMPONENTS]; /* for the new element in that direction */
    real ahead[SYSTEM_COMPONENTS];               /* state at the centre half a step on */
#if CESE_TAU
    real s[CESE_AXES][SYSTEM_COMPONENTS];
    real courant; /* sum over axes of |signal speed| dt/(cell size) */
#endif
};

/* One old element as a new one sees it. */
struct cese_corner {
    real share[SYSTEM_COMPONENTS];
    real ahead[SYSTEM_COMPONENTS];
#if CESE_TAU
    real s[CESE_AXES][SYSTEM_COMPONENTS];
    real courant;
#endif
};

/* Shares of all corners from what is even and odd in each direction. The order of sums does not change under mirror
 * images and the exchange of two axes. */
INLINE void cese_shares(const real u[SYSTEM_COMPONENTS], const real odd[CESE_AXES][SYSTEM_COMPONENTS],
                        const real mixed[3][SYSTEM_COMPONENTS], real share[CESE_CORNERS][SYSTEM_COMPONENTS])
{
    EACH (corner, CESE_CORNERS)
        EACH (c, SYSTEM_COMPONENTS) {
            const real even = CESE_SHARE * u[c];
#if CESE_AXES == 1
            share[corner][c] = even + cese_side(corner, 0) * odd[0][c];
#elif CESE_AXES == 2
            share[corner][c] = (even + (cese_side(corner, 0) * cese_side(corner, 1)) * mixed[0][c]) +
                               (cese_side(corner, 0) * odd[0][c] + cese_side(corner, 1) * odd[1][c]);
#else
            share[corner][c] = (even + ((cese_side(corner, 0) * cese_side(corner, 1)) * mixed[0][c] +
                                        (cese_side(corner, 1) * cese_side(corner, 2)) * mixed[1][c] +
                                        (cese_side(corner, 2) * cese_side(corner, 0)) * mixed[2][c])) +
                               (cese_side(corner, 0) * odd[0][c] + cese_side(corner, 1) * odd[1][c] +
                                cese_side(corner, 2) * odd[2][c]);
#endif
        }
}

/* Everything an element gives, from its state, slopes and k. Returns 1 when a share is not admissible. */
INLINE int cese_element_of(const struct eos eos, const real u[SYSTEM_COMPONENTS], const real q[SYSTEM_COMPONENTS],
                           const real s[CESE_AXES][SYSTEM_COMPONENTS], const real k[CESE_AXES],
                           struct cese_element *out)
{
    real f[CESE_AXES][SYSTEM_COMPONENTS], odd[CESE_AXES][SYSTEM_COMPONENTS], r[SYSTEM_COMPONENTS];
    real mixed[3][SYSTEM_COMPONENTS], df[SYSTEM_COMPONENTS], same[SYSTEM_COMPONENTS];
    real slowest, fastest, courant = R(0.0);
    const struct gas gas = gas_of_primitive(eos, q);
    EACH (c, SYSTEM_COMPONENTS) {
        r[c] = R(0.0);
        mixed[0][c] = mixed[1][c] = mixed[2][c] = R(0.0);
    }
    EACH (a, CESE_AXES) {
        system_flux(eos, q, cese_axis(a), same, f[a], &slowest, &fastest);
        courant += k[a] * (real_fabs(fastest + slowest) + (fastest - slowest));
        flux_jacobian_product(gas, u, s[a], cese_axis(a), df);
        EACH (c, SYSTEM_COMPONENTS)
            r[c] -= k[a] * df[c];
        EACH (b, CESE_AXES)
            if (b != a) {
                flux_jacobian_product(gas, u, s[a], cese_axis(b), df);
                EACH (c, SYSTEM_COMPONENTS)
                    mixed[(a + b) == 1 ? 0 : (a + b) == 3 ? 1 : 2][c] += (R(0.5) * CESE_SHARE * k[b]) * df[c];
            }
    }
    EACH (a, CESE_AXES) {
        flux_jacobian_product(gas, u, r, cese_axis(a), df);
        const real flow = R(2.0) * CESE_SHARE * k[a];
        EACH (c, SYSTEM_COMPONENTS)
            odd[a][c] = flow * (f[a][c] + R(0.5) * df[c]) + (R(0.25) * CESE_SHARE) * s[a][c];
    }
    cese_shares(u, (const real(*)[SYSTEM_COMPONENTS])odd, (const real(*)[SYSTEM_COMPONENTS])mixed, out->share);
    int fine = 1;
    EACH (corner, CESE_CORNERS)
        fine &= conserved_admissible(out->share[corner]);
    EACH (c, SYSTEM_COMPONENTS)
        out->ahead[c] = u[c] + r[c];
#if CESE_TAU
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            out->s[a][c] = s[a][c];
    out->courant = courant;
#else
    (void)courant;
#endif
    return !fine;
}

/* An element without slopes in place of one whose shares are not admissible; its state is the sum of the shares. */
INLINE void cese_first_order(const struct eos eos, const real k[CESE_AXES], struct cese_element *element)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS], same[SYSTEM_COMPONENTS];
    real odd[CESE_AXES][SYSTEM_COMPONENTS], mixed[3][SYSTEM_COMPONENTS], slowest, fastest;
    EACH (c, SYSTEM_COMPONENTS) {
        real share[CESE_CORNERS];
        EACH (n, CESE_CORNERS)
            share[n] = element->share[n][c];
        u[c] = cese_corner_sum(share);
        element->ahead[c] = u[c];
        mixed[0][c] = mixed[1][c] = mixed[2][c] = R(0.0);
    }
    recover_primitive(eos, u, u[0], u[4], q);
    EACH (a, CESE_AXES) {
        system_flux(eos, q, cese_axis(a), same, f, &slowest, &fastest);
        EACH (c, SYSTEM_COMPONENTS) {
            odd[a][c] = R(2.0) * CESE_SHARE * k[a] * f[c];
#if CESE_TAU
            element->s[a][c] = R(0.0);
#endif
        }
    }
    cese_shares(u, (const real(*)[SYSTEM_COMPONENTS])odd, (const real(*)[SYSTEM_COMPONENTS])mixed, element->share);
}

/* |x|^alpha */
INLINE real cese_power(real x)
{
    const real size = real_fabs(x);
    real power = R(1.0);
    EACH (n, CESE_ALPHA)
        power *= size;
    return power;
}

/* The weighted average of two one-sided slopes, W(a, b) = (|b|^alpha a + |a|^alpha b)/(|a|^alpha + |b|^alpha); 0 where
 * both are. Equal slopes are kept, of very different ones the smaller is. */
INLINE real cese_weighted(real above, real below)
{
    const real pa = cese_power(above), pb = cese_power(below);
    const real over = R(1.0) / (pa + pb + REAL_TINY);
    return (pb * over) * above + (pa * over) * below;
}

/* The average whose weights are as strict at any Courant number: w = 1 + sigma/tau (|other|/smallest - 1), times the
 * smallest and tau (Chang and Wang 2003). */
INLINE real cese_weighted_tau(real above, real below, real tau)
{
    const real sa = real_fabs(above), sb = real_fabs(below), smallest = real_min(sa, sb);
    const real wa = tau * smallest + R(CESE_SIGMA) * (sb - smallest);
    const real wb = tau * smallest + R(CESE_SIGMA) * (sa - smallest);
    const real over = R(1.0) / (wa + wb + REAL_TINY);
    return (wa * over) * above + (wb * over) * below;
}

/* Mean over the corners above (side 1) or below (side 0) along axis a. */
INLINE real cese_face_mean(const real x[CESE_CORNERS], int a, int side)
{
#if CESE_AXES == 1
    return x[side];
#elif CESE_AXES == 2
    const int first = side << a, step = 1 << (1 - a);
    return R(0.5) * (x[first] + x[first + step]);
#else
    const int first = side << a, one = 1 << (a == 0 ? 1 : 0), other = 1 << (a == 2 ? 1 : 2);
    return R(0.25) * ((x[first] + x[first + one + other]) + (x[first + one] + x[first + other]));
#endif
}

/* A new element from the old ones around it; corner bits are set for those above. */
INLINE void cese_new_element(const struct cese_corner corner[CESE_CORNERS], real u[SYSTEM_COMPONENTS],
                             real s[CESE_AXES][SYSTEM_COMPONENTS])
{
#if CESE_TAU
    /* Slopes are taken between the centre and places tau of the way from the quarter point to the old centre. */
    real fastest = R(0.0);
    EACH (n, CESE_CORNERS)
        fastest = real_max(fastest, corner[n].courant);
    const real tau = real_min(fastest, R(1.0));
    const real shift = R(0.25) * (R(1.0) - tau), scale = R(4.0) / (R(1.0) + tau);
#else
    const real scale = R(2.0);
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        real share[CESE_CORNERS], ahead[CESE_CORNERS];
        EACH (n, CESE_CORNERS) {
            share[n] = corner[n].share[c];
            ahead[n] = corner[n].ahead[c];
#if CESE_TAU
            real lean = cese_side(n, 0) * corner[n].s[0][c];
#if CESE_AXES > 1
            lean += cese_side(n, 1) * corner[n].s[1][c];
#endif
#if CESE_AXES > 2
            lean += cese_side(n, 2) * corner[n].s[2][c];
#endif
            ahead[n] -= shift * lean;
#endif
        }
        u[c] = cese_corner_sum(share);
        EACH (a, CESE_AXES) {
            const real above = scale * (cese_face_mean(ahead, a, 1) - u[c]);
            const real below = scale * (u[c] - cese_face_mean(ahead, a, 0));
#if CESE_TAU
            s[a][c] = cese_weighted_tau(above, below, tau);
#else
            s[a][c] = cese_weighted(above, below);
#endif
        }
    }
}

/* The rate that bounds the time step to cfl over it: |signal speed|/(cell size) of one axis. With several axes shares
 * stay admissible, and the shortest waves do not grow, up to
 *   dt sum over axes of (|flow|/CESE_FLOW_LIMIT + |sound|/CESE_SOUND_LIMIT)/(cell size) = 1,
 * where flow is the mean of the slowest and the fastest signal and sound half their difference. */
INLINE real cese_rate(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real per[CESE_AXES])
{
    real largest = R(0.0), sum = R(0.0);
    EACH (a, CESE_AXES) {
        real u[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS], slowest, fastest;
        system_flux(eos, q, cese_axis(a), u, f, &slowest, &fastest);
        const real flow = R(0.5) * real_fabs(fastest + slowest), sound = R(0.5) * (fastest - slowest);
        largest = real_max(largest, per[a] * (flow + sound));
        sum += per[a] * (R(1.0 / CESE_FLOW_LIMIT) * flow + R(1.0 / CESE_SOUND_LIMIT) * sound);
    }
    return CESE_AXES == 1 ? largest : real_max(largest, R(CESE_CFL) * sum);
}

#endif
