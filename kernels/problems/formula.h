/* Initial data and exact solutions by formulas: what the kinds in this folder have in common.
 *
 * A file declares `struct problem`, numbers of type real that its file in src/problems fills, and
 *
 *   problem_state      the primitive state at a point: at `start` the initial one, later the exact solution
 *   problem_potential  with PROBLEM_POTENTIAL: the vector potential of what stands on faces, without the uniform part
 *                      that `uniform` has; vector 0: of D (maxwell), 1: of B. Without it the field of problem_state is
 *                      averaged over faces, and must be free of divergence then.
 *
 * PROBLEM_SMOOTH: nothing jumps anywhere, so that averages over cells need no subdivision. PROBLEM_COMPLEX: the state
 * depends on `part`, 0 for the real part of complex fields and 1 for the imaginary one, which is 0 for other kinds.
 * States arrive filled with 0. Devices evaluate these functions in strict double precision (passes/initial.h), and so
 * does the library (src/problems/compiled.h). */
#ifndef TAUB_PROBLEMS_FORMULA_H
#define TAUB_PROBLEMS_FORMULA_H

#include "dialect.h"
#include "case/system.h"

/* Room for a state of any system: TAUB_MOST_COMPONENTS of src/systems/system.h. */
#define PROBLEM_COMPONENTS 40
#define PROBLEM_PI R(3.14159265358979323846)

INLINE void take_state(GLOBAL const real *from, real q[SYSTEM_COMPONENTS])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = from[c];
}

/* The nearest whole number. */
INLINE real nearest(real x)
{
    return x < R(0.0) ? -floor(R(0.5) - x) : floor(R(0.5) + x);
}

INLINE real length_2(real x, real y)
{
    return real_sqrt(x * x + y * y);
}

/* How far x is from a centre along the axes that the mesh has; r: the way there, 0 along the others. */
INLINE real distance_from(GLOBAL const real *center, GLOBAL const real *active, const real x[3], real r[3])
{
    real squares = R(0.0);
    for (int a = 0; a < 3; a++) {
        r[a] = active[a] > R(0.0) ? x[a] - center[a] : R(0.0);
        squares += r[a] * r[a];
    }
    return real_sqrt(squares);
}

#endif
