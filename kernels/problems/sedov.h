/* An explosion in a cold uniform gas: initially the energy is the internal energy of a small ball; later the profile of
 * an explosion from a point, line or plane, for j = 3, 2 or 1 axes with cells, in closed form:
 * J. R. Kamm, F. X. Timmes, LA-UR-07-2849 (2007). What needs integrals and roots at the start is
 * src/problems/sedov.c. */
#ifndef TAUB_PROBLEMS_SEDOV_H
#define TAUB_PROBLEMS_SEDOV_H

#include "problems/formula.h"

#define SEDOV_NODES 1024

struct problem {
    real base[PROBLEM_COMPONENTS];
    real active[3], center[3], radius, pressure, start;
    real energy, alpha; /* the shock is at (energy t^2/(alpha density))^(1/(j + 2)) */
    real gamma, dimensions;
    real a[6];                   /* exponents */
    real table[SEDOV_NODES + 1]; /* m at r/R = n/SEDOV_NODES */
};

/* Where a parameter belongs, and what the state there is made of. It is m = x_2^(-j a_2), which grows from 0 at the
 * centre, like r^j, to 1 at the shock. */
struct sedov_place {
    real x1, x2, x3, x4;
    real place;   /* r/R */
    real stretch; /* d ln(place)/d ln(m) */
};
INLINE struct sedov_place sedov_place_of(GLOBAL const struct problem *p, real m)
{
    const real j = p->dimensions, gamma = p->gamma;
    GLOBAL const real *a = p->a;
    const real b = (gamma + R(1.0)) / (gamma - R(1.0)), c = (j + R(2.0)) * gamma / R(2.0);
    const real e = (R(2.0) + j * (gamma - R(1.0))) / R(2.0), wide = (j + R(2.0)) * (gamma + R(1.0));
    const real d = wide / (wide - R(2.0) * (R(2.0) + j * (gamma - R(1.0))));
    const real x2 = real_pow(m, R(-1.0) / (j * a[2])), v = (R(1.0) + x2 / b) / c;
    const real x1 = wide / R(4.0) * v, x3 = d * (R(1.0) - e * v), x4 = b * (R(1.0) - c * v / gamma);
    const real dv = x2 / (b * c) * (R(-1.0) / (j * a[2])); /* dv/d ln m */
    struct sedov_place at = {x1, x2, x3, x4, R(0.0), R(0.0)};
    at.place = real_pow(m, R(1.0) / j) * real_pow(x1, -a[0]) * real_pow(x3, -a[1]);
    at.stretch = R(1.0) / j - a[0] / v * dv + a[1] * e / (R(1.0) - e * v) * dv;
    return at;
}

/* A point of the profile, in units of the state just behind the shock. */
struct sedov_point {
    real density, velocity, pressure;
};
INLINE struct sedov_point sedov_point_of(GLOBAL const struct problem *p, const struct sedov_place at)
{
    GLOBAL const real *a = p->a;
    struct sedov_point point;
    point.velocity = at.x1 * at.place;
    point.density = real_pow(at.x2, a[3]) * real_pow(at.x3, a[4]) * real_pow(at.x4, a[5]);
    point.pressure =
        real_pow(at.x1, a[0] * p->dimensions) * real_pow(at.x3, a[4] - R(2.0) * a[1]) * real_pow(at.x4, R(1.0) + a[5]);
    return point;
}

/* The point at r/R = place, which grows with m: Newton steps in ln m, or halves of what is left between the nodes,
 * until changes are those of rounding. */
OUTLINE struct sedov_point sedov_point_at(GLOBAL const struct problem *p, real place)
{
    const int above = (int)real_min(place * R(SEDOV_NODES), R(SEDOV_NODES) - R(1.0));
    real lower = p->table[above], upper = p->table[above + 1], m = upper, change = m;
    struct sedov_place at;
    EACH_ROLLED (n, 0, 60) {
        at = sedov_place_of(p, m);
        if (!(real_fabs(change) > R(1e-14) * m))
            break;
        lower = at.place < place ? m : lower;
        upper = at.place < place ? upper : m;
        const real newton = m * (R(1.0) - (at.place - place) / (at.place * at.stretch));
        const real next = (newton > lower) & (newton < upper) ? newton : R(0.5) * (lower + upper);
        change = next - m;
        m = next;
    }
    return sedov_point_of(p, at);
}

INLINE real sedov_radius(GLOBAL const struct problem *p, real since)
{
    return real_pow(p->energy * since * since / (p->alpha * p->base[0]), R(1.0) / (p->dimensions + R(2.0)));
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real since = t - p->start, gamma = p->gamma;
    real r[3];
    const real distance = distance_from(p->center, p->active, x, r);
    take_state(p->base, q);
    if (!(since > R(0.0))) {
        q[4] += distance < p->radius ? p->pressure : R(0.0);
        return;
    }
    const real shock = sedov_radius(p, since), speed = R(2.0) * shock / ((p->dimensions + R(2.0)) * since);
    if (distance < shock) {
        const struct sedov_point point = sedov_point_at(p, real_min(distance / shock, R(1.0)));
        const real behind = R(2.0) / (gamma + R(1.0)), density = q[0];
        const real outwards = behind * speed * point.velocity;
        q[0] = density * (gamma + R(1.0)) / (gamma - R(1.0)) * point.density;
        for (int a = 0; a < 3; a++)
            q[1 + a] = distance > R(0.0) ? outwards * r[a] / distance : R(0.0);
        q[4] = behind * density * speed * speed * point.pressure;
    }
}

#endif
