/* The mean spin vector of baryons of spin 1/2: sums over elements of a freeze-out surface for each species, transverse
 * momentum, and tile of directions and rapidities.
 *
 * With the weight p.dSigma f (1 - f), f that of an ideal fluid, and p.dSigma f in the denominator,
 *   S^mu = -hbar c/(8 m) eps^{mu rho sigma tau} p_tau A_{rho sigma},   eps^{txyz} = 1, metric (+,-,-,-),
 *   A = thermal vorticity varpi (F. Becattini, V. Chandra, L. Del Zanna, E. Grossi, Ann. Phys. 338 (2013) 32), and
 *   A_{rho sigma} = (t_rho X_sigma - t_sigma X_rho)/(p.t),   X_sigma = p^lambda xi_{lambda sigma}
 * for the thermal shear xi: t is the laboratory's time (F. Becattini, M. Buzzegoli, A. Palermo, Phys. Lett. B 820
 * (2021) 136519), or u, also with sigma/T in place of xi (S. Liu, Y. Yin, JHEP 07 (2021) 188). With e_i = A_{ti} and w
 * = (A_{yz}, A_{zx}, A_{xy}) that is S^t = w.p/(4 m), S = (E w + p x e)/(4 m).
 *
 * Elements are given in the frame that moves along the beam with their fluid, as in hadrons/spectra.h; sums are in the
 * frame that moves along the beam with the particle, where S^t follows from p.S = 0.
 *
 * Fields, tables and options are those of hadrons/spectra.h. A momentum has POLARIZATION_VALUES sums: the denominator,
 * then x, y, z of w-terms for the vorticity, the shear with the laboratory's time, with u, and sigma/T with u. */
#ifndef TAUB_HADRONS_POLARIZATION_H
#define TAUB_HADRONS_POLARIZATION_H

#include "dialect.h"

enum {
    SPIN_UP,             /* exp(eta) */
    SPIN_DOWN,           /* exp(-eta) */
    SPIN_NORMAL,         /* dSigma_mu: t x y z */
    SPIN_TIME = 6,       /* u^t/T */
    SPIN_X,              /* u^x/T */
    SPIN_Y,              /* u^y/T */
    SPIN_ALONG,          /* |u_transverse|/T */
    SPIN_POTENTIAL,      /* mu/T */
    SPIN_VORTICITY = 11, /* hbar c varpi: tx ty tz yz zx xy */
    SPIN_SHEAR = 17,     /* hbar c xi, covariant: tt tx ty tz xx xy xz yy yz zz */
    SPIN_SIGMA = 27,     /* hbar c sigma/T, likewise */
    SPIN_COLUMNS = 37
};

#define POLARIZATION_KINDS 4
#define POLARIZATION_VALUES (1 + 3 * POLARIZATION_KINDS)
#define POLARIZATION_TILE (POLARIZATION_DIRECTIONS * POLARIZATION_RAPIDITIES)
#define POLARIZATION_COUNT (POLARIZATION_TILE * POLARIZATION_VALUES)
#define POLARIZATION_SPECIES (POLARIZATION_CHARGED ? 3 : 2) /* numbers of the table */
#define POLARIZATION_REACH R(25.0)                          /* as in hadrons/spectra.h */

/* A particle in the frame of an element. */
struct spinning {
    real p[4];     /* t, x, y, z */
    real up, down; /* exp of its rapidity there, and of minus that */
    real lab[2];   /* t_t and t_z of the laboratory's time */
    real weight;
};

/* p^lambda of a symmetric covariant tensor. */
INLINE void contracted(const real s[10], const real p[4], real x[4])
{
    x[0] = (p[0] * s[0] + p[1] * s[1]) + (p[2] * s[2] + p[3] * s[3]);
    x[1] = (p[0] * s[1] + p[1] * s[4]) + (p[2] * s[5] + p[3] * s[6]);
    x[2] = (p[0] * s[2] + p[1] * s[5]) + (p[2] * s[7] + p[3] * s[8]);
    x[3] = (p[0] * s[3] + p[1] * s[6]) + (p[2] * s[8] + p[3] * s[9]);
}

