/* ADER: the data of a cell evolve by themselves over the step, without neighbours. Time derivatives are found from the
 * equations at a few points of the cell (never from a Jacobian: kernels/systems/euler_derivatives.h multiplies by it),
 * and differences between these points and between states along the evolution give the higher ones.
 *
 * With k1, k2, k3 the first three time derivatives times powers of dt, D(w) = -dt sum_a f_a'(w) w_a/dx_a:
 *   k1 = D(w);  k2 = D'(w) k1 = D(w + k1/2) - D(w - k1/2) + O(h^4);
 *   D''(k1, k1) = 4 (D(w + k1/2) + D(w - k1/2) - 2 D(w));  k3 = D''(k1, k1) + D'(w) k2.
 * All of it is polynomial data: k1 to second degree at order 4, k2 to first. */
#ifndef TAUB_SCHEMES_ADER_H
#define TAUB_SCHEMES_ADER_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/geometry.h"
#include "case/system.h"
#include "reconstruct/modes.h"
#include "schemes/setting.h"

/* What the faces of a cell need of one component, averaged over the step: the value at the middle of the cell, and how
 * much it changes during a step there and from the middle to the faces (RAMP); all else is in the modes. */
struct evolution {
    real middle;
    real mean; /* over the cell, too */
    real rate;
    real ramp[3];
};

/* Data of which velocities are made keep a tenth of what the cell's mean has of each part that must be positive for
 * that. This is the share of their difference from the mean with which the lowest does. */
#define LEAST_DATA_PART R(0.1)
INLINE real share_of_data(real mean, real lowest)
{
    real share = R(1.0);
#if TAUB_ORDER == 3 || defined(SYSTEM_FACES) /* for others GPUs would spill registers at order 4 */
    RARELY(!(lowest >= LEAST_DATA_PART * mean))
#endif
    {
        const real most = (R(1.0) - LEAST_DATA_PART) * mean / real_max(mean - lowest, REAL_TINY);
        share = lowest >= LEAST_DATA_PART * mean ? R(1.0) : most;
    }
    return share;
}

/* Beside a jump the data can have any density or velocity at a point, at the corners of a cell above all. Without a
 * density, or with the speed of light, there is no D: what formulas make of it hangs on rounding. So D belongs to data
 * drawn towards the mean there. */
INLINE void draw_to_gas(const real mean[SYSTEM_COMPONENTS], real densities[SYSTEM_COMPONENTS])
{
    const real dense = share_of_data(density_part(mean), density_part(densities));
    const real share = real_min(dense, share_of_data(velocity_part(mean), velocity_part(densities)));
    EACH (c, SYSTEM_COMPONENTS)
        densities[c] = share == R(1.0) ? densities[c] : mean[c] + share * (densities[c] - mean[c]);
}

