#include "bondi.h"

/* The same flow around the mass; its field is a monopole's, which has no potential (initial.monopole). */
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    bondi(x, state);
}

INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)x;
    (void)t;
    (void)a;
}
