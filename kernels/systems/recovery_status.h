/* What the recovery of a primitive state had to do; schemes count it (passes/common.h). */
#ifndef TAUB_SYSTEMS_RECOVERY_STATUS_H
#define TAUB_SYSTEMS_RECOVERY_STATUS_H

enum recovery_status {
    RECOVERY_GOOD = 0,
    RECOVERY_FLOORED = 1,    /* energy density raised to the floor */
    RECOVERY_MOMENTUM = 2,   /* from here in the order of enum taub_cause: momentum or charge were made smaller, */
    RECOVERY_STRESS = 4,     /* or the dissipative stress, which left no fluid; */
    RECOVERY_REGULATOR = 8,  /* the stress was made smaller by the regulator; */
    RECOVERY_RANGE = 16,     /* beyond the equation of state; */
    RECOVERY_DIFFUSION = 32, /* a diffusion coefficient was bounded; */
    RECOVERY_ACAUSAL = 64,   /* Du from the inertia alone */
    RECOVERY_REGULATED = 126,
    RECOVERY_EXCEEDED = 128, /* no convergence within the bound */
    RECOVERY_FAILED = 256    /* no energy, no density or pressure, or not a number */
};

#endif
