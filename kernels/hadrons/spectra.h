/* The Cooper-Frye integral: sums over elements of a freeze-out surface, for each species, transverse momentum, and tile
 * of directions and rapidities.
 *
 *   E dN/d3p = g/(2 pi)^3 sum p^mu dSigma_mu f (1 + (1 + sign f) delta),   f = X/(1 - sign X), X = exp(-p.u/T),
 *   sign = 1 for bosons and -1 for fermions (F. Cooper, G. Frye, Phys. Rev. D 10, 186). With a chemical potential of
 * the baryon number b (SPECTRA_CHARGED) X = exp((b mu - p.u)/T).
 *
 * Elements are given in the frame that moves along the beam with their fluid, whose rapidity is eta: there u_z = 0, so
 * that exp(-p.u/T) is a product of one factor of rapidity, one of direction and one of neither, and p.dSigma and
 * p.pi.p are sums of such. Exponentials are so counted in tens where the integrand is counted in thousands.
 *
 * Fields: 0 rows out, 1 elements [column][element]. Tables: mass and sign of each species, and its baryon number where
 * SPECTRA_CHARGED; transverse momenta; cosine
 * and sine of each direction; exp(y), exp(-y) and 1 of each rapidity (0 where a tile is filled up). Options: number of
 * species, transverse momenta, tiles of directions, tiles of rapidities. */
#ifndef TAUB_HADRONS_SPECTRA_H
#define TAUB_HADRONS_SPECTRA_H

#include "dialect.h"

enum {
    ELEMENT_UP,       /* exp(eta) */
    ELEMENT_DOWN,     /* exp(-eta) */
    ELEMENT_NORMAL,   /* dSigma_mu: t x y z */
    ELEMENT_TIME = 6, /* u^t/T */
    ELEMENT_X,        /* u^x/T */
    ELEMENT_Y,
    ELEMENT_ALONG, /* |u_transverse|/T */
    ELEMENT_SHEAR, /* S pi_{mu nu}, covariant: tt tx ty tz xx xy xz yy yz zz, those off the diagonal doubled */
    ELEMENT_MASS = 20,
    ELEMENT_ENERGY,
    ELEMENT_CHARGE,    /* delta = (S pi p p + mass m^2 + energy (p.u/T)^2 + charge b p.u/T) [T/(p.u)] */
    ELEMENT_POTENTIAL, /* mu/T; the last two are there where SPECTRA_CHARGED */
    ELEMENT_COLUMNS
};

#define SPECTRA_OF_SPECIES (SPECTRA_CHARGED ? 3 : 2) /* numbers of the table */
#define SPECTRA_TILE (SPECTRA_DIRECTIONS * SPECTRA_RAPIDITIES)
#define SPECTRA_COUNT \
    (SPECTRA_TILE + 2 * SPECTRA_RAPIDITIES) /* and what p.dSigma < 0, and f < 0, put in at each rapidity */
#define SPECTRA_REACH R(25.0)               /* p.u/T beyond its least where the integral over rapidity ends */
#define SPECTRA_NOTHING R(1.0e-26)          /* factors of rapidity below it are 0 */

/* What depends on the rapidity of the particle relative to the element. */
struct along_beam {
    real weight, factor, energy; /* of the quadrature; of exp(-p.u/T); of p.u/T */
    real flux, shear, shear_x, shear_y;
};
/* What depends on the direction. */
struct across_beam {
    real factor, energy, flux, shear;
};

INLINE struct along_beam along_beam(const real e[ELEMENT_COLUMNS], real mt, real pt, real up, real down, real weight)
{
    const real c = R(0.5) * (up + down), s = R(0.5) * (up - down);
    struct along_beam a;
    a.weight = weight;
    a.energy = mt * e[ELEMENT_TIME] * c;
    a.factor = real_exp(-mt * e[ELEMENT_TIME] * (c - R(1.0)));
    a.factor = a.factor > SPECTRA_NOTHING ? a.factor : R(0.0);
    a.flux = mt * (c * e[ELEMENT_NORMAL] + s * e[ELEMENT_NORMAL + 3]);
#if SPECTRA_VISCOUS
    a.shear = mt * mt * ((c * c * e[ELEMENT_SHEAR] + s * s * e[ELEMENT_SHEAR + 9]) + c * s * e[ELEMENT_SHEAR + 3]);
    a.shear_x = mt * pt * (c * e[ELEMENT_SHEAR + 1] + s * e[ELEMENT_SHEAR + 6]);
    a.shear_y = mt * pt * (c * e[ELEMENT_SHEAR + 2] + s * e[ELEMENT_SHEAR + 8]);
#else
    a.shear = a.shear_x = a.shear_y = R(0.0);
#endif
    return a;
}

