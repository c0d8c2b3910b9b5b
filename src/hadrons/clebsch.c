#include "hadrons/clebsch.h"

#include <math.h>
#include <stdlib.h>

/* (twice/2)!; tgamma is exact to rounding for these small arguments. */
static double half_factorial(int twice)
{
    return tgamma(0.5 * twice + 1.0);
}

/* G. Racah's formula, Phys. Rev. 62 (1942) 438. */
double taub_clebsch_squared(int a, int am, int b, int bm, int c, int cm)
{
    if (am + bm != cm || c > a + b || c < abs(a - b) || (a + b + c) % 2 || abs(am) > a || abs(bm) > b || abs(cm) > c)
        return 0.0;
    if ((a + am) % 2 || (b + bm) % 2 || (c + cm) % 2)
        return 0.0;
    double sum = 0.0;
    for (int k = 0; k <= a + b - c; k += 2) {
        const int terms[5] = {a + b - c - k, a - am - k, b + bm - k, c - b + am + k, c - a - bm + k};
        double product = half_factorial(k);
        int good = 1;
        for (int n = 0; n < 5; n++) {
            good = good && terms[n] >= 0;
            product *= good ? half_factorial(terms[n]) : 1.0;
        }
        if (good)
            sum += (k / 2 % 2 ? -1.0 : 1.0) / product;
    }
    const double triangle = half_factorial(a + b - c) * half_factorial(a - b + c) * half_factorial(-a + b + c) /
                            half_factorial(a + b + c + 2);
    const double sides = half_factorial(a + am) * half_factorial(a - am) * half_factorial(b + bm) *
                         half_factorial(b - bm) * half_factorial(c + cm) * half_factorial(c - cm);
    return (c + 1) * triangle * sides * sum * sum;
}