/* D at a point, given the state there and the slopes of the densities across the cell. */
INLINE void time_rate_of_gas(const struct gas gas, const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS],
                             const struct setting here, const struct spot spot, real rate[SYSTEM_COMPONENTS])
{
    const real volume = volume_at(here, spot.moment);
    user_sources(u, gas, here, spot, rate);
    add_geometric_source(gas, u, here.dt, rate);
    EACH_AXIS (a) {
        real scaled[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            scaled[c] = (here.share[a] * area_per_volume(a, volume)) * g[a][c];
        subtract_flux_jacobian_product(gas, u, scaled, a, rate);
    }
}
INLINE void time_rate(const real densities[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS],
                      const struct setting here, const struct spot spot, real rate[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS];
    state_at(here, spot.moment, densities, u);
    time_rate_of_gas(GAS_OF(here.eos, u), u, g, here, spot, rate);
}

#if TAUB_ORDER == 2

/* Of a parabola that the fluid carries, the average over what crosses the face during the step (Colella and Woodward
 * 1984) has this share of its curvature. */
INLINE void weaken_parabolas(const struct gas gas, const struct setting here, real m[MODE_COUNT])
{
#if FACE_MODES
    EACH_AXIS (a) {
        const real passed = real_fabs(gas.v[a]) * (here.share[a] * area_per_volume(a, volume_at(here, R(0.0))));
        m[MODE_EVEN + a] *= (R(1.0) - passed) * (R(1.0) - R(2.0) * passed);
    }
#endif
}

INLINE void evolve_cell(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                        real m[SYSTEM_COMPONENTS][MODE_COUNT], struct evolution out[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS];
    state_at(here, R(0.0), mean, u);
    const struct gas gas = GAS_OF(here.eos, u);
    real g[3][SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    EACH (a, 3)
        EACH (c, SYSTEM_COMPONENTS)
            g[a][c] = m[c][MODE_SLOPE + a];
    time_rate(mean, (const real(*)[SYSTEM_COMPONENTS])g, here, spot_at_centre(R(0.0)), rate);
    EACH (c, SYSTEM_COMPONENTS)
        out[c].mean = out[c].middle = mean[c] + R(0.5) * rate[c];
    EACH (c, SYSTEM_COMPONENTS)
        weaken_parabolas(gas, here, m[c]);
}

#else

/* What follows is for one component unless it says otherwise: GPUs give each to a thread of its own, which meet where
 * D is evaluated (kernels/passes/thread_group.h). */

/* Value and slopes at a point. */
struct jet {
    real value, slope[3];
};

/* The points where k1 is evaluated: the centre, the middles of both faces across each axis, and at order 4 the corners
 * of the cell, corner n being at +1/2 along the axes whose bit is set in n. Products of two axes need points off both;
 * corners are a set that is its own mirror image, so that mirror images of a flow have the same bits. */
enum { POINT_FACES = 1, POINT_CORNERS = 7, FIRST_POINTS = TAUB_ORDER == 3 ? 7 : 15 };
/* Where states along the evolution are: at order 3 w + k1 at the centre; at order 4 w + k1 at the middles of faces, and
 * w - k1/2 and w + k1/2 at the centre. */
enum { POINT_BEFORE = 6, SECOND_POINTS = TAUB_ORDER == 3 ? 1 : 8 };

INLINE int face_is_active(int face)
{
    return AXIS_ACTIVE(face / 2);
}
/* The corners that differ in the axes at hand, and only where there are products. */
INLINE int corner_is_active(int corner)
{
    return ACTIVE_AXES > 1 && (AXIS_ACTIVE(0) || !(corner & 1)) && (AXIS_ACTIVE(1) || !(corner & 2)) &&
           (AXIS_ACTIVE(2) || !(corner & 4));
}
INLINE int first_is_active(int point)
{
    return point < POINT_FACES     ? 1
           : point < POINT_CORNERS ? face_is_active(point - POINT_FACES)
                                   : corner_is_active(point - POINT_CORNERS);
}
INLINE int second_is_active(int point)
{
    return TAUB_ORDER == 3 || point >= POINT_BEFORE || face_is_active(point);
}

/* On which side of the centre a corner is. */
INLINE real corner_sign(int corner, int axis)
{
    return corner >> axis & 1 ? R(1.0) : R(-1.0);
}
INLINE struct spot spot_at_face(int face, real moment)
{
    struct spot spot;
    const int axis = face / 2;
    const real side = face % 2 ? R(0.5) : R(-0.5);
    EACH (a, 3)
        spot.along[a] = a == axis ? side : R(0.0);
    spot.moment = moment;
    return spot;
}
INLINE struct spot first_spot(int point)
{
    struct spot spot;
    if (point < POINT_FACES)
        return spot_at_centre(R(0.0));
    if (point < POINT_CORNERS)
        return spot_at_face(point - POINT_FACES, R(0.0));
    EACH (a, 3)
        spot.along[a] = AXIS_ACTIVE(a) ? R(0.5) * corner_sign(point - POINT_CORNERS, a) : R(0.0);
    spot.moment = R(0.0);
    return spot;
}
INLINE struct spot second_spot(int point)
{
    if (TAUB_ORDER == 3)
        return spot_at_centre(R(1.0));
    return point < POINT_BEFORE ? spot_at_face(point, R(1.0))
                                : spot_at_centre(point == POINT_BEFORE ? R(-0.5) : R(0.5));
}

/* The mean of x^2 y over x belongs to the slope along y. */
INLINE void centre_slopes(real m[MODE_COUNT])
{
#if TAUB_ORDER == 4
    EACH (a, 3)
        m[MODE_SLOPE + a] -=
            R(1.0 / 12.0) * (m[MODE_MIXED + 2 * ((a + 1) % 3) + 1] + m[MODE_MIXED + 2 * ((a + 2) % 3)]);
#endif
}

INLINE struct jet jet_at_centre(real mean, const real m[MODE_COUNT])
{
    struct jet jet;
    jet.value = mean - R(1.0 / 12.0) * ((m[MODE_CURVE] + m[MODE_CURVE + 1]) + m[MODE_CURVE + 2]);
    EACH (a, 3)
        jet.slope[a] = m[MODE_SLOPE + a];
    return jet;
}

INLINE struct jet jet_at_face(real u0, const real m[MODE_COUNT], int axis, int upper)
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
#if TAUB_ORDER == 4
    const real cube = m[MODE_CUBE + axis];
    const real even = u0 + R(0.25) * m[MODE_CURVE + axis], odd = R(0.5) * m[MODE_SLOPE + axis] + R(0.125) * cube;
    const real along = m[MODE_SLOPE + axis] + R(0.75) * cube;
    const real to_p = m[MODE_SLOPE + p] + R(0.25) * m[MODE_MIXED + 2 * axis];
    const real to_q = m[MODE_SLOPE + q] + R(0.25) * m[MODE_MIXED + 2 * axis + 1];
#else
    const real even = u0 + R(0.25) * m[MODE_CURVE + axis], odd = R(0.5) * m[MODE_SLOPE + axis];
    const real along = m[MODE_SLOPE + axis], to_p = m[MODE_SLOPE + p], to_q = m[MODE_SLOPE + q];
#endif
    const real odd_p = R(0.5) * m[MODE_CROSS + q], odd_q = R(0.5) * m[MODE_CROSS + p];
    struct jet jet;
    jet.value = upper ? even + odd : even - odd;
    jet.slope[axis] = upper ? along + m[MODE_CURVE + axis] : along - m[MODE_CURVE + axis];
    jet.slope[p] = upper ? to_p + odd_p : to_p - odd_p;
    jet.slope[q] = upper ? to_q + odd_q : to_q - odd_q;
    return jet;
}

#if TAUB_ORDER == 4
/* At a corner, without what all corners have in common beyond the first degree: only the differences between corners
 * are wanted, to leading order. Opposite corners share the parts that are even and odd in their signs; signs multiply
 * modes in sums of one fixed order, so that those of a mirror image are the same numbers. */
INLINE real sum_of_axes(int p, int q, real of_p, real of_q)
{
    return AXIS_ACTIVE(p) && AXIS_ACTIVE(q) ? of_p + of_q : AXIS_ACTIVE(p) ? of_p : of_q;
}
INLINE struct jet jet_at_corner(real u0, const real m[MODE_COUNT], int corner)
{
    const int all = TAUB_ACTIVE_X + 2 * TAUB_ACTIVE_Y + 4 * TAUB_ACTIVE_Z, opposite = corner ^ all;
    const int upper = corner > opposite, pair = upper ? corner : opposite;
    const real s[3] = {corner_sign(pair, 0), corner_sign(pair, 1), corner_sign(pair, 2)};
    struct jet jet;
    EACH (a, 3) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        const real own = sum_of_axes(p, q, s[p] * m[MODE_MIXED + 2 * a], s[q] * m[MODE_MIXED + 2 * a + 1]);
        const real products = sum_of_axes(p, q, s[p] * m[MODE_CROSS + q], s[q] * m[MODE_CROSS + p]);
        const real flat = m[MODE_SLOPE + a] + (R(0.5) * s[a]) * own, odd = s[a] * m[MODE_CURVE + a] + R(0.5) * products;
        const real even = ACTIVE_AXES == 3 ? flat + (R(0.25) * s[p] * s[q]) * m[MODE_TRIPLE] : flat;
        jet.slope[a] = upper ? even + odd : even - odd;
    }
    real cross = R(0.0), odd = R(0.0);
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        if (ACTIVE_AXES == 2 && !AXIS_ACTIVE(o)) {
            cross = s[p] * s[q] * m[MODE_CROSS + o];
            odd = s[p] * m[MODE_SLOPE + p] + s[q] * m[MODE_SLOPE + q];
        }
    }
    if (ACTIVE_AXES == 3) {
        cross = s[0] * s[1] * m[MODE_CROSS + 2] + (s[1] * s[2] * m[MODE_CROSS] + s[2] * s[0] * m[MODE_CROSS + 1]);
        odd = (s[0] * m[MODE_SLOPE] + s[1] * m[MODE_SLOPE + 1]) + s[2] * m[MODE_SLOPE + 2];
    }
    const real even = u0 + R(0.25) * cross;
    jet.value = upper ? even + R(0.5) * odd : even - R(0.5) * odd;
    return jet;
}
#endif