INLINE struct across_beam across_beam(const real e[ELEMENT_COLUMNS], real pt, real c, real s)
{
    struct across_beam a;
    a.energy = -pt * (c * e[ELEMENT_X] + s * e[ELEMENT_Y]);
    a.factor = real_exp(-a.energy - pt * e[ELEMENT_ALONG]);
    a.flux = pt * (c * e[ELEMENT_NORMAL + 1] + s * e[ELEMENT_NORMAL + 2]);
#if SPECTRA_VISCOUS
    a.shear = pt * pt * ((c * c * e[ELEMENT_SHEAR + 4] + s * s * e[ELEMENT_SHEAR + 7]) + c * s * e[ELEMENT_SHEAR + 5]);
#else
    a.shear = R(0.0);
#endif
    return a;
}

/* One momentum: added to *sum; to lost[0] what flows inwards, to lost[1] what viscous corrections turn negative. */
INLINE void add_momentum(const struct along_beam a, const struct across_beam b, real c, real s, real rest, real sign,
                         real mass_term, real energy_term, real charge_term, real *sum, real lost[2])
{
    const real x = a.factor * b.factor * rest;
    const real f = x / (R(1.0) - sign * x);
    real flux = a.flux + b.flux;
    real factor = R(1.0);
#if SPECTRA_VISCOUS
    const real energy = a.energy + b.energy;
    real delta = ((a.shear + b.shear) + (a.shear_x * c + a.shear_y * s)) + (mass_term + energy_term * energy * energy);
#if SPECTRA_CHARGED
    delta = delta + charge_term * energy;
#endif
#if SPECTRA_OVER_ENERGY
    delta = delta / energy;
#endif
    delta = (R(1.0) + sign * f) * delta;
#if SPECTRA_BOUNDED
    delta = real_min(real_max(delta, R(-1.0)), R(1.0));
#endif
    factor = R(1.0) + delta;
#endif
    real part = a.weight * (f * factor * flux);
    lost[0] += flux < R(0.0) ? part : R(0.0);
    lost[1] += factor < R(0.0) ? real_fabs(part) : R(0.0);
#if SPECTRA_OUTWARD
    part = flux < R(0.0) ? R(0.0) : part;
#endif
    *sum += part;
}

