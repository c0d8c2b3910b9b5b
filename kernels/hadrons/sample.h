/* Hadrons drawn from a freeze-out surface, one by one, by thinning: candidates are a Poisson process whose density
 * bounds the one of Cooper and Frye everywhere, and each is kept with the ratio of the two. So numbers and momenta
 * follow the formula exactly, with p.dSigma < 0 left out and viscous corrections between -1 and 1 times the ideal
 * distribution.
 *
 * A candidate of element n and species s has the density V_n lambda_s, V = |u.dSigma| + |dSigma across u| >=
 * p.dSigma/E, lambda = g T (2 T^2 + 2 m T + m^2) e^{-m/T} B/(2 pi^2), B = 1/(1 - e^{-m/T}) for bosons and 1 for
 * fermions, at the highest temperature of the surface; its kinetic energy k has the density (k + m)^2 e^{-k/T}, a
 * mixture of Gamma distributions (S. Pratt, G. Torrieri, Phys. Rev. C 82, 044901), its direction none. It is kept with
 * the probability lambda(T)/lambda(T_max) p/E (1/(1 -+ e^{-E/T}))/B p.dSigma/(E V) (1 + delta)/SAMPLE_BOUND, all in the
 * fluid's rest frame. Which draws a candidate gets follows from its number in its event, the event and the seed alone.
 *
 * With a chemical potential of the baryon number b (SAMPLE_CHARGED) exp(-E/T) becomes exp((b mu - E)/T) everywhere, and
 * lambda bounds what any element has; candidates have the density of the kinetic energy as without it.
 *
 * Fields: 1 elements [element][SAMPLE_COLUMNS]; 2 and 3 (long) sums of V and of lambda up to and with each element and
 * species, in units of 2^-62 of all; 4 (long) candidates of each event. Tables: mass, sign, lambda/g at T_max of each
 * species, and its baryon number where SAMPLE_CHARGED. Options: first event, rows of an event, elements, species.
 * Numbers: two words of the seed, largest rapidity, whether surfaces are in Milne coordinates. */
#ifndef TAUB_HADRONS_SAMPLE_H
#define TAUB_HADRONS_SAMPLE_H

#include "dialect.h"
#include "hadrons/random.h"

enum {
    SAMPLE_POSITION,     /* tau x y eta, or t x y z */
    SAMPLE_RAPIDITY = 4, /* of the frame in which u_z = 0 and the rest is given */
    SAMPLE_NORMAL,
    SAMPLE_TIME = 9, /* u^t, u^x, u^y */
    SAMPLE_TEMPERATURE = 12,
    SAMPLE_VOLUME,
    SAMPLE_SHEAR, /* as ELEMENT_SHEAR .. ELEMENT_ENERGY of spectra.h */
    SAMPLE_MASS = 24,
    SAMPLE_ENERGY,
#if SAMPLE_CHARGED
    SAMPLE_CHARGE,
    SAMPLE_POTENTIAL,
#endif
    SAMPLE_COLUMNS
};
#define SAMPLE_OF_SPECIES (SAMPLE_CHARGED ? 4 : 3) /* numbers of the table */
enum { SAMPLE_ROW = 256, SAMPLE_NUMBERS = 8 };     /* candidates of a row; t x y z m px py pz of a hadron */

