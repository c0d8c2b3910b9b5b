/* How D and B of one cell evolve by themselves: dD/dt = curl(B/mu) - kappa D, dB/dt = -curl(D/eps), kappa = sigma/eps.
 *
 * Data are polynomials of degree order - 1 in cells of unit width, by their coefficients: 1; x, y, z; xx, yy, zz; yz,
 * zx, xy; xxx, yyy, zzz; MIXED + 2 a + n: x_a^2 x_b, b = a + 1 + n; xyz. At order 3 the data have MIXED, too, in the
 * place of cubes: half of third differences, which only change what edges see (plane_of).
 *
 * Each curl takes a degree away, so that the implicit Radau IIA method (two stages at orders 2 and 3, three at order 4:
 * L-stable, all of z = kappa dt) has a closed solution, polynomials in curls of the data whose coefficients are
 * numbers: with C = dt curl, means over the step are D = a0 D0 + a1 C B0/mu - a2 C C D0/(mu eps) - a3 C C C B0/(mu^2
 * eps) B = B0 - b1 C D0/eps - b2 C C B0/(mu eps) + b3 C C C D0/(mu eps^2) by the recursion alpha_0 = M 1, beta_0 = 1,
 * alpha_n = M A beta_{n-1}, beta_n = A alpha_{n-1}, M = (1 + z A)^{-1}, and a mean over the step is the last stage of A
 * times it.
 *
 * A face has a true curl of H, C*, that of its edges; by the same method its current over the step is
 *   dt J = (1 - psi) C* - z (omega C - D),  psi = (1 + z/6)/det or (1 + z/10 + z^2/60)/det,  omega = (1 - psi)/z
 * with C, D as the cell's data have them at the face: nothing where nothing conducts, in conductors so that D ends
 * where the method takes it.
 *
 * D. S. Balsara et al., J. Comput. Phys. 354 (2018) 613, for the form of such schemes; Radau IIA: E. Hairer, G.
 * Wanner, Solving Ordinary Differential Equations II, section IV.5. */
#ifndef TAUB_SCHEMES_MAXWELL_H
#define TAUB_SCHEMES_MAXWELL_H

#include "dialect.h"
#include "case/system.h"

#define MONOMIALS (TAUB_ORDER == 2 ? 4 : TAUB_ORDER == 3 ? 16 : 20)
/* Of a curl, of its curl, and of that one's. */
#define ONCE (TAUB_ORDER == 2 ? 1 : TAUB_ORDER == 3 ? 4 : 10)
#define TWICE (TAUB_ORDER == 3 ? 1 : 4)
#define LINEAR 1
#define SQUARE 4
#define PRODUCT 7
#define CUBIC 10
#define MIXED (TAUB_ORDER == 3 ? 10 : 13)
#define TRIPLE 19
#define RADAU_STAGES (TAUB_ORDER == 4 ? 3 : 2)

/* Coefficients of the method with three stages, and of what solves for its stages. */
#define RADAU_MATRIX                                                                      \
    {R(0.1968154772236604122), R(-0.06553542585019839217), R(0.0237709743482201509)},     \
        {R(0.3944243147390872894), R(0.2920734116652284884), R(-0.04154875212599792866)}, \
    {                                                                                     \
        R(0.3764030627004672502), R(0.5124858261884216448), R(0.1111111111111111049)      \
    }
#define RADAU_FIRST                                                                       \
    {R(0.4031845227763395934), R(0.06553542585019839217), R(-0.0237709743482201509)},     \
        {R(-0.3944243147390872894), R(0.3079265883347715449), R(0.04154875212599792866)}, \
    {                                                                                     \
        R(-0.3764030627004672502), R(-0.5124858261884216448), R(0.4888888888888888729)    \
    }
#define RADAU_SECOND                                                                        \
    {R(0.05374574785652648512), R(0.01946400141150675736), R(-0.004219954412369680656)},    \
        {R(-0.05946400141150676166), R(0.01292091881014018236), R(0.01755328774570301398)}, \
    {                                                                                       \
        R(0.09219954412369681107), R(-0.1255328774570301509), R(0.08333333333333332871)     \
    }

