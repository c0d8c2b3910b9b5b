/* Below the gas: what is behind the shock, up to its foot, then a mirror. Above: the shock as it would go on without a
 * wall. `inside` is the cell as far inside as x is outside. */
#include "shock.c"

INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    const int above = x[1] > R(0.5);
    if (above || x[0] < PARAMETER(foot)) {
        shock_state(above ? x[0] : R(-1.0), above ? x[1] : R(0.0), above ? t : R(0.0), PARAMETER(foot), state);
        return;
    }
    UNROLL
    for (int c = 0; c < 5; c++)
        state[c] = c == 2 ? -inside[c] : inside[c];
}
