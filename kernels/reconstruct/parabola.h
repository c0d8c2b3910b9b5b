/* Parabolas through three cells (van Leer 1977, kappa = 1/3), third order. In monotone data the face stays as near to
 * the cell as with generalised minmod slopes; at a crest, where those vanish, as near as half of the smaller one of the
 * two curvatures that the face sees. So smooth crests are not clipped, in the spirit of Suresh and Huynh (1997), and at
 * jumps, where curvatures differ in sign, nothing is added. Positive data stay positive: a face has at least half of
 * what the cell has where it is a crest, elsewhere at least what the lower one of the two cells has. */
#ifndef TAUB_RECONSTRUCT_PARABOLA_H
#define TAUB_RECONSTRUCT_PARABOLA_H

/* From a cell's value to its face: `near` and `far` are the differences across that face and the opposite one, `crest`
 * is how far a crest may go. */
INLINE real parabola_step(real near, real far, real crest, real value)
{
    const real step = R(1.0 / 3.0) * near + R(1.0 / 6.0) * far;
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(near) ^ bits_of_real(far);
    const real monotone = signs < 0 ? R(0.0) : R(0.5 * TAUB_THETA) * real_min(real_fabs(near), real_fabs(far));
    const real bound = real_max(monotone, real_min(crest, R(0.5) * real_fabs(value)));
    const real size = real_min(real_fabs(step), bound);
    return step < R(0.0) ? -size : size;
}

/* Values on both sides of the face between q0 and qp. */
INLINE void reconstruct_face(real qm, real q0, real qp, real qpp, real *left, real *right)
{
    const real behind = q0 - qm, across = qp - q0, ahead = qpp - qp;
    const real curvature = across - behind, next = ahead - across;
    const real_bits bends = bits_of_real(curvature) ^ bits_of_real(next);
    const real crest = bends < 0 ? R(0.0) : R(0.5) * real_min(real_fabs(curvature), real_fabs(next));
    *left = q0 + parabola_step(across, behind, crest, q0);
    *right = qp - parabola_step(across, ahead, crest, qp);
}

#endif
