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

/* Primitive states of three cells in a row along `axis`; the system gives internal_energy and motion_exceeds_heat. */
INLINE int strong_compression(const real before[SYSTEM_COMPONENTS], const real here[SYSTEM_COMPONENTS],
                              const real after[SYSTEM_COMPONENTS], int axis)
{
    const real d = before[1 + axis] - after[1 + axis];
    const real heat = internal_energy(here), one = internal_energy(before), other = internal_energy(after);
    const real least = real_min(real_min(one, heat), other), most = real_max(real_max(one, heat), other);
    return (d > R(0.0)) & motion_exceeds_heat(here, d) & (most > R(8.0) * least);
}

#endif