/* The first of `count` sums that is above the place. */
INLINE int place_of(GLOBAL const long *sums, int count, long place)
{
    int low = 0, high = count - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (sums[middle] > place)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct sampled {
    int kept, element, species;
    real momentum[4], shift; /* in the element's frame; rapidity at random within a boost-invariant surface */
};

INLINE real sample_delta(const real e[SAMPLE_COLUMNS], const real p[4], real mass, real baryons, real over_t)
{
#if SAMPLE_VISCOUS
    const real xx =
        p[1] * p[1] * e[SAMPLE_SHEAR + 4] + p[2] * p[2] * e[SAMPLE_SHEAR + 7] + p[3] * p[3] * e[SAMPLE_SHEAR + 9];
    const real xy =
        p[1] * p[2] * e[SAMPLE_SHEAR + 5] + p[1] * p[3] * e[SAMPLE_SHEAR + 6] + p[2] * p[3] * e[SAMPLE_SHEAR + 8];
    const real tx = p[1] * e[SAMPLE_SHEAR + 1] + p[2] * e[SAMPLE_SHEAR + 2] + p[3] * e[SAMPLE_SHEAR + 3];
    real delta = p[0] * (p[0] * e[SAMPLE_SHEAR] + tx) + (xx + xy);
    delta = delta + (mass * mass * e[SAMPLE_MASS] + e[SAMPLE_ENERGY] * over_t * over_t);
#if SAMPLE_CHARGED
    delta = delta + baryons * e[SAMPLE_CHARGE] * over_t;
#endif
#if SAMPLE_OVER_ENERGY
    delta = delta / over_t;
#endif
    return delta;
#else
    return R(0.0);
#endif
}

INLINE struct sampled draw_candidate(const struct taub_io io, int event, int number)
{
    GLOBAL const long *elements = (GLOBAL const long *)io.f[2];
    GLOBAL const long *kinds = (GLOBAL const long *)io.f[3];
    const long key_0 = (long)io.range.number[0], key_1 = (long)io.range.number[1];
    const long first[4] = {number, event, 0, 0}, second[4] = {number, event, 1, 0}, third[4] = {number, event, 2, 0};
    long a[4], b[4], c[4];
    philox(first, key_0, key_1, a);
    philox(second, key_0, key_1, b);
    philox(third, key_0, key_1, c);
    struct sampled out;
    out.element = place_of(elements, io.range.option[2], ((a[0] & 0x3FFFFFFFL) << 32) | a[1]);
    out.species = place_of(kinds, io.range.option[3], ((a[2] & 0x3FFFFFFFL) << 32) | a[3]);
    real e[SAMPLE_COLUMNS];
    EACH (n, SAMPLE_COLUMNS)
        e[n] = io.f[1][(long)out.element * SAMPLE_COLUMNS + n];
    const int of = SAMPLE_OF_SPECIES * out.species;
    const real mass = io.tables[of], sign = io.tables[of + 1], t = e[SAMPLE_TEMPERATURE];
#if SAMPLE_CHARGED
    const real baryons = io.tables[of + 3], lift = baryons * e[SAMPLE_POTENTIAL];
#else
    const real baryons = R(0.0);
#endif
    /* kinetic energy: Gamma of shape 3, 2 or 1 */
    const real three = R(2.0) * t * t, two = R(2.0) * mass * t, all = three + two + mass * mass;
    const real which = uniform(c[0]) * all;
    real product = uniform(b[0]);
    product = which < three + two ? product * uniform(b[1]) : product;
    product = which < three ? product * uniform(b[2]) : product;
    const real kinetic = -t * real_log(product), energy = kinetic + mass;
    const real size = real_sqrt(kinetic * (kinetic + R(2.0) * mass));
    const real along = R(2.0) * uniform(c[1]) - R(1.0), across = real_sqrt(R(1.0) - along * along);
    const real angle = R(6.283185307179586) * uniform(c[2]);
    const real p[3] = {size * across * real_cos(angle), size * across * real_sin(angle), size * along};
    const real moving = e[SAMPLE_TIME + 1] * p[0] + e[SAMPLE_TIME + 2] * p[1], time = e[SAMPLE_TIME];
    const real factor = energy + moving / (R(1.0) + time);
    out.momentum[0] = time * energy + moving;
    out.momentum[1] = p[0] + e[SAMPLE_TIME + 1] * factor;
    out.momentum[2] = p[1] + e[SAMPLE_TIME + 2] * factor;
    out.momentum[3] = p[2];
    out.shift = R(io.range.number[2]) * (R(2.0) * uniform(c[3]) - R(1.0));
    const real flux = (out.momentum[0] * e[SAMPLE_NORMAL] + out.momentum[1] * e[SAMPLE_NORMAL + 1]) +
                      (out.momentum[2] * e[SAMPLE_NORMAL + 2] + out.momentum[3] * e[SAMPLE_NORMAL + 3]);
#if SAMPLE_CHARGED
    const real rest = real_exp(lift - mass / t), moved = real_exp(lift - energy / t);
#else
    const real rest = real_exp(-mass / t), moved = real_exp(-energy / t);
#endif
    const real f = moved / (R(1.0) - sign * moved);
    const real boson = sign > R(0.0) ? R(1.0) / (R(1.0) - rest) : R(1.0);
    const real here = t * all * rest * boson / io.tables[of + 2];
    real delta = (R(1.0) + sign * f) * sample_delta(e, out.momentum, mass, baryons, energy / t);
    delta = real_min(real_max(delta, R(-1.0)), R(1.0));
    const real chance = here * (size / energy) * (R(1.0) / (R(1.0) - sign * moved) / boson) *
                        (real_max(flux, R(0.0)) / (energy * e[SAMPLE_VOLUME])) * ((R(1.0) + delta) / R(SAMPLE_BOUND));
    out.kept = uniform(b[3]) < chance;
    return out;
}

/* Which candidates are kept. */
INLINE void sample_mark_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const long *candidates = (GLOBAL const long *)io.f[4];
    const int number = j * SAMPLE_ROW + i;
    int kept = 0;
    RARELY(number < candidates[k])
    {
        const struct sampled one = draw_candidate(io, io.range.option[0] + k, number);
        kept = number < candidates[k] ? one.kept : 0;
    }
    ((GLOBAL int *)io.f[0])[((long)k * io.range.option[1] + j) * SAMPLE_ROW + i] = kept;
}
TAUB_POINT_PASS(sample_mark)