INLINE struct jet first_jet(const struct jet centre, const real m[MODE_COUNT], int point)
{
    if (point < POINT_FACES)
        return centre;
#if TAUB_ORDER == 4
    if (point >= POINT_CORNERS)
        return jet_at_corner(centre.value, m, point - POINT_CORNERS);
#endif
    return jet_at_face(centre.value, m, (point - POINT_FACES) / 2, (point - POINT_FACES) % 2);
}

/* k1: value, slopes, and coefficients of the squares and products. */
struct first_rate {
    real value, slope[3], curve[3], cross[3];
};

INLINE struct first_rate first_rate_of(const real rates[FIRST_POINTS])
{
    struct first_rate k;
    k.value = rates[0];
    EACH (a, 3) {
        const int face = POINT_FACES + 2 * a;
        k.slope[a] = AXIS_ACTIVE(a) ? rates[face + 1] - rates[face] : R(0.0);
        k.curve[a] = AXIS_ACTIVE(a) ? R(2.0) * ((rates[face + 1] + rates[face]) - R(2.0) * k.value) : R(0.0);
        k.cross[a] = R(0.0);
    }
#if TAUB_ORDER == 4
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
            /* corners with -- , +-, -+ and ++ along p and q */
            const int lower = POINT_CORNERS, of_p = lower + (1 << p), of_q = lower + (1 << q), both = of_p + (1 << q);
            const int up = 1 << o;
            if (AXIS_ACTIVE(o))
                k.cross[o] = R(0.5) * (((rates[both] + rates[both + up]) + (rates[lower] + rates[lower + up])) -
                                       ((rates[of_p] + rates[of_p + up]) + (rates[of_q] + rates[of_q + up])));
            else
                k.cross[o] = (rates[both] + rates[lower]) - (rates[of_p] + rates[of_q]);
        }
    }
