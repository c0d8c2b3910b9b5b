/* How the recovery of the cells of a row begins and ends on the host, for fluids without dissipation; between them
 * row_recovery of march/rows.h does what is iterated. */
#ifndef TAUB_PASSES_HOST_RECOVERY_H
#define TAUB_PASSES_HOST_RECOVERY_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/rows.h"
#include "systems/recovery_status.h"

#if defined(TAUB_HOST)

/* Makes u admissible and starts its recovery from a state nearby; says what had to be done. */
INLINE int row_recovery_start(const struct eos eos, real u[SYSTEM_COMPONENTS], real e, real n, real *lanes)
{
    const int status = make_admissible(u);
#if SYSTEM_RECOVERY_CLOSED
#else
    real lane[LANE_COUNT];
    recovery_start(u, recovery_guess(eos, e, n), lane);
    store_values(lanes, lane, LANE_COUNT);
#endif
    return status;
}

INLINE int row_recovery_finish(const struct eos eos, int status, const real u[SYSTEM_COMPONENTS], const real *lanes,
                               real q[SYSTEM_COMPONENTS])
{
#if SYSTEM_RECOVERY_CLOSED
    recover_closed(eos, u, q);
    return status;
#else
    real lane[LANE_COUNT];
    load_values(lanes, lane, LANE_COUNT);
    recovery_finish(eos, u, lane, q);
    const int found = lane[LANE_DONE] == R(0.0) && status < RECOVERY_EXCEEDED ? RECOVERY_EXCEEDED : status;
#if EOS_BOUNDED
    return found | recovery_range(eos, q);
#else
    return found;
#endif
#endif
}

#endif
#endif