INLINE void spectra_point(const struct taub_io io, int b, int k, int j, int i, real out[SPECTRA_COUNT])
{
    const int species = io.range.option[0], momenta = io.range.option[1];
    const int tiles = io.range.option[2], tiles_y = io.range.option[3];
    const int tile_y = j % tiles_y, tile = j / tiles_y % tiles, momentum = j / tiles_y / tiles;
    const int momenta_at = SPECTRA_OF_SPECIES * species, directions_at = momenta_at + momenta;
    const int rapidities_at = directions_at + 2 * tiles * SPECTRA_DIRECTIONS;
    const real mass = io.tables[SPECTRA_OF_SPECIES * k], sign = io.tables[SPECTRA_OF_SPECIES * k + 1];
    const real pt = io.tables[momenta_at + momentum];
    const real mt = real_sqrt(mass * mass + pt * pt);
    const long length = io.shape.component_stride, element = (long)b * io.range.upper[0] + i;
    const long at = element < length ? element : length - 1; /* the last one is empty */
    real e[ELEMENT_COLUMNS];
    EACH (c, ELEMENT_ALONG + 1)
        e[c] = io.f[1][c * length + at];
#if SPECTRA_VISCOUS
    EACH_FROM (c, ELEMENT_SHEAR, ELEMENT_CHARGE)
        e[c] = io.f[1][c * length + at];
    const real mass_term = mass * mass * e[ELEMENT_MASS], energy_term = e[ELEMENT_ENERGY];
#else
    const real mass_term = R(0.0), energy_term = R(0.0);
#endif
    const real z = mt * e[ELEMENT_TIME];
#if SPECTRA_CHARGED
    const real baryons = io.tables[SPECTRA_OF_SPECIES * k + 2];
    const real charge_term = baryons * io.f[1][ELEMENT_CHARGE * length + at];
    const real rest = real_exp((pt * e[ELEMENT_ALONG] - z) + baryons * io.f[1][ELEMENT_POTENTIAL * length + at]);
#else
    const real charge_term = R(0.0), rest = real_exp(pt * e[ELEMENT_ALONG] - z);
#endif
    struct across_beam across[SPECTRA_DIRECTIONS];
    real cosine[SPECTRA_DIRECTIONS], sine[SPECTRA_DIRECTIONS], lost[2 * SPECTRA_RAPIDITIES], sum[SPECTRA_TILE];
    EACH (d, SPECTRA_DIRECTIONS) {
        const int place = directions_at + 2 * (tile * SPECTRA_DIRECTIONS + d);
        cosine[d] = io.tables[place];
        sine[d] = io.tables[place + 1];
        across[d] = across_beam(e, pt, cosine[d], sine[d]);
    }
    EACH (c, SPECTRA_TILE)
        sum[c] = R(0.0);
    EACH (c, 2 * SPECTRA_RAPIDITIES)
        lost[c] = R(0.0);
#if SPECTRA_INVARIANT
    /* the trapezoidal rule, which converges exponentially here: an analytic integrand that falls off on both sides */
    const real top = R(1.0) + SPECTRA_REACH / z;
    const real step = real_log(top + real_sqrt(top * top - R(1.0))) / R(SPECTRA_NODES);
    const real ratio = real_exp(step);
    real up = R(1.0);
    EACH_FROM (n, 0, SPECTRA_NODES + 1) {
        const real weight = n == 0 ? step : R(SPECTRA_SYMMETRIC ? 2.0 : 1.0) * step;
        const struct along_beam a = along_beam(e, mt, pt, up, R(1.0) / up, weight);
        EACH (d, SPECTRA_DIRECTIONS)
            add_momentum(a, across[d], cosine[d], sine[d], rest, sign, mass_term, energy_term, charge_term, &sum[d],
                         lost);
#if !SPECTRA_SYMMETRIC
        const struct along_beam other = along_beam(e, mt, pt, R(1.0) / up, up, n == 0 ? R(0.0) : step);
        EACH (d, SPECTRA_DIRECTIONS)
            add_momentum(other, across[d], cosine[d], sine[d], rest, sign, mass_term, energy_term, charge_term, &sum[d],
                         lost);
#endif
        up = up * ratio;
    }
#else
    EACH (r, SPECTRA_RAPIDITIES) {
        const int place = rapidities_at + 3 * (tile_y * SPECTRA_RAPIDITIES + r);
        const struct along_beam a = along_beam(e, mt, pt, io.tables[place] * e[ELEMENT_DOWN],
                                               io.tables[place + 1] * e[ELEMENT_UP], io.tables[place + 2]);
        RARELY(a.factor > R(0.0))
        {
            EACH (d, SPECTRA_DIRECTIONS)
                add_momentum(a, across[d], cosine[d], sine[d], rest, sign, mass_term, energy_term, charge_term,
                             &sum[r * SPECTRA_DIRECTIONS + d], &lost[2 * r]);
        }
    }
#endif
    EACH (c, SPECTRA_TILE)
        out[c] = sum[c];
    EACH (c, 2 * SPECTRA_RAPIDITIES)
        out[SPECTRA_TILE + c] = lost[c];
}

INLINE real spectra_combine(int c, real a, real b)
{
    return a + b;
}
INLINE real spectra_identity(int c)
{
    return R(0.0);
}
TAUB_ROW_PASS(spectra, SPECTRA_COUNT)

#endif