/* (E w + p x e, w.p) times a factor, added in the frame of the particle. */
INLINE void add_spin(const struct spinning at, const real e[3], const real w[3], real factor, real sum[3])
{
    const real time = (w[0] * at.p[1] + w[1] * at.p[2]) + w[2] * at.p[3];
    const real x = at.p[0] * w[0] + (at.p[2] * e[2] - at.p[3] * e[1]);
    const real y = at.p[0] * w[1] + (at.p[3] * e[0] - at.p[1] * e[2]);
    const real z = at.p[0] * w[2] + (at.p[1] * e[1] - at.p[2] * e[0]);
    sum[0] += factor * x;
    sum[1] += factor * y;
    sum[2] += factor * (R(0.5) * ((time + z) * at.down - (time - z) * at.up));
}

/* The same for A = t X - X t over p.t; t: covariant. */
INLINE void add_shear(const struct spinning at, const real t[4], const real x[4], real factor, real sum[3])
{
    real e[3], w[3];
    EACH (i, 3)
        e[i] = t[0] * x[1 + i] - t[1 + i] * x[0];
    w[0] = t[2] * x[3] - t[3] * x[2];
    w[1] = t[3] * x[1] - t[1] * x[3];
    w[2] = t[1] * x[2] - t[2] * x[1];
    add_spin(at, e, w, factor, sum);
}

/* One momentum: added to the sums. `thermal`: exp(b mu/T - p.u/T). */
INLINE void add_polarization(const real e[SPIN_COLUMNS], const struct spinning at, real thermal,
                             real sum[POLARIZATION_VALUES])
{
    const real f = thermal / (R(1.0) + thermal),
               energy = at.p[0] * e[SPIN_TIME] - (at.p[1] * e[SPIN_X] + at.p[2] * e[SPIN_Y]);
    const real flux = (at.p[0] * e[SPIN_NORMAL] + at.p[1] * e[SPIN_NORMAL + 1]) +
                      (at.p[2] * e[SPIN_NORMAL + 2] + at.p[3] * e[SPIN_NORMAL + 3]);
    const real number = at.weight * (flux * f), spin = number * (R(1.0) - f);
    /* over p.t: the energy in the laboratory, with t^z = -t_z */
    const real over_lab = spin / (at.p[0] * at.lab[0] + at.p[3] * at.lab[1]), over_u = spin / energy;
    const real lab[4] = {at.lab[0], R(0.0), R(0.0), at.lab[1]};
    const real u[4] = {e[SPIN_TIME], -e[SPIN_X], -e[SPIN_Y], R(0.0)}; /* over T, as p.u is */
    real shear[4], sigma[4];
    contracted(e + SPIN_SHEAR, at.p, shear);
    contracted(e + SPIN_SIGMA, at.p, sigma);
    sum[0] += number;
    add_spin(at, e + SPIN_VORTICITY, e + SPIN_VORTICITY + 3, spin, sum + 1);
    add_shear(at, lab, shear, over_lab, sum + 4);
    add_shear(at, u, shear, over_u, sum + 7);
    add_shear(at, u, sigma, over_u, sum + 10);
}

