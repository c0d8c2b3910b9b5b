/* Spectra of the daughters of decays, from those of their parents on the same grid of momenta and rapidities.
 *
 * A daughter that has the energy E and momentum p0 in its parent's rest frame has the spectrum
 *   E dN/d3p = share M/(4 pi p0) int dY/sqrt(mT^2 cosh^2 Y - pT^2) int_0^pi dzeta MT [S(phi + w) + S(phi - w)],
 *   MT = (E mT cosh Y + pT sqrt(E^2 + pT^2 - mT^2 cosh^2 Y) cos zeta) M/(mT^2 cosh^2 Y - pT^2)
 * for |Y| < asinh(p0/mT), where S is the parent's spectrum at the rapidity y + Y, the transverse mass MT and angles w
 * off the daughter's, cos w = (mT MT cosh Y - M E)/(pT PT) (J. Sollfrank, P. Koch, U. Heinz, Z. Phys. C 52, 593).
 *
 * S is interpolated by cubics, after the factor exp(mT/T_eff) that makes it vary slowly. FEED_MOMENTA, FEED_DIRECTIONS,
 * FEED_RAPIDITIES, FEED_STEP (of s, pT = FEED_SCALE sinh s), FEED_REACH (largest rapidity),
 * FEED_SLOPE (T_eff) are the grid; tables: nodes and weights on (0, 1), FEED_NODES_Y and FEED_NODES_ZETA of them. */
#ifndef TAUB_HADRONS_DECAYS_H
#define TAUB_HADRONS_DECAYS_H

#include "dialect.h"

#define FEED_SIZE (FEED_RAPIDITIES * FEED_MOMENTA * FEED_DIRECTIONS)
#define FEED_PI R(3.14159265358979323846)

/* arctangent of y/x in all four quadrants, by + - * / alone: the same on every device; within 1e-11. */
INLINE real angle_of(real x, real y)
{
    const real ax = real_fabs(x), ay = real_fabs(y), most = real_max(ax, ay), least = real_min(ax, ay);
    const real t = most > R(0.0) ? least / most : R(0.0);
    const int far = t > R(0.41421356237309503);
    const real a = far ? (t - R(1.0)) / (t + R(1.0)) : t, z = a * a;
    real sum = R(0.0);
    UNROLL
    for (int n = 12; n >= 0; n--)
        sum = (n % 2 ? R(-1.0) : R(1.0)) / R(2 * n + 1) + z * sum;
    const real small = a * sum + (far ? R(0.25) * FEED_PI : R(0.0));
    const real first = ay > ax ? R(0.5) * FEED_PI - small : small, spread = x < R(0.0) ? FEED_PI - first : first;
    return y < R(0.0) ? -spread : spread;
}

/* Weights of a cubic through four equal steps; t counts from the second. */
INLINE void cubic(real t, real w[4])
{
    w[0] = -t * (t - R(1.0)) * (t - R(2.0)) / R(6.0);
    w[1] = (t + R(1.0)) * (t - R(1.0)) * (t - R(2.0)) / R(2.0);
    w[2] = -(t + R(1.0)) * t * (t - R(2.0)) / R(2.0);
    w[3] = (t + R(1.0)) * t * (t - R(1.0)) / R(6.0);
}

INLINE real asinh_of(real x)
{
    const real size = real_fabs(x), value = real_log(size + real_sqrt(size * size + R(1.0)));
    return x < R(0.0) ? -value : value;
}

/* A parent's spectrum times exp((mT - M)/T_eff), at y and pT by their place s/step, and an angle. */
INLINE real parent_at(GLOBAL const stored *parent, real y, real place, real phi)
{
    real wm[4], wd[4];
    const real inside = real_min(place, R(FEED_MOMENTA - 1));
    int m = (int)inside;
    m = m > FEED_MOMENTA - 3 ? FEED_MOMENTA - 3 : m;
    cubic(inside - R(m), wm);
    const real turn = phi * (R(FEED_DIRECTIONS) / (R(2.0) * FEED_PI)) + R(2 * FEED_DIRECTIONS);
    const int d = (int)turn;
    cubic(turn - R(d), wd);
    real wr[4];
    const real across = (y + R(FEED_REACH)) * (R(FEED_RAPIDITIES - 1) / (R(2.0) * R(FEED_REACH)));
    const int beyond = across < R(0.0) || across > R(FEED_RAPIDITIES - 1);
    int r = beyond ? 1 : (int)across;
    r = r < 1 ? 1 : r > FEED_RAPIDITIES - 3 ? FEED_RAPIDITIES - 3 : r;
    cubic(beyond ? R(0.0) : across - R(r), wr);
    real sum = R(0.0);
    EACH (n, 4) {
        const int mm = m + n - 1, row = mm < 0 ? 1 : mm; /* below 0: the other side */
        EACH (l, 4) {
            const int dd = (d + l - 1 + (mm < 0 ? FEED_DIRECTIONS / 2 : 0)) % FEED_DIRECTIONS;
            const real weight = wm[n] * wd[l];
            EACH (q, 4)
                sum += weight * wr[q] * parent[((r + q - 1) * FEED_MOMENTA + row) * FEED_DIRECTIONS + dd];
        }
    }
    sum = beyond ? R(0.0) : sum;
    return sum;
}