#endif
    return k;
}

/* The data moved on by a share of a rate. */
INLINE struct jet jet_moved(const struct jet jet, real by, real rate, const real slope[3])
{
    struct jet moved;
    moved.value = jet.value + by * rate;
    EACH (a, 3)
        moved.slope[a] = jet.slope[a] + by * slope[a];
    return moved;
}

INLINE struct jet second_jet(const struct jet centre, const real m[MODE_COUNT], const struct first_rate k, int point)
{
#if TAUB_ORDER == 3
    return jet_moved(centre, R(1.0), k.value, k.slope);
#else
    if (point >= POINT_BEFORE)
        return jet_moved(centre, point == POINT_BEFORE ? R(-0.5) : R(0.5), k.value, k.slope);
    const int axis = point / 2, p = (axis + 1) % 3, q = (axis + 2) % 3;
    const real side = point % 2 ? R(0.5) : R(-0.5);
    struct jet jet = jet_at_face(centre.value, m, axis, point % 2);
    jet.value += (k.value + R(0.25) * k.curve[axis]) + side * k.slope[axis];
    jet.slope[axis] += k.slope[axis] + R(2.0) * side * k.curve[axis];
    jet.slope[p] += k.slope[p] + side * k.cross[q];
    jet.slope[q] += k.slope[q] + side * k.cross[p];
    return jet;
#endif
}

/* k2: value and slopes; and D''(k1, k1). */
struct second_rate {
    real value, slope[3], bend;
};

INLINE struct second_rate second_rate_of(const struct first_rate k, const real rates[SECOND_POINTS])
{
    struct second_rate second;
#if TAUB_ORDER == 3
    second.value = rates[0] - k.value;
    second.bend = second.slope[0] = second.slope[1] = second.slope[2] = R(0.0);
#else
    const real before = rates[POINT_BEFORE], after = rates[POINT_BEFORE + 1];
    second.value = after - before;
    second.bend = R(4.0) * ((after + before) - R(2.0) * k.value);
    EACH (a, 3)
        second.slope[a] = AXIS_ACTIVE(a) ? (rates[2 * a + 1] - rates[2 * a]) - k.slope[a] : R(0.0);
#endif
    return second;
}

