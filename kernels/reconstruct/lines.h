/* Lines of a state's components: the stencil of a cell, and modes that are limited in other variables. */
#ifndef TAUB_RECONSTRUCT_LINES_H
#define TAUB_RECONSTRUCT_LINES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"

/* Differences of neighbours from the cell at `from`, whose value is u0; along the axis `skip` (3: none) only those of
 * the nearest ones, which the modes of other axes need. */
INLINE void load_stencil(const struct taub_shape shape, GLOBAL const stored *from, int skip, real u0, struct stencil *d)
{
    EACH (a, 3) {
        const long s = axis_stride(shape, a);
        EACH (n, 4)
            d->line[a][n] =
                AXIS_ACTIVE(a) && (n == 1 || n == 2 || (a != skip && (TAUB_ORDER > 2 || TAUB_LIMITER_CELLS == 5)))
                    ? LOAD(from + (n < 2 ? n - 2 : n - 1) * s) - u0
                    : R(0.0);
    }
#if TAUB_ORDER > 2
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(shape, p), sq = axis_stride(shape, q);
        EACH (n, 4)
            d->edge[o][n] = AXIS_ACTIVE(p) && AXIS_ACTIVE(q)
                                ? LOAD(from + (n == 0 || n == 3 ? sp : -sp) + (n == 0 || n == 1 ? sq : -sq)) - u0
                                : R(0.0);
    }
#endif
#if TRIPLE_MODES
    EACH (n, 8)
        d->corner[n] = ACTIVE_AXES == 3 ? LOAD(from + (n & 1 ? 1 : -1) + (n & 2 ? 1 : -1) * (long)shape.row_stride +
                                               (n & 4 ? 1 : -1) * shape.plane_stride) -
                                              u0
                                        : R(0.0);
#endif
}

/* What counts as no variation of a component, squared. */
INLINE real variation_floor(const real u[SYSTEM_COMPONENTS], int c)
{
    return R(TAUB_WENO_FLOOR) * variation_unit2(u, c) + REAL_TINY;
}

#if TAUB_VARIABLES != 0

/* One of the modes along an axis, back in the conserved variables. */
#define CONSERVED_MODE(mode)                      \
    {                                             \
        EACH (c, SYSTEM_COMPONENTS)               \
            one[c] = other[c].mode;               \
        conserved_of_local(gas, u, a, one, back); \
        EACH (c, SYSTEM_COMPONENTS)               \
            m[c].mode = back[c];                  \
    }

/* The lines along one axis in other variables, and their modes in the conserved ones. */
INLINE void local_line_modes(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                             const real lines[4][SYSTEM_COMPONENTS], int a DISTANCES_ARGUMENT,
                             struct line_modes m[SYSTEM_COMPONENTS])
{
    struct line_modes other[SYSTEM_COMPONENTS];
    real w[4][SYSTEM_COMPONENTS], one[SYSTEM_COMPONENTS], back[SYSTEM_COMPONENTS];
    EACH (n, 4)
        local_of_conserved(gas, u, a, lines[n], w[n]);
    EACH (c, SYSTEM_COMPONENTS) {
        const real line[4] = {w[0][c], w[1][c], w[2][c], w[3][c]};
        other[c] = modes_of_line(line, R(TAUB_WENO_FLOOR) * local_unit2(gas, u, a, c) + REAL_TINY, a, c DISTANCES);
    }
    CONSERVED_MODE(x)
#if FACE_MODES
    CONSERVED_MODE(odd)
    CONSERVED_MODE(even)
#endif
#if TAUB_ORDER > 2
    CONSERVED_MODE(xx)
    CONSERVED_MODE(xxx)
#endif
}

#endif
#endif
