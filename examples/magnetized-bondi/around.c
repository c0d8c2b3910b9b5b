#include "bondi.h"

/* The exact solution outside the mesh. What is said of the field is stored for the lower faces of the ghost zone, half
 * a `width` of a cell below its centre x. */
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    (void)t;
    (void)inside;
    bondi_gas(x, state);
    for (int i = 0; i < 3; i++) {
        real face[3] = {x[0], x[1], x[2]};
        face[i] -= PARAMETER(width) / R(2.0);
        state[5 + i] = monopole(face, i);
    }
}
