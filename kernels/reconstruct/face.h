/* Face values from a limiter. A limiter is a file of its own with
 *     INLINE real limited_slope(real qm, real q0, real qp),
 * the difference across the middle one of three cells in a row (scheme.limiter). */
#ifndef TAUB_RECONSTRUCT_FACE_H
#define TAUB_RECONSTRUCT_FACE_H

#include "dialect.h"
#include "case/limiter.h"
#include "geometry/spacing.h"

#if TAUB_STRETCHED
/* Between cells of unequal widths the limiter compares slopes, that is differences over the distances of the centres,
 * times the width of the cell. */
INLINE real spaced_slope(const struct distances distances, real qm, real q0, real qp)
{
    const real lower = q0 - qm, upper = qp - q0;
    return slope_between(limited_slope(-(distances.behind * lower), R(0.0), distances.ahead * upper), lower, upper);
}

INLINE void reconstruct_spaced_face(const struct face_distances distances, real qm, real q0, real qp, real qpp,
                                    real *left, real *right)
{
    *left = q0 + R(0.5) * spaced_slope(distances.lower, qm, q0, qp);
    *right = qp - R(0.5) * spaced_slope(distances.upper, q0, qp, qpp);
}
#define RECONSTRUCT_FACE(qm, q0, qp, qpp, left, right) reconstruct_spaced_face(distances, qm, q0, qp, qpp, left, right)
#endif

/* Values on both sides of the face between q[1] and q[2]. */
INLINE void reconstruct_face(real qm, real q0, real qp, real qpp, real *left, real *right)
{
    *left = q0 + R(0.5) * limited_slope(qm, q0, qp);
    *right = qp - R(0.5) * limited_slope(q0, qp, qpp);
}

#endif
