/* What the recovery of a primitive state had to do; schemes count it (passes/common.h). */
#ifndef TAUB_SYSTEMS_RECOVERY_STATUS_H
#define TAUB_SYSTEMS_RECOVERY_STATUS_H

enum recovery_status {
    RECOVERY_GOOD = 0,
    RECOVERY_FLOORED = 1,   /* energy density raised to the floor */
    RECOVERY_REGULATED = 2, /* what left no admissible state was made smaller: momentum, charge, stress */
    RECOVERY_EXCEEDED = 4,  /* no convergence within the bound */
    RECOVERY_FAILED = 8     /* no energy, no density or pressure, or not a number */
};

#endif
