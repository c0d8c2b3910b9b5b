/* p(e, n), T(e, n) and mu(e, n) from the levels of src/eos/table_2d.h: grids of equal spacing in e and |n|, one above
 * the other in e, with bicubic pieces between their nodes. p and T are even in n, mu is odd.
 *
 * Beyond the charge that a row of cells holds, values stay those of its end; beyond the first and the last energy
 * density p/e and T/e^(1/4) do. EOS_BOUNDED: recoveries count such states. */
#ifndef TAUB_EOS_TABLE_2D_H
#define TAUB_EOS_TABLE_2D_H

#include "dialect.h"

#define EOS_GAMMA_LAW 0
#define EOS_BAROTROPIC 0
#define EOS_REST_MASS R(0.0)
#define EOS_BOUNDED 1
#define EOS_HAS_POTENTIAL 1

enum { EOS_LEVEL_HEAD = 9, EOS_NODE = 12 }; /* numbers of a level's head and of a node */
enum { EOS_OF_PRESSURE = 0, EOS_OF_TEMPERATURE = 4, EOS_OF_POTENTIAL = 8 };

struct eos {
    GLOBAL const real *table;
};

INLINE struct eos eos_of_tables(GLOBAL const real *tables)
{
    struct eos eos;
    eos.table = tables;
    return eos;
}

/* The cell of (e, n), the place in it, and how the table goes on beyond its ends. What is not a number is at the first
 * e and the last n: real_max and real_min take their second argument then. */
struct eos_place {
    int at, wide;      /* the cell's first node; from a row of nodes to the next */
    real s, t;         /* from 0 to 1 along e and n */
    real per_e, per_n; /* d s/d e, d t/d n; 0 outside */
    real scale;        /* e over that of the end; 1 inside */
    real per_edge;     /* 1/e of the end; 0 inside */
    real sign;         /* of n */
    int inside;
};

INLINE struct eos_place eos_locate(const struct eos eos, real e, real n)
{
    struct eos_place place;
    int head = 0; /* of the level */
    EACH_FROM (l, 1, TAUB_EOS_LEVELS)
        head = e >= LOAD(eos.table + l * EOS_LEVEL_HEAD) ? l * EOS_LEVEL_HEAD : head;
    const real low = LOAD(eos.table + head), per_e = LOAD(eos.table + head + 1);
    const real rows = LOAD(eos.table + head + 2), per_n = LOAD(eos.table + head + 3);
    const int nodes = (int)LOAD(eos.table + head + 4), limits = (int)LOAD(eos.table + head + 5);
    const int values = (int)LOAD(eos.table + head + 6);
    const real per_first = LOAD(eos.table + head + 7), per_last = LOAD(eos.table + head + 8);
    const real x = (e - low) * per_e, xc = real_min(real_max(x, R(0.0)), rows);
    const int last_row = (int)rows - 1, j = (int)xc < last_row ? (int)xc : last_row;
    const real limit = LOAD(eos.table + limits + j);
    const real y = real_fabs(n) * per_n, yc = real_min(y, limit);
    const int last_cell = (int)limit - 1, i = (int)yc < last_cell ? (int)yc : last_cell;
    const int below = x < R(0.0);
    const int above = x > rows;
    const real per_edge = above ? per_last : below ? per_first : R(0.0);
    place.at = values + EOS_NODE * (j * nodes + i);
    place.wide = EOS_NODE * nodes;
    place.s = xc - (real)j;
    place.t = yc - (real)i;
    place.per_e = below | above ? R(0.0) : per_e;
    place.per_n = y > limit ? R(0.0) : per_n;
    place.per_edge = per_edge;
    place.scale = per_edge > R(0.0) ? e * per_edge : R(1.0);
    place.sign = n < R(0.0) ? R(-1.0) : R(1.0);
    place.inside = (y <= limit) & !above;
    return place;
}

/* Hermite's cubics: of the value at 0, the slope at 0, the value at 1, the slope at 1; their first and second
 * derivatives. */
INLINE void eos_cubics(real t, real h[4])
{
    const real r = R(1.0) - t;
    h[0] = (R(1.0) + R(2.0) * t) * (r * r);
    h[1] = t * (r * r);
    h[2] = (t * t) * (R(3.0) - R(2.0) * t);
    h[3] = -(t * t) * r;
}
INLINE void eos_cubic_slopes(real t, real h[4])
{
    h[0] = R(6.0) * t * (t - R(1.0));
    h[1] = (R(1.0) - t) * (R(1.0) - R(3.0) * t);
    h[2] = -h[0];
    h[3] = t * (R(3.0) * t - R(2.0));
}
INLINE void eos_cubic_curves(real t, real h[4])
{
    h[0] = R(12.0) * t - R(6.0);
    h[1] = R(6.0) * t - R(4.0);
    h[2] = -h[0];
    h[3] = R(6.0) * t - R(2.0);
}

/* Values and slopes of one function at the four nodes, as the sums below want them: [along e][along n]. */
INLINE void eos_load(const struct eos eos, const struct eos_place place, int function, real c[16])
{
    EACH (m, 16) {
        const int node = (m >> 3) * place.wide + ((m >> 1) & 1) * EOS_NODE;
        c[m] = LOAD(eos.table + place.at + node + function + ((m >> 2) & 1) + 2 * (m & 1));
    }
}
INLINE void eos_along_n(const real c[16], const real b[4], real rows[4])
{
    EACH (m, 4)
        rows[m] = (b[0] * c[4 * m] + b[1] * c[4 * m + 1]) + (b[2] * c[4 * m + 2] + b[3] * c[4 * m + 3]);
}
INLINE real eos_along_e(const real rows[4], const real a[4])
{
    return (a[0] * rows[0] + a[1] * rows[1]) + (a[2] * rows[2] + a[3] * rows[3]);
}

