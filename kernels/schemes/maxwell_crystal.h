/* How D and B of one cell of a crystal evolve by themselves, by the method of schemes/maxwell.h: E_a = D_a/eps_a, so
 * that what conducts decays with another kappa_a = sigma/eps_a along each axis. Coefficients of terms with two
 * components of D then belong to pairs of axes: with e = D0/eps and C = dt curl, means over the step are
 *   D_c = a0_c D0_c + nu a1_c (C B0)_c - nu (C C [a2_cr e_r])_c - nu (C C [a3_cr nu (C B0)_r/eps_r])_c
 *   B = B0 - C [b1_r e_r] - C [b2_r nu (C B0)_r/eps_r] + C [nu/eps_r (C C [b3_rs e_s])_r],  nu = 1/mu
 * with the recursion for pairs alpha_2 = M_c A A M_r 1, alpha_3 = M_c A A M_r A 1, beta_3 = A alpha_2; [w_r f_r] is the
 * vector of these components. M_c and M_r are functions of A, so that a pair has one order. */
#ifndef TAUB_SCHEMES_MAXWELL_CRYSTAL_H
#define TAUB_SCHEMES_MAXWELL_CRYSTAL_H

#include "dialect.h"
#include "case/system.h"
#include "schemes/maxwell.h"

#if TAUB_ANISOTROPIC
struct axis_pair {
    real a2, a3, b3;
};

struct crystal {
    struct response along[3];
#if TAUB_CHARGE
    struct axis_pair across[3]; /* of the other two axes; where nothing conducts all numbers are the same */
#endif
};

#define RESPONSE struct crystal
#define ALONG(r, a) ((r).along[a])

#if TAUB_CHARGE
/* The last stage, the mean over the step, of what two components with decays z and from make of each other. */
INLINE struct axis_pair radau_pair(real z, real from)
{
    struct axis_pair pair;
    const real per_det = radau_per_determinant(z), per_from = radau_per_determinant(from);
    real v[RADAU_STAGES], w[RADAU_STAGES];
    EACH (i, RADAU_STAGES)
        v[i] = R(1.0);
    radau_solve(from, per_from, v, w);
    radau_integrate(w, v);
    radau_integrate(v, w);
    radau_solve(z, per_det, w, v); /* alpha_2 */
    radau_integrate(v, w);
    pair.a2 = w[RADAU_STAGES - 1];
    radau_integrate(w, v);
    pair.b3 = v[RADAU_STAGES - 1];
    EACH (i, RADAU_STAGES)
        v[i] = R(1.0);
    radau_integrate(v, w);
    radau_solve(from, per_from, w, v);
    radau_integrate(v, w);
    radau_integrate(w, v);
    radau_solve(z, per_det, v, w); /* alpha_3 */
    radau_integrate(w, v);
    pair.a3 = v[RADAU_STAGES - 1];
    return pair;
}
#endif

INLINE struct crystal response_of(const struct medium medium, real dt)
{
    struct crystal r;
    r.along[0] = response_along(medium, 0, dt);
    r.along[1] = response_along(medium, 1, dt);
    r.along[2] = response_along(medium, 2, dt);
#if TAUB_CHARGE
    r.across[0] = radau_pair(r.along[1].z, r.along[2].z);
    r.across[1] = radau_pair(r.along[2].z, r.along[0].z);
    r.across[2] = radau_pair(r.along[0].z, r.along[1].z);
#endif
    return r;
}

/* [w_r f_r] of `count` coefficients of each component. */
INLINE void weigh(const real *f, int count, real w0, real w1, real w2, real *out)
{
    UNROLL
    for (int tens = 0; tens < count; tens += 10)
        EACH_FROM (n, tens, (count < tens + 10 ? count : tens + 10)) {
            out[n] = w0 * f[n];
            out[count + n] = w1 * f[count + n];
            out[2 * count + n] = w2 * f[2 * count + n];
        }
}

/* (C C [w_cr f_r])_c, w_cc = own[c], w_cr = mixed[the third axis]: `from`, `once`, `twice` coefficients a component
 * before, between and behind the curls. */