/* How many of each row: f[1]. */
INLINE void sample_count_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const int *kept = (GLOBAL const int *)io.f[0];
    const long row = (long)j * io.range.option[1] + i;
    int sum = 0;
    for (int n = 0; n < SAMPLE_ROW; n++)
        sum += kept[row * SAMPLE_ROW + n];
    ((GLOBAL int *)io.f[1])[row] = sum;
}
TAUB_POINT_PASS(sample_count)

/* The numbers of those kept, in order: f[5], from the places in f[1] on. */
INLINE void sample_list_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const int *kept = (GLOBAL const int *)io.f[0];
    const long row = (long)j * io.range.option[1] + i;
    int place = ((GLOBAL const int *)io.f[1])[row];
    for (int n = 0; n < SAMPLE_ROW; n++)
        if (kept[row * SAMPLE_ROW + n])
            ((GLOBAL int *)io.f[5])[place++] = (int)(row * SAMPLE_ROW + n);
}
TAUB_POINT_PASS(sample_list)

/* The hadrons themselves: f[0] [number][hadron] in the laboratory, f[6] (int) their species. */
INLINE void sample_make_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int number = ((GLOBAL const int *)io.f[5])[i], in_event = io.range.option[1] * SAMPLE_ROW;
    const struct sampled one = draw_candidate(io, io.range.option[0] + number / in_event, number % in_event);
    const long at = (long)one.element * SAMPLE_COLUMNS, length = io.shape.component_stride;
    const int milne = io.range.number[3] > 0.0;
    const real eta = milne ? io.f[1][at + 3] + one.shift : R(0.0), up = real_exp(eta);
    const real faster = real_exp(io.f[1][at + SAMPLE_RAPIDITY] + one.shift);
    const real c = R(0.5) * (faster + R(1.0) / faster), s = R(0.5) * (faster - R(1.0) / faster);
    io.f[0][i] = milne ? io.f[1][at] * R(0.5) * (up + R(1.0) / up) : io.f[1][at];
    io.f[0][length + i] = io.f[1][at + 1];
    io.f[0][2 * length + i] = io.f[1][at + 2];
    io.f[0][3 * length + i] = milne ? io.f[1][at] * R(0.5) * (up - R(1.0) / up) : io.f[1][at + 3];
    io.f[0][4 * length + i] = io.tables[SAMPLE_OF_SPECIES * one.species];
    io.f[0][5 * length + i] = one.momentum[1];
    io.f[0][6 * length + i] = one.momentum[2];
    io.f[0][7 * length + i] = s * one.momentum[0] + c * one.momentum[3];
    ((GLOBAL int *)io.f[6])[i] = one.species;
}
TAUB_POINT_PASS(sample_make)

#endif