INLINE real eos_value(const struct eos eos, const struct eos_place place, int function)
{
    real c[16], a[4], b[4], rows[4];
    eos_load(eos, place, function, c);
    eos_cubics(place.s, a);
    eos_cubics(place.t, b);
    eos_along_n(c, b, rows);
    return eos_along_e(rows, a);
}

/* p, c^2, dp/de and dp/dn. */
INLINE void eos_pressure_and_slopes(const struct eos eos, real e, real n, real *pressure, real *speed_squared,
                                    real *by_e, real *by_n)
{
    const struct eos_place place = eos_locate(eos, e, n);
    real c[16], a[4], b[4], da[4], db[4], rows[4], slopes[4];
    eos_load(eos, place, EOS_OF_PRESSURE, c);
    eos_cubics(place.s, a);
    eos_cubics(place.t, b);
    eos_cubic_slopes(place.s, da);
    eos_cubic_slopes(place.t, db);
    eos_along_n(c, b, rows);
    eos_along_n(c, db, slopes);
    const real value = eos_along_e(rows, a);
    *pressure = value * place.scale;
    *by_e = eos_along_e(rows, da) * place.per_e + value * place.per_edge;
    *by_n = eos_along_e(slopes, a) * (place.per_n * place.scale * place.sign);
    *speed_squared = *by_e + *by_n * n / (e + *pressure);
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    real by_e, by_n;
    eos_pressure_and_slopes(eos, e, n, pressure, speed_squared, &by_e, &by_n);
}

/* p_ee, p_en, p_nn. */
INLINE void eos_pressure_curves(const struct eos eos, real e, real n, real curves[3])
{
    const struct eos_place place = eos_locate(eos, e, n);
    real c[16], a[4], b[4], da[4], db[4], dda[4], ddb[4], rows[4], slopes[4], curved[4];
    eos_load(eos, place, EOS_OF_PRESSURE, c);
    eos_cubics(place.s, a);
    eos_cubics(place.t, b);
    eos_cubic_slopes(place.s, da);
    eos_cubic_slopes(place.t, db);
    eos_cubic_curves(place.s, dda);
    eos_cubic_curves(place.t, ddb);
    eos_along_n(c, b, rows);
    eos_along_n(c, db, slopes);
    eos_along_n(c, ddb, curved);
    curves[0] = eos_along_e(rows, dda) * (place.per_e * place.per_e);
    curves[1] =
        (eos_along_e(slopes, da) * place.per_e + eos_along_e(slopes, a) * place.per_edge) * (place.per_n * place.sign);
    curves[2] = eos_along_e(curved, a) * (place.per_n * place.per_n * place.scale);
}

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    const struct eos_place place = eos_locate(eos, e, n);
    return eos_value(eos, place, EOS_OF_PRESSURE) * place.scale;
}

/* The table holds T^4, nearly linear in e. */
INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    const struct eos_place place = eos_locate(eos, e, n);
    const real fourth = eos_value(eos, place, EOS_OF_TEMPERATURE) * place.scale;
    return real_sqrt(real_sqrt(real_max(fourth, R(0.0))));
}

INLINE real eos_chemical_potential(const struct eos eos, real e, real n)
{
    const struct eos_place place = eos_locate(eos, e, n);
    const real root = real_sqrt(real_sqrt(real_max(place.scale, R(0.0))));
    return place.sign * (eos_value(eos, place, EOS_OF_POTENTIAL) * root);
}

/* T, alpha = mu/T and its slopes. Beyond the first and the last energy density alpha stays that of the end. */
INLINE void eos_potential_over_temperature(const struct eos eos, real e, real n, real *temperature, real *alpha,
                                           real *by_e, real *by_n)
{
    const struct eos_place place = eos_locate(eos, e, n);
    real c[16], a[4], b[4], da[4], db[4], rows[4], slopes[4];
    eos_cubics(place.s, a);
    eos_cubics(place.t, b);
    eos_cubic_slopes(place.s, da);
    eos_cubic_slopes(place.t, db);
    eos_load(eos, place, EOS_OF_TEMPERATURE, c);
    eos_along_n(c, b, rows);
    eos_along_n(c, db, slopes);
    const real fourth = eos_along_e(rows, a); /* T^4 where the table ends */
    const real per_fourth = R(0.25) / real_max(fourth, REAL_TINY);
    const real log_by_e = per_fourth * eos_along_e(rows, da), log_by_n = per_fourth * eos_along_e(slopes, a);
    eos_load(eos, place, EOS_OF_POTENTIAL, c);
    eos_along_n(c, b, rows);
    eos_along_n(c, db, slopes);
    const real potential = eos_along_e(rows, a), over = R(1.0) / real_sqrt(real_sqrt(real_max(fourth, REAL_TINY)));
    *temperature = real_sqrt(real_sqrt(real_max(fourth * place.scale, R(0.0))));
    *alpha = place.sign * (potential * over);
    *by_e = place.sign * ((eos_along_e(rows, da) - potential * log_by_e) * (over * place.per_e));
    *by_n = (eos_along_e(slopes, a) - potential * log_by_n) * (over * place.per_n);
}

INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    const real temperature = eos_temperature(eos, e, n);
    const real product = (e + eos_pressure(eos, e, n)) - eos_chemical_potential(eos, e, n) * n;
    return temperature > R(0.0) ? product / temperature : R(0.0);
}

/* Whether the table has this state; below its first energy density it goes on uncounted, as p(e) of a table does. */
INLINE int eos_in_range(const struct eos eos, real e, real n)
{
    return eos_locate(eos, e, n).inside;
}

#endif
