/* How fast a fluid with viscosities signals, from the speed of sound of the ideal one. */
#ifndef TAUB_SYSTEMS_CAUSAL_SPEED_H
#define TAUB_SYSTEMS_CAUSAL_SPEED_H

#include "dialect.h"

INLINE real anomaly_of(real speed_squared)
{
    return R(1.0 / 3.0) - speed_squared;
}

/* Square of the speed of short sound waves in a fluid at rest: c^2 + (zeta/tau_Pi + 4/3 eta/tau_pi)/(e + P). At most 1
 * for the coefficients of the paper and c^2 >= 0.14; a case that goes above moves at the speed of light here. */
INLINE real causal_speed_squared(real speed_squared)
{
    real sum = speed_squared;
#if TAUB_SHEAR
    sum += TAUB_SHEAR_SPEED;
#endif
#if TAUB_BULK && TAUB_BULK_TIME /* the largest at any temperature */
    sum += R(TAUB_BULK_SPEED);
#elif TAUB_BULK
    const real anomaly = anomaly_of(speed_squared);
    sum += R(TAUB_BULK_RELAXATION) * (anomaly * anomaly);
#endif
    return real_min(sum, R(1.0));
}

#endif
