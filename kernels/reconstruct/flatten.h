/* Cells in a strong compression keep no linear data: their faces along that axis take the cell's own state.
 *
 * Where cold streams meet, the slope of the velocity in the cells between them can give their faces velocities that
 * differ from the cell's by more than its speed of sound. The outer faces then take in all that arrives, as the gas
 * behind them seems to flow inwards faster than sound; and at an inner face the pressure is balanced by gas that seems
 * to part. So the streams pile up in one or two cells, and no shock leaves (docs/theory/kurganov-tadmor.md).
 *
 * A cell is in a strong compression along an axis when
 *   the flow converges                      d = v[i-1] - v[i+1] > 0,
 *   with more energy than the cell's heat   density of energy times d^2 > internal energy (motion_exceeds_heat),
 *   and heat jumps                          max > 8 min of the internal energies of the three cells,
 * of which the last spares cold smooth flow. The heat of a pile is the kinetic energy that it took in, whatever the
 * equation of state, so that there the former is 2 to 8 times the latter. In the manner of P. Colella and P. R.
 * Woodward, J. Comput. Phys. 54 (1984) 174, appendix, and A. Mignone and G. Bodo, MNRAS 364 (2005) 126; but those
 * compare the pressures of both neighbours, which are equal where the pile is one cell. */
#ifndef TAUB_RECONSTRUCT_FLATTEN_H
#define TAUB_RECONSTRUCT_FLATTEN_H

/* here: the cell's primitive state; d: v[i-1] - v[i+1]; least, most: of the three internal energies. */
INLINE int compressed_strongly(const real here[SYSTEM_COMPONENTS], real d, real least, real most)
{
    return motion_exceeds_heat(here, d) & (most > R(8.0) * least);
}

/* Of q[1] and q[2], of four cells in a row along `axis`. */
INLINE void strong_compressions(const real q[4][SYSTEM_COMPONENTS], int axis, int *first, int *second)
{
    const real before = internal_energy(q[0]), after = internal_energy(q[3]);
    const real one = internal_energy(q[1]), other = internal_energy(q[2]);
    const real least = real_min(one, other), most = real_max(one, other);
    *first =
        compressed_strongly(q[1], q[0][1 + axis] - q[2][1 + axis], real_min(before, least), real_max(before, most));
    *second = compressed_strongly(q[2], q[1][1 + axis] - q[3][1 + axis], real_min(least, after), real_max(most, after));
}

/* Of q[1], of three cells. */
INLINE int strong_compression(const real q[3][SYSTEM_COMPONENTS], int axis)
{
    const real before = internal_energy(q[0]), heat = internal_energy(q[1]), after = internal_energy(q[2]);
    return compressed_strongly(q[1], q[0][1 + axis] - q[2][1 + axis], real_min(real_min(before, heat), after),
                               real_max(real_max(before, heat), after));
}

#endif
