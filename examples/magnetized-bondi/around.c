#include "bondi.h"

/* The exact solution outside the mesh. */
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)t;
    (void)inside;
    bondi(x, state);
}
