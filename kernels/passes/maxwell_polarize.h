/* What the poles of a dispersive medium do to D of faces, over a share of the step by themselves.
 *
 *   polarize   fields: 0 state (updated: D, P and J), 1 upper faces at ends of the mesh (updated; unused where there
 *              are none), 2 a state with the medium in ghost zones, too.
 *              time: where in the step it begins and ends; option[0] 1: upper faces are kept, too
 *
 * At each face dD/dt = -sum dP/dt with E = D/eps, and of every oscillator dP/dt = J, dJ/dt = F - damping J,
 * F = strength E - square P; of every relaxation dP/dt = damping (strength E - P). Over a time h, E and F are taken as
 * constant at their means of both ends, and J and P follow exactly but for 1/(1 + z + z^2/2) in the place of exp(-z),
 * z = damping h. That is of second order, and of any h and damping the energy
 *   D^2/(2 eps) + (J^2 + square P^2)/(2 strength) (or P^2/(2 strength) of a relaxation)
 * does not grow: docs/theory/maxwell.md. All is linear in the mean of D, so that the sum of all changes of P is found
 * in a closed form. What P gains is what D loses, to the bit. */
#ifndef TAUB_PASSES_MAXWELL_POLARIZE_H
#define TAUB_PASSES_MAXWELL_POLARIZE_H

#include "dialect.h"
#include "case/system.h"
#include "passes/maxwell_edges.h"

#if TAUB_POLES
/* Strength over eps of a pole at a face between two cells across axis a: the mean of strengths times that of 1/eps,
 * which is how the energies of both cells weigh a D that they share. */
INLINE real coupling_at(const struct taub_io io, long at, int a, long s, int n)
{
#if TAUB_MEDIA
    GLOBAL const stored *eps = io.f[2] + at + (SYSTEM_MEDIUM + MEDIUM_PERMITTIVITY(a)) * io.shape.component_stride;
    GLOBAL const stored *strength = io.f[2] + at + (SYSTEM_STRENGTH + n) * io.shape.component_stride;
    return (R(0.5) * (strength[-s] + strength[0])) * (R(0.5) * (R(1.0) / eps[-s] + R(1.0) / eps[0]));
#else
    return OF_POLE(n, POLE_STRENGTH) * R(1.0 / CASE_PERMITTIVITY(a));
#endif
}

/* The lower face of a cell across axis a. */
INLINE void polarize_face(const struct taub_io io, long at, int a)
{
    const long cs = io.shape.component_stride, s = AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
    const real h = R((io.range.time[1] - io.range.time[0]) * io.control->dt), middle = R(0.5) * h;
    real change[TAUB_POLES], answer[TAUB_POLES], force[TAUB_POLES];
    real total = R(0.0), answers = R(1.0);
    const real d = io.f[0][at + a * cs];
    EACH (n, TAUB_POLES) {
        /* over h: the mean of J is kept J + gain F, of a relaxation gain (strength E - P) */
        const real damping = OF_POLE(n, POLE_DAMPING), coupling = coupling_at(io, at, a, s, n), z = damping * h;
        const real decay = R(1.0) / (R(1.0) + z + R(0.5) * (z * z)), kept = (R(1.0) + R(0.5) * z) * decay;
        const real p = io.f[0][at + (SYSTEM_POLARIZATION + 3 * n + a) * cs];
        if (n < TAUB_OSCILLATORS) {
            const real stiffness = OF_POLE(n, POLE_SQUARE), gain = middle * ((R(1.0) + z) * decay);
            const real j = io.f[0][at + (n < TAUB_OSCILLATORS ? SYSTEM_RATE + 3 * n + a : 0) * cs];
            const real per = R(1.0) / (R(1.0) + gain * (stiffness * middle));
            force[n] = coupling * d - stiffness * p;
            change[n] = per * (kept * j + gain * force[n]);
            answer[n] = per * (gain * (coupling * middle));
        } else {
            const real gain = damping * kept;
            force[n] = R(0.0);
            change[n] = gain * (coupling * d - p);
            answer[n] = gain * (coupling * middle);
        }
        total += change[n];
        answers += answer[n];
    }
    total /= answers; /* the sum of all rates, with the mean of D that it leaves */
    real rest = d;
    EACH (n, TAUB_POLES) {
        GLOBAL stored *p = io.f[0] + at + (SYSTEM_POLARIZATION + 3 * n + a) * cs;
        const real rate = change[n] - answer[n] * total, gained = h * rate;
        if (n < TAUB_OSCILLATORS) {
            GLOBAL stored *j = io.f[0] + at + (n < TAUB_OSCILLATORS ? SYSTEM_RATE + 3 * n + a : 0) * cs;
            const real z = OF_POLE(n, POLE_DAMPING) * h, decay = R(1.0) / (R(1.0) + z + R(0.5) * (z * z));
            const real mean =
                force[n] - middle * (coupling_at(io, at, a, s, n) * total + OF_POLE(n, POLE_SQUARE) * rate);
            *j = decay * *j + (h * ((R(1.0) + R(0.5) * z) * decay)) * mean;
        }
        *p += gained;
        rest -= gained;
    }
    io.f[0][at + a * cs] = rest;
}

INLINE void polarize_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
#if UPPER_FACES
    if (i >= io.shape.cells[0] || j >= io.shape.cells[1] || k >= io.shape.cells[2]) {
        const int place[3] = {i, j, k}, axis = axis_beyond(io, b, place);
        EACH (a, 3)
            if (a == axis) {
                polarize_face(io, at, a);
                for (int v = 0; v < FACE_VECTORS && io.range.option[0]; v++)
                    io.f[1][upper_face_index(io, b, k, j, i, a, v)] =
                        io.f[0][at + (FACE_COMPONENT(v) + a) * io.shape.component_stride];
            }
        return;
    }
#endif
    EACH (a, 3)
        polarize_face(io, at, a);
}
TAUB_GATED_POINT_PASS(polarize)
#endif

#endif
