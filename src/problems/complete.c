/* States of case files as primitive states of a system, in arrays of TAUB_MOST_COMPONENTS. */
#include <string.h>

#include "problems/problem.h"

enum taub_status taub_state_complete(enum taub_system_kind system, const struct taub_eos *eos,
                                     const struct taub_state *given, const char *where, double state[],
                                     struct taub_error *error)
{
    const bool magnetic = system == TAUB_SYSTEM_MHD;
    if (system != TAUB_SYSTEM_EULER && !magnetic)
        return taub_eos_complete(eos, given, where, state, error);
    state[0] = given->density;
    memcpy(state + 1, given->velocity, sizeof given->velocity);
    state[4] = given->pressure;
    if (magnetic)
        memcpy(state + 5, given->magnetic_field, sizeof given->magnetic_field);
    memcpy(state + (magnetic ? 8 : 5), given->scalars, sizeof given->scalars);
    return TAUB_OK;
}