INLINE void curl_of_curl(const real *f, int from, int once, int twice, const real per[3], const real own[3],
                         const real mixed[3], real *out)
{
    real weighed[3 * MONOMIALS], curl[3 * ONCE];
#if TAUB_CHARGE
    weigh(f, from, own[0], mixed[2], mixed[1], weighed);
    curl_component(weighed, from, per, once, 1, curl);
    curl_component(weighed, from, per, once, 2, curl);
    curl_component(curl, once, per, twice, 0, out);
    weigh(f, from, mixed[2], own[1], mixed[0], weighed);
    curl_component(weighed, from, per, once, 0, curl);
    curl_component(weighed, from, per, once, 2, curl);
    curl_component(curl, once, per, twice, 1, out);
    weigh(f, from, mixed[1], mixed[0], own[2], weighed);
    curl_component(weighed, from, per, once, 0, curl);
    curl_component(weighed, from, per, once, 1, curl);
    curl_component(curl, once, per, twice, 2, out);
#else
    weigh(f, from, own[0], own[0], own[0], weighed);
    curl_of(weighed, from, per, once, curl);
    curl_of(curl, once, per, twice, out);
#endif
}
#if TAUB_CHARGE
#define MIXED_NUMBERS(r, number)                                         \
    {                                                                    \
        (r).across[0].number, (r).across[1].number, (r).across[2].number \
    }
#else
#define MIXED_NUMBERS(r, number)                                      \
    {                                                                 \
        (r).along[0].number, (r).along[1].number, (r).along[2].number \
    }
#endif
#define OWN_NUMBERS(r, number)                                        \
    {                                                                 \
        (r).along[0].number, (r).along[1].number, (r).along[2].number \
    }

/* From the data d, b to the averages over the step of D and B in their places; and z (omega C - D) at the lower and the
 * upper face across each axis. */
INLINE void evolve_fields(const struct crystal r, const real per[3], real d[3 * MONOMIALS], real b[3 * MONOMIALS],
                          real lower[3], real upper[3])
{
    const real nu = r.along[0].per_permeability;
    const real eta[3] = {r.along[0].per_permittivity, r.along[1].per_permittivity, r.along[2].per_permittivity};
    const struct response *along = r.along;
    real e[3 * MONOMIALS], weighed[3 * MONOMIALS], cb[3 * ONCE], ce[3 * ONCE];
    real cce[3 * TWICE], ccb[3 * TWICE], ccce[3], cccb[3];
    weigh(d, MONOMIALS, eta[0], eta[1], eta[2], e);
    weigh(e, MONOMIALS, along[0].b1, along[1].b1, along[2].b1, weighed);
    curl_of(weighed, MONOMIALS, per, ONCE, ce);
    curl_of(b, MONOMIALS, per, ONCE, cb);
#if TAUB_ORDER > 2
    real eb[3 * ONCE]; /* nu C B0/eps */
    const real own_2[3] = OWN_NUMBERS(r, a2), mixed_2[3] = MIXED_NUMBERS(r, a2);
    curl_of_curl(e, MONOMIALS, ONCE, TWICE, per, own_2, mixed_2, cce);
    weigh(cb, ONCE, nu * eta[0], nu * eta[1], nu * eta[2], eb);
    weigh(eb, ONCE, along[0].b2, along[1].b2, along[2].b2, weighed);
    curl_of(weighed, ONCE, per, TWICE, ccb);
#endif
#if TAUB_ORDER == 4
    real twice[3 * TWICE];
    const real own_3[3] = OWN_NUMBERS(r, a3), mixed_3[3] = MIXED_NUMBERS(r, a3);
    const real own_b[3] = OWN_NUMBERS(r, b3), mixed_b[3] = MIXED_NUMBERS(r, b3);
    curl_of_curl(eb, ONCE, TWICE, 1, per, own_3, mixed_3, cccb);
    curl_of_curl(e, MONOMIALS, ONCE, TWICE, per, own_b, mixed_b, twice);
    weigh(twice, TWICE, nu * eta[0], nu * eta[1], nu * eta[2], weighed);
    curl_of(weighed, TWICE, per, 1, ccce);
#endif
#define STEP_OF_D(c) \
    mean_of_step(d + c * MONOMIALS, along[c].a0, nu * along[c].a1, cb + c * ONCE, -nu, cce + c * TWICE, -nu, cccb + c)
#define STEP_OF_B(c) \
    mean_of_step(b + c * MONOMIALS, R(1.0), R(-1.0), ce + c * ONCE, R(-1.0), ccb + c * TWICE, R(1.0), ccce + c)
    STEP_OF_D(0);
    STEP_OF_D(1);
    STEP_OF_D(2);
    STEP_OF_B(0);
    STEP_OF_B(1);
    STEP_OF_B(2);
#if TAUB_CHARGE
    real curl[3 * ONCE];
    curl_of(b, MONOMIALS, per, ONCE, curl);
    current_parts(along[0], d, curl, 0, lower, upper);
    current_parts(along[1], d + MONOMIALS, curl + ONCE, 1, lower, upper);
    current_parts(along[2], d + 2 * MONOMIALS, curl + 2 * ONCE, 2, lower, upper);
#endif
}
#endif

#endif