INLINE real grid_pt(int m)
{
    const real e = real_exp(R(m) * R(FEED_STEP));
    return R(FEED_SCALE) * R(0.5) * (e - R(1.0) / e);
}

/* f[0]: the parent as parent_at has it; f[1]: all spectra; option[0]: the parent's place; number[0]: its mass. */
INLINE void flatten_parent_point(const struct taub_io io, int b, int k, int j, int i)
{
    const real mass = R(io.range.number[0]), pt = grid_pt(j), mt = real_sqrt(mass * mass + pt * pt);
    const long at = ((long)k * FEED_MOMENTA + j) * FEED_DIRECTIONS + i;
    io.f[0][at] = io.f[1][(long)io.range.option[0] * FEED_SIZE + at] * real_exp((mt - mass) / R(FEED_SLOPE));
}
TAUB_POINT_PASS(flatten_parent)

/* f[0]: all spectra; f[1]: the parent; option[0]: the daughter's place; number: masses of parent and daughter, the
 * daughter's energy in the parent's rest frame, the share. */
INLINE void feed_down_point(const struct taub_io io, int b, int k, int j, int i)
{
    const real parent = R(io.range.number[0]), mass = R(io.range.number[1]), energy = R(io.range.number[2]);
    const real p0 = real_sqrt(energy * energy - mass * mass), pt = real_max(grid_pt(j), R(1.0e-4) * mass);
    const real mt = real_sqrt(mass * mass + pt * pt), phi = R(i) * (R(2.0) * FEED_PI / R(FEED_DIRECTIONS));
    const real reach = asinh_of(p0 / mt);
    const real y = R(FEED_REACH) * (R(2 * k) / R(FEED_RAPIDITIES - 1) - R(1.0));
    real total = R(0.0);
    EACH_ROLLED (n, 0, FEED_NODES_Y) {
        const real apart = reach * io.tables[2 * n], up = real_exp(apart), c = R(0.5) * (up + R(1.0) / up);
        const real below = mt * mt * c * c - pt * pt;
        const real middle = parent * energy * mt * c / below;
        const real inner = real_max(energy * energy + pt * pt - mt * mt * c * c, R(0.0));
        const real spread = parent * pt * real_sqrt(inner) / below;
        /* zeta = pi - v, with most points where MT is least */
        const real dense = R(1.0) + R(0.4) * real_sqrt(spread / R(FEED_SLOPE)), wide = asinh_of(dense * FEED_PI);
        real sum = R(0.0);
        EACH_ROLLED (l, 0, FEED_NODES_ZETA) {
            const real at = real_exp(wide * io.tables[2 * FEED_NODES_Y + 2 * l]);
            const real v = R(0.5) * (at - R(1.0) / at) / dense, slope = R(0.5) * (at + R(1.0) / at) * wide / dense;
            const real parent_mt = real_max(middle - spread * real_cos(v), parent);
            const real parent_pt = real_sqrt(parent_mt * parent_mt - parent * parent);
            const real cosine = (mt * parent_mt * c - parent * energy) / (pt * parent_pt);
            const real bounded = parent_pt > R(0.0) ? real_min(real_max(cosine, R(-1.0)), R(1.0)) : R(1.0);
            const real w = angle_of(bounded, real_sqrt(R(1.0) - bounded * bounded));
            const real place = asinh_of(parent_pt / R(FEED_SCALE)) / R(FEED_STEP);
            const real weight = io.tables[2 * FEED_NODES_Y + 2 * l + 1] * slope * parent_mt *
                                real_exp((parent - parent_mt) / R(FEED_SLOPE));
            sum += weight *
                   (parent_at(io.f[1], y + apart, place, phi + w) + parent_at(io.f[1], y + apart, place, phi - w));
            sum += weight *
                   (parent_at(io.f[1], y - apart, place, phi + w) + parent_at(io.f[1], y - apart, place, phi - w));
        }
        total += reach * io.tables[2 * n + 1] * sum / real_sqrt(below);
    }
    const long at = (long)io.range.option[0] * FEED_SIZE + ((long)k * FEED_MOMENTA + j) * FEED_DIRECTIONS + i;
    io.f[0][at] = io.f[0][at] + R(io.range.number[3]) * parent / (R(4.0) * FEED_PI * p0) * total;
}
TAUB_POINT_PASS(feed_down)

#endif