/* What the cell's faces see; `third` is D(w + k2) at the centre. The modes become those of averages over the step. */
INLINE struct evolution evolution_of(real mean, const struct first_rate k, const struct second_rate second, real third,
                                     real m[MODE_COUNT])
{
    struct evolution out;
#if TAUB_ORDER == 3
    out.mean = out.middle = mean + (R(0.5) * k.value + R(1.0 / 6.0) * second.value);
#else
    const real k3 = (third - k.value) + second.bend, curves = (k.curve[0] + k.curve[1]) + k.curve[2];
    out.middle = mean + (R(0.5) * k.value + (R(1.0 / 6.0) * second.value + R(1.0 / 24.0) * k3));
    out.mean = out.middle + R(1.0 / 24.0) * curves;
#endif
    out.rate = k.value + R(0.5) * second.value;
    EACH (a, 3) {
        out.ramp[a] = R(0.5) * k.slope[a];
#if TAUB_ORDER == 3
        m[MODE_ODD + a] += R(0.25) * k.slope[a];
#else
        m[MODE_ODD + a] += R(0.25) * k.slope[a] + R(1.0 / 12.0) * second.slope[a];
        m[MODE_EVEN + a] += R(1.0 / 24.0) * (curves + R(2.0) * k.curve[a]);
#endif
        m[MODE_SLOPE + a] += R(0.5) * k.slope[a];
#if TAUB_ORDER == 4 && defined(SYSTEM_FACES)
        m[MODE_CROSS + a] += R(0.5) * k.cross[a]; /* values at edges need it */
#endif
    }
    return out;
}

/* D of all components from the data of each at a point. */
INLINE void rate_of_jets(const real mean[SYSTEM_COMPONENTS], const struct jet jets[SYSTEM_COMPONENTS],
                         const struct setting here, const struct spot spot, real rate[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        u[c] = jets[c].value;
        EACH (a, 3)
            g[a][c] = jets[c].slope[a];
    }
    draw_to_gas(mean, u);
    time_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, here, spot, rate);
}

/* The evolution of all components. */
INLINE void evolve_cell(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                        real m[SYSTEM_COMPONENTS][MODE_COUNT], struct evolution out[SYSTEM_COMPONENTS])
{
    struct jet centre[SYSTEM_COMPONENTS], jets[SYSTEM_COMPONENTS];
    struct first_rate first[SYSTEM_COMPONENTS];
    struct second_rate second[SYSTEM_COMPONENTS];
    real rates[FIRST_POINTS][SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        centre_slopes(m[c]);
        centre[c] = jet_at_centre(mean[c], m[c]);
    }
    EACH (n, FIRST_POINTS)
        if (first_is_active(n)) {
            EACH (c, SYSTEM_COMPONENTS)
                jets[c] = first_jet(centre[c], m[c], n);
            rate_of_jets(mean, jets, here, first_spot(n), rates[n]);
        }
    EACH (c, SYSTEM_COMPONENTS) {
        real of_component[FIRST_POINTS];
        EACH (n, FIRST_POINTS)
            of_component[n] = rates[n][c];
        first[c] = first_rate_of(of_component);
    }
    EACH (n, SECOND_POINTS)
        if (second_is_active(n)) {
            EACH (c, SYSTEM_COMPONENTS)
                jets[c] = second_jet(centre[c], m[c], first[c], n);
            rate_of_jets(mean, jets, here, second_spot(n), rates[n]);
        }
    EACH (c, SYSTEM_COMPONENTS) {
        real of_component[SECOND_POINTS];
        EACH (n, SECOND_POINTS)
            of_component[n] = rates[n][c];
        second[c] = second_rate_of(first[c], of_component);
    }
#if TAUB_ORDER == 4
    EACH (c, SYSTEM_COMPONENTS)
        jets[c] = jet_moved(centre[c], R(1.0), second[c].value, second[c].slope);
    rate_of_jets(mean, jets, here, spot_at_centre(R(0.0)), rates[0]);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        out[c] = evolution_of(mean[c], first[c], second[c], rates[0][c], m[c]);
}

#endif

#endif