/* Loops over at most 16 are unrolled as a whole. */
#define EACH_MONOMIAL(n)                                         \
    UNROLL                                                       \
    for (int n##_tens = 0; n##_tens < MONOMIALS; n##_tens += 10) \
        UNROLL                                                   \
    for (int n = n##_tens; n < (MONOMIALS < n##_tens + 10 ? MONOMIALS : n##_tens + 10); n++)

/* What a cell's medium makes of a step, to fields along one axis of a crystal. */
struct response {
    real a0, a1, a2, a3, b1, b2, b3;
    real z, omega, share; /* share: 1 - psi */
    real per_permittivity, per_permeability;
    real admittance, impedance; /* of the step's average: of a conductor's surface, not of its light */
};

/* Beyond this a conductor's current is the same to rounding, and squares and cubes of z stay numbers. */
#define LARGEST_CONDUCTION R(1e10)

INLINE void radau_solve(real z, real per_det, const real v[RADAU_STAGES], real out[RADAU_STAGES])
{
#if TAUB_ORDER < 4
    /* M = (1 + z (2/3 - A))/det */
    out[0] = per_det * (v[0] + z * (R(1.0 / 4.0) * v[0] + R(1.0 / 12.0) * v[1]));
    out[1] = per_det * (v[1] + z * (R(5.0 / 12.0) * v[1] - R(3.0 / 4.0) * v[0]));
#else
    /* M = (1 + z (3/5 - A) + z^2 (3/20 - 3 A/5 + A^2))/det */
    const real first[3][3] = {RADAU_FIRST}, second[3][3] = {RADAU_SECOND};
    EACH (i, 3) {
        const real linear = (first[i][0] * v[0] + first[i][1] * v[1]) + first[i][2] * v[2];
        const real square = (second[i][0] * v[0] + second[i][1] * v[1]) + second[i][2] * v[2];
        out[i] = per_det * (v[i] + z * (linear + z * square));
    }
#endif
}

INLINE void radau_integrate(const real v[RADAU_STAGES], real out[RADAU_STAGES])
{
#if TAUB_ORDER < 4
    out[0] = R(5.0 / 12.0) * v[0] - R(1.0 / 12.0) * v[1];
    out[1] = R(3.0 / 4.0) * v[0] + R(1.0 / 4.0) * v[1];
#else
    const real a[3][3] = {RADAU_MATRIX};
    EACH (i, 3)
        out[i] = (a[i][0] * v[0] + a[i][1] * v[1]) + a[i][2] * v[2];
#endif
}

/* Of the matrix 1 + z A. */
INLINE real radau_per_determinant(real z)
{
#if TAUB_ORDER < 4
    return R(1.0) / (R(1.0) + z * (R(2.0 / 3.0) + R(1.0 / 6.0) * z));
#else
    return R(1.0) / (R(1.0) + z * (R(3.0 / 5.0) + z * (R(3.0 / 20.0) + R(1.0 / 60.0) * z)));
#endif
}

/* Of D along axis a, and of waves with E along it. */
INLINE struct response response_along(const struct medium medium, int a, real dt)
{
    struct response r;
    real alpha[RADAU_STAGES], beta[RADAU_STAGES], next[RADAU_STAGES];
    r.per_permittivity = R(1.0) / PERMITTIVITY(medium, a);
    r.per_permeability = R(1.0) / medium.permeability;
    const real z = real_min(medium.conductivity * r.per_permittivity * dt, LARGEST_CONDUCTION);
    r.z = z;
    const real per_det = radau_per_determinant(z);
#if TAUB_ORDER < 4
    r.omega = (R(0.5) + R(1.0 / 6.0) * z) * per_det;
#else
    r.omega = (R(0.5) + z * (R(2.0 / 15.0) + R(1.0 / 60.0) * z)) * per_det;
#endif
    r.share = z * r.omega;
    EACH (i, RADAU_STAGES)
        beta[i] = R(1.0);
    radau_solve(z, per_det, beta, alpha);
    real decay[RADAU_STAGES], growth[RADAU_STAGES];
    radau_integrate(alpha, decay);
    radau_integrate(beta, growth);
    r.a0 = decay[RADAU_STAGES - 1];
    radau_solve(z, per_det, growth, alpha); /* alpha_1, beta_1 */
    radau_integrate(alpha, next);
    radau_integrate(decay, growth);
    r.a1 = next[RADAU_STAGES - 1];
    r.b1 = growth[RADAU_STAGES - 1];
    radau_solve(z, per_det, growth, alpha); /* alpha_2, beta_2 = next */
    radau_integrate(alpha, decay);
    radau_integrate(next, growth);
    r.a2 = decay[RADAU_STAGES - 1];
    r.b2 = growth[RADAU_STAGES - 1];
    radau_solve(z, per_det, growth, alpha); /* alpha_3, beta_3 = decay */
    radau_integrate(alpha, next);
    radau_integrate(decay, growth);
    r.a3 = next[RADAU_STAGES - 1];
    r.b3 = growth[RADAU_STAGES - 1];
    /* of a conducting half space, averaged over a step that begins with the wave: Z exp(-z/2)(I0(z/2) + I1(z/2)),
     * here by a root that has the same beginning and the same end */
    const real surface = real_sqrt(R(1.0) + R(0.78539816339744831) * z);
    r.admittance = real_sqrt(PERMITTIVITY(medium, a) * r.per_permeability) * surface;
    r.impedance = R(1.0) / r.admittance;
    return r;
}

#if !TAUB_ANISOTROPIC
#define RESPONSE struct response
#define ALONG(r, a) (r)
INLINE struct response response_of(const struct medium medium, real dt)
{
    return response_along(medium, 0, dt);
}
#endif

/* Coefficient n of the derivative along axis a. */
INLINE real derived_mode(const real *m, int a, int n)
{
    if (n == 0)
        return m[LINEAR + a];
    if (n < SQUARE)
        return n - LINEAR == a ? R(2.0) * m[SQUARE + a] : m[PRODUCT + 3 - a - (n - LINEAR)];
    if (n < PRODUCT) {
        const int b = n - SQUARE;
        return b == a ? R(3.0) * m[CUBIC + a] : m[MIXED + 2 * b + (a - b + 2) % 3];
    }
    const int o = n - PRODUCT;
    return a == o ? m[TRIPLE] : R(2.0) * m[MIXED + 2 * a + (3 - o - a - a + 2 + 3) % 3];
}

/* Component a of dt curl: `per` is dt over the widths of cells; the coefficients of components follow each other. */
INLINE void curl_component(const real *f, int from, const real per[3], int count, int a, real *out)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    EACH (n, count) {
        const real along = AXIS_ACTIVE(p) ? per[p] * derived_mode(f + q * from, p, n) : R(0.0);
        const real back = AXIS_ACTIVE(q) ? per[q] * derived_mode(f + p * from, q, n) : R(0.0);
        out[a * count + n] = along - back;
    }
}
/* Calls, not a loop: gcc leaves loops with bodies of this size as they are, and vectorises none around them. */
INLINE void curl_of(const real *f, int from, const real per[3], int count, real *out)
{
    curl_component(f, from, per, count, 0, out);
    curl_component(f, from, per, count, 1, out);
    curl_component(f, from, per, count, 2, out);
}

/* A component's mean over the step: of itself and of the curls of what it is coupled to. */
INLINE void mean_of_step(real *m, real own, real first, const real *once, real second, const real *twice, real third,
                         const real *thrice)
{
    EACH_MONOMIAL (n) {
        real mean = own * m[n];
        if (n < ONCE)
            mean += first * once[n];
#if TAUB_ORDER > 2
        if (n < TWICE)
            mean += second * twice[n];
#endif
#if TAUB_ORDER == 4
        if (n == 0)
            mean += third * thrice[0];
#endif
        m[n] = mean;
    }
}

#if TAUB_CHARGE
/* z (omega C - D) at both faces across axis c: m, k the means over the step of D and of dt curl B. */
INLINE void current_parts(const struct response r, const real *m, const real *k, int c, real lower[3], real upper[3])
{
    const int p = (c + 1) % 3, q = (c + 2) % 3;
    const real scale = r.omega * r.per_permeability;
    real even = scale * k[0] - m[0], odd = -m[LINEAR + c];
    (void)p;
    (void)q;
#if TAUB_ORDER > 2
    odd += scale * k[LINEAR + c];
    even -= R(0.25) * m[SQUARE + c] + R(1.0 / 12.0) * (m[SQUARE + p] + m[SQUARE + q]);
#endif
#if TAUB_ORDER == 4
    even += scale * (R(0.25) * k[SQUARE + c] + R(1.0 / 12.0) * (k[SQUARE + p] + k[SQUARE + q]));
    odd -= R(0.25) * m[CUBIC + c] +
           R(1.0 / 12.0) * (m[MIXED + 2 * p + (c - p + 2) % 3] + m[MIXED + 2 * q + (c - q + 2) % 3]);
#endif
    lower[c] = r.z * (even - R(0.5) * odd);
    upper[c] = r.z * (even + R(0.5) * odd);
}
#endif

#if !TAUB_ANISOTROPIC
/* From the data d, b to the averages over the step of D and B in their places; and z (omega C - D) at the lower and the
 * upper face across each axis. */
INLINE void evolve_fields(const struct response r, const real per[3], real d[3 * MONOMIALS], real b[3 * MONOMIALS],
                          real lower[3], real upper[3])
{
    const real eta = r.per_permittivity, nu = r.per_permeability;
    real cd[3 * ONCE], cb[3 * ONCE], ccd[3 * (TAUB_ORDER > 2 ? TWICE : 1)], ccb[3 * (TAUB_ORDER > 2 ? TWICE : 1)],
        cccd[3], cccb[3];
    curl_of(d, MONOMIALS, per, ONCE, cd);
    curl_of(b, MONOMIALS, per, ONCE, cb);
#if TAUB_ORDER > 2
    curl_of(cd, ONCE, per, TWICE, ccd);
    curl_of(cb, ONCE, per, TWICE, ccb);
#endif
#if TAUB_ORDER == 4
    curl_of(ccd, TWICE, per, 1, cccd);
    curl_of(ccb, TWICE, per, 1, cccb);
#endif
    const real a1 = nu * r.a1, b1 = -eta * r.b1, a2 = -(eta * nu * r.a2), b2 = -(eta * nu * r.b2);
    const real a3 = -(eta * nu * (nu * r.a3)), b3 = eta * nu * (eta * r.b3);
#define STEP_OF_D(c) \
    mean_of_step(d + c * MONOMIALS, r.a0, a1, cb + c * ONCE, a2, ccd + c * (TAUB_ORDER > 2 ? TWICE : 1), a3, cccb + c)
#define STEP_OF_B(c) \
    mean_of_step(b + c * MONOMIALS, R(1.0), b1, cd + c * ONCE, b2, ccb + c * (TAUB_ORDER > 2 ? TWICE : 1), b3, cccd + c)
    STEP_OF_D(0);
    STEP_OF_D(1);
    STEP_OF_D(2);
    STEP_OF_B(0);
    STEP_OF_B(1);
    STEP_OF_B(2);
#if TAUB_CHARGE
    real curl[3 * ONCE];
    curl_of(b, MONOMIALS, per, ONCE, curl);
    current_parts(r, d, curl, 0, lower, upper);
    current_parts(r, d + MONOMIALS, curl + ONCE, 1, lower, upper);
    current_parts(r, d + 2 * MONOMIALS, curl + 2 * ONCE, 2, lower, upper);
#endif
}
#endif

/* A polynomial averaged along axis o, in the plane of the next two: at the corners even +- odd_p/2 +- odd_q/2 +- both.
 */
struct plane_values {
    real even, odd[2], both;
};

INLINE struct plane_values plane_of(const real *m, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    struct plane_values v;
    v.even = m[0];
    v.odd[0] = m[LINEAR + p];
    v.odd[1] = m[LINEAR + q];
    v.both = R(0.0);
#if TAUB_ORDER > 2
    v.even += R(0.25) * (m[SQUARE + p] + m[SQUARE + q]) + R(1.0 / 12.0) * m[SQUARE + o];
    v.both = R(0.25) * m[PRODUCT + o];
#endif
#if TAUB_ORDER == 3
    /* without them waves along diagonals grow: docs/theory/maxwell.md, "Time step" */
    v.odd[0] += R(1.0 / 6.0) * m[MIXED + 2 * q + (p - q + 2) % 3];
    v.odd[1] += R(1.0 / 6.0) * m[MIXED + 2 * p + (q - p + 2) % 3];
#elif TAUB_ORDER == 4
    v.odd[0] += R(0.25) * (m[CUBIC + p] + m[MIXED + 2 * q + (p - q + 2) % 3]) +
                R(1.0 / 12.0) * m[MIXED + 2 * o + (p - o + 2) % 3];
    v.odd[1] += R(0.25) * (m[CUBIC + q] + m[MIXED + 2 * p + (q - p + 2) % 3]) +
                R(1.0 / 12.0) * m[MIXED + 2 * o + (q - o + 2) % 3];
#endif
    return v;
}

INLINE real corner_of(const struct plane_values v, int up_p, int up_q)
{
    return (v.even + (up_p == up_q ? v.both : -v.both)) +
           ((up_p ? R(0.5) : R(-0.5)) * v.odd[0] + (up_q ? R(0.5) : R(-0.5)) * v.odd[1]);
}

#endif
