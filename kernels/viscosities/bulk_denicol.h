/* zeta/s of G. S. Denicol, T. Kodama, T. Koide, Ph. Mota, Phys. Rev. C 80 (2009) 064901. */
#ifndef TAUB_VISCOSITIES_BULK_DENICOL_H
#define TAUB_VISCOSITIES_BULK_DENICOL_H

#include "viscosities/powers.h"

INLINE real specific_bulk_viscosity(real temperature)
{
    /* every piece is a quadratic and two exponentials, with other numbers: no branch that a vector could not take */
    const real x = temperature * TAUB_BULK_PER_TEMPERATURE;
    const real below = x < R(0.995) ? R(1.0) : R(0.0), above = x > R(1.05) ? R(1.0) : R(0.0);
    const real inside = R(1.0) - (below + above), distance = -real_fabs(x - R(1.0));
    const real rate_1 = below * TAUB_BULK_PER_SIGMA_3 + above * TAUB_BULK_PER_SIGMA_1;
    const real rate_2 = below * TAUB_BULK_PER_SIGMA_4 + above * TAUB_BULK_PER_SIGMA_2;
    const real first =
        (below * R(TAUB_BULK_LAMBDA_3) + above * R(TAUB_BULK_LAMBDA_1)) * decaying_exp(distance * rate_1);
    const real second =
        (below * R(TAUB_BULK_LAMBDA_4) + above * R(TAUB_BULK_LAMBDA_2)) * decaying_exp(distance * rate_2);
    const real offset = below * R(TAUB_BULK_OFFSET_BELOW) + above * R(TAUB_BULK_OFFSET_ABOVE);
    const real quadratic = R(TAUB_BULK_A0) + x * (R(TAUB_BULK_A1) + x * R(TAUB_BULK_A2));
    return R(TAUB_BULK_NORM) * (((first + second) + offset) + inside * quadratic);
}

#endif
