#include <math.h>

#include "hadrons/sample.h"
#include "problems/random.h"

/* Small means by multiplication of uniform numbers, large ones by transformed rejection (W. Hörmann, Insurance:
 * Mathematics and Economics 12 (1993) 39, algorithm PTRS). */
int64_t taub_poisson(double mean, uint64_t seed, uint64_t stream)
{
    struct taub_random random;
    taub_random_seed(&random, seed ^ (stream * UINT64_C(0xD1342543DE82EF95) + UINT64_C(0x632BE59BD9B4E019)));
    if (!(mean > 0))
        return 0;
    if (mean < 10) {
        int64_t count = 0;
        double product = taub_random_uniform(&random);
        for (const double limit = exp(-mean); product > limit; count++)
            product *= taub_random_uniform(&random);
        return count;
    }
    const double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b, v_r = 0.9277 - 3.6224 / (b - 2.0);
    const double inverse = 1.1239 + 1.1328 / (b - 3.4);
    for (;;) {
        const double u = taub_random_uniform(&random) - 0.5, v = taub_random_uniform(&random), us = 0.5 - fabs(u);
        const double k = floor((2.0 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= v_r)
            return (int64_t)k;
        if (k < 0 || (us < 0.013 && v > us))
            continue;
        if (log(v * inverse / (a / (us * us) + b)) <= -mean + k * log(mean) - lgamma(k + 1.0))
            return (int64_t)k;
    }
}
