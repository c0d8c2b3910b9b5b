/* Face values from a limiter. A limiter is a file of its own with
 *     INLINE real limited_slope(real qm, real q0, real qp),
 * the difference across the middle one of three cells in a row (scheme.limiter). */
#ifndef TAUB_RECONSTRUCT_FACE_H
#define TAUB_RECONSTRUCT_FACE_H

/* Values on both sides of the face between q[1] and q[2]. */
INLINE void reconstruct_face(real qm, real q0, real qp, real qpp, real *left, real *right)
{
    *left = q0 + R(0.5) * limited_slope(qm, q0, qp);
    *right = qp - R(0.5) * limited_slope(q0, qp, qpp);
}

#endif