INLINE void polarization_point(const struct taub_io io, int b, int k, int j, int i, real out[POLARIZATION_COUNT])
{
    const int species = io.range.option[0], momenta = io.range.option[1];
    const int tiles = io.range.option[2], tiles_y = io.range.option[3];
    const int tile_y = j % tiles_y, tile = j / tiles_y % tiles, momentum = j / tiles_y / tiles;
    const int momenta_at = POLARIZATION_SPECIES * species, directions_at = momenta_at + momenta;
    const int rapidities_at = directions_at + 2 * tiles * POLARIZATION_DIRECTIONS;
    const real mass = io.tables[POLARIZATION_SPECIES * k], pt = io.tables[momenta_at + momentum];
    const real mt = real_sqrt(mass * mass + pt * pt);
    const long length = io.shape.component_stride, element = (long)b * io.range.upper[0] + i;
    const long at = element < length ? element : length - 1; /* the last one is empty */
    real e[SPIN_COLUMNS], sum[POLARIZATION_COUNT], across[POLARIZATION_DIRECTIONS];
    EACH (c, SPIN_COLUMNS)
        e[c] = io.f[1][c * length + at];
    const real z = mt * e[SPIN_TIME];
#if POLARIZATION_CHARGED
    const real rest = real_exp((pt * e[SPIN_ALONG] - z) + io.tables[3 * k + 2] * e[SPIN_POTENTIAL]);
#else
    const real rest = real_exp(pt * e[SPIN_ALONG] - z);
#endif
    struct spinning particle;
    EACH (c, POLARIZATION_COUNT)
        sum[c] = R(0.0);
    EACH (d, POLARIZATION_DIRECTIONS) {
        const int place = directions_at + 2 * (tile * POLARIZATION_DIRECTIONS + d);
        across[d] =
            real_exp(pt * (io.tables[place] * e[SPIN_X] + io.tables[place + 1] * e[SPIN_Y]) - pt * e[SPIN_ALONG]);
    }
#if POLARIZATION_INVARIANT
    /* the trapezoidal rule in the rapidity of the element; the particle has y = 0 */
    const real top = R(1.0) + POLARIZATION_REACH / z;
    const real step = real_log(top + real_sqrt(top * top - R(1.0))) / R(POLARIZATION_NODES);
    const real ratio = real_exp(step), least = real_exp(R(-POLARIZATION_NODES) * step);
    const int nodes = 2 * POLARIZATION_NODES + 1;
    real up = least;
#else
    const int nodes = POLARIZATION_RAPIDITIES;
#endif
    for (int n = 0; n < nodes; n++) {
#if POLARIZATION_INVARIANT
        particle.up = up;
        particle.down = R(1.0) / up;
        particle.weight = step;
        particle.lab[0] = R(0.5) * (particle.up + particle.down);
        particle.lab[1] = R(0.5) * (particle.down - particle.up);
        up = up * ratio;
        const int r = 0;
#else
        const int place = rapidities_at + 3 * (tile_y * POLARIZATION_RAPIDITIES + n);
        particle.up = io.tables[place] * e[SPIN_DOWN];
        particle.down = io.tables[place + 1] * e[SPIN_UP];
        particle.weight = io.tables[place + 2];
        particle.lab[0] = R(0.5) * (e[SPIN_UP] + e[SPIN_DOWN]);
        particle.lab[1] = R(0.5) * (e[SPIN_UP] - e[SPIN_DOWN]);
        const int r = n;
#endif
        const real c = R(0.5) * (particle.up + particle.down);
        particle.p[0] = mt * c;
        particle.p[3] = R(0.5) * mt * (particle.up - particle.down);
        const real along = rest * real_exp(-z * (c - R(1.0)));
        EACH (d, POLARIZATION_DIRECTIONS) {
            const int there = directions_at + 2 * (tile * POLARIZATION_DIRECTIONS + d);
            particle.p[1] = pt * io.tables[there];
            particle.p[2] = pt * io.tables[there + 1];
            add_polarization(e, particle, along * across[d],
                             &sum[(r * POLARIZATION_DIRECTIONS + d) * POLARIZATION_VALUES]);
        }
    }
    EACH (c, POLARIZATION_COUNT)
        out[c] = sum[c];
}

INLINE real polarization_combine(int c, real a, real b)
{
    return a + b;
}
INLINE real polarization_identity(int c)
{
    return R(0.0);
}
TAUB_ROW_PASS(polarization, POLARIZATION_COUNT)

#endif
