/* Faces in a strong compression take the states of the cells beside them, without linear data.
 *
 * Where cold streams meet, the slope of the velocity in the cells between them can give their faces velocities that
 * differ from the cell's by more than its speed of sound. The outer faces then take in all that arrives, as the gas
 * behind them seems to flow inwards faster than sound; and at an inner face the pressure is balanced by gas that seems
 * to part. So the streams pile up in one or two cells, and no shock leaves (docs/theory/kurganov-tadmor.md).
 *
 * This needs gas that flows into those cells faster than sound, seen from the grid, and that is colder than what it
 * piles up. So a strong compression lies between two cells when, of these, the one with less internal energy
 *   flows towards the other faster than sound   directed_energy(d) > internal energy,
 *   and heat jumps                              internal energy between them > 8 times that,
 * where d is the smaller one of its velocity towards the other and the fall of velocities between them. The second
 * condition spares smooth flow, however cold. A shock that runs into gas at rest is no strong compression: what moves
 * there faster than sound is hot. The idea of P. Colella and P. R. Woodward, J. Comput. Phys. 54 (1984) 174, appendix,
 * and A. Mignone and G. Bodo, MNRAS 364 (2005) 126; but those compare the pressures of both neighbours, which are equal
 * where the pile is one cell, and act in each strong shock, which they make wider. */
#ifndef TAUB_RECONSTRUCT_FLATTEN_H
#define TAUB_RECONSTRUCT_FLATTEN_H

#include "dialect.h"
#include "case/system.h"

/* between: the largest internal energy of the cells between `before` and `after`, in a row along `axis`. */
INLINE int strong_compression(const real before[SYSTEM_COMPONENTS], const real after[SYSTEM_COMPONENTS], real between,
                              int axis)
{
    const real one = internal_energy(before), other = internal_energy(after);
    const int first = one < other;
    const real towards = first ? before[1 + axis] : -after[1 + axis];
    const real d = real_min(towards, before[1 + axis] - after[1 + axis]);
    const real motion = directed_energy(first ? before[0] : after[0], d);
    return real_min(R(8.0) * motion, between) > R(8.0) * real_min(one, other);
}

/* Whether the data of q[1] and q[2] at the face between them are flat, of four cells in a row along `axis`. One look at
 * all four costs half as much as one at the neighbours of each; the latter leaves the hot side of a shock its data,
 * which gas dynamics, where the former has 4 % more error in Toro's problem 5, takes. */
INLINE void strong_compressions(const real q[4][SYSTEM_COMPONENTS], int axis, int *first, int *second)
{
#if SYSTEM_FLATTEN_CELLS
    *first = strong_compression(q[0], q[2], internal_energy(q[1]), axis);
    *second = strong_compression(q[1], q[3], internal_energy(q[2]), axis);
#else
    *first = strong_compression(q[0], q[3], real_max(internal_energy(q[1]), internal_energy(q[2])), axis);
    *second = *first;
#endif
}

/* Of q[1], of three cells. */
INLINE int cell_in_strong_compression(const real q[3][SYSTEM_COMPONENTS], int axis)
{
    return strong_compression(q[0], q[2], internal_energy(q[1]), axis);
}

#endif
