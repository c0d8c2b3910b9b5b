/* Parabolas through three cells (van Leer 1977, kappa = 1/3), third order. In monotone data the face stays as near to
 * the cell as with generalised minmod slopes; at a crest, where those vanish, as near as half of the smaller one of the
 * two curvatures that the face sees; beside a crest, where they would clip one cell on each side, as near as half of
 * the smaller difference and curvature together. So smooth flow is not limited, in the spirit of Suresh and Huynh
 * (1997), and its derivatives are of second order, which a limiter that acts on single cells leaves at first; at jumps,
 * where curvatures differ in sign or by much, nothing is added. Positive data stay positive: a face has at least half
 * of what the cell has where it is a crest, elsewhere at least what the lower one of the two cells has. */
#ifndef TAUB_RECONSTRUCT_PARABOLA_H
#define TAUB_RECONSTRUCT_PARABOLA_H

#include "dialect.h"

/* From a cell's value to its face: `near` and `far` are the differences across that face and the opposite one, `crest`
 * is how far a crest may go. */
INLINE real parabola_step(real theta, real near, real far, real crest)
{
    const real step = R(1.0 / 3.0) * near + R(1.0 / 6.0) * far;
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(near) ^ bits_of_real(far);
    const real monotone = signs < 0 ? R(0.0) : (R(0.5) * theta) * real_min(real_fabs(near), real_fabs(far));
    const real size = real_min(real_fabs(step), real_max(monotone, crest));
    return step < R(0.0) ? -size : size;
}

/* Half of the smaller one of two differences, 0 where they differ in sign. */
INLINE real half_of_smaller(real near, real far)
{
    const real_bits signs = bits_of_real(near) ^ bits_of_real(far);
    return signs < 0 ? R(0.0) : R(0.5) * real_min(real_fabs(near), real_fabs(far));
}

/* Curvatures of the two cells at a face: the smaller one, 0 where signs differ, and as far as the two are alike: all of
 * it up to a ratio of 3/2, nothing from 2 on. Of conserved variables nothing is: energy and momentum of a stream near
 * the speed of light leave a fluid only if both are limited alike. */
struct bends {
    real least, alike;
};

INLINE struct bends bends_between(real curvature, real next)
{
    const real_bits signs = bits_of_real(curvature) ^ bits_of_real(next);
    const real one = real_fabs(curvature), other = real_fabs(next);
    const real least = signs < 0 ? R(0.0) : real_min(one, other);
    struct bends out;
    out.least = least;
#if TAUB_RECONSTRUCT_CONSERVED
    out.alike = R(0.0);
#else
    out.alike = real_max(R(0.0), real_min(least, R(4.0) * least - R(2.0) * real_max(one, other)));
#endif
    return out;
}

/* The bound of a face: at a crest half of the curvature, up to `most`, half of the cell's value, for positive data;
 * beside it half of the smaller difference and half of curvatures that are alike, within the values of both cells. */
INLINE real face_bound(real near, real far, struct bends bends, real most)
{
    return real_max(real_min(R(0.5) * bends.least, most),
                    real_min(half_of_smaller(near, far) + R(0.5) * bends.alike, real_fabs(near)));
}

/* Values on both sides of the face between q0 and qp. */
INLINE void reconstruct_face(real qm, real q0, real qp, real qpp, real *left, real *right)
{
    const real behind = q0 - qm, across = qp - q0, ahead = qpp - qp;
    const struct bends bends = bends_between(across - behind, ahead - across);
    *left =
        q0 + parabola_step(R(TAUB_THETA), across, behind, face_bound(across, behind, bends, R(0.5) * real_fabs(q0)));
    *right = qp - parabola_step(R(TAUB_THETA), across, ahead, face_bound(across, ahead, bends, R(0.5) * real_fabs(qp)));
}

/* How far a crest may go to a face that sees these curvatures. */
INLINE real crest_between(real curvature, real next)
{
    const real_bits bends = bits_of_real(curvature) ^ bits_of_real(next);
    return bends < 0 ? R(0.0) : R(0.5) * real_min(real_fabs(curvature), real_fabs(next));
}

/* From a cell's value up to its upper face and down to its lower one; d: q[j] - q[0] for j = -2, -1, 1, 2. Of positive
 * data the scheme takes care. */
INLINE void parabola_steps(real theta, const real d[4], real *down, real *up)
{
    const real behind = -d[1], across = d[2], curvature = across - behind;
    const real beside = half_of_smaller(behind, across);
    const real lower = crest_between(curvature, d[0] - R(2.0) * d[1]);
    const real upper = crest_between(curvature, d[3] - R(2.0) * d[2]);
    *down = parabola_step(theta, behind, across, beside + lower);
    *up = parabola_step(theta, across, behind, beside + upper);
}

#endif
