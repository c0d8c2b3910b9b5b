/* Bloch-periodic fields: f(x + L_a) = exp(i k_a L_a) f(x) along each axis a, L_a the length of the mesh (F. Bloch, Z.
 * Phys. 52 (1929) 555). Ghost zones behind a face at an end of the mesh have what is on the other side, turned by this
 * phase; faces on that end belong to the cells above them, and what the cells below see of them is the turned copy. */
#ifndef TAUB_GEOMETRY_BLOCH_H
#define TAUB_GEOMETRY_BLOCH_H

#include "dialect.h"
#include "case/system.h"
#include "passes/common.h"

/* What of a state has a phase: not the medium. */
INLINE int has_phase(int c)
{
    return c < SYSTEM_MEDIUM || c >= SYSTEM_POLARIZATION;
}

/* One part of a state that comes from the other side of the mesh, as it is beyond the face 2 axis + side; `other`: the
 * other part of it. */
INLINE void turn_phase(int axis, int side, int imaginary, const real other[SYSTEM_COMPONENTS],
                       real state[SYSTEM_COMPONENTS])
{
    const real cosine = axis == 0 ? TAUB_BLOCH_COSINE_X : axis == 1 ? TAUB_BLOCH_COSINE_Y : TAUB_BLOCH_COSINE_Z;
    const real of_upper = axis == 0 ? TAUB_BLOCH_SINE_X : axis == 1 ? TAUB_BLOCH_SINE_Y : TAUB_BLOCH_SINE_Z;
    const real sine = side == imaginary ? of_upper : -of_upper;
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = has_phase(c) ? cosine * state[c] + sine * other[c] : state[c];
}

INLINE void make_imaginary_zero(int b, real state[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = IS_IMAGINARY(b) && has_phase(c) ? R(0.0) : state[c];
}

#endif
