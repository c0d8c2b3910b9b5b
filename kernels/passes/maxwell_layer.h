/* Perfectly matched layers: the last TAUB_LAYER_CELLS cells at faces of the mesh swallow what comes.
 *
 *   absorb   fields: 0 E and H along edges, 1 new state (updated), 2 what the layers remember (updated),
 *            3 upper faces at ends of the mesh and what layers remember of them (updated), 4 shares of currents in
 *            conductors, 5 old state
 *            option[0] 1: a launch for faces at upper ends of the mesh; 2: nothing is remembered yet
 *
 * In a layer across axis b every derivative along b is divided by s = 1 + sigma/(i omega): a memory psi is added to it,
 *   psi <- exp(-z) psi - (1 - exp(-z)) C_b,  z = sigma dt,
 * for the part C_b of each circulation that differences along b make (J. A. Roden, S. D. Gedney, Microw. Opt. Technol.
 * Lett. 27 (2000) 334). Nothing else changes, so that media of any kind may run into a layer. psi is added behind the
 * step: fields in the layer then differ by half of it from those of Strang's splitting, which is of second order. In
 * metal a current carries away of psi what it does of the curl (kept_of_gain). */
#ifndef TAUB_PASSES_MAXWELL_LAYER_H
#define TAUB_PASSES_MAXWELL_LAYER_H

#include "dialect.h"
#include "case/system.h"
#include "passes/maxwell_depth.h"
#include "passes/maxwell_edges.h"
#include "passes/maxwell_states.h"

#if TAUB_LAYERS
/* The part of a step's gain of component a of D (vector 0) or B that differences along axis b make. */
INLINE real gain_along(const struct taub_io io, GLOBAL const stored *edge, int vector, int a, int b)
{
    const int other = 3 - a - b;
    GLOBAL const stored *field = edge + ((vector == 0 ? 3 : 0) + other) * io.shape.component_stride;
    const real size = R(io.control->dt / io.shape.spacing[b]) * (LOAD(field + axis_stride(io.shape, b)) - LOAD(field));
    return ((b == (a + 1) % 3) == (vector == 0)) ? size : -size;
}

/* The part of psi that D gains through the lower face across axis a. With s, the share of the curl in the current of a
 * step (current_of_face), it is 1 - O(s^3) in weak conductors, as Strang's splitting has it: 1 - s is of first order
 * there and reflects. In metal it is 1 - s, the rest is conducted away: all of psi would show an E sigma dt/eps times
 * that of the current. */
INLINE real kept_of_gain(const struct taub_io io, long at, int b, int k, int j, int i, int a)
{
#if TAUB_CHARGE
    const real s = share_of_face(io, io.f[5] + at, io.f[4] + cell_index(io.shape, CURRENT_STATES, b, k, j, i), a);
    return R(1.0) - s * s * s * (R(3.0) - R(2.0) * s);
#else
    return R(1.0);
#endif
}

INLINE void absorb_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int place[3] = {i, j, k};
    int beyond;
    const long kept = cell_index(io.shape, LAYER_MEMORY, b, k, j, i);
    if (!begin_absorbing(io, io.f[2], b, k, j, i, &beyond))
        return;
    GLOBAL const stored *edge = io.f[0] + cell_index(io.shape, 6, b, k, j, i);
    EACH (n, 3) {
        const real rate = LAYER_AXIS(n) && n != beyond ? layer_rate(io, b, n, place) : R(0.0);
        if (!(rate > R(0.0)))
            continue;
        const real decay = real_exp(-rate);
        EACH (m, 4) {
            const int a = (n + 1 + m / 2) % 3, vector = m % 2;
            const long face = at + (3 * vector + a) * cs;
            GLOBAL stored *psi;
            if (beyond >= 0 && a != beyond)
                continue;
#if UPPER_FACES
            if (beyond >= 0)
                psi = io.f[3] + upper_memory_index(io, b, k, j, i, a, vector, n);
            else
#endif
                psi = io.f[2] + kept + (LAYER_PLACE(n) + m) * cs;
            *psi = decay * *psi - (R(1.0) - decay) * gain_along(io, edge, vector, a, n);
            io.f[1][face] += vector == 0 ? kept_of_gain(io, at, b, k, j, i, a) * *psi : *psi;
#if UPPER_FACES
            if (beyond >= 0)
                io.f[3][upper_face_index(io, b, k, j, i, a, vector)] = io.f[1][face];
#endif
        }
    }
}
TAUB_POINT_PASS(absorb)
#endif

#endif
