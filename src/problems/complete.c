/* Converts states given in case files to primitive states of a system, arrays of TAUB_MOST_COMPONENTS. */
#include <math.h>
#include <string.h>

#include "problems/problem.h"

/* 1 - v^2 as (1 - v)(1 + v), which avoids cancellation near the speed of light. */
static void make_four_velocity(const double v[3], double u[3])
{
    const double speed = hypot(hypot(v[0], v[1]), v[2]);
    for (int a = 0; a < 3; a++)
        u[a] = v[a] / sqrt((1 - speed) * (1 + speed));
}

enum taub_status taub_state_complete(enum taub_system_kind system, const struct taub_eos *eos,
                                     const struct taub_state *given, const char *where, double state[],
                                     struct taub_error *error)
{
    const bool relativistic = system == TAUB_SYSTEM_SRMHD, magnetic = system == TAUB_SYSTEM_MHD || relativistic;
    if (system != TAUB_SYSTEM_EULER && !magnetic)
        return taub_eos_complete(eos, given, where, state, error);
    state[0] = given->density;
    memcpy(state + 1, given->velocity, sizeof given->velocity);
    if (relativistic && given->given & TAUB_GIVEN_FOUR_VELOCITY)
        memcpy(state + 1, given->four_velocity, sizeof given->four_velocity);
    else if (relativistic)
        make_four_velocity(given->velocity, state + 1);
    state[4] = given->pressure;
    if (magnetic)
        memcpy(state + 5, given->magnetic_field, sizeof given->magnetic_field);
    memcpy(state + (magnetic ? 8 : 5), given->scalars, sizeof given->scalars);
    return TAUB_OK;
}
